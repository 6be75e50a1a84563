"""Referee for German whist: two players, thirteen tricks for the cards of the stock, then thirteen that count.

Rules as pagat.com has them. Written from the rules, shares nothing with the package.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.referees import Deal, hand_out, label_of, suit_of

LOW_TO_HIGH = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class Referee:
    """See `tests.referees.Referee`; besides: `hands`, `led`, `stock`, `trump`."""

    def __init__(self, *, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> None:
        self.all_count = options.get("counting", "last_thirteen") == "all"
        deck = list(deal(1))
        self.hands = hand_out(deck, 13, dealer, 2, range(2))
        self.stock = deck[26:]  # the first of them lies face up
        self.trump = suit_of(self.stock[0])
        self.scores = [0, 0]
        self.winners: tuple[int, ...] = ()
        self.result: str | None = None
        self.round_no, self.trick_no = 1, 1
        self.dealer = dealer
        self.leader = 1 - dealer
        self.current: int | None = self.leader
        self.led: str | None = None
        self.tricks_won = [0, 0]
        self.last_trick_winner: int | None = None

    def legal(self) -> set[str]:
        if self.current is None:
            return set()
        hand = self.hands[self.current]
        led = self.led
        same = [card for card in hand if led is not None and suit_of(card) == suit_of(led)]
        return {f"play {card}" for card in same or hand}

    def apply(self, text: str) -> None:
        if self.current is None or text not in self.legal():
            raise ValueError(f"{text!r} is not among {sorted(self.legal())}")
        card = text.removeprefix("play ")
        self.hands[self.current].remove(card)
        if self.led is None:
            self.led = card
            self.current = 1 - self.current
            return
        if suit_of(card) == suit_of(self.led):
            beats = LOW_TO_HIGH.index(label_of(card)) > LOW_TO_HIGH.index(label_of(self.led))
        else:
            beats = suit_of(card) == self.trump
        winner = self.current if beats else 1 - self.current
        self.led = None
        self.tricks_won[winner] += 1
        self.last_trick_winner = self.leader = self.current = winner
        if self.stock:
            self.hands[winner].append(self.stock.pop(0))
            self.hands[1 - winner].append(self.stock.pop(0))
        if self.trick_no > 13 or self.all_count:
            self.scores[winner] += 1
        if self.trick_no == 26:
            self.current = None
            self.winners = tuple(seat for seat in (0, 1) if self.scores[seat] == max(self.scores))
        else:
            self.trick_no += 1
