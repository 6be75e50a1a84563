"""The table as one seat sees it, for eyes: scores, piles, the trick, the hand with what may be played marked.

Takes Views only. Every line can be broken at 20 columns; nothing depends on colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktaker.diagnostics.display import text_width
from tricktaker.tui import facts
from tricktaker.tui.labels import Labels, capital, counted, spoken
from tricktaker.tui.lines import GLUE, Line, Piece, glued, joined, line
from tricktaker.tui.options import Offer, Option
from tricktaker.tui.wording import grouped, option_piece, way_text

if TYPE_CHECKING:
    from tricktaker.game import Card, View


def board(view: View, labels: Labels, offer: Offer | None) -> list[Line]:
    """Everything on the table and in the viewer's hand, and what is on offer to the viewer."""
    lines = [heading(view, labels), *_players(view, labels), *_piles(view, labels), *_variables(view, labels)]
    return [*lines, *_tricks(view, labels), *hand_and_choices(view, labels, offer)]


def hand_and_choices(view: View, labels: Labels, offer: Offer | None) -> list[Line]:
    """The viewer's hand and what is on offer."""
    lines = _hand(view, labels, offer) if view.seat is not None and (view.hand or not view.is_over) else []
    return lines if offer is None else [*lines, *choices(view, labels, offer)]


def heading(view: View, labels: Labels) -> Line:
    """Where the game stands."""
    return line(Piece(facts.where_it_stands(view, labels), "strong"))


def _players(view: View, labels: Labels) -> list[Line]:
    lines = []
    together = facts.table_score(view)
    if together is not None:
        lines.append(line("Score: ", Piece(str(together), "strong")))
    lines += [line(told) for told in facts.sides(view, labels)]
    names = [labels.subject(seat, view.seat) for seat in range(view.players)]
    wide = max(map(text_width, names))
    for seat, name in enumerate(names):
        told = []
        points = None if facts.team_scores(view) else facts.points_of(view, seat)
        if points is not None:
            told.append(counted(points, "point"))
        told.append(counted(view.tricks_won[seat], "trick"))
        held = facts.hand_size(view, seat)
        if held is not None and seat != view.seat:
            told.append(counted(held, "card"))
        told += facts.player_facts(view, seat, labels)
        if seat not in view.active:
            told.append("out")
        pad = GLUE * (wide - text_width(name) + 1)
        lines.append(line(Piece(f"{glued(name)}:{pad}"), ", ".join(glued(each) for each in told)))
    return lines


def _piles(view: View, labels: Labels) -> list[Line]:
    lines = []
    for name, zones in facts.piles(view):
        for zone in zones:
            whose = "" if zone.owner is None else f"{labels.whose(zone.owner, view.seat)} "
            cards = facts.open_cards(view, zone)
            if all(card is None for card in cards):
                held: list[str | Piece] = [counted(zone.size, "card")]
            else:
                held = labels.cards(cards)
            lines.append(line(f"{capital(whose + spoken(name))}: ", *held))
    return lines


def _variables(view: View, labels: Labels) -> list[Line]:
    single, many = facts.table_facts(view, labels)
    together = [", ".join(glued(told) for told in single)] if single else []
    return [line(capital(told)) for told in (*together, *many)]


def _tricks(view: View, labels: Labels) -> list[Line]:
    lines = []
    if facts.last_trick_lies_open(view) and view.last_trick:
        lines.append(line("Last trick: ", *_played(view.last_trick, view, labels)))
    if view.trick:
        lines.append(line("On the table: ", *_played(view.trick, view, labels)))
    return lines


def _played(trick: Sequence[tuple[int, Card | None, str | None]], view: View, labels: Labels) -> list[str | Piece]:
    told: list[str | Piece] = []
    for seat, card, way in trick:
        if told:
            told.append(", ")
        told += [f"{labels.seat(seat, view.seat)}:{GLUE}", labels.card(card) if card is not None else "face down"]
        if way is not None and card is not None:
            told.append(f" ({way_text(way)})")
    return told


def _hand(view: View, labels: Labels, offer: Offer | None) -> list[Line]:
    hand = facts.hand_in_order(view, labels.game.suits)
    if not hand:
        return [line("Your hand: no cards")]
    choosable: set[str] = set()
    legend = ""
    if offer is not None and offer.from_hand(hand):
        choosable = {card.name for card in offer.cards}
        legend = f" (*{GLUE}may{GLUE}be{GLUE}{'played' if offer.decision.kind == 'play' else 'chosen'})"
    lines = [line(Piece("Your hand", "strong"), f"{legend}:")]
    numbers = (
        {thing.index: number for number, thing in offer.numbered if not isinstance(thing, Option)} if offer else {}
    )
    sign = offer.sign if offer is not None else ""
    for suit, cards in facts.by_suit(hand):
        shown: list[str | Piece] = []
        for card in cards:
            mark = "*" if card.name in choosable else ""
            name = labels.card(card)
            style = name.style if not choosable or mark else "dim"
            number = f"{sign}{numbers[card.index]}){GLUE}" if card.index in numbers else ""
            shown.append(Piece(f"{number}{name.text}{mark}", style))
        title = labels.suit(suit) if suit is not None else Piece("others")
        lines.append(line("  ", Piece(f"{title.text}:", title.style), "  ", *joined(shown, "  "), hang=4))
    return lines


def choices(view: View, labels: Labels, offer: Offer) -> list[Line]:
    """What may be answered, where the hand doesn't show it already."""
    hand = facts.hand_in_order(view, labels.game.suits)
    if not offer.choices:
        return []
    if offer.from_hand(hand):
        ways = [option for option in offer.choices if option.way]
        return [line("  ", option_piece(option, view.seat, labels)) for option in ways]
    if offer.numbered:
        lines = []
        for number, thing in offer.numbered:
            assert isinstance(thing, Option)
            lines.append(line(f"  {offer.sign}{number}){GLUE}", option_piece(thing, view.seat, labels), hang=4))
        return lines
    return [line("  ", told, hang=4) for told in grouped(view.seat, labels, offer.choices)]
