"""Opens a game for a command, so that its faults can name it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tricktaker.cli.edge import circumstances

if TYPE_CHECKING:
    from tricktaker.cli.parameters import Setting
    from tricktaker.game import Game
    from tricktaker.model import Rules


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


def fresh_seed() -> int:
    """A seed for whoever gave none, short enough to be typed again."""
    return int.from_bytes(os.urandom(4), "big")
