"""Rounds, the end of the game, invariants, examples and accepted findings."""

from __future__ import annotations

from tricktaker.expr.names import Scope
from tricktaker.expr.nodes import Local, Node, VarRef, children
from tricktaker.expr.types import BOOL, PLAYER, TEAM, integer, set_of
from tricktaker.loading.context import Context, as_items, as_map, as_text
from tricktaker.loading.nodes import Mapping, Scalar, plain
from tricktaker.model import Dealing, Ending, Example, Invariant, Rounds

MOST_ROUNDS = 10_000
MOMENTS = ("decision", "trick_end", "round_end", "game_end")


def read_bound(ctx: Context) -> int:
    """How many rounds a game has at most; also the range of `round_no`."""
    body = ctx.section("rounds")
    node = body.get("count") or body.get("at_most")
    at_most: int | None = 1
    if node is not None:
        at_most = ctx.constant(node, Scope(), integer())
    if at_most is not None and not 1 <= at_most <= MOST_ROUNDS:
        ctx.report.error("out-of-range", f"{at_most} rounds", node.span if node else None, help=f"1 to {MOST_ROUNDS}")
        at_most = 1
    ctx.names.round_limit = at_most or 1
    return at_most or 1


def read_rounds(ctx: Context, at_most: int) -> Rounds:
    """How long the game lasts and who deals."""
    body = ctx.section("rounds")
    scope = Scope()
    until = ctx.expression(body.get("until"), scope, BOOL) if "until" in body else None
    dealer = as_map(body.get("dealer"))
    first: str | int = "random"
    written = dealer.get("first")
    if isinstance(written, Scalar):
        if isinstance(written.value, int) and not isinstance(written.value, bool):
            first = written.value
            if not 0 <= first < ctx.names.players:
                ctx.report.error("no-such-seat", f"there is no seat {first}", written.span)
                first = 0
        elif written.text in ("random", "choose"):
            first = written.text
    then: Node | None = None
    following = dealer.get("then")
    text = as_text(following)
    if following is not None and text != "left":
        if text == "loser":
            ctx.report.error(
                "bad-value", "`loser` must be said", following.span, help="such as `then: players.lowest(score)`"
            )
        else:
            then = ctx.expression(following, scope, PLAYER.maybe)
    return Rounds(at_most=at_most, until=until, dealing=Dealing(first=first, then=then))


def _by_team(node: Node) -> bool:
    """Whether an expression asks what only teams have."""
    if isinstance(node, VarRef):
        return any(isinstance(i, Local) and i.type.kind == "team" for i in node.index)
    return any(_by_team(child) for child in children(node))


def read_ending(ctx: Context) -> Ending:
    """Who wins and what it is worth."""
    body = ctx.section("end")
    id = ctx.fresh("asked")
    score = ctx.names.vars.get("score")
    cooperative = ctx.names.cooperative
    by_team = bool(
        ctx.names.teams
        and (
            any(
                decl.per and decl.per[0].kind == "team" and decl.name in (as_text(item) or "")
                for item in as_items(body.get("standings"))
                for decl in ctx.names.vars.values()
            )
            or ("standings" not in body and score is not None and score.per and score.per[0].kind == "team")
        )
    )
    kind = TEAM if by_team else PLAYER
    asked = Local(type=kind, id=id)
    scope = Scope().inside(kind, asked)
    standings: list[Node] = []
    for item in as_items(body.get("standings")):
        value = ctx.expression(item, scope, integer())
        if value is not None:
            standings.append(value)
    default_score: Node | None = None
    if score is not None and len(score.per) == 1 and score.per[0].kind in ("player", "team"):
        score_kind = score.per[0].kind
        subject = Local(type=score.per[0], id=id)
        default_score = VarRef(type=score.type, name="score", index=(subject,))
    elif score is not None and not score.per:
        score_kind = "table"
        default_score = VarRef(type=score.type, name="score", index=())
    else:
        score_kind = "table"
    if "standings" not in body and not cooperative and "winners" not in body:
        if ctx.names.is_excused("score"):
            pass
        elif default_score is None or score_kind == "table":
            ctx.report.error(
                "no-standings",
                "nothing says who wins",
                body.span if body.entries else ctx.doc.span,
                help="declare a variable `score` per player or team, or write `end: {standings: [...]}`",
            )
        elif score_kind == "player" or by_team:
            standings.append(default_score)
    winners: Node | None = None
    node = body.get("winners")
    if node is not None:
        winners = ctx.expression(node, Scope(), set_of(PLAYER))
    shown = default_score
    if "score" in body:
        if cooperative:
            shown, score_kind = ctx.expression(body.get("score"), Scope(), integer()), "table"
        else:
            inside = Scope().inside(kind, asked)
            shown = ctx.expression(body.get("score"), inside, integer())
            score_kind = "team" if by_team else "player"
    returns = None
    if "returns" in body:
        returns = ctx.expression(body.get("returns"), Scope().inside(PLAYER, Local(type=PLAYER, id=id)), integer())
    return Ending(
        standings=tuple(standings),
        by_team=by_team,
        winners=winners,
        score=shown,
        score_by=score_kind,
        returns=returns,
        id=id,
    )


def read_invariants(ctx: Context) -> tuple[Invariant, ...]:
    found: list[Invariant] = []
    for item in as_items(ctx.doc.get("invariants")):
        body = as_map(item)
        node = body.get("that")
        that = ctx.expression(node, Scope(), BOOL)
        if that is not None and node is not None:
            found.append(
                Invariant(
                    rule=as_text(body.get("rule")) or as_text(node) or "",
                    at=as_text(body.get("at")) or "decision",
                    that=that,
                    span=node.span,
                )
            )
    return tuple(found)


def read_examples(ctx: Context) -> tuple[Example, ...]:
    found: list[Example] = []
    for item in as_items(ctx.doc.get("examples")):
        if isinstance(item, Mapping):
            data = plain(item)
            about = item.get("about")
            span = item.span if about is None else about.span
            found.append(Example(about=str(data.get("about", "")), data=data, span=span))
    return tuple(found)


def read_accepts(ctx: Context) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for item in as_items(ctx.doc.get("accepts")):
        body = as_map(item)
        found.append((as_text(body.get("finding")) or "", as_text(body.get("because")) or ""))
    return tuple(found)
