"""Piles beside the hands whose cards can't come into play any more, as far as the rules say so.

A pile *sleeps* while no card that can still be played has an ability that takes cards from it or puts cards there: no
rule asks then more of its cards than what is printed on them. A pile that abilities only draw from, and bury cards
under, has no more cards awake than abilities are left that draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tricktaker.compiler.influence import Influence, names, zone
from tricktaker.compiler.layout import zones_of
from tricktaker.compiler.likeness import numbered
from tricktaker.expr.nodes import Attr, Lit, Local, Node, Pick, ZoneRef, children, walk
from tricktaker.expr.types import CARD
from tricktaker.model import Ability
from tricktaker.model import steps as m
from tricktaker.model.walking import all_steps

if TYPE_CHECKING:
    from tricktaker.compiler.flow import Flow

BY_CARD = ("led", "played", "won", "lost", "taken")
"""When an ability works once for each card that is played to a trick."""


@dataclass(frozen=True, slots=True)
class Sleeper:
    """A pile that may sleep."""

    name: str
    wakers: int
    """The cards that wake it while they may still be played."""
    draws: int | None
    """How many of its cards one of them draws from the top, None if all are awake."""
    classes: tuple[int, ...]
    """For each card what is asked of it in sleep, as a number."""


@dataclass(slots=True)
class Dormancy:
    """Looks for piles that may sleep. `matter` are the zones whose cards matter one by one."""

    influence: Influence
    emitter: Flow
    matter: Sequence[str]
    sleepers: dict[str, Sleeper] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rules, layout = self.influence.rules, self.emitter.layout
        trick = rules.trick
        places = [place for place in (trick.collect, trick.goes_to) if place is not None]
        gone = all(ref.name not in ("hand", *self.matter) for place in places for ref in zones_of(place))
        if not self.influence.inside or not gone or layout.words > 1 or len(rules.plays) != len(rules.cards):
            return
        for name in self.matter:
            if layout.zones[name].pile and layout.zones[name].owners == 1:
                found = self._sleeper(name)
                if found is not None:
                    self.sleepers[name] = found

    def _sleeper(self, name: str) -> Sleeper | None:
        rules = self.influence.rules
        touching = [each for each in rules.abilities if any(name in zones_in(step) for step in all_steps(each.do))]
        wakers = 0
        for ability in touching:
            row = self._row(ability)
            if row is None or ability.when not in BY_CARD:
                return None
            wakers |= row
        rest = replace(
            rules, abilities=tuple(replace(each, do=()) if each in touching else each for each in rules.abilities)
        )
        influence = self.influence
        asleep = Influence(rest, influence.worth, influence.ending, influence.inside)
        if any(zone(name) in edge.targets for edge in asleep.edges):
            return None
        asked: list[Attr] = []
        if not all(printed(node, name, asked) for node in asleep.asked()):
            return None
        rows = [self.emitter.card_values(replace(each, base=Local(type=CARD, id="card")), "card") for each in asked]
        if any(row is None for row in rows):
            return None
        classes = tuple(numbered(zip(*(row for row in rows if row is not None), strict=True)))
        draws = None if rows else draws_from(name, touching)
        return Sleeper(name, wakers, draws, classes or (0,) * len(rules.cards))

    def _row(self, ability: Ability) -> int | None:
        """The cards of an ability, if it is printed on them which they are."""
        if ability.cards is None or not self.emitter.is_static(ability.cards, {ability.id}):
            return None
        values = self.emitter.card_values(ability.cards, ability.id)
        return None if values is None else sum(1 << card for card, value in enumerate(values) if value)


def zones_in(step: m.Step) -> set[str]:
    """Zones that a step names in its own fields."""
    found: set[str] = set()
    for name in step.__dataclass_fields__:
        found |= {word.removeprefix("zone ") for word in names(*nodes_of(getattr(step, name)))}
        if isinstance(step, m.Deal):
            found |= {step.deck, step.to}
    return found


def nodes_of(value: object) -> Iterator[Node]:
    """Expressions in a field of a step, of steps inside it none."""
    if isinstance(value, Node):
        yield value
    elif isinstance(value, m.Step):
        return
    elif isinstance(value, tuple):
        for item in value:
            yield from nodes_of(item)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from nodes_of(getattr(value, name))


def printed(node: Node, name: str, asked: list[Attr]) -> bool:
    """Whether a zone is asked for nothing but what is printed on a card picked by its place; notes what."""
    if isinstance(node, Attr) and isinstance(node.base, Pick) and isinstance(node.base.base, ZoneRef):
        if node.base.base.name == name and node.name in ("suit", "rank"):
            if all(node.name != other.name for other in asked):
                asked.append(node)
            return node.base.place is None or printed(node.base.place, name, asked)
    if isinstance(node, ZoneRef) and node.name == name:
        return False
    return all(printed(child, name, asked) for child in children(node))


def draws_from(name: str, abilities: Iterable[Ability]) -> int | None:
    """How many cards one card draws from the top of a pile, if abilities only draw from it and bury under it."""
    most = 0
    for ability in abilities:
        count = 0
        if ability.when != "played":
            return None
        for step in all_steps(ability.do):
            if name not in zones_in(step):
                continue
            if not isinstance(step, m.Move) or name in {ref.name for ref in asked_zones(step)}:
                return None
            if isinstance(step.source, ZoneRef) and step.source.name == name:
                if step not in ability.do or not isinstance(step.count, Lit) or not isinstance(step.count.value, int):
                    return None
                count += step.count.value
            elif not (isinstance(step.to, ZoneRef) and step.to.name == name and step.bottom):
                return None
        most += count
    return most


def asked_zones(step: m.Move) -> Iterator[ZoneRef]:
    """Zones that a move asks beside taking cards from the top of one and putting them into another."""
    for part in (step.cards, step.count, *(children(step.source) if step.source is not None else ())):
        if part is not None:
            yield from (node for node in walk(part) if isinstance(node, ZoneRef))
