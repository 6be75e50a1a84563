"""A rule that never mattered.

In all games that were played, with every setting of the options, a line of `lead` or `follow` never left out a
card, a way of winning never decided a trick, a row of a table was never looked up, an entry of a menu was never
offered, or a step was never reached. Half of the games were steered towards what had not been seen yet.

Either the rule can't come to matter (a line above it says it already, its condition can't hold), or the case is
so rare that the games didn't find it: the message says how rare it is at most. An `example` that shows it
proves the second.

What a file takes over by `extends` is left to the file that wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.coverage import Key
from tricktaker.checks.evidence import Evidence, Found, at_most

NAME = "dead-rule"

FEW = 200
"""Rounds before anything is said."""

SAID = {
    "line": "the line `{}` never left out a card",
    "tier": "this way of winning{} never decided a trick",
    "row": "the row `{}` was never looked up",
    "entry": "`{}` was never offered",
    "step": "this step was never reached",
    "hook": "the hook `{}` never ran",
}


def find(evidence: Evidence) -> Iterator[Found]:
    coverage = evidence.coverage
    if coverage.rounds < FEW:
        return
    coverage.drop_uncounted()
    missing = {point.key: point for point in coverage.missing if point.kind in SAID}
    silent = {point.key for point in coverage.missing}
    said: set[Key | None] = set()
    for key, point in missing.items():
        if point.span is None or point.span.file != evidence.own_file or point.parent in silent:
            continue
        if point.kind == "step":
            if point.parent in said and point.parent is not None:
                continue
            said.add(point.parent)
        label = f" (`{point.label}`)" if point.kind == "tier" and point.label else point.label
        text = SAID[point.kind].format(label)
        if point.kind == "line":
            asked = coverage.asked[key]
            text += f", though it applied to {asked:,} decisions" if asked else ": it never applied"
        rarest = at_most(coverage.rounds, evidence.tests)
        yield Found(
            f"{text} in {coverage.rounds:,} rounds of {coverage.games:,} games",
            point.span,
            (f"if it can matter, it does in less than {rarest} of rounds like these",),
        )
