"""What everybody can see, told from the rules alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.expr.nodes import Attr, IfElse, Local, Logic, Node, Size, VarRef, ZoneRef, children
from tricktaker.model import steps as m
from tricktaker.model.walking import all_steps

if TYPE_CHECKING:
    from tricktaker.model.rules import Rules


def public_zones(rules: Rules) -> frozenset[str]:
    """Zones whose cards everyone knows: those all see, and those that receive only cards all have seen.

    Cards of a trick have been seen; zones that start with cards, are dealt to or are moved to from hidden places
    have not.
    """
    hidden = {zone.decl.name for zone in rules.zones if zone.decl.see != "everyone"}
    suspects = {name for name in hidden if name in rules.deck_zones or name == "hand"}
    arrivals: list[tuple[str, str | None]] = []
    lists = [rules.setup, rules.round, rules.trick.stuck, *(ability.do for ability in (*rules.abilities, *rules.hooks))]
    for steps in lists:
        for step in all_steps(steps):
            if isinstance(step, m.Move):
                for to in places(step.to):
                    sources = places(step.source) if step.source is not None else [None]
                    arrivals += [(to, source) for source in sources]
            elif isinstance(step, m.Deal):
                suspects.add(step.to)
            elif isinstance(step, m.Swap):
                for node in (step.first, step.second):
                    suspects |= set(mentioned(node))
            elif isinstance(step, m.Eliminate) and step.cards_to is not None:
                suspects |= set(places(step.cards_to))
    suspects &= hidden
    changed = True
    while changed:
        changed = False
        for to, origin in arrivals:
            if to in hidden and to not in suspects and (origin is None or origin in suspects):
                suspects.add(to)
                changed = True
    everything = {zone.decl.name for zone in rules.zones}
    return frozenset(everything - suspects)


def places(node: Node | None) -> list[str]:
    """Zones a place expression can name."""
    if isinstance(node, ZoneRef):
        return [node.name]
    if isinstance(node, IfElse):
        return [*places(node.yes), *places(node.no)]
    return []


def mentioned(node: Node) -> list[str]:
    """Zones that an expression mentions."""
    found = [node.name] if isinstance(node, ZoneRef) else []
    for child in children(node):
        found += mentioned(child)
    return found


def is_public(node: Node, rules: Rules, zones: frozenset[str]) -> bool:
    """Whether everyone can answer an expression (about a card that is named): it reads nothing hidden."""
    if isinstance(node, ZoneRef):
        return node.name in zones and (node.owner is None or is_public(node.owner, rules, zones))
    if isinstance(node, VarRef) and rules.names.vars[node.name].see != "everyone":
        return False
    if isinstance(node, Size) and isinstance(node.base, ZoneRef):
        return True
    if isinstance(node, Local | Attr) and not children_of(node):
        return True
    return all(is_public(child, rules, zones) for child in children(node))


def children_of(node: Node) -> list[Node]:
    return list(children(node))


def public_part(node: Node, rules: Rules, zones: frozenset[str]) -> Node | None:
    """What everyone can answer of a condition that must hold as a whole; None if that is nothing."""
    if is_public(node, rules, zones):
        return node
    if isinstance(node, Logic) and node.op == "and":
        left, right = public_part(node.left, rules, zones), public_part(node.right, rules, zones)
        if left is None or right is None:
            return left or right
        return Logic(type=node.type, op="and", left=left, right=right, span=node.span)
    return None
