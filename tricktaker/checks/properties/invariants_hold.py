"""What the file says must always hold, holds.

Each of the `invariants` is asked at its moment in every game: at each decision, or at the end of a trick, of a
round or of the game. A question that can't be answered then (the highest of no cards) counts as broken.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.properties.property import ALL_MOMENTS, Broken, Property, Scene

FAULT = 1
"""Where a state says that a question could not be answered."""

SPOKEN = {
    "decision": "when a seat has to decide",
    "trick_end": "at the end of a trick",
    "round_end": "at the end of a round",
    "game_end": "at the end of the game",
}


def look(scene: Scene) -> Iterator[Broken]:
    game, raw = scene.game, scene.state._raw
    for invariant in game.rules.invariants:
        if invariant.at != scene.moment:
            continue
        holds = game.program.query(invariant.that)(raw)
        fault, raw[FAULT] = raw[FAULT], 0
        when = SPOKEN[scene.moment]
        if fault:
            info = game.program.faults[fault - 1]
            yield Broken(f"`{invariant.rule}` can't be asked {when}: {info.message}", invariant.span)
        elif not holds:
            yield Broken(f"`{invariant.rule}` does not hold {when}", invariant.span)


PROPERTY = Property(name="broken-invariant", about=__doc__, moments=ALL_MOMENTS, look=look)
