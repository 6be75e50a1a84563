"""What a bot would do in a person's place, and what that person's own eyes could tell them.

Advice is made from the View of the seat that asks: it knows no more than that person may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktaker.game.worlds import NoWorlds
from tricktaker.tui.labels import Labels, spoken
from tricktaker.tui.lines import Line, Piece, line
from tricktaker.tui.options import Phrasebook
from tricktaker.tui.wording import listed, option_piece

if TYPE_CHECKING:
    from tricktaker.bots.thought import Choice
    from tricktaker.game import Card, View

MOST = 3
"""Choices that a hint names."""
SEED = 0x68696E74


def hint_lines(view: View, labels: Labels, phrases: Phrasebook) -> list[Line]:
    """The best choices with what is expected of them."""
    from tricktaker.bots.search import Search

    assert view.seat is not None
    if len(view.legal_actions) == 1:
        only = option_piece(phrases.option(view.legal_actions[0]), view.seat, labels)
        return [line("The only choice: ", only, ".")]
    try:
        found = Search(view.game, view.seat, SEED).consider(view)
    except NoWorlds:
        return [line("I can't imagine how the cards may lie, so I have no advice.")]
    lines = [line("My choice: ", option_piece(phrases.option(found.choices[0].action), view.seat, labels), ".")]
    for choice in found.choices[:MOST]:
        what = option_piece(phrases.option(choice.action), view.seat, labels)
        lines.append(line(what, f": {_outcome(choice)}."))
    tried = f"{found.simulations} times, in {found.worlds} ways that the hidden cards may lie"
    return [*lines, line(f"I played on {tried}. Type why to see what you know of them.")]


def _outcome(choice: Choice) -> str:
    """What is expected of a choice, in words; the unit is explained in the guide."""
    if not choice.visits:
        return "not tried"
    much = f"{abs(choice.worth):.2f}"
    usual = "as usual" if much == "0.00" else f"{much} {'better' if choice.worth > 0 else 'worse'} than usual"
    return f"{usual}, tried {choice.visits} times"


def why_lines(view: View, labels: Labels) -> list[Line]:
    """What the plays so far prove of cards that this seat doesn't see."""
    lines = [
        *(line(told) for seat in range(view.players) if seat != view.seat for told in _lacking(view, seat, labels)),
        *_known(view, labels),
    ]
    return lines or [line("Nothing is proven yet about the cards that you don't see.")]


def _lacking(view: View, seat: int, labels: Labels) -> list[str]:
    """Cards that a hand can't hold, of those whose place isn't known: whole suits first, then whole ranks."""
    placed = {card.index for zones in view.zones.values() for zone in zones for card in zone.cards if card is not None}
    placed |= {card.index for _, card, _ in view.trick if card is not None}
    unseen = [card for card in view.game.cards if card.index not in placed]
    lacked = {card.index for card in view.lacks[seat]}
    suits: list[str] = []
    cards: list[Card] = []
    for suit in view.game.suits:
        of_suit = [card for card in unseen if card.suit == suit]
        missing = [card for card in of_suit if card.index in lacked]
        if missing and len(missing) == len(of_suit):
            suits.append(suit)
        else:
            cards += missing
    cards += [card for card in unseen if card.suit is None and card.index in lacked]
    name = labels.names[seat]
    told = [f"{name} has no {listed(suits, ' and no ')}."] if suits else []
    whole: list[str] = []
    for rank in dict.fromkeys(card.rank for card in view.game.cards):
        equal = [card for card in unseen if card.rank == rank and card.suit not in suits]
        if rank is not None and len(equal) > 1 and all(card in cards for card in equal):
            whole.append(rank)
    if whole:
        told.append(f"{name} has no {listed(whole, ' or ')}.")
        cards = [card for card in cards if card.rank not in whole]
    if cards:
        told.append(f"{name} does not have {_listed_cards(cards, labels)}.")
    return told


def _listed_cards(cards: Sequence[Card], labels: Labels) -> str:
    return listed([labels.full(card).text for card in cards], " or ")


def _known(view: View, labels: Labels) -> list[Line]:
    """Cards out of sight whose place is known all the same."""
    lines: list[Line] = []
    for name, zones in view.zones.items():
        for zone in zones:
            known = [card for card in zone.cards if card is not None and card.name in view.known]
            if not known or zone.owner == view.seat or (name != "hand" and len(known) == zone.size):
                continue
            told = listed([labels.full(card).text for card in known], " and ")
            verb = "is" if len(known) == 1 else "are"
            where = (
                f"the {spoken(name)}" if zone.owner is None else f"{labels.whose(zone.owner, view.seat)} {spoken(name)}"
            )
            lines.append(line(Piece(told), f" {verb} in {where}."))
    return lines
