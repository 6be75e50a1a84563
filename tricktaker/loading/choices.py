"""Decisions: `choose` with a set, a range or a menu."""

from __future__ import annotations

from collections.abc import Callable

from tricktaker.expr.names import Scope
from tricktaker.expr.nodes import Lit, Local, Node, RangeOf, VarRef
from tricktaker.expr.types import BOOL, PLAYER, Type, integer, set_of
from tricktaker.loading import nodes as located
from tricktaker.loading.cascades import read_lines
from tricktaker.loading.context import Context, as_flag, as_items, as_map, as_text
from tricktaker.loading.nodes import Entry, Mapping, Scalar
from tricktaker.model import steps as m
from tricktaker.model.steps import Steps
from tricktaker.model.trick import Cascade

ReadSteps = Callable[[Context, "located.Node | None", Scope], Steps]

NOT_ENTRIES = frozenset({"if", "then", "ask", "rule"})
MOST_CHOICES = 126


def choose(ctx: Context, item: Mapping, entry: Entry, scope: Scope, read_steps: ReadSteps) -> m.Choose | None:
    """A `choose` step."""
    body = as_map(entry.value)
    who: Node | None = scope.me
    if "who" in body:
        who = ctx.expression(body.get("who"), scope, PLAYER.maybe)
        if who is None:
            return None
    if who is None:
        ctx.report.error(
            "no-me", "nobody is asked here", entry.key.span, help="say who decides: `choose: {who: dealer, …}`"
        )
        return None
    if isinstance(who, Local) and not who.type.optional:
        me_id, me = who.id, who
    else:
        me_id, local = ctx.me()
        me = Local(type=PLAYER, id=me_id)
        assert local == me
    inside = scope.with_me(me)
    ask = as_text(item.get("ask"))
    rule = as_text(item.get("rule"))
    optional = as_flag(body.get("optional"))
    if "menu" in body:
        menu = tuple(
            found
            for line in as_items(body.get("menu"))
            if (found := _menu_entry(ctx, as_map(line), inside, read_steps)) is not None
        )
        seen: set[str] = set()
        for line in menu:
            if line.name in seen:
                ctx.report.error("value-twice", f"menu entry `{line.name}` stands twice", line.span)
            seen.add(line.name)
        offered = tuple(e for e in menu if not (isinstance(e.test, Lit) and not e.test.value))
        if menu and not offered and all(ctx.is_free_of_choice(line) for line in as_items(body.get("menu"))):
            ctx.report.error("always-empty", "no entry of this menu can ever appear", entry.key.span)
        menu = offered
        then = read_steps(ctx, item.get("then"), inside)
        otherwise = read_steps(ctx, item.get("otherwise"), inside)
        return m.Choose(
            who=who,
            me_id=me_id,
            menu=menu,
            optional=optional,
            ask=ask,
            then=then,
            otherwise=otherwise,
            span=entry.key.span,
            rule=rule,
        )
    base = _base(ctx, body, entry, inside)
    count = ctx.amount(body, inside)
    name = ctx.local_name(body.get("as"))
    id = ctx.fresh(name or "chosen")
    if base is None or base.type.elem is None:
        read_steps(ctx, item.get("then"), inside.with_local(name, Local(type=integer(), id=id)) if name else inside)
        return None
    elem = base.type.elem
    cascade: Cascade | None = None
    if "rules" in body:
        if elem.kind != "card":
            node = body.get("rules")
            ctx.report.error("wrong-type", "`rules` are for choosing cards", node.span if node else None)
        else:
            cascade = Cascade(lines=read_lines(ctx, body.get("rules"), inside), me_id=me_id)
    into = _into(ctx, body, inside, elem)
    if into is not None and count is not None:
        ctx.report.error(
            "misplaced-key",
            "`set` takes one answer, and `count` asks for several",
            body.span,
            help="use `as` and `then`",
        )
        return None
    kind: Type = set_of(elem) if count is not None else elem
    local_node = Local(type=kind, id=id)
    then = read_steps(ctx, item.get("then"), inside.with_local(name, local_node) if name else inside)
    otherwise = read_steps(ctx, item.get("otherwise"), inside)
    verb = as_text(body.get("verb")) or (into.name if into is not None else "choose")
    return m.Choose(
        who=who,
        me_id=me_id,
        base=base,
        count=count,
        id=id,
        target=into,
        optional=optional,
        unseen=as_flag(body.get("unseen")),
        cascade=cascade,
        verb=verb.replace("_", " "),
        ask=ask,
        then=then,
        otherwise=otherwise,
        span=entry.key.span,
        rule=rule,
    )


def _into(ctx: Context, body: Mapping, scope: Scope, elem: Type) -> VarRef | None:
    from tricktaker.loading.steps import target

    node = body.get("set")
    if not isinstance(node, Scalar):
        return None
    into = target(ctx, node, scope)
    if into is None:
        return None
    if not into.type.same(elem):
        table = ctx.checker.conversion(elem.name, into.type.name) if elem.kind == into.type.kind == "symbol" else None
        if table is None or None in table:
            ctx.report.error("wrong-type", f"`{node.text}` holds a {into.type}, the choice is a {elem}", node.span)
            return None
    return into


def _base(ctx: Context, body: Mapping, entry: Entry, scope: Scope) -> Node | None:
    node = body.get("from")
    if node is None:
        return None
    base = ctx.expression(node, scope)
    if base is None:
        return None
    if base.type.kind != "set" or base.type.elem is None:
        ctx.report.error("wrong-type", f"expected a set to choose from, found a {base.type}", node.span)
        return None
    elem = base.type.elem
    if elem.kind == "int":
        low, high = elem.lo, elem.hi
        listed = not isinstance(base, RangeOf) and high - low >= MOST_CHOICES
        if high - low >= MOST_CHOICES and not (listed and _is_listed(base)):
            ctx.report.error(
                "too-large",
                f"a choice among {low}..{high}",
                node.span,
                help=f"at most {MOST_CHOICES} values; the bounds must be proven: use options, tables or `min(…)`",
            )
            return None
    if ctx.checker.most(base) == 0 and ctx.is_free_of_choice(node):
        ctx.report.error("always-empty", "there is never anything to choose from", node.span)
        return None
    return base


def _is_listed(base: Node) -> bool:
    """Whether the values stand written in the file (they are few, however large)."""
    from tricktaker.expr.nodes import SetLit, Where

    while isinstance(base, Where):
        base = base.base
    return isinstance(base, SetLit) and all(isinstance(item, Lit) for item in base.items)


def _menu_entry(ctx: Context, line: Mapping, scope: Scope, read_steps: ReadSteps) -> m.Entry | None:
    heads = [entry for entry in line if entry.name not in NOT_ENTRIES]
    if len(heads) != 1:
        return None
    head = heads[0]
    body = as_map(head.value)
    test = ctx.expression(line.get("if"), scope, BOOL) if "if" in line else None
    base = _base(ctx, body, head, scope) if "from" in body else None
    if "from" in body and base is None:
        return None
    ctx.reachable(line.get("if"), test, f"`{head.name}` is never offered")
    id = ""
    inside = scope
    name = ctx.local_name(body.get("as"))
    into: VarRef | None = None
    if base is not None and base.type.elem is not None:
        id = ctx.fresh(name or "chosen")
        if name:
            inside = scope.with_local(name, Local(type=base.type.elem, id=id))
        into = _into(ctx, body, scope, base.type.elem)
    then = read_steps(ctx, line.get("then"), inside)
    return m.Entry(
        name=head.name.replace("_", " "), test=test, base=base, id=id, target=into, then=then, span=head.key.span
    )
