"""Builds typed nodes, computing what is constant; the interval of every number is derived here."""

from __future__ import annotations

from dataclasses import replace

from tricktaker.diagnostics import Span
from tricktaker.expr.names import TableDecl
from tricktaker.expr.nodes import (
    Abs,
    Arith,
    Attr,
    Compare,
    Convert,
    IfElse,
    Lit,
    Local,
    Logic,
    Negate,
    Node,
    Not,
    TableRef,
    Word,
)
from tricktaker.expr.types import BOOL, WIDE, Type, integer


def literal(value: int | None, type: Type, span: Span | None = None) -> Lit:
    if type.kind == "int" and value is not None:
        type = integer(value, value)
    return Lit(type=type, value=value, span=span)


def truth(value: bool, span: Span | None = None) -> Lit:
    return Lit(type=BOOL, value=int(value), span=span)


def _clamped(value: int) -> int:
    return max(-WIDE, min(WIDE, value))


def corners(op: str, a: Type, b: Type) -> tuple[int, int]:
    """The least and the greatest that `a op b` can be, each number within the interval of its type."""
    if op == "+":
        return a.lo + b.lo, a.hi + b.hi
    if op == "-":
        return a.lo - b.hi, a.hi - b.lo
    if op == "*":
        products = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
        return min(products), max(products)
    if op == "min":
        return min(a.lo, b.lo), min(a.hi, b.hi)
    if op == "max":
        return max(a.lo, b.lo), max(a.hi, b.hi)
    if op == "//":
        divisors = [d for d in (b.lo, b.hi, 1, -1) if d != 0 and b.lo <= d <= b.hi]
        quotients = [x // d for x in (a.lo, a.hi) for d in divisors]
        return (min(quotients), max(quotients)) if quotients else (0, 0)
    assert op == "%"
    if b.lo > 0:
        return (a.lo, a.hi) if a.lo >= 0 and a.hi < b.lo else (0, b.hi - 1)
    return min(0, b.lo + 1), max(0, b.hi - 1)


def arith(op: str, left: Node, right: Node, span: Span | None = None) -> Node:
    """`left op right` on numbers (`min` and `max` too)."""
    lo, hi = corners(op, left.type, right.type)
    if isinstance(left, Lit) and isinstance(right, Lit) and left.value is not None and right.value is not None:
        a, b = left.value, right.value
        if op == "+":
            return literal(_clamped(a + b), integer(), span)
        if op == "-":
            return literal(_clamped(a - b), integer(), span)
        if op == "*":
            return literal(_clamped(a * b), integer(), span)
        if op == "min":
            return literal(min(a, b), integer(), span)
        if op == "max":
            return literal(max(a, b), integer(), span)
        if b != 0:
            return literal(a // b if op == "//" else a % b, integer(), span)
    return Arith(type=integer(lo, hi), op=op, left=left, right=right, span=span)


def negate(base: Node, span: Span | None = None) -> Node:
    if isinstance(base, Lit) and base.value is not None:
        return literal(-base.value, integer(), span)
    return Negate(type=integer(-base.type.hi, -base.type.lo), base=base, span=span)


def absolute(base: Node, span: Span | None = None) -> Node:
    if isinstance(base, Lit) and base.value is not None:
        return literal(abs(base.value), integer(), span)
    high = max(abs(base.type.lo), abs(base.type.hi))
    low = 0 if base.type.lo <= 0 <= base.type.hi else min(abs(base.type.lo), abs(base.type.hi))
    return Abs(type=integer(low, high), base=base, span=span)


_HOLDS = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def compare(op: str, left: Node, right: Node, span: Span | None = None) -> Node:
    if isinstance(left, Lit) and isinstance(right, Lit):
        a, b = left.value, right.value
        if a is not None and b is not None:
            return truth(_HOLDS[op](a, b), span)
        if op in ("==", "!="):
            return truth((a == b) == (op == "=="), span)
    for one, two in ((left, right), (right, left)):
        if isinstance(one, Lit) and one.value is None and not two.type.optional and op in ("==", "!="):
            return truth(op == "!=", span)
    if left.type.kind == "int" and right.type.kind == "int" and not (left.type.optional or right.type.optional):
        first, second = left.type, right.type
        if op in ("<", ">=") and (first.hi < second.lo or first.lo >= second.hi):
            return truth((first.hi < second.lo) == (op == "<"), span)
        if op in (">", "<=") and (first.lo > second.hi or first.hi <= second.lo):
            return truth((first.lo > second.hi) == (op == ">"), span)
    return Compare(type=BOOL, op=op, left=left, right=right, span=span)


def logic(op: str, left: Node, right: Node, span: Span | None = None) -> Node:
    stops = 0 if op == "and" else 1
    if isinstance(left, Lit):
        return left if left.value == stops else right
    if isinstance(right, Lit) and right.value != stops:
        return left
    if isinstance(right, Lit) and _answers(left):
        return right
    return Logic(type=BOOL, op=op, left=left, right=right, span=span)


def _answers(node: Node) -> bool:
    """Whether asking this can never stop the game: printed attributes of a card, compared."""
    if isinstance(node, Lit):
        return True
    if isinstance(node, Attr):
        return isinstance(node.base, Local) and not node.base.type.optional
    if isinstance(node, Word):
        return not node.type.optional
    if isinstance(node, Compare | Logic):
        return _answers(node.left) and _answers(node.right)
    return isinstance(node, Not) and _answers(node.base)


def negation(base: Node, span: Span | None = None) -> Node:
    if isinstance(base, Lit):
        return truth(not base.value, span)
    if isinstance(base, Not):
        return base.base
    return Not(type=BOOL, base=base, span=span)


def choice(test: Node, yes: Node, no: Node, type: Type, span: Span | None = None) -> Node:
    """`if test then yes else no`, both branches already of one `type`."""
    if isinstance(test, Lit):
        chosen = yes if test.value else no
        if chosen.type.kind == type.kind and chosen.type.name == type.name:
            return chosen
        return replace(chosen, type=type)
    return IfElse(type=type, test=test, yes=yes, no=no, span=span)


def converted(base: Node, table: tuple[int | None, ...], type: Type, span: Span | None = None) -> Node:
    """`base` in another domain; the identity and constants cost nothing."""
    if isinstance(base, Lit):
        return Lit(type=type, value=None if base.value is None else table[base.value], span=base.span)
    if table == tuple(range(len(table))):
        return replace(base, type=type)
    return Convert(type=type, base=base, table=table, span=span)


def looked_up(table: TableDecl, keys: tuple[Node, ...], span: Span | None = None) -> Node:
    constants = [key.value for key in keys if isinstance(key, Lit) and key.value is not None]
    if len(constants) == len(keys) and tuple(constants) in table.rows:
        return literal(table.rows[tuple(constants)], table.value, span)
    return TableRef(type=table.value, name=table.name, keys=keys, span=span)
