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
    import tricktaker

    known = circumstances()
    known.variant = variant
    game = tricktaker.load(variant, players=players, **settings)
    known.fingerprint = game.fingerprint
    return game


def open_rules(variant: str, players: int | None, settings: Mapping[str, Setting]) -> Rules:
    """The checked rules of a file, for commands that don't play."""
    from tricktaker.diagnostics import Report, VariantError
    from tricktaker.loading.extends import load_document
    from tricktaker.loading.places import find_variant
    from tricktaker.loading.shape import check_shape
    from tricktaker.loading.variant import read_rules

    circumstances().variant = variant
    path, report = find_variant(variant), Report()
    document = load_document(path, report, search=[path.parent])
    rules = None
    if document is not None:
        check_shape(document, report)
        report.raise_if_errors()
        rules = read_rules(document, str(path), report, players=players, options=dict(settings))
    if rules is None:
        raise VariantError(report)
    return rules


def fresh_seed() -> int:
    """A seed for whoever gave none, short enough to be typed again."""
    return int.from_bytes(os.urandom(4), "big")
