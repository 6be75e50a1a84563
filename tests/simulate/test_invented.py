"""Rule files that nobody wrote: both engines, and what makes programs quick, on made-up games."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

import tricktaker
from tests.simulate.driving import Stopped, logged
from tests.simulate.test_engines import needs_numba, same_events
from tests.simulate.test_levers import same_without
from tricktaker.compiler.emission import LEVERS
from tricktaker.compiler.engines import Engine
from tricktaker.game.game import keys
from tricktaker.testing import variants

LOT = 20
LOTS = 25
"""So many lots of so many files."""


def made_up(number: int, count: int, folder: Path) -> list[Path]:
    """Different files, the same ones each time."""
    texts: dict[str, None] = {}

    @seed(number)
    @settings(
        max_examples=4 * count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(variants())
    def collect(text: str) -> None:
        texts[text] = None

    collect()
    paths = []
    # Those drawn first are small.
    for place, text in enumerate(list(texts)[-count:]):
        paths.append(folder / f"invented{place}.yaml")
        paths[-1].write_text(text, encoding="utf-8")
    assert len(paths) == count
    return paths


def sound(path: Path, games: int) -> None:
    game = tricktaker.load(path)
    try:
        for number, found in enumerate(Engine(game.program, native=False).hashes(keys(11), 0, 3)):
            # A game in which an ability takes a card away may end with a hand too short: so be it.
            with suppress(Stopped):
                assert found == logged(game, 11, number)
        same_without(game.rules, [(lever,) for lever in LEVERS], native=False, games=games)
        same_without(game.rules, [tuple(LEVERS)], native=False, games=games)
    except AssertionError as fault:
        raise AssertionError(f"{fault}\n{path.read_text(encoding='utf-8')}") from fault


def test_made_up_games_are_the_same_without_what_makes_them_quick(tmp_path: Path) -> None:
    for path in made_up(1, 8, tmp_path):
        sound(path, 20)


@needs_numba
def test_a_made_up_game_is_the_same_on_both_engines(tmp_path: Path) -> None:
    (path,) = made_up(2, 1, tmp_path)
    same_events(tricktaker.load(path), 200)


@pytest.mark.long
@pytest.mark.parametrize("lot", range(LOTS))
def test_five_hundred_made_up_games_without_what_makes_them_quick(lot: int, tmp_path: Path) -> None:
    for path in made_up(1000 + lot, LOT, tmp_path):
        sound(path, 100)


@needs_numba
@pytest.mark.long
@pytest.mark.parametrize("lot", range(LOTS))
def test_five_hundred_made_up_games_on_both_engines(lot: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand games of each."""
    monkeypatch.setenv("TRICKTAKER_CACHE", "")
    for path in made_up(1000 + lot, LOT, tmp_path):
        try:
            same_events(tricktaker.load(path), 1000)
        except AssertionError as fault:
            raise AssertionError(f"{fault}\n{path.read_text(encoding='utf-8')}") from fault
