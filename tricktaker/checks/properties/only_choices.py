"""A decision in which there is nothing to decide.

Whenever the game came to this question, there was one answer. A question with one answer costs time at the
table; often a condition is too narrow, or the step could do the thing by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.evidence import Evidence, Found

NAME = "only-choice"
FEW = 30
"""So often a question must have been asked before anything is said about it."""


def find(evidence: Evidence) -> Iterator[Found]:
    for point, (count, open_ones) in evidence.coverage.choices.items():
        if not open_ones and count >= FEW:
            yield Found(f"`{point.label}` was asked {count:,} times, always with one answer", point.span)
