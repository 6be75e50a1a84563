"""A game that may not come to its end by itself.

`rounds` says until when is played (`until`), and games by chance were cut off by `at_most` before that was
reached. The game still ends, by the standings at that time; but who plays it may sit long and end with a shrug.
Scores that only go round in circles do this, or a target that nobody can reach.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.evidence import Evidence, Found, rare

NAME = "stalemate"
SHARE = 0.02
"""Below this share of games nothing is said."""


def find(evidence: Evidence) -> Iterator[Found]:
    cut, games = sum(outcome.cut_short for outcome in evidence.outcomes), len(evidence.outcomes)
    if games and cut > SHARE * games:
        yield Found(
            f"{rare(cut, games)} were cut off after {evidence.rules.rounds.at_most} rounds, before `until` held",
            evidence.rounds_span,
        )
