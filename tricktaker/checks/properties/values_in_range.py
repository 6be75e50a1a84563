"""Every variable holds a value that it was declared to hold.

A number stays within its interval, a yes or no is one of the two, a card is a card of the game, and only what
is `optional` is none.

The game stops itself at a step that leads out of a range (the finding `fault`). This looks at the values once
more, whatever wrote them.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.properties.property import ALL_MOMENTS, Broken, Property, Scene
from tricktaker.compiler.emission import NONE
from tricktaker.compiler.layout import index_size
from tricktaker.expr.types import Type
from tricktaker.game import Game


def bounds(game: Game, type: Type) -> tuple[int, int]:
    """The lowest and highest stored value."""
    if type.kind == "int":
        return type.lo, type.hi
    if type.kind == "card":
        return 0, len(game.rules.plays) - 1
    if type.kind == "bool":
        return 0, 1
    return 0, index_size(game.rules, type) - 1


def look(scene: Scene) -> Iterator[Broken]:
    game, state = scene.game, scene.state
    for variable in game.rules.variables:
        decl = variable.decl
        values = state._array(f"V_{decl.name}") if decl.per else [state._word(f"v_{decl.name}")]
        low, high = bounds(game, decl.type)
        missing = NONE if decl.type.kind == "int" else -1
        for value in values:
            if not low <= value <= high and not (decl.type.optional and value == missing):
                yield Broken(f"`{decl.name}` is {value}, outside {low}..{high}", decl.span)
                return


PROPERTY = Property(name="out-of-range", about=__doc__, moments=ALL_MOMENTS, look=look, every=2)
