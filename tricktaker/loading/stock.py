"""How many cards lie where, as far as can be told from the rules alone, and which values are none.

A `Stock` stands for every situation that a game can be in at one place of the rules: numbers are intervals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tricktaker.expr.nodes import Lit
from tricktaker.model import Rules

NONE, SOME = 1, 2
"""What an optional value can be; both together: it isn't known."""

Span = tuple[int, int]
"""The least and the most."""
Place = tuple[str, int | None]
"""A zone and the seat it belongs to, None for a zone of all."""


@dataclass(frozen=True, slots=True)
class Stock:
    """Cards by place, and what optional values can be, by the variable's name (`winner` too). Never changed."""

    sizes: Mapping[Place, Span]
    values: Mapping[str, int]

    def size(self, place: Place) -> Span:
        return self.sizes.get(place, (0, 0))

    def with_size(self, place: Place, size: Span) -> Stock:
        return Stock({**self.sizes, place: (max(0, size[0]), max(0, size[1]))}, self.values)

    def with_value(self, name: str, value: int) -> Stock:
        return Stock(self.sizes, {**self.values, name: value})

    def added(self, places: Iterable[Place], change: Span) -> Stock:
        """More (or fewer) cards at one of the places; at the place, if it is only one."""
        found = list(places)
        low, high = change
        if len(found) > 1:
            low, high = min(0, low), max(0, high)
        sizes = dict(self.sizes)
        for place in found:
            least, most = self.size(place)
            sizes[place] = (max(0, least + low), max(0, most + high))
        return Stock(sizes, self.values)

    def hull(self, places: Iterable[Place]) -> Span:
        """The size of one of the places."""
        sizes = [self.size(place) for place in places]
        return min(low for low, _ in sizes), max(high for _, high in sizes)


def joined(one: Stock | None, two: Stock | None) -> Stock | None:
    """What is so in either; None stands for what never comes about."""
    if one is None or two is None:
        return one or two
    if one is two:
        return one
    sizes = {
        place: (min(low, two.size(place)[0]), max(high, two.size(place)[1])) for place, (low, high) in one.sizes.items()
    }
    for place, (low, high) in two.sizes.items():
        if place not in sizes:
            sizes[place] = (min(low, 0), max(high, 0))
    values = {name: one.values.get(name, NONE | SOME) | two.values.get(name, NONE | SOME) for name in one.values}
    return Stock(sizes, values)


def widened(before: Stock, after: Stock, most: int) -> Stock:
    """`after` with everything that still grows taken to grow without end (up to `most` cards)."""
    sizes: dict[Place, Span] = {}
    for place, (low, high) in after.sizes.items():
        least, greatest = before.size(place)
        sizes[place] = (low if low >= least else 0, high if high <= greatest else most)
    return Stock(sizes, after.values)


def bare(rules: Rules) -> dict[Place, Span]:
    """Every place, without a card."""
    zones, players = rules.zones, rules.players
    owners = {z.decl.name: tuple(range(players)) if z.decl.per_player else (None,) for z in zones}
    return {(name, owner): (0, 0) for name, found in owners.items() for owner in found}


def dealt(rules: Rules) -> Stock:
    """What is so at the start of a round: every card is in its deck."""
    sizes = bare(rules)
    for deck in rules.deck_zones:
        count = sum(card.deck == deck for card in rules.cards)
        sizes[deck, None] = (count, count)
    return Stock(sizes, starting(rules, first=False))


def starting(rules: Rules, first: bool) -> dict[str, int]:
    """What optional values are at the start of the game, or of any round."""
    values = {"winner": NONE}
    for variable in rules.variables:
        decl = variable.decl
        if decl.per or not decl.type.optional:
            continue
        default = NONE if isinstance(variable.default, Lit) and variable.default.value is None else SOME
        if variable.default.type.optional and default == SOME:
            default = NONE | SOME
        values[decl.name] = default if first or decl.lasts != "game" else NONE | SOME
    return values


def unknown(rules: Rules) -> Stock:
    """What is so at any time at all."""
    count = len(rules.cards)
    values = dict.fromkeys(starting(rules, first=True), NONE | SOME)
    return Stock(dict.fromkeys(bare(rules), (0, count)), values)
