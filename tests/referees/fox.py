"""Referee for the competitive fox game: two players, 33 cards, thirteen tricks a round.

Ranks 1 to 11 in three suits; odd ranks do something. Written from the rules, shares nothing with the package.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.referees import Deal, hand_out, label_of, suit_of

SWAN, FOX, WOODCUTTER, TREASURE, WITCH, MONARCH = 1, 3, 5, 7, 9, 11
HAND_SIZE = 13
TRICK_POINTS = {0: 6, 1: 6, 2: 6, 3: 6, 4: 1, 5: 2, 6: 3, 7: 6, 8: 6, 9: 6, 10: 0, 11: 0, 12: 0, 13: 0}


@dataclass(frozen=True)
class Options:
    """What the table agreed on; the only place where option names are read."""

    target: int = 21

    @staticmethod
    def read(given: Mapping[str, object]) -> Options:
        unknown = set(given) - {"target"}
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}")
        return Options(target=int(str(given.get("target", 21))))


def rank_of(card: str) -> int:
    return int(label_of(card))


def winning_place(trick: Sequence[str], trump: str) -> int:
    """0 if the leader's card wins the two-card trick, 1 if the follower's does."""
    lone_witch = sum(rank_of(card) == WITCH for card in trick) == 1
    effective = [trump if lone_witch and rank_of(card) == WITCH else suit_of(card) for card in trick]
    led, answer = effective
    if led == answer:
        return 0 if rank_of(trick[0]) > rank_of(trick[1]) else 1
    if answer == trump:
        return 1
    return 0


class Referee:
    """See `tests.referees.Referee`; besides: `hands`, `stock` (top first), `decree`, `trick`, `earned`."""

    def __init__(self, *, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> None:
        if players != 2:
            raise ValueError("a game for two")
        self.options = Options.read(options)
        self._deal = deal
        self.scores = [0, 0]
        self.winners: tuple[int, ...] = ()
        self.result: str | None = None
        self.round_no = 0
        self.dealer = dealer
        self.current: int | None = None
        self._start_round()

    # -- the round

    def _start_round(self) -> None:
        self.round_no += 1
        deck = list(self._deal(self.round_no))
        if len(deck) != 33 or len(set(deck)) != 33:
            raise ValueError("the deck has 33 different cards")
        self.hands = hand_out(deck, HAND_SIZE, self.dealer, 2, (0, 1))
        rest = deck[2 * HAND_SIZE :]
        self.decree = rest[0]
        self.stock = rest[1:]
        self.earned = [0, 0]
        self.tricks_won = [0, 0]
        self.last_trick_winner: int | None = None
        self.trick_no = 1
        self.trick: list[str] = []
        self.leader = 1 - self.dealer
        self.current = self.leader
        self._asked = "play"

    @property
    def trump(self) -> str:
        return suit_of(self.decree)

    # -- decisions

    def legal(self) -> set[str]:
        if self.current is None:
            return set()
        hand = self.hands[self.current]
        if self._asked == "exchange":
            return {f"exchange {card}" for card in hand} | {"decline"}
        if self._asked == "bury":
            return {f"bury {card}" for card in hand}
        return {f"play {card}" for card in self._playable(hand)}

    def _playable(self, hand: Sequence[str]) -> list[str]:
        if not self.trick:
            return list(hand)
        led = self.trick[0]
        following = [card for card in hand if suit_of(card) == suit_of(led)]
        if not following:
            return list(hand)
        if rank_of(led) == MONARCH:
            highest = max(rank_of(card) for card in following)
            return [card for card in following if rank_of(card) in (SWAN, highest)]
        return following

    def apply(self, text: str) -> None:
        if self.current is None or text not in self.legal():
            raise ValueError(f"{text!r} is not among {sorted(self.legal())}")
        hand = self.hands[self.current]
        verb, _, card = text.partition(" ")
        if verb == "play":
            hand.remove(card)
            self.trick.append(card)
            if rank_of(card) == FOX and hand:
                self._asked = "exchange"
                return
            if rank_of(card) == WOODCUTTER:
                hand.append(self.stock.pop(0))
                self._asked = "bury"
                return
        elif verb == "exchange":
            hand.remove(card)
            hand.append(self.decree)
            self.decree = card
        elif verb == "bury":
            hand.remove(card)
            self.stock.append(card)
        self._asked = "play"
        if len(self.trick) == 1:
            self.current = 1 - self.leader
        else:
            self._end_trick()

    # -- after the second card

    def _end_trick(self) -> None:
        follower = 1 - self.leader
        winner = (self.leader, follower)[winning_place(self.trick, self.trump)]
        loser = 1 - winner
        self.tricks_won[winner] += 1
        self.last_trick_winner = winner
        treasures = sum(rank_of(card) == TREASURE for card in self.trick)
        self.scores[winner] += treasures
        self.earned[winner] += treasures
        losing_card = self.trick[0] if loser == self.leader else self.trick[1]
        next_leader = loser if rank_of(losing_card) == SWAN else winner
        if self.trick_no == HAND_SIZE:
            self._end_round()
            return
        self.trick = []
        self.trick_no += 1
        self.leader = next_leader
        self.current = next_leader

    def _end_round(self) -> None:
        for seat in (0, 1):
            points = TRICK_POINTS[self.tricks_won[seat]]
            self.scores[seat] += points
            self.earned[seat] += points
        if max(self.scores) >= self.options.target:
            self.current = None
            best = max((self.scores[seat], self.earned[seat]) for seat in (0, 1))
            self.winners = tuple(seat for seat in (0, 1) if (self.scores[seat], self.earned[seat]) == best)
            return
        self.dealer = 1 - self.dealer
        self._start_round()
