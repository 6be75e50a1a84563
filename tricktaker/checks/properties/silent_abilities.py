"""An ability that never did anything.

Its cards were played again and again, and its steps never ran, its lines never bent a rule, or its cards never
counted as others. Often its `if` can't hold, or it waits for the wrong moment: in `played` the card has left
the hand already, in `won` it speaks only for the winner's own card.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.evidence import Evidence, Found, at_most

NAME = "silent-ability"


def find(evidence: Evidence) -> Iterator[Found]:
    coverage = evidence.coverage
    for point in coverage.missing:
        if point.kind == "ability" and point.span is not None and point.span.file == evidence.own_file:
            yield Found(
                f"the ability `{point.label}` never did anything in {coverage.games:,} games",
                point.span,
                (f"if it ever does, it is in less than {at_most(coverage.games, evidence.tests)} of games like these",),
            )
