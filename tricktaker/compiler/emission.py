"""What all parts of the emitter share: the statements so far, names, tables, faults, and what is proven."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tricktaker.compiler.ir import Body, Comment, Event, Fault, If, Line, While
from tricktaker.compiler.layout import Layout
from tricktaker.compiler.tables import Tables
from tricktaker.diagnostics import Span
from tricktaker.expr.nodes import Compare, Lit, Local, Logic, Node, Not, Word
from tricktaker.model import Rules

NONE = -(1 << 62)
"""How an optional number says none; all other kinds say -1."""
MOST_LINES = 20_000


LEVERS = {
    "tables": "questions about a card are looked up in tables",
    "strengths": "who wins a trick is read from one table",
    "sums": "sums of printed values are counted",
    "folding": "suits of equal values are laid over each other to find the least of them",
    "halving": "the least of printed values is sought by halving",
    "numbers": "numbers of cards in loops are looked up in tables",
    "collecting": "a whole trick is put away in one step",
    "leading": "what is looked up by the led suit is looked up once a trick",
    "keeping": "the most of a trick so far is kept from card to card",
    "dead": "what nothing reads is left out of playouts",
}
"""What makes programs quick. Each can be left out, and the games stay the same."""


class TooLarge(Exception):
    """The module would be too large; `span` is the construct."""

    def __init__(self, span: Span | None, what: str = "the rules expand to more than the compiler takes") -> None:
        super().__init__(what)
        self.span = span


@dataclass(slots=True)
class FaultInfo:
    """Why a game can't go on: a sentence and the place in the file."""

    message: str
    span: Span | None


@dataclass(slots=True)
class Emission:
    """The growing program. Subclasses turn typed trees and steps into statements."""

    rules: Rules
    layout: Layout
    tables: Tables = field(default_factory=Tables)
    out: Body = field(default_factory=list)
    faults: list[FaultInfo] = field(default_factory=list)
    facts: set[Node] = field(default_factory=set)
    bindings: dict[str, str] = field(default_factory=dict)
    counter: int = 0
    lines: int = 0
    partial: bool = False
    """Whether `winning_card` and `wins` are about a trick still being played."""
    complete: bool = False
    """Whether the trick is complete: its cards are known to be there."""
    static: bool = False
    """Whether constants are being computed: no state may be touched."""
    asked_early: set[str] = field(default_factory=set)
    """Printed tables that are asked while constants are computed: which of their rows matter, no event tells."""
    uncounted: set[Node] = field(default_factory=set)
    """Look-ups that make up the amounts of a step and aren't counted yet."""
    scored: set[str] = field(default_factory=set)
    """Printed tables whose rows make up amounts."""
    span: Span | None = None
    without: frozenset[str] = frozenset()
    """Levers (`LEVERS`) left out."""
    trick_size: int = 0
    """How many cards every complete trick has; 0 if that differs."""
    tricks_span: Span | None = None
    """Where it is said how many of the tricks there are that are compiled."""

    def temp(self, hint: str = "t") -> str:
        self.counter += 1
        return f"{hint}{self.counter}"

    @contextmanager
    def again(self, names: int) -> Iterator[None]:
        """Numbers names from here on as if only `names` had been given, for text that stands by itself."""
        kept, self.counter = (self.counter, self.lines), names
        try:
            yield
        finally:
            self.counter, self.lines = kept

    def line(self, text: str, shown: bool = False) -> None:
        self.grow()
        self.out.append(Line(text, shown))

    def grow(self) -> None:
        """Counts a line of the module to be. Raises TooLarge beyond what it may have."""
        self.lines += 1
        if self.lines > MOST_LINES:
            raise TooLarge(self.span)

    def event(self, *parts: object) -> None:
        self.grow()
        self.out.append(Event(", ".join(str(part) for part in parts)))

    def comment(self, span: Span | None) -> None:
        """The author's own line, as a comment."""
        if span is None:
            return
        self.span = span
        lines = self.rules.source_lines.get(span.file, ())
        if 0 < span.line <= len(lines):
            text = "".join(char if char.isprintable() else " " for char in lines[span.line - 1]).strip()
            self.out.append(Comment(f"{span.line}: {text}"))

    def let(self, text: str, hint: str = "t") -> str:
        """`text` in a local of its own, unless it is one already or a number."""
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text
        name = self.temp(hint)
        self.line(f"{name} = {text}")
        return name

    @contextmanager
    def block(self) -> Iterator[Body]:
        """Statements inside go to a list of their own; what is proven inside stays inside."""
        outer, facts, uncounted = self.out, set(self.facts), set(self.uncounted)
        self.out = []
        try:
            yield self.out
        finally:
            self.out, self.facts, self.uncounted = outer, facts, uncounted

    @contextmanager
    def aside(self) -> Iterator[Body]:
        """Statements for a function of constants: nothing of the program is touched or known."""
        kept = self.out, self.bindings, self.facts, self.static, self.lines
        self.out, self.bindings, self.facts, self.static = [], {}, set(), True
        try:
            yield self.out
        finally:
            self.out, self.bindings, self.facts, self.static, self.lines = kept

    def when(self, test: str, then: Callable[[], None], otherwise: Callable[[], None] | None = None) -> None:
        """An If around what the functions emit."""
        with self.block() as first:
            then()
        second: Body = []
        if otherwise is not None:
            with self.block() as second:
                otherwise()
        if first or second:
            self.grow()
            self.out.append(If(test, first, second))

    def loop(self, head: str, body: Callable[[], None]) -> None:
        """A loop inside an expression."""
        with self.block() as inner:
            body()
        self.grow()
        self.out.append(While(head, inner))

    def fault(self, message: str, span: Span | None) -> Fault:
        """A fault statement with its explanation."""
        info = FaultInfo(message, span)
        for number, known in enumerate(self.faults):
            if known == info:
                return Fault(number + 1)
        self.faults.append(info)
        return Fault(len(self.faults))

    def check(self, bad: str, message: str, span: Span | None) -> None:
        """Stops the game if the condition `bad` holds."""
        self.grow()
        self.out.append(If(bad, [self.fault(message, span)]))

    def knows(self, test: Node, holds: bool) -> None:
        """Adds what follows from `test` being true (or false) to the facts: what is not none."""
        if isinstance(test, Not):
            self.knows(test.base, not holds)
        elif isinstance(test, Logic) and (test.op == "and") == holds:
            self.knows(test.left, holds)
            self.knows(test.right, holds)
        elif isinstance(test, Compare) and test.op == ("!=" if holds else "=="):
            for one, two in ((test.left, test.right), (test.right, test.left)):
                if isinstance(two, Lit) and two.value is None:
                    self.facts.add(one)
        elif isinstance(test, Compare) and test.op == ("==" if holds else "!="):
            for one, two in ((test.left, test.right), (test.right, test.left)):
                if not two.type.optional:
                    self.facts.add(one)

    def forget(self) -> None:
        """After a change: only locals and the winner stay what they were."""
        self.facts = {fact for fact in self.facts if isinstance(fact, Local | Word)}

    def certain(self, node: Node) -> bool:
        """Whether a node is known not to be none."""
        return not node.type.optional or node in self.facts

    def none_of(self, node: Node) -> str:
        """How this node's type says none."""
        return str(NONE) if node.type.kind == "int" else "-1"
