"""Checks that need the whole of the rules: deals that don't fit, legality that reads hidden cards, loose ends."""

from __future__ import annotations

from tricktaker.loading.context import Context
from tricktaker.model import Rules


def check_sense(ctx: Context, rules: Rules) -> None:
    """Reports what only shows when all parts are known."""
