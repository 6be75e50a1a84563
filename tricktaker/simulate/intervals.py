"""95 % intervals from whole-number sums."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

Z = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the interval that holds the truth 95 times of 100."""

    value: float
    low: float
    high: float
    count: int
    """How many observations it is made of."""

    @property
    def error(self) -> float:
        """The standard error: half the interval's width in units of the normal distribution."""
        return (self.high - self.low) / (2 * Z)

    def to_json(self) -> dict[str, float | int]:
        return {"value": self.value, "low": self.low, "high": self.high, "count": self.count}


def share(hits: float, count: int) -> Interval:
    """A share with Wilson's interval, which is right at the edges too. Of what may be halved, hits may have halves."""
    if count == 0:
        return Interval(0.0, 0.0, 1.0, 0)
    p = hits / count
    spread = Z * sqrt(p * (1 - p) / count + Z * Z / (4 * count * count))
    middle, scale = p + Z * Z / (2 * count), 1 + Z * Z / count
    low = 0.0 if hits == 0 else max(0.0, (middle - spread) / scale)
    high = 1.0 if hits == count else min(1.0, (middle + spread) / scale)
    return Interval(p, low, high, count)


def mean(total: int, squares: int, count: int, scale: int = 1) -> Interval:
    """A mean of whole numbers (divided by `scale`) with the interval of the normal distribution."""
    if count == 0:
        return Interval(0.0, 0.0, 0.0, 0)
    value = total / count
    if count == 1:
        return Interval(value / scale, value / scale, value / scale, 1)
    # Whole numbers first: the difference of two large ones is exact.
    variance = (squares * count - total * total) / (count * (count - 1))
    half = Z * sqrt(max(0.0, variance) / count)
    return Interval(value / scale, (value - half) / scale, (value + half) / scale, count)


def difference(one: Interval, two: Interval) -> Interval:
    """`two` minus `one`, of independent observations."""
    value = two.value - one.value
    half = Z * sqrt(one.error**2 + two.error**2)
    return Interval(value, value - half, value + half, min(one.count, two.count))


def more_needed(found: Interval) -> int | None:
    """How many more observations would set the value apart from 0, if it is what it seems; None if it can't be told."""
    half = (found.high - found.low) / 2
    if found.value == 0 or half == 0:
        return None if found.value == 0 else 0
    return max(0, ceil(found.count * ((half / abs(found.value)) ** 2 - 1)))
