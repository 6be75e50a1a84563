"""Several things chosen one after the other, such as three cards to pass: how many, and which are chosen already."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tricktaker.expr.nodes import Lit
from tricktaker.model.steps import Choose

if TYPE_CHECKING:
    from tricktaker.game import Game, State
    from tricktaker.tui.past import Past


@dataclasses.dataclass(frozen=True, slots=True)
class Picks:
    """A choice of several things: what is chosen already, and how many are to be chosen if the rules say a number."""

    chosen: tuple[int, ...] = ()
    total: int | None = None

    @property
    def count_text(self) -> str:
        """`(2 of 3)`, as it stands in the question; nothing for a single choice."""
        if self.total is not None:
            return f" ({len(self.chosen) + 1} of {self.total})"
        return f" ({len(self.chosen)} chosen)" if self.chosen else ""


class Counts:
    """How many things each question of a game asks for."""

    def __init__(self, game: Game) -> None:
        self._counts: dict[str | None, set[int | None]] = {}
        singles: set[str | None] = set()
        for step in _chooses(game.rules, set()):
            if step.count is None:
                singles.add(step.ask)
                continue
            number = step.count.value if isinstance(step.count, Lit) and isinstance(step.count.value, int) else None
            self._counts.setdefault(step.ask, set()).add(number)
        for ask in singles:
            self._counts.pop(ask, None)

    def picks(self, past: Past, state: State, seat: int) -> Picks:
        """What this seat is choosing several of now, as far as its choices were made in this sitting."""
        decision = state.decision
        if decision is None or decision.kind != "choose" or decision.ask not in self._counts:
            return Picks()
        totals = self._counts[decision.ask]
        total = next(iter(totals)) if len(totals) == 1 else None
        offered = set(decision.options)
        chosen: list[int] = []
        for moment, decided in zip(reversed(past.moments), reversed(state.decisions), strict=False):
            then = moment.state.decision
            if then is None or moment.seat != seat or decided.seat != seat or then.ask != decision.ask:
                break
            if offered != set(then.options) - {decided.action}:
                break
            chosen.append(decided.action)
            offered = set(then.options)
        if total is not None and (total < 2 or len(chosen) >= total):
            return Picks()
        return Picks(tuple(reversed(chosen)), total)


def _chooses(thing: object, seen: set[int]) -> Iterator[Choose]:
    """Every choice in the rules, wherever it stands."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, Choose):
        yield thing
    if isinstance(thing, tuple | list):
        for each in thing:
            yield from _chooses(each, seen)
    elif isinstance(thing, dict):
        for each in thing.values():
            yield from _chooses(each, seen)
    elif dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from _chooses(getattr(thing, field.name), seen)
