"""Ways of choosing that lead games to places where chance alone rarely goes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tricktaker.checks.coverage import Key, Watcher
from tricktaker.checks.walk import Choose
from tricktaker.game import Game, GameFault, State
from tricktaker.game.deals import Shuffled
from tricktaker.game.game import bot_seed

TEMPERS = ("any", "any", "high", "low", "first", "last")
MOST_TRIED = 10
"""Actions that the curious try before they choose."""


def by_chance(game: Game, seed: int) -> Choose:
    """What bots named `random` choose in the game of that seed, so that `run` shows the same game."""
    chances = [random.Random(bot_seed(seed, 0, seat)) for seat in range(game.players)]

    def choose(state: State) -> int:
        legal = state.legal_actions
        return legal.index(chances[state._word("actor")].choice(legal))

    return choose


def with_tempers(game: Game, chance: random.Random) -> Choose:
    """Each seat has a bent: high cards, low cards, the first or the last that is legal, or none."""
    tempers = [chance.choice(TEMPERS) for _ in range(game.players)]

    def choose(state: State) -> int:
        legal = state.legal_actions
        temper = tempers[state._word("actor")]
        if temper == "any" or chance.random() < 0.1:
            return chance.randrange(len(legal))
        if temper == "first":
            return 0
        if temper == "last":
            return len(legal) - 1
        cards = [game.program.actions.cards[action] for action in legal]
        orders = [-1 if card is None else game.rules.cards[card].order for card in cards]
        wanted = max(orders) if temper == "high" else min(orders)
        return chance.choice([place for place, order in enumerate(orders) if order == wanted])

    return choose


def curious(watcher: Watcher, chance: random.Random, otherwise: Choose) -> Choose:
    """Looks one action ahead and prefers what sets a rule to work that never was."""
    coverage = watcher.coverage
    stop = watcher.game.at["stop"]

    def news(state: State) -> set[Key]:
        return {key for key in (*watcher.at_work(state), *after(state)) if not coverage.mattered[key]}

    def after(state: State) -> Sequence[Key]:
        return () if state.is_over else watcher.offered(state, count=False)

    def choose(state: State) -> int:
        legal = state.legal_actions
        if len(legal) < 2 or len(coverage.points) == len(coverage.mattered):
            return otherwise(state)
        tried = list(range(len(legal))) if len(legal) <= MOST_TRIED else chance.sample(range(len(legal)), MOST_TRIED)
        best: list[int] = []
        most = 0
        for place in tried:
            twin = state.copy()
            twin._raw[stop] = 0
            try:
                twin.apply(legal[place])
            except GameFault:
                return place
            found = len(news(twin))
            if found > most:
                best, most = [], found
            if found == most and found:
                best.append(place)
        return chance.choice(best) if best else otherwise(state)

    return choose


def slanted_deal(game: Game, start: Callable[[], State], chance: random.Random) -> tuple[Shuffled, ...]:
    """A first shuffle in which cards that are alike come to the same hand; nothing if the game shuffles otherwise."""
    shuffles = start().shuffles
    if not shuffles:
        return ()
    first = shuffles[0]
    by_suit, by_order = chance.choice([(0, 3), (3, 0), (2, 2), (1, -3), (20, 1), (1, 20)])

    def weight(card: int) -> float:
        info = game.rules.cards[card]
        return by_suit * (info.suit or 0) + by_order * info.order / 4 + chance.random() * chance.choice([1, 4])

    cards = sorted(first.cards, key=weight)
    seats = game.players
    if chance.random() < 0.3:
        laid = cards
    else:
        size = -(-len(cards) // seats)
        heaps = [cards[size * seat : size * (seat + 1)] for seat in range(seats)]
        chance.shuffle(heaps)
        laid = [heap[place] for place in range(size) for heap in heaps if place < len(heap)]
    return (Shuffled(first.after, first.zone, first.owner, tuple(laid)),)
