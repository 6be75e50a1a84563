"""How far a game is from being won together, told from the conditions under which its rules say so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tricktaker.expr.nodes import Compare, Logic, Node
from tricktaker.model import steps as m
from tricktaker.model.steps import Step, Steps

if TYPE_CHECKING:
    from tricktaker.model import Rules

Numbers = tuple[Node, Node]
"""Two numbers that have to meet."""


def aims(rules: Rules) -> list[list[Numbers]]:
    """For each place where the game is won, the numbers that its conditions compare; places without any left out."""
    lists: list[Steps] = [rules.setup, rules.round, rules.trick.stuck]
    lists += [ability.do for ability in (*rules.abilities, *rules.hooks)]
    found = [[pair for test in path for pair in compared(test)] for steps in lists for path in winning(steps, ())]
    return [pairs for pairs in found if pairs]


def winning(steps: Steps, path: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
    """The conditions on the way to each step that wins the game."""
    for step in steps:
        if isinstance(step, m.End):
            if step.what == "win":
                yield path
        elif isinstance(step, m.Branch):
            yield from winning(step.then, (*path, step.test))
            yield from winning(step.otherwise, path)
        else:
            for inner in inside(step):
                yield from winning(inner, path)


def inside(step: Step) -> Iterator[Steps]:
    """Lists of steps inside a step."""
    for name in step.__dataclass_fields__:
        value = getattr(step, name)
        if isinstance(value, tuple):
            if value and all(isinstance(item, Step) for item in value):
                yield value
            for item in value:
                if isinstance(item, m.Entry):
                    yield item.then


def compared(test: Node) -> Iterator[Numbers]:
    """The pairs of numbers that must be equal, or one of them at most the other, all together."""
    if isinstance(test, Logic) and test.op == "and":
        yield from compared(test.left)
        yield from compared(test.right)
    elif isinstance(test, Compare) and test.op in ("==", "<=", ">=", "<", ">"):
        if test.left.type.kind == "int" and test.right.type.kind == "int":
            small, large = (test.left, test.right) if test.op in ("==", "<=", "<") else (test.right, test.left)
            yield small, large
            if test.op == "==":
                yield large, small
