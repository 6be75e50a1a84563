"""What a play proves about the hand it came from: true always, and as much as the rules allow."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tricktaker

HERE = Path(__file__).parents[1]
NOTHING_PROVEN = ("claim", "agurk", "briscola", "cucumber", "cucumber-bga", "five-cucumbers", "kurkku", "twenty-five")
"""Games in which any card, or a low one, may always be played, or whose duties ask for the hand in an `if`: no play
proves anything."""
FILES = sorted([*(HERE.parent / "variants").glob("*.yaml"), *(HERE / "variants").glob("*.yaml")])


def suits_missing(view: tricktaker.View, seat: int) -> set[str]:
    """Suits of which the seat is known to hold nothing."""
    missing = set(view.lacks[seat])
    return {suit for suit in view.game.suits if all(card in missing for card in view.game.cards if card.suit == suit)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_proof_is_true(path: Path) -> None:
    game = tricktaker.load(path)
    rng = random.Random(5)
    proven = 0
    for number in range(3):
        state = game.deal(3, number)
        for step in range(150):
            if state.is_over:
                break
            if step % 7 == 0:
                view = state.view(None)
                for seat in range(game.players):
                    proven += len(view.lacks[seat])
                    assert not set(state.zone("hand", seat)) & set(view.lacks[seat])
            state.apply(rng.choice(state.legal_actions))
    assert proven or path.stem in NOTHING_PROVEN


def test_a_card_of_another_suit_proves_a_void() -> None:
    game = tricktaker.load("fox")
    state = game.position(hands={0: ["6k", "2m"], 1: ["2b", "4m"]}, zones={"decree": ["10k"]}, leader=0, fill=False)
    state.apply(game.action("play 6 of keys"))
    state.apply(game.action("play 2 of bells"))
    assert suits_missing(state.view(0), 1) == {"keys"}
    assert suits_missing(state.view(0), 0) == set()


def test_a_lone_nine_is_followed_in_its_printed_suit() -> None:
    game = tricktaker.load("fox")
    state = game.position(hands={0: ["9m", "2m"], 1: ["4b", "2b"]}, zones={"decree": ["10k"]}, leader=0, fill=False)
    state.apply(game.action("play 9 of moons"))
    state.apply(game.action("play 4 of bells"))
    assert suits_missing(state.view(0), 1) == {"moons"}


def test_a_led_eleven_proves_a_void_although_its_rule_reads_the_hand() -> None:
    game = tricktaker.load("fox")
    state = game.position(hands={0: ["11m", "2m"], 1: ["4b", "2b"]}, zones={"decree": ["10k"]}, leader=0, fill=False)
    state.apply(game.action("play 11 of moons"))
    state.apply(game.action("play 4 of bells"))
    assert suits_missing(state.view(0), 1) == {"moons"}


def test_a_card_drawn_unseen_may_be_anything() -> None:
    game = tricktaker.load("fox")
    state = game.position(
        hands={0: ["6k", "2m"], 1: ["5b", "4m"]}, zones={"decree": ["10k"], "stock": ["7k"]}, leader=0, fill=False
    )
    state.apply(game.action("play 6 of keys"))
    state.apply(game.action("play 5 of bells"))
    assert state.view(0).lacks[1] == ()


BLACK = {"9c", "10c", "Qc", "Kc", "Ac"}
TRUMPS = {"9s", "10s", "Qs", "Ks", "As", "Js", "Jc"}


@pytest.mark.parametrize(
    ("led", "answer", "missing"),
    [("Ac", "9d", BLACK), ("As", "9d", TRUMPS), ("As", "9c", TRUMPS), ("Jc", "9c", TRUMPS), ("Ac", "9s", BLACK)],
)
def test_a_jack_that_is_a_trump_is_missing_with_the_trumps(led: str, answer: str, missing: set[str]) -> None:
    game = tricktaker.load("euchre")
    hands = {0: [led, "9h"], 1: [answer, "Ad"], 2: ["Kh", "Qh"], 3: ["Kd", "Qd"]}
    state = game.position(hands=hands, leader=0, vars={"trump": "spades", "maker": 0}, fill=False)
    for card in (led, answer):
        state.apply(game.action(f"play {game.card(card).name}"))
    for viewer in (0, 3, None):
        assert {card.short for card in state.view(viewer).lacks[1]} == missing


@pytest.mark.parametrize(("answer", "proves"), [("wizard", False), ("jester", False), ("2 of blue", True)])
def test_a_card_that_may_always_be_played_proves_nothing(answer: str, proves: bool) -> None:
    game = tricktaker.load("wizard")
    state = game.position(hands={0: ["2 of red", "9 of red"], 1: [answer, "5 of blue"]}, leader=0, round_no=2)
    state.apply(game.action("play 2 of red"))
    state.apply(game.action(f"play {answer}"))
    assert suits_missing(state.view(0), 1) == ({"red"} if proves else set())
