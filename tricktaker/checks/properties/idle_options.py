"""An option's value that changes nothing.

The same deals were played with the same choices under this value and under the usual one, also together with
other options, and every game went the same way: the same actions were legal, the same scores came out. Then the
option isn't read where it should be, or its value means the same as another.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.evidence import Evidence, Found

NAME = "idle-option"


def find(evidence: Evidence) -> Iterator[Found]:
    for trial in evidence.trials:
        if not trial.differs:
            yield Found(
                f"`{trial.option}` set to {trial.value} changed nothing in {trial.games:,} games played both ways",
                trial.span,
            )
