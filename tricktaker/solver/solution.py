"""What a search has found."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, order=True)
class Together:
    """What a game comes to that all play together. Values compare as they count: won before lost, then by score."""

    end: int
    """1 if the game is won, -1 if it is lost, 0 if it goes on behind the round."""
    score: int

    @property
    def won(self) -> bool | None:
        """Whether the game is won; None if it goes on."""
        return None if self.end == 0 else self.end > 0


Value = int | Fraction | Together


@dataclass(frozen=True, slots=True)
class Range:
    """A value, or what is known of it: `low` and `high` are the same once it is known; None for no bound yet."""

    low: Value | None
    high: Value | None

    @property
    def value(self) -> Value | None:
        """The value, None if it isn't known."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal action and what it comes to, for whoever decides.

    `value` is how far the side ends ahead of the mean of the others, or a `Together`. `range` is what is proven of it;
    with several sides, what it can be if they choose otherwise among answers that are the same to them.
    """

    action: int
    text: str
    value: Value | None
    range: Range


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of a line of play."""

    seat: int
    action: int
    text: str


@dataclass(frozen=True, slots=True)
class Solution:
    """The worth of a position with all cards open, if everyone plays as well as can be."""

    by: str
    sides: tuple[tuple[int, ...], ...]
    seat: int | None
    """Who decides, None if nobody does."""
    values: tuple[Value | None, ...]
    """For each side: how far it ends ahead of the mean of the others; a `Together` where all play together."""
    ranges: tuple[Range, ...]
    answers: tuple[Answer, ...]
    """Legal actions, the best first. Only the best, unless all were asked for."""
    line: tuple[Step, ...] = ()
    points: tuple[int, ...] = ()
    """What each side has at the end of the line."""
    result: str | None = None
    complete: bool = True
    """Whether all that was asked is known; else the search was left before."""
    nodes: int = 0
    seconds: float = 0.0

    @property
    def value(self) -> Value | None:
        """What the position is worth to the side that decides (to the first if nobody does)."""
        return self.values[self.side]

    @property
    def side(self) -> int:
        """The side that decides."""
        return next((number for number, side in enumerate(self.sides) if self.seat in side), 0)

    @property
    def best(self) -> Answer | None:
        """The best action, None if it isn't known or nobody decides."""
        return self.answers[0] if self.answers and self.answers[0].value is not None else None
