"""Ways of playing: what `play_as` adds to the plain play of a card."""

from __future__ import annotations

from tricktaker.expr.names import Scope
from tricktaker.expr.nodes import Lit
from tricktaker.expr.types import BOOL, CARD
from tricktaker.loading.context import Context, as_items, as_map, as_text
from tricktaker.loading.nodes import Scalar
from tricktaker.model import CardInfo, Play


def read_plays(ctx: Context, cards: tuple[CardInfo, ...]) -> tuple[tuple[Play, ...], frozenset[int]]:
    """All plays, plain ones first, and the cards whose plain way is replaced."""
    plays = [Play(card=c.index, way=None, suit=c.suit, rank=c.rank, special=c.special, order=c.order) for c in cards]
    replaced: set[int] = set()
    domains = ctx.names.domains
    for entry in ctx.section("abilities"):
        body = as_map(entry.value)
        ways = as_map(body.get("play_as"))
        if not ways.entries:
            continue
        for card in cards:
            scope = Scope().inside(CARD, Lit(type=CARD, value=card.index))
            test = ctx.expression(body.get("cards"), scope, BOOL)
            if not isinstance(test, Lit):
                if test is not None:
                    ctx.report.error(
                        "not-constant",
                        "`cards` of a `play_as` asks printed cards",
                        entry.key.span,
                        help="use suit, rank and special only",
                    )
                break
            if not test.value:
                continue
            for node in as_items(ways.get("as")):
                label = as_text(node) or ""
                for domain in ("special", "rank", "suit"):
                    code = domains[domain].positions.get(label) if domain in domains else None
                    if code is not None:
                        plays.append(_as(card, label, domain, code))
                        replaced.add(card.index)
                        break
                else:
                    ctx.report.error("unknown-name", f"no card is `{label}`", node.span)
            suit = as_text(ways.get("suit"))
            if suit is not None:
                labels = domains["suit"].labels if suit == "any" else (suit,)
                for label in labels:
                    code = domains["suit"].positions.get(label)
                    if code is None:
                        where = ways.get("suit")
                        ctx.report.error("unknown-name", f"there is no suit `{label}`", where.span if where else None)
                    else:
                        plays.append(_as(card, label, "suit", code))
                        replaced.add(card.index)
            if isinstance(face := ways.get("face"), Scalar) and face.text == "down":
                plays.append(
                    Play(card=card.index, way="face down", suit=None, rank=None, special=None, order=0, down=True)
                )
                ctx.names.suitless = True
    if len(plays) > 126:
        ctx.report.error("too-large", f"{len(plays)} ways of playing a card", ctx.doc.span, help="at most 126")
        plays = plays[: len(cards)]
    return tuple(plays), frozenset(replaced)


def _as(card: CardInfo, label: str, domain: str, code: int) -> Play:
    way = f"as {label}".replace("_", " ")
    if domain == "special":
        return Play(card=card.index, way=way, suit=card.suit, rank=card.rank, special=code, order=card.order)
    if domain == "rank":
        return Play(card=card.index, way=way, suit=card.suit, rank=code, special=card.special, order=card.order)
    return Play(card=card.index, way=way, suit=code, rank=card.rank, special=card.special, order=card.order)
