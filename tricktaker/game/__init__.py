"""The public face of a compiled variant: games, states, views, actions, notation."""

from __future__ import annotations

from tricktaker.game.events import Event
from tricktaker.game.faults import GameFault, IllegalAction, PositionError, Refusal, UnknownAction
from tricktaker.game.game import Card, Game, load
from tricktaker.game.state import Decision, State
from tricktaker.game.view import View, ZoneView

__all__ = [
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
    "View",
    "ZoneView",
    "load",
]
