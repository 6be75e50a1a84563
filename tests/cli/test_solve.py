"""`tricktaker solve` from outside."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.cli.shell import tricktaker
from tricktaker.cli import main
from tricktaker.cli.solve import action_of
from tricktaker.game import load
from tricktaker.records import write_record
from tricktaker.records.replaying import record_of
from tricktaker.solver.prover import Prover, Stopped

POSITION = "{hand: {0: [2k, 4k, 9m], 1: [3k, 8m, 7b]}, leader: 0, zones: {decree: [6b]}}"


def test_json_says_all_that_the_text_says(tmp_path: Path) -> None:
    file = tmp_path / "late.yaml"
    file.write_text(POSITION, encoding="utf-8")
    done = tricktaker("solve", "fox", "--engine", "python", "--position", str(file), "--all", "--format", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["complete"] and found["by"] == "score" and found["points"] == [6, 7]
    assert [(side["seats"], side["value"]) for side in found["sides"]] == [([0], -1), ([1], 1)]
    assert {each["action"]: each["value"] for each in found["actions"]} == {
        "play 2 of keys": -1,
        "play 4 of keys": -1,
        "play 9 of moons": -1,
    }
    assert found["line"][0] == {"seat": 0, "action": "play 2 of keys"}


def in_process(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["solve", *arguments, "--engine", "python"], catch_exceptions=False)
    return result.exit_code, result.stdout


def duet(moves: int) -> list[str]:
    """A game that is won together, after so many moves by chance."""
    state, chance, told = load("duet").deal(seed=0), random.Random(0), ["duet", "--seed", "0"]
    for _ in range(moves):
        action = chance.choice(state.legal_actions)
        told += ["--do", state.game.text(action)]
        state.apply(action)
    return told


def test_a_game_won_together_has_words_for_its_worth() -> None:
    position = duet(22)
    code, text = in_process(*position, "--all")
    assert code == 0
    assert text.startswith("seats 0 and 1: the game goes on, score 0\n(for winning first")
    assert str(1 << 32)[:6] not in text
    code, text = in_process(*position, "--all", "--format", "json")
    found = json.loads(text)
    worth = {"won": None, "score": 0}
    assert [(side["value"], side["low"], side["high"]) for side in found["sides"]] == [(worth, worth, worth)]
    assert {each["value"]["won"] for each in found["actions"]} <= {None, False}
    assert str(1 << 32)[:6] not in text


@pytest.mark.parametrize("bound", [(0, "at worst", "low"), (1, "at best", "high")])
def test_what_is_proven_of_a_game_won_together_is_said(
    bound: tuple[int, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    more, word, end = bound

    def stopped(self: Prover, vector: list[int], goal: int) -> int:
        """Proves one thing, that the goal is reached or isn't, and no more."""
        monkeypatch.setattr(Prover, "bound", left)
        return goal - more

    def left(self: Prover, vector: list[int], goal: int) -> int:
        raise Stopped

    position = duet(22)
    monkeypatch.setattr(Prover, "bound", stopped)
    code, text = in_process(*position)
    assert code == 3
    assert text.startswith(f"seats 0 and 1: {word} the game goes on, score {-more}\n")
    monkeypatch.setattr(Prover, "bound", stopped)
    code, text = in_process(*position, "--format", "json")
    (side,) = json.loads(text)["sides"]
    assert (code, side.pop(end)) == (3, {"won": None, "score": -more})
    assert list(side.values()) == [[0, 1], None, None]


def test_a_record_at_a_step(tmp_path: Path) -> None:
    game = load("fox", target=16)
    state = game.deal(seed=4)
    while not state.is_over:
        state.apply(state.legal_actions[0])
    path = tmp_path / "game.jsonl"
    write_record(path, record_of(state, ["random", "random"], 4))
    last = str(len(state.decisions) - 2)
    done = tricktaker("solve", "--record", str(path), "--step", last, "--engine", "python")
    assert done.returncode == 0, done.stderr
    assert "best play:" in done.stdout


def test_a_game_that_is_not_over_stays_closed(tmp_path: Path) -> None:
    state = load("fox", target=16).deal(seed=4)
    for _ in range(5):
        state.apply(state.legal_actions[0])
    path = tmp_path / "game.jsonl"
    write_record(path, record_of(state, ["random", "random"], 4))
    done = tricktaker("solve", "--record", str(path), "--engine", "python")
    assert done.returncode == 2 and not done.stdout
    assert "would lay everybody's cards open" in done.stderr


def test_what_is_small_needs_no_machine_code() -> None:
    """Both engines say the same, and the time is for searching."""
    position = ["--position", "{hand: {0: [2k, 4k], 1: [3k, 8m]}, leader: 0, zones: {decree: [6b]}}"]
    ways = ([], ["--time", "1"], ["--engine", "python"])
    found = {tricktaker("solve", "fox", *position, *more).stdout.split("positions in")[0] for more in ways}
    assert len(found) == 1 and "best play:" in found.pop()


@pytest.mark.parametrize(
    ("hands", "trick", "says"),
    [
        ("{0: [2k, 4k], 1: [3k, 8m]}", "[]", False),
        ("{0: [2k, 4k], 1: [3k]}", "[]", True),
        ("{0: [4k], 1: [3k, 8m]}", "[2k]", False),
        ("{0: [2k, 4k], 1: [3k, 8m]}", "[6k]", True),
    ],
)
def test_hands_of_unequal_length_are_noticed(hands: str, trick: str, says: bool) -> None:
    position = f"{{hand: {hands}, trick: {trick}, leader: 0, zones: {{decree: [6b]}}}}"
    done = tricktaker("solve", "fox", "--engine", "python", "--position", position)
    assert ("best play:" in done.stdout) is not (hands == "{0: [2k, 4k], 1: [3k]}"), done.stderr
    assert ("not equally long" in done.stderr) is says


def test_pbn_and_what_comes_first() -> None:
    variant = str(Path(__file__).parents[1] / "solver" / "whist.yaml")
    deal = ["--pbn", "N:AK... QJ... T9... 87...", "--leader", "N", "--var", "strain=notrump"]
    done = tricktaker("solve", variant, *deal, "--engine", "python", "--do", "play K of spades", "--by", "tricks")
    assert done.returncode == 0, done.stderr
    assert "seats 0 and 2: +2" in done.stdout


def test_more_memory_than_there_is() -> None:
    pytest.importorskip("numba")
    position = "{hand: {0: [2k], 1: [3k]}, leader: 0, zones: {decree: [6b]}}"
    done = tricktaker("solve", "fox", "--engine", "numba", "--position", position, "--memory", "999999999")
    assert done.returncode == 2
    assert done.stderr == "Error: This needs more memory than there is.\n"


DEAL = ("--position", "{hand: {0: [2k, 2b, 9m], 1: [3k, 8m, 7b]}, leader: 0, zones: {decree: [6b]}}")


@pytest.mark.parametrize("answer", ["2k", "play 2k", "2 keys"])
def test_answers_are_typed_as_at_the_table(answer: str) -> None:
    done = in_process("fox", *DEAL, "--do", answer, "--format", "json")
    code, told = in_process("fox", *DEAL, "--do", "play 2 of keys", "--format", "json")
    first, second = json.loads(done[1]), json.loads(told)
    assert done[0] == code == 0
    assert first["line"] == second["line"] and first["sides"] == second["sides"], answer


def test_a_seat_is_chosen_by_its_number() -> None:
    """As in every notation; a place in a list, which the table has, means nothing here."""
    game = load("duet")
    dice = random.Random(1)
    state = game.deal(2)
    while "toward seat 1" not in map(game.text, state.legal_actions):
        state.apply(dice.choice(state.legal_actions))
    for answer, text in (("toward 1", "toward seat 1"), ("0", "toward seat 0"), ("seat 1", "toward seat 1")):
        assert game.text(action_of(game, state, answer)) == text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["fox", "--position", "{hand: {0: [99x]}}"], "there is no card `99x`"),
        (["fox", "--position", "{", "--seed", "1"], "two positions"),
        (["fox", "--position", "{hand"], "error["),
        (["fox", "--position", "{hand: {0: [7k, 8k], 1: [3k, 4k]}, leader: 0}"], "the rules can't go on:"),
        (["fox", "--position", "nothing.yaml"], "nothing.yaml: No such file"),
        (["fox", "--pbn", "N:A... K... Q... J..."], "no four hands"),
        (["fox", "--memory", str(10**30)], "--memory"),
        (["fox", "--step", "3"], "--record FILE --step N"),
        (["fox", "--leader", "N"], "go with --pbn"),
        (["fox", "--do", "jump"], "no action `jump`"),
        (["fox", *DEAL, "--do", "2"], "`2` could be `play 2 of bells` or `play 2 of keys`"),
        (["fox", *DEAL, "--do", "9k"], "`play 9 of keys` is refused"),
        (["fox", *DEAL, "--do", "#1"], "no action `#1`"),
        (["fox", "--by", "nonsense"], "Try --by tricks"),
        ([], "Name a VARIANT"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(arguments: list[str], says: str) -> None:
    done = tricktaker("solve", "--engine", "python", *arguments)
    assert done.returncode in (1, 2)
    assert says in done.stderr
    assert "Traceback" not in done.stderr and "internal fault" not in done.stderr
