"""Whatever makes programs quick can be left out, and the games are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tricktaker.compiler.emission import LEVERS
from tricktaker.compiler.engines import Engine
from tricktaker.compiler.native import available
from tricktaker.compiler.program import compile_rules
from tricktaker.game.game import keys
from tricktaker.loading.load import load_rules

ROOT = Path(__file__).parents[2]
VARIANTS = sorted([*(ROOT / "variants").glob("*.yaml"), *(ROOT / "tests" / "variants").glob("*.yaml")])
WHERE_IT_SHOWS = {
    "tables": "fox",
    "strengths": "fox",
    "sums": "hearts",
    "halving": "cucumber",
    "numbers": "cucumber",
    "collecting": "hearts",
}


def path_of(name: str) -> Path:
    return next(path for path in VARIANTS if path.stem == name)


@pytest.mark.parametrize("lever", LEVERS)
def test_the_games_are_the_same_without(lever: str) -> None:
    for path in VARIANTS:
        rules = load_rules(path, None, {})
        plain, without = compile_rules(rules), compile_rules(rules, [lever])
        assert Engine(plain, False).hashes(keys(2), 0, 2) == Engine(without, False).hashes(keys(2), 0, 2), path.stem


@pytest.mark.parametrize(("lever", "name"), WHERE_IT_SHOWS.items())
def test_a_lever_changes_the_text(lever: str, name: str) -> None:
    rules = load_rules(path_of(name), None, {})
    assert compile_rules(rules).text != compile_rules(rules, [lever]).text


def test_the_led_suit_is_looked_up_once() -> None:
    rules = load_rules(path_of("fox"), None, {})
    quick, plain = (Engine(compile_rules(rules, without), True).text("race") for without in ((), ("leading",)))
    assert "led_MASK" in quick
    assert "led_MASK" not in plain


def test_dead_stores_are_left_out_of_playouts() -> None:
    rules = load_rules(path_of("fox"), None, {})
    lean, whole = (Engine(compile_rules(rules, without), False).text("race") for without in ((), ("dead",)))
    assert "trick_no += 1" in whole
    assert "trick_no += 1" not in lean


@pytest.mark.skipif(not available(), reason="numba isn't installed")
@pytest.mark.long
@pytest.mark.parametrize("lever", LEVERS)
def test_the_games_are_the_same_without_in_machine_code(lever: str) -> None:
    rules = load_rules(path_of("cucumber"), None, {})
    plain, without = compile_rules(rules), compile_rules(rules, [lever])
    assert Engine(plain, True).hashes(keys(2), 0, 1000) == Engine(without, True).hashes(keys(2), 0, 1000)
