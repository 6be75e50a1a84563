"""A seat that wins more than its share, beyond chance.

When all play by chance, the seat (or whoever sits so many places from the first dealer) won so much more or
less often than the others that it can't be luck, and the difference is surely more than five games in a
hundred. The interval holds with 99.9 % for all such questions of one run together.

Play by chance isn't good play: an advantage can vanish or grow between people. Where the lead changes in turn,
or a game has as many rounds as players, accept the finding with that reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tricktaker.checks.evidence import Evidence, Found, Outcome, interval

NAME = "seat-advantage"
MARGIN = 0.05


def find(evidence: Evidence) -> Iterator[Found]:
    rules, outcomes = evidence.rules, evidence.outcomes
    if rules.cooperative or len(outcomes) < 50:
        return
    count = rules.players
    told = False
    ways: tuple[tuple[str, Callable[[Outcome, int], int]], ...] = (
        ("seat {}", lambda outcome, place: place),
        ("the seat {} left of the first dealer", lambda outcome, place: (outcome.first_dealer + place) % count),
    )
    for name, seat_of in ways:
        for place in range(count):
            won = [
                1 / len(outcome.winners) if seat_of(outcome, place) in outcome.winners else 0.0
                for outcome in outcomes
                if outcome.winners
            ]
            low, high = interval(won, evidence.tests)
            if (low > 1 / count + MARGIN or high < 1 / count - MARGIN) and not told:
                told = True
                mean = sum(won) / len(won)
                yield Found(
                    f"{name.format(place)} won {100 * mean:.1f} % of {len(won):,} games by chance, "
                    f"where {100 / count:.1f} % would be fair",
                    evidence.players_span,
                    (f"with a certainty of 99.9 % between {100 * low:.1f} % and {100 * high:.1f} %",),
                )
