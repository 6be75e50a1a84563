"""Trick-taking card games from rules written in one YAML file.

`load` makes a `Game` from a file or the name of a shipped variant; `Game.deal` starts a `State`; `State.view` is
what one seat may know; `simulate` plays many games.

What is named here is imported when it is first used: the command line's help needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.version import __version__ as __version__

if TYPE_CHECKING:
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
    from tricktaker.simulate import simulate
else:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        if name == "simulate":  # a module that can be called
            return import_module("tricktaker.simulate")
        homes = {"BadOption": "tricktaker.loading.options", "VariantError": "tricktaker.diagnostics"}
        found = getattr(import_module(homes.get(name, "tricktaker.game")), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


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
