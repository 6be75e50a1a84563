"""The result follows from the standings.

When a game is over, the winners are those whom `end` puts first: nobody who stands lower wins, nobody who
stands as high goes without. There is a winner, unless all play together and lost. Every seat has a worth, and
there are as many scores as there are sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Property, Scene


def look(scene: Scene) -> Iterator[Broken]:
    game, state = scene.game, scene.state
    winners, end = state.winners, game.rules.end
    seats = range(game.players)
    if any(seat not in seats for seat in winners) or len(set(winners)) != len(winners):
        yield Broken(f"the winners are {list(winners)}")
    if not winners and not game.cooperative and (end.standings or end.winners is not None):
        yield Broken("the game is over and nobody has won")
    if game.cooperative and state.result is None:
        yield Broken("the game is over and neither won nor lost")
    if len(state.returns) != game.players or not all(math.isfinite(value) for value in state.returns):
        yield Broken(f"the game is worth {list(state.returns)} to its {game.players} seats")
    if end.standings and end.winners is None and not game.cooperative:
        asked = [game.program.query(node, (end.id,)) for node in end.standings]
        sides = [frozenset(team) for team in game.teams] if end.by_team else [frozenset([seat]) for seat in seats]
        places = [tuple(int(ask(state._raw, number)) for ask in asked) for number in range(len(sides))]
        for side, place in zip(sides, places, strict=True):
            if (place == max(places)) != (side <= set(winners)):
                yield Broken(f"seats {sorted(side)} stand at {list(place)}, and the winners are {list(winners)}")
    count = {"player": game.players, "team": len(game.teams), "table": 1}[end.score_by]
    if end.score is not None and len(state.scores) != count:
        yield Broken(f"there are {len(state.scores)} scores of {count} sides")


PROPERTY = Property(name="unfair-result", about=__doc__, moments=frozenset(["game_end"]), look=look)
