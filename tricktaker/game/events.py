"""What happened, and who saw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tricktaker.game.game import Card, Game

Value = int | str | bool | None


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    `kind` is one of round_start, shuffle, deal, move, play, pass, stuck, ability, choose, swap, show, set, trick_won,
    trick_void, lead, collect, no_effect, eliminate, redeal, round_end, game_end. `cards` hold None for a card that the
    viewer may not see.
    """

    kind: str
    seat: int | None = None
    cards: tuple[Card | None, ...] = ()
    data: Mapping[str, Value] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"kind": self.kind}
        if self.seat is not None:
            found["seat"] = self.seat
        if self.cards:
            found["cards"] = [None if card is None else card.index for card in self.cards]
        if self.data:
            found["data"] = dict(self.data)
        return found

    @classmethod
    def from_json(cls, game: Game, data: Mapping[str, Any]) -> Event:
        cards = tuple(None if index is None else game.cards[index] for index in data.get("cards", ()))
        return cls(data["kind"], data.get("seat"), cards, data.get("data", {}))


@dataclass(frozen=True, slots=True)
class Seen:
    """An event with, for each card and each hidden datum, the mask of who saw it (bit `players`: spectators)."""

    kind: str
    seat: int | None
    cards: tuple[tuple[int, int], ...]
    """(card number, who saw it)."""
    data: Mapping[str, Value]
    secret: Mapping[str, tuple[Value, int]]
    """Data that only some saw: name to (value, who)."""
    whole: int = -1
    """Who noticed the event at all."""

    def for_viewer(self, game: Game, bit: int | None) -> Event | None:
        """As one viewer saw it (None: everything); None if they noticed nothing."""
        if bit is not None and not self.whole >> bit & 1:
            return None
        cards = tuple(game.cards[card] if bit is None or seen >> bit & 1 else None for card, seen in self.cards)
        if self.kind == "deal":
            # Hidden ones last: their places among the others would tell something of them.
            cards = (*(card for card in cards if card is not None), *(card for card in cards if card is None))
        data = dict(self.data)
        for name, (value, seen) in self.secret.items():
            data[name] = value if bit is None or seen >> bit & 1 else None
        return Event(self.kind, self.seat, cards, data)
