"""Luck alone is taken for a finding in less than one run of a thousand, all questions of the run together."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tricktaker.checks.evidence import Evidence, Outcome, interval
from tricktaker.checks.properties import first_seat, open_ties, stalemates
from tricktaker.checks.trials import Loader

RULES = Loader.of(Path(__file__).with_name("sound.yaml")).rules


def outcomes(chance: random.Random, count: int, tied: float, cut: float, weights: list[float]) -> list[Outcome]:
    found = []
    for _ in range(count):
        first = chance.choices(range(3), weights)[0]
        winners = (first, (first + 1) % 3) if chance.random() < tied else (first,)
        found.append(Outcome(winners, len(winners), chance.randrange(3), 0, chance.random() < cut, 3))
    return found


def told(chance: random.Random, count: int, tied: float, cut: float, weights: list[float]) -> list[str]:
    """What is found in one run of games like these."""
    evidence = Evidence(RULES, outcomes=outcomes(chance, count, tied, cut, weights))
    return [module.NAME for module in (first_seat, open_ties, stalemates) for _ in module.find(evidence)]


def test_an_interval_holds_the_truth() -> None:
    chance = random.Random(5)
    questions, missed = 8, 0
    for _ in range(400):
        for share in (0.02, 0.1, 1 / 3, 0.5):
            low, high = interval([float(chance.random() < share) for _ in range(200)], questions)
            missed += not low <= share <= high
    # 1,600 intervals, each wrong in less than one of 8,000 cases.
    assert missed <= 2


@pytest.mark.long
def test_what_is_just_below_a_bound_is_not_found_by_luck() -> None:
    chance = random.Random(6)
    wrong = 0
    for _ in range(1000):
        edge = [1 / 3 + 0.05, 1 / 3 - 0.025, 1 / 3 - 0.025]
        wrong += bool(told(chance, 300, open_ties.SHARE, stalemates.SHARE, edge))
    assert wrong <= 4


@pytest.mark.parametrize(
    ("tied", "cut", "weights", "found"),
    [
        (0.0, 0.0, [1.0, 1.0, 1.0], []),
        (0.2, 0.0, [1.0, 1.0, 1.0], ["open-tie"]),
        (0.0, 0.2, [1.0, 1.0, 1.0], ["stalemate"]),
        (0.0, 0.0, [3.0, 1.0, 1.0], ["seat-advantage"]),
    ],
)
def test_what_is_clear_is_found(tied: float, cut: float, weights: list[float], found: list[str]) -> None:
    assert told(random.Random(7), 600, tied, cut, weights) == found
