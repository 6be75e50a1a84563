"""Positions and small files for the tests in this folder."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import tricktaker
from tricktaker import Game, State
from tricktaker.checks.examples import run_example
from tricktaker.diagnostics import Severity, VariantError


@cache
def game_of(name: str, players: int | None = None, **options: Any) -> Game:
    """A shipped game, loaded once."""
    return tricktaker.load(name, players=players, **options)


def holds(
    name: str, about: str, options: dict[str, Any] | None = None, players: int | None = None, **given: Any
) -> None:
    """An example in the words of rule files must come out as it says."""
    assert run_example(game_of(name, players, **(options or {})), {"about": about, **given}) == [], about


def may_play(state: State) -> set[str]:
    """The short forms of the cards that may be played."""
    names = {f"play {card.name}": card.short for card in state.game.cards}
    return {names[text] for action in state.legal_actions if (text := state.game.text(action)) in names}


def play(state: State, *texts: str) -> State:
    """Does what the texts say; cards may stand in their short form."""
    names = {card.short: card.name for card in state.game.cards}
    for text in texts:
        verb, _, rest = text.partition(" ")
        state.apply(state.game.action(f"{verb} {names.get(rest, rest)}" if rest else text))
    return state


def by_chance(game: Game, seed: int, number: int = 0) -> Iterator[State]:
    """Every situation of a game played at random, the last one included."""
    chance = random.Random(f"{seed} {number}")
    state = game.deal(seed, number)
    while not state.is_over:
        yield state
        state.apply(chance.choice(state.legal_actions))
    yield state


HEAD = """\
tricktaker: 1
name: Small
about: As small as can be.
source: ours
players: 2
deck: {suits: [bells, keys, moons], ranks: 1..11}
vars:
  score: {per: player, int: 0..200, lasts: game}
zones:
  stock: {see: nobody}
  discard: {see: everyone}
round:
  - shuffle: deck
  - deal: {to: hand, count: 4}
  - move: {from: deck, count: 2, to: stock}
  - tricks: {count: 4}
  - each: player
    do:
      - add: {score: tricks_won}
rounds: {count: 2}
"""


def small(folder: Path, more: str = "", *changes: tuple[str, str]) -> Game:
    """A small game with more in it, or with parts of it changed."""
    return tricktaker.load(written(folder, more, *changes))


def written(folder: Path, more: str = "", *changes: tuple[str, str]) -> Path:
    """The file of a small game."""
    text = HEAD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    file = folder / "small.yaml"
    file.write_text(text + more, encoding="utf-8")
    return file


def slugs(folder: Path, more: str = "", *changes: tuple[str, str]) -> dict[str, int]:
    """The kinds of mistakes in a small game, with their lines."""
    try:
        small(folder, more, *changes)
    except VariantError as refusal:
        found = [each for each in refusal.report.diagnostics if each.severity is Severity.ERROR]
        return {each.slug: each.span.line if each.span else 0 for each in found}
    return {}
