"""What an expression can come to in a `Stock`: numbers as intervals, which values are none, which sets are empty."""

from __future__ import annotations

from dataclasses import dataclass, field

from tricktaker.expr import fold
from tricktaker.expr.nodes import (
    Abs,
    All,
    Arith,
    Compare,
    Convert,
    Empty,
    IfElse,
    Let,
    Lit,
    Local,
    Logic,
    Negate,
    Node,
    Not,
    Pick,
    Query,
    RangeOf,
    Seat,
    SetLit,
    Size,
    Starting,
    TableRef,
    VarRef,
    Where,
    Word,
    ZoneRef,
)
from tricktaker.expr.types import WIDE, integer
from tricktaker.loading.stock import NONE, SOME, Place, Span, Stock, joined
from tricktaker.model import Rules

EITHER = NONE | SOME
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


@dataclass(slots=True)
class Answers:
    """Asks expressions; `eliminates`: whether players can be out before the game is, `round`: the rounds meant."""

    rules: Rules
    eliminates: bool
    round: Span
    seats: dict[str, int] = field(default_factory=dict)
    """Seats that locals stand for, where one is meant."""
    amounts: dict[str, Span] = field(default_factory=dict)
    """How many elements the sets hold that locals stand for."""
    some: dict[str, int] = field(default_factory=dict)
    """Whether locals can be none."""

    # -- seats and places

    def seat(self, node: Node) -> int | None:
        """The seat that is meant, if it is always the same."""
        if isinstance(node, Local):
            return self.seats.get(node.id)
        if isinstance(node, Lit):
            return node.value
        if isinstance(node, Seat) and not self.eliminates:
            base, players = self.seat(node.base), self.rules.players
            if base is None:
                return None
            if node.op == "other":
                return 1 - base
            if node.op == "partner":
                return next(
                    (team[1 - team.index(base)] for team in self.rules.teams if base in team and len(team) == 2), None
                )
            steps = 1 if node.steps is None else node.steps.value if isinstance(node.steps, Lit) else None
            return None if steps is None else (base + (steps if node.op == "left" else -steps)) % players
        return None

    def places(self, node: Node) -> list[Place]:
        """Where the cards of a zone or place expression can lie."""
        if isinstance(node, IfElse):
            return list(dict.fromkeys((*self.places(node.yes), *self.places(node.no))))
        if not isinstance(node, ZoneRef):
            return []
        if node.owner is None:
            return [(node.name, None)]
        seat = self.seat(node.owner)
        return [(node.name, owner) for owner in (range(self.rules.players) if seat is None else (seat,))]

    # -- numbers and sets

    def number(self, node: Node, stock: Stock) -> Span:
        """The least and the greatest that a number can be."""
        low, high = node.type.lo, node.type.hi
        match node:
            case Lit(value=value) if value is not None:
                return value, value
            case Word(name="round_no"):
                return self.round
            case Word():
                return 0, WIDE
            case Size(base=base):
                low, high = self.amount(base, stock)
            case Negate(base=base):
                least, most = self.number(base, stock)
                return -most, -least
            case Abs(base=base):
                least, most = self.number(base, stock)
                return 0 if least <= 0 <= most else min(abs(least), abs(most)), max(abs(least), abs(most))
            case Arith(op=op, left=left, right=right):
                a, b = self.number(left, stock), self.number(right, stock)
                if op in ("//", "%") and a[0] == a[1] and b[0] == b[1] != 0:
                    value = a[0] // b[0] if op == "//" else a[0] % b[0]
                    return value, value
                return fold.corners(op, integer(*a), integer(*b))
            case IfElse(test=test, yes=yes, no=no):
                ends = []
                for part, holds in ((yes, True), (no, False)):
                    inside = self.refined(test, holds, stock)
                    if inside is not None:
                        ends.append(self.number(part, inside))
                if ends:
                    return min(low for low, _ in ends), max(high for _, high in ends)
            case TableRef(name=name, keys=(key,)):
                table = self.rules.names.tables[name]
                if key.type.kind == "int" and not table.value.optional:
                    least, most = self.number(key, stock)
                    rows = [value for (row,), value in table.rows.items() if value is not None and least <= row <= most]
                    if rows:
                        return min(rows), max(rows)
        return low, high

    def amount(self, node: Node, stock: Stock) -> Span:
        """How many elements a set can have."""
        players, names = self.rules.players, self.rules.names
        match node:
            case ZoneRef():
                return stock.hull(self.places(node))
            case Where(base=base, test=test):
                if isinstance(test, Lit):
                    return self.amount(base, stock) if test.value else (0, 0)
                return 0, self.amount(base, stock)[1]
            case Starting(base=base):
                return self.amount(base, stock)
            case All(what="active") if self.eliminates:
                return 0, players
            case All(what="players" | "active"):
                return players, players
            case All(what="teams"):
                return len(self.rules.teams), len(self.rules.teams)
            case All(what="cards"):
                return len(self.rules.cards), len(self.rules.cards)
            case All(what=what):
                domain = names.domains.get({"suits": "suit", "ranks": "rank"}.get(what, what))
                return (0, WIDE) if domain is None else (len(domain.labels), len(domain.labels))
            case SetLit(items=items):
                return min(1, len(items)), len(items)
            case RangeOf(low=low, high=high):
                a, b = self.number(low, stock), self.number(high, stock)
                return max(0, b[0] - a[1] + 1), max(0, b[1] - a[0] + 1)
            case IfElse(yes=yes, no=no):
                first, second = self.amount(yes, stock), self.amount(no, stock)
                return min(first[0], second[0]), max(first[1], second[1])
            case Let(body=body):
                return self.amount(body, stock)
            case Query(op="distinct", base=base):
                low_, high_ = self.amount(base, stock)
                return min(1, low_), high_
            case Local(id=id):
                return self.amounts.get(id, (0, WIDE))
        return 0, WIDE

    # -- what is none

    def what(self, node: Node, stock: Stock) -> int:
        """Whether a value is none, something, or either."""
        if not node.type.optional:
            return SOME
        match node:
            case Lit(value=value):
                return NONE if value is None else SOME
            case Word(name="winner") | VarRef(index=()):
                return stock.values.get(node.name, EITHER)
            case Local(id=id):
                return self.some.get(id, EITHER)
            case Let(id=id, value=value, body=body):
                self.some[id] = self.what(value, stock)
                return self.what(body, stock)
            case Pick(op="top" | "first" | "last", base=base):
                return self._of_set(base, stock)
            case Query(op="max" | "min" | "highest" | "lowest", base=base, arg=arg, default=default):
                found = self._of_set(base, stock)
                if found == SOME and arg.type.optional and node.op in ("max", "min"):
                    return EITHER
                if found & NONE and default is not None:
                    return found & SOME | self.what(default, stock)
                return found
            case IfElse(test=test, yes=yes, no=no):
                result = 0
                for part, holds in ((yes, True), (no, False)):
                    inside = self.refined(test, holds, stock)
                    if inside is not None:
                        result |= self.what(part, inside)
                return result or EITHER
            case Convert(base=base, table=table):
                found = self.what(base, stock)
                return EITHER if found & SOME and None in table else found
        return EITHER

    def _of_set(self, base: Node, stock: Stock) -> int:
        low, high = self.amount(base, stock)
        return NONE if high == 0 else SOME if low > 0 else EITHER

    # -- conditions

    def truth(self, test: Node, stock: Stock) -> bool | None:
        """Whether a condition holds; None if that can't be told."""
        match test:
            case Lit(value=value):
                return bool(value)
            case Not(base=base):
                found = self.truth(base, stock)
                return None if found is None else not found
            case Logic(op=op, left=left, right=right):
                sides = self.truth(left, stock), self.truth(right, stock)
                stops = op == "or"
                if stops in sides:
                    return stops
                return None if None in sides else not stops
            case Empty(base=base):
                low, high = self.amount(base, stock)
                return True if high == 0 else False if low > 0 else None
            case Compare(op=op, left=left, right=right):
                return self._compared(op, left, right, stock)
        return None

    def _compared(self, op: str, left: Node, right: Node, stock: Stock) -> bool | None:
        for one, two in ((left, right), (right, left)):
            if isinstance(two, Lit) and two.value is None and op in ("==", "!="):
                found = self.what(one, stock)
                return None if found == EITHER else (found == NONE) == (op == "==")
        if left.type.kind != "int" or right.type.kind != "int" or left.type.optional or right.type.optional:
            return None
        (a, b), (c, d) = self.number(left, stock), self.number(right, stock)
        if op in ("==", "!="):
            if b < c or d < a:
                return op == "!="
            return (op == "==") if a == b == c == d else None
        if op in (">", ">="):
            (a, b), (c, d), op = (c, d), (a, b), TURNED[op]
        if b < c or (op == "<=" and b == c):
            return True
        return False if a > d or (op == "<" and a == d) else None

    def refined(self, test: Node, holds: bool, stock: Stock) -> Stock | None:
        """What is so when a condition holds (or doesn't); None if that never comes about."""
        found = self.truth(test, stock)
        if found is not None and found != holds:
            return None
        match test:
            case Not(base=base):
                return self.refined(base, not holds, stock)
            case Logic(op=op, left=left, right=right):
                stops = op == "or"
                if holds != stops:
                    first = self.refined(left, holds, stock)
                    return None if first is None else self.refined(right, holds, first)
                passed = self.refined(left, not stops, stock)
                other = None if passed is None else self.refined(right, stops, passed)
                return joined(self.refined(left, stops, stock), other)
            case Empty(base=ZoneRef() as zone):
                return self._sized(zone, "==" if holds else ">", (0, 0), stock)
            case Compare(op=op, left=left, right=right):
                op = op if holds else OPPOSITE[op]
                for one, two, sign in ((left, right, op), (right, left, TURNED[op])):
                    if isinstance(one, Size) and isinstance(one.base, ZoneRef):
                        return self._sized(one.base, sign, self.number(two, stock), stock)
                    if (isinstance(one, Word) and one.name == "winner") or (isinstance(one, VarRef) and not one.index):
                        if isinstance(two, Lit) and two.value is None and sign in ("==", "!="):
                            return stock.with_value(one.name, NONE if sign == "==" else SOME)
                        if sign == "==" and self.what(two, stock) == SOME:
                            return stock.with_value(one.name, SOME)
        return stock

    def _sized(self, zone: ZoneRef, op: str, number: Span, stock: Stock) -> Stock | None:
        places = self.places(zone)
        if len(places) != 1:
            return stock
        low, high = stock.size(places[0])
        if op in ("<", "<=", "=="):
            high = min(high, number[1] - (op == "<"))
        if op in (">", ">=", "=="):
            low = max(low, number[0] + (op == ">"))
        if op == "!=" and number == (low, low):
            low += 1
        return None if low > high else stock.with_size(places[0], (low, high))
