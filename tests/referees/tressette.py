"""Referee for tressette: partners, no trumps, thirds of a point, declarations before the first card.

Rules as pagat.com has them, clockwise: whoever has three or four threes, twos or aces, or the three best cards of a
suit (a napoletana), may declare them when about to play to the first trick. Written from the rules, shares nothing
with the package.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.referees import Deal, hand_out, label_of, suit_of

LOW_TO_HIGH = ["4", "5", "6", "7", "J", "Q", "K", "A", "2", "3"]
BEST = ("A", "2", "3")
SUITS = ("coins", "cups", "swords", "batons")
DEALS_AT_MOST = 60


class Referee:
    """See `tests.referees.Referee`; besides: `hands`, `trick`, `offers`, `declared`. Seats 0 and 2 are side 0."""

    def __init__(self, *, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> None:
        self.target = int(str(options.get("target", 21)))
        self.declaring = options.get("declarations", True) is True
        self._deal = deal
        self.scores = [0, 0]
        self.winners: tuple[int, ...] = ()
        self.result: str | None = None
        self.round_no = 0
        self.dealer = dealer
        self.current: int | None = None
        self._start_round()

    def _start_round(self) -> None:
        self.round_no += 1
        self.hands = hand_out(self._deal(self.round_no), 10, self.dealer, 4, range(4))
        self.thirds = [0, 0]
        self.declared = [0, 0]
        self.tricks_won = [0] * 4
        self.last_trick_winner: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.trick_no = 1
        self.leader = (self.dealer + 1) % 4
        self._give_turn(self.leader)

    def _give_turn(self, seat: int) -> None:
        self.current = seat
        self.offers: dict[str, int] = {}  # what may be declared, and what it is worth
        self.speaking = self.declaring and self.trick_no == 1  # everybody is asked, or silence would tell
        if not self.speaking:
            return
        hand = self.hands[seat]
        for label in BEST:
            held = sum(label_of(card) == label for card in hand)
            if held >= 3:
                self.offers[f"declare {label}"] = held
        for suit in SUITS:
            if all(f"{label} of {suit}" in hand for label in BEST):
                self.offers[f"napoletana {suit}"] = 3

    def legal(self) -> set[str]:
        if self.current is None:
            return set()
        if self.speaking:
            return {*self.offers, "nothing more"}
        hand = self.hands[self.current]
        same = [card for card in hand if self.trick and suit_of(card) == suit_of(self.trick[0][1])]
        return {f"play {card}" for card in same or hand}

    def apply(self, text: str) -> None:
        if self.current is None or text not in self.legal():
            raise ValueError(f"{text!r} is not among {sorted(self.legal())}")
        seat = self.current
        if text == "nothing more":
            self.speaking = False
            return
        if self.speaking:
            self.declared[seat % 2] += self.offers.pop(text)
            return
        card = text.removeprefix("play ")
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) < 4:
            self._give_turn((seat + 1) % 4)
        else:
            self._finish_trick()

    def _finish_trick(self) -> None:
        led = suit_of(self.trick[0][1])
        _, winner = max((LOW_TO_HIGH.index(label_of(card)), seat) for seat, card in self.trick if suit_of(card) == led)
        for _, card in self.trick:
            self.thirds[winner % 2] += 3 if label_of(card) == "A" else 0 if label_of(card) in "4567" else 1
        self.tricks_won[winner] += 1
        self.last_trick_winner = self.leader = winner
        self.trick = []
        if self.trick_no < 10:
            self.trick_no += 1
            self._give_turn(winner)
            return
        self.thirds[winner % 2] += 3
        for side in (0, 1):
            self.scores[side] += self.thirds[side] // 3 + self.declared[side]
        ours, theirs = self.scores
        if (max(ours, theirs) >= self.target and ours != theirs) or self.round_no == DEALS_AT_MOST:
            self.current = None
            self.winners = tuple(seat for seat in range(4) if self.scores[seat % 2] == max(ours, theirs))
        else:
            self.dealer = (self.dealer + 1) % 4
            self._start_round()
