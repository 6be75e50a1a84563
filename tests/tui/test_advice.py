"""Advice at the table: what a bot would do in a person's place, and what that person could have concluded."""

from __future__ import annotations

import random
from functools import partial

import pytest

import tricktaker
from tests.tui.sitting import Sitting, you_and_bots
from tricktaker import Game, State
from tricktaker.bots import search
from tricktaker.tui.advice import hint_lines, why_lines
from tricktaker.tui.labels import Labels
from tricktaker.tui.lines import broken
from tricktaker.tui.options import Phrasebook
from tricktaker.tui.screen import Screen


def labels_of(game: Game) -> Labels:
    names = ["You", *(f"Player {seat + 1}" for seat in range(1, game.players))]
    return Labels(game, names, Screen(plain=True, colour=False))


def told(state: State, seat: int, about: str) -> str:
    game = state.game
    view, labels = state.view(seat), labels_of(game)
    lines = hint_lines(view, labels, Phrasebook(game)) if about == "hint" else why_lines(view, labels)
    return "\n".join("".join(piece.text for piece in each.pieces) for each in lines)


def test_a_hint_names_the_best_choice_and_what_it_is_worth() -> None:
    game = tricktaker.load("agram")
    state = game.position(
        hands={0: ["3c", "Ac"], 1: ["4c"], 2: ["5c", "6d"], 3: ["7h", "8h"]},
        trick=["10c"],
        leader=3,
        trick_no=5,
        seed=1,
    )
    assert state.current_player == 0
    text = told(state, 0, "hint")
    assert "My choice: play" in text
    assert "tried" in text and "ways that the hidden cards may lie" in text


def test_there_is_no_advice_where_there_is_no_choice() -> None:
    game = tricktaker.load("agram")
    state = game.position(hands={0: ["3c"], 1: ["4c"], 2: ["5c"], 3: ["7h"]}, trick=["10c"], leader=3, trick_no=6)
    assert told(state, 0, "hint") == "The only choice: play 3 of clubs."


def test_why_tells_who_is_void() -> None:
    game = tricktaker.load("agram")
    for seed in range(200):
        state = game.deal(seed)
        while not state.is_over and state.trick_no < 3:
            state.apply(state.legal_actions[0])
        seat = state.current_player
        assert seat is not None
        if any(state.view(seat).lacks[other] for other in range(4) if other != seat):
            assert " has no " in told(state, seat, "why")
            return
    raise AssertionError("nobody was ever void")


@pytest.mark.parametrize("width", [20, 80])
def test_why_tells_what_the_lowest_card_given_up_proves(width: int) -> None:
    game = tricktaker.load("cucumber", players=3)
    hands = {0: ["10s", "Ah"], 1: ["4c", "9d"], 2: ["5h", "6d"]}
    state = game.position(hands=hands, leader=0, trick_no=5, zones={"table": {0: ["2h", "2d", "2c"]}}, fill=False)
    state.apply(game.action("play 10 of spades"))
    state.apply(game.action("play 4 of clubs"))
    seat = state.current_player
    assert seat == 2
    labels = Labels(game, ["Ann", "Mc", "You"], Screen(plain=True, colour=False))
    rows = [row for each in why_lines(state.view(seat), labels) for row in broken(each, width)]
    shown = ["".join(piece.text for piece in row) for row in rows]
    assert " ".join(" ".join(shown).split()) == "Mc has no 3. Mc does not have 2 of spades."
    assert max(map(len, shown)) <= width


def test_why_says_when_nothing_is_proven() -> None:
    state = tricktaker.load("agram").deal(1)
    assert state.current_player is not None
    assert told(state, state.current_player, "why") == "Nothing is proven yet about the cards that you don't see."


@pytest.mark.parametrize("name", ["fox", "hearts", "skat"])
def test_advice_is_the_same_whatever_lies_where_the_seat_cannot_see(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    few = partial(search.Search, simulations=24, worlds=4, engine="python")
    monkeypatch.setattr(search, "Search", few)
    game, chance = tricktaker.load(name), random.Random(4)
    state = game.deal(4)
    compared = 0
    for number in range(26):
        seat = state.current_player
        assert seat is not None
        if number in (9, 21) and len(state.legal_actions) > 1:
            (world,) = state.view(seat).worlds(1, number)
            assert [world.zone("hand", other) for other in range(game.players)] != [
                state.zone("hand", other) for other in range(game.players)
            ]
            for about in ("hint", "why"):
                assert told(world, seat, about) == told(state, seat, about)
            compared += 1
        state.apply(chance.choice(state.legal_actions))
    assert compared


@pytest.mark.parametrize("typed", ["hint", "why"])
@pytest.mark.parametrize("plain", [True, False])
def test_advice_is_asked_for_at_the_table_and_changes_nothing(typed: str, plain: bool) -> None:
    game = tricktaker.load("agram")
    seed = next(seed for seed in range(100) if game.deal(seed).current_player == 0)
    answers = iter([typed, "quit"])
    sitting = Sitting(game, you_and_bots(4), lambda _: next(answers, None), seed=seed, plain=plain)
    before = sitting.table.state.fingerprint
    text = sitting.play()
    assert ("My choice: play" if typed == "hint" else "Nothing is proven yet") in " ".join(text.split())
    assert sitting.table.state.fingerprint == before
    assert not sitting.kept.actions
