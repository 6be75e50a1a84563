"""No card is lost or doubled.

At every decision, and at the end of each trick, round and game, every card of the game is in exactly one place:
a zone, or the trick on the table.

Steps can't break this, since they only ever move cards; if it is broken all the same, it is a fault of the
program and should be reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tricktaker.checks.properties.property import ALL_MOMENTS, Broken, Property, Scene
from tricktaker.game import State


def places_of(state: State) -> Iterator[tuple[str, int | None, list[int]]]:
    """Every zone (and its owner) with its card numbers."""
    for zone in state.game.rules.zones:
        owners = range(state.game.players) if zone.decl.per_player else (None,)
        for owner in owners:
            yield zone.decl.name, owner, [card.index for card in state.zone(zone.decl.name, owner)]


def look(scene: Scene) -> Iterator[Broken]:
    state = scene.state
    if state.round_no == 0:
        return  # before the first round nothing is laid out yet
    count: Counter[int] = Counter()
    for _, _, cards in places_of(state):
        count.update(cards)
    plays = scene.game.rules.plays
    count.update(plays[code].card for code in state._array("TRICK")[: state._word("tn")])
    for card in scene.game.cards:
        if count[card.index] != 1:
            where = "nowhere" if not count[card.index] else f"in {count[card.index]} places"
            yield Broken(f"the {card.name} is {where}")
            return


PROPERTY = Property(name="card-lost", about=__doc__, moments=ALL_MOMENTS, look=look)
