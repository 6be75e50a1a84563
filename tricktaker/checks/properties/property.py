"""What a property is: something that holds in every game, with the means to see that it doesn't.

A property is one module of this folder: its docstring is the manual page that `tricktaker explain` prints, its
`PROPERTY` says what is looked at and when. The games are played by `tricktaker.checks.walk`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tricktaker.diagnostics import Severity, Span
from tricktaker.game import Game, State
from tricktaker.game.deals import Shuffled

MOST_EVENTS = 60


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A game that can be played again: its deals, and of each decision the place in the list of legal actions.

    A place beyond the list counts from its start again, so that any numbers are a game. `given` are the first
    shuffles; those after them follow from the seed.
    """

    seed: int = 0
    number: int = 0
    given: tuple[Shuffled, ...] = ()
    choices: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Broken:
    """A property that doesn't hold: what was seen, in a sentence, and the line of the rules it comes from."""

    message: str
    span: Span | None = None


@dataclass(slots=True)
class Scene:
    """What a property looks at: a game at a moment.

    `moment` is decision, trick_end, round_end or game_end; `before` is the state before the last decision, which was
    `action`, and None where nobody kept it. `trick_over` has the words of the state when the last trick was over, if
    nobody has decided anything since.
    """

    state: State
    moment: str
    before: State | None = None
    action: int = -1
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    trick_over: list[int] | None = None

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def recent(self) -> State:
        """A copy of the state whose history begins a few tricks ago: views of it are made faster."""
        return with_short_memory(self.state)


def with_short_memory(state: State) -> State:
    twin = state.copy()
    twin._past.seen = twin._past.seen[-MOST_EVENTS:]
    twin._past.told = {}
    return twin


AtMoment = Callable[[Scene], Iterator[Broken]]
OverGame = Callable[[Game, Playthrough], Iterator[Broken]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """One thing that must hold. `look` is asked at `moments`, `compare` of whole games; one of them is there.

    `every`: it is looked at in one of so many moments, and games, since it takes long. `after`: and whenever the state
    before is at hand, since it is about what the last action has done.
    """

    name: str
    about: str
    moments: frozenset[str] = frozenset(["decision"])
    look: AtMoment | None = None
    compare: OverGame | None = None
    every: int = 1
    after: bool = False
    severity: Severity = Severity.ERROR

    @property
    def title(self) -> str:
        """The first sentence of the page."""
        return self.about.strip().partition("\n")[0].rstrip(".")


ALL_MOMENTS = frozenset(["decision", "trick_end", "round_end", "game_end"])
