"""What a position may not be: every reason is said, in words, whoever lays it out."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tricktaker.checks.examples import run_example
from tricktaker.game import Game, PositionError, load
from tricktaker.solver import deal_from_pbn, read_position

PBN = "N:AKQJ.T98.765.432 T987.AKQ.JT9.876 65432.765.AK.AKQ -.J432.Q8432.JT95"


@cache
def game_of(name: str) -> Game:
    return load(name)


def reasons(name: str, text: str) -> tuple[str, ...]:
    with pytest.raises(PositionError) as refusal:
        read_position(game_of(name), text)
    return refusal.value.reasons


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{hand: {2: [2k]}}", "there is no seat 2"),
        ("{hand: {x: [2k]}}", "`x` is no seat"),
        ("{hand: {0: [2k], P0: [3k]}}", "the cards of `hand` of seat 0 are given twice"),
        ("{hand: [[2k], [], [3k]]}", "there is no seat 2"),
        ("{hand: {0: 2k}}", "the cards of `hand` of seat 0 are a list"),
        ("{hand: 2k}", "the cards of `hand` are lists, a list for each seat"),
        ("{hand: [[2k]], zones: {hand: [[3k]]}}", "the hands are given twice"),
        ("{zones: {decree: 6b}}", "the cards of `decree` are a list"),
        ("{zones: {decree: [6x]}}", "there is no card `6x`"),
        ("{zones: {nest: [6b]}}", "there is no zone `nest`"),
        ("{zones: [6b]}", "`zones` is a mapping of names"),
        ("{trick: 6b}", "`trick` is a list of cards"),
        ("{trick: [6b, 7b, 8b]}", "a trick of 3 cards for 2 players"),
        ("{trick: [6b face down]}", "`6b` can't be played `face down`"),
        ("{leader: 2}", "`leader`: there is no seat 2"),
        ("{dealer: -1}", "`dealer`: there is no seat -1"),
        ("{leader: true}", "`leader`: `True` is no seat"),
        ("{tricks: [a, 2]}", "each of `tricks` is a whole number from 0 to 13, not `a`"),
        ("{tricks: [-3, 1]}", "each of `tricks` is a whole number from 0 to 13, not `-3`"),
        ("{tricks: [9, 5]}", "`tricks` come to 14, a round has at most 13"),
        ("{tricks: [1, 2, 3]}", "`tricks` is a list of 2 numbers, tricks won by each seat"),
        ("{trick_no: 0}", "`trick_no` is a whole number from 1 to 13, not `0`"),
        ("{trick_no: 500}", "`trick_no` is a whole number from 1 to 13, not `500`"),
        ("{round: 61}", "`round` is a whole number from 1 to 60, not `61`"),
        ("{fill: maybe}", "`fill` is true or false, not `maybe`"),
        ("{cards: {by: {2k: 9}}}", "`by`: there is no seat 9"),
        ("{cards: {by: {zz: 1}}}", "`by`: there is no card `zz`"),
        ("{cards: {by: 3}}", "`by` is a mapping of cards: who played each"),
        ("{cards: {score: {2k: 1}}}", "`score` isn't kept for cards"),
        ("{cards: {lives: {2k: 1}}}", "there is no variable `lives`"),
        ("{vars: {score: 5}}", "`score` is kept for each player: a list of 2 or a mapping, not `5`"),
        ("{vars: {score: [1, 2, 3]}}", "`score` has 2 values, not 3"),
        ("{vars: {score: [1]}}", "`score` has 2 values, not 1"),
        ("{vars: {score: [1, 100]}}", "`score`: `100` is no number from 0 to 99"),
        ("{vars: {score: {0: -1}}}", "`score`: `-1` is no number from 0 to 99"),
        ("{vars: {score: {2: 1}}}", "`score`: there is no seat 2"),
        ("{vars: {score: [1, none]}}", "`score`: `none` is no number from 0 to 99"),
        ("{vars: {score: [1, [2]]}}", "`score`: `[2]` is no number from 0 to 99"),
    ],
)
def test_what_cannot_be_has_a_reason(text: str, reason: str) -> None:
    assert reason in reasons("fox", text)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("five-hundred", "{vars: {passed: [5, 5, 5, 5]}}", "`passed`: `5` is neither true nor false"),
        ("spades", "{vars: {bags: {2: 1}}}", "`bags`: there is no team 2"),
        ("five-hundred", "{vars: {showed_out: {0: {harts: true}}}}", "`showed_out`: `harts` is no suit"),
        ("the-crew", "{cards: {nth: {task_deck/9p: 6}}}", "`nth`: `6` is no number from 0 to 5"),
    ],
)
def test_values_are_of_their_type(name: str, text: str, reason: str) -> None:
    assert any(each.startswith(reason) for each in reasons(name, text))


def test_all_reasons_are_said_at_once() -> None:
    text = (
        "{bla: 3, hand: {0: [2k, 2k], 7: [3k]}, zones: {decree: 6b}, vars: {score: 5, lives: 3}, tricks: [1], "
        "leader: 7, trick_no: 500, fill: 2}"
    )
    assert reasons("fox", text) == (
        "a position has no `bla`",
        "`fill` is true or false, not `2`",
        "the cards of `decree` are a list",
        "`2k` is in two places",
        "there is no seat 7",
        "`score` is kept for each player: a list of 2 or a mapping, not `5`",
        "there is no variable `lives`",
        "`tricks` is a list of 2 numbers, tricks won by each seat",
        "`leader`: there is no seat 7",
        "`trick_no` is a whole number from 1 to 13, not `500`",
    )


def test_variables_of_a_deal_in_pbn_are_read_alike() -> None:
    with pytest.raises(PositionError) as refusal:
        deal_from_pbn(game_of("bridge"), PBN, {"declarer": 9, "strain": "harts"})
    assert refusal.value.reasons == ("`declarer`: there is no seat 9", "`strain`: `harts` is no denomination")


def test_from_python_too() -> None:
    given: dict[str, Any] = {"hands": {0: "2k"}, "tricks": 3, "vars": {"score": 5}, "round_no": 0}
    with pytest.raises(PositionError) as refusal:
        game_of("fox").position(**given)
    assert len(refusal.value.reasons) == 4


@pytest.mark.parametrize(
    "example",
    [
        {"trick": ["6b"], "hand": ["7b"], "legal": ["7b"], "trick_no": 99},
        {"vars": {"score": [1, 100]}, "dealt": {"leader": 1}},
        {"tricks": [9, 9], "score": {}},
    ],
)
def test_examples_are_read_alike(example: dict[str, Any]) -> None:
    (failure,) = run_example(game_of("fox"), example)
    assert "whole number" in failure or "no number" in failure or "at most" in failure


def test_a_second_index_is_a_list_or_a_mapping_within() -> None:
    game = game_of("five-hundred")
    suits = list(game.suits)
    listed = [[False] * len(suits) for _ in range(game.players)]
    listed[2][1] = True
    one = game.position(vars={"showed_out": listed})
    two = game.position(vars={"showed_out": {2: {suits[1]: True}}})
    assert one.variable("showed_out") == two.variable("showed_out") == listed


def test_values_that_are_not_given_are_those_of_a_new_round() -> None:
    """Not those of the game that was run to reach the position."""
    game = game_of("oh-hell")
    for seed in range(4):
        state = game.position(vars={"bid": {1: 2}}, seed=seed)
        assert [bid for seat, bid in enumerate(state.variable("bid")) if seat != 1] == [None] * (game.players - 1)
