"""Deals in the notation PBN: `N:AKQ.J.. …`, four hands clockwise, spades first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tricktaker.game import Game, PositionError, State
from tricktaker.solver.positions import lay_out

SEATS = "NESW"
SUITS = ("spades", "hearts", "diamonds", "clubs")
RANKS = {"T": "10"}


def deal_from_pbn(game: Game, text: str, vars: Mapping[str, Any] | None = None, leader: int = 0) -> State:
    """The state of a deal of four hands of a 52-card deck, north at seat 0; see the PBN standard 2.1, tag Deal.

    Raises PositionError with every reason why it can't be.
    """
    first, colon, rest = text.strip().partition(":")
    hands = rest.split()
    if not colon or first.upper() not in tuple(SEATS) or len(hands) != 4:
        raise PositionError(("a deal in PBN looks like `N:AKQ.J.. …`: who comes first, then four hands",))
    if game.players != 4 or not set(SUITS) <= set(game.suits):
        raise PositionError((f"{game.name} has no four hands of a 52-card deck, which PBN is for",))
    problems: list[str] = []
    begin = SEATS.index(first.upper())
    held = {(begin + number) % 4: _cards(hand, problems) for number, hand in enumerate(hands)}
    sizes = {len(cards) for cards in held.values()}
    if not problems and len(sizes) != 1:
        problems.append("the four hands hold " + ", ".join(str(len(held[seat])) for seat in range(4)) + " cards")
    if problems:
        raise PositionError(tuple(problems))
    return lay_out(game, {"hand": held, "leader": leader, "vars": dict(vars or {})})


def _cards(hand: str, problems: list[str]) -> list[str]:
    suits = hand.split(".")
    if len(suits) != 4:
        problems.append(f"`{hand}` has not four suits with points between")
        return []
    return [
        f"{RANKS.get(rank.upper(), rank.upper())} of {suit}"
        for suit, ranks in zip(SUITS, suits, strict=True)
        for rank in ("" if ranks == "-" else ranks)
    ]
