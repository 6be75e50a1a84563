"""Other worlds: a state in which two hidden cards have changed places."""

from __future__ import annotations

import random

from tricktaker.compiler.layout import BITS
from tricktaker.game import State, View
from tricktaker.game.knowledge import COMMON

Place = tuple[str, int | None]


def unseen(state: State, view: View) -> dict[int, Place]:
    """Cards in zones of which the viewer doesn't know where they are, with their places."""
    known = {card.index for zones in view.zones.values() for zone in zones for card in zone.cards if card is not None}
    known |= {card.index for _, card, _ in view.trick if card is not None}
    found: dict[int, Place] = {}
    for zone in state.game.rules.zones:
        owners: list[int | None] = list(range(state.game.players)) if zone.decl.per_player else [None]
        for owner in owners:
            for card in state.zone(zone.decl.name, owner):
                if card.index not in known:
                    found[card.index] = (zone.decl.name, owner)
    return found


def pair_to_swap(state: State, view: View, places: dict[int, Place], chance: random.Random) -> tuple[int, int] | None:
    """Two cards that could lie the other way round as far as the viewer knows; None if none are found."""
    cards = list(places)
    if len(cards) < 2:
        return None
    for _ in range(12):
        one, two = chance.sample(cards, 2)
        if state.game.rules.cards[one].deck != state.game.rules.cards[two].deck:
            continue
        if places[one] == places[two] and places[one][0] not in state.game.pile_zones:
            continue
        if not could_be(view, one, places[two]) or not could_be(view, two, places[one]):
            continue
        if all(values[one] == values[two] for values in per_card(state)):
            return one, two
    return None


def could_be(view: View, card: int, place: Place) -> bool:
    """Whether the plays of a hand allow the card to be in it."""
    zone, owner = place
    return zone != "hand" or owner is None or all(other.index != card for other in view.lacks[owner])


def per_card(state: State) -> list[list[int]]:
    """Everything that is kept for each card: of cards with different values somebody could tell them apart."""
    layout = state.game.program.layout
    count = len(state.game.cards)
    found = [state._array("BY")] if "BY" in layout.arrays else []
    for variable in state.game.rules.variables:
        per = variable.decl.per
        if any(kind.kind == "card" for kind in per):
            values = state._array(f"V_{variable.decl.name}")
            width = max(1, len(values) // count)
            found += [values[start::width] for start in range(width)] if per[0].kind == "card" else []
            found += (
                [values[start : start + count] for start in range(0, len(values), count)]
                if per[0].kind != "card"
                else []
            )
    return found


def swapped(state: State, one: int, two: int) -> State:
    """The same state with two cards in each other's place, in zones and in what each seat knows."""
    twin = state.copy()
    layout, raw = state.game.program.layout, twin._raw
    other = {one: two, two: one}
    for name, zone in layout.zones.items():
        if zone.pile:
            start = layout.arrays[f"Z_{name}"].offset
            for owner in range(zone.owners):
                size = twin._word(f"n_{name}") if zone.owners == 1 and f"n_{name}" in twin.game.at else None
                if size is None:
                    size = twin._array(f"N_Z_{name}")[owner]
                first = start + owner * zone.capacity
                raw[first : first + size] = [other.get(card, card) for card in raw[first : first + size]]
            continue
        for owner in range(zone.owners):
            held = [
                raw[layout.arrays[f"Z_{name}{card // BITS or ''}"].offset + owner] >> (card % BITS) & 1
                for card in (one, two)
            ]
            if held[0] != held[1]:
                for card in (one, two):
                    raw[layout.arrays[f"Z_{name}{card // BITS or ''}"].offset + owner] ^= 1 << (card % BITS)
    knowledge = twin._past.knowledge
    for belief in (knowledge.true, *knowledge.beliefs):
        for place, pile in belief.piles.items():
            belief.piles[place] = [other.get(card, card) for card in pile]
        for place, cards in belief.sets.items():
            belief.sets[place] = {other.get(card, card) for card in cards}
    return twin


def place_text(place: Place) -> str:
    name, owner = place
    return name if owner is None or owner == COMMON else f"{name} of seat {owner}"
