"""What all parts of the semantic pass share: the document, the declarations so far, and how to read a slot."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from tricktaker.diagnostics import Report, Span
from tricktaker.expr.checker import Checker
from tricktaker.expr.names import Names, Scope
from tricktaker.expr.nodes import Lit, Local, Node
from tricktaker.expr.problems import Problem
from tricktaker.expr.syntax import Syntax
from tricktaker.expr.types import PLAYER, Type, integer
from tricktaker.loading import nodes as located
from tricktaker.loading.mentions import depends_on_choice
from tricktaker.loading.nodes import Entry, Mapping, Scalar, Sequence


@dataclass(slots=True)
class Context:
    """The semantic pass over one document with its options and player count fixed.

    Wrong shapes have been reported by the shape pass; here they are passed over.
    """

    doc: Mapping
    report: Report
    names: Names
    checker: Checker = field(init=False)
    steps_in_progress: list[str] = field(default_factory=list)
    steps_read: int = 0
    """Steps so far; those of a procedure count again at each call."""
    nesting: int = 0
    """How deep the steps at hand stand inside others."""
    serial: Iterator[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.checker = Checker(self.names, self.report)

    def section(self, name: str) -> Mapping:
        """A map at the top of the file, empty if it is missing."""
        return as_map(self.doc.get(name))

    def fresh(self, hint: str) -> str:
        """A local name of its own."""
        return f"{hint}_{next(self.serial)}"

    def me(self) -> tuple[str, Node]:
        """A fresh `me`."""
        name = self.fresh("me")
        return name, Local(type=PLAYER, id=name)

    def expression(self, node: located.Node | None, scope: Scope, expect: Type | None = None) -> Node | None:
        """The typed tree of a slot; None if it is missing or wrong (then it is reported)."""
        if node is None or isinstance(node, Mapping):
            return None
        if isinstance(node, Sequence):
            return self.listed(node, scope, expect)
        if not node.expression_safe:
            self.report.error(
                "bad-expression",
                "an expression stands on one line, without escapes",
                node.span,
                help="write it on one line; give parts of it a name with `define`",
            )
            return None
        return self.checker.check(node.text, node, scope, expect)

    def listed(self, node: Sequence, scope: Scope, expect: Type | None) -> Node | None:
        """A YAML list of expressions as a set."""
        elem = expect.elem if expect is not None and expect.kind == "set" else None
        found: list[tuple[Node, Syntax]] = []
        for item in node.items:
            value = self.expression(item, scope, elem)
            if value is None or not isinstance(item, Scalar):
                return None
            found.append((value, Syntax(0, len(item.text))))
        if not node.items or not isinstance(node.items[0], Scalar):
            return None
        self.checker.sources.append(node.items[0])
        try:
            result = self.checker.set_literal(found, elem, Syntax(0, 1))
            return result if expect is None else self.checker.fit(result, expect, Syntax(0, 1))
        except Problem as problem:
            self.checker.say(problem)
            return None
        finally:
            self.checker.sources.pop()

    def constant(self, node: located.Node | None, scope: Scope, expect: Type) -> int | None:
        """A slot that must be known while loading (numbers, options, the player count)."""
        value = self.expression(node, scope, expect)
        if value is None:
            return None
        if isinstance(value, Lit) and value.value is not None:
            return value.value
        self.report.error(
            "not-constant",
            "this must be known before the game starts",
            None if node is None else node.span,
            help="use numbers, options and `players.size` only",
        )
        return None

    def amount(self, body: Mapping, scope: Scope, least: int = 0) -> Node | None:
        """`count` of a step; reported if it is always negative, or written as a number below `least`."""
        node = body.get("count")
        value = None if node is None else self.expression(node, scope, integer())
        if node is None or value is None:
            return None
        if value.type.hi < (least if (as_text(node) or "").isdigit() else 0):
            self.report.error("out-of-range", f"a `count` of {as_text(node)}", node.span, help=f"{least} or more")
            return None
        return value

    def is_free_of_choice(self, node: located.Node | None) -> bool:
        """Whether an expression means the same whatever options and number of players are chosen."""
        return not depends_on_choice(node, self.section("define"), self.names)

    def never(self, node: located.Node | None, message: str) -> None:
        """Warns of what never comes about, unless it may with other options or in the file that a delta extends."""
        own = node is not None and node.span.file == self.doc.span.file
        if node is not None and own and self.is_free_of_choice(node):
            self.report.warning("unreachable", message, node.span, help="remove it, or mend the condition")

    def reachable(self, node: located.Node | None, test: Node | None, what: str) -> None:
        """Warns if a condition is never true."""
        if isinstance(test, Lit) and not test.value:
            self.never(node, f"this is never true: {what}")

    def local_name(self, node: located.Node | None) -> str | None:
        """The name that `as` gives to something in the steps behind it; reported if it means something already."""
        from tricktaker.expr.names import ATTRIBUTES, WORDS
        from tricktaker.expr.tokens import KEYWORDS

        name = as_text(node)
        if name is None or node is None:
            return None
        names = self.names
        if name in WORDS or name in KEYWORDS or any(name in attributes for attributes in ATTRIBUTES.values()):
            self.report.error("reserved-name", f"`{name}` is a word of the language", node.span)
            return None
        known = [
            kind
            for kind, declared in (
                ("variable", names.vars.keys()),
                ("zone", names.zones.keys()),
                ("table", names.tables.keys()),
                ("option", names.options.keys()),
            )
            if name in declared
        ]
        known += ["definition" for _, defined in names.definitions if defined == name]
        known += names.domains_with(name)
        if known:
            self.report.error(
                "name-clash", f"`{name}` is already a {known[0]}", node.span, help="give what is picked another name"
            )
            return None
        return name

    def name_is_free(self, entry: Entry, kind: str, taken: dict[str, Span]) -> bool:
        """Whether an author's name may be used; else it is reported."""
        from tricktaker.expr.names import WORDS
        from tricktaker.expr.tokens import KEYWORDS

        name = entry.name
        if not name.isidentifier() or not name.isascii():
            self.report.error(
                "bad-name",
                f"`{name}` can't be the name of a {kind}",
                entry.key.span,
                help="use letters, digits and `_`",
            )
            return False
        if name in WORDS or name in KEYWORDS:
            self.report.error("reserved-name", f"`{name}` is a word of the language", entry.key.span)
            return False
        if name in taken:
            self.report.error("name-clash", f"`{name}` is declared twice", entry.key.span)
            return False
        owners = [d for d in self.names.domains_with(name) if d in ("suit", "rank", "special")]
        if owners:
            self.report.error("name-clash", f"`{name}` is already a {owners[0]}", entry.key.span)
            return False
        taken[name] = entry.key.span
        return True


def as_map(node: located.Node | None) -> Mapping:
    """`node` if it is a map, else an empty one."""
    if isinstance(node, Mapping):
        return node
    return Mapping((), Span("", 1, 1, 1, 1) if node is None else node.span)


def as_items(node: located.Node | None) -> tuple[located.Node, ...]:
    """The items of a list; none if it is something else."""
    return node.items if isinstance(node, Sequence) else ()


def as_text(node: located.Node | None) -> str | None:
    """The text of a scalar; None if it is missing or something else."""
    return node.text if isinstance(node, Scalar) and node.value is not None else None


def as_flag(node: located.Node | None) -> bool:
    """Whether a switch is on."""
    return isinstance(node, Scalar) and node.value is True


def int_range(text: str) -> tuple[int, int] | None:
    """`a..b` or a single number as (low, high); None for anything else."""
    low, dots, high = text.partition("..")
    try:
        first = int(low.strip())
        return (first, int(high.strip())) if dots else (first, first)
    except ValueError:
        return None
