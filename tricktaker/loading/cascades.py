"""Cascades (which cards may be played) and tiers (which card wins)."""

from __future__ import annotations

from dataclasses import replace

from tricktaker.diagnostics import Span
from tricktaker.expr import fold
from tricktaker.expr.names import Scope
from tricktaker.expr.nodes import Lit, Local, Logic, Node
from tricktaker.expr.parser import parse
from tricktaker.expr.types import BOOL, CARD
from tricktaker.loading import nodes as located
from tricktaker.loading.context import Context, as_items, as_text
from tricktaker.loading.nodes import Mapping, Scalar
from tricktaker.model import Line, Tier

PRESETS = ("suit", "trump", "beat", "overtrump", "suit or trump")


class Anywhere:
    """A source for texts of our own: every mistake in them points to one place."""

    def __init__(self, span: Span) -> None:
        self.span = span

    def at(self, start: int, end: int) -> Span:
        return self.span


def own(ctx: Context, text: str, span: Span, scope: Scope) -> Node | None:
    """An expression written here and not by the author."""
    return ctx.checker.check_syntax(parse(text), Anywhere(span), scope, BOOL)


def read_lines(
    ctx: Context, node: located.Node | None, scope: Scope, condition: Node | None = None
) -> tuple[Line, ...]:
    """The lines of a cascade; blocks and presets are spread out, each line with all its conditions."""
    found: list[Line] = []
    for item in as_items(node):
        if found and _leaves_none(found[-1]):
            ctx.never(item, "this line is never reached: the one before it leaves no card")
        if isinstance(item, Scalar):
            line = _preset(ctx, item, scope, condition)
            if line is not None:
                found.append(line)
        elif isinstance(item, Mapping):
            found += _line(ctx, item, scope, condition)
    return tuple(found)


def _leaves_none(line: Line) -> bool:
    return line.kind == "only" and line.condition is None and isinstance(line.test, Lit) and not line.test.value


def _pointless(ctx: Context, kind: str, node: located.Node, test: Node) -> None:
    """Warns of a line that changes nothing."""
    if isinstance(test, Lit):
        if kind == "must" or (kind == "only") == bool(test.value):
            which = "every card passes" if test.value else "no card ever passes"
            ctx.never(node, f"this line changes nothing: {which}")


def both(first: Node | None, second: Node | None) -> Node | None:
    """Both conditions."""
    if first is None or second is None:
        return first or second
    return fold.logic("and", first, second)


def _line(ctx: Context, item: Mapping, scope: Scope, condition: Node | None) -> list[Line]:
    if "if" in item:
        test = ctx.expression(item.get("if"), scope, BOOL)
        if test is None:
            return []
        ctx.reachable(item.get("if"), test, "the lines below it never apply")
        condition = both(condition, test)
    if "then" in item:
        return list(read_lines(ctx, item.get("then"), scope, condition))
    for kind in ("must", "only", "always"):
        node = item.get(kind)
        if node is None:
            continue
        id = ctx.fresh("it")
        inside = scope.inside(CARD, Local(type=CARD, id=id))
        test = ctx.expression(node, inside, BOOL)
        if test is None:
            return []
        _pointless(ctx, kind, node, test)
        rule = as_text(item.get("rule"))
        words = f"{kind} {as_text(node)}"
        return [
            Line(
                kind=kind,
                test=test,
                id=id,
                condition=condition,
                rule=rule,
                says=as_text(item.get("says")),
                span=node.span,
                name=rule or words,
            )
        ]
    return []


def _preset(ctx: Context, item: Scalar, scope: Scope, condition: Node | None) -> Line | None:
    """A ready-made line; None for a word that the schema has refused."""
    name = item.text
    if name not in PRESETS:
        return None
    if "trump" in name and not has_trump(ctx):
        ctx.report.error(
            "no-trump",
            f"`{name}` needs a definition or variable `trump`",
            item.span,
            help="such as `define: {trump: spades}`",
        )
        return None
    id = ctx.fresh("it")
    inside = scope.inside(CARD, Local(type=CARD, id=id))
    texts = {
        "suit": ("led != none", "group == led", "follow suit"),
        "trump": ("trump != none", "group == trump", "play a trump"),
        "beat": ("true", "wins(it)", "beat the trick"),
        "overtrump": ("trump != none", "group == trump and wins(it)", "overtrump"),
        "suit or trump": (
            "true",
            "(led != none and group == led) or (trump != none and group == trump)",
            "follow or trump",
        ),
    }
    when, test, label = texts[name]
    first = own(ctx, when, item.span, scope)
    second = own(ctx, test, item.span, inside)
    if first is None or second is None:
        return None
    if isinstance(first, Lit) and first.value:
        first = None
    return Line(
        kind="must",
        test=second,
        id=id,
        condition=both(condition, first),
        rule=None,
        says=None,
        span=item.span,
        name=label,
    )


def has_trump(ctx: Context) -> bool:
    """Whether the file says what trump is."""
    names = ctx.names
    return ("", "trump") in names.definitions or "trump" in names.vars


def read_tiers(ctx: Context, node: located.Node | None, scope: Scope, span: Span) -> list[Tier]:
    """The tiers of `wins`, presets spread out; the usual ones if there are none."""
    items = as_items(node)
    if node is None:
        words = ("trump", "led") if has_trump(ctx) else ("led",)
        return [tier for word in words if (tier := _preset_tier(ctx, word, span, scope)) is not None]
    found: list[Tier] = []
    for item in items:
        if isinstance(item, Scalar):
            if item.text not in ("trump", "led"):
                continue
            if item.text == "trump" and not has_trump(ctx):
                ctx.report.error("no-trump", "`trump` needs a definition or variable `trump`", item.span)
                continue
            tier = _preset_tier(ctx, item.text, item.span, scope)
        elif isinstance(item, Mapping):
            tier = _tier(ctx, item, scope)
        else:
            continue
        if found and _decides_all(found[-1]):
            ctx.never(item, "this tier is never asked: the one before it decides every trick")
        if tier is not None:
            found.append(tier)
    return found


def _decides_all(tier: Tier) -> bool:
    sure = tier.condition is None or (isinstance(tier.condition, Lit) and bool(tier.condition.value))
    return sure and isinstance(tier.test, Lit) and bool(tier.test.value) and tier.ties != "cancel" and tier.nth == 1


def _tier(ctx: Context, item: Mapping, scope: Scope) -> Tier | None:
    id = ctx.fresh("it")
    inside = scope.inside(CARD, Local(type=CARD, id=id))
    condition = ctx.expression(item.get("if"), scope, BOOL) if "if" in item else None
    ctx.reachable(item.get("if"), condition, "the tier never decides")
    test: Node | None = fold.truth(True)
    if "cards" in item:
        test = ctx.expression(item.get("cards"), inside, BOOL)
    highest = "lowest" not in item
    node = item.get("highest" if highest else "lowest")
    key = None
    if node is not None:
        key = ctx.expression(node, inside)
        if key is None:
            return None
        if key.type.kind == "symbol":
            number = ctx.checker.as_number(key)
            key = number if number is not None else key
        if key.type.kind not in ("int", "symbol"):
            ctx.report.error("wrong-type", f"expected a number, found a {key.type}", node.span)
            return None
    if test is None:
        return None
    nth = as_text(item.get("nth"))
    return Tier(
        rule=as_text(item.get("rule")),
        condition=condition,
        test=test,
        id=id,
        key=key,
        highest=highest,
        ties=as_text(item.get("ties")) or "first",
        nth=int(nth) if nth and nth.isdigit() else 1,
        span=item.span,
    )


def _preset_tier(ctx: Context, name: str, span: Span, scope: Scope) -> Tier | None:
    id = ctx.fresh("it")
    inside = scope.inside(CARD, Local(type=CARD, id=id))
    condition = own(ctx, f"{name} != none", span, scope)
    test = own(ctx, f"group == {name}", span, inside)
    key = ctx.checker.check_syntax(parse("power"), Anywhere(span), inside)
    if condition is None or test is None or key is None:
        return None
    if isinstance(condition, Lit) and condition.value:
        condition = None
    if name == "led":
        condition = None  # a trick that holds a card of the led suit has a led suit
    return Tier(rule=name, condition=condition, test=test, id=id, key=key, highest=True, ties="first", nth=1, span=span)


def joined(tier: Tier, test: Node, id: str) -> Tier:
    """`tier` with further candidates: those for which `test` (about the local `id`) holds."""
    from tricktaker.expr.nodes import Let

    renamed = Let(type=BOOL, id=id, value=Local(type=CARD, id=tier.id), body=test)
    return replace(tier, test=Logic(type=BOOL, op="or", left=tier.test, right=renamed))
