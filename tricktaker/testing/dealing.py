"""Deals that are made to order: cards that a hand must have or lack, placed first, the rest around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    """The cards that a wish names, all copies of each. Raises Undealable for what isn't in the game."""
    return frozenset(card for _, cards in _named(game, wish) for card in cards)


def _named(game: Game, wish: str | Iterable[str]) -> Iterator[tuple[bool, list[int]]]:
    """For each word whether it is a suit, and the cards it can mean."""
    for word in [wish] if isinstance(wish, str) else wish:
        suit = [card.index for card in game.cards if card.suit == word]
        found = suit or [card.index for card in find_card(game, word)]
        if not found:
            raise Undealable(f"there is no card or suit `{word}`")
        yield bool(suit), found


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


def wishes_of(game: Game, have: Wish, lack: Wish) -> Wishes:
    """Wishes as cards: each time that a hand must have a card another copy of it, and to lack one is to lack all.

    Raises Undealable for wishes that contradict each other, whatever the deal.
    """
    for seat in (*have, *lack):
        if type(seat) is not int or not 0 <= seat < game.players:
            raise Undealable(f"there is no seat {seat}")
    lacked = {seat: cards_of(game, wish) for seat, wish in lack.items()}
    words = [(seat, *named) for seat, wish in have.items() for named in _named(game, wish)]
    whose: dict[int, int] = {}
    for seat, is_suit, cards in sorted(words, key=lambda word: not word[1]):
        free = [card for card in cards if card not in whose and card not in lacked.get(seat, ())]
        if is_suit and len(free) < len(cards):
            raise Undealable(f"seat {seat} can't have all of a suit of which it lacks a card, or another seat has one")
        if not free and not any(whose.get(card) == seat for card in cards):
            raise Undealable(f"seat {seat} can't have the {game.cards[cards[0]].name}: it lacks it, or others have it")
        whose.update(dict.fromkeys(free if is_suit else free[:1], seat))
    return Wishes({seat: frozenset(card for card in whose if whose[card] == seat) for seat in have}, lacked)


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
