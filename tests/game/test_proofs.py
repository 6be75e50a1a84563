"""What a play proves about the hand it came from: true always, and as much as the rules allow."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tricktaker

HERE = Path(__file__).parents[1]
NOTHING_PROVEN = ("briscola", "twenty-five")
"""Games in which any card may always be played, or whose duties ask for the hand in an `if`: no play proves
anything."""
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
    assert bool(proven) != (path.stem in NOTHING_PROVEN)


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


@pytest.mark.parametrize(
    ("answer", "missing"), [("8m", {"9m", "10m"}), ("10m", set()), ("1m", set()), ("3m", {"4m", "8m", "9m", "10m"})]
)
def test_a_card_that_must_be_the_highest_proves_that_no_higher_one_is_held(answer: str, missing: set[str]) -> None:
    game = tricktaker.load("fox")
    state = game.position(
        hands={0: ["11m", "2b"], 1: [answer, "4b"]},
        zones={"decree": ["10k"], "won": {0: ["5m", "6m"], 1: ["7m", "2m"]}},
        leader=0,
        fill=False,
    )
    state.apply(game.action("play 11 of moons"))
    state.apply(game.action(f"play {game.card(answer).name}"))
    placed = {"5m", "6m", "7m", "2m", "11m", answer}
    assert {card.short for card in state.view(0).lacks[1]} - placed == missing


def unseen(view: tricktaker.View) -> set[tricktaker.Card]:
    seen = {card for zones in view.zones.values() for zone in zones for card in zone.cards if card is not None}
    return set(view.game.cards) - seen - {card for _, card, _ in view.trick if card is not None}


@pytest.mark.parametrize("name", ["fox", "cucumber", "gurka", "ogorek"])
def test_what_no_world_holds_is_told(name: str) -> None:
    game = tricktaker.load(name)
    rng = random.Random(3)
    proven = looked = 0
    for number in range(40):
        state = game.deal(3, number)
        for _ in range(30 if game.players == 2 else game.players + 2):
            mover, decision, following = state.current_player, state.decision, bool(state.view(None).trick)
            state.apply(rng.choice(state.legal_actions))
            viewer = state.current_player
            assert mover is not None and viewer is not None and decision is not None
            view = state.view(viewer)
            if decision.kind != "play" or viewer == mover or not following:
                continue
            lacks = set(view.lacks[mover]) & unseen(view)
            if not lacks and looked > 2:
                continue
            held = {card for world in view.worlds(80, 1) for card in world.zone("hand", mover)}
            assert lacks == unseen(view) - held
            proven += len(lacks)
            looked += 1
            if proven and looked > 4:
                return
    raise AssertionError("too few plays proved something")


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
