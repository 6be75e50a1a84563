"""The `trick` section with what abilities bend, abilities and hooks."""

from __future__ import annotations

from dataclasses import replace

from tricktaker.diagnostics import Span, did_you_mean
from tricktaker.expr import fold
from tricktaker.expr.names import Scope
from tricktaker.expr.nodes import Let, Lit, Local, Node, Query, Trick, Where, Word, ZoneRef
from tricktaker.expr.types import BOOL, CARD, PLAYER, set_of
from tricktaker.loading import nodes as located
from tricktaker.loading.cascades import both, joined, read_lines, read_tiers
from tricktaker.loading.context import Context, as_items, as_map, as_text
from tricktaker.loading.modes import Mode, lines_by_mode, tiers_by_mode
from tricktaker.loading.nodes import Entry, Mapping, Scalar
from tricktaker.loading.steps import place, read_steps
from tricktaker.model import Ability, Cascade, Line, Tier, TrickRules

CARD_EVENTS = ("led", "played", "won", "lost", "taken", "trick_start", "trick_end", "round_end", "held")
HOOK_EVENTS = (
    "turn", "played", "taken", "trick_start", "trick_complete", "trick_won", "trick_end", "round_end", "won", "lost"
)  # fmt: skip
WITH_ME = frozenset(HOOK_EVENTS) - {"round_end", "trick_complete"}


def read_trick(ctx: Context, bent: list[tuple[str, Mapping, Ability]], modes: tuple[Mode, ...]) -> TrickRules:
    """The trick rules with the lines of abilities put before them."""
    body = ctx.section("trick")
    span = body.span if body.entries else ctx.doc.span
    me_id, me = ctx.me()
    scope = Scope(me=me)
    lead = list(read_lines(ctx, body.get("lead"), scope))
    follow = list(read_lines(ctx, body.get("follow"), scope) if "follow" in body else _usual_follow(ctx, span, scope))
    tiers = read_tiers(ctx, body.get("wins"), Scope(), span)
    lead = lines_by_mode(ctx, modes, "lead", lead, scope)
    follow = lines_by_mode(ctx, modes, "follow", follow, scope)
    tiers = tiers_by_mode(ctx, modes, tiers)
    lead, follow, tiers = _bend(ctx, bent, lead, follow, tiers, scope)
    collect_id = ctx.fresh("card")
    inside = Scope().inside(CARD, Local(type=CARD, id=collect_id))
    collect: Node | None = ZoneRef(
        type=set_of(CARD, ordered=True), name="won", owner=Word(type=PLAYER.maybe, name="winner")
    )
    if "collect" in body:
        collect = place(ctx, body.get("collect"), inside)
    goes_to = place(ctx, body.get("goes_to"), inside) if "goes_to" in body else None
    if "nobody_takes" in body and "goes_to" not in body:
        node = body.entry("nobody_takes")
        ctx.report.error(
            "missing-key", "`nobody_takes` needs `goes_to`: a zone for the cards", node.key.span if node else span
        )
    next_node: Node | None = None
    written = body.get("next")
    if written is not None and as_text(written) != "winner":
        next_node = ctx.expression(written, Scope(), PLAYER.maybe)
    rules = TrickRules(
        led=None,
        lead=Cascade(lines=tuple(lead), me_id=me_id),
        follow=Cascade(lines=tuple(follow), me_id=me_id),
        wins=tuple(tiers),
        collect=collect
        or ZoneRef(type=set_of(CARD, ordered=True), name="won", owner=Word(type=PLAYER.maybe, name="winner")),
        collect_id=collect_id,
        next=next_node,
        nobody_takes=ctx.expression(body.get("nobody_takes"), Scope(), BOOL) if "nobody_takes" in body else None,
        goes_to=goes_to,
        may_pass=ctx.expression(body.get("may_pass"), scope, BOOL) if "may_pass" in body else None,
        played_by=ctx.expression(body.get("played_by"), scope, PLAYER.maybe) if "played_by" in body else None,
        me_id=me_id,
        stuck=read_steps(ctx, body.get("stuck"), scope),
        span=span,
    )
    return rules


def read_limit(ctx: Context) -> None:
    """How many tricks a round has at most, where that stands in the file as a number."""
    counts: list[int] = []
    for step in as_items(ctx.doc.get("round")):
        body = as_map(as_map(step).get("tricks"))
        count = body.get("count")
        if isinstance(count, Scalar) and isinstance(count.value, int) and not isinstance(count.value, bool):
            counts.append(max(0, count.value))
    if counts and _mentions(ctx.doc, "tricks") == len(counts):
        ctx.names.trick_limit = sum(counts)


def _mentions(node: located.Node | None, key: str) -> int:
    """How often a key stands in a part of a file."""
    if isinstance(node, Mapping):
        return sum((entry.name == key) + _mentions(entry.value, key) for entry in node if entry.name != "examples")
    return sum(_mentions(item, key) for item in as_items(node))


def _usual_follow(ctx: Context, span: Span, scope: Scope) -> tuple[Line, ...]:
    from tricktaker.loading.nodes import Sequence

    preset = Scalar("suit", "suit", False, span)
    return read_lines(ctx, Sequence((preset,), span), scope)


def _bend(
    ctx: Context,
    bent: list[tuple[str, Mapping, Ability]],
    lead: list[Line],
    follow: list[Line],
    tiers: list[Tier],
    scope: Scope,
) -> tuple[list[Line], list[Line], list[Tier]]:
    before: dict[str, list[Line]] = {"lead": [], "follow": []}
    tiers_before: list[Tier] = []
    for name, body, ability in bent:
        holds, card = _holding(ctx, ability, scope)
        inside = scope.with_local("card", card) if card is not None else scope
        condition = ctx.expression(body.get("if"), inside, BOOL) if "if" in body and "joins" not in body else None
        condition = both(ability.mode, condition)
        for key in ("lead", "follow"):
            if key in body:
                for line in read_lines(ctx, body.get(key), inside, both(holds, condition)):
                    before[key].append(replace(line, name=line.rule or name, rule=line.rule or name))
        if "wins" in body:
            for tier in read_tiers(ctx, body.get("wins"), Scope(), body.span):
                tiers_before.append(replace(tier, condition=both(both(holds, condition), tier.condition)))
        if "joins" in body:
            tiers = _join(ctx, name, body, ability, tiers)
    return [*before["lead"], *lead], [*before["follow"], *follow], [*tiers_before, *tiers]


def _join(ctx: Context, name: str, body: Mapping, ability: Ability, tiers: list[Tier]) -> list[Tier]:
    node = body.get("joins")
    wanted = as_text(node)
    if not any(tier.rule == wanted for tier in tiers):
        known = [tier.rule for tier in tiers if tier.rule]
        near = did_you_mean(wanted or "", known)
        ctx.report.error(
            "unknown-tier",
            f"there is no tier named `{wanted}`",
            node.span if node else None,
            help=f"did you mean `{near}`?" if near else f"tiers: {', '.join(known) or 'none has a `rule`'}",
        )
        return tiers
    test = ability.cards or fold.truth(True)
    inside = Scope().with_local("card", Local(type=CARD, id=ability.id))
    extra = ctx.expression(body.get("if"), inside, BOOL) if "if" in body else None
    extra = both(ability.mode, extra)
    if extra is not None:
        test = fold.logic("and", test, extra)
    return [joined(tier, test, ability.id) if tier.rule == wanted else tier for tier in tiers]


def _holding(ctx: Context, ability: Ability, scope: Scope) -> tuple[Node | None, Node | None]:
    """(condition that the ability's card is where `when` says, that card)."""
    if ability.cards is None:
        return None, None
    trick = Trick(type=set_of(CARD, ordered=True), which="trick")
    if ability.when == "led":
        from tricktaker.expr.nodes import Pick

        first = Pick(type=CARD.maybe, op="first", base=trick, place=None)
        id = ctx.fresh("led_card")
        test = Let(type=BOOL, id=ability.id, value=Local(type=CARD, id=id), body=ability.cards)
        some = fold.compare("!=", Local(type=CARD.maybe, id=id), Lit(type=CARD.maybe, value=None))
        both_tests = fold.logic("and", some, test)
        return Let(type=BOOL, id=id, value=first, body=both_tests), first
    base: Node = trick
    if ability.when == "held" and scope.me is not None:
        base = ZoneRef(type=set_of(CARD), name="hand", owner=scope.me)
    found = Query(type=BOOL, op="any", base=base, id=ability.id, arg=ability.cards, default=None)
    kept = Where(type=set_of(CARD, ordered=True), base=base, id=ability.id, test=ability.cards)
    from tricktaker.expr.nodes import Pick

    return found, Pick(type=CARD.maybe, op="first", base=kept, place=None)


def _entries(ctx: Context, section: str, modes: tuple[Mode, ...]) -> list[tuple[Node | None, Entry]]:
    """The entries of a section at the top of the file and in modes, each with the condition of its mode."""
    found: list[tuple[Node | None, Entry]] = [(None, entry) for entry in ctx.section(section)]
    for mode in modes:
        found += [(mode.active, entry) for entry in as_map(mode.body.get(section))]
    return found


def read_abilities(
    ctx: Context, modes: tuple[Mode, ...] = ()
) -> tuple[tuple[Ability, ...], list[tuple[str, Mapping, Ability]]]:
    """Abilities of cards, and those whose lines bend the trick."""
    found: list[Ability] = []
    bent: list[tuple[str, Mapping, Ability]] = []
    for active, entry in _entries(ctx, "abilities", modes):
        body = as_map(entry.value)
        ability = _ability(ctx, entry, body)
        if ability is None:
            continue
        ability = replace(ability, condition=both(active, ability.condition), mode=active)
        found.append(ability)
        if any(key in body for key in ("lead", "follow", "wins", "joins")):
            bent.append((entry.name, body, ability))
    return tuple(found), bent


def _when(body: Mapping, events: tuple[str, ...]) -> str | None:
    """The event; None if it isn't known, which the schema has refused."""
    when = as_text(body.get("when")) or "played"
    return when if when in events else None


def _ability(ctx: Context, entry: Entry, body: Mapping) -> Ability | None:
    when = _when(body, CARD_EVENTS)
    id = ctx.fresh("it")
    cards = ctx.expression(body.get("cards"), Scope().inside(CARD, Local(type=CARD, id=id)), BOOL)
    if when is None or cards is None:
        return None
    me_id, me = ctx.me()
    card_id = ctx.fresh("card")
    scope = Scope(me=me, locals={"card": Local(type=CARD, id=card_id)})
    bending = [key for key in ("lead", "follow", "wins", "joins", "play_as") if key in body]
    condition = None
    if "if" in body and not bending:
        condition = ctx.expression(body.get("if"), scope, BOOL)
    do = read_steps(ctx, body.get("do"), scope)
    follower = ctx.expression(body.get("next"), scope, PLAYER.maybe) if "next" in body else None
    if not bending and not do and follower is None and "text" not in body:
        ctx.report.error(
            "does-nothing", f"ability `{entry.name}` does nothing", entry.key.span, help="give it `do:` or lines"
        )
    return Ability(
        name=entry.name,
        text=as_text(body.get("text")),
        when=when,
        cards=cards,
        id=id,
        card_id=card_id,
        me_id=me_id,
        condition=condition,
        do=do,
        next=follower,
        span=entry.key.span,
        bends=bending[0] if bending else None,
    )


def read_hooks(ctx: Context, modes: tuple[Mode, ...] = ()) -> tuple[Ability, ...]:
    """Rules that belong to no card."""
    found: list[Ability] = []
    for active, entry in _entries(ctx, "hooks", modes):
        body = as_map(entry.value)
        when = _when(body, HOOK_EVENTS)
        if when is None:
            continue
        me_id, me = ctx.me()
        card_id = ctx.fresh("card")
        locals: dict[str, Node] = (
            {"card": Local(type=CARD, id=card_id)} if when in ("played", "won", "lost", "taken") else {}
        )
        scope = Scope(me=me if when in WITH_ME else None, locals=locals)
        found.append(
            Ability(
                name=entry.name,
                text=as_text(body.get("text")),
                when=when,
                cards=None,
                id=ctx.fresh("it"),
                card_id=card_id,
                me_id=me_id,
                condition=both(active, ctx.expression(body.get("if"), scope, BOOL) if "if" in body else None),
                do=read_steps(ctx, body.get("do"), scope),
                next=ctx.expression(body.get("next"), scope, PLAYER.maybe) if "next" in body else None,
                span=entry.key.span,
            )
        )
    return tuple(found)
