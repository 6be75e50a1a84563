"""Two rule files, or two settings of one, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tricktaker.simulate.intervals import Interval, difference, more_needed
from tricktaker.simulate.report import columns, heading
from tricktaker.simulate.results import Results


@dataclass(frozen=True, slots=True)
class Compared:
    """One question with both answers. `more`: games still needed to be sure, None if there is nothing to be sure of."""

    name: str
    one: Interval
    two: Interval

    @property
    def difference(self) -> Interval:
        return difference(self.one, self.two)

    @property
    def more(self) -> int | None:
        return more_needed(self.difference)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of two simulations and what differs."""

    one: Results
    two: Results

    @property
    def lines(self) -> list[Compared]:
        """What both can be asked."""
        one, two = self.one, self.two
        found = [
            Compared("rounds a game", one.rounds, two.rounds),
            Compared("decisions a game", one.decisions, two.decisions),
            Compared("share of forced decisions", one.forced, two.forced),
            Compared("share of shared victories", one.ties, two.ties),
        ]
        for a, b in zip(one.seats, two.seats, strict=False):
            found.append(Compared(f"{a.name}: games won", a.wins, b.wins))
            if a.points is not None and b.points is not None:
                found.append(Compared(f"{a.name}: points a game", a.points, b.points))
            if a.tricks is not None and b.tricks is not None:
                found.append(Compared(f"{a.name}: tricks a round", a.tricks, b.tricks))
        for whom, first, second in (("dealer", one.by_dealer, two.by_dealer), ("leader", one.by_leader, two.by_leader)):
            found.append(Compared(f"first {whom}: games won", first[0].wins, second[0].wins))
        return found

    def text(self) -> str:
        """A page for people."""
        rows = []
        for each in self.lines:
            gap = each.difference
            sure = gap.low > 0 or gap.high < 0
            more = "" if sure else "no difference" if each.more is None else f"{each.more:,}"
            rows.append(
                [
                    each.name,
                    f"{each.one.value:.4f}",
                    f"{each.two.value:.4f}",
                    f"{gap.value:+.4f} ({gap.low:+.4f} to {gap.high:+.4f})",
                    "yes" if sure else "no",
                    more,
                ]
            )
        head = ["", "A", "B", "B less A", "differs", "more needed"]
        return "\n".join([f"A: {heading(self.one)}", f"B: {heading(self.two)}", "", *columns(head, rows)]) + "\n"

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "version": 1,
            "a": self.one.to_json(),
            "b": self.two.to_json(),
            "differences": [
                {"name": each.name, "difference": each.difference.to_json(), "more_needed": each.more}
                for each in self.lines
            ],
        }
