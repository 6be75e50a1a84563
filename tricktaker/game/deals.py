"""Deals given beforehand: the machine shuffles, then the cards lie as they are written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tricktaker.game.game import Game

Raw = tuple[int, ...]
SHUFFLE = 2
COMMON = 15


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A pile as a shuffle left it: after how many decisions, whose, and its card numbers from the top down."""

    after: int
    zone: str
    owner: int | None
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that was made. `open`: everybody at the table knows what was chosen."""

    seat: int
    action: int
    open: bool


class DealMismatch(ValueError):
    """A deal that is written down doesn't fit the pile that is shuffled."""


class GivenDeals(list[Raw]):
    """A log for the machine that puts the cards of each shuffle in a given order, as long as there are any given."""

    def __init__(self, game: Game, state: list[int], given: Sequence[Shuffled], done: int) -> None:
        super().__init__()
        self._game = game
        self._state = state
        self._given = given
        self.done = done
        """How many shuffles there have been in the game."""

    def append(self, event: Raw) -> None:
        if event[0] == SHUFFLE:
            if self.done < len(self._given):
                event = (SHUFFLE, event[1], *self._laid(event, self._given[self.done]))
            self.done += 1
        super().append(event)

    def _laid(self, event: Raw, given: Shuffled) -> Raw:
        number, owner = divmod(event[1], 16)
        zone = self._game.rules.zones[number].decl.name
        seat = None if owner == COMMON else owner
        if (zone, seat) != (given.zone, given.owner):
            raise DealMismatch(f"`{zone}` is shuffled, the deal is of `{given.zone}`")
        cards = event[2:]
        if sorted(cards) != sorted(given.cards):
            raise DealMismatch(f"the deal isn't made of the {len(cards)} cards that are shuffled in `{zone}`")
        layout = self._game.program.layout
        start = layout.arrays[f"Z_{zone}"].offset + (seat or 0) * layout.zones[zone].capacity
        upward = given.cards[::-1]
        self._state[start : start + len(upward)] = upward
        return upward
