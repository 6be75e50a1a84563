"""Questions asked of sets: `hand.where(…)`, `trick.max(…)`, `deck.top` …"""

from __future__ import annotations

from dataclasses import replace

from tricktaker.diagnostics import did_you_mean
from tricktaker.expr import fold
from tricktaker.expr.names import QUESTIONS, Scope
from tricktaker.expr.naming import Naming
from tricktaker.expr.nodes import All, Empty, In, Lit, Local, Node, Pick, Query, RangeOf, Size, Starting, Where
from tricktaker.expr.syntax import Dot, Syntax
from tricktaker.expr.types import BOOL, PLAYER, Type, integer, set_of

MOST_CARDS = 126


class Questions(Naming):
    """Part of the checker: what may be asked of a set and of which type the answer is."""

    def question(self, base: Node, tree: Dot, scope: Scope, expect: Type | None) -> Node:
        name, args, span = tree.name, tree.args, self.span(tree)
        elem = base.type.elem
        assert elem is not None
        if name not in QUESTIONS:
            near = did_you_mean(name, QUESTIONS)
            raise self.problem(
                "unknown-attribute", f"a set has no `{name}`", tree, f"did you mean `{near}`?" if near else None
            )
        if name in ("size", "empty", "top", "first", "last"):
            if args:
                raise self.problem("wrong-arguments", f"`{name}` takes no arguments", tree)
            if name == "size" and isinstance(base, All) and base.what != "active":
                return fold.literal(self.most(base), integer(), span)
            if name == "size":
                return Size(type=integer(0, self.most(base)), base=base, span=span)
            if name == "empty":
                return Empty(type=BOOL, base=base, span=span)
            return Pick(type=elem.maybe, op=name, base=base, place=None, span=span)
        if not args:
            raise self.problem("wrong-arguments", f"`{name}` asks something of each element: `{name}(…)`", tree)
        if name == "starting":
            self.arity(args, 1, tree)
            if elem.kind != "player":
                raise self.problem("wrong-type", "only players have a starting order", tree)
            first = self.needs(self.visit(args[0], scope, PLAYER), "player", args[0])
            return Starting(type=base.type, base=base, first=first, span=span)
        if name == "has":
            self.arity(args, 1, tree)
            item = self.fit(self.visit(args[0], scope, elem), elem.maybe, args[0])
            return In(type=BOOL, item=item, base=base, span=span)
        if name == "at":
            self.arity(args, 1, tree)
            return Pick(type=elem.maybe, op="at", base=base, place=self.number(args[0], scope), span=span)
        self.arity(args, 2 if name in ("max", "min") else 1, tree, least=1)
        id = self.fresh("it")
        inner = scope.inside(elem, Local(type=elem, id=id, span=span))
        if name in ("where", "any", "all", "count"):
            test = self.condition(args[0], inner)
            if name == "where":
                return Where(type=base.type, base=base, id=id, test=test, span=span)
            kind = integer(0, self.most(base)) if name == "count" else BOOL
            return Query(type=kind, op=name, base=base, id=id, arg=test, default=None, span=span)
        return self.gathering(name, base, id, args, inner, scope, tree)

    def gathering(
        self,
        name: str,
        base: Node,
        id: str,
        args: tuple[Syntax, ...],
        inner: Scope,
        scope: Scope,
        tree: Dot,
    ) -> Node:
        elem, span, most = base.type.elem, self.span(tree), self.most(base)
        assert elem is not None
        arg = self.visit(args[0], inner)
        if name == "sum":
            arg = self.needs(arg, "int", args[0])
            kind = integer(min(0, arg.type.lo * most), max(0, arg.type.hi * most))
            return Query(type=kind, op="sum", base=base, id=id, arg=arg, default=None, span=span)
        if name in ("max", "min"):
            if arg.type.kind not in ("int", "symbol"):
                raise self.problem("wrong-type", f"a {arg.type} has no order", args[0])
            default: Node | None = None
            kind = arg.type.maybe
            if len(args) > 1:
                default = self.visit(args[1], scope, arg.type)
                arg, default, kind = self.together(arg, default, tree)
                kind = kind.maybe if default.type.optional else kind.plain
            elif self.nonempty(base):
                kind = arg.type.plain
            return Query(type=kind, op=name, base=base, id=id, arg=arg, default=default, span=span)
        if name in ("highest", "lowest"):
            if arg.type.kind not in ("int", "symbol"):
                raise self.problem("wrong-type", f"a {arg.type} has no order", args[0])
            kind = elem.plain if self.nonempty(base) else elem.maybe
            return Query(type=kind, op=name, base=base, id=id, arg=arg, default=None, span=span)
        if name == "distinct":
            if arg.type.kind in ("set", "none"):
                raise self.problem("wrong-type", "`distinct` wants one value of each element", args[0])
            kind = set_of(arg.type)
            return Query(type=kind, op="distinct", base=base, id=id, arg=arg, default=None, span=span)
        assert name == "gather"
        if arg.type.kind != "set":
            raise self.problem("wrong-type", "`gather` joins sets, one from each element", args[0])
        return Query(
            type=replace(arg.type, ordered=False), op="gather", base=base, id=id, arg=arg, default=None, span=span
        )

    def arity(self, args: tuple[Syntax, ...], most: int, tree: Dot, least: int | None = None) -> None:
        least = most if least is None else least
        if not least <= len(args) <= most:
            wanted = str(most) if least == most else f"{least} or {most}"
            raise self.problem("wrong-arguments", f"`{tree.name}` takes {wanted} argument(s), found {len(args)}", tree)

    def most(self, base: Node) -> int:
        """How many elements a set can have at most."""
        elem = base.type.elem
        assert elem is not None
        if isinstance(base, RangeOf):
            return max(0, base.type.elem.hi - base.type.elem.lo + 1) if base.type.elem else 0
        if elem.kind == "player":
            return self.names.players
        if elem.kind == "team":
            return len(self.names.teams)
        if elem.kind == "symbol":
            return len(self.names.domains[elem.name].labels)
        if elem.kind == "card":
            return self.names.card_count or MOST_CARDS
        return min(MOST_CARDS, elem.hi - elem.lo + 1)

    def nonempty(self, base: Node) -> bool:
        """Whether a set is proven to have an element."""
        if isinstance(base, All):
            return base.what != "active"
        if isinstance(base, RangeOf):
            return (
                isinstance(base.low, Lit)
                and isinstance(base.high, Lit)
                and (base.low.value or 0) <= (base.high.value or 0)
            )
        if isinstance(base, Starting):
            return self.nonempty(base.base)
        return False
