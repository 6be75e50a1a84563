"""Suits are interchangeable where the rules don't name them.

If two suits trade places in every deal and every decision, the same game is played with other pictures on the
cards. Where rules ask for the first card of a set that has no order, or break a tie by it, one suit is secretly
better than another.

It isn't tried where the rules name a suit, suits have different ranks, or chance picks among things.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Playthrough, Property
from tricktaker.checks.properties.relabelling import Names, compared, draws, in_order_of_numbers
from tricktaker.diagnostics import Severity
from tricktaker.expr.nodes import All, Compare, Convert, Lit, Pick, Query, TableRef
from tricktaker.expr.types import Type
from tricktaker.game import Game
from tricktaker.model.walking import rule_nodes


def reason_not_to(game: Game) -> str | None:
    """Why the suits of a game needn't be alike, None if they should be."""
    rules = game.rules
    if len(game.suits) < 2:
        return "there are no two suits"
    if draws(game):
        return "chance picks among things"
    made = [
        Counter((card.rank, card.special, card.order, card.deck) for card in rules.cards if card.suit == code)
        for code in range(len(game.suits))
    ]
    if any(others != made[0] for others in made):
        return "the suits have different cards"
    for variable in rules.variables:
        if variable.init is not None and any(kind.name == "suit" or kind.kind == "card" for kind in variable.decl.per):
            return "suits start with different values"
    ordered = ("first", "top", "last", "at")
    for node in rule_nodes(rules):
        if isinstance(node, Lit) and node.type.name == "suit" and node.value is not None:
            return "the rules name a suit"
        if isinstance(node, Lit) and node.type.kind == "card" and node.value is not None:
            return "the rules name a card"
        if isinstance(node, Convert) and (node.type.name == "suit" or node.base.type.name == "suit"):
            return "suits stand in a list with an order"
        if isinstance(node, Compare) and node.op in ("<", "<=", ">", ">=") and has_suits(game, node.left.type):
            return "suits have an order"
        if isinstance(node, TableRef) and any(key.type.name == "suit" for key in node.keys):
            return "suits have values of their own"
        if isinstance(node, Pick) and node.op in ordered and isinstance(node.base, All) and node.base.what == "suits":
            return "suits have an order"
        if isinstance(node, Query) and node.op in ("max", "min") and node.arg.type.name == "suit":
            return "suits have an order"
    return None


def has_suits(game: Game, type: Type) -> bool:
    return type.kind == "symbol" and bool(set(game.rules.names.domains[type.name].labels) & set(game.suits))


def compare(game: Game, play: Playthrough) -> Iterator[Broken]:
    if reason_not_to(game) is not None:
        return
    one, two = game.suits[0], game.suits[-1]
    other = {one: two, two: one}
    numbers: dict[tuple[object, ...], list[int]] = {}
    for card in game.cards:
        numbers.setdefault((card.suit, card.rank, card.special, game.rules.cards[card.index].deck), []).append(
            card.index
        )
    cards: dict[int, int] = {}
    for (suit, *rest), copies in numbers.items():
        if suit in other:
            twins = numbers[(other[str(suit)], *rest)]
            cards |= dict(zip(copies, twins, strict=True))
    pattern = re.compile(rf"\b({re.escape(one)}|{re.escape(two)})\b")

    def text(action: str) -> str:
        return pattern.sub(lambda found: other[found[1]], action)

    names = Names(
        lambda seat: seat,
        text,
        cards,
        f"with {one} and {two} exchanged",
        in_order_of_numbers(game, frozenset(["suit"])),
    )
    yield from compared(game, play, play.number, names)


PROPERTY = Property(name="suits-differ", about=__doc__, compare=compare, every=3, severity=Severity.WARNING)
