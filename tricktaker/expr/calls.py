"""Functions asked by name: `left(dealer)`, `partner(me)`, `min(a, b)`, tables and definitions with parameters."""

from __future__ import annotations

from dataclasses import replace

from tricktaker.diagnostics import did_you_mean
from tricktaker.expr import fold
from tricktaker.expr.names import Scope, TableDecl
from tricktaker.expr.nodes import Lit, Node, OtherTeam, Seat, Wins
from tricktaker.expr.problems import Problem
from tricktaker.expr.questions import Questions
from tricktaker.expr.syntax import Call
from tricktaker.expr.types import BOOL, CARD, PLAYER, Type, integer

FUNCTIONS = ("left", "right", "partner", "other", "min", "max", "abs", "wins")


class Calls(Questions):
    """Part of the checker: calls by name."""

    def call(self, tree: Call, scope: Scope, expect: Type | None) -> Node:
        name, names = tree.name, self.names
        for type, node in reversed(scope.elements):
            key = type.name if type.kind == "symbol" else type.kind
            if (key, name) in names.definitions:
                return self.computed(names.definitions[key, name], node, tree.args, tree, scope)
        if scope.me is not None and ("player", name) in names.definitions:
            return self.computed(names.definitions["player", name], scope.me, tree.args, tree, scope)
        if name in names.tables:
            return self.table(names.tables[name], tree, scope)
        if ("", name) in names.definitions and names.definitions["", name].params:
            definition = names.definitions["", name]
            inside, bindings = self.parameters(definition, tree.args, tree, scope)
            return self.wrapped(self.expand(definition, inside, tree, expect), bindings)
        if name in FUNCTIONS:
            return self.function(tree, scope)
        if names.is_excused(name):
            raise Problem("", "", None)
        options = [*FUNCTIONS, *names.tables, *(n for _, n in names.definitions)]
        near = did_you_mean(name, options)
        raise self.problem(
            "unknown-function", f"unknown function or table `{name}`", tree, f"did you mean `{near}`?" if near else None
        )

    def function(self, tree: Call, scope: Scope) -> Node:
        name, args, span, names = tree.name, tree.args, self.span(tree), self.names
        counts = {"left": (1, 2), "right": (1, 2), "min": (2, 8), "max": (2, 8)}.get(name, (1, 1))
        if not counts[0] <= len(args) <= counts[1]:
            raise self.problem("wrong-arguments", f"`{name}` takes {counts[0]} to {counts[1]} argument(s)", tree)
        if name in ("min", "max"):
            node = self.number(args[0], scope)
            for arg in args[1:]:
                node = fold.arith(name, node, self.number(arg, scope), span)
            return node
        if name == "abs":
            return fold.absolute(self.number(args[0], scope), span)
        if name == "wins":
            card = self.needs(self.visit(args[0], scope, CARD), "card", args[0])
            return Wins(type=BOOL, card=card, span=span)
        base = self.visit(args[0], scope)
        if name == "other" and base.type.kind == "team":
            if len(names.teams) != 2:
                raise self.problem("wrong-arguments", "`other` of a team needs exactly two teams", tree)
            return OtherTeam(type=replace(base.type, optional=False), base=base, span=span)
        base = self.needs(base, "player", args[0])
        steps = self.number(args[1], scope) if len(args) > 1 else None
        if name == "other" and names.players != 2:
            raise self.problem(
                "wrong-arguments",
                "`other` of a player needs exactly two players",
                tree,
                "with more, say `left` or `right`",
            )
        if name == "partner" and not (names.teams and all(len(team) == 2 for team in names.teams)):
            raise self.problem("wrong-arguments", "`partner` needs teams of two", tree, "declare teams in `players`")
        return Seat(type=PLAYER, op=name, base=base, steps=steps, span=span)

    def table(self, table: TableDecl, tree: Call, scope: Scope) -> Node:
        self.used.add(table.name)
        if len(tree.args) != len(table.keys):
            raise self.problem(
                "wrong-arguments", f"table `{table.name}` takes {len(table.keys)} key(s), found {len(tree.args)}", tree
            )
        keys: list[Node] = []
        for arg, want in zip(tree.args, table.keys, strict=True):
            node = self.visit(arg, scope, want if want.kind != "int" else integer())
            node = self.needs(node, "int", arg) if want.kind == "int" else self.fit(node, want.maybe, arg)
            if want.kind == "int" and isinstance(node, Lit) and node.value is not None:
                if not want.lo <= node.value <= want.hi:
                    raise self.problem("out-of-range", f"table `{table.name}` has keys {want.lo}..{want.hi}", arg)
            keys.append(node)
        return fold.looked_up(table, tuple(keys), self.span(tree))
