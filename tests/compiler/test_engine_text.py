"""The text of an engine is the same whatever else was asked for before: machine code on disk is found by it."""

from __future__ import annotations

from pathlib import Path

import pytest

import tricktaker
from tricktaker.bots.practice import worth_of
from tricktaker.compiler.engines import Engine

ROOT = Path(__file__).parents[2]
ENTRIES = ("race", "hashes", "batch", "sample", "grow", "ranks", "advance")
QUICK = ("duet", "euchre", "five-hundred", "fox")
VARIANTS = [
    pytest.param(path.stem, marks=() if path.stem in QUICK else (pytest.mark.long,))
    for path in sorted((ROOT / "variants").glob("*.yaml"))
]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_text_every_time(name: str) -> None:
    game = tricktaker.load(name)
    engine = Engine(game.program, True)
    first = {entry: engine.text(entry) for entry in ENTRIES}
    assert {entry: engine.text(entry) for entry in ENTRIES} == first
    other = tricktaker.load(name)
    worth_of(other)
    asked = Engine(other.program, True)
    assert {entry: asked.text(entry) for entry in reversed(ENTRIES)} == first
