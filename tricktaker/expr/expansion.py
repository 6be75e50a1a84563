"""Definitions, put in where their names stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tricktaker.expr import fold
from tricktaker.expr.base import NAME_PARTS
from tricktaker.expr.fitting import Fitting
from tricktaker.expr.names import Definition, Scope
from tricktaker.expr.nodes import Empty, Let, Lit, Local, Node, Trick, Word
from tricktaker.expr.syntax import Syntax
from tricktaker.expr.types import BOOL, CARD, PLAYER, TEAM, Type, integer, set_of, symbol


class Expansion(Fitting):
    """Part of the checker: definitions, parameters, the led group."""

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
