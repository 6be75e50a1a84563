"""What many games together have shown, for the findings about the rules themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, log

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
        """How many statistical questions are asked of this run: each must be answered the more surely.

        Of every seat, of every place from the first dealer, of ties, of games that were cut off, of each rule that
        was never at work.
        """
        return 2 * self.rules.players + 2 + len(self.coverage.missing)


def interval(values: Sequence[float], tests: int) -> tuple[float, float]:
    """Where the share lies that the values (each from 0 to 1) are drawn from, with the certainty of a whole run.

    The bounds are those of Chernoff, which hold for few values and rare things as well: a mean `m` of `n` values is as
    far from a share `p` with a chance of at most exp(-n D), where D is the relative entropy of `m` to `p`.
    """
    count = len(values)
    if not count:
        return 0.0, 1.0
    mean = sum(values) / count
    most = log(2 * tests / (1 - CERTAINTY)) / count
    return farthest(mean, 0.0, most), farthest(mean, 1.0, most)


def farthest(mean: float, end: float, most: float) -> float:
    """The share nearest to `end` from which the mean isn't too far."""
    near, far = mean, end
    for _ in range(50):
        middle = (near + far) / 2
        if entropy(mean, middle) <= most:
            near = middle
        else:
            far = middle
    return far if entropy(mean, far) <= most else near


def entropy(mean: float, share: float) -> float:
    """Of one share relative to another."""
    parts = ((mean, share), (1 - mean, 1 - share))
    return sum(one * log(one / two) if two > 0 else inf for one, two in parts if one > 0)


def rare(count: int, of: int) -> str:
    """`3 of 1,000 games (0.3 %)`."""
    share = 100 * count / of if of else 0
    return f"{count:,} of {of:,} games ({share:.1f} %)"


def at_most(games: int, tests: int) -> str:
    """How often something may happen that never did in so many games, with the certainty of a run of `tests` questions.

    The rule of three, but for 99.9 %.
    """
    share = 1 - ((1 - CERTAINTY) / tests) ** (1 / games) if games else 1
    return f"{100 * share:.2g} %"


def spoken_list(words: Iterable[str]) -> str:
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
