"""Games that end in a tie which nothing breaks.

More than one side stood first at the end, in a share of games that people will meet. Shared victory may be what
you want: then accept the finding and say so. Otherwise put more expressions into `standings`: they are compared
one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.evidence import Evidence, Found, interval, rare

NAME = "open-tie"
SHARE = 0.02
"""Of games: what is surely rarer isn't worth a word."""


def find(evidence: Evidence) -> Iterator[Found]:
    rules = evidence.rules
    if rules.cooperative or rules.end.winners is not None or not rules.end.standings:
        return
    tied = [float(outcome.sides > 1) for outcome in evidence.outcomes]
    low, _ = interval(tied, evidence.tests)
    if tied and low > SHARE:
        yield Found(f"{rare(int(sum(tied)), len(tied))} ended with several sides first", evidence.end_span)
