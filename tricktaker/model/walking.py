"""Walks through the steps and expressions of rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tricktaker.expr.nodes import Node, walk
from tricktaker.model import steps as m
from tricktaker.model.steps import Step, Steps

if TYPE_CHECKING:
    from tricktaker.model.rules import Rules


def all_steps(steps: Steps) -> Iterator[Step]:
    """Steps and all steps inside them."""
    for step in steps:
        yield step
        for name in step.__dataclass_fields__:
            value = getattr(step, name)
            if isinstance(value, tuple):
                for item in value:
                    if isinstance(item, Step):
                        yield from all_steps((item,))
                    elif isinstance(item, m.Entry):
                        yield from all_steps(item.then)


def rule_steps(rules: Rules) -> Iterator[Step]:
    """Every step anywhere in the rules."""
    yield from all_steps(rules.setup)
    yield from all_steps(rules.round)
    yield from all_steps(rules.trick.stuck)
    for ability in (*rules.abilities, *rules.hooks):
        yield from all_steps(ability.do)


def rule_nodes(rules: Rules) -> Iterator[Node]:
    """Every expression anywhere in the rules, deeply (what only examples and invariants ask excluded)."""
    roots: list[Node] = []
    for step in rule_steps(rules):
        roots += _parts(step)
    roots += _parts(rules.trick)
    for ability in (*rules.abilities, *rules.hooks):
        roots += [n for n in (ability.cards, ability.condition, ability.next) if n is not None]
    for part in (rules.rounds, rules.rounds.dealing, rules.end):
        roots += _parts(part)
    roots += [variable.default for variable in rules.variables]
    roots += [zone.face_up_if for zone in rules.zones if zone.face_up_if is not None]
    if rules.group is not None:
        roots.append(rules.group)
    for root in roots:
        yield from walk(root)


def _parts(item: object) -> Iterator[Node]:
    for name in item.__dataclass_fields__:  # type: ignore[attr-defined]
        value = getattr(item, name)
        yield from _values(value)


def _values(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            if not isinstance(item, Step):
                yield from _values(item)
    elif (
        hasattr(value, "__dataclass_fields__")
        and not isinstance(value, Step)
        and type(value).__module__.startswith("tricktaker.model")
    ):
        yield from _parts(value)
