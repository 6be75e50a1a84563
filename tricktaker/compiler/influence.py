"""What can still influence what: which variables, zones and counts later rules read, and which only add up.

A search needs to know when two positions are worth the same. They are if they agree in all that a later rule, or the
worth itself, can ask. What is only ever added to, and read by nothing but the worth, need not agree: the worth of the
rest doesn't depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tricktaker.compiler.layout import zones_of
from tricktaker.expr.nodes import (
    Arith,
    Attr,
    Empty,
    IfElse,
    Lit,
    Negate,
    Node,
    Query,
    Size,
    Trick,
    VarRef,
    Where,
    ZoneRef,
    children,
    walk,
)
from tricktaker.expr.types import integer
from tricktaker.model import Cascade, Rules
from tricktaker.model import steps as m
from tricktaker.model.walking import all_steps

if TYPE_CHECKING:
    from tricktaker.compiler.flow import Flow

TRICKS, BY, LAST = "tricks won", "by", "last trick"


def variable(name: str) -> str:
    return f"variable {name}"


def zone(name: str) -> str:
    return f"zone {name}"


def names(*nodes: Node | None) -> set[str]:
    """What expressions read of the state, beside single words of the machine."""
    found: set[str] = set()
    for root in nodes:
        for node in walk(root) if root is not None else ():
            if isinstance(node, VarRef):
                found.add(variable(node.name))
            elif isinstance(node, ZoneRef):
                found.add(zone(node.name))
            elif isinstance(node, Attr) and node.name == "tricks_won":
                found.add(TRICKS)
            elif isinstance(node, Attr) and node.name == "by":
                found.add(BY)
            elif isinstance(node, Trick) and node.which == "last_trick":
                found.add(LAST)
    return found


def owners(place: Node) -> Iterator[Node]:
    """What decides which zone a place is: whose, and on which condition. The cards in it are not asked."""
    if isinstance(place, ZoneRef):
        if place.owner is not None:
            yield place.owner
    elif isinstance(place, IfElse):
        yield place.test
        yield from owners(place.yes)
        yield from owners(place.no)
    else:
        yield place


@dataclass(slots=True)
class Edge:
    """What is read when something changes."""

    targets: set[str]
    nodes: tuple[Node, ...]
    adds: bool = False
    """Whether the change only adds."""

    @property
    def reads(self) -> set[str]:
        return names(*self.nodes)


@dataclass(slots=True)
class Influence:
    """Reads the rules of a game with a worth in mind: expressions asked of each side at the end."""

    rules: Rules
    worth: tuple[Node, ...]
    ending: bool
    """Whether it matters for the worth if the game is over."""
    inside: bool = False
    """Whether tricks have begun: the steps before them are over."""
    control: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    relevant: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        rules, trick = self.rules, self.rules.trick
        for steps in (() if self.inside else rules.setup, self._to_come(), trick.stuck):
            self._steps(steps)
        for ability in (*rules.abilities, *rules.hooks):
            self._asked(ability.cards, ability.condition, ability.next)
            self._steps(ability.do)
        for cascade in (trick.lead, trick.follow):
            self._cascade(cascade)
        for tier in trick.wins:
            self._asked(tier.condition, tier.test, tier.key)
        self._asked(trick.led, trick.next, trick.nobody_takes, trick.may_pass, trick.played_by, rules.group)
        for place in (trick.collect, trick.goes_to):
            if place is not None:
                self._changes(place, *owners(place))
        for each in rules.variables:
            self.edges.append(Edge({variable(each.decl.name)}, (each.default, *(each.init or ()))))
        if self.ending:
            self._asked(rules.rounds.until)
        self.relevant = {zone("hand")} | names(*self.control) | names(*self.worth)
        before = -1
        while before != len(self.relevant):
            before = len(self.relevant)
            for edge in self.edges:
                if edge.targets & self.relevant:
                    self.relevant |= edge.reads

    # -- gathering

    def _to_come(self) -> m.Steps:
        """The steps of a round that may still come."""
        steps = self.rules.round
        if self.inside:
            for number, step in enumerate(steps):
                if any(isinstance(part, m.Tricks) for part in all_steps((step,))):
                    return steps[number:]
        return steps

    def _asked(self, *nodes: Node | None) -> None:
        self.control += [node for node in nodes if node is not None]

    def _cascade(self, cascade: Cascade | None) -> None:
        for line in cascade.lines if cascade is not None else ():
            self._asked(line.condition, line.test)

    def _changes(self, place: Node, *reads: Node | None) -> None:
        """A zone gains or loses cards."""
        targets = {zone(ref.name) for ref in zones_of(place)}
        self.edges.append(Edge(targets, tuple(node for node in reads if node is not None)))

    def _steps(self, steps: m.Steps) -> None:
        for step in all_steps(steps):
            self._step(step)

    def _step(self, step: m.Step) -> None:
        match step:
            case m.Assign():
                for target, value, adds in step.changes:
                    self.edges.append(Edge({variable(target.name)}, (value, *target.index), adds))
            case m.Move():
                for place in (step.cards, step.source, step.to):
                    if place is not None:
                        self._changes(place, step.cards, step.source, step.count, *owners(step.to))
                        inside = {name for name in names(place) if name.startswith("zone ")}
                        self.edges.append(Edge(inside, (place,)))
            case m.Deal():
                for name in (step.deck, step.to):
                    reads = (ZoneRef(type=integer(), name=step.deck, owner=None), step.count)
                    self.edges.append(Edge({zone(name)}, tuple(node for node in reads if node is not None)))
            case m.Swap():
                places = names(step.first, step.second)
                self.edges.append(
                    Edge({name for name in places if name.startswith("zone ")}, (step.first, step.second))
                )
            case m.Choose():
                self._asked(step.who, step.base, step.count)
                self._cascade(step.cascade)
                for chosen in (step.target, *(entry.target for entry in step.menu)):
                    if chosen is not None:
                        self.edges.append(Edge({variable(chosen.name)}, chosen.index))
                for entry in step.menu:
                    self._asked(entry.test, entry.base)
            case m.Eliminate():
                self._asked(step.player)
                if step.cards_to is not None:
                    hand = ZoneRef(type=step.cards_to.type, name="hand", owner=step.player)
                    self._changes(step.cards_to, hand, *owners(step.cards_to))
            case m.Show():
                pass
            case _:
                for name in step.__dataclass_fields__:
                    value = getattr(step, name)
                    if isinstance(value, Node):
                        self._asked(value)

    # -- what was found

    def asked(self) -> Iterator[Node]:
        """Every expression whose answer can matter."""
        yield from self.control
        yield from self.worth
        for edge in self.edges:
            if edge.targets & self.relevant:
                yield from edge.nodes

    def only_added(self, name: str) -> bool:
        """Whether something is read by nothing but the worth, and never changed but by adding to it."""
        if name in names(*self.control):
            return False
        for edge in self.edges:
            if name in edge.targets and not edge.adds and not self._starts(edge, name):
                return False
            if name in edge.reads and (edge.targets & self.relevant):
                return False
        return True

    def _starts(self, edge: Edge, name: str) -> bool:
        """Whether this is how a variable starts a game or round: nothing that happens between two tricks of one."""
        return any(
            name == variable(each.decl.name)
            and each.decl.lasts != "trick"
            and edge.nodes == (each.default, *(each.init or ()))
            for each in self.rules.variables
        )

    def enters_hands(self) -> bool:
        """Whether cards may come to a hand while tricks are played, or between some tricks of a round and others."""
        hand = zone("hand")
        inside = [*self.rules.trick.stuck, *(step for a in (*self.rules.abilities, *self.rules.hooks) for step in a.do)]
        steps = (*self.rules.setup, *self.rules.round)
        played = [n for n, step in enumerate(steps) if any(isinstance(part, m.Tricks) for part in all_steps((step,)))]
        between = steps[played[0] : played[-1] + 1] if played else ()
        for step in all_steps((*inside, *between)):
            if isinstance(step, m.Move | m.Swap | m.Deal | m.Eliminate):
                return True
        trick = self.rules.trick
        places = [place for place in (trick.collect, trick.goes_to) if place is not None]
        return any(zone(ref.name) == hand for place in places for ref in zones_of(place))


# -- sums


@dataclass(slots=True)
class Linear:
    """A worth taken apart: a sum of counts, each so many times, and the parts that are more than that."""

    terms: list[tuple[int, Node]] = field(default_factory=list)
    rest: list[Node] = field(default_factory=list)
    constant: int = 0

    def add(self, node: Node, times: int) -> None:
        match node:
            case Lit(value=int() as value):
                self.constant += times * value
            case Negate():
                self.add(node.base, -times)
            case Arith(op="+"):
                self.add(node.left, times)
                self.add(node.right, times)
            case Arith(op="-"):
                self.add(node.left, times)
                self.add(node.right, -times)
            case Arith(op="*", left=Lit(value=int() as factor)):
                self.add(node.right, times * factor)
            case Arith(op="*", right=Lit(value=int() as factor)):
                self.add(node.left, times * factor)
            case VarRef() | Attr(name="tricks_won") | Query(op="sum" | "count"):
                self.terms.append((times, node))
            case _:
                self.rest.append(node)


def counted(node: Node) -> str | None:
    """The name of the one thing whose growth a term counts."""
    if isinstance(node, VarRef):
        return variable(node.name)
    if isinstance(node, Attr) and node.name == "tricks_won":
        return TRICKS
    if isinstance(node, Query) and isinstance(node.base, ZoneRef):
        return zone(node.base.name)
    return None


def total(terms: Iterable[tuple[int, Node]]) -> Node:
    """A sum as an expression."""
    found: Node = Lit(type=integer(), value=0)
    for times, node in terms:
        part = Arith(type=integer(), op="*", left=Lit(type=integer(), value=times), right=node)
        found = Arith(type=integer(), op="+", left=found, right=part)
    return found


# -- zones that are only counted


@dataclass(frozen=True, slots=True)
class Tally:
    """All that rules ask of a zone's cards: a printed weight of each, added up (or whether any has one)."""

    zone: str
    weights: tuple[int, ...]
    any: bool


def tallies(influence: Influence, emitter: Flow, name: str) -> list[Tally] | None:
    """What is asked of a zone, if sums of printed weights are all that is; None if a rule looks closer."""
    found: list[Tally] = []
    for node in influence.asked():
        if not _tallied(node, emitter, name, found):
            return None
    return found


def _tallied(node: Node, emitter: Flow, name: str, found: list[Tally]) -> bool:
    if isinstance(node, ZoneRef) and node.name == name:
        return False
    if isinstance(node, Query | Size | Empty):
        tests: list[tuple[str, Node]] = []
        base = node.base
        while isinstance(base, Where):
            tests.append((base.id, base.test))
            base = base.base
        if isinstance(base, ZoneRef) and base.name == name:
            tally = _tally(node, tests, emitter, name)
            if tally is None or (base.owner is not None and not _tallied(base.owner, emitter, name, found)):
                return False
            if tally not in found:
                found.append(tally)
            return True
    return all(_tallied(child, emitter, name, found) for child in children(node))


def _tally(node: Query | Size | Empty, tests: list[tuple[str, Node]], emitter: Flow, name: str) -> Tally | None:
    cards = range(len(emitter.rules.cards))
    weights = [1] * len(cards)
    for id, test in tests:
        values = emitter.card_values(test, id) if emitter.is_static(test, {id}) else None
        if values is None:
            return None
        weights = [weight if values[card] else 0 for card, weight in zip(cards, weights, strict=True)]
    if isinstance(node, Query):
        if node.op not in ("sum", "count", "any", "all") or not emitter.is_static(node.arg, {node.id}):
            return None
        if node.arg.type.optional:
            return None
        values = emitter.card_values(node.arg, node.id)
        if values is None:
            return None
        if node.op == "sum":
            weights = [weight * values[card] for card, weight in zip(cards, weights, strict=True)]
        else:
            wanted = node.op != "all"
            weights = [
                weight if bool(values[card]) == wanted else 0 for card, weight in zip(cards, weights, strict=True)
            ]
        return Tally(name, tuple(weights), node.op in ("any", "all"))
    return Tally(name, tuple(weights), isinstance(node, Empty))


def team_counts_only(influence: Influence) -> bool:
    """Whether tricks are only ever asked of whole teams."""
    every = [
        *influence.control,
        *influence.worth,
        *(n for e in influence.edges for n in e.nodes if e.targets & influence.relevant),
    ]
    asked = [n for root in every for n in walk(root) if isinstance(n, Attr) and n.name == "tricks_won"]
    return bool(influence.rules.teams) and all(n.base.type.kind == "team" for n in asked)


def is_of(node: Node, id: str, emitter: Flow) -> bool:
    """Whether a term names its place by the side that is asked, and by nothing that could change."""
    if isinstance(node, VarRef):
        return all(emitter.is_static(index, {id}) for index in node.index)
    if isinstance(node, Attr):
        return emitter.is_static(node.base, {id})
    if isinstance(node, Query) and isinstance(node.base, ZoneRef):
        owner = node.base.owner
        return (owner is None or emitter.is_static(owner, {id})) and emitter.is_static(node.arg, {node.id})
    return False
