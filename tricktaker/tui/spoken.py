"""The table as one seat sees it, for ears: whole sentences, whole words, one thing a line, the hand once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktaker.tui import facts
from tricktaker.tui.labels import Labels, capital, counted, spoken
from tricktaker.tui.lines import Line, line
from tricktaker.tui.wording import choices_text, way_text

if TYPE_CHECKING:
    from tricktaker.game import Card, View
    from tricktaker.tui.options import Offer


def sentences(view: View, labels: Labels, offer: Offer | None) -> list[Line]:
    """Everything on the table and in the viewer's hand, and what is on offer to the viewer."""
    told = [facts.where_it_stands(view, labels)]
    told += _players(view, labels)
    told += _piles(view, labels)
    told += [f"{capital(each)}." for facts_told in facts.table_facts(view, labels) for each in facts_told]
    if facts.last_trick_lies_open(view) and view.last_trick:
        told.append(f"Last trick: {_played(view.last_trick, view, labels)}.")
    if view.trick:
        told.append(f"On the table: {_played(view.trick, view, labels)}.")
    return [*(line(each) for each in told), *hand_sentences(view, labels, offer)]


def hand_sentences(view: View, labels: Labels, offer: Offer | None) -> list[Line]:
    """The viewer's hand and what is on offer."""
    if view.seat is None or (view.is_over and not view.hand):
        return []
    return [line(each) for each in _hand(view, labels, offer)]


def _players(view: View, labels: Labels) -> list[str]:
    together = facts.table_score(view)
    told = [] if together is None else [f"The score is {together}."]
    told += [f"{side}." for side in facts.sides(view, labels)]
    for seat in range(view.players):
        has = []
        points = None if facts.team_scores(view) else facts.points_of(view, seat)
        if points is not None:
            has.append(counted(points, "point"))
        has.append(counted(view.tricks_won[seat], "trick"))
        held = facts.hand_size(view, seat)
        if held is not None and seat != view.seat:
            has.append(f"{counted(held, 'card')} in hand")
        has += facts.player_facts(view, seat, labels)
        if seat not in view.active:
            has.append("no part in the game any more")
        verb = "have" if seat == view.seat else "has"
        told.append(f"{labels.subject(seat, view.seat)} {verb} {', '.join(has)}.")
    return told


def _piles(view: View, labels: Labels) -> list[str]:
    told = []
    for name, zones in facts.piles(view):
        for zone in zones:
            whose = "The" if zone.owner is None else capital(labels.whose(zone.owner, view.seat))
            cards = facts.open_cards(view, zone)
            if all(card is None for card in cards):
                held = counted(zone.size, "card")
            else:
                held = line(*labels.cards(cards)).text
            told.append(f"{whose} {spoken(name)}: {held}.")
    return told


def _played(trick: Sequence[tuple[int, Card | None, str | None]], view: View, labels: Labels) -> str:
    told = []
    for seat, card, way in trick:
        name = labels.card_text(card) if card is not None else "a card face down"
        told.append(f"{labels.seat(seat, view.seat)}: {name}" + (f" {way_text(way)}" if way and card else ""))
    return ", ".join(told)


def _hand(view: View, labels: Labels, offer: Offer | None) -> list[str]:
    hand = facts.hand_in_order(view, labels.game.suits)
    if not hand:
        return ["You hold no cards."]
    told = [f"You hold {'; '.join(', '.join(map(labels.card_text, cards)) for _, cards in facts.by_suit(hand))}."]
    if offer is None or not offer.choices:
        return told
    verb = "play" if offer.decision.kind == "play" else "choose"
    if offer.from_hand(hand) and not any(option.way for option in offer.choices):
        if len(offer.cards) == len(hand):
            told.append(f"You may {verb} any of them.")
        else:
            told.append(f"You may {verb} {choices_text(offer, view.seat, labels)}.")
    else:
        told.append(f"You may answer: {choices_text(offer, view.seat, labels)}.")
    return told
