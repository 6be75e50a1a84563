"""What a seat knows is true.

A view says where cards lie that its seat saw arrive, and which cards a hand can't hold after what it played.
All of that must be so: bots reason with it, and a wrong clue is worse than none.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Property, Scene


def look(scene: Scene) -> Iterator[Broken]:
    game, state = scene.game, scene.recent
    viewer = scene.chance.choice([None, *range(game.players)])
    view = state.view(viewer)
    who = "a spectator" if viewer is None else f"seat {viewer}"
    for name, zones in view.zones.items():
        for zone in zones:
            cards = state.zone(name, zone.owner)
            place = name if zone.owner is None else f"{name} of seat {zone.owner}"
            if zone.size != len(cards) or len(zone.cards) != len(cards):
                yield Broken(f"{who} sees {len(zone.cards)} cards in {place}, where {len(cards)} are")
                continue
            wrong = (
                [seen for seen, card in zip(zone.cards, cards, strict=True) if seen not in (None, card)]
                if name in game.pile_zones
                else [seen for seen in zone.cards if seen is not None and seen not in cards]
            )
            if wrong:
                yield Broken(f"{who} knows the {wrong[0]} to lie in {place}, where it isn't")
    for seat, missing in enumerate(view.lacks):
        held = set(missing) & set(state.zone("hand", seat))
        if held:
            yield Broken(f"the plays of seat {seat} prove that it lacks the {min(held)}, and it holds it")


PROPERTY = Property(name="false-knowledge", about=__doc__, look=look, every=5)
