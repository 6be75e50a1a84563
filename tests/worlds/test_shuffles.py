"""Worlds of cards that are shuffled when they have been somewhere before, and of cards that are picked unseen."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest

import tricktaker
from tests.worlds.test_worlds import assert_explained, decisions, differences
from tricktaker.bots import create
from tricktaker.bots.search import Search
from tricktaker.bots.thought import Budget, think
from tricktaker.compiler.native import available
from tricktaker.game import Game, State, View
from tricktaker.game.deals import Shuffled
from tricktaker.game.worlds import MOST_TRIES, TRIES, NoWorlds, Worlds

HERE = Path(__file__).parent
OPEN = """tricktaker: 1
name: Open
players: 3
deck: {suits: [reds, blues, greens], ranks: 1..6}
zones:
  pile: {see: everyone}
vars:
  score: {per: player, int: 0..99, lasts: game}
trick:
  collect: pile
round:
  - shuffle: deck
  - deal: {to: hand, count: 4}
  - tricks: {count: 4}
  - shuffle: pile
  - each: player
    do:
      - move: {from: pile, count: 3, to: hand}
  - tricks: {count: 3}
  - shuffle: pile
  - each: player
    do:
      - move: {from: pile, count: 2, to: hand}
  - tricks: {count: 2}
  - each: player
    do:
      - add: {score: tricks_won}
rounds: {count: 1}
"""
WHOLE = """tricktaker: 1
name: Whole
players: 2
deck: {suits: [reds, blues], ranks: 1..5}
vars:
  score: {per: player, int: 0..99, lasts: game}
  seal: {per: player, int: 0..9, lasts: game, see: owner}
trick:
  collect: deck
round:
  - shuffle: deck
  - deal: {to: hand, count: 5}
  - tricks: {count: 5}
  - shuffle: deck
  - deal: {to: hand, count: 3}
  - tricks: {count: 2}
  - each: player
    do:
      - add: {score: tricks_won}
rounds: {count: 2}
"""
"""Its stories begin with the game, so that the deck is shuffled four times in them."""
BOTH = """tricktaker: 1
name: Both
players: 2
decks:
  deck: {suits: [reds, blues], ranks: 1..3}
  few: {suits: [greens], ranks: 1..3}
zones:
  pile: {see: nobody}
vars:
  score: {per: player, int: 0..99, lasts: game}
round:
  - shuffle: deck
  - shuffle: few
  - move: {from: deck, count: 4, to: pile}
  - move: {from: few, count: 2, to: pile}
  - shuffle: pile
  - each: player
    do:
      - move: {from: pile, count: 3, to: hand}
  - tricks: {count: 3}
  - each: player
    do:
      - add: {score: tricks_won}
rounds: {count: 1}
"""
RAIDED = (HERE / "robbed.yaml").read_text().replace("unseen: true", "count: 2, optional: true, unseen: true")


def given(name: str, tmp_path: Path) -> Game:
    """A game by its text or its file beside this one."""
    if "\n" not in name:
        return tricktaker.load(HERE / name)
    (tmp_path / "game.yaml").write_text(name)
    return tricktaker.load(tmp_path / "game.yaml")


@pytest.mark.parametrize(
    "name", ["again.yaml", "buried.yaml", "robbed.yaml", OPEN, WHOLE, BOTH, RAIDED], ids=lambda n: n[:12]
)
def test_there_is_a_world_at_every_decision(name: str, tmp_path: Path) -> None:
    game = given(name, tmp_path)
    for seed in range(3):
        assert_explained(game, seed, 60, 1, 2)


def told(view: View, seed: int, piles: tuple[tuple[int, ...], tuple[int, ...]], actions: list[int]) -> bool:
    """Whether the seat of the view can't tell its situation from the one after these shuffles and decisions."""
    deals = [Shuffled(0, name, None, cards) for name, cards in zip(("deck", "pile"), piles, strict=True)]
    state = State.start(view.game, seed, 0, deals)
    try:
        for action in actions:
            state.apply(action)
    except tricktaker.IllegalAction:
        return False
    return differences(view, state.view(view.seat)) == []


def hand(state: State, seat: int) -> frozenset[int]:
    return frozenset(card.index for card in state.zone("hand", seat))


def assert_even(view: View, expected: Counter[frozenset[int]], count: int) -> None:
    """Hands of the next seat in so many worlds are as often as they should be: chi-square, far beyond chance."""
    assert view.seat is not None and len(expected) > 2
    other = (view.seat + 1) % view.game.players
    found = Counter(hand(world, other) for world in view.worlds(count, 5))
    assert set(found) <= set(expected)
    share = count / expected.total()
    square = sum((found[each] - share * ways) ** 2 / (share * ways) for each, ways in expected.items())
    freedom = len(expected) - 1
    assert square < freedom + 5 * (2 * freedom) ** 0.5 + 8, (expected, found)


def test_every_order_of_known_cards_comes_up_equally_often() -> None:
    """All cards have been seen; how they lie since they were shuffled again hasn't."""
    game = tricktaker.load(HERE / "again.yaml")
    state = next(state for state in decisions(game, 3, 20) if len(state.decisions) == 6)
    view = state.view(state.current_player)
    assert view.seat is not None
    actions = [decided.action for decided in state.decisions]
    deal, pile = (shuffled.cards for shuffled in state.shuffles)
    # From the top of the pile, two for each: those after the dealer's first.
    expected: Counter[frozenset[int]] = Counter()
    theirs = hand(state, 1 - view.seat)
    at = 0 if pile[0] in theirs else 2
    for order in itertools.permutations(pile):
        if told(view, 3, (deal, order), actions):
            expected[frozenset(order[at : at + 2])] += 1
    assert len(expected) == 6
    assert_even(view, expected, 600)


def test_what_is_shuffled_and_how_are_both_open() -> None:
    """What the other seat and the deck put into the pile is as unknown as who drew it."""
    game = tricktaker.load(HERE / "buried.yaml")
    state = next(state for state in decisions(game, 4, 20) if len(state.decisions) == 3)
    view = state.view(state.current_player)
    seat = view.seat
    assert seat is not None
    deal, pile = (shuffled.cards for shuffled in state.shuffles)
    dealt = State.start(game, 4, 0, [Shuffled(0, "deck", None, deal)])
    mine, theirs = hand(dealt, seat), hand(dealt, 1 - seat)
    own = next(decided for decided in state.decisions if decided.seat == seat)
    gone = game.program.actions.cards[own.action]
    assert gone is not None and gone in pile
    lead = state.decisions[2].action
    led = game.program.actions.cards[lead]
    expected: Counter[frozenset[int]] = Counter()
    others = [card for card in deal if card not in mine]
    for held in itertools.combinations(others, 3):
        for rest in itertools.permutations(card for card in others if card not in held):
            fresh = {True: iter(held), False: iter(rest)}
            cards = tuple(card if card in mine else next(fresh[card in theirs]) for card in deal)
            for buried in held:
                answers = {seat: own.action, 1 - seat: game.action(f"choose {game.cards[buried].name}")}
                actions = [answers[decided.seat] for decided in state.decisions[:2]] + [lead]
                for order in itertools.permutations((gone, buried, rest[0])):
                    if told(view, 4, (cards, order), actions):
                        drawn = order[state.decisions[0].seat == seat]
                        expected[frozenset({*held} - {buried} | {drawn}) - {led}] += 1
    assert_even(view, expected, 40 * len(expected))


def test_a_card_that_was_picked_unseen_may_be_any() -> None:
    """The seat knows what it took and what was taken from it, but not what the others took from one another."""
    game = tricktaker.load(HERE / "robbed.yaml")
    state = next(state for state in decisions(game, 2, 20) if len(state.decisions) == 3)
    view = state.view(state.current_player)
    seat = view.seat
    assert seat is not None
    seen = {card.index for event in view.events for card in event.cards if card}
    unseen = [card.index for card in game.cards if card.index not in seen]
    found: Counter[int] = Counter()
    for world in view.worlds(300, 5):
        found.update(hand(world, (seat + 1) % 3))
    # Of each card that it has never seen, as many are with the one as with the other: within five deviations.
    even = sum(found[card] for card in unseen) / len(unseen) / 300
    assert len(unseen) == 9 and 0 < even < 1
    assert all(abs(found[card] / 300 - even) < 5 * (even * (1 - even) / 300) ** 0.5 for card in unseen), found


@pytest.mark.long
@pytest.mark.skipif(not available(), reason="numba is not installed")
@pytest.mark.parametrize("name", ["buried.yaml", "robbed.yaml"])
def test_machine_code_imagines_the_same(name: str) -> None:
    for number, state in enumerate(decisions(tricktaker.load(HERE / name), 2, 12)):
        view = state.view(state.current_player)
        assert list(Worlds(view, True).pool(4, number)) == Worlds(view, False).pool(4, number)


def hopeless(game: Game) -> View:
    """A view that nothing explains: another seat is said to have played a card of this one's."""
    state = next(state for state in decisions(game, 1, 20) if len(state.decisions) == 7)
    data = state.view(state.current_player).to_json()
    data["story"]["asked"][-1] = game.action(f"play {game.cards[data['hand'][0]].name}")
    return View.from_json(game, data)


def test_a_first_world_is_looked_for_no_longer_than_there_is_time() -> None:
    view = hopeless(tricktaker.load(HERE / "again.yaml"))
    worlds = Worlds(view, seconds=0)
    with pytest.raises(NoWorlds):
        worlds.pool(1, 3)
    assert worlds.tried == TRIES


def test_a_bot_that_has_little_time_gives_its_worlds_no_more() -> None:
    game = tricktaker.load(HERE / "again.yaml")
    view = hopeless(game)
    bot = create("search:time=0.01:engine=python", game, view.seat or 0, 1)
    assert isinstance(bot, Search)
    pool = bot.pool(view, False)
    worlds = pool.__self__  # type: ignore[attr-defined]
    with pytest.raises(NoWorlds):
        pool(1, 3)
    assert worlds.until is not None and worlds.tried < MOST_TRIES
    assert bot.choose(view) in view.legal_actions


def test_a_bot_thinks_in_the_world_it_has_where_more_take_too_long() -> None:
    """The second pool runs out of time."""
    game = tricktaker.load(HERE / "again.yaml")
    view = next(state.view(state.current_player) for state in decisions(game, 1, 20) if len(state.decisions) == 6)
    asked: list[int] = []

    def pool(count: int, seed: int) -> object:
        asked.append(count)
        if len(asked) > 1:
            raise NoWorlds
        return Worlds(view).pool(count, seed)

    findings = think(game, False, pool, Budget(time=30.0, simulations=20), 1)
    assert asked[0] == 1 and findings.worlds == 1
