"""Decisions in words: the question, the options, and how several of them are told in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktaker.tui.labels import Labels, spoken
from tricktaker.tui.lines import Piece
from tricktaker.tui.options import CHOOSE, Offer, Option, said_verb

if TYPE_CHECKING:
    from tricktaker.game import View


def way_text(way: str) -> str:
    """How a card was played, in words."""
    return way if way.startswith(("as ", "face ")) else f"as {spoken(way)}"


def grouped(viewer: int | None, labels: Labels, options: Sequence[Option]) -> list[str]:
    """Options in words, numbers that follow each other as one: `bid 0 to 4`."""
    told: list[str] = []
    numbers: dict[str, list[int]] = {}
    for option in options:
        if option.number is None:
            told.append(option_piece(option, viewer, labels).text)
        elif option.verb in numbers:
            numbers[option.verb].append(option.number)
        else:
            numbers[option.verb] = [option.number]
    for verb, found in numbers.items():
        told.append(f"{said_verb(verb)} {_runs(sorted(found))}".lstrip())
    return told


def _runs(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told: list[str] = []
    for run in runs:
        told += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return listed(told)


def option_piece(option: Option, viewer: int | None, labels: Labels) -> Piece:
    """One option in words."""
    if option.card is not None:
        name = labels.full(option.card)
        return Piece(" ".join(part for part in (said_verb(option.verb), name.text, option.way) if part), name.style)
    if option.seat is not None and option.seat < len(labels.names):
        return Piece(f"{said_verb(option.verb)} {labels.seat(option.seat, viewer)}".lstrip())
    if option.number is not None:
        return Piece(f"{said_verb(option.verb)} {option.number}".lstrip())
    return Piece(spoken(option.text.removeprefix(f"{CHOOSE} ")))


def question(view: View, labels: Labels, offer: Offer, count: str = "") -> str:
    """What is asked, in one line; `count` says which of several answers it is."""
    decision = offer.decision
    if decision.ask:
        asked = decision.ask
    elif decision.kind == "play":
        turn = view.turn if view.turn is not None else decision.seat
        whom = "" if turn == view.seat else f" for {labels.seat(turn, view.seat)}"
        asked = f"{'Play' if view.trick else 'Lead'} which card{whom}?"
    else:
        asked = "Which card?" if offer.only_cards else "What do you choose?"
    return f"{asked}{count} (n to decline)" if offer.declining is not None else f"{asked}{count}"


def choices_text(offer: Offer, viewer: int | None, labels: Labels) -> str:
    """All options but the one to decline, in one phrase."""
    cards = [option for option in offer.choices if option.card is not None]
    if cards and offer.only_cards and not any(option.way for option in cards):
        return listed([labels.card_text(card) for card in offer.cards])
    return listed(grouped(viewer, labels, offer.choices))


def listed(things: Sequence[str], last: str = " or ") -> str:
    """`a, b or c`."""
    return ", ".join(things[:-1]) + (last if len(things) > 1 else "") + (things[-1] if things else "")
