"""The cards of a variant and the ways they can be played."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CardInfo:
    """One physical card. Codes are positions in the domains `suit`, `rank`, `special`; None where it has none."""

    index: int
    name: str
    short: str
    deck: str
    suit: int | None
    rank: int | None
    special: int | None
    order: int
    """Position of the rank within its suit, lowest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One way of playing one card; its number is a *play code*. Plain plays come first and equal the card's index.

    Whatever asks about a played card sees these attributes.
    """

    card: int
    way: str | None
    """None for the plain way, `face down`, or what it is declared to be."""
    suit: int | None
    rank: int | None
    special: int | None
    order: int
    down: bool = False
