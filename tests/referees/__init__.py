"""Independent referees: ten games once more, in plain Python written from their rules alone.

A referee shares no code with the package and knows nothing of variant files, so that both can be played side by
side and a rule misread by one of them shows up as a disagreement. What a referee must never do is import
`tricktaker`; only `compare.py` does. Read `compare.py` next: it plays the package and a referee in step.

The protocol every referee keeps is `Referee` below. Cards are named as the package names them (`6 of moons`,
`Q of hearts`, `joker`), seats count clockwise from 0, and a decision is answered with an action's text
(`play 6 of moons`, `decline`, `low end`).

Dealing: one card at a time from the top of the deck, the first to the seat left of the dealer, then clockwise, only
to players still in the game. What remains is the stock, its top first; a card turned up is the top of that rest, unless
the game puts it under the stock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

Deal = Callable[[int], Sequence[str]]
"""Asked with a round's number (from 1): that round's shuffled deck, top card first."""


class Referee(Protocol):
    """One game in progress, decided by the rules alone.

    The keyword arguments of every referee's `__init__` are those of `RefereeFactory`. A decision with a single option
    is still a decision: it is offered by `legal` and answered by `apply`.
    """

    current: int | None
    """The seat to act; None when the game is over."""
    scores: list[int]
    """By seat, or by side where partners share a score; in the co-operative game one number, 0 before the end and after
    a loss."""
    winners: tuple[int, ...]
    """Seats that won, ascending; empty before the end and after a common loss."""
    result: str | None
    """`won` or `lost` at the end of a co-operative game, else None."""
    round_no: int
    trick_no: int
    dealer: int
    leader: int
    """The leader of the current trick; between rounds, until the first trick, whoever would lead another trick of the
    round before, and -1 if there was none."""
    tricks_won: list[int]
    last_trick_winner: int | None

    def legal(self) -> set[str]:
        """The texts of every action the current seat may take; empty when the game is over."""
        ...

    def apply(self, text: str) -> None:
        """Take the action; raises ValueError if it is not one of `legal()`."""
        ...


class RefereeFactory(Protocol):
    """How every referee is made: `dealer` deals round 1, `deal` brings the deck of each round."""

    def __call__(self, *, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> Referee: ...


def suit_of(card: str) -> str:
    """The suit's word in a card's name; the empty text for a card without one."""
    return card.partition(" of ")[2]


def label_of(card: str) -> str:
    """The rank as printed in a card's name; for a card without suit its whole name."""
    return card.partition(" of ")[0]


def hand_out(deck: Sequence[str], count: int, dealer: int, players: int, active: Sequence[int]) -> list[list[str]]:
    """Each seat's `count` cards, in the order they arrive; seats that are out get none."""
    hands: list[list[str]] = [[] for _ in range(players)]
    order = [seat % players for seat in range(dealer + 1, dealer + 1 + players) if seat % players in active]
    top = 0
    for _ in range(count):
        for seat in order:
            hands[seat].append(deck[top])
            top += 1
    return hands
