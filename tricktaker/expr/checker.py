"""Gives every expression its meaning: resolves names, infers types, expands definitions, folds constants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tricktaker.diagnostics import Report, Span, did_you_mean
from tricktaker.expr import fold
from tricktaker.expr.calls import Calls
from tricktaker.expr.names import ATTRIBUTES, Definition, Names, Scope, Source
from tricktaker.expr.nodes import (
    All,
    Attr,
    Empty,
    In,
    Let,
    Lit,
    Local,
    Members,
    Node,
    Query,
    RangeOf,
    SetLit,
    Trick,
    VarRef,
    Where,
    Word,
    ZoneRef,
    children,
)
from tricktaker.expr.parser import parse
from tricktaker.expr.problems import Problem
from tricktaker.expr.questions import Questions
from tricktaker.expr.syntax import Binary, Call, Choice, Dot, Index, Items, Name, Number, Syntax, Unary
from tricktaker.expr.tokens import ExpressionError
from tricktaker.expr.types import BOOL, CARD, NONE, PLAYER, TEAM, Type, integer, set_of, symbol

MOST_VISITS = 12_000
"""Definitions expand in place; this bounds what all expressions of a variant together may grow to."""
MOST_PARTS = 4_000
"""Parts of one expression, those of the definitions it uses included."""
MOST_DEPTH = 60
"""Expressions inside expressions."""
MOST_LOOPS = 6
"""Questions of sets inside such questions."""
NAME_PARTS = "keep values in variables instead of nesting definitions so deeply"


class Checker(Calls, Questions):
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

    # -- entry points

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

    def say(self, problem: Problem) -> None:
        """Reports a problem; that everything together is too much is said once."""
        if problem.slug == "too-complex" and any(found.slug == "too-complex" for found in self.report.errors):
            return
        self.report.error(problem.slug, problem.message, problem.span, help=problem.help)

    # -- helpers shared with the mixins

    def span(self, tree: Syntax) -> Span | None:
        source = self.sources[-1]
        return None if source is None else source.at(tree.start, tree.end)

    def problem(self, slug: str, message: str, tree: Syntax, help: str | None = None) -> Problem:
        return Problem(slug, message, self.span(tree), help)

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
        if domain is None or not all(label.isdigit() for label in domain.labels):
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

    # -- the walk

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
            return RangeOf(
                type=set_of(integer(low.type.lo, high.type.hi), ordered=True), low=low, high=high, span=span
            )
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
        if type.kind == "symbol" and "suit" == type.name and op not in ("==", "!="):
            raise self.problem("wrong-type", "suits have no order", tree, "give an order with a table or an enum")
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

    # -- names

    def name(self, tree: Name, scope: Scope, expect: Type | None) -> Node:
        if tree.id in ("true", "false"):
            return fold.truth(tree.id == "true", self.span(tree))
        if tree.id == "none":
            return Lit(type=NONE if expect is None else expect.maybe, value=None, span=self.span(tree))
        if expect is not None and expect.kind == "symbol":
            # A label of the type that is asked for wins over nothing else: names can't be labels.
            code = self.names.domains[expect.name].positions.get(tree.id)
            if code is not None:
                return Lit(type=expect.plain, value=code, span=self.span(tree))
        found = self.resolve(tree, scope)
        if found is not None:
            return found
        domains = [name for name in self.names.domains_with(tree.id)]
        if expect is not None and expect.kind == "symbol" and domains:
            convertible = [name for name in domains if name == expect.name]
            domains = convertible or domains
        if domains:
            domain = domains[0]
            return Lit(
                type=symbol(domain), value=self.names.domains[domain].positions[tree.id], span=self.span(tree)
            )
        raise self.unknown(tree, tree.id, scope)

    def unknown(self, tree: Syntax, name: str, scope: Scope) -> Problem:
        if scope.me is None and not scope.elements and self.is_attribute(name, PLAYER):
            return self.problem(
                "no-me",
                f"`{name}` belongs to a player, and there is no `me` here",
                tree,
                f"say whose: `dealer.{name}`, or ask all with `players.sum({name})`, or stand inside `each: player`",
            )
        near = did_you_mean(name, self.reachable(scope))
        return self.problem("unknown-name", f"unknown name `{name}`", tree, f"did you mean `{near}`?" if near else None)

    def reachable(self, scope: Scope) -> set[str]:
        names = self.names
        found = {*names.vars, *names.zones, *names.tables, *names.options, *scope.locals, "players", "dealer", "winner"}
        found |= {name for _, name in names.definitions}
        for domain in names.domains.values():
            found |= {label for label in domain.labels if not label.isdigit()}
        for kinds in ATTRIBUTES.values():
            found |= set(kinds)
        return found | {"active", "leader", "turn", "trick", "led", "winning_card", "round_no", "trick_no", "cards"}

    def is_attribute(self, name: str, type: Type) -> bool:
        """Whether values of `type` have an attribute `name`."""
        key = type.name if type.kind == "symbol" else type.kind
        if (key, name) in self.names.definitions or name in ATTRIBUTES.get(key, ()):
            return True
        variable = self.names.vars.get(name)
        if variable is not None and len(variable.per) == 1:
            return self.fits_index(variable.per[0], type)
        zone = self.names.zones.get(name)
        return zone is not None and zone.per_player and type.kind == "player"

    def fits_index(self, want: Type, have: Type) -> bool:
        if want.same(have):
            return True
        return (
            want.kind == "symbol" == have.kind
            and (table := self.conversion(have.name, want.name)) is not None
            and None not in table
        )

    def resolve(self, tree: Name, scope: Scope) -> Node | None:
        """What a bare name means, None if it is at most a label."""
        name = tree.id
        if name == "it":
            return self.it(tree, scope)
        for type, node in reversed(scope.elements):
            if self.is_attribute(name, type):
                return self.attribute(node, name, None, tree, scope)
        if scope.me is not None and self.is_attribute(name, PLAYER):
            return self.attribute(scope.me, name, None, tree, scope)
        if name == "me":
            if scope.me is None:
                raise self.problem("no-me", "there is no `me` here", tree, "`me` exists where one player acts")
            return scope.me
        local = scope.locals.get(name)
        if local is not None:
            return replace(local, span=self.span(tree))
        return self.global_name(tree, name)

    def it(self, tree: Name, scope: Scope) -> Node:
        if not scope.elements:
            raise self.problem("unknown-name", "there is no `it` here", tree, "`it` is the element inside a question")
        inner, node = scope.elements[-1]
        if any(type.same(inner) for type, _ in scope.elements[:-1]):
            raise self.problem(
                "ambiguous-it", f"`it` could be the inner or the outer {inner}", tree, "name the inner question with `define`"
            )
        return node

    def global_name(self, tree: Syntax, name: str) -> Node | None:
        names, span = self.names, self.span(tree)
        variable = names.vars.get(name)
        if variable is not None:
            self.used.add(name)
            if variable.per:
                return None
            return VarRef(type=variable.type, name=name, index=(), span=span)
        zone = names.zones.get(name)
        if zone is not None:
            self.used.add(name)
            if zone.per_player:
                return None
            return ZoneRef(type=set_of(CARD, ordered=True), name=name, owner=None, span=span)
        if name in names.options:
            self.used.add(name)
            return replace(names.options[name], span=span)
        if ("", name) in names.definitions:
            definition = names.definitions["", name]
            if not definition.params:
                return self.plain_definition(definition, tree)
            return None
        if name == "players":
            return All(type=set_of(PLAYER, ordered=True), what="players", span=span)
        if name == "active":
            return All(type=set_of(PLAYER, ordered=True), what="active", span=span)
        if name == "teams":
            return All(type=set_of(TEAM, ordered=True), what="teams", span=span)
        if name == "cards":
            return All(type=set_of(CARD, ordered=True), what="cards", span=span)
        if name in ("suits", "ranks"):
            return All(type=set_of(symbol(name[:-1]), ordered=True), what=name, span=span)
        if name in names.domains and name not in ("suit", "rank", "special"):
            return All(type=set_of(symbol(name), ordered=True), what=name, span=span)
        if name in ("trick", "last_trick"):
            return Trick(type=set_of(CARD, ordered=True), which=name, span=span)
        if name in ("dealer", "leader", "turn"):
            return Word(type=PLAYER, name=name, span=span)
        if name == "led":
            return self.led(tree)
        if name == "winner":
            return Word(type=PLAYER.maybe, name=name, span=span)
        if name == "winning_card":
            return Word(type=CARD.maybe, name=name, span=span)
        if name == "round_no":
            return Word(type=integer(1, names.round_limit), name=name, span=span)
        if name == "trick_no":
            return Word(type=integer(0, names.card_count), name=name, span=span)
        return None

    def led(self, tree: Syntax) -> Node:
        """What has to be followed: as the file says, else the group of the first card; none in an empty trick."""
        span = self.span(tree)
        if self.led_is is None:
            return Word(type=self.group_type().maybe, name="led", span=span)
        definition = Definition("led", None, (), (self.led_is,))
        cards = Trick(type=set_of(CARD, ordered=True), which="trick")
        value = self.expand(definition, Scope(), tree)
        nothing = Lit(type=value.type.maybe, value=None)
        return fold.choice(Empty(type=BOOL, base=cards), nothing, value, value.type.maybe, span)

    def group_type(self) -> Type:
        """The type of `card.group`."""
        if self.group_is is None:
            definition = self.names.definitions.get(("card", "group"))
            self.group_is = symbol("suit")
            if definition is not None:
                scope = Scope().inside(CARD, Local(type=CARD, id="group_card"))
                self.group_is = self.expand(definition, scope, definition.parts[0][0]).type.plain
        return self.group_is

    # -- definitions

    def plain_definition(self, definition: Definition, tree: Syntax) -> Node:
        name = definition.name
        self.used.add(name)
        if name not in self.plain_definitions:
            self.plain_definitions[name] = self.bounded(self.expand(definition, Scope(), tree), tree)
        return replace(self.plain_definitions[name], span=self.span(tree))

    def expand(self, definition: Definition, scope: Scope, tree: Syntax, expect: Type | None = None) -> Node:
        """The body of a definition in `scope` (its subject and parameters); cycles are a problem."""
        key = (definition.subject or "", definition.name)
        if key in self.expanding:
            chain = " -> ".join(name for _, name in (*self.expanding[self.expanding.index(key) :], key))
            raise self.problem("cyclic-definition", f"definitions go round in a circle: {chain}", tree)
        if len(self.expanding) > 30:
            raise self.problem("too-complex", "definitions nested more than 30 deep", tree, NAME_PARTS)
        self.used.add(definition.name)
        self.expanding.append(key)
        try:
            if not definition.is_list:
                body, source = definition.parts[0]
                self.sources.append(source)
                try:
                    return self.visit(body, scope, expect)
                finally:
                    self.sources.pop()
            found: list[tuple[Node, Syntax]] = []
            for body, source in definition.parts:
                self.sources.append(source)
                try:
                    found.append((self.visit(body, scope), body))
                finally:
                    self.sources.pop()
            self.sources.append(definition.parts[0][1])
            try:
                return self.set_literal(found, None, definition.parts[0][0])
            finally:
                self.sources.pop()
        finally:
            self.expanding.pop()

    def bound(self, node: Node, hint: str) -> tuple[Node, list[tuple[str, Node]]]:
        """`node` as something that may be asked often: itself if simple, else a local and its binding."""
        if isinstance(node, Local | Lit) or (isinstance(node, Word) and node.name in ("dealer", "leader", "turn")):
            return node, []
        name = self.fresh(hint)
        return Local(type=node.type, id=name, span=node.span), [(name, node)]

    @staticmethod
    def wrapped(body: Node, bindings: Sequence[tuple[str, Node]]) -> Node:
        for name, value in reversed(bindings):
            body = Let(type=body.type, id=name, value=value, body=body, span=body.span)
        return body

    # -- attributes

    def attribute(
        self, base: Node, name: str, args: tuple[Syntax, ...] | None, tree: Syntax, scope: Scope
    ) -> Node:
        """`base.name`, `base.name(args)`: computed, a variable, a zone, or built in."""
        names, type = self.names, base.type
        key = type.name if type.kind == "symbol" else type.kind
        definition = names.definitions.get((key, name))
        if definition is not None:
            return self.computed(definition, base, args or (), tree, scope)
        if args is not None:
            raise self.problem("wrong-arguments", f"`{name}` takes no arguments", tree)
        variable = names.vars.get(name)
        if variable is not None and len(variable.per) == 1 and self.fits_index(variable.per[0], type):
            self.used.add(name)
            index = self.fit(base, replace(variable.per[0], optional=type.optional), tree)
            return VarRef(type=variable.type, name=name, index=(index,), span=self.span(tree))
        zone = names.zones.get(name)
        if zone is not None and zone.per_player and type.kind == "player":
            self.used.add(name)
            return ZoneRef(type=set_of(CARD, ordered=True), name=name, owner=base, span=self.span(tree))
        if name in ATTRIBUTES.get(key, ()):
            return self.builtin(base, name, tree)
        options = [*ATTRIBUTES.get(key, ()), *(n for k, n in names.definitions if k == key)]
        options += [v.name for v in names.vars.values() if len(v.per) == 1 and self.fits_index(v.per[0], type)]
        if type.kind == "player":
            options += [z.name for z in names.zones.values() if z.per_player]
        near = did_you_mean(name, options)
        raise self.problem(
            "unknown-attribute", f"a {type.plain} has no `{name}`", tree, f"did you mean `{near}`?" if near else None
        )

    def builtin(self, base: Node, name: str, tree: Syntax) -> Node:
        names, span = self.names, self.span(tree)
        if name == "group":
            name = "suit"
        kinds: dict[str, Type] = {
            "suit": replace(symbol("suit"), optional=names.suitless),
            "rank": replace(symbol("rank"), optional=names.suitless),
            "special": replace(symbol("special"), optional=True),
            "order": integer(0, max(0, len(names.domains["rank"].labels) - 1)),
            "power": integer(0, max(0, len(names.domains["rank"].labels) - 1)),
            "by": PLAYER.maybe,
            "seat": integer(0, names.seat_limit),
            "team": TEAM,
            "tricks_won": integer(0, 1_000),
        }
        if name == "members":
            return Members(type=set_of(PLAYER, ordered=True), team=base, span=span)
        if name == "team" and not names.teams:
            raise self.problem("unknown-attribute", "there are no teams", tree, "declare them in `players`")
        if name == "special" and "special" not in names.domains:
            raise self.problem("unknown-attribute", "no card of this deck is special", tree)
        if name == "power":
            name = "order"
        printed = names.card_attributes.get(name)
        if printed is not None and isinstance(base, Lit) and base.value is not None:
            return Lit(type=kinds[name], value=printed[base.value], span=span)
        if name == "seat":
            if isinstance(base, Lit):
                return fold.literal(base.value, integer(), span)
            return Attr(type=kinds[name], name="seat", base=base, span=span)
        return Attr(type=kinds[name], name=name, base=base, span=span)

    def computed(
        self, definition: Definition, base: Node, args: tuple[Syntax, ...], tree: Syntax, scope: Scope
    ) -> Node:
        subject, bindings = self.bound(base, "it")
        scope_inside, more = self.parameters(definition, args, tree, scope)
        body = self.expand(definition, scope_inside.inside(replace(base.type, optional=False), subject), tree)
        return self.wrapped(body, [*bindings, *more])

    def parameters(
        self, definition: Definition, args: tuple[Syntax, ...], tree: Syntax, scope: Scope
    ) -> tuple[Scope, list[tuple[str, Node]]]:
        if len(args) != len(definition.params):
            wanted = ", ".join(name for _, name in definition.params)
            raise self.problem(
                "wrong-arguments", f"`{definition.name}` takes ({wanted}), found {len(args)} argument(s)", tree
            )
        locals: dict[str, Node] = {}
        bindings: list[tuple[str, Node]] = []
        for arg, (kind, name) in zip(args, definition.params, strict=True):
            want = self.named_type(kind)
            node = self.visit(arg, scope, want)
            node = self.fit(node, replace(want, optional=node.type.optional), arg)
            simple, more = self.bound(node, name + "_")
            locals[name] = simple
            bindings += more
        return Scope((), None, locals), bindings

    def named_type(self, name: str) -> Type:
        kinds = {"card": CARD, "player": PLAYER, "team": TEAM, "int": integer(), "bool": BOOL}
        return kinds.get(name) or symbol(name)

    def index(self, tree: Index, scope: Scope) -> Node:
        if not isinstance(tree.base, Name):
            raise self.problem("wrong-type", "only variables take an index", tree)
        name = tree.base.id
        variable = self.names.vars.get(name)
        if variable is None:
            near = did_you_mean(name, self.names.vars)
            raise self.problem(
                "unknown-name", f"no variable `{name}`", tree.base, f"did you mean `{near}`?" if near else None
            )
        if len(tree.keys) != len(variable.per):
            raise self.problem(
                "wrong-arguments", f"`{name}` has {len(variable.per)} index(es), found {len(tree.keys)}", tree
            )
        self.used.add(name)
        index: list[Node] = []
        for key, want in zip(tree.keys, variable.per, strict=True):
            node = self.visit(key, scope, want)
            node = self.fit(node, replace(want, optional=node.type.optional), key)
            if want.kind == "int" and isinstance(node, Lit) and node.value is not None:
                if not want.lo <= node.value <= want.hi:
                    raise self.problem("out-of-range", f"`{name}` has indices {want.lo}..{want.hi}", key)
            index.append(node)
        return VarRef(type=variable.type, name=name, index=tuple(index), span=self.span(tree))

    def dot(self, tree: Dot, scope: Scope, expect: Type | None) -> Node:
        base = self.visit(tree.base, scope)
        if base.type.kind == "set":
            return self.question(base, tree, scope, expect)
        if base.type.kind in ("int", "bool", "none"):
            raise self.problem("unknown-attribute", f"a {base.type} has no `{tree.name}`", tree)
        return self.attribute(base, tree.name, tree.args, tree, scope)


