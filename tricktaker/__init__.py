"""Trick-taking card games from rules written in one YAML file.

`load` makes a `Game` from a file or the name of a shipped variant; `Game.deal` starts a `State`; `State.view` is
what one seat may know; `simulate` plays many games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from tricktaker.simulate import simulate as simulate

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
    "simulate",
]


def __getattr__(name: str) -> Any:
    """`tricktaker.simulate`, brought in when it is first asked for."""
    if name == "simulate":
        from importlib import import_module

        return import_module("tricktaker.simulate")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
