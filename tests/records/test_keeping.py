"""Games kept while they are played: nothing is lost, nothing is shown too early."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.loaded import game_for
from tests.records.games import ROOT, VARIANTS, by_chance, kept, lines, load
from tricktaker.records import Move, Recorder, RecordError, load_record, record_of, write_record


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_kept_game_replays_to_the_same_end(path: Path, tmp_path: Path) -> None:
    game = game_for(path, {})
    file = tmp_path / "game.jsonl"
    state = kept(file, game, 5)
    record = load_record(file)
    assert record.finished
    again = game.replay(record)
    assert again == state
    assert [event.to_json() for event in again.events] == [event.to_json() for event in state.events]
    assert record == record_of(state, ["random"] * game.players, 5)
    assert len(record.tricks) == len(state.tricks_ended)


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_game_can_be_taken_up_after_every_decision(path: Path, tmp_path: Path) -> None:
    """Left and taken up again after each decision, a game goes as if it never had been left."""
    game = game_for(path, {})
    file = tmp_path / "game.jsonl"
    state, chance = game.deal(3), random.Random(3)
    Recorder(file, game, state, ["random"] * game.players, 3).close()
    for _ in range(45):
        record = load_record(file)
        state = game.replay(record)
        if state.is_over:
            break
        recorder = Recorder.resume(file, record, game, state)
        seat, action = state.current_player, chance.choice(state.legal_actions)
        assert seat is not None
        state.apply(action)
        recorder.decided(state, seat, action)
        recorder.close()
    undisturbed = by_chance(game, 3, 45)
    assert undisturbed == state
    for viewer in [*range(game.players), None]:
        assert undisturbed.view(viewer).to_json() == state.view(viewer).to_json()


def test_a_step_is_the_game_as_it_was_then(tmp_path: Path) -> None:
    game = load("fox")
    state = kept(tmp_path / "game.jsonl", game, 8)
    record = load_record(tmp_path / "game.jsonl")
    steps = [game.deal(8)]
    for decided in state.decisions:
        steps.append(steps[-1].copy())
        steps[-1].apply(decided.action)
    for step in range(0, len(steps), 7):
        assert game.replay(record, step) == steps[step]
    with pytest.raises(RecordError, match=f"no move {len(steps)}, it ends after {len(steps) - 1}"):
        game.replay(record, len(steps))


def test_going_on_from_a_step_meets_the_recorded_deals() -> None:
    game = load("fox")
    record = record_of(by_chance(game, 8), ["random", "random"], 8)
    state = game.replay(record, 5)
    chance = random.Random(99)
    while state.round_no < 3:
        state.apply(chance.choice(state.legal_actions))
    labels = [card.name for card in game.cards]
    dealt = [tuple(labels[card] for card in shuffle.cards) for shuffle in state.shuffles]
    assert dealt == [deal.cards for deal in record.deals[: len(dealt)]]


@pytest.mark.parametrize("name", ["fox", "duet", "hearts", "skull-king"])
def test_the_file_of_a_game_that_goes_on_shows_no_card_that_is_not_seen(name: str, tmp_path: Path) -> None:
    game = load(name)
    file = tmp_path / "game.jsonl"
    state = kept(file, game, 12345, 23)
    text = file.read_text(encoding="utf-8")
    seen = json.dumps([event.to_json() for event in state.view(None).events])
    told = {entry["action"] for entry in lines(file) if "action" in entry}
    known = {game.cards[card].name for event in json.loads(seen) for card in event.get("cards", ()) if card is not None}
    open_text = text.partition("\n")[2]
    for card in game.cards:
        assert card.name not in open_text or card.name in known or card.name in " ".join(told)
    assert "12345" not in text and "seed" not in lines(file)[0]
    assert not any("cards" in entry for entry in lines(file))
    for entry, decided in zip([e for e in lines(file) if "move" in e], state.decisions, strict=True):
        assert ("sealed" in entry) is not decided.open
    record = load_record(file)
    assert record.seed == 12345 and not record.finished
    assert game.replay(record) == state


def test_what_a_seat_decides_in_secret_is_sealed(tmp_path: Path) -> None:
    game = load("hearts")
    kept(tmp_path / "game.jsonl", game, 2, 6)
    moves = [entry for entry in lines(tmp_path / "game.jsonl") if "move" in entry]
    assert len(moves) == 6 and all("sealed" in move and "action" not in move for move in moves)


def test_the_file_is_opened_when_the_game_is_over(tmp_path: Path) -> None:
    kept(tmp_path / "game.jsonl", load("fox"), 5)
    found = lines(tmp_path / "game.jsonl")
    assert found[0]["seed"] == 5
    assert not any("sealed" in line for line in found)
    assert set(found[-1]["end"]) == {"scores", "winners", "result"}


def test_each_decision_is_in_the_file_before_the_next(tmp_path: Path) -> None:
    game = load("fox")
    file = tmp_path / "game.jsonl"
    state = game.deal(1)
    recorder = Recorder(file, game, state, ["you", "random"], 1)
    for count in range(1, 30):
        seat, action = state.current_player, state.legal_actions[-1]
        assert seat is not None
        state.apply(action)
        recorder.decided(state, seat, action)
        assert len(load_record(file).moves) == count
    recorder.close()
    recorder.close()


KILLED = """
import random, sys
import tricktaker
from tricktaker.records import Recorder
game = tricktaker.load("fox")
state = game.deal(4)
recorder = Recorder(sys.argv[1], game, state, ["random", "random"], 4)
chance = random.Random(4)
print("ready", flush=True)
while not state.is_over:
    seat, action = state.current_player, chance.choice(state.legal_actions)
    state.apply(action)
    recorder.decided(state, seat, action)
    print(len(state.decisions), flush=True)
    sys.stdin.readline()
"""


@pytest.mark.skipif(os.name == "nt", reason="kills as POSIX systems do")
def test_a_killed_game_is_not_lost(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(file)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None
    for _ in range(20):
        process.stdout.readline()
        process.stdin.write("\n")
        process.stdin.flush()
    time.sleep(0.2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()
    game = load("fox")
    record = load_record(file)
    assert len(record.moves) >= 20
    state = game.replay(record)
    assert state == by_chance(game, 4, len(record.moves))
    Recorder.resume(file, record, game, state).close()


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    game = load("fox")
    file = tmp_path / "game.jsonl"
    state = kept(file, game, 6, 30)
    whole = file.read_bytes()
    last = len(whole) - len(whole.splitlines(keepends=True)[-1])
    for cut in range(last + 1, len(whole) - 1):
        file.write_bytes(whole[:cut])
        record = load_record(file)
        assert len(record.moves) == 29
        assert len(game.replay(record).decisions) == 29
    record = load_record(file)
    recorder = Recorder.resume(file, record, game, game.replay(record))
    recorder.close()
    assert all(lines(file)) and len(load_record(file).moves) == 29
    file.write_bytes(whole[:-1])
    assert game.replay(load_record(file)) == state


def test_what_was_taken_back_is_gone(tmp_path: Path) -> None:
    game = load("fox")
    file = tmp_path / "game.jsonl"
    state = game.deal(6)
    recorder = Recorder(file, game, state, ["you", "you"], 6)
    before = []
    for action in (0, 0, -1, -1, 0, 0):
        before.append(state.copy())
        seat, chosen = state.current_player, state.legal_actions[action]
        assert seat is not None
        state.apply(chosen)
        recorder.decided(state, seat, chosen)
    state = before[3]
    recorder.taken_back(state, 3)
    assert lines(file)[-1] == {"back": 3}
    assert game.replay(load_record(file)) == before[3]
    chance = random.Random(1)
    while not state.is_over:
        seat, chosen = state.current_player, chance.choice(state.legal_actions)
        assert seat is not None
        state.apply(chosen)
        recorder.decided(state, seat, chosen)
    assert game.replay(load_record(file)) == state
    recorder.finished(state)
    assert not any("back" in line for line in lines(file))
    assert game.replay(load_record(file)) == state


def test_a_game_is_not_written_over_another(tmp_path: Path) -> None:
    game = load("fox")
    file = tmp_path / "game.jsonl"
    file.write_text("something of value", encoding="utf-8")
    with pytest.raises(FileExistsError):
        Recorder(file, game, game.deal(1), ["you", "random"], 1)
    assert file.read_text(encoding="utf-8") == "something of value"


def test_writing_a_whole_record_replaces_the_file_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("fox")
    file = tmp_path / "game.jsonl"
    record = record_of(by_chance(game, 1), ["random", "random"], 1)
    write_record(file, record)
    mode = file.stat().st_mode
    write_record(file, record)
    assert load_record(file) == record and file.stat().st_mode == mode

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_record(file, record_of(by_chance(game, 2), ["random", "random"], 2))
    assert load_record(file) == record
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_undo_leaves_no_trace_in_the_state() -> None:
    game = load("fox")
    chance = random.Random(2)
    state = game.deal(2)
    while not state.is_over:
        copy, print_ = state.copy(), state.fingerprint
        copy.apply(chance.choice(copy.legal_actions))
        assert state.fingerprint == print_
        assert state.view(0).to_json() == game.replay(record_of(state, ["you", "you"], 2)).view(0).to_json()
        state = copy


def test_moves_can_be_told_from_a_record() -> None:
    record = record_of(by_chance(load("fox"), 1), ["random", "random"], 1)
    assert all(isinstance(move, Move) for move in record.moves)
    assert {move.seat for move in record.moves} == {0, 1}
    assert all(len(deal.cards) == 33 for deal in record.deals)
