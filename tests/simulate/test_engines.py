"""Both engines play the same games, and both play what the machine form plays."""

from __future__ import annotations

from pathlib import Path

import pytest

import tricktaker
from tests.simulate.driving import driven, logged
from tricktaker.compiler.engines import Engine
from tricktaker.compiler.native import available
from tricktaker.game.game import keys

ROOT = Path(__file__).parents[2]
VARIANTS = sorted([*(ROOT / "variants").glob("*.yaml"), *(ROOT / "tests" / "variants").glob("*.yaml")])
QUICK = ("fox", "whist", "skull-king", "cucumber")
needs_numba = pytest.mark.skipif(not available(), reason="numba isn't installed")


def marked(paths: list[Path]) -> list[object]:
    return [pytest.param(path, id=path.stem, marks=() if path.stem in QUICK else (pytest.mark.long,)) for path in paths]


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in VARIANTS])
def test_a_playout_is_what_the_machine_plays(path: Path) -> None:
    game = tricktaker.load(path)
    games = 3
    assert Engine(game.program, native=False).hashes(keys(11), 0, games) == [
        logged(game, 11, number) for number in range(games)
    ]


@needs_numba
@pytest.mark.parametrize("path", marked(VARIANTS))
def test_both_engines_play_the_same_games(path: Path) -> None:
    game = tricktaker.load(path)
    python, numba = Engine(game.program, native=False), Engine(game.program, native=True)
    games = 200 if path.stem in QUICK else 1000
    assert python.hashes(keys(3), 0, games) == numba.hashes(keys(3), 0, games)
    assert python.race(keys(3), 0, 50) == numba.race(keys(3), 0, 50)
    assert python.batch(keys(5), 0, 50, True) == numba.batch(keys(5), 0, 50, True)


@needs_numba
@pytest.mark.parametrize("path", marked(VARIANTS))
def test_the_machine_form_is_the_same_in_machine_code(path: Path) -> None:
    game = tricktaker.load(path)
    numba = Engine(game.program, native=True)
    for number in range(2):
        plain = driven(game, lambda state: game.program.advance(state, []), [0] * game.program.layout.size, 4, number)
        twin = driven(game, numba.function("advance"), numba.words(game.program.layout.size), 4, number)
        assert plain == twin
