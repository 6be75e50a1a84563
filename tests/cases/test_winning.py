"""Who takes a trick: declared order, trump as it is at the end, ties, the last trick like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.table import by_chance, game_of, holds, play, small


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        ("6m", ["10k", "8k"], 0),
        ("6m", ["8k", "10k"], 1),
        ("6m", ["2b", "11k"], 0),
        # the only 9 is a trump of rank 9
        ("6k", ["9m", "10k"], 1),
        ("6k", ["9m", "8k"], 0),
        ("6k", ["11k", "9m"], 0),
        ("6k", ["8k", "9m"], 1),
        ("6k", ["11b", "9m"], 1),
        # also within its own suit
        ("6m", ["10k", "9k"], 1),
        ("6k", ["10k", "9k"], 0),
        ("6k", ["9b", "11b"], 0),
        ("6k", ["11b", "9b"], 1),
        # a 9 as decree is no 9 in the trick
        ("9m", ["10k", "2m"], 1),
        ("9m", ["9k", "9b"], 0),
    ],
    ids=str,
)
def test_who_wins(trump: str, trick: list[str], winner: int) -> None:
    holds("fox", "who wins", zones={"decree": [trump]}, trick=trick, winner=winner)


def test_ranks_are_compared_by_their_place_in_the_list_not_as_text(tmp_path: Path) -> None:
    ranks = "ranks: ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A']"
    game = small(tmp_path, "", ("ranks: 1..11", ranks))
    for lower, higher in (("9", "10"), ("2", "10"), ("10", "J"), ("K", "A"), ("8", "K")):
        for first, second, winner in ((lower, higher, 1), (higher, lower, 0)):
            hands = {0: [f"{first}k", "3b"], 1: [f"{second}k", "4b"]}
            state = play(game.position(hands=hands), f"play {first}k", f"play {second}k")
            assert state.leader == winner


def test_cards_that_count_nothing_have_an_order_too(tmp_path: Path) -> None:
    game = small(tmp_path, "", ("players: 2", "players: 4"))
    hands = {0: ["2b", "1m"], 1: ["4b", "2m"], 2: ["3b", "3m"], 3: ["5k", "4m"]}
    state = play(game.position(hands=hands), "play 2b", "play 4b", "play 3b", "play 5k")
    assert state.tricks_won == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("trick", "winner"), [(["9c", "9d", "9s"], 2), (["Kc", "2d", "Ks"], 2), (["Kc", "Kd", "2s"], 1)], ids=str
)
def test_the_last_of_equal_highest_cards_wins_and_leads(trick: list[str], winner: int) -> None:
    holds("cucumber", "equals", players=3, trick=trick, winner=winner, next=winner)


@pytest.mark.parametrize(("answer", "winner"), [("exchange 6m", 1), ("decline", 0)])
def test_trump_is_read_after_all_abilities_have_run(answer: str, winner: int) -> None:
    game = game_of("fox")
    hands = {0: ["10b", "2k", "4k"], 1: ["3m", "6m", "8m"]}
    state = game.position(hands=hands, zones={"decree": ["5k"]})
    play(state, "play 10b", "play 3m", answer)
    assert state.tricks_won == [1 - winner, winner]
    assert state.leader == winner


def test_the_last_trick_is_counted_like_the_others() -> None:
    game = game_of("fox")
    hands = {0: ["4b"], 1: ["8b"]}
    state = game.position(hands=hands, zones={"decree": ["6m"]}, trick_no=13, tricks=[6, 6])
    play(state, "play 4b", "play 8b")
    # 6 tricks are 3 points, 7 tricks are 6
    assert state.scores == [3, 6]


def test_in_every_round_all_tricks_are_somebodys() -> None:
    game = game_of("fox")
    for number in range(10):
        tricks = 0
        for state in by_chance(game, 9, number):
            tricks = len(state.tricks_ended)
        assert tricks % 13 == 0
        assert None not in state.tricks_ended
