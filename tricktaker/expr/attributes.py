"""Attributes: computed, kept in variables, zones of players, and built in."""

from __future__ import annotations

from dataclasses import replace

from tricktaker.diagnostics import did_you_mean
from tricktaker.expr import fold
from tricktaker.expr.expansion import Expansion
from tricktaker.expr.names import ATTRIBUTES, Scope
from tricktaker.expr.nodes import Attr, Lit, Members, Node, VarRef, ZoneRef
from tricktaker.expr.problems import Problem
from tricktaker.expr.syntax import Index, Name, Syntax
from tricktaker.expr.types import CARD, PLAYER, TEAM, Type, integer, set_of, symbol


class Attributes(Expansion):
    """Part of the checker: `x.name`, `x[index]`."""

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

    def attribute(self, base: Node, name: str, args: tuple[Syntax, ...] | None, tree: Syntax, scope: Scope) -> Node:
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
        if names.is_excused(name):
            raise Problem("", "", None)
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
            "tricks_won": integer(0, names.trick_limit),
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

    def index(self, tree: Index, scope: Scope) -> Node:
        if not isinstance(tree.base, Name):
            raise self.problem("wrong-type", "only variables take an index", tree)
        name = tree.base.id
        variable = self.names.vars.get(name)
        if variable is None:
            if self.names.is_excused(name):
                raise Problem("", "", None)
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
