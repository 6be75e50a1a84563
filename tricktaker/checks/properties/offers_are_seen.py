"""Nobody is offered a hidden card by its name.

Whoever plays a card, or chooses one from where it lies, is offered names, and so learns what lies there. A seat is only
offered cards of which it knows where they are: its own, those that all see, those that it was shown.

A leak of this kind comes from a zone that is open at times only, and is chosen from at other times. Let `see`,
`face_up_if` or a `show` before the choice lay the cards open to whoever chooses, or let one be picked `unseen`. Cards
that are named out of all there are (`from: cards`), to call a partner for example, need not be seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tricktaker.checks.properties.property import Broken, Property, Scene
from tricktaker.checks.properties.swapping import of_cards
from tricktaker.diagnostics import Span
from tricktaker.expr.nodes import IfElse, Let, Node, Pick, Query, SetLit, Where, ZoneRef
from tricktaker.game import Game
from tricktaker.model import steps as m
from tricktaker.model.walking import rule_steps


def look(scene: Scene) -> Iterator[Broken]:
    state, game = scene.state, scene.game
    seat = state.current_player
    site = game.program.sites[state._word("site")]
    if seat is None or (site.kind != "play" and site.span not in picking(game)):
        return
    if site.kind == "play" and game.rules.trick.played_by is None and game.rules.names.zones["hand"].see == "owner":
        return  # its own hand, which it sees
    cards = game.program.actions.cards
    offered = [card for action in state.legal_actions if (card := cards[action]) is not None]
    view = scene.recent.view(seat)
    known = {card.name for zones in view.zones.values() for zone in zones for card in zone.cards if card is not None}
    known |= {card.name for _, card, _ in view.trick if card is not None}
    for card in offered:
        if game.cards[card].name not in known:
            yield Broken(f"seat {seat} is offered the {game.cards[card].name} and can't see where it lies", site.span)
            return


@lru_cache(maxsize=64)
def picking(game: Game) -> frozenset[Span | None]:
    """The choices among cards that lie somewhere."""
    found: set[Span | None] = set()
    for step in rule_steps(game.rules):
        if isinstance(step, m.Choose) and not step.unseen:
            bases = [base for base in (step.base, *(entry.base for entry in step.menu)) if of_cards(base)]
            if bases and all(base is not None and lies(base) for base in bases):
                found.add(step.span)
    return frozenset(found)


def lies(node: Node) -> bool:
    """Whether an expression tells cards by the place where they lie."""
    match node:
        case ZoneRef():
            return True
        case Where() | Pick():
            return lies(node.base)
        case Let():
            return lies(node.body)
        case Query():
            return node.op == "gather" and lies(node.arg)
        case IfElse():
            return lies(node.yes) and lies(node.no)
        case SetLit():
            return all(lies(item) for item in node.items)
    return False


PROPERTY = Property(name="unseen-card-offered", about=__doc__, look=look)
