"""Values of one type where another is wanted, and two values in one domain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tricktaker.expr import fold
from tricktaker.expr.base import Base
from tricktaker.expr.names import Scope
from tricktaker.expr.nodes import Lit, Node, SetLit
from tricktaker.expr.syntax import Syntax
from tricktaker.expr.types import BOOL, NONE, Type, integer, set_of


class Fitting(Base):
    """Part of the checker: what fits where."""

    def fit(self, node: Node, expect: Type, tree: Syntax) -> Node:
        """`node` as a value of type `expect` (labels and domains converted), or a wrong-type problem."""
        have = node.type
        if have.kind == "none":
            if expect.optional or expect.kind == "none":
                return replace(node, type=expect.maybe)
            raise self.problem("wrong-type", f"expected a {expect}, found none", tree)
        if have.kind == "set" and expect.kind == "set":
            assert have.elem is not None and expect.elem is not None
            if have.elem.same(expect.elem) or (isinstance(node, SetLit) and not node.items):
                return node
            if isinstance(node, SetLit):
                items = tuple(self.fit(item, expect.elem, tree) for item in node.items)
                return replace(node, items=items, type=set_of(expect.elem))
            raise self.problem("wrong-type", f"expected a {expect}, found a {have}", tree)
        if have.same(expect):
            return node
        if have.kind == "symbol" and expect.kind == "symbol":
            table = self.conversion(have.name, expect.name)
            if table is not None:
                return fold.converted(node, table, replace(expect, optional=have.optional), node.span)
        if have.kind == "symbol" and expect.kind == "int":
            number = self.as_number(node)
            if number is not None:
                return number
        if have.kind == "int" and expect.kind == "symbol" and isinstance(node, Lit) and node.value is not None:
            code = self.names.domains[expect.name].positions.get(str(node.value))
            if code is not None:
                return Lit(type=expect.plain, value=code, span=node.span)
            raise self.problem("wrong-type", f"there is no {expect.name} {node.value}", tree)
        raise self.problem("wrong-type", f"expected a {expect}, found a {have}", tree)

    def conversion(self, have: str, want: str) -> tuple[int | None, ...] | None:
        """Codes of domain `have` in domain `want`; None when they share nothing."""
        source, target = self.names.domains[have], self.names.domains[want]
        table = tuple(target.positions.get(label) for label in source.labels)
        return table if any(code is not None for code in table) else None

    def as_number(self, node: Node) -> Node | None:
        """A rank whose labels are all numbers, as that number."""
        if node.type.kind == "int":
            return node
        domain = self.names.domain_of(node.type)
        if domain is None or not domain.labels or not all(label.isdigit() for label in domain.labels):
            return None
        values = tuple(int(label) for label in domain.labels)
        kind = replace(integer(min(values), max(values)), optional=node.type.optional)
        if isinstance(node, Lit):
            return fold.literal(None if node.value is None else values[node.value], kind, node.span)
        return fold.converted(node, values, kind, node.span)

    def needs(self, node: Node, kind: str, tree: Syntax) -> Node:
        """`node` if it is of `kind`, else a wrong-type problem."""
        if kind == "int":
            number = self.as_number(node)
            if number is not None:
                return number
        if node.type.kind != kind:
            wanted = {"int": "number", "bool": "condition"}.get(kind, kind)
            raise self.problem("wrong-type", f"expected a {wanted}, found a {node.type}", tree)
        return node

    def condition(self, tree: Syntax, scope: Scope) -> Node:
        return self.needs(self.visit(tree, scope, BOOL), "bool", tree)

    def number(self, tree: Syntax, scope: Scope) -> Node:
        return self.needs(self.visit(tree, scope, integer()), "int", tree)

    def together(self, left: Node, right: Node, tree: Syntax) -> tuple[Node, Node, Type]:
        """Both nodes in one domain, and that type (optional if either is)."""
        a, b = left.type, right.type
        optional = a.optional or b.optional
        if a.kind == "none" and b.kind == "none":
            return left, right, NONE
        if a.kind == "none":
            return replace(left, type=b.maybe), right, b.maybe
        if b.kind == "none":
            return left, replace(right, type=a.maybe), a.maybe
        if a.kind == "int" and b.kind == "int":
            return left, right, Type("int", optional=optional, lo=min(a.lo, b.lo), hi=max(a.hi, b.hi))
        if a.same(b):
            merged = a.maybe if optional else a
            return left, right, replace(merged, ordered=a.ordered and b.ordered) if a.kind == "set" else merged
        if a.kind == "set" and b.kind == "set" and isinstance(left, SetLit) != isinstance(right, SetLit):
            if isinstance(left, SetLit):
                return self.fit(left, b, tree), right, b
            return left, self.fit(right, a, tree), a
        if a.kind == "symbol" and b.kind == "symbol":
            for have, want, swap in ((a, b, False), (b, a, True)):
                table = self.conversion(have.name, want.name)
                if table is not None and None not in table:
                    kind = want.maybe if optional else want
                    moved = fold.converted(right if swap else left, table, replace(want, optional=have.optional))
                    return (left, moved, kind) if swap else (moved, right, kind)
            table = self.conversion(a.name, b.name)
            if table is not None:
                return fold.converted(left, table, b.maybe), right, b.maybe
        for node, other in ((left, right), (right, left)):
            if node.type.kind == "int" and other.type.kind == "symbol":
                if isinstance(node, Lit):
                    fitted = self.fit(node, other.type, tree)
                    return (fitted, right, b) if node is left else (left, fitted, a)
                number = self.as_number(other)
                if number is not None:
                    return (left, number, integer()) if node is left else (number, right, integer())
        raise self.problem("wrong-type", f"a {a} and a {b} can't be compared or mixed", tree)

    def set_literal(self, found: Sequence[tuple[Node, Syntax]], elem: Type | None, tree: Syntax) -> Node:
        nodes: list[Node] = []
        for node, item in found:
            if node.type.kind in ("set", "bool", "none"):
                raise self.problem("wrong-type", f"a set can't hold a {node.type}", item)
            if elem is None:
                elem = node.type.plain
            elif elem.kind == "int" and node.type.kind == "int":
                elem = integer(min(elem.lo, node.type.lo), max(elem.hi, node.type.hi))
            else:
                node = self.fit(node, elem, item)
            nodes.append(node)
        return SetLit(type=set_of(elem or integer()), items=tuple(nodes), span=self.span(tree))
