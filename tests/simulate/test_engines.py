"""Both engines play the same games, and both play what the machine form plays."""

from __future__ import annotations

import pytest

import tricktaker
from tests.simulate.driving import driven, logged
from tests.simulate.files import NAMES, marked, path_of
from tricktaker.compiler.engines import Engine
from tricktaker.compiler.native import available
from tricktaker.game.game import keys

QUICK = ("fox", "whist", "cucumber")
needs_numba = pytest.mark.skipif(not available(), reason="numba isn't installed")


def same_events(game: tricktaker.Game, games: int) -> None:
    """Everything that happens in every game."""
    hashes = Engine(game.program, native=False).hashes(keys(3), 0, games)
    assert hashes == Engine(game.program, native=True).hashes(keys(3), 0, games)
    assert len(set(hashes)) > games * 0.9, "a hash tells games apart"


def same_counts(game: tricktaker.Game, games: int) -> None:
    """All counts, every line of a game, and all choices."""
    python, numba = Engine(game.program, native=False), Engine(game.program, native=True)
    assert python.batch(keys(5), 0, games, True) == numba.batch(keys(5), 0, games, True)
    assert python.race(keys(5), 0, games) == numba.race(keys(5), 0, games)


@pytest.mark.parametrize("name", NAMES)
def test_a_playout_is_what_the_machine_plays(name: str) -> None:
    game = tricktaker.load(path_of(name))
    games = 3
    assert Engine(game.program, native=False).hashes(keys(11), 0, games) == [
        logged(game, 11, number) for number in range(games)
    ]


@needs_numba
@pytest.mark.parametrize("name", QUICK)
def test_both_engines_play_the_same_games(name: str) -> None:
    game = tricktaker.load(path_of(name))
    same_events(game, 100)
    same_counts(game, 100)


@needs_numba
def test_both_engines_play_the_same_games_where_cards_need_two_words() -> None:
    same_events(tricktaker.load(path_of("skull-king")), 20)


@needs_numba
@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_thousand_games_of_both_engines(name: str) -> None:
    game = tricktaker.load(path_of(name))
    same_events(game, 1000)
    same_counts(game, 1000)


@needs_numba
@pytest.mark.parametrize("name", marked(QUICK))
def test_the_machine_form_is_the_same_in_machine_code(name: str) -> None:
    game = tricktaker.load(path_of(name))
    numba = Engine(game.program, native=True)
    for number in range(2):
        plain = driven(game, lambda state: game.program.advance(state, []), [0] * game.program.layout.size, 4, number)
        twin = driven(game, numba.function("advance"), numba.words(game.program.layout.size), 4, number)
        assert plain == twin
