"""Referee for briscola: no duty to follow, cards count points, everybody draws after each trick.

Two to four players, four of them two against two. Rules as pagat.com has them: 120 points a deal, the most of them win
it; a deal with several firsts counts for nobody. Written from the rules, shares nothing with the package.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.referees import Deal, hand_out, label_of, suit_of

RANKING = ["2", "4", "5", "6", "7", "J", "Q", "K", "3", "A"]
POINTS = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
DEALS_AT_MOST = 80


class Referee:
    """See `tests.referees.Referee`; besides: `hands`, `trick`, `stock`, `trump`, `points`."""

    def __init__(self, *, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> None:
        self.players = players
        self.target = int(str(options.get("target", 3)))
        self._deal = deal
        self.scores = [0] * players
        self.winners: tuple[int, ...] = ()
        self.result: str | None = None
        self.round_no = 0
        self.dealer = dealer
        self.current: int | None = None
        self._start_round()

    def _start_round(self) -> None:
        self.round_no += 1
        deck = list(self._deal(self.round_no))
        cards = {f"{rank} of {suit}" for rank in RANKING for suit in ("coins", "cups", "swords", "batons")}
        if self.players == 3:
            cards.remove("2 of cups")  # so that all get the same number
        if set(deck) != cards or len(deck) != len(cards):
            raise ValueError(f"this is no deck for {self.players} players: {deck}")
        self.hands = hand_out(deck, 3, self.dealer, self.players, range(self.players))
        rest = deck[3 * self.players :]
        self.trump = suit_of(rest[-1])  # the card under the stock lies face up
        self.stock = rest
        self.points = [0] * self.players
        self.tricks_won = [0] * self.players
        self.last_trick_winner: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.trick_no = 1
        self.leader = self.current = (self.dealer + 1) % self.players

    def legal(self) -> set[str]:
        return set() if self.current is None else {f"play {card}" for card in self.hands[self.current]}

    def apply(self, text: str) -> None:
        if self.current is None or text not in self.legal():
            raise ValueError(f"{text!r} is not among {sorted(self.legal())}")
        card = text.removeprefix("play ")
        self.hands[self.current].remove(card)
        self.trick.append((self.current, card))
        if len(self.trick) < self.players:
            self.current = (self.current + 1) % self.players
            return
        best = self.trick[0]
        for entry in self.trick[1:]:
            if suit_of(entry[1]) == suit_of(best[1]):
                if RANKING.index(label_of(entry[1])) > RANKING.index(label_of(best[1])):
                    best = entry
            elif suit_of(entry[1]) == self.trump:
                best = entry
        winner = best[0]
        self.points[winner] += sum(POINTS.get(label_of(played), 0) for _, played in self.trick)
        self.tricks_won[winner] += 1
        self.last_trick_winner = self.leader = self.current = winner
        self.trick = []
        if self.stock:
            for step in range(self.players):
                self.hands[(winner + step) % self.players].append(self.stock.pop(0))
        if any(self.hands):
            self.trick_no += 1
        else:
            self._end_round()

    def _end_round(self) -> None:
        sides = [[0, 2], [1, 3]] if self.players == 4 else [[seat] for seat in range(self.players)]
        totals = [sum(self.points[seat] for seat in side) for side in sides]
        if totals.count(max(totals)) == 1:
            for seat in sides[totals.index(max(totals))]:
                self.scores[seat] += 1
        if max(self.scores) == self.target or self.round_no == DEALS_AT_MOST:
            self.current = None
            self.winners = tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores))
        else:
            self.dealer = (self.dealer + 1) % self.players
            self._start_round()
