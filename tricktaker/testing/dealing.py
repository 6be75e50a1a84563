"""Deals that are made to order: cards that a hand must have or lack, placed first, the rest around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from tricktaker.game import Game, State
from tricktaker.game.deals import Shuffled
from tricktaker.game.notation import find_card

Wish = Mapping[int, str | Iterable[str]]
"""By seat: cards in any form, or the names of suits."""


class Undealable(ValueError):
    """No deal of this game is as it was asked for."""


@dataclass(frozen=True, slots=True)
class Table:
    """Where the first shuffle of a game brings each place of the deck: the seat into whose hand, -1 elsewhere."""

    seed: int
    zone: str
    owner: int | None
    cards: tuple[int, ...]
    seats: tuple[int, ...]


@cache
def table_of(game: Game, seed: int) -> Table | None:
    """How a seed deals; None in a game that doesn't shuffle before the first decision."""
    start = State.start(game, seed, 0)
    if not start.shuffles:
        return None
    first = start.shuffles[0]
    hand_of = {card.index: seat for seat in range(game.players) for card in start.zone("hand", seat)}
    return Table(
        seed, first.zone, first.owner, tuple(sorted(first.cards)), tuple(hand_of.get(c, -1) for c in first.cards)
    )


def cards_of(game: Game, wish: str | Iterable[str]) -> frozenset[int]:
    """The cards that a wish names. Raises Undealable for what isn't in the game."""
    found: set[int] = set()
    for word in [wish] if isinstance(wish, str) else wish:
        suit = {card.index for card in game.cards if card.suit == word}
        named = {card.index for card in find_card(game, word)[:1]}
        if not suit and not named:
            raise Undealable(f"there is no card or suit `{word}`")
        found |= suit or named
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What each hand must have and must lack, by card numbers."""

    have: Mapping[int, frozenset[int]]
    lack: Mapping[int, frozenset[int]]

    def allows(self, card: int, seat: int) -> bool:
        """Whether a card may come to a seat (-1: to no hand)."""
        owner = next((other for other, cards in self.have.items() if card in cards), None)
        if owner is not None:
            return owner == seat
        return card not in self.lack.get(seat, ())


def mended(table: Table, order: Sequence[int], wishes: Wishes) -> Shuffled:
    """The order of a deck with as few cards exchanged as make it fit the wishes. Raises Undealable."""
    cards = list(order)
    wrong = [place for place, card in enumerate(cards) if not wishes.allows(card, table.seats[place])]
    for place in wrong:
        if not wishes.allows(cards[place], table.seats[place]):
            _mend(table, cards, place, wishes)
    return Shuffled(0, table.zone, table.owner, tuple(cards))


def _mend(table: Table, cards: list[int], place: int, wishes: Wishes) -> None:
    """Brings the card of a place where it may lie, along the shortest chain of exchanges."""
    seats = table.seats
    came: dict[int, int] = {place: -1}
    queue = [place]
    while queue:
        at = queue.pop(0)
        for other in range(len(cards)):
            if other in came or not wishes.allows(cards[at], seats[other]):
                continue
            came[other] = at
            if wishes.allows(cards[other], seats[place]):
                chain = [other]
                while chain[-1] != place:
                    chain.append(came[chain[-1]])
                last = cards[chain[0]]
                for one, two in pairwise(chain):
                    cards[one] = cards[two]
                cards[place] = last
                return
            queue.append(other)
    raise Undealable("no deal of this game is like that")
