"""What all parts of the checker share: the declarations, where an expression stands, how large it may grow."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tricktaker.diagnostics import Report, Span
from tricktaker.expr.names import Names, Scope, Source
from tricktaker.expr.nodes import Node, Query, Where, children
from tricktaker.expr.problems import Problem
from tricktaker.expr.syntax import Syntax
from tricktaker.expr.types import Type

MOST_VISITS = 12_000
"""Definitions expand in place; this bounds what all expressions of a variant together may grow to."""
MOST_PARTS = 4_000
"""Parts of one expression, those of the definitions it uses included."""
MOST_DEPTH = 60
"""Expressions inside expressions."""
MOST_LOOPS = 6
"""Questions of sets inside such questions."""
NAME_PARTS = "keep values in variables instead of nesting definitions so deeply"


class Base(ABC):
    """Types expressions of one variant against its `Names`."""

    def __init__(self, names: Names, report: Report) -> None:
        self.names = names
        self.report = report
        self.sources: list[Source | None] = []
        self.expanding: list[tuple[str, str]] = []
        self.plain_definitions: dict[str, Node] = {}
        self.used: set[str] = set()
        self.counter = 0
        self.depth = 0
        self.measured: dict[int, tuple[Node, int, int, int]] = {}
        self.led_is: tuple[Syntax, Source] | None = None
        self.group_is: Type | None = None

    def span(self, tree: Syntax) -> Span | None:
        source = self.sources[-1]
        return None if source is None else source.at(tree.start, tree.end)

    def problem(self, slug: str, message: str, tree: Syntax, help: str | None = None) -> Problem:
        return Problem(slug, message, self.span(tree), help)

    def say(self, problem: Problem) -> None:
        """Reports a problem; that everything together is too much is said once."""
        if not problem.slug:
            return
        if problem.slug == "too-complex" and any(found.slug == "too-complex" for found in self.report.errors):
            return
        self.report.error(problem.slug, problem.message, problem.span, help=problem.help)

    def fresh(self, hint: str) -> str:
        self.counter += 1
        if self.counter > MOST_VISITS:
            source = self.sources[-1] if self.sources else None
            raise Problem(
                "too-complex",
                "definitions expand to more than the compiler takes",
                None if source is None else source.at(0, 1),
                NAME_PARTS,
            )
        return f"{hint}{self.counter}"

    def bounded(self, node: Node, tree: Syntax) -> Node:
        """`node` if it isn't larger or deeper than what the compiler takes; what is shared counts each time."""
        parts, depth, loops = self.measure(node)
        if parts > MOST_PARTS:
            raise self.problem("too-complex", "the definitions in this expression expand to too much", tree, NAME_PARTS)
        if depth > MOST_DEPTH:
            raise self.problem("too-complex", "this is nested too deeply", tree, NAME_PARTS)
        if loops > MOST_LOOPS:
            raise self.problem("too-complex", "too many questions of sets inside each other", tree, NAME_PARTS)
        return node

    def measure(self, node: Node) -> tuple[int, int, int]:
        """(parts, depth, questions inside each other)."""
        known = self.measured.get(id(node))
        if known is not None:
            return known[1:]
        parts, depth, loops = 1, 0, 0
        asked = node.arg if isinstance(node, Query) else node.test if isinstance(node, Where) else None
        for child in children(node):
            more, deeper, inner = self.measure(child)
            parts += more
            depth = max(depth, deeper)
            loops = max(loops, inner + (child is asked))
        self.measured[id(node)] = (node, parts, depth + 1, loops)
        return parts, depth + 1, loops

    @abstractmethod
    def visit(self, tree: Syntax, scope: Scope, expect: Type | None = None) -> Node:
        """The typed tree of a syntax tree; a mistake is raised as a Problem."""
