"""Records that aren't so are refused where they aren't, by a sentence that says why."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import tricktaker
from tests.records.games import ROOT, edited, kept, lines, load, record_for
from tricktaker.records import Deal, Move, Record, RecordError, Trick, load_record
from tricktaker.records.record import Entry


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    kept(path, load("fox"), 5)
    return path


def line_of(file: Path, kind: str, number: int) -> int:
    return 1 + next(place for place, line in enumerate(lines(file)) if line.get(kind) == number)


def changed_rules(tmp_path: Path, old: str, new: str) -> tricktaker.Game:
    text = (ROOT / "variants" / "fox.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "fox.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return tricktaker.load(path)


def test_other_rules_are_noticed_before_the_first_move(file: Path, tmp_path: Path) -> None:
    other = changed_rules(tmp_path, "7..9: 6 ", "7..9: 5 ")
    record = load_record(file)
    with pytest.raises(RecordError, match="the rules differ") as refused:
        other.replay(record)
    assert refused.value.move is None
    assert record.fingerprint in str(refused.value) and other.fingerprint in str(refused.value)


def test_forced_a_replay_shows_where_the_games_part(file: Path, tmp_path: Path) -> None:
    other = changed_rules(tmp_path, "7..9: 6 ", "7..9: 5 ")
    with pytest.raises(RecordError) as parted:
        other.replay(load_record(file), force=True)
    assert "the scores were [" in parted.value.message and ", now [" in parted.value.message
    move = parted.value.move
    assert move is not None and move > 25 and parted.value.line == line_of(file, "move", move) + 1
    assert other.replay(load_record(file), move - 1, force=True).round_no >= 1


def test_forced_a_replay_under_rules_that_play_alike_is_fine(file: Path, tmp_path: Path) -> None:
    other = changed_rules(tmp_path, "at_most: 60", "at_most: 59")
    record = load_record(file)
    assert other.fingerprint != record.fingerprint
    assert other.replay(record, force=True).scores == load("fox").replay(record).scores


def test_an_illegal_action_is_refused_by_its_rule(file: Path) -> None:
    game = load("fox")
    record = load_record(file)
    for number, move in enumerate(record.moves):
        state = game.replay(record, number)
        held = [game.action(f"play {card.name}") for card in state.view(move.seat).hand]
        wrong = [action for action in held if action not in state.legal_actions]
        if state.decision is not None and state.decision.kind == "play" and wrong:
            break
    line = line_of(file, "move", number + 1)
    with pytest.raises(RecordError) as refused:
        game.replay(edited(file, line, action=game.text(wrong[0])))
    error = refused.value
    assert (error.move, error.line) == (number + 1, line)
    assert "(suit)" in error.message or "follow" in error.message
    assert f"`{game.text(wrong[0])}` is refused" in error.message and "legal: " in error.message
    assert str(error).startswith(f"{error.file}:{line}: move {number + 1}: ")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"action": "play 12 of moons"}, "no action `play 12 of moons`"),
        ({"action": "decline"}, "that is not asked now"),
        ({"seat": 5}, "seat 5 decides, but seat"),
    ],
)
def test_a_decision_that_can_not_be_is_refused(file: Path, changes: dict[str, object], told: str) -> None:
    line = line_of(file, "move", 3)
    with pytest.raises(RecordError, match=told) as refused:
        load("fox").replay(edited(file, line, **changes))
    assert (refused.value.move, refused.value.line) == (3, line)


def test_a_decision_too_many_is_refused(file: Path) -> None:
    game = load("fox")
    record = load_record(file)
    more = replace(record, entries=(*record.entries, record.moves[0]), end=None)
    with pytest.raises(RecordError, match="the game is over, and there is another decision"):
        game.replay(more)


def test_a_game_that_is_not_over_does_not_end(file: Path) -> None:
    record = load_record(file)
    with pytest.raises(RecordError, match="says that the game is over, which it isn't"):
        load("fox").replay(replace(record, entries=record.entries[:-3]))


def test_a_wrong_end_is_noticed(file: Path) -> None:
    line = len(lines(file))
    end = lines(file)[-1]["end"]
    with pytest.raises(RecordError, match="the winners were") as refused:
        load("fox").replay(edited(file, line, end={**end, "winners": [0, 1]}))
    assert refused.value.line == line
    with pytest.raises(RecordError, match="the scores were"):
        load("fox").replay(edited(file, line, end={**end, "scores": [99, 0]}))


def test_a_trick_that_ends_otherwise_is_noticed(file: Path) -> None:
    line = line_of(file, "trick", 2)
    was = lines(file)[line - 1]
    for changes, told in (
        ({"winner": 1 - was["winner"]}, "the trick was won by seat"),
        ({"round": 2}, "the round was 2, now 1"),
        ({"scores": [7, 7]}, r"the scores were \[7, 7\], now"),
        ({"check": "0" * 12}, "the checks differ"),
    ):
        with pytest.raises(RecordError, match=told) as refused:
            load("fox").replay(edited(file, line, **changes))
        assert refused.value.line == line and refused.value.move is not None


def second_deal(record: Record, change: object) -> Record:
    """The record with its second deal changed."""
    entries: list[Entry] = []
    seen = 0
    for entry in record.entries:
        seen += isinstance(entry, Deal)
        if isinstance(entry, Deal) and seen == 2:
            entry = replace(entry, **change(entry))  # type: ignore[operator]
        entries.append(entry)
    return replace(record, entries=tuple(entries))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda deal: {"cards": deal.cards[1:]}, "isn't made of the 33 cards"),
        (lambda deal: {"cards": (deal.cards[1], *deal.cards[1:])}, "isn't made of the 33 cards"),
        (lambda deal: {"cards": ("12 of moons", *deal.cards[1:])}, "no card `12 of moons`"),
        (lambda deal: {"zone": "stock"}, "`deck` is shuffled, the deal is of `stock`"),
        (lambda deal: {"seat": 1}, "`deck` is shuffled"),
    ],
)
def test_a_deal_that_does_not_fit_is_refused_at_its_move(change: object, told: str) -> None:
    record = record_for(load("fox"), 5)
    second = [place for place, entry in enumerate(record.entries) if isinstance(entry, Deal)][1]
    made = sum(isinstance(entry, Move) for entry in record.entries[:second])
    with pytest.raises(RecordError, match=told) as refused:
        load("fox").replay(second_deal(record, change))
    assert refused.value.move == made


def test_another_deal_is_played_as_it_is_written() -> None:
    """The cards of the record are dealt, whatever the seed would deal."""
    record = record_for(load("fox"), 5)
    other = replace(record, seed=6, entries=tuple(e for e in record.entries if not isinstance(e, Trick)))
    game = load("fox")
    assert game.replay(other).scores == game.replay(record).scores
    assert [event.to_json() for event in game.replay(other).events] == [
        event.to_json() for event in game.replay(record).events
    ]


def test_a_dealer_that_nobody_drew_is_refused() -> None:
    record = record_for(load("fox"), 5)
    with pytest.raises(RecordError, match="seat 7 is drawn to deal first, which can't be"):
        load("fox").replay(replace(record, dealer=7))


def test_a_record_of_another_version_says_so(file: Path) -> None:
    old = edited(file, 1, engine="0.0.3")
    game = load("fox")
    assert game.replay(old).is_over, "the deals are in the record: it replays"
    line = line_of(file, "move", 3)
    wrong = replace(edited(file, line, action="decline"), engine="0.0.3")
    with pytest.raises(RecordError, match=r"recorded by version 0\.0\.3, replayed by "):
        game.replay(wrong)
    with pytest.raises(RecordError, match=r"of format 2, written by version 9\.9; this version reads format 1"):
        edited(file, 1, record=2, engine="9.9", surprise=True)


def test_another_number_of_players_is_refused(file: Path) -> None:
    with pytest.raises(RecordError, match="a record of 3 players, the game has 2 seats"):
        load("fox").replay(replace(load_record(file), players=("a", "b", "c")))


def test_options_and_players_are_kept(tmp_path: Path) -> None:
    game = tricktaker.load("cucumber", players=3, lives=3)
    path = tmp_path / "game.jsonl"
    state = kept(path, game, 2)
    record = load_record(path)
    assert record.options == game.options and len(record.players) == 3
    again = tricktaker.load(record.variant, players=len(record.players), **record.options)
    assert again.replay(record).fingerprint == state.fingerprint


def test_the_rule_file_is_found_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    rules = home / "mine.yaml"
    rules.write_text((ROOT / "variants" / "fox.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    game = tricktaker.load(rules)
    kept(tmp_path / "game.jsonl", game, 2)
    record = load_record(tmp_path / "game.jsonl")
    assert record.id == "mine" and Path(record.variant) == rules.resolve()
    moved = tmp_path / "mine.yaml"
    rules.rename(moved)
    assert record.variant == str(moved), "beside the record"
    moved.unlink()
    assert record.variant == str(rules.resolve()), "where it was, for the message that it is gone"
    assert load_record(tmp_path / "game.jsonl").path is not None
    kept(tmp_path / "shipped.jsonl", tricktaker.load("fox"), 2)
    assert json.loads((tmp_path / "shipped.jsonl").read_text().splitlines()[0]).get("path") is None
