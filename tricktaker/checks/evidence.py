"""What many games together have shown, for the findings about the rules themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist

from tricktaker.checks.coverage import Coverage
from tricktaker.diagnostics import Span
from tricktaker.model import Rules

CERTAINTY = 0.999
"""Of all statistical findings of one run together."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game of chance ended."""

    winners: tuple[int, ...]
    sides: int
    """How many sides share the first place."""
    first_dealer: int
    first_leader: int
    cut_short: bool
    rounds: int


@dataclass(frozen=True, slots=True)
class Trial:
    """An option's value tried against its usual one: in how many games, and whether anything was different."""

    option: str
    value: str
    games: int
    differs: bool
    span: Span | None


@dataclass(frozen=True, slots=True)
class Found:
    """A finding about the rules: what, where, and how sure."""

    message: str
    span: Span | None
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Evidence:
    """All that was seen in one run."""

    rules: Rules
    coverage: Coverage = field(default_factory=Coverage)
    outcomes: list[Outcome] = field(default_factory=list)
    trials: list[Trial] = field(default_factory=list)
    settings: int = 1
    own_file: str | None = None
    rounds_span: Span | None = None
    end_span: Span | None = None
    players_span: Span | None = None

    @property
    def tests(self) -> int:
        """How many statistical questions are asked of this run: each must be answered the more surely."""
        return 2 * self.rules.players + 2


def interval(values: Sequence[float], tests: int) -> tuple[float, float]:
    """Where the mean of what the values are drawn from lies, with the certainty of a whole run of `tests` questions."""
    count = len(values)
    if count < 2:
        return float("-inf"), float("inf")
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    half = NormalDist().inv_cdf(1 - (1 - CERTAINTY) / (2 * tests)) * sqrt(max(spread, 1 / count) / count)
    return mean - half, mean + half


def rare(count: int, of: int) -> str:
    """`3 of 1,000 games (0.3 %)`."""
    share = 100 * count / of if of else 0
    return f"{count:,} of {of:,} games ({share:.1f} %)"


def at_most(games: int) -> str:
    """How often something may happen that never did in so many games, by the rule of three at 99.9 %."""
    share = 1 - (1 - CERTAINTY) ** (1 / games) if games else 1
    return f"{100 * share:.2g} %"


def spoken_list(words: Iterable[str]) -> str:
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
