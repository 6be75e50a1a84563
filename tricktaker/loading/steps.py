"""Steps: `round`, `setup`, procedures, and what abilities and hooks do."""

from __future__ import annotations

from collections.abc import Callable

from tricktaker.diagnostics import did_you_mean
from tricktaker.expr.names import Scope
from tricktaker.expr.nodes import All, IfElse, Lit, Local, Node, Starting, VarRef, Word, ZoneRef
from tricktaker.expr.parser import parse
from tricktaker.expr.tokens import ExpressionError
from tricktaker.expr.types import BOOL, CARD, PLAYER, Type, integer, set_of
from tricktaker.loading import nodes as located
from tricktaker.loading.choices import choose
from tricktaker.loading.context import Context, as_flag, as_items, as_map, as_text
from tricktaker.loading.deck import MOST_CARDS
from tricktaker.loading.nodes import Entry, Mapping, Scalar
from tricktaker.model import steps as m
from tricktaker.model.steps import Step, Steps

BESIDE = frozenset({"do", "until", "secretly", "ask", "then", "else", "otherwise", "by", "rule", "announce"})
CARDS = set_of(CARD)
MOST_CALLS = 12
MOST_STEPS = 2_000
MOST_NESTING = 24


def read_steps(ctx: Context, node: located.Node | None, scope: Scope) -> Steps:
    """The steps of a list; wrong ones are reported and left out."""
    found: list[Step] = []
    ctx.nesting += 1
    for item in as_items(node):
        if not isinstance(item, Mapping):
            continue
        leading = [entry for entry in item if entry.name in READERS]
        if len(leading) != 1:
            continue
        if _too_many(ctx, leading[0]):
            break
        if found and isinstance(found[-1], m.End):
            ctx.report.warning(
                "unreachable", "this step is never reached: the one before it ends the list", leading[0].key.span
            )
        step = READERS[leading[0].name](ctx, item, leading[0], scope)
        if step is None:
            continue
        found.append(step)
        scope = _named(step, leading[0], scope)
    ctx.nesting -= 1
    return tuple(found)


def _too_many(ctx: Context, leading: Entry) -> bool:
    """Whether the steps grow beyond what can be compiled; that is said once."""
    ctx.steps_read += 1
    if ctx.steps_read <= MOST_STEPS and ctx.nesting <= MOST_NESTING:
        return False
    if not any(found.slug == "too-complex" for found in ctx.report.errors):
        ctx.report.error(
            "too-complex",
            "the steps are nested too deeply"
            if ctx.nesting > MOST_NESTING
            else f"more than {MOST_STEPS} steps, those of procedures counted at each call",
            leading.key.span,
            help="call procedures in a loop instead of writing the calls one after the other",
        )
    return True


def _named(step: Step, leading: Entry, scope: Scope) -> Scope:
    """The scope of the steps behind one that gives a name to something."""
    if not isinstance(step, m.Draw | m.Choose) or not step.id or step.base is None or step.base.type.elem is None:
        return scope
    name = as_text(as_map(leading.value).get("as"))
    if not name:
        return scope
    elem = step.base.type.elem
    if isinstance(step, m.Draw):
        return scope.with_local(name, Local(type=elem, id=step.id))
    kind = set_of(elem) if step.count is not None else elem.maybe
    return scope.with_local(name, Local(type=kind, id=step.id))


def place(ctx: Context, node: located.Node | None, scope: Scope) -> Node | None:
    """A slot that names a zone, possibly by `if … then … else …`."""
    found = ctx.expression(node, scope, CARDS)
    if found is None or node is None:
        return None
    if not _is_place(found):
        ctx.report.error("not-a-zone", "this must name a zone", node.span, help="such as `deck`, `hand`, `winner.won`")
        return None
    return found


def _is_place(node: Node) -> bool:
    if isinstance(node, IfElse):
        return _is_place(node.yes) and _is_place(node.no)
    return isinstance(node, ZoneRef)


def target(ctx: Context, source: Scalar, scope: Scope) -> VarRef | None:
    """The variable that a key of `set` or `add` names."""
    try:
        tree = parse(source.text)
    except ExpressionError as error:
        ctx.report.error("bad-expression", error.message, source.at(error.start, error.end), help=error.help)
        return None
    found = ctx.checker.check_syntax(tree, source, scope)
    if found is None:
        return None
    if not isinstance(found, VarRef):
        ctx.report.error("not-a-variable", f"`{source.text}` is no variable", source.span, help="declare it in `vars`")
        return None
    return found


def _assign(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    changes: list[tuple[VarRef, Node, bool]] = []
    for change in as_map(entry.value):
        into = target(ctx, change.key, scope)
        adding = entry.name == "add"
        if into is None:
            ctx.expression(change.value, scope)
            continue
        if adding and into.type.kind != "int":
            ctx.report.error("wrong-type", f"`{change.name}` is no number", change.key.span, help="use `set`")
            continue
        value = ctx.expression(change.value, scope, integer() if adding else into.type)
        if value is None:
            continue
        if value.type.optional and not into.type.optional and isinstance(value, Lit):
            ctx.report.error(
                "wrong-type",
                f"`{change.name}` can't be none",
                change.value.span,
                help="declare it with `optional: true`",
            )
            continue
        if not adding and into.type.kind == "int" and not value.type.optional:
            if value.type.lo > into.type.hi or value.type.hi < into.type.lo:
                span = f"{value.type.lo}..{value.type.hi}" if value.type.lo != value.type.hi else str(value.type.lo)
                ctx.report.error(
                    "out-of-range", f"{span} is never in {into.type.lo}..{into.type.hi}", change.value.span
                )
                continue
        changes.append((into, value, adding))
    return m.Assign(
        changes=tuple(changes), announce=as_flag(item.get("announce")), span=entry.key.span, rule=_rule(item)
    )


def _rule(item: Mapping) -> str | None:
    return as_text(item.get("rule"))


def _branch(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    test = ctx.expression(entry.value, scope, BOOL)
    then = read_steps(ctx, item.get("then"), scope)
    otherwise = read_steps(ctx, item.get("else"), scope)
    if test is None:
        return None
    ctx.reachable(entry.value, test, "the steps of `then` are never reached")
    if isinstance(test, Lit) and test.value:
        ctx.never(entry.value, "this is always true" + (": the steps of `else` are never reached" if otherwise else ""))
    return m.Branch(test=test, then=then, otherwise=otherwise, span=entry.key.span, rule=_rule(item))


def _move(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    body = as_map(entry.value)
    cards: Node | None = None
    if "cards" in body:
        node = body.get("cards")
        cards = ctx.expression(node, scope)
        if cards is None or node is None:
            return None
        elem = cards.type.elem if cards.type.kind == "set" else cards.type
        if elem is None or elem.kind != "card":
            ctx.report.error("wrong-type", f"expected cards, found a {cards.type}", node.span)
            return None
    source = place(ctx, body.get("from"), scope) if "from" in body else None
    count = ctx.amount(body, scope)
    to = place(ctx, body.get("to"), scope)
    if to is None or (cards is None and source is None):
        return None
    return m.Move(
        cards=cards,
        source=source,
        count=count,
        to=to,
        bottom=as_text(body.get("at")) == "bottom",
        up_to=as_flag(body.get("up_to")),
        span=entry.key.span,
        rule=_rule(item),
    )


def _deal(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    body = as_map(entry.value)
    node = body.get("to")
    to = as_text(node) or "hand"
    zone = ctx.names.zones.get(to)
    if zone is None or not zone.per_player:
        near = did_you_mean(to, [z.name for z in ctx.names.zones.values() if z.per_player])
        ctx.report.error(
            "not-a-zone",
            f"`{to}` is no zone of each player",
            node.span if node else entry.key.span,
            help=f"did you mean `{near}`?" if near else None,
        )
        return None
    deck = as_text(body.get("from")) or "deck"
    if deck not in ctx.names.zones:
        where = body.get("from")
        ctx.report.error("not-a-zone", f"there is no zone `{deck}`", where.span if where else entry.key.span)
        return None
    count = ctx.amount(body, scope)
    if "count" in body and count is None:
        return None
    if isinstance(count, Lit) and count.value is not None and count.value * ctx.names.players > MOST_CARDS:
        ctx.report.error(
            "too-few-cards",
            f"{count.value} cards each are more than a game can have",
            (body.get("count") or entry.value).span,
            help=f"a game has at most {MOST_CARDS} cards",
        )
        return None
    return m.Deal(deck=deck, to=to, count=count, span=(body.get("count") or entry.value).span, rule=_rule(item))


def _shuffle(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    zone = place(ctx, entry.value, scope)
    return None if zone is None else m.Shuffle(zone=zone, span=entry.key.span, rule=_rule(item))


def _swap(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    pair = [ctx.expression(node, scope, CARD.maybe) for node in as_items(entry.value)]
    if len(pair) != 2 or pair[0] is None or pair[1] is None:
        return None
    return m.Swap(first=pair[0], second=pair[1], span=entry.key.span, rule=_rule(item))


def _show(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    body = as_map(entry.value)
    node = body.get("cards") if body.entries else entry.value
    what = ctx.expression(node, scope)
    to = None
    if "to" in body:
        to = ctx.expression(body.get("to"), scope)
        if to is not None and not (
            to.type.kind == "player" or (to.type.elem is not None and to.type.elem.kind == "player")
        ):
            ctx.report.error("wrong-type", f"expected players, found a {to.type}", entry.value.span)
            return None
    if what is None or node is None:
        return None
    cards = what.type.kind == "card" or (what.type.elem is not None and what.type.elem.kind == "card")
    if not cards and not isinstance(what, VarRef):
        ctx.report.error("wrong-type", "only cards and variables can be shown", node.span)
        return None
    return m.Show(what=what, to=to, span=entry.key.span, rule=_rule(item))


def _random(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    body = as_map(entry.value)
    base = ctx.expression(body.get("from"), scope)
    if base is None:
        return None
    if base.type.kind != "set":
        ctx.report.error("wrong-type", f"expected a set, found a {base.type}", entry.value.span)
        return None
    name = ctx.local_name(body.get("as"))
    return m.Draw(base=base, id=ctx.fresh(name or "drawn"), span=entry.key.span, rule=_rule(item))


def each_player() -> Node:
    """`active.starting(left(dealer))`."""
    from tricktaker.expr.nodes import Seat

    left = Seat(type=PLAYER, op="left", base=Word(type=PLAYER, name="dealer"), steps=None)
    players = All(type=set_of(PLAYER, ordered=True), what="active")
    return Starting(type=players.type, base=players, first=left)


def _each(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    base: Node | None
    name: str | None = None
    if isinstance(entry.value, Scalar):
        base = each_player()
        if entry.value.text != "player":
            ctx.report.error(
                "bad-value",
                f"`each: {entry.value.text}`",
                entry.value.span,
                help="`each: player`, `{players: …}` or `{over: …, as: x}`",
            )
            return None
    else:
        body = as_map(entry.value)
        if "players" in body:
            base = ctx.expression(body.get("players"), scope, set_of(PLAYER))
        else:
            base = ctx.expression(body.get("over"), scope)
            name = ctx.local_name(body.get("as")) or as_text(body.get("as"))
            if base is not None and base.type.kind != "set":
                ctx.report.error("wrong-type", f"expected a set, found a {base.type}", entry.value.span)
                base = None
    elem: Type = PLAYER if name is None or base is None or base.type.elem is None else base.type.elem
    id = ctx.fresh(name or "me")
    local = Local(type=elem, id=id)
    inside = scope.with_me(local) if name is None else scope.with_local(name, local)
    do = read_steps(ctx, item.get("do"), inside)
    until = ctx.expression(item.get("until"), scope if name is None else inside, BOOL) if "until" in item else None
    secretly = as_flag(item.get("secretly"))
    if base is None or (secretly and not _may_be_secret(ctx, item, elem, do)):
        return None
    step = m.Each(base=base, id=id, do=do, until=until, secretly=secretly, span=entry.key.span, rule=_rule(item))
    laps = _bound(ctx, as_map(entry.value).get("laps"), scope)
    return step if laps is None else m.Repeat(most=laps, until=until, do=(step,), span=step.span, rule=step.rule)


def _may_be_secret(ctx: Context, item: Mapping, elem: Type, do: Steps) -> bool:
    """Whether all can answer before anything happens."""
    entry = item.entry("secretly")
    span = None if entry is None else entry.key.span
    step = do[0] if do else None
    if elem.kind != "player":
        wrong = "`secretly` is for players: all answer first, then things happen"
    elif len(as_items(item.get("do"))) != 1 or (do and not isinstance(step, m.Choose)):
        wrong = "`secretly` needs exactly one `choose` in its `do`"
    elif isinstance(step, m.Choose) and step.menu:
        wrong = "a menu can't be answered secretly"
    elif "until" in item:
        wrong = "`secretly` has no `until`: everyone answers"
    else:
        return True
    ctx.report.error("bad-secret", wrong, span, help="put a `choose` with `from` alone in its `do`")
    return False


def _repeat(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    most = _bound(ctx, entry.value, scope)
    until = ctx.expression(item.get("until"), scope, BOOL) if "until" in item else None
    do = read_steps(ctx, item.get("do"), scope)
    return None if most is None else m.Repeat(most=most, until=until, do=do, span=entry.key.span, rule=_rule(item))


def _bound(ctx: Context, written: located.Node | None, scope: Scope) -> Node | None:
    most = ctx.expression(written, scope, integer())
    if most is None or most.type.hi <= 10_000:
        return most
    ctx.report.error("unbounded", "a loop needs a bound below 10,000", most.span)
    return None


def _tricks(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    body = as_map(entry.value)
    count = ctx.amount(body, scope, 1)
    until = ctx.expression(body.get("until"), scope, BOOL) if "until" in body else None
    leader = ctx.expression(body.get("leader"), scope, PLAYER.maybe) if "leader" in body else None
    players = ctx.expression(body.get("players"), scope, set_of(PLAYER)) if "players" in body else None
    if "count" not in body and "until" not in body:
        ctx.report.error("unbounded", "`tricks` needs `count` or `until`", entry.key.span)
        return None
    return m.Tricks(count=count, until=until, leader=leader, players=players, span=entry.key.span, rule=_rule(item))


def _call(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    name = as_text(entry.value) or ""
    procs = ctx.section("procs")
    proc = procs.entry(name)
    by_mode = [
        (as_map(mode.value).get("if"), found)
        for mode in ctx.section("modes")
        if (found := as_map(as_map(mode.value).get("procs")).entry(name)) is not None
    ]
    if proc is None and not by_mode:
        near = did_you_mean(name, procs.keys())
        ctx.report.error(
            "unknown-name",
            f"there is no procedure `{name}`",
            entry.value.span,
            help=f"did you mean `{near}`?" if near else None,
        )
        return None
    if name in ctx.steps_in_progress:
        ctx.report.error("recursion", f"procedure `{name}` calls itself", entry.value.span)
        return None
    if len(ctx.steps_in_progress) > MOST_CALLS:
        ctx.report.error("recursion", f"procedures call each other more than {MOST_CALLS} deep", entry.value.span)
        return None
    by = ctx.expression(item.get("by"), scope, PLAYER) if "by" in item else None
    id, me = ctx.me()
    ctx.steps_in_progress.append(name)
    ctx.checker.used.add(name)
    try:
        inside = Scope(me=me if "by" in item else None)
        do = read_steps(ctx, proc.value, inside) if proc is not None else ()
        for condition, found in reversed(by_mode):
            test = ctx.expression(condition, Scope(), BOOL)
            steps = read_steps(ctx, found.value, inside)
            if test is not None:
                do = (m.Branch(test=test, then=steps, otherwise=do, span=found.key.span),)
    finally:
        ctx.steps_in_progress.pop()
    return m.Call(name=name, by=by, me_id=id, do=do, span=entry.key.span, rule=_rule(item))


def _end(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    text = as_text(entry.value)
    if text in ("tricks", "round", "redeal"):
        return m.End(what=text, span=entry.key.span, rule=_rule(item))
    for result in as_map(entry.value):
        if result.name in ("win", "lose"):
            return m.End(what=result.name, why=as_text(result.value) or "", span=entry.key.span, rule=_rule(item))
    return None


def _eliminate(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    now = as_map(item.get("now"))
    player = ctx.expression(entry.value, scope, PLAYER.maybe)
    cards_to = place(ctx, now.get("cards_to"), scope) if now.entries else None
    if player is None:
        return None
    return m.Eliminate(player=player, cards_to=cards_to, span=entry.key.span, rule=_rule(item))


def _choose(ctx: Context, item: Mapping, entry: Entry, scope: Scope) -> Step | None:
    return choose(ctx, item, entry, scope, read_steps)


Reader = Callable[[Context, Mapping, Entry, Scope], Step | None]

READERS: dict[str, Reader] = {
    "set": _assign,
    "add": _assign,
    "if": _branch,
    "move": _move,
    "deal": _deal,
    "shuffle": _shuffle,
    "swap": _swap,
    "show": _show,
    "random": _random,
    "choose": _choose,
    "each": _each,
    "repeat": _repeat,
    "tricks": _tricks,
    "call": _call,
    "end": _end,
    "eliminate": _eliminate,
}
