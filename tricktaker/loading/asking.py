"""Expressions asked on paper: what they need and don't find."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tricktaker.diagnostics import Span
from tricktaker.expr.nodes import (
    Compare,
    Convert,
    IfElse,
    In,
    Let,
    Logic,
    Node,
    Pick,
    Query,
    Trick,
    VarRef,
    Where,
    Word,
    ZoneRef,
    children,
)
from tricktaker.loading.answers import Answers
from tricktaker.loading.stock import NONE, SOME, Stock


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that goes wrong whatever the cards are."""

    slug: str
    message: str
    span: Span
    help: str | None = None


@dataclass(slots=True)
class Asking(Answers):
    """Asks expressions and keeps what was found."""

    findings: dict[tuple[str, Span], Finding] = field(default_factory=dict)
    right: set[Span] = field(default_factory=set)
    """Places at which what is needed was there, each time they were asked."""
    doubtful: set[Span] = field(default_factory=set)
    """Places at which it may have been missing."""
    failed: bool = False
    """Whether what was asked last can't be answered: what follows is never reached."""
    loud: bool = False
    """Whether what is asked now counts; else a loop is only being tried out."""

    def find(self, slug: str, message: str, span: Span | None, help: str | None = None) -> None:
        if span is not None:
            self.findings.setdefault((slug, span), Finding(slug, message, span, help))

    def ask(self, node: Node | None, stock: Stock, sure: bool = True, needed: bool = False) -> None:
        """Asks an expression; `sure`: it is asked whenever its place is reached, `needed`: it must not be none."""
        if node is None or not self.loud:
            return
        if needed:
            self.need(node, stock, sure)
        match node:
            case Logic(op=op, left=left, right=right):
                self.ask(left, stock, sure)
                inside = self.refined(left, op == "and", stock)
                if inside is not None:
                    self.ask(right, inside, False)
            case IfElse(test=test, yes=yes, no=no):
                self.ask(test, stock, sure)
                for part, holds in ((yes, True), (no, False)):
                    inside = self.refined(test, holds, stock)
                    if inside is not None:
                        self.ask(part, inside, False)
            case Let(id=id, value=value, body=body):
                self.ask(value, stock, sure)
                self.some[id] = self.what(value, stock)
                seat = self.seat(value)
                if seat is not None:
                    self.seats[id] = seat
                self.ask(body, stock, sure)
            case Where(base=base, test=test):
                self.ask(base, stock, sure)
                self.ask(test, stock, False)
            case Query(op=op, base=base, arg=arg, default=default):
                self.ask(base, stock, sure)
                self.ask(arg, stock, False, op in ("max", "min", "highest", "lowest", "sum", "distinct"))
                self.ask(default, stock, False)
            case _:
                for child, wanted in parts(node):
                    self.ask(child, stock, sure, wanted)

    def need(self, node: Node, stock: Stock, sure: bool) -> None:
        """A value that must not be none."""
        if not node.type.optional:
            return
        found = self.what(node, stock)
        if node.span is not None:
            (self.right if found == SOME else self.doubtful).add(node.span)
        if found == NONE and sure:
            self.failed = True
            self.find("always-empty", _missing(node), node.span, "ask it where it is there, or guard it with `if`")


def parts(node: Node) -> Iterator[tuple[Node, bool]]:
    """What is directly inside a node, and whether it must not be none."""
    for child in children(node):
        spared = isinstance(node, Convert) or (isinstance(node, Compare) and node.op in ("==", "!="))
        if isinstance(node, In) and child is node.item:
            spared = child.type.kind != "int"
        yield child, child.type.optional and not spared


def _missing(node: Node) -> str:
    if isinstance(node, Word):
        return f"`{node.name}` is none here: no trick of the round has been played yet"
    if isinstance(node, VarRef):
        return f"`{node.name}` is none here"
    if isinstance(node, Pick | Query):
        if isinstance(node.base, ZoneRef):
            return f"`{node.base.name}` is empty here"
        if isinstance(node.base, Trick):
            return "the trick is empty here"
        return f"`{node.op}` is asked of nothing here"
    return "this is none here"
