"""Where everything lies in the state: scalars first (they become local names), then arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tricktaker.expr.nodes import IfElse, Node, Pick, Where, ZoneRef
from tricktaker.expr.types import Type
from tricktaker.model import Rules
from tricktaker.model import steps as m
from tricktaker.model.walking import rule_nodes, rule_steps

BITS = 63
"""Bits used of a word: the sign bit stays clear."""

ENGINE = [
    "pc",
    "fault",
    "stop",
    "halted",
    "choice",
    "site",
    "actor",
    "x",
    "seed_a",
    "seed_b",
    "deal_no",
    "over",
    "outcome",
    "round_no",
    "trick_no",
    "dealer",
    "leader",
    "turn",
    "winner",
    "winning",
    "led",
    "tn",
    "seats",
    "active",
    "leaving",
    "next_leader",
]
"""Scalars every game has."""


@dataclass(slots=True)
class Array:
    name: str
    offset: int
    length: int


@dataclass(slots=True)
class ZonePlace:
    """A zone in the state: a set of cards (`words` arrays) or an ordered pile (one array and its sizes)."""

    name: str
    owners: int
    pile: bool
    words: int
    capacity: int


@dataclass(slots=True)
class Layout:
    rules: Rules
    scalars: list[str] = field(default_factory=list)
    arrays: dict[str, Array] = field(default_factory=dict)
    zones: dict[str, ZonePlace] = field(default_factory=dict)
    words: int = 1
    """Words of a set of cards."""
    size: int = 0

    def scalar(self, name: str) -> str:
        """A scalar of the state by name, added if it is new."""
        if name not in self.scalars:
            self.scalars.append(name)
        return name

    def array(self, name: str, length: int) -> str:
        if name not in self.arrays:
            self.arrays[name] = Array(name, -1, max(1, length))
        return name

    def place(self) -> None:
        """Fixes all offsets; called once when everything is known."""
        at = len(self.scalars)
        for array in self.arrays.values():
            array.offset = at
            at += array.length
        self.size = at


def words_for(count: int) -> int:
    return max(1, -(-count // BITS))


def make_layout(rules: Rules) -> Layout:
    """The layout of what the rules declare; the emitter adds its own scalars before `place`."""
    layout = Layout(rules, list(ENGINE), words=words_for(len(rules.plays)))
    ordered = ordered_zones(rules)
    for zone in rules.zones:
        decl = zone.decl
        owners = rules.players if decl.per_player else 1
        pile = decl.name in ordered
        place = ZonePlace(decl.name, owners, pile, layout.words, len(rules.cards))
        layout.zones[decl.name] = place
        name = zone_name(decl.name)
        if pile:
            layout.array(name, owners * place.capacity)
            if decl.per_player:
                layout.array(f"N_{name}", owners)
            else:
                layout.scalar(f"n_{decl.name}")
        else:
            for word in range(layout.words):
                layout.array(f"{name}{word or ''}", owners)
    layout.array("TRICK", rules.players)
    layout.array("SEAT", rules.players)
    layout.array("TRICKS_WON", rules.players)
    for variable in rules.variables:
        if variable.decl.per:
            length = 1
            for kind in variable.decl.per:
                length *= index_size(rules, kind)
            layout.array(f"V_{variable.decl.name}", length)
        else:
            layout.scalar(f"v_{variable.decl.name}")
    return layout


def zone_name(name: str) -> str:
    return f"Z_{name}"


def index_size(rules: Rules, type: Type) -> int:
    """How many places an index of this type has."""
    if type.kind == "int":
        return type.hi - type.lo + 1
    if type.kind == "player":
        return rules.players
    if type.kind == "team":
        return max(1, len(rules.teams))
    if type.kind == "card":
        return len(rules.cards)
    return len(rules.names.domains[type.name].labels)


def zones_of(node: Node) -> Iterator[ZoneRef]:
    """The zones a place expression can name."""
    if isinstance(node, ZoneRef):
        yield node
    elif isinstance(node, IfElse):
        yield from zones_of(node.yes)
        yield from zones_of(node.no)


def ordered_zones(rules: Rules) -> set[str]:
    """Zones whose order matters: decks, and what is shuffled, counted off, buried in or asked for its top.

    A hand has no order.
    """
    found = set(rules.deck_zones)
    for step in rule_steps(rules):
        if isinstance(step, m.Shuffle):
            found |= {ref.name for ref in zones_of(step.zone)}
        elif isinstance(step, m.Move):
            if step.source is not None and step.count is not None:
                found |= {ref.name for ref in zones_of(step.source)}
            if step.bottom:
                found |= {ref.name for ref in zones_of(step.to)}
        elif isinstance(step, m.Deal):
            found.add(step.deck)
    for node in rule_nodes(rules):
        if isinstance(node, Pick):
            base = node.base
            if isinstance(base, Where):
                continue
            if isinstance(base, ZoneRef):
                found.add(base.name)
    return found - {"hand"}
