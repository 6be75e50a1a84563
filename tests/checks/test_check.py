"""`check` without anything deep: what it finds, in which words, and what it tries."""

from __future__ import annotations

import shlex
import time
from pathlib import Path

import pytest

import tricktaker
from tests.cli.shell import tricktaker as command
from tricktaker.bots.contest import play
from tricktaker.checks import check_variant
from tricktaker.checks.games import Tally, Watch
from tricktaker.checks.settings import PLAYERS, make_plan
from tricktaker.diagnostics import Report, Severity, render_text
from tricktaker.loading.load import load_rules

ROOT = Path(__file__).parents[2]
RULE_FILES = sorted((ROOT / "variants").glob("*.yaml"))
DELTAS = {file for file in RULE_FILES if "\nextends:" in file.read_text(encoding="utf-8")}
"""Files with all the options of the one they build on."""
HEAD = """\
tricktaker: 1
name: My Game
players: 2
deck: {suits: [bells, keys, moons], ranks: 1..11}
vars:
  score: {per: player, int: 0..99, lasts: game}
round:
  - shuffle: deck
  - deal: {to: hand, count: 13}
  - tricks: {count: 13}
  - each: player
    do:
      - add: {score: tricks_won}
rounds: {count: 2}
"""


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """What is said of a rule file, and the summary."""
    monkeypatch.chdir(tmp_path)

    def of(text: str, **given: object) -> tuple[str, tuple[str, ...]]:
        Path("mygame.yaml").write_text(text, encoding="utf-8")
        found = check_variant("mygame.yaml", **{"games": 5, **given})  # type: ignore[arg-type]
        return render_text(found.report), found.summary

    return of


def test_nothing_wrong_is_nothing_said(said) -> None:  # type: ignore[no-untyped-def]
    assert said(HEAD) == ("", ("mygame.yaml: 0 examples, 5 random games (260 moves), 0 invariants",))


def test_an_invariant_that_breaks(said) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + "invariants:\n  - {rule: few tricks each, at: trick_end, that: players.all(tricks_won < 6)}\n"
    assert said(text)[0] == (
        "error[broken-invariant]: `few tricks each` does not hold at the end of a trick\n"
        "  --> mygame.yaml:16:50\n"
        "   |\n"
        "16 |   - {rule: few tricks each, at: trick_end, that: players.all(tricks_won < 6)}\n"
        "   |                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = note: in the game of seed 0, round 1, trick 8, after 16 moves\n"
        "   = help: `tricktaker run mygame.yaml --seed 0 --players random,random` shows this game\n"
        "\n"
        "1 error in mygame.yaml\n"
    )


def test_an_example_that_fails(said) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + "examples:\n  - {about: the highest bell wins, trick: [4b, 9b], winner: 0, next: 0}\n"
    assert said(text)[0] == (
        "error[example-fails]: example `the highest bell wins` fails: winner: expected 0, found 1\n"
        "  --> mygame.yaml:16:13\n"
        "   |\n"
        "16 |   - {about: the highest bell wins, trick: [4b, 9b], winner: 0, next: 0}\n"
        "   |             ^^^^^^^^^^^^^^^^^^^^^\n"
        "   = note: next: expected 0, found 1\n"
        "\n"
        "1 error in mygame.yaml\n"
    )


def test_a_game_that_can_not_go_on(said) -> None:  # type: ignore[no-untyped-def]
    text = HEAD.replace("int: 0..99", "int: 0..9")
    assert said(text)[0] == (
        "error[fault]: the game can't go on: `score` leaves its range 0..9\n"
        "  --> mygame.yaml:13:15\n"
        "   |\n"
        "13 |       - add: {score: tricks_won}\n"
        "   |               ^^^^^\n"
        "   = note: in the game of seed 0, round 1, trick 13, after 25 moves\n"
        "   = help: `tricktaker run mygame.yaml --seed 0 --players random,random` shows this game\n"
        "\n"
        "1 error in mygame.yaml\n"
    )


def test_doubts_only_if_they_are_asked_for(said) -> None:  # type: ignore[no-untyped-def]
    assert said(HEAD, strict=True)[0] == (
        "warning[unproven]: it isn't proven that this never happens: `score` leaves its range 0..99\n"
        "  --> mygame.yaml:13:15\n"
        "   |\n"
        "13 |       - add: {score: tricks_won}\n"
        "   |               ^^^^^\n"
        "   = help: guard it with `if`, bound it with `min` and `max`, or leave it if you are sure\n"
        "\n"
        "1 warning in mygame.yaml\n"
    )


def test_only_without_stuck_is_a_doubt(said) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + "trick:\n  lead:\n    - only: suit != moons\n"
    assert "no card may be played and there is no `stuck`" in said(text, strict=True, games=0)[0]
    assert "no card may be played" not in said(text + "  stuck:\n    - end: round\n", strict=True, games=0)[0]


def test_what_a_round_shows_to_be_right_is_not_doubted(said) -> None:  # type: ignore[no-untyped-def]
    steps = "  - move: {from: deck, count: 1, to: turned}\n  - set: {trump: turned.top.suit}\n  - tricks"
    text = HEAD.replace("  - tricks", steps).replace(
        "vars:\n", "zones:\n  turned: {see: everyone}\nvars:\n  trump: {type: suit, optional: true}\n"
    )
    assert said(text, strict=True)[0].count("warning") == 2  # the score, and the summary


def test_a_deal_is_checked_for_every_number_of_players(said) -> None:  # type: ignore[no-untyped-def]
    text = HEAD.replace("players: 2", "players: {count: 2..4, default: 2}").replace("count: 13", "count: 9")
    assert said(text)[0] == (
        "error[too-few-cards]: 9 cards each for 4 players are 36, but `deck` holds 33\n"
        "  --> mygame.yaml:9:29\n"
        "  |\n"
        "9 |   - deal: {to: hand, count: 9}\n"
        "  |                             ^\n"
        "  = note: with players 4\n"
        "  = help: deal at most 8 to each\n"
        "\n"
        "1 error in mygame.yaml\n"
    ).replace("  -->", " -->")


def test_the_fewest_values_are_named_that_it_takes(said) -> None:  # type: ignore[no-untyped-def]
    options = "options:\n" + "".join(f"  {name}: {{bool: false}}\n" for name in ("one", "two", "three", "four"))
    uses = "  - if: three or one or two\n    then:\n      - shuffle: deck\n"
    deal = "count: if four and two then 17 else 13}"
    text = options + HEAD.replace("count: 13}\n  - tricks", deal + "\n" + uses + "  - tricks", 1)
    found = said(text)[0]
    assert "17 cards each for 2 players are 34, but `deck` holds 33" in found
    assert "note: with two true, four true\n" in found


def test_what_a_file_accepts_is_not_said(said) -> None:  # type: ignore[no-untyped-def]
    text = HEAD.replace("vars:\n", "vars:\n  spare: {bool: true}\n")
    assert "warning[unused]" in said(text)[0]
    assert said(text + "accepts:\n  - {finding: unused, because: for house rules}\n")[0] == ""
    broken = text.replace("count: 13}", "count: 17}", 1) + "accepts:\n  - {finding: too-few-cards, because: no}\n"
    assert "error[too-few-cards]" in said(broken)[0]


def test_games_that_only_the_bound_ends_are_mentioned(said) -> None:  # type: ignore[no-untyped-def]
    text = HEAD.replace("rounds: {count: 2}", "rounds: {until: players.any(score >= 90), at_most: 3}")
    assert said(text)[1][1] == "mygame.yaml: 5 games went on until `at_most` without reaching `until`"


def test_the_game_that_is_named_is_the_one_that_run_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tricktaker.load("fox")
    seen: list[list[int]] = []
    monkeypatch.setattr(Watch, "_ended", lambda self, state: seen.append(state.scores))
    for seed in (3, 4):
        Watch(game, Report(), Tally(), lambda seed: "").play(seed)
        assert seen[-1] == play(game, ["random", "random"], seed).scores
    path = tmp_path / "mygame.yaml"
    path.write_text(HEAD.replace("int: 0..99", "int: 0..9"), encoding="utf-8")
    found = check_variant(path, games=1, seed=7).report.errors[0]
    assert found.help is not None
    shown = command(*shlex.split(found.help.split("`")[1])[1:])
    assert "leaves its range 0..9" in shown.stderr


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, marks=pytest.mark.long if file in DELTAS else ()) for file in RULE_FILES],
    ids=[file.stem for file in RULE_FILES],
)
def test_the_shipped_games_have_nothing_wrong(file: Path) -> None:
    found = check_variant(file, games=2)
    assert not found.report.diagnostics, render_text(found.report)


@pytest.mark.parametrize("file", sorted((ROOT / "tests" / "variants").glob("*.yaml")), ids=lambda file: file.stem)
def test_the_kept_games_have_nothing_wrong(file: Path) -> None:
    found = check_variant(file, games=2)
    assert not [each for each in found.report.diagnostics if each.severity is Severity.ERROR], render_text(found.report)


def test_every_pair_of_values_is_tried() -> None:
    rules = load_rules("cucumber")
    plan = make_plan(rules, frozenset())
    assert not plan.pairs_left_out
    tried = [setting.items() for setting in plan.settings]
    axes = {option.name: option for option in rules.options}
    for one in plan.axes:
        for two in plan.axes:
            for a in one.values if one.name < two.name else ():
                for b in two.values:
                    assert any((one.name, a) in setting and (two.name, b) in setting for setting in tried)
    limit = next(axis for axis in plan.axes if axis.name == "limit")
    assert set(limit.values) == {axes["limit"].values[0], axes["limit"].default, axes["limit"].values[-1]}
    assert len(next(axis for axis in plan.axes if axis.name == PLAYERS).values) == len(rules.player_counts)


def test_what_is_left_out_is_said() -> None:
    plan = make_plan(load_rules("cucumber"), frozenset(), most_together=2)
    assert plan.pairs_left_out and any("pairs of values" in each for each in plan.left_out)
    fixed = make_plan(load_rules("cucumber"), frozenset(("limit", PLAYERS)))
    assert not {"limit", PLAYERS} & {axis.name for axis in fixed.axes}


def test_options_that_are_given_stay(said) -> None:  # type: ignore[no-untyped-def]
    text = "options:\n  many: {bool: false}\n" + HEAD.replace("count: 13}", "count: if many then 17 else 13}", 1)
    assert "error" in said(text)[0]
    assert said(text, set_options={"many": False})[0] == ""
    with pytest.raises(tricktaker.BadOption):
        said(text, set_options={"few": True})


def test_a_game_of_many_options_is_checked_in_a_moment() -> None:
    begun = time.perf_counter()
    check_variant("cucumber", games=5)
    assert time.perf_counter() - begun < 60  # three seconds on an idle machine
