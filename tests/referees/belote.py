"""Referee for belote without sequences: a turned card is taken or refused, trumps must be beaten.

Rules as pagat.com and the French federation's have them, clockwise; a deal that nobody takes is thrown in and the next
player deals. Written from the rules, shares nothing with the package.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.referees import Deal, label_of, suit_of

PLAIN = {"A": (7, 11), "10": (6, 10), "K": (5, 4), "Q": (4, 3), "J": (3, 2), "9": (2, 0), "8": (1, 0), "7": (0, 0)}
TRUMP = {"J": (7, 20), "9": (6, 14), "A": (5, 11), "10": (4, 10), "K": (3, 4), "Q": (2, 3), "8": (1, 0), "7": (0, 0)}
SUITS = ("clubs", "diamonds", "hearts", "spades")
DEALS_AT_MOST = 60


class Referee:
    """See `tests.referees.Referee`; besides: `hands`, `trick`, `trump`, `taker`, `held`. Seats 0 and 2 are side 0."""

    def __init__(self, *, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> None:
        self.target = int(str(options.get("target", 1000)))
        self.tie_waits = options.get("tie", "wait") == "wait"
        self.royals_help = options.get("belote_helps", True) is True
        self.undertrump = options.get("undertrump", True) is True
        self._deal = deal
        self.scores = [0, 0]
        self.held = 0  # points of a tied deal, for the winner of the next one
        self.winners: tuple[int, ...] = ()
        self.result: str | None = None
        self.round_no = 0
        self.leader = -1
        self.dealer = dealer
        self.current: int | None = None
        self._start_round()

    def _start_round(self) -> None:
        self.round_no += 1
        self.deck = list(self._deal(self.round_no))
        self.hands: list[list[str]] = [[] for _ in range(4)]
        for _ in range(5):
            self._give(dict.fromkeys(range(4), 1))
        self.turned = self.deck.pop(0)
        self.trump: str | None = None
        self.taker: int | None = None
        self.refusals = 0
        self.eyes = [0, 0]
        self.royal: int | None = None
        self.tricks_won = [0] * 4
        self.last_trick_winner: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.trick_no = 0
        self.current = (self.dealer + 1) % 4

    def _give(self, counts: dict[int, int]) -> None:
        """A packet of so many cards to each seat, the first to the dealer's left."""
        for step in range(1, 5):
            seat = (self.dealer + step) % 4
            self.hands[seat] += self.deck[: counts[seat]]
            del self.deck[: counts[seat]]

    def legal(self) -> set[str]:
        if self.current is None:
            return set()
        if self.trump is None and self.refusals < 4:
            return {"take", "pass"}
        if self.trump is None:
            return {"pass", *(f"take {suit}" for suit in SUITS if suit != suit_of(self.turned))}
        return {f"play {card}" for card in self._playable(self.hands[self.current])}

    def _strength(self, card: str) -> int:
        return TRUMP[label_of(card)][0] if suit_of(card) == self.trump else PLAIN[label_of(card)][0]

    def _best(self) -> tuple[int, str]:
        deciding = suit_of(self.trick[0][1])
        if any(suit_of(card) == self.trump for _, card in self.trick):
            deciding = str(self.trump)
        return max(
            (entry for entry in self.trick if suit_of(entry[1]) == deciding), key=lambda entry: self._strength(entry[1])
        )

    def _playable(self, hand: list[str]) -> list[str]:
        if not self.trick:
            return hand
        led = suit_of(self.trick[0][1])
        holder, best = self._best()
        same = [card for card in hand if suit_of(card) == led]
        if same and led != self.trump:
            return same
        trumps = [card for card in hand if suit_of(card) == self.trump]
        if not trumps:
            return hand
        assert self.current is not None
        if led != self.trump and holder % 2 == self.current % 2:
            return hand
        higher = trumps
        if suit_of(best) == self.trump:
            higher = [card for card in trumps if self._strength(card) > self._strength(best)]
        if not higher and led != self.trump and not self.undertrump:
            return hand
        return higher or trumps

    def apply(self, text: str) -> None:
        if self.current is None or text not in self.legal():
            raise ValueError(f"{text!r} is not among {sorted(self.legal())}")
        seat = self.current
        if text == "pass":
            self.refusals += 1
            self.current = (seat + 1) % 4
            if self.refusals == 8:
                self._next_round()
        elif text.startswith("take"):
            self._take(seat, text.removeprefix("take").strip() or suit_of(self.turned))
        else:
            self._play(seat, text.removeprefix("play "))

    def _take(self, seat: int, suit: str) -> None:
        self.trump, self.taker = suit, seat
        self.hands[seat].append(self.turned)
        self._give({each: 2 if each == seat else 3 for each in range(4)})
        royals = {f"K of {suit}", f"Q of {suit}"}
        self.royal = next((each for each in range(4) if royals <= set(self.hands[each])), None)
        self.trick_no = 1
        self.leader = self.current = (self.dealer + 1) % 4

    def _play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) < 4:
            self.current = (seat + 1) % 4
            return
        winner, _ = self._best()
        for _, played in self.trick:
            table = TRUMP if suit_of(played) == self.trump else PLAIN
            self.eyes[winner % 2] += table[label_of(played)][1]
        self.tricks_won[winner] += 1
        self.last_trick_winner = self.leader = self.current = winner
        self.trick = []
        if self.trick_no < 8:
            self.trick_no += 1
        else:
            self._score(winner % 2)

    def _score(self, last: int) -> None:
        assert self.taker is not None
        taken = [self.tricks_won[side] + self.tricks_won[side + 2] for side in (0, 1)]
        self.eyes[last] += 100 if 8 in taken else 10
        bonus = [20 if self.royal is not None and self.royal % 2 == side else 0 for side in (0, 1)]
        us = self.taker % 2
        them = 1 - us
        ahead = self.eyes[us] - self.eyes[them] + (bonus[us] - bonus[them] if self.royals_help else 0)
        for side in (0, 1):
            self.scores[side] += bonus[side]
        if ahead > 0:
            self.scores[us] += self.eyes[us] + self.held
            self.scores[them] += self.eyes[them]
            self.held = 0
        elif ahead == 0 and self.tie_waits:
            self.scores[them] += self.eyes[them]
            self.held += self.eyes[us]
        else:
            self.scores[them] += sum(self.eyes) + self.held
            self.held = 0
        self._next_round()

    def _next_round(self) -> None:
        if max(self.scores) >= self.target or self.round_no == DEALS_AT_MOST:
            self.current = None
            self.winners = tuple(seat for seat in range(4) if self.scores[seat % 2] == max(self.scores))
        else:
            self.dealer = (self.dealer + 1) % 4
            self._start_round()
