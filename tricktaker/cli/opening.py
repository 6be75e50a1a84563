"""Opens a game for a command, so that its faults can name it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tricktaker.cli.edge import CouldNotRun, Findings, circumstances

if TYPE_CHECKING:
    from pathlib import Path

    from tricktaker.cli.parameters import Setting
    from tricktaker.game import Game
    from tricktaker.model import Rules
    from tricktaker.records import Record


def open_game(variant: str, players: int | None, settings: Mapping[str, Setting]) -> Game:
    """The game of a rule file with its options chosen. What is wrong with either is raised as it is."""
    from tricktaker.game.game import load_with

    known = circumstances()
    known.variant = variant
    game = load_with(variant, players, settings)
    known.fingerprint = game.fingerprint
    return game


def open_rules(variant: str, players: int | None, settings: Mapping[str, Setting]) -> Rules:
    """The checked rules of a file, for commands that don't play."""
    from tricktaker.loading.load import load_rules

    circumstances().variant = variant
    return load_rules(variant, players, settings)


def open_recorded(record: Record, variant: str | None, again: str) -> Game:
    """The game of a record, from the rule file that it names or from `variant`; `again`: how to name another."""
    from tricktaker.diagnostics.display import printable
    from tricktaker.loading.places import find_variant

    try:
        file = find_variant(variant if variant is not None else record.variant)
    except FileNotFoundError as refusal:
        raise CouldNotRun(
            f"The rules of this game are not in {printable(record.variant)} any more. If the file was moved, name it: "
            f"{again} {printable(record.id)}.yaml"
        ) from refusal
    if variant is not None and file.stem != record.id:
        raise CouldNotRun(f"This record is a game of {printable(record.id)} ({printable(record.name)}), not {variant}.")
    game = open_game(str(file) if variant is not None else record.variant, len(record.players), record.options)
    circumstances().seed = record.seed
    return game


def check_same_rules(record: Record, game: Game, path: Path) -> None:
    """Refuses to go on by other rules than those of the record, and says what can be done instead."""
    from tricktaker.diagnostics.display import printable

    if record.fingerprint != game.fingerprint:
        raise Findings(
            f"The rules in {printable(game.path)} have changed since this game was played by them. With the old file "
            f"it goes on; tricktaker replay --force {path} shows as much of it as the new rules allow, and "
            f"tricktaker run {printable(game.path)} begins a new game."
        )


def fresh_seed() -> int:
    """A seed for whoever gave none, short enough to be typed again."""
    return int.from_bytes(os.urandom(4), "big")
