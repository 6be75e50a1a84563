"""Other worlds: a state in which two hidden cards have changed places."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from tricktaker.compiler.layout import BITS
from tricktaker.expr.nodes import Node
from tricktaker.game import Game, State, View
from tricktaker.game.knowledge import COMMON
from tricktaker.model import steps as m
from tricktaker.model.walking import rule_steps

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


def pair_to_swap(
    state: State, view: View, places: dict[int, Place], chance: random.Random, wanted: frozenset[int] = frozenset()
) -> tuple[int, int] | None:
    """Two cards that could lie the other way round as far as the viewer knows; None if none are found.

    If one of the `wanted` is among them, all the better.
    """
    cards = list(places)
    if len(cards) < 2:
        return None
    better = [card for card in cards if card in wanted]
    for number in range(12):
        one, two = chance.sample(cards, 2)
        if better and number < 6:
            one = chance.choice(better)
            if one == two:
                continue
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


def swapped(state: State, one: int, two: int, viewer: int | None) -> State:
    """The same state with two cards in each other's place, as `viewer` can't tell it from the first.

    They are exchanged in zones, in what each seat knows, in choices that are under way, and in variables that the
    viewer doesn't see.
    """
    twin = state.copy()
    game, raw = state.game, twin._raw
    layout = game.program.layout
    other = {one: two, two: one}
    for name, zone in layout.zones.items():
        if zone.pile:
            start = layout.arrays[f"Z_{name}"].offset
            for owner in range(zone.owners):
                size = twin._word(f"n_{name}") if zone.owners == 1 and f"n_{name}" in game.at else None
                if size is None:
                    size = twin._array(f"N_Z_{name}")[owner]
                first = start + owner * zone.capacity
                raw[first : first + size] = [other.get(card, card) for card in raw[first : first + size]]
            continue
        for owner in range(zone.owners):
            exchange_bits(
                raw, [layout.arrays[f"Z_{name}{i or ''}"].offset + owner for i in range(zone.words)], one, two
            )
    single, sets = card_holders(game)
    for place in single:
        raw[place] = other.get(raw[place], raw[place])
    for places in sets:
        exchange_bits(raw, places, one, two)
    for place in hidden_card_variables(game, viewer):
        raw[place] = other.get(raw[place], raw[place])
    knowledge = twin._past.knowledge
    for belief in (knowledge.true, *knowledge.beliefs):
        for key, pile in belief.piles.items():
            belief.piles[key] = [other.get(card, card) for card in pile]
        for key, cards in belief.sets.items():
            belief.sets[key] = {other.get(card, card) for card in cards}
    return twin


def exchange_bits(raw: list[int], places: Sequence[int], one: int, two: int) -> None:
    """Two cards change places in a set that lies in these words."""
    held = [raw[places[card // BITS]] >> (card % BITS) & 1 if card // BITS < len(places) else 0 for card in (one, two)]
    if held[0] != held[1]:
        for card in (one, two):
            raw[places[card // BITS]] ^= 1 << (card % BITS)


@lru_cache(maxsize=64)
def card_holders(game: Game) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Where the state keeps cards while steps are under way: places of single ones, and the words of each set."""
    single: list[str] = []
    sets: list[list[str]] = []
    words = range(game.program.layout.words)

    def words_of(name: str) -> list[str]:
        return [f"{name}{i}" for i in words]

    for step in rule_steps(game.rules):
        if isinstance(step, m.Choose):
            for entry in step.menu:
                if of_cards(entry.base):
                    single.append(entry.id)
            if not of_cards(step.base):
                continue
            sets += [words_of(f"{step.id}_from"), words_of(f"{step.id}_hidden")]
            single.append(f"{step.id}_value")
            if step.count is None:
                single.append(step.id)
            else:
                sets.append([f"{step.id}_{i}" if i else step.id for i in words])
        elif isinstance(step, m.Each | m.Draw) and of_cards(step.base):
            single.append(step.id)
            sets.append(words_of(f"{step.id}_left"))
    at, arrays = game.at, game.program.layout.arrays
    found_single = [at[name] for name in single if name in at]
    found_sets = [tuple(at[name] for name in names if name in at) for names in sets]
    for step in rule_steps(game.rules):
        if isinstance(step, m.Choose) and of_cards(step.base) and f"SECRET_{step.id}_0" in arrays:
            for seat in range(game.players):
                answer = tuple(arrays[name].offset + seat for i in words if (name := f"SECRET_{step.id}_{i}") in arrays)
                if step.count is None:
                    found_single += answer
                else:
                    found_sets.append(answer)
    return tuple(found_single), tuple(places for places in found_sets if places)


def chosen_so_far(state: State) -> frozenset[int]:
    """Cards that a choice under way has named, or the last one of its kind."""
    single, sets = card_holders(state.game)
    cards = range(len(state.game.cards))
    found = {state._raw[place] for place in single}
    for places in sets:
        found |= {
            card for card in cards if len(places) > card // BITS and state._raw[places[card // BITS]] >> card % BITS & 1
        }
    return frozenset(found)


def of_cards(base: Node | None) -> bool:
    """Whether an expression is a set of cards."""
    return base is not None and base.type.elem is not None and base.type.elem.kind == "card"


@lru_cache(maxsize=64)
def hidden_card_variables(game: Game, viewer: int | None) -> tuple[int, ...]:
    """Where the state keeps variables that hold a card and that the viewer doesn't see."""
    found: list[int] = []
    bit = game.players if viewer is None else viewer
    for variable in game.rules.variables:
        decl = variable.decl
        if decl.type.kind != "card":
            continue
        if not decl.per:
            if not game.who_sees(decl, None) >> bit & 1:
                found.append(game.at[f"v_{decl.name}"])
            continue
        array = game.program.layout.arrays[f"V_{decl.name}"]
        for index in range(array.length):
            owner = index // max(1, game.stride(decl)) if decl.per[0].kind == "player" else None
            if not game.who_sees(decl, owner) >> bit & 1:
                found.append(array.offset + index)
    return tuple(found)


def place_text(place: Place) -> str:
    name, owner = place
    return name if owner is None or owner == COMMON else f"{name} of seat {owner}"
