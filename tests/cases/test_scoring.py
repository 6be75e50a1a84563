"""Points, ends, ties, the deal: each at its edges."""

from __future__ import annotations

from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

from tests.cases.table import by_chance, game_of, holds, play, slugs
from tricktaker import BadOption

FOX_ROWS = {0: 6, 1: 6, 2: 6, 3: 6, 4: 1, 5: 2, 6: 3, 7: 6, 8: 6, 9: 6, 10: 0, 11: 0, 12: 0, 13: 0}


@pytest.mark.parametrize("tricks", range(14))
def test_the_table_counts_tricks(tricks: int) -> None:
    points = [FOX_ROWS[tricks], FOX_ROWS[13 - tricks]]
    holds("fox", "a split", tricks=[tricks, 13 - tricks], score={"score": points, "earned": points})


def test_a_7_counts_once_and_for_whoever_takes_it() -> None:
    game = game_of("fox")
    for number in range(5):
        for state in by_chance(game, 6, number):
            earned = state.variable("earned")
            if state.trick_no > 13 or state.is_over:
                continue
            taken = [sum(card.rank == "7" for card in state.zone("won", seat)) for seat in (0, 1)]
            if sum(state.tricks_won) < 13:
                on_table = len(state.view(None).trick)
                assert earned == taken or on_table == 0
                assert sum(taken) <= 3


def test_the_tie_is_broken_by_the_points_of_the_last_round_not_by_its_tricks() -> None:
    given: dict[str, Any] = {"tricks": [10, 3], "vars": {"score": [22, 16], "earned": [2, 1]}}
    given["vars"] = {"score": [22, 16], "earned": [2, 0]}
    holds("fox", "ten tricks are nothing", **given, score={"score": [22, 22], "earned": [2, 6]}, winners=[1])
    level = {"score": [15, 18], "earned": [0, 3]}
    holds("fox", "equal in all", tricks=[7, 6], vars=level, score={"score": [21, 21]}, winners=[0, 1])


def test_a_round_is_played_to_its_end_and_counted_before_anybody_wins() -> None:
    game = game_of("fox")
    hands = {0: ["7k", "2b"], 1: ["2k", "4b"]}
    variables = {"score": [20, 16], "earned": [0, 0]}
    state = game.position(hands=hands, zones={"decree": ["6m"]}, trick_no=12, tricks=[9, 2], vars=variables, fill=False)
    play(state, "play 7k", "play 2k")
    assert state.scores == [21, 16]
    assert not state.is_over
    play(state, "play 2b", "play 4b")
    assert state.is_over and state.trick_no == 13
    assert state.scores == [21, 22] and state.winners == (1,)


@pytest.mark.parametrize(("points", "over"), [(14, False), (15, True), (16, True)])
def test_the_target_itself_is_enough(points: int, over: bool) -> None:
    winners = [0] if over else []
    holds(
        "fox", "target", tricks=[9, 4], vars={"score": [points, 3]}, score={"score": [points + 6, 4]}, winners=winners
    )


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_who_is_equal_shares_whatever_the_seats(order: tuple[int, ...]) -> None:
    cards = ["6c", "6d", "6h"]
    points = [29, 29, 28]
    wins = [seat for seat in range(3) if points[order[seat]] == 28]
    holds(
        "cucumber",
        "all out at once",
        {"last_tie": "all"},
        3,
        trick_no=7,
        vars={"score": [points[order[seat]] for seat in range(3)]},
        trick=[cards[order[seat]] for seat in range(3)],
        winner=2,
        winners=wins,
    )
    holds("cucumber", "level", {"last_tie": "all"}, 3, trick_no=7, vars={"score": [29, 29, 29]}, trick=cards, winner=2,
          winners=[0, 1, 2])  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "slug"),
    [
        ("{0..2: 1, 4..11: 2}", "table-gap"),
        ("{0..3: 1, 3..11: 2}", "table-overlap"),
        ("{0..3: 1, 2: 5, 4..11: 2}", "table-overlap"),
    ],
)
def test_a_table_with_a_gap_or_an_overlap_is_an_error(tmp_path: Path, rows: str, slug: str) -> None:
    use = ("- add: {score: tricks_won}", "- add: {score: pay(tricks_won)}")
    assert set(slugs(tmp_path, f"tables:\n  pay: {rows}\n", use)) == {slug}


def test_a_table_answers_on_both_sides_of_each_edge() -> None:
    game = game_of("fox")
    for row, points in FOX_ROWS.items():
        holds("fox", "a row", eval={f"trick_points({row})": points})
    assert game.rules.names.tables["trick_points"].rows.keys() == {(row,) for row in FOX_ROWS}


@pytest.mark.parametrize(
    ("options", "out", "score"),
    [
        ({}, 1, [30, 0, 3]),
        ({"over": "above"}, 0, [30, 0, 3]),
        ({"limit": 21, "over": "above"}, 1, [30, 0, 3]),
        ({"reentry": "auto_life"}, 0, [3, 0, 3]),
    ],
    ids=str,
)
def test_the_ways_to_leave_cucumber_are_options(options: dict[str, Any], out: int, score: list[int]) -> None:
    left = {"score": score, "active.size": 3 - out}
    holds("cucumber", "30", options, 3, trick_no=7, vars={"score": [16, 0, 3]}, trick=["Ac", "2d", "3h"], winner=0,
          score=left)  # fmt: skip


def test_whoever_is_out_is_passed_over_and_two_players_finish_in_the_same_deal() -> None:
    game = game_of("cucumber", 3)
    for number in range(12):
        dealers: list[tuple[int, tuple[int, ...], int]] = []
        for state in by_chance(game, 2, number):
            assert state.is_over or len(state.active) >= 2
            if not dealers or dealers[-1][0] != state.round_no:
                dealers.append((state.round_no, state.active, state.dealer))
        assert state.is_over
        for (_, _, before), (_, still_in, now) in pairwise(dealers):
            due = next(seat % 3 for seat in range(before + 1, before + 4) if seat % 3 in still_in)
            assert now == due


@pytest.mark.parametrize(
    ("name", "players", "sizes"),
    [
        ("fox", 2, {"hand": 26, "stock": 6, "decree": 1, "deck": 0}),
        ("duet", 2, {"hand": 22, "decree": 1, "deck": 7}),
        *[("cucumber", number, {"hand": 7 * number, "deck": 52 - 7 * number}) for number in range(2, 8)],
    ],
    ids=str,
)
def test_every_card_lies_somewhere_after_the_deal(name: str, players: int, sizes: dict[str, int]) -> None:
    game = game_of(name, players)
    state = game.deal(3)
    zones = state.view(None).zones
    assert {zone: sum(each.size for each in zones[zone]) for zone in sizes} == sizes
    assert sum(sizes.values()) == len(game.cards)


def test_a_deal_of_more_cards_than_there_are_is_an_error(tmp_path: Path) -> None:
    found = slugs(tmp_path, "", ("count: 4}\n  - move", "count: 17}\n  - move"))
    assert "too-few-cards" in found and found["too-few-cards"] == 14


@pytest.mark.parametrize("wrong", [17, "17", True, 16.0, None, [16], 10**5000, "9" * 5000, "\x1b[2J"], ids=type)
def test_an_option_takes_only_its_values(wrong: Any) -> None:
    import tricktaker

    with pytest.raises(BadOption) as refusal:
        tricktaker.load("fox", target=wrong)
    assert "16, 21, 35" in str(refusal.value)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("wrong", [1, 3, -1, True, 2.0, "2"], ids=type)
def test_a_number_of_players_is_one_of_those_there_are(wrong: Any) -> None:
    import tricktaker

    with pytest.raises(BadOption, match="for 2 players"):
        tricktaker.load("fox", players=wrong)
