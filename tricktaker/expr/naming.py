"""What a bare name means: element, `me`, local, global, or a label of a domain."""

from __future__ import annotations

from dataclasses import replace

from tricktaker.diagnostics import did_you_mean
from tricktaker.expr import fold
from tricktaker.expr.attributes import Attributes
from tricktaker.expr.names import ATTRIBUTES, Scope
from tricktaker.expr.nodes import All, Lit, Node, Trick, VarRef, Word, ZoneRef
from tricktaker.expr.problems import Problem
from tricktaker.expr.syntax import Name, Syntax
from tricktaker.expr.types import CARD, NONE, PLAYER, TEAM, Type, integer, set_of, symbol


class Naming(Attributes):
    """Part of the checker: names."""

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
        domains = self.names.domains_with(tree.id)
        if expect is not None and expect.kind == "symbol" and domains:
            convertible = [name for name in domains if name == expect.name]
            domains = convertible or domains
        if domains:
            domain = domains[0]
            return Lit(type=symbol(domain), value=self.names.domains[domain].positions[tree.id], span=self.span(tree))
        raise self.unknown(tree, tree.id, scope)

    def unknown(self, tree: Syntax, name: str, scope: Scope) -> Problem:
        if self.names.is_excused(name):
            return Problem("", "", None)
        if scope.me is None and self.is_attribute(name, PLAYER):
            return self.problem(
                "no-me",
                f"`{name}` belongs to a player, and there is no `me` here",
                tree,
                f"say whose: `dealer.{name}`, or ask all with `players.sum({name})`, or stand inside `each: player`",
            )
        if self.is_attribute(name, CARD):
            return self.problem(
                "unknown-name",
                f"`{name}` belongs to a card, and no card is asked here",
                tree,
                f"ask one, such as `winning_card.{name}`, or name an answer that every card has: `card.NAME: …`",
            )
        near = did_you_mean(name, self.reachable(scope) - {name})
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
                "ambiguous-it",
                f"`it` could be the inner or the outer {inner}",
                tree,
                "name the inner question with `define`",
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
