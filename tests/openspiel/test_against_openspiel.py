"""Random games on both sides at once: equal legal moves at every decision, equal returns at the end.

Needs OpenSpiel: `pip install tricktaker[openspiel]`, which `tricktaker[test]` includes where there is a wheel of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip(
    "pyspiel",
    reason="NOTHING IS COMPARED WITH OPENSPIEL: it is not installed (pip install 'tricktaker[openspiel]')",
    exc_type=ImportError,
)

from tests.openspiel.bridge import Bridge
from tests.openspiel.comparison import Comparison, differences, walk
from tests.openspiel.euchre import Euchre
from tests.openspiel.hearts import Hearts
from tests.openspiel.oh_hell import OhHell
from tests.openspiel.skat import Skat
from tests.openspiel.spades import Spades

GAMES: dict[Callable[[], Comparison], tuple[int, int, dict[str, Any]]] = {
    Euchre: (2000, 5000, {"stick_the_dealer": True}),
    Hearts: (600, 5000, {"first_trick_points": True}),
    OhHell: (600, 5000, {"hook": False}),
    Bridge: (960, 5120, {"scoring": "rubber"}),
    Skat: (1000, 5000, {"seeger": True}),
    Spades: (2000, 5000, {"bag_penalty": False}),
}
"""How many games are compared by default, how many with `-m long`, and an option that makes it another game."""
PER_GAME = [pytest.param(kind, id=kind.__name__.lower()) for kind in GAMES]


def assert_the_same(comparison: Comparison, games: int) -> None:
    found = list(itertools.islice(differences(comparison, games), 5))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("kind", PER_GAME)
def test_the_games_are_the_same(kind: Callable[[], Comparison]) -> None:
    assert_the_same(kind(), GAMES[kind][0])


@pytest.mark.long
@pytest.mark.parametrize("kind", PER_GAME)
def test_many_games_are_the_same(kind: Callable[[], Comparison]) -> None:
    assert_the_same(kind(), GAMES[kind][1])


@pytest.mark.parametrize("kind", PER_GAME)
def test_another_game_is_noticed(kind: Callable[[], Comparison]) -> None:
    comparison = kind()
    setting = next(each for each in comparison.settings() if GAMES[kind][2].items() - each.ours.items())
    other = replace(setting, ours={**setting.ours, **GAMES[kind][2]})
    assert any(walk(comparison, other, number) for number in range(300))
