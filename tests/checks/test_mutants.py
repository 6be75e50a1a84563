"""Small changes of a file, and what becomes of each."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tricktaker.checks.mutants import NAME, check_mutants, judged_changes, share
from tricktaker.checks.mutations import Mutation, mutations
from tricktaker.checks.verdicts import Verdict
from tricktaker.diagnostics import Report
from tricktaker.loading.places import shipped_variants
from tricktaker.loading.reader import read_text

SOUND = Path(__file__).parent / "sound.yaml"
ENOUGH = 90
"""Per cent of the changes of a shipped file that its own examples notice."""

GAME = """\
tricktaker: 1
name: Small
players: {count: 2..3}
options:
  prize: {int: 1..4, default: 2, help: What a trick is worth.}
deck: {suits: [red, blue], ranks: 1..6}
vars:
  score: {per: player, int: 0..50, lasts: game}
round:
  - shuffle: deck
  - deal: {to: hand, count: 4}
  - tricks:
      count: max(4, 4)
  - each: player
    do:
      - add: {score: prize * tricks_won}
rounds: {count: 2}
"""
EXAMPLES = """\
examples:
  - {about: two points a trick, tricks: [3, 1], score: {score: [6, 2]}}
  - {about: or three, set: {prize: 3}, tricks: [3, 1], score: {score: [9, 3]}}
"""


def changes(text: str) -> list[Mutation]:
    document = read_text(text, "small.yaml", Report())
    assert document is not None
    return list(mutations(document, text.splitlines()))


def verdicts(text: str, folder: Path) -> dict[tuple[str, str | None], Verdict]:
    path = folder / "small.yaml"
    path.write_text(text, encoding="utf-8")
    judged = list(judged_changes(path, seconds=600))
    assert len(judged) == len(changes(text))
    return {(change.old, change.new): verdict for change, verdict in judged}


def test_changes_are_small_and_one_at_a_time() -> None:
    text = SOUND.read_text(encoding="utf-8")
    lines = text.splitlines()
    found = changes(text)
    assert len(found) > 40
    for change in found:
        changed = change.on(lines)
        assert changed != lines
        assert len(changed) == len(lines)
        places = [number for number, pair in enumerate(zip(lines, changed, strict=True), 1) if pair[0] != pair[1]]
        assert set(places) <= set(range(change.span.line, change.span.end_line + 1))
    assert not any(lines[change.span.line - 1].startswith(("name", "examples")) for change in found)


def test_ranges_that_may_be_chosen_become_narrower_and_bounds_stay() -> None:
    said = Counter((change.old, change.new) for change in changes(GAME))
    assert said["2", "3"] == 3  # the fewest players, the prize, the rounds
    assert said["3", "2"] == said["4", "3"] == 1  # the most players, the highest prize
    assert not said["50", "51"]


def test_what_becomes_of_a_change(tmp_path: Path) -> None:
    bare = verdicts(GAME, tmp_path)
    assert bare["max", "min"] is Verdict.EQUAL
    assert bare["3", "2"] is Verdict.UNSEEN  # the most players: two play as before
    steps = [verdict for (old, new), verdict in bare.items() if new is None]
    assert Verdict.UNNOTICED in steps and Verdict.NOTICED not in steps
    judged = verdicts(GAME + EXAMPLES, tmp_path)
    assert judged["max", "min"] is Verdict.EQUAL
    assert [judged[key] for key in bare if "each: player" in key[0]] == [Verdict.NOTICED]
    assert judged["4", "3"] is Verdict.UNSEEN  # the highest prize, which no example has
    shown = verdicts(GAME + EXAMPLES.replace("prize: 3", "prize: 4").replace("[9, 3]", "[12, 4]"), tmp_path)
    assert shown["4", "3"] is Verdict.NOTICED


def test_examples_notice_a_wrong_row(tmp_path: Path) -> None:
    head, _, examples = SOUND.read_text(encoding="utf-8").partition("examples:")
    path = tmp_path / "mine.yaml"
    silent = {}
    first = 2 + head[: head.index("  points:")].count("\n")
    for text in (head, f"{head}examples:{examples}"):
        path.write_text(text, encoding="utf-8")
        result = check_mutants(path, seconds=60, only=range(first, first + 4))
        lines = text.splitlines()
        assert {one.slug for one in result.report.warnings} <= {NAME}
        silent[text] = {lines[one.span.line - 1].strip() for one in result.report.warnings if one.span is not None}
        assert "small changes tried" in result.summary[0]
    without, with_examples = silent.values()
    assert len(without) == 4
    assert with_examples < without


@pytest.mark.parametrize(
    ("wrong", "slug"),
    [
        (GAME.replace("0..50", "0..3"), "fault"),
        (
            GAME + "invariants:\n  - {rule: nobody scores, at: round_end, that: players.sum(score) == 0}\n",
            "broken-invariant",
        ),
        (GAME + EXAMPLES.replace("[6, 2]", "[6, 3]"), "example-fails"),
    ],
    ids=["fault", "invariant", "example"],
)
def test_changes_of_a_file_that_is_wrong_itself_are_not_judged(wrong: str, slug: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(wrong, encoding="utf-8")
    result = check_mutants(path, seconds=60)
    assert {one.slug for one in result.report.diagnostics} == {slug}
    assert not result.summary


def told(variant: str) -> str:
    judged = tuple(judged_changes(variant, seconds=3600))
    silent = [f"line {change.span.line}: {change.said}" for change, one in judged if one.value.startswith("un")]
    return f"{share(judged)} %" if share(judged) >= ENOUGH else f"{share(judged)} %; " + ", ".join(silent)


@pytest.mark.parametrize("variant", ["agram"])
def test_examples_pin_the_rules_down(variant: str) -> None:
    assert int(told(variant).split()[0]) >= ENOUGH, told(variant)


@pytest.mark.long
@pytest.mark.parametrize("variant", sorted(shipped_variants()))
def test_examples_of_every_shipped_game_pin_its_rules_down(variant: str) -> None:
    found = told(variant)
    assert int(found.split()[0]) >= ENOUGH, found
