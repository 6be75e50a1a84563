"""Sampled worlds agree with all that a seat has seen, and are as likely as one another."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import tricktaker
from tricktaker.compiler.native import available
from tricktaker.compiler.replaying import ANSWER
from tricktaker.game import Game, State, View
from tricktaker.game.deals import Shuffled
from tricktaker.game.worlds import NoWorlds, Worlds

HERE = Path(__file__).parent
SHIPPED = sorted((HERE.parents[1] / "variants").glob("*.yaml"))
TOLD = ("events", "story", "game")
"""What a world tells only from where the seat's story begins."""
QUICK = ("fox", "duet", "cucumber", "hearts", "euchre", "skat", "wizard")


def differences(one: View, other: View) -> list[str]:
    return [name for name in one.__slots__ if name not in TOLD and getattr(one, name) != getattr(other, name)]


def decisions(game: Game, seed: int, most: int) -> Iterator[State]:
    """Every decision of a game played by chance, up to `most`."""
    state, chance = game.deal(seed), random.Random(seed)
    for _ in range(most):
        if state.is_over:
            return
        yield state
        state.apply(chance.choice(state.legal_actions))


def assert_explained(game: Game, seed: int, most: int, every: int, worlds: int) -> None:
    """Each world shows its seat what it was imagined from, and is a game that can be played on."""
    for number, state in enumerate(decisions(game, seed, most)):
        if number % every:
            continue
        seat = state.current_player
        assert seat is not None
        view = state.view(seat)
        for world in view.worlds(worlds, number):
            assert differences(view, world.view(seat)) == [], f"{game.id}, seed {seed}, decision {number}"
            assert world.legal_actions == state.legal_actions


@pytest.mark.parametrize("name", QUICK)
def test_a_world_shows_its_seat_what_it_was_imagined_from(name: str) -> None:
    assert_explained(tricktaker.load(name), 7, 48, 6, 2)


@pytest.mark.long
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_worlds_of_every_game(path: Path) -> None:
    game = tricktaker.load(path)
    for seed in range(4):
        assert_explained(game, seed, 150, 3, 3)


def consistent_hands(state: State, seat: int) -> set[frozenset[int]]:
    """Hands of the other of two seats in every deal that shows `seat` the same, found by dealing them all."""
    game, view = state.game, state.view(seat)
    other = 1 - seat
    shown = {card.index for zones in view.zones.values() for zone in zones for card in zone.cards if card}
    shown |= {card.index for _, card, _ in view.trick if card}
    unseen = [card.index for card in game.cards if card.index not in shown]
    found: set[frozenset[int]] = set()
    order = state.shuffles[-1].cards
    places = [order.index(card) for card in unseen]
    for cards in itertools.permutations(unseen):
        deal = list(order)
        for place, card in zip(places, cards, strict=True):
            deal[place] = card
        again = State.start(game, 0, 0, [Shuffled(0, "deck", None, tuple(deal))])
        try:
            for decided in state.decisions:
                again.apply(decided.action)
        except tricktaker.IllegalAction:
            continue
        if differences(view, again.view(seat)) == []:
            found.add(frozenset(card.index for card in again.zone("hand", other)))
    return found


def position_of_void() -> State:
    """Seat 1 has not followed the suit that seat 0 led, in the second trick."""
    game = tricktaker.load(HERE / "tiny.yaml")
    for seed in itertools.count():
        state = game.deal(seed)
        for _ in range(4):
            state.apply(state.legal_actions[0])
        first, second = state.decisions[2:4]
        suits = [game.cards[game.program.actions.cards[d.action] or 0].suit for d in (first, second)]
        if suits[0] != suits[1] and state.current_player == first.seat:
            return state
    raise AssertionError


def test_every_consistent_hand_comes_up_equally_often() -> None:
    state = position_of_void()
    seat = state.current_player
    assert seat is not None
    expected = consistent_hands(state, seat)
    assert len(expected) > 2
    count = 60 * len(expected)
    found = Counter(
        frozenset(card.index for card in world.zone("hand", 1 - seat)) for world in state.view(seat).worlds(count, 5)
    )
    assert set(found) == expected
    share = count / len(expected)
    square = sum((found[hand] - share) ** 2 / share for hand in expected)
    # Chi-square with so many degrees of freedom is beyond this once in some ten thousand times.
    freedom = len(expected) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5 + 8, found


def gifts(state: State, seat: int) -> Counter[frozenset[int]]:
    """How many deals and choices of the others give each hand of the next seat, found by trying them all."""
    game, view = state.game, state.view(seat)
    order = state.shuffles[-1].cards
    start = State.start(game, 0, 0, [Shuffled(0, "deck", None, order)])
    mine = {card.index for card in start.zone("hand", seat)}
    others = [card for card in order if card not in mine]
    first = {card.index for card in start.zone("hand", (seat + 1) % 3)}
    places = {who: [order.index(card) for card in others if (card in first) == who] for who in (True, False)}
    own = next(decided.action for decided in state.decisions if decided.seat == seat)
    found: Counter[frozenset[int]] = Counter()
    for hand in itertools.combinations(others, 4):
        deal = list(order)
        for who, cards in ((True, hand), (False, [card for card in others if card not in hand])):
            for place, card in zip(places[who], cards, strict=True):
                deal[place] = card
        begun = State.start(game, 0, 0, [Shuffled(0, "deck", None, tuple(deal))])

        def given(at: State) -> None:
            if at.decision is not None and at.decision.kind == "play":
                if differences(view, at.view(seat)) == []:
                    found[frozenset(card.index for card in at.zone("hand", (seat + 1) % 3))] += 1
                return
            for action in (own,) if at.current_player == seat else at.legal_actions:
                after = at.copy()
                after.apply(action)
                given(after)

        given(begun)
    return found


def test_what_another_seat_gave_away_unseen_is_imagined_in_every_way() -> None:
    state = tricktaker.load(HERE / "given.yaml").deal(3)
    while state.decision is not None and state.decision.kind != "play":
        state.apply(state.legal_actions[1])
    seat = state.current_player
    assert seat is not None
    expected = gifts(state, seat)
    count = 30 * len(expected)
    found = Counter(
        frozenset(card.index for card in world.zone("hand", (seat + 1) % 3))
        for world in state.view(seat).worlds(count, 5)
    )
    assert set(found) <= set(expected)
    share = count / expected.total()
    square = sum((found[hand] - share * ways) ** 2 / (share * ways) for hand, ways in expected.items())
    freedom = len(expected) - 1
    assert square < freedom + 6 * (2 * freedom) ** 0.5 + 8, (square, freedom)


def test_the_same_seed_imagines_the_same() -> None:
    state = tricktaker.load("fox").deal(4)
    view = state.view(state.current_player)
    one, two, three = (view.worlds(3, seed) for seed in (1, 1, 2))
    assert [w.fingerprint for w in one] == [w.fingerprint for w in two]
    assert [w.fingerprint for w in one] != [w.fingerprint for w in three]


def test_no_worlds_are_as_many_as_were_asked_for() -> None:
    state = tricktaker.load("fox").deal(4)
    view = state.view(state.current_player)
    assert view.worlds(0) == []
    with pytest.raises(ValueError, match="-1 worlds"):
        view.worlds(-1)
    for count, seed in ((1.5, 0), (True, 0), (1, 0.5), (1, None), (1, "2")):
        with pytest.raises(TypeError, match="are integers"):
            view.worlds(count, seed)  # type: ignore[arg-type]


def test_a_view_from_plain_data_imagines_the_same() -> None:
    state = tricktaker.load("fox").deal(4)
    view = state.view(state.current_player)
    again = View.from_json(state.game, view.to_json())
    assert [w.fingerprint for w in again.worlds(3)] == [w.fingerprint for w in view.worlds(3)]


def test_worlds_of_a_position_that_was_set_up() -> None:
    game = tricktaker.load("fox")
    state = game.position(hands={0: ["6m", "9m", "2b"]}, trick=["8b"], leader=1, zones={"decree": ["5k"]}, seed=3)
    view = state.view(0)
    hands = set()
    for world in view.worlds(30):
        assert differences(view, world.view(0)) == []
        hands.add(frozenset(card.index for card in world.zone("hand", 1)))
    assert len(hands) > 20


def test_spectators_and_games_that_are_over_have_no_worlds() -> None:
    game = tricktaker.load(HERE / "tiny.yaml")
    state = game.deal(0)
    with pytest.raises(ValueError, match="seat at the table"):
        state.view(None).worlds(1)
    while not state.is_over:
        state.apply(state.legal_actions[0])
    with pytest.raises(ValueError, match="while the game goes on"):
        state.view(0).worlds(1)


def test_a_story_that_cannot_be_has_no_world() -> None:
    state = position_of_void()
    seat = state.current_player
    assert seat is not None
    data = state.view(seat).to_json()
    # The other seat is said to have played a card that this seat holds.
    mine = data["hand"][0]
    asked = data["story"]["asked"]
    asked[-1] = state.game.action(f"play {state.game.cards[mine].name}")
    with pytest.raises(NoWorlds):
        View.from_json(state.game, data).worlds(1)


@pytest.mark.skipif(not available(), reason="numba is not installed")
def test_machine_code_imagines_the_same() -> None:
    game = tricktaker.load(HERE / "given.yaml")
    for number, state in enumerate(decisions(game, 2, 12)):
        view = state.view(state.current_player)
        assert list(Worlds(view, True).pool(4, number)) == Worlds(view, False).pool(4, number)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_answers_of_a_game_played_again_touch_nothing_of_the_game(path: Path) -> None:
    """They stand in the middle of its program: a name of theirs must not be one that it keeps something in."""
    own = set(re.findall(r"^ +(\w+) = ", ANSWER, re.MULTILINE)) - {"choice"}
    assert {"asked", "action"} <= own
    assert not own & {*tricktaker.load(path).program.layout.scalars}
