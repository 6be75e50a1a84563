"""Referee for partnership spades: bids, bags and nil.

Rules as pagat.com has them, with some of its variations: no nil, blind nil for a side a hundred points behind, the
tricks of a failed nil as bags only, bags that cost nothing, spades led at any time. Written from the rules, shares
nothing with the package.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.referees import Deal, hand_out, label_of, suit_of

VALUES = {**{str(number): number for number in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14}
DEALS_AT_MOST = 80


class Referee:
    """See `tests.referees.Referee`; besides: `hands`, `trick`, `bids`, `bags`. Seats 0 and 2 are side 0."""

    def __init__(self, *, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> None:
        self.target = int(str(options.get("target", 500)))
        self.nil = options.get("nil", True) is True
        self.blind_nil = options.get("blind_nil", False) is True
        self.failed_nil_helps = options.get("failed_nil", "helps") == "helps"
        self.bags_cost = options.get("bag_penalty", True) is True
        self.breaking = options.get("breaking", True) is True
        self._deal = deal
        self.scores = [0, 0]
        self.bags = [0, 0]
        self.winners: tuple[int, ...] = ()
        self.result: str | None = None
        self.round_no = 0
        self.leader = -1
        self.dealer = dealer
        self.current: int | None = None
        self._start_round()

    def _start_round(self) -> None:
        self.round_no += 1
        self.deck = self._deal(self.round_no)
        self.blind: set[int] = set()
        self.bids: dict[int, int] = {}
        self.tricks_won = [0] * 4
        self.last_trick_winner: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.spades_seen = False
        self.trick_no = 0
        self.offers: list[int] = []  # who may still bid nil without having seen a card
        if self.blind_nil:
            around = [(self.dealer + step) % 4 for step in range(1, 5)]
            self.offers = [seat for seat in around if self.scores[seat % 2] + 100 <= self.scores[1 - seat % 2]]
        self._ask()

    def _ask(self) -> None:
        if self.offers:
            self.current = self.offers[0]
            return
        self.hands = hand_out(self.deck, 13, self.dealer, 4, range(4))
        self.bids = dict.fromkeys(self.blind, 0)
        self._next_bid(self.dealer)

    def _next_bid(self, seat: int) -> None:
        for step in range(1, 5):
            bidder = (seat + step) % 4
            if bidder not in self.bids:
                self.current = bidder
                return
        self.trick_no = 1
        self.leader = self.current = (self.dealer + 1) % 4

    def legal(self) -> set[str]:
        if self.current is None:
            return set()
        if self.offers:
            return {"see cards", "blind nil"}
        if self.trick_no == 0:
            return {f"bid {number}" for number in range(0 if self.nil else 1, 14)}
        hand = self.hands[self.current]
        if self.trick:
            allowed = [card for card in hand if suit_of(card) == suit_of(self.trick[0][1])]
        elif self.spades_seen or not self.breaking:
            allowed = hand
        else:
            allowed = [card for card in hand if suit_of(card) != "spades"]
        return {f"play {card}" for card in allowed or hand}

    def apply(self, text: str) -> None:
        if self.current is None or text not in self.legal():
            raise ValueError(f"{text!r} is not among {sorted(self.legal())}")
        seat = self.current
        if self.offers:
            self.offers.pop(0)
            if text == "blind nil":
                self.blind.add(seat)
            self._ask()
            return
        verb, _, what = text.partition(" ")
        if verb == "bid":
            self.bids[seat] = int(what)
            self._next_bid(seat)
            return
        self.hands[seat].remove(what)
        self.trick.append((seat, what))
        self.spades_seen = self.spades_seen or suit_of(what) == "spades"
        if len(self.trick) < 4:
            self.current = (seat + 1) % 4
        else:
            self._finish_trick()

    def _finish_trick(self) -> None:
        deciding = "spades" if any(suit_of(card) == "spades" for _, card in self.trick) else suit_of(self.trick[0][1])
        winner = max(
            (seat for seat, card in self.trick if suit_of(card) == deciding),
            key=lambda seat: VALUES[label_of(dict(self.trick)[seat])],
        )
        self.tricks_won[winner] += 1
        self.last_trick_winner = self.leader = winner
        self.trick = []
        if self.trick_no < 13:
            self.trick_no += 1
            self.current = winner
        else:
            self._score()

    def _score(self) -> None:
        for side in (0, 1):
            pair = (side, side + 2)
            contract = sum(self.bids[seat] for seat in pair)
            helping, useless = 0, 0
            for seat in pair:
                tricks = self.tricks_won[seat]
                if self.bids[seat] == 0:
                    worth = 200 if seat in self.blind else 100
                    self.scores[side] += worth if tricks == 0 else -worth
                if self.bids[seat] == 0 and not self.failed_nil_helps:
                    useless += tricks
                else:
                    helping += tricks
            if contract == 0:
                continue
            if helping < contract:
                self.scores[side] -= 10 * contract
                bags = useless
            else:
                self.scores[side] += 10 * contract
                bags = helping - contract + useless
            self.scores[side] += bags
            self.bags[side] += bags
            while self.bags_cost and self.bags[side] >= 10:
                self.bags[side] -= 10
                self.scores[side] -= 100
        ours, theirs = self.scores
        ended = max(abs(ours), abs(theirs)) >= self.target and ours != theirs
        if ended or self.round_no == DEALS_AT_MOST:
            self.current = None
            best = max(self.scores)
            self.winners = tuple(seat for seat in range(4) if self.scores[seat % 2] == best)
        else:
            self.dealer = (self.dealer + 1) % 4
            self._start_round()
