"""Rounds, dealers, the end of the game and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass

from tricktaker.expr.nodes import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """`first`: random, choose or a seat number; `then`: the next dealer, None for the next active seat to the left."""

    first: str | int
    then: Node | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    """A game lasts `at_most` rounds; `until` is asked after each."""

    at_most: int
    until: Node | None
    dealing: Dealing


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Who wins.

    `standings`: expressions asked of each player (or team), higher first; `winners`: a set of players or teams instead;
    `score`: what is shown as the score; `returns`: utility of each player. `id` names the one asked.
    """

    standings: tuple[Node, ...]
    by_team: bool
    winners: Node | None
    score: Node | None
    score_by: str
    """player, team or table (one number for all)."""
    returns: Node | None
    id: str
