"""What the sides play for: what the rules rank at the end, tricks, or anything that can be asked of each player."""

from __future__ import annotations

from dataclasses import dataclass

from tricktaker.compiler.keys import Worth
from tricktaker.diagnostics import Report, Span
from tricktaker.expr.checker import Checker
from tricktaker.expr.names import Scope
from tricktaker.expr.nodes import Attr, Local, Members, Node, Query, VarRef
from tricktaker.expr.types import PLAYER, TEAM, integer, set_of
from tricktaker.game import Game

TRICKS = "tricks"
ID = "side"
FIRST = "what decides first in `end: standings`"


class BadMeasure(ValueError):
    """A game can't be measured like this; the message says why."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Who plays for what: the seats of each side, and the worth that each wants to be ahead in."""

    name: str
    worth: Worth
    sides: tuple[tuple[int, ...], ...]

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat."""
        found = {seat: number for number, side in enumerate(self.sides) for seat in side}
        return tuple(found[seat] for seat in sorted(found))


def measure(game: Game, by: str | None = None) -> Measure:
    """How a game is measured: as its rules rank, by `tricks`, or by an expression asked of each team or player (`me`).

    Raises BadMeasure if the expression can't be asked.
    """
    end = game.rules.end
    if game.cooperative:
        if by is not None:
            raise BadMeasure("a game that all play together is solved for winning it, and then for its score")
        nodes = (end.score,) if end.score is not None and end.score_by == "table" else ()
        return Measure("winning", Worth(nodes, end.id, (0,), together=True), (tuple(range(game.players)),))
    if by is None and end.standings:
        first = end.standings[0]
        name = first.name if isinstance(first, VarRef | Attr) else FIRST
        return _sides(game, name, (first,), end.id, end.by_team)
    teams = bool(game.teams)
    if by is None or by == TRICKS:
        local = Local(type=TEAM if teams else PLAYER, id=ID)
        return _sides(game, TRICKS, (Attr(type=integer(), name="tricks_won", base=local),), ID, teams)
    if teams:
        try:
            return _sides(game, by, (_asked(game, by, Local(type=TEAM, id=ID)),), ID, teams)
        except BadMeasure:
            pass
    asked = _asked(game, by, Local(type=PLAYER, id="seat" if teams else ID))
    if teams:
        members = Members(type=set_of(PLAYER), team=Local(type=TEAM, id=ID))
        asked = Query(type=integer(), op="sum", base=members, id="seat", arg=asked, default=None)
    return _sides(game, by, (asked,), ID, teams)


def _sides(game: Game, name: str, nodes: tuple[Node, ...], id: str, by_team: bool) -> Measure:
    sides = game.teams if by_team else tuple((seat,) for seat in range(game.players))
    if len(sides) < 2:
        raise BadMeasure("there is nobody to play against")
    return Measure(name, Worth(nodes, id, tuple(range(len(sides)))), sides)


class _Command:
    """An expression that stands on a command line."""

    def at(self, start: int, end: int) -> Span:
        return Span(file="--by", line=1, column=start + 1, end_line=1, end_column=end + 1)


def _asked(game: Game, text: str, local: Local) -> Node:
    report = Report()
    scope = Scope().inside(TEAM, local) if local.type == TEAM else Scope().with_me(local)
    node = Checker(game.rules.names, report).check(text, _Command(), scope)
    if node is None:
        raise BadMeasure("; ".join(f"{each.message}" for each in report.diagnostics))
    if node.type.kind not in ("int", "bool") or node.type.optional:
        raise BadMeasure(f"`{text}` is no number")
    return node
