"""A game that may not come to its end by itself.

`rounds` says until when is played (`until`), and games by chance were cut off by `at_most` before that was
reached. The game still ends, by the standings at that time; but who plays it may sit long and end with a shrug.
Scores that only go round in circles do this, or a target that nobody can reach.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.evidence import Evidence, Found, interval, rare

NAME = "stalemate"
SHARE = 0.02
"""Of games: what is surely rarer isn't worth a word."""


def find(evidence: Evidence) -> Iterator[Found]:
    cut = [float(outcome.cut_short) for outcome in evidence.outcomes]
    low, _ = interval(cut, evidence.tests)
    if low > SHARE:
        most = evidence.rules.rounds.at_most
        message = f"{rare(int(sum(cut)), len(cut))} were cut off after {most} rounds, before `until` held"
        yield Found(message, evidence.rounds_span)
