"""Referee for the co-operative fox game: two players on one path, up to three rounds of eleven tricks.

Spaces count from 0, the end of seat 0. Written from the rules, shares nothing with the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.referees import Deal, hand_out, label_of, suit_of

MUSICIAN, FOXES, GAZELLE, GIFT, HEIR = 1, 3, 5, 7, 9
PAWS = {1: 0, 2: 3, 3: 2, 4: 1, 5: 1, 6: 2, 7: 0, 8: 2, 9: 0, 10: 3}
HAND_SIZE = 11
ROUNDS = 3


@dataclass(frozen=True)
class Board:
    """A printed path: gems at the start, spaces that get a gem between rounds, and what a win there is worth."""

    gems: tuple[int, ...]
    plus: tuple[int, ...]
    base_score: int
    start: int = 5


BOARDS = {
    1: Board(gems=(1, 1, 2, 1, 1, 0, 1, 1, 2, 1, 1), plus=(1, 3, 4, 6, 8), base_score=10),
    2: Board(gems=(1, 1, 2, 1, 1, 0, 1, 2, 2, 1), plus=(1, 3, 4, 6, 8), base_score=20),
    3: Board(gems=(2, 1, 2, 1, 1, 0, 1, 2, 2, 2), plus=(1, 3, 4, 6, 8), base_score=30),
}


@dataclass(frozen=True)
class Options:
    """What the table agreed on; the only place where option names are read."""

    level: int = 1
    tokens: int = 4
    decline: bool = False

    @staticmethod
    def read(given: Mapping[str, object]) -> Options:
        unknown = set(given) - {"level", "tokens", "decline", "history"}
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}")
        return Options(
            level=int(str(given.get("level", 1))),
            tokens=int(str(given.get("tokens", 4))),
            decline=given.get("decline", False) is True,
        )


def rank_of(card: str) -> int:
    return int(label_of(card))


class Referee:
    """See `tests.referees.Referee`; besides: `hands`, `decree`, `trick`, `tracker`, `low`, `high`, `forest`, `gems`."""

    def __init__(self, *, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> None:
        if players != 2:
            raise ValueError("a game for two")
        self.options = Options.read(options)
        self.board = BOARDS[self.options.level]
        self._deal = deal
        self.scores = [0]
        self.winners: tuple[int, ...] = ()
        self.result: str | None = None
        self.round_no = 0
        self.dealer = dealer
        self.current: int | None = None
        self.gems = list(self.board.gems)
        self.tracker = self.board.start
        self.low = 0
        self.high = len(self.gems) - 1
        self.forest = self.options.tokens  # still in the supply
        self._start_round()

    # -- the round

    def _start_round(self) -> None:
        self.round_no += 1
        deck = list(self._deal(self.round_no))
        if len(deck) != 30 or len(set(deck)) != 30:
            raise ValueError("the deck has 30 different cards")
        self.hands = hand_out(deck, HAND_SIZE, self.dealer, 2, (0, 1))
        rest = deck[2 * HAND_SIZE :]
        self.decree = rest[0]
        self.stock = rest[1:]
        self.tricks_won = [0, 0]
        self.last_trick_winner: int | None = None
        self.trick_no = 0
        self._start_trick(1 - self.dealer)

    def _start_trick(self, leader: int) -> None:
        self.trick_no += 1
        self.leader = leader
        self.trick: list[str] = []
        self.ignored: list[str] = []
        self.given: dict[int, str] = {}
        self.direction: int | None = None
        self.questions: list[str] = []  # what the winner still has to decide
        self.current = leader
        self._asked = "play"

    @property
    def trump(self) -> str:
        return suit_of(self.decree)

    # -- decisions

    def legal(self) -> set[str]:
        if self.current is None:
            return set()
        hand = self.hands[self.current]
        match self._asked:
            case "exchange":
                return {f"exchange {card}" for card in hand} | {"decline"}
            case "keep":
                return {"keep", "exchange"}
            case "give":
                return {f"give {card}" for card in hand}
            case "toward":
                return {"toward seat 0", "toward seat 1"}
            case "ignore":
                return {f"ignore {card}" for card in self.trick if card not in self.ignored} | {"decline"}
            case "end":
                ends = set()
                if self.tracker != self.low:
                    ends.add("low end")
                if self.tracker != self.high:
                    ends.add("high end")
                return ends
        cards = hand
        if self.trick and rank_of(self.trick[0]) != HEIR:
            cards = [card for card in hand if suit_of(card) == suit_of(self.trick[0])] or hand
        return {f"play {card}" for card in cards}

    def apply(self, text: str) -> None:
        if self.current is None or text not in self.legal():
            raise ValueError(f"{text!r} is not among {sorted(self.legal())}")
        card = text.partition(" ")[2]
        match self._asked:
            case "play":
                self._play(self.current, card)
            case "exchange":
                if text != "decline":
                    self.hands[self.current].remove(card)
                    self.hands[self.current].append(self.decree)
                    self.decree = card
                self._after_card()
            case "keep":
                if text == "keep":
                    self._after_card()
                else:
                    self._ask_gifts()
            case "give":
                self.given[self.current] = card
                if len(self.given) == 2:
                    self._swap_gifts()
                    self._after_card()
                else:
                    self.current = 1 - self.current
            case "toward":
                self.direction = -1 if text == "toward seat 0" else 1
                self._ask_winner()
            case "ignore":
                if text != "decline":
                    self.ignored.append(card)
                self._ask_winner()
            case "end":
                self._cover("low" if text == "low end" else "high")
                self._next_round()

    # -- playing a card

    def _play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append(card)
        if rank_of(card) == FOXES and self.hands[seat]:
            self._asked = "exchange"
        elif rank_of(card) == GIFT and self.hands[0] and self.hands[1]:
            if self.options.decline:
                self._asked = "keep"
            else:
                self._ask_gifts()
        else:
            self._after_card()

    def _ask_gifts(self) -> None:
        """Both choose before anything moves, the seat left of the dealer first."""
        self._asked = "give"
        self.given = {}
        self.current = 1 - self.dealer

    def _swap_gifts(self) -> None:
        for seat in (0, 1):
            self.hands[seat].remove(self.given[seat])
        for seat in (0, 1):
            self.hands[seat].append(self.given[1 - seat])

    def _after_card(self) -> None:
        self._asked = "play"
        if len(self.trick) == 1:
            self.current = 1 - self.leader
        else:
            self._decide_winner()

    # -- after the second card

    def _decide_winner(self) -> None:
        led, answer = self.trick
        if suit_of(led) == suit_of(answer):
            follower_wins = rank_of(answer) > rank_of(led)
        else:
            follower_wins = suit_of(answer) == self.trump
        winner = 1 - self.leader if follower_wins else self.leader
        self.tricks_won[winner] += 1
        self.last_trick_winner = winner
        self.direction = None
        for card in self.trick:
            if rank_of(card) == MUSICIAN and "toward" not in self.questions:
                self.questions.append("toward")
            if rank_of(card) == GAZELLE:
                self.questions.append("ignore")
        self._ask_winner()

    def _ask_winner(self) -> None:
        self.current = self.last_trick_winner
        if self.questions:
            self._asked = self.questions.pop(0)
        else:
            self._move()

    def _move(self) -> None:
        steps = sum(PAWS[rank_of(card)] for card in self.trick if card not in self.ignored)
        direction = self.direction
        if direction is None:
            direction = -1 if self.last_trick_winner == 0 else 1
        goal = self.tracker + direction * steps
        if self.low <= goal <= self.high:
            self.tracker = goal
            if self.gems[goal] > 0:
                self.gems[goal] -= 1
        else:
            if self.forest == 0:
                self._lose()
                return
            self._cover("low" if goal < self.low else "high")
            self.tracker = self.board.start
        if sum(self.gems) == 0:
            self._win()
        elif self.trick_no < HAND_SIZE:
            assert self.last_trick_winner is not None
            self._start_trick(self.last_trick_winner)
        else:
            self._end_round()

    def _cover(self, end: str) -> None:
        """Put a forest token on the outermost open space; its gems slide one space inwards."""
        self.forest -= 1
        if end == "low":
            covered, self.low = self.low, self.low + 1
            inwards = self.low
        else:
            covered, self.high = self.high, self.high - 1
            inwards = self.high
        self.gems[inwards] += self.gems[covered]
        self.gems[covered] = 0

    # -- the end of a round and of the game

    def _end_round(self) -> None:
        if self.round_no == ROUNDS:
            self._lose()
            return
        for space in self.board.plus:
            nearest = min(max(space, self.low), self.high)
            self.gems[nearest] += 1
        if self.forest > 0:
            assert self.last_trick_winner is not None
            self.leader = self.last_trick_winner
            self.current = 1 - self.dealer
            self._asked = "end"
        else:
            self._next_round()

    def _next_round(self) -> None:
        self.dealer = 1 - self.dealer
        self._start_round()

    def _win(self) -> None:
        self.current = None
        self.result = "won"
        self.winners = (0, 1)
        held = len(self.hands[0]) + len(self.hands[1])
        bonus = 10 if self.round_no == 2 else 0
        self.scores = [self.board.base_score + held + bonus + 3 * self.forest]

    def _lose(self) -> None:
        self.current = None
        self.result = "lost"
        self.winners = ()
        self.scores = [0]
