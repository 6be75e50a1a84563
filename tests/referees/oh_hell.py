"""Referee for oh hell: exact bids over hands that shrink to one card and grow again; the last bidder may not fit.

Rules as pagat.com has them, with ten for an exact bid and its tricks; of its variations other runs of hands, no trumps,
no hook, points for missed bids. Written from the rules, shares nothing with the
package.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.referees import Deal, hand_out, label_of, suit_of

STRENGTH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


class Referee:
    """See `tests.referees.Referee`; besides: `hands`, `trick`, `bids`, `trump`."""

    def __init__(self, *, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> None:
        self.players = players
        self.with_trumps = options.get("trumps", True) is True
        self.hook = options.get("hook", True) is True
        self.scoring = str(options.get("scoring", "exact_only"))
        longest = min(int(str(options.get("largest", 10))), 51 // players)  # a card must be left to turn up
        down, up = list(range(longest, 0, -1)), list(range(1, longest + 1))
        hands = str(options.get("hands", "down_up"))
        self.sizes = {"down_up": down + up[1:], "up_down": up + down[1:], "down": down, "up": up}[hands]
        self._deal = deal
        self.scores = [0] * players
        self.winners: tuple[int, ...] = ()
        self.result: str | None = None
        self.round_no = 0
        self.leader = -1
        self.dealer = dealer
        self.current: int | None = None
        self._start_round()

    def _start_round(self) -> None:
        size = self.sizes[self.round_no]
        self.round_no += 1
        deck = self._deal(self.round_no)
        self.hands = hand_out(deck, size, self.dealer, self.players, range(self.players))
        self.trump = suit_of(deck[size * self.players]) if self.with_trumps else None
        self.bids: list[int | None] = [None] * self.players
        self.tricks_won = [0] * self.players
        self.last_trick_winner: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.trick_no = 0
        self.current = (self.dealer + 1) % self.players

    @property
    def size(self) -> int:
        return self.sizes[self.round_no - 1]

    def legal(self) -> set[str]:
        if self.current is None:
            return set()
        if self.trick_no == 0:
            bids = set(range(self.size + 1))
            if self.hook and self.current == self.dealer:
                bids.discard(self.size - sum(bid for bid in self.bids if bid is not None))
            return {f"bid {bid}" for bid in bids}
        hand = self.hands[self.current]
        same = [card for card in hand if self.trick and suit_of(card) == suit_of(self.trick[0][1])]
        return {f"play {card}" for card in same or hand}

    def apply(self, text: str) -> None:
        if self.current is None or text not in self.legal():
            raise ValueError(f"{text!r} is not among {sorted(self.legal())}")
        seat = self.current
        after = (seat + 1) % self.players
        if text.startswith("bid "):
            self.bids[seat] = int(text.removeprefix("bid "))
            self.current = after
            if seat == self.dealer:
                self.trick_no, self.leader = 1, after
            return
        card = text.removeprefix("play ")
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.current = after
        if len(self.trick) == self.players:
            self._finish_trick()

    def _finish_trick(self) -> None:
        def worth(entry: tuple[int, str]) -> tuple[int, int]:
            suit = suit_of(entry[1])
            grade = 2 if suit == self.trump else 1 if suit == suit_of(self.trick[0][1]) else 0
            return grade, STRENGTH.index(label_of(entry[1]))

        winner = max(self.trick, key=worth)[0]
        self.tricks_won[winner] += 1
        self.last_trick_winner = self.leader = self.current = winner
        self.trick = []
        if self.trick_no < self.size:
            self.trick_no += 1
            return
        for seat, bid in enumerate(self.bids):
            assert bid is not None
            taken = self.tricks_won[seat]
            if bid == taken:
                self.scores[seat] += 10 + bid
            elif self.scoring == "tricks_too":
                self.scores[seat] += taken
            elif self.scoring == "misses_cost":
                self.scores[seat] -= abs(bid - taken)
        if self.round_no < len(self.sizes):
            self.dealer = (self.dealer + 1) % self.players
            self._start_round()
        else:
            self.current = None
            self.winners = tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores))
