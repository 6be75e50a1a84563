"""No chance without a seed: neither in the package nor in what tests are made of."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tricktaker.checks.deep import Budget, Deep
from tricktaker.checks.policies import by_chance
from tricktaker.checks.trials import Loader
from tricktaker.diagnostics import Report

ROOT = Path(__file__).parents[2]
UNSEEDED = {"Random", "SystemRandom", "default_rng", "RandomState"}
SHARED = {"choice", "choices", "random", "randint", "randrange", "sample", "shuffle", "uniform", "seed", "getrandbits"}
MEANT = {
    ("tests/cases/test_seeds.py", "random.seed"): "to see that nobody asks the shared generator",
    ("tests/checks/test_properties.py", "random.random"): "a fingerprint that differs each time, to see it noticed",
    ("tests/testing/test_assertions.py", "random.SystemRandom"): "a bot that is never the same, to see it noticed",
}
"""Where chance without a seed is the point."""


def unseeded(tree: ast.AST) -> set[str]:
    """Generators without a seed, and calls of the one that all share."""
    found = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner, name = node.func.value, node.func.attr
        if isinstance(owner, ast.Name) and owner.id == "random" and name in SHARED:
            found.add(f"random.{name}")
        if name in UNSEEDED and not node.args and isinstance(owner, ast.Name | ast.Attribute):
            found.add(f"{ast.unparse(owner)}.{name}")
    return found


def test_what_is_looked_for_is_found() -> None:
    text = "import random\nrandom.shuffle([])\nrandom.Random()\nrandom.Random(3)\nnumpy.random.default_rng()\n"
    assert unseeded(ast.parse(text)) == {"random.shuffle", "random.Random", "numpy.random.default_rng"}


@pytest.mark.parametrize("folder", ["tricktaker", "tests", "examples"])
def test_every_generator_has_a_seed(folder: str) -> None:
    found = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = str(path.relative_to(ROOT))
        for what in unseeded(ast.parse(path.read_text(encoding="utf-8"))):
            if (name, what) not in MEANT:
                found[name] = what
    assert not found


def test_a_check_looks_at_the_same_games_again() -> None:
    counts = []
    for _ in range(2):
        loader = Loader.of(ROOT / "tests" / "checks" / "sound.yaml")
        deep = Deep("sound", loader, Report(), 1, Budget(1e9), 7)
        deep.one(loader.usual, {}, 7, by_chance(loader.usual, 7), watched=True)
        coverage = deep.coverage
        counts.append((deep.count, coverage.games, coverage.decisions, dict(coverage.mattered), dict(coverage.asked)))
    assert counts[0] == counts[1]
    assert counts[0][0] > 100
