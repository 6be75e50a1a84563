"""Shortcuts of the search switch themselves off, or stay right, where rules are not what they take for granted."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.solver.minimax import late_positions
from tests.solver.test_minimax import compare
from tricktaker.compiler.solving import Search
from tricktaker.game import load
from tricktaker.solver import Solver
from tricktaker.solver.prover import EVERYTHING, Prover, between

ODD = """\
tricktaker: 1
name: Odd
players: {{count: 4, teams: [[0, 2], [1, 3]]}}
deck: {{suits: [reds, blues, greens, yellows], ranks: 1..4}}
zones:
  hand: {{face_up_if: true}}
vars:
  score: {{per: team, int: 0..9, lasts: game}}
  mark: {{type: suit, default: reds, lasts: {lasts}}}
round:
  - shuffle: deck
  - deal: {{to: hand, count: {dealt}}}
{steps}
rounds: {{count: 1}}
{rest}
"""
FOUR = "  - tricks: {count: 4}"


def trumps(which: str) -> str:
    return f"define:\n  trump: {which}"


def wins(condition: str) -> str:
    return f"trick:\n  wins:\n    - {{if: {condition}, cards: suit == blues, highest: order}}\n    - led"


def played_by(whom: str) -> str:
    return f"trick:\n  played_by: {whom}"


def written(path: Path, rest: str, steps: str = FOUR, dealt: int = 4, lasts: str = "round") -> str:
    path = path / "odd.yaml"
    path.write_text(ODD.format(rest=rest, steps=steps, dealt=dealt, lasts=lasts), encoding="utf-8")
    return str(path)


def sure_tricks(name: str) -> bool:
    """Whether tricks are counted without a search."""
    game = load(name)
    measured = Solver(game, by="tricks", engine="python").measure
    search = Search(game.program, measured.worth, measured.side_of, True)
    return search.parted and search.tricks.cashes()


def same_as_a_plain_search(name: str, by: str | None) -> None:
    game = load(name)
    solver = Solver(game, by=by, engine="python", memory=64)
    assert sum(compare(game, solver, state, 1500) for state in islice(late_positions(game, 41, 3), 40)) > 30


@pytest.mark.parametrize(
    "rest",
    [
        trumps("suits.at(trick_no)"),
        trumps("if leader.seat == 0 then reds else if leader.seat == 1 then blues else greens"),
        trumps("if players.any(hand.any(suit == reds)) then reds else blues"),
        wins("trick.any(suit == reds)"),
        wins("trick.first.suit == reds"),
        wins("leader.hand.size < 3"),
        wins("turn.seat == 0"),
        played_by("left(me)"),
        played_by("if leader.seat < 2 then players.first else players.last"),
    ],
)
def test_high_cards_are_not_sure_where_they_may_stop_being_high(tmp_path: Path, rest: str) -> None:
    name = written(tmp_path, rest)
    assert not sure_tricks(name)
    same_as_a_plain_search(name, "tricks")


def test_a_seat_may_stay_out_of_a_trick(tmp_path: Path) -> None:
    rest = "trick:\n  may_pass: hand.all(suit != led)"
    same_as_a_plain_search(written(tmp_path, rest, "  - tricks: {count: 2}", 2), "tricks")


def test_cards_dealt_between_tricks_bring_more_tricks(tmp_path: Path) -> None:
    steps = "  - tricks: {count: 2}\n  - deal: {to: hand, count: 2}\n  - tricks: {count: 2}"
    same_as_a_plain_search(written(tmp_path, trumps("reds"), steps, 2), "tricks")


@pytest.mark.parametrize(
    "standings",
    ["2 * tricks_won - other(it).tricks_won", "players.first.tricks_won", "tricks_won + players.first.tricks_won"],
)
def test_a_trick_may_count_for_more_than_its_winner(tmp_path: Path, standings: str) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(
        "tricktaker: 1\nname: Two\nplayers: 2\ndeck: {suits: [reds, blues, greens], ranks: 1..4}\n"
        "define:\n  trump: reds\nround:\n  - shuffle: deck\n  - deal: {to: hand, count: 5}\n  - tricks: {count: 5}\n"
        f"rounds: {{count: 1}}\nend:\n  standings: [{standings}]\n",
        encoding="utf-8",
    )
    same_as_a_plain_search(str(path), None)


@pytest.mark.parametrize(
    "tiers",
    [
        "[{cards: suit == blues and led == reds, highest: order}, "
        "{cards: suit == greens and led == yellows, highest: order}, led]",
        "[{cards: suit == reds, highest: order}, {cards: suit == blues, highest: order}, led]",
    ],
)
def test_who_has_to_discard_may_beat_the_next_card(tmp_path: Path, tiers: str) -> None:
    name = written(tmp_path, f"trick:\n  wins: {tiers}")
    game = load(name)
    solver = Solver(game, by="tricks", engine="python", memory=64)
    positions = islice(late_positions(game, 41, 3), 260)
    assert sum(compare(game, solver, state, 600) for state in positions) > 150


@pytest.mark.parametrize(
    ("rest", "lasts", "sure"),
    [
        (trumps("reds"), "round", True),
        (trumps("mark"), "round", True),
        (trumps("mark"), "trick", False),
        (wins("led == reds"), "round", True),
        (played_by("if me == partner(dealer) then dealer else me"), "round", True),
        (played_by("partner(me)"), "round", True),
        (played_by("if me == left(dealer) then dealer else me"), "round", False),
    ],
)
def test_where_tricks_are_counted_without_a_search(tmp_path: Path, rest: str, lasts: str, sure: bool) -> None:
    name = written(tmp_path, rest, lasts=lasts)
    assert sure_tricks(name) is sure
    same_as_a_plain_search(name, "tricks")


@pytest.mark.parametrize(
    "rest",
    [
        "trick:\n  follow: [suit, beat]",
        "trick:\n  follow: [beat]",
        "trick:\n  follow:\n    - if: winner == leader\n      must: suit == led",
        "hooks:\n  Half:\n    when: played\n    do:\n      - if: winner == leader\n"
        "        then: [{set: {mark: blues}}]",
        "trick:\n  next: left(winner)",
    ],
)
def test_a_proof_knows_no_more_than_who_won(tmp_path: Path, rest: str) -> None:
    """Where rules ask who is winning so far, the cards by which tricks were won in the end are too little."""
    path = Path(written(tmp_path, f"{rest}\ndefine:\n  trump: mark", "  - tricks: {count: 5}", 5))
    short = "{suits: [reds, blues], ranks: 1..10}"
    path.write_text(path.read_text().replace("{suits: [reds, blues, greens, yellows], ranks: 1..4}", short))
    game = load(str(path))
    solver = Solver(game, by="tricks", engine="python", memory=64)
    measured = solver.measure
    assert Search(game.program, measured.worth, measured.side_of, True).parted is ("next" in rest)
    plain = Prover(game, Search(game.program, measured.worth, measured.side_of, True, parting=False), False, 1 << 22)
    for number in range(12):
        state = game.deal(seed=5, game=number)
        value = between(plain, list(state._raw), [-EVERYTHING, EVERYTHING], 0)
        assert solver.solve(state, line=False).values[0] == value


ORDERED = """\
tricktaker: 1
name: Ordered
players: 2
deck: {{suits: [reds, blues], ranks: 1..6}}
round:
  - shuffle: deck
  - deal: {{to: hand, count: 4}}
  - tricks: {{count: 4}}
trick:
  lead: [must: {lead}]
  wins:
    - {{cards: suit == led and order % 2 == 0}}
    - {{cards: suit == led and order % 2 == 1}}
rounds: {{count: 1}}
end: {{standings: [tricks_won]}}
"""


@pytest.mark.parametrize("lead", ["it == hand.first", "it == hand.highest(order)", "order == hand.first.order"])
def test_a_card_that_is_picked_by_its_place_is_compared(tmp_path: Path, lead: str) -> None:
    path = tmp_path / "ordered.yaml"
    path.write_text(ORDERED.format(lead=lead), encoding="utf-8")
    game = load(str(path))
    solver = Solver(game, by="tricks", engine="python", memory=64)
    for number in range(210):
        assert compare(game, solver, game.deal(seed=1, game=number), 20_000)


def test_a_card_without_a_suit(tmp_path: Path) -> None:
    path = tmp_path / "joker.yaml"
    path.write_text(
        "tricktaker: 1\nname: Joker\nplayers: {count: 4, teams: [[0, 2], [1, 3]]}\n"
        "deck:\n  blocks:\n    - {suits: [reds, blues, greens], ranks: 1..5}\n    - {special: joker}\n"
        "round:\n  - shuffle: deck\n  - deal: {to: hand, count: 4}\n  - tricks: {count: 4}\n"
        "trick:\n  follow: [suit]\n  wins: [{cards: special == joker}, led]\n"
        "rounds: {count: 1}\nend: {standings: [tricks_won]}\n",
        encoding="utf-8",
    )
    assert not sure_tricks(str(path))
    same_as_a_plain_search(str(path), "tricks")
