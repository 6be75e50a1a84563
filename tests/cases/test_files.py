"""Rule files nobody should have to fear: odd names, absurd sizes, things that are no files."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest
from click import Abort

import tricktaker
from tests.cases.table import HEAD, by_chance, slugs, small, written
from tests.cli.shell import tricktaker as command
from tricktaker import UnknownAction
from tricktaker.cli.edge import Circumstances, end_of
from tricktaker.diagnostics import VariantError
from tricktaker.loading.load import load_rules
from tricktaker.loading.places import variants_dir
from tricktaker.loading.reader import MAX_BYTES
from tricktaker.rulebook import as_text, rulebook

DECK = "deck: {suits: [bells, keys, moons], ranks: 1..11}"


def with_deck(deck: str) -> tuple[str, str]:
    return DECK, f"deck: {deck}"


@pytest.mark.parametrize(
    ("change", "slug"),
    [
        (with_deck('{suits: ["a\\nb", keys], ranks: 1..11}'), "bad-name"),
        (with_deck('{suits: ["a\\tb", keys], ranks: 1..11}'), "bad-name"),
        (with_deck('{suits: [" ", keys], ranks: 1..11}'), "bad-name"),
        (with_deck('{suits: ["bells ", keys], ranks: 1..11}'), "bad-name"),
        (with_deck('{suits: [bells, keys], ranks: [1, "2  3", 4]}'), "bad-name"),
        (with_deck('{suits: ["b\\e[2J", keys], ranks: 1..11}'), "bad-character"),
        (with_deck('{suits: [bells, keys], ranks: 1..11, short: {keys: " "}}'), "bad-value"),
        (with_deck('{suits: [bells, keys], ranks: 1..11, symbols: {keys: "a\\nb"}}'), "bad-value"),
        (with_deck("{suits: [moons, mice, bells], ranks: 1..11}"), "ambiguous-short"),
        (with_deck("{suits: [Moons, moons], ranks: 1..11}"), "ambiguous-short"),
        (with_deck('{suits: [a, b], ranks: 1..11, short: {a: "1", b: "11"}}'), "ambiguous-short"),
        (with_deck('{suits: [a, b], ranks: 1..11, short: {a: "M", b: "m"}}'), "ambiguous-short"),
        (with_deck('{suits: [a of b, b], ranks: ["1", "1 of a", 3, 4, 5, 6]}'), "ambiguous-short"),
        (with_deck("{suits: [bells, keys], ranks: 1..127}"), "bad-value"),
        (with_deck("{suits: [bells], ranks: 1..99999999999999999999}"), "bad-value"),
        (with_deck("{blocks: [{suits: [bells], ranks: 1..3, copies: 99999999}]}"), "out-of-range"),
        (("players: 2", "players: 13"), "bad-value"),
        (("rounds: {count: 2}", "rounds: {count: 99999999}"), "out-of-range"),
    ],
    ids=str,
)
def test_names_and_sizes_that_could_not_be_played_with_are_errors(
    tmp_path: Path, change: tuple[str, str], slug: str
) -> None:
    assert slug in slugs(tmp_path, "", change)


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ('"a\\e[2Jb"', "bad-character"),
        ('"a\\0b"', "bad-character"),
        ('"a\\rb"', "bad-character"),
        ('"a\\u009b2Jb"', "bad-character"),
        ('"a\\x9bb"', "bad-character"),
        ('"a\\uD800b"', "bad-character"),
        ('"a\\uD83E\\uDD8Ab"', "bad-character"),
        ('"a\\u2028b"', "bad-character"),
        ('"a\x1bb"', "bad-character"),
    ],
    ids=ascii,
)
def test_no_text_holds_a_control_character_however_it_is_written(tmp_path: Path, text: str, slug: str) -> None:
    assert slugs(tmp_path, "", ("name: Small", f"name: {text}")) == {slug: 2}


@pytest.mark.parametrize("what", [["rules"], ["show"], ["check", "--games", "2"], ["run", "--seed", "1"]], ids=str)
def test_marks_that_turn_text_round_reach_no_screen(tmp_path: Path, what: list[str]) -> None:
    mark = "\u202e"
    ability = f"abilities:\n  Toll{mark}:\n    cards: rank == 1\n    text: 'Ab{mark}c'\n    when: taken\n"
    ability += "    do:\n      - add: {score: 1}\n"
    written(tmp_path, ability, ("name: Small", f"name: 'Sm{mark}all'"))
    done = command(*what, "small.yaml", folder=tmp_path, text="?\nrules\n")
    assert done.returncode == 0, done.stderr
    assert mark not in done.stdout + done.stderr


def test_any_script_may_name_cards(tmp_path: Path) -> None:
    suits = "{suits: [🦊, 中文, ñandú, ليل], ranks: [é, ß, Ω, 4, 5, 6]}"
    game = small(tmp_path, "", ("name: Small", "name: 🦊 ünïcödé 中文"), with_deck(suits))
    assert all(game.action(game.text(action)) == action for action in range(game.action_count))
    assert all(game.action(game.text(action).lower()) == action for action in range(game.action_count))
    wishes = ("run", "small.yaml", "--seed", "1", "--players", "random,random", "--record", "g.jsonl")
    assert command(*wishes, folder=tmp_path).returncode == 0
    again = command("replay", "g.jsonl", folder=tmp_path)
    assert again.returncode == 0 and "The game is over." in again.stdout


@pytest.mark.parametrize("name", ["two\nlines", "tab\tbed"], ids=["lines", "tab"])
def test_a_title_of_any_form_can_be_kept_and_replayed(tmp_path: Path, name: str) -> None:
    quoted = '"' + name.replace("\n", "\\n").replace("\t", "\\t") + '"'
    written(tmp_path, "", ("name: Small", f"name: {quoted}"))
    wishes = ("run", "small.yaml", "--seed", "1", "--players", "random,random", "--record", "g.jsonl")
    assert command(*wishes, folder=tmp_path).returncode == 0
    assert command("replay", "g.jsonl", folder=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("players", "deck", "deal", "tricks"),
    [
        (1, "{suits: [a], ranks: 1..1}", 1, 1),
        (1, "{standard: 52}", 52, 52),
        (2, "{suits: [a], ranks: 1..2}", 1, 1),
        (2, "{suits: [a, b, c, d, e, f], ranks: 1..21}", 63, 63),
        (12, "{suits: [a, b, c, d, e, f], ranks: 1..21}", 10, 10),
        (2, "{blocks: [{suits: [a], ranks: 1..3, copies: 42}]}", 63, 63),
        (4, "{standard: 52}", 3, 1),
    ],
    ids=str,
)
def test_the_smallest_and_the_largest_games_are_played(
    tmp_path: Path, players: int, deck: str, deal: int, tricks: int
) -> None:
    game = small(
        tmp_path,
        "",
        ("players: 2", f"players: {players}"),
        with_deck(deck),
        ("count: 4}\n  - move: {from: deck, count: 2, to: stock}", f"count: {deal}}}"),
        ("tricks: {count: 4}", f"tricks: {{count: {tricks}}}"),
        ("int: 0..200", "int: 0..2000"),
    )
    for state in by_chance(game, 1):
        assert state.is_over or (state.current_player is not None and state.legal_actions)
    assert sum(state.scores) == 2 * tricks
    assert state.winners


MANY_WAYS = "define:\n  x0: {seed}\n" + "".join(f"  x{n}: x{n - 1} {{sign}} x{n - 1}\n" for n in range(1, 60))


@pytest.mark.parametrize(("seed", "sign"), [("1", "+"), ("9", "*"), ("dealer.score", "+"), ("round_no > 1", "and")])
def test_definitions_that_build_on_each_other_in_many_ways_take_no_time(tmp_path: Path, seed: str, sign: str) -> None:
    begun = time.perf_counter()
    ways = MANY_WAYS.format(seed=seed, sign=sign)
    if not slugs(tmp_path, ways):
        assert "Small" in as_text(rulebook(load_rules(tmp_path / "small.yaml")), 80)
    use = "  - if: x59 == x58\n    then:\n      - add: {dealer.score: 0}\n  - each: player"
    slugs(tmp_path, ways, ("  - each: player", use))
    assert time.perf_counter() - begun < 5


def test_what_is_no_file_is_said_to_be_none_and_nothing_waits_for_it(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "circle.yaml").symlink_to(tmp_path / "circle.yaml")
    (tmp_path / "big.yaml").write_bytes(b"#" * (MAX_BYTES + 1))
    (tmp_path / "noise.yaml").write_bytes(bytes(range(256)))
    for name in ("folder.yaml", "pipe.yaml", "circle.yaml", "big.yaml", "noise.yaml", "none.yaml", "x" * 5000, "a\0b"):
        with pytest.raises(VariantError):
            tricktaker.load(tmp_path / name)
    (tmp_path / "builds.yaml").write_text("tricktaker: 1\nextends: pipe\nname: Builds\n", encoding="utf-8")
    with pytest.raises(VariantError, match="unknown-variant"):
        tricktaker.load(tmp_path / "builds.yaml")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("folder.yaml", "is a folder"),
        ("pipe.yaml", "is no ordinary file"),
        ("circle.yaml", "There is no file"),
        ("none.yaml", "There is no file"),
        ("x" * 300, "There is no file"),
        ("", "There is no file"),
        ("\x1b[2J", "There is no file"),
    ],
    ids=ascii,
)
def test_the_command_line_says_so_too(tmp_path: Path, name: str, told: str) -> None:
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "circle.yaml").symlink_to(tmp_path / "circle.yaml")
    done = command("check", name, folder=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr and "fault" not in done.stderr and "\x1b" not in done.stderr


def test_a_folder_of_the_name_does_not_hide_a_shipped_game(tmp_path: Path) -> None:
    (tmp_path / "fox").mkdir()
    done = command("show", "fox", folder=tmp_path)
    assert done.returncode == 0 and "target" in done.stdout


@pytest.mark.parametrize("folder", ["a\x1b[2J b", b"\xff"], ids=ascii)
def test_a_file_may_lie_anywhere(tmp_path: Path, folder: str | bytes) -> None:
    place = tmp_path / os.fsdecode(folder)
    place.mkdir()
    shutil.copy(written(tmp_path), place / "mine.yaml")
    path = str(Path(os.fsdecode(folder)) / "mine.yaml")
    wishes = ("run", path, "--players", "random,random", "--seed", "1", "--record", "g.jsonl")
    for what in (("show", path), wishes):
        done = command(*what, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "\x1b" not in done.stdout + done.stderr
    done = command("replay", "g.jsonl", folder=tmp_path)
    assert "fault" not in done.stderr
    assert done.returncode in (1, 2), "records hold no such path"


def test_the_name_of_a_game_decides_nothing(tmp_path: Path) -> None:
    text = (variants_dir() / "fox.yaml").read_text(encoding="utf-8")
    (tmp_path / "other.yaml").write_text(text.replace("name: The Fox in the Forest", "name: Other"), encoding="utf-8")
    one, two = tricktaker.load("fox"), tricktaker.load(tmp_path / "other.yaml")
    assert one.fingerprint == two.fingerprint
    for number in range(5):
        stories = [[(s.fingerprint, s.legal_actions) for s in by_chance(game, 3, number)] for game in (one, two)]
        assert stories[0] == stories[1]


def test_the_words_of_a_small_change_are_told_from_a_target_in_the_effective_file(tmp_path: Path) -> None:
    (tmp_path / "short.yaml").write_text(
        "tricktaker: 1\nextends: fox\nname: Short\noptions:\n  target: {default: 16}\n", encoding="utf-8"
    )
    done = command("show", "--effective", "short.yaml", folder=tmp_path)
    assert done.returncode == 0
    assert "default: 16" in done.stdout and "extends" not in done.stdout
    assert tricktaker.load(tmp_path / "short.yaml").options == {"target": 16}


@pytest.mark.parametrize("text", ["", " ", "play", "play 99 of moons", "\x1b[2J", "é" * 1000, "play 9 of moons\n!"])
def test_a_text_that_is_no_action_is_answered_with_what_is_near(text: str) -> None:
    with pytest.raises(UnknownAction):
        tricktaker.load("fox").action(text)


@pytest.mark.parametrize("text", ["2k", "play 2K", "paly 2 of keys", "2 of keys"])
def test_a_text_that_names_a_card_is_answered_with_what_may_be_done_with_it(text: str) -> None:
    with pytest.raises(UnknownAction, match="did you mean `play 2 of keys`"):
        tricktaker.load("fox").action(text)


def test_the_head_of_these_tests_is_a_game_itself(tmp_path: Path) -> None:
    assert HEAD.count("\n") > 15
    assert slugs(tmp_path) == {}


def test_an_end_of_data_inside_the_program_is_no_interrupt(capsys: pytest.CaptureFixture[str]) -> None:
    def fails() -> None:
        raise Abort from EOFError("marshal data too short")

    assert end_of(fails, Circumstances()) == 2
    assert "internal fault: EOFError" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["new", ""], "can't be a game's name"),
        (["new", "a\x1b[2J"], "can't be a game's name"),
        (["new", "x" * 300], "can't be a game's name"),
        (["simulate", "fox", "-n", "2", "--cluster", "garbage"], "no address of a scheduler"),
        (["simulate", "fox", "-n", "2", "--cluster", ""], "no address of a scheduler"),
        (["simulate", "fox", "-n", "0"], "--games"),
        (["simulate", "fox", "-n", "2", "--out", "x.txt"], ".jsonl or .csv"),
        (["simulate", "fox", "-n", "2", "--out", "no/x.csv"], "can't be written"),
        (["simulate", "fox", "-n", "2", "--players", "you,random"], "there is no bot `you`"),
        (["simulate", "fox", "-n", "2", "--players", ","], "there is no bot"),
        (["show", "fox", "--set", "target=" + "9" * 5000], "16, 21, 35"),
        (["show", "fox", "--set", "target=true"], "`true` is no value"),
        (["explain", "\x1b[2J"], "There is no diagnostic"),
        (["check", "fox", "--games", "-1"], "--games"),
        (["replay", "none.jsonl"], "does not exist"),
    ],
    ids=lambda value: ascii(" ".join(value))[:60] if isinstance(value, list) else "",
)
def test_what_can_not_be_done_is_said_in_a_sentence(tmp_path: Path, arguments: list[str], told: str) -> None:
    done = command(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stdout == "" and "Traceback" not in done.stderr and "fault" not in done.stderr
    assert "\x1b" not in done.stderr and len(done.stderr) < 1000
