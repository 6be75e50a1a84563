"""Trick-taking card games from rules written in one YAML file.

`load` makes a `Game` from a file or the name of a shipped variant; `Game.deal` starts a `State`; `State.view` is
what one seat may know.
"""

from __future__ import annotations

from tricktaker.diagnostics import VariantError
from tricktaker.game import (
    Card,
    Decision,
    Event,
    Game,
    GameFault,
    IllegalAction,
    PositionError,
    Refusal,
    State,
    UnknownAction,
    View,
    ZoneView,
    load,
)
from tricktaker.loading.options import BadOption

__version__ = "0.1.0"

__all__ = [
    "BadOption",
    "Card",
    "Decision",
    "Event",
    "Game",
    "GameFault",
    "IllegalAction",
    "PositionError",
    "Refusal",
    "State",
    "UnknownAction",
    "VariantError",
    "View",
    "ZoneView",
    "load",
]
