"""Gives every expression its meaning: resolves names, infers types, expands definitions, folds constants."""

from __future__ import annotations

from collections.abc import Sequence

from tricktaker.expr import fold
from tricktaker.expr.base import MOST_DEPTH, NAME_PARTS
from tricktaker.expr.calls import Calls
from tricktaker.expr.names import Definition, Scope, Source
from tricktaker.expr.nodes import In, Lit, Node, RangeOf, SetLit
from tricktaker.expr.parser import parse
from tricktaker.expr.problems import Problem
from tricktaker.expr.syntax import Binary, Call, Choice, Dot, Index, Items, Name, Number, Syntax, Unary
from tricktaker.expr.tokens import ExpressionError
from tricktaker.expr.types import BOOL, Type, integer, set_of


class Checker(Calls):
    """Types expressions of one variant against its `Names`."""

    def check(self, text: str, source: Source, scope: Scope, expect: Type | None = None) -> Node | None:
        """The typed tree of `text`, of a type fitting `expect`; None when a mistake was reported."""
        try:
            tree = parse(text)
        except ExpressionError as error:
            self.report.error("bad-expression", error.message, source.at(error.start, error.end), help=error.help)
            return None
        return self.check_syntax(tree, source, scope, expect)

    def check_syntax(self, tree: Syntax, source: Source, scope: Scope, expect: Type | None = None) -> Node | None:
        self.sources.append(source)
        try:
            node = self.visit(tree, scope, expect)
            return self.bounded(node if expect is None else self.fit(node, expect, tree), tree)
        except Problem as problem:
            self.say(problem)
            return None
        finally:
            self.sources.pop()

    def check_definition(self, definition: Definition, scope: Scope) -> Node | None:
        """Types a definition by itself; mistakes are reported."""
        body, source = definition.parts[0]
        self.sources.append(source)
        try:
            return self.bounded(self.expand(definition, scope, body), body)
        except Problem as problem:
            self.say(problem)
            return None
        finally:
            self.sources.pop()

    def visit(self, tree: Syntax, scope: Scope, expect: Type | None = None) -> Node:
        self.fresh("")
        if self.depth > MOST_DEPTH:
            raise self.problem("too-complex", "this is nested too deeply", tree, NAME_PARTS)
        self.depth += 1
        try:
            return self.meaning(tree, scope, expect)
        finally:
            self.depth -= 1

    def meaning(self, tree: Syntax, scope: Scope, expect: Type | None) -> Node:
        match tree:
            case Number(value=value):
                if expect is not None and expect.kind == "symbol":
                    code = self.names.domains[expect.name].positions.get(str(value))
                    if code is not None:
                        return Lit(type=expect.plain, value=code, span=self.span(tree))
                return fold.literal(value, integer(), self.span(tree))
            case Name():
                return self.name(tree, scope, expect)
            case Call():
                return self.call(tree, scope, expect)
            case Items(items=items):
                return self.items(items, tree, scope, expect)
            case Dot():
                return self.dot(tree, scope, expect)
            case Index():
                return self.index(tree, scope)
            case Unary(op="not", operand=operand):
                return fold.negation(self.condition(operand, scope), self.span(tree))
            case Unary(operand=operand):
                return fold.negate(self.number(operand, scope), self.span(tree))
            case Binary():
                return self.binary(tree, scope)
            case Choice(test=test, yes=yes, no=no):
                condition = self.condition(test, scope)
                first = self.visit(yes, scope, expect)
                second = self.visit(no, scope, expect or first.type)
                first, second, type = self.together(first, second, tree)
                return fold.choice(condition, first, second, type, self.span(tree))
        raise AssertionError(tree)

    def items(self, items: Sequence[Syntax], tree: Syntax, scope: Scope, expect: Type | None) -> Node:
        elem = expect.elem if expect is not None and expect.kind == "set" else None
        found = [(self.visit(item, scope, elem), item) for item in items]
        return self.set_literal(found, elem, tree)

    def binary(self, tree: Binary, scope: Scope) -> Node:
        op, span = tree.op, self.span(tree)
        if op in ("and", "or"):
            return fold.logic(op, self.condition(tree.left, scope), self.condition(tree.right, scope), span)
        if op in ("+", "-", "*", "//", "%"):
            left, right = self.number(tree.left, scope), self.number(tree.right, scope)
            if op in ("//", "%") and isinstance(right, Lit) and right.value == 0:
                raise self.problem("division-by-zero", "division by zero", tree.right)
            return fold.arith(op, left, right, span)
        if op == "..":
            low, high = self.number(tree.left, scope), self.number(tree.right, scope)
            return RangeOf(type=set_of(integer(low.type.lo, high.type.hi), ordered=True), low=low, high=high, span=span)
        if op in ("in", "not in"):
            return self.membership(tree, scope)
        left, right = self.pair(tree.left, tree.right, scope)
        for node, side in ((left, tree.left), (right, tree.right)):
            if node.type.kind == "set":
                raise self.problem(
                    "wrong-type", "sets can't be compared", side, "ask `.size`, `.empty`, or compare one element"
                )
        left, right, type = self.together(left, right, tree)
        if op not in ("==", "!=") and type.kind not in ("int", "symbol"):
            raise self.problem("wrong-type", f"a {type} has no order", tree, "compare with `==` or `!=`")
        return fold.compare(op, left, right, span)

    def pair(self, left: Syntax, right: Syntax, scope: Scope) -> tuple[Node, Node]:
        """Both sides; a bare label or number takes its meaning from the other side."""
        if self.is_label(left, scope) and not self.is_label(right, scope):
            second = self.visit(right, scope)
            return self.visit(left, scope, second.type), second
        first = self.visit(left, scope)
        return first, self.visit(right, scope, first.type)

    def is_label(self, tree: Syntax, scope: Scope) -> bool:
        if isinstance(tree, Number):
            return True
        return isinstance(tree, Name) and self.resolve(tree, scope) is None

    def membership(self, tree: Binary, scope: Scope) -> Node:
        if self.is_label(tree.left, scope):
            base = self.visit(tree.right, scope)
            item = self.visit(tree.left, scope, base.type.elem)
        else:
            item = self.visit(tree.left, scope)
            base = self.visit(tree.right, scope, None if item.type.kind == "set" else set_of(item.type))
        if base.type.kind != "set" or base.type.elem is None:
            raise self.problem("wrong-type", f"`in` asks a set, found a {base.type}", tree.right)
        elem = base.type.elem
        if not item.type.same(elem):
            if elem.kind == "int":
                item = self.needs(item, "int", tree.left)
            elif isinstance(base, SetLit) and item.type.kind == "symbol":
                base = self.fit(base, set_of(item.type), tree.right)
            else:
                item = self.fit(item, elem, tree.left)
        node: Node = In(type=BOOL, item=item, base=base, span=self.span(tree))
        if isinstance(base, SetLit) and isinstance(item, Lit) and all(isinstance(i, Lit) for i in base.items):
            node = fold.truth(any(isinstance(i, Lit) and i.value == item.value for i in base.items), self.span(tree))
        return fold.negation(node) if tree.op == "not in" else node

    def dot(self, tree: Dot, scope: Scope, expect: Type | None) -> Node:
        base = self.visit(tree.base, scope)
        if base.type.kind == "set":
            return self.question(base, tree, scope, expect)
        if base.type.kind in ("int", "bool", "none"):
            raise self.problem("unknown-attribute", f"a {base.type} has no `{tree.name}`", tree)
        return self.attribute(base, tree.name, tree.args, tree, scope)
