"""Plain search of a whole tree through the public face of a state: what the solver must agree with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

from tricktaker.game import Game, GameFault, State

Interval = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class Chance(Exception):
    """A deal or draw lies ahead."""


class TooMany(Exception):
    """The tree is larger than a test has time for."""


@dataclass
class Minimax:
    """Values by trying everything, to the end of the round. `worth` gives what each side has."""

    game: Game
    sides: tuple[tuple[int, ...], ...]
    worth: Callable[[State], tuple[int, ...]]
    round_no: int
    most: int
    together: bool = False
    nodes: int = 0

    def ended(self, state: State) -> bool:
        return state.is_over or bool(state._word("halted"))

    def side(self, state: State) -> int:
        seat = state.current_player
        return next(number for number, side in enumerate(self.sides) if seat in side)

    def behind(self, state: State, action: int) -> State:
        self.nodes += 1
        if self.nodes > self.most:
            raise TooMany
        twin = state.copy()
        twin.apply(action)
        if twin._word("x") != state._word("x"):
            raise Chance
        return twin

    def value(self, state: State) -> int:
        """Of two sides: how far the first ends ahead of the second; of one side: its worth."""
        if self.ended(state):
            points = self.worth(state)
            return points[0] if self.together else points[0] - points[1]
        found = [self.value(self.behind(state, action)) for action in state.legal_actions]
        return max(found) if self.side(state) == 0 else min(found)

    def leads(self, state: State) -> Interval:
        """Of several sides: how far each gets ahead of the others (times their number), at least, and at most."""
        if self.ended(state):
            points = self.worth(state)
            ahead = tuple(len(points) * point - sum(points) for point in points)
            return ahead, ahead, ahead
        me = self.side(state)
        found = [self.leads(self.behind(state, action)) for action in state.legal_actions]
        best = next(each for each in found if each[0][me] == max(other[0][me] for other in found))
        # A rational side never takes an answer that is worse in any case than another is at least.
        least = max(each[1][me] for each in found)
        taken = [each for each in found if each[2][me] >= least]
        low = tuple(least if k == me else min(each[1][k] for each in taken) for k in range(len(self.sides)))
        high = tuple(max(each[2][k] for each in taken) for k in range(len(self.sides)))
        return best[0], low, high


def late_positions(game: Game, seed: int, hand: int) -> Iterator[State]:
    """Positions reached by chance, one a game: so many decisions before the end of a round that about `hand` cards
    are left in each hand, in the middle of tricks too."""
    found = 0
    for number in count():
        assert found or number < 1000, "no game gets far enough"
        rng = random.Random(f"{seed} {number}")
        before = rng.randint(1, game.players * hand)
        last = rng.choice([1, 1, 2])
        try:
            length = _played(game, seed, number, last, None)[1]
            state = _played(game, seed, number, last, length - before)[0]
        except GameFault:
            continue
        if not state.is_over and state.round_no <= last:
            found += 1
            yield state


def _played(game: Game, seed: int, number: int, last: int, steps: int | None) -> tuple[State, int]:
    """A game by chance up to the end of a round, or only so many decisions of it."""
    rng = random.Random(number)
    state = game.deal(seed=seed, game=number)
    made = 0
    while not state.is_over and state.round_no <= last and (steps is None or made < steps):
        state.apply(rng.choice(state.legal_actions))
        made += 1
    return state, made
