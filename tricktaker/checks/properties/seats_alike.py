"""All seats are treated alike.

If everybody moves on by a seat, with the deal, the dealer and every decision, the same game is played under
other seat numbers: the same is legal, the same cards win, the same scores come out. Where a step runs through
`players` from the first seat on, or a tie goes to whoever sits lower, that is not so. `each: player` begins
left of the dealer; a set of players does if it is `players.starting(left(dealer))`.

It isn't tried where the rules name a seat or a team, give the seats different starting values, let a certain
seat deal first, or let chance pick among things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Playthrough, Property
from tricktaker.checks.properties.relabelling import Names, compared, draws, in_order_of_numbers
from tricktaker.diagnostics import Severity
from tricktaker.expr.nodes import Attr, Lit, Pick
from tricktaker.game import Game, State
from tricktaker.model.walking import rule_nodes

MOST_DRAWS = 60
_SEAT = re.compile(r"\bseat (\d+)\b")


def reason_not_to(game: Game) -> str | None:
    """Why the seats of a game needn't be alike, None if they should be."""
    rules = game.rules
    if rules.rounds.dealing.first != "random":
        return "a certain seat deals first"
    if draws(game):
        return "chance picks among things"
    if any(
        variable.init is not None and variable.decl.per[0].kind in ("player", "team") for variable in rules.variables
    ):
        return "seats start with different values"
    for node in rule_nodes(rules):
        if isinstance(node, Lit) and node.type.kind in ("player", "team") and node.value is not None:
            return "the rules name a seat"
        if isinstance(node, Attr) and node.name == "seat":
            return "the rules ask for the number of a seat"
        if isinstance(node, Pick) and node.op == "at" and node.type.kind in ("player", "team"):
            return "the rules name a seat"
    return None


def compare(game: Game, play: Playthrough) -> Iterator[Broken]:
    if reason_not_to(game) is not None:
        return
    teams = {frozenset(team) for team in game.teams}
    for by in range(1, game.players):
        if {frozenset((seat + by) % game.players for seat in team) for team in teams} == teams:
            break
    else:
        return
    dealer = (State.start(game, play.seed, play.number, play.given).first_dealer or 0) + by
    for number in range(MOST_DRAWS):
        if State.start(game, play.seed, number, play.given).first_dealer == dealer % game.players:
            break
    else:
        return

    def moved(seat: int) -> int:
        return (seat + by) % game.players

    def text(action: str) -> str:
        return _SEAT.sub(lambda found: f"seat {moved(int(found[1]))}", action)

    what = "with everybody moved on by a seat" if by == 1 else f"with everybody moved on by {by} seats"
    suspect = in_order_of_numbers(game, frozenset(["player", "team"]))
    yield from compared(game, play, number, Names(moved, text, {}, what, suspect))


PROPERTY = Property(name="seats-differ", about=__doc__, compare=compare, every=3, severity=Severity.WARNING)
