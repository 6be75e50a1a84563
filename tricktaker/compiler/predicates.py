"""Questions about a card become table look-ups.

What doesn't depend on the card (its *atoms*: the led suit, the highest card so far …) is asked once; a table
over the values of the atoms holds, for each, the mask of cards that pass or a number a card. Tables are filled by
running the emitted expression itself, so that a rule has one meaning.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tricktaker.compiler.ir import stops
from tricktaker.compiler.layout import BITS
from tricktaker.expr.nodes import (
    Abs,
    All,
    Arith,
    Attr,
    Compare,
    Convert,
    Empty,
    IfElse,
    In,
    Let,
    Lit,
    Local,
    Logic,
    Members,
    Negate,
    Node,
    Not,
    OtherTeam,
    Pick,
    Query,
    RangeOf,
    Seat,
    SetLit,
    Size,
    TableRef,
    Where,
    children,
)
from tricktaker.expr.types import Type

if TYPE_CHECKING:
    from tricktaker.compiler.expressions import Expressions

MOST_MASKS = 4096
MOST_ENTRIES = 1 << 16
PURE = (
    Abs, Arith, Compare, Convert, Empty, IfElse, In, Let, Lit, Local, Logic, Members, Negate, Not, OtherTeam, Pick,
    Query, RangeOf, SetLit, Size, TableRef, Where,
)  # fmt: skip


@dataclass(slots=True)
class Atom:
    """A part that doesn't depend on the card, with the values it can take (None among them if it may be none)."""

    id: str
    node: Node
    type: Type
    values: list[int | None]


def surely_asks(node: Node, id: str) -> bool:
    """Whether `node` can't be answered without the local `id`: it stands behind no condition."""
    if isinstance(node, Local):
        return node.id == id
    if isinstance(node, IfElse):
        return surely_asks(node.test, id) or (surely_asks(node.yes, id) and surely_asks(node.no, id))
    if isinstance(node, Logic):
        return surely_asks(node.left, id)
    if isinstance(node, Query | Where):
        return surely_asks(node.base, id)
    return any(surely_asks(child, id) for child in children(node))


class Predicates:
    """Part of the emitter: tables over cards."""

    # -- what is constant

    def is_static(self: Expressions, node: Node, ids: set[str]) -> bool:  # type: ignore[misc]
        """Whether a node depends on nothing but the locals `ids` and what is printed."""
        if isinstance(node, Local):
            return node.id in ids
        if isinstance(node, Attr):
            if node.name not in ("suit", "rank", "order", "special", "seat", "team"):
                return False
        elif isinstance(node, All):
            return node.what not in ("active",)
        elif isinstance(node, Seat):
            return node.op in ("other", "partner") and self.is_static(node.base, ids)
        elif not isinstance(node, PURE):
            return False
        inner = ids
        if isinstance(node, Let | Where | Query):
            inner = {*ids, node.id}
        return all(self.is_static(child, inner) for child in children(node))

    def runs(self: Expressions, node: Node, params: Sequence[str]) -> Callable[..., int | None] | None:  # type: ignore[misc]
        """A Python function of the node's static locals."""
        from tricktaker.compiler.text import function_text

        with self.aside() as body:
            result = self.scalar(node)
        text = function_text("f", params, body, result)
        space: dict[str, object] = {
            "blen": int.bit_length,
            "popc": int.bit_count,
            "__builtins__": {"range": range, "abs": abs},
        }
        space.update(self.tables.values)
        exec(compile(text, "<constants>", "exec"), space)
        found = space["f"]
        assert callable(found)
        return found

    def card_values(self: Expressions, node: Node, id: str) -> list[int] | None:  # type: ignore[misc]
        """A static node's value for every play code; None if it fails for some."""
        function = self.runs(node, [id])
        if function is None:
            return None
        values: list[int] = []
        for code in range(len(self.rules.plays)):
            try:
                value = function(code)
            except (LookupError, ArithmeticError):
                return None
            values.append(int(value) if value is not None else -1)
        return values

    # -- atoms

    def atoms(self: Expressions, node: Node, id: str) -> tuple[Node, list[Atom]] | None:  # type: ignore[misc]
        """`node` with its atoms replaced by locals; None if some part can't be tabulated."""
        found: list[Atom] = []
        template = self._split(node, {id}, found)
        if template is None:
            return None
        return template, found

    def _split(self: Expressions, node: Node, bound: set[str], found: list[Atom]) -> Node | None:  # type: ignore[misc]
        if isinstance(node, Lit):
            return node
        if not self._mentions(node, bound):
            if self.is_static(node, set()):
                return node
            return self._atom(node, found)
        if isinstance(node, Local):
            return node
        if isinstance(node, Attr):
            if node.name not in ("suit", "rank", "order", "special"):
                return None
        elif not isinstance(node, PURE):
            return None
        inner = {*bound, node.id} if isinstance(node, Let | Where | Query) else bound
        changes: dict[str, object] = {}
        for name in node.__dataclass_fields__:
            value = getattr(node, name)
            if isinstance(value, Node):
                part = self._split(value, inner, found)
                if part is None:
                    return None
                changes[name] = part
            elif isinstance(value, tuple) and value and isinstance(value[0], Node):
                parts = [self._split(item, inner, found) for item in value]
                if any(part is None for part in parts):
                    return None
                changes[name] = tuple(parts)
        return replace(node, **changes)  # type: ignore[arg-type]

    def _mentions(self: Expressions, node: Node, ids: set[str]) -> bool:  # type: ignore[misc]
        if isinstance(node, Local):
            return node.id in ids
        return any(self._mentions(child, ids) for child in children(node))

    def _atom(self: Expressions, node: Node, found: list[Atom]) -> Node | None:  # type: ignore[misc]
        for known in found:
            if known.node == node:
                return Local(type=known.type, id=known.id)
        type = node.type.plain if node in self.facts else node.type
        values = self._domain(type)
        if values is None:
            return None
        atom = Atom(self.temp("atom"), node, type, values)
        found.append(atom)
        return Local(type=type, id=atom.id)

    def _domain(self: Expressions, type: Type) -> list[int | None] | None:  # type: ignore[misc]
        if type.kind == "set":
            return None
        if type.kind == "bool":
            return [0, 1]
        if type.kind == "int":
            if type.hi - type.lo > 130:
                return None
            values: list[int | None] = list(range(type.lo, type.hi + 1))
        elif type.kind == "card":
            return None
        else:
            values = list(range(self.elem_count(type)))
        return [None, *values] if type.optional else values

    def index_of(self: Expressions, atoms: list[Atom], template: Node) -> str | None:  # type: ignore[misc]
        """The place in a table for the atoms' present values.

        None if asking them could stop the game, unless the template asks that first of all, whatever the card.
        """
        text = ""
        for atom in atoms:
            before = len(self.out)
            value = self.scalar(atom.node)
            if any(stops(stmt) for stmt in self.out[before:]):
                if atom is not atoms[0] or not surely_asks(template, atom.id):
                    return None
            type = atom.type
            if type.kind == "bool":
                part = value
            elif type.kind == "int":
                value = self.let(value)
                shift = f"{value} - {type.lo}" if type.lo >= 0 else f"{value} + {-type.lo}"
                part = (
                    f"({shift} + 1 if {value} >= {type.lo} else 0)"
                    if type.optional
                    else f"({shift})"
                    if type.lo
                    else value
                )
            else:
                part = f"({value} + 1)" if type.optional else value
            text = part if not text else f"({text}) * {len(atom.values)} + {part}"
        return text or "0"

    # -- predicates

    def predicate(self: Expressions, test: Node, id: str) -> list[str] | None:  # type: ignore[misc]
        """The mask of all play codes that pass `test`; None if it must be asked card by card."""
        if self.static:
            return None
        if self.is_static(test, {id}):
            values = self.card_values(test, id)
            return None if values is None else [str(word) for word in self.words_of(values)]
        table = None if "tables" in self.without else self.tabulated(test, id)
        if table is not None:
            return table
        if isinstance(test, Logic):
            left = self.predicate(test.left, id)
            if left is None:
                return None
            with self.block() as inner:
                right = self.predicate(test.right, id)
            if right is None or any(stops(stmt) for stmt in inner):
                return None
            self.out.extend(inner)
            sign = "&" if test.op == "and" else "|"
            return [f"({a} {sign} {b})" for a, b in zip(left, right, strict=True)]
        if isinstance(test, Not):
            base = self.predicate(test.base, id)
            return (
                None
                if base is None
                else [f"({full} & ~{word})" for full, word in zip(self.all_plays(), base, strict=True)]
            )
        if (
            isinstance(test, In)
            and isinstance(test.item, Local)
            and test.item.id == id
            and not self._mentions(test.base, {id})
        ):
            return self.mask(test.base)
        return None

    def all_plays(self: Expressions) -> list[str]:  # type: ignore[misc]
        from tricktaker.compiler.sets import full_words

        return full_words(len(self.rules.plays), self.layout.words)

    def words_of(self: Expressions, values: Sequence[int]) -> list[int]:  # type: ignore[misc]
        words = [0] * self.layout.words
        for code, value in enumerate(values):
            if value:
                words[code // BITS] |= 1 << (code % BITS)
        return words

    def looked_up(self: Expressions, node: Node, id: str, most: int) -> tuple[str, list[list[int]]] | None:  # type: ignore[misc]
        """(the row of the atoms' present values, all rows); None beyond `most` rows or if it can't be tabulated.

        Statements that the row needs are emitted only if there is a table.
        """
        split = self.atoms(node, id)
        if split is None:
            return None
        template, atoms = split
        size = 1
        for atom in atoms:
            size *= len(atom.values)
        if size > most:
            return None
        with self.block() as inner:
            index = self.index_of(atoms, template)
        if index is None:
            return None
        rows = self.rows(template, id, atoms)
        if rows is None:
            return None
        self.out.extend(inner)
        return index, rows

    def tabulated(self: Expressions, test: Node, id: str) -> list[str] | None:  # type: ignore[misc]
        looked_up = self.looked_up(test, id, MOST_MASKS)
        if looked_up is None:
            return None
        index, rows = looked_up
        place = self.let(index, "row")
        found: list[str] = []
        for word in range(self.layout.words):
            values = [self.words_of(row)[word] for row in rows]
            found.append(f"{self.tables.add(values, 'MASK')}[{place}]")
        return found

    def rows(  # type: ignore[misc]
        self: Expressions, template: Node, id: str, atoms: list[Atom], strict: bool = False
    ) -> list[list[int]] | None:
        """The template's value for every play code, for every combination of atom values.

        Strict: None if it fails for any; else what fails counts as 0.
        """
        function = self.runs(template, [id, *(atom.id for atom in atoms)])
        if function is None:
            return None
        nothing = [-(1 << 62) if atom.type.kind == "int" else -1 for atom in atoms]
        rows: list[list[int]] = []
        for values in itertools.product(*(atom.values for atom in atoms)):
            given = [none if value is None else value for value, none in zip(values, nothing, strict=True)]
            row: list[int] = []
            for code in range(len(self.rules.plays)):
                try:
                    value = function(code, *given)
                except (LookupError, ArithmeticError):
                    if strict:
                        return None
                    value = 0
                row.append(int(value) if value is not None else -1)
            rows.append(row)
        return rows

    # -- the highest of cards whose numbers rise with the question

    def monotone(self: Expressions, node: Query) -> str | None:  # type: ignore[misc]
        """max or min of a printed attribute over cards among which it rises with the card's number."""
        elem = node.base.type.elem
        if self.static or elem is None or elem.kind != "card" or self.layout.words != 1:
            return None
        if node.op not in ("max", "min") or not self.is_static(node.arg, {node.id}):
            return None
        base = node.base
        groups: list[list[int]]
        if isinstance(base, Where):
            split = self.atoms(base.test, base.id)
            if split is None:
                return None
            size = 1
            for atom in split[1]:
                size *= len(atom.values)
            if size > MOST_MASKS:
                return None
            rows = self.rows(split[0], base.id, split[1])
            if rows is None:
                return None
            groups = [[code for code, value in enumerate(row) if value] for row in rows]
            if not self.unordered(base):
                return None
        elif self.unordered(base):
            groups = [list(range(len(self.rules.plays)))]
        else:
            return None
        values = self.card_values(node.arg, node.id)
        if values is None or node.arg.type.optional:
            return None
        if any(values[a] > values[b] for group in groups for a, b in itertools.pairwise(group)):
            return None
        mask = self.let(self.mask(base)[0], "m")
        table = self.tables.add(values, "VALUE")
        bit = f"blen({mask}) - 1" if node.op == "max" else f"blen({mask} & -{mask}) - 1"
        nothing = "-1"
        if node.default is not None:
            nothing = self.scalar(node.default)
        elif node.type.kind == "int":
            nothing = str(-(1 << 62))
        return f"({table}[{bit}] if {mask} else {nothing})"
