"""Referee for the cucumber family: only the last trick of a round costs, and nobody wants it.

`Referee` plays the game with a standard pack (and jokers); `FiveCucumbers` the relative with ranks 1 to 15. `PRESETS`
are the regional forms as sets of options. Written from the rules, shares nothing with the package.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar

from tests.referees import Deal, hand_out, label_of

ACE, JOKER = 14, 15
RANKS = {"J": 11, "Q": 12, "K": 13, "A": ACE, "joker": JOKER}

PRESETS: dict[str, dict[str, object]] = {
    "cucumber": {},
    "agurk": {"last_tie": "earlier_reduced", "limit": 21, "over": "above", "reentry": "auto_life"},
    "gurka": {"hand_size": 6, "must_beat": "forced", "ace_rule": "next_forced_lowest", "last_tie": "all"},
    "ogorek": {"hand_size": 6, "must_beat": "forced", "ace_last": "low", "last_tie": "all"},
    "kurkku": {"end_mode": "first_over_loses"},
    "agurk-norwegian": {"must_beat": "forced", "last_tie": "all"},
    "cucumber-bga": {"ace_rule": "lead_forces_lowest", "over": "above"},
}


@dataclass(frozen=True)
class Options:
    """What the table agreed on; the only place where option names are read."""

    hand_size: int = 7
    shrinking: bool = False
    must_beat: str = "choice"
    compare_to: str = "highest"
    ace_rule: str = "none"
    ace_last: str = "high"
    last_tie: str = "last_only"
    limit: int = 30
    over: str = "at_least"
    reentry: str = "none"
    lives: int = 2
    end_mode: str = "last_survivor"
    first_lead: str = "left_of_dealer"
    jokers: int = 0

    VALUES: ClassVar[dict[str, tuple[str, ...]]] = {
        "must_beat": ("choice", "forced", "match"),
        "compare_to": ("highest", "previous"),
        "ace_rule": ("none", "lead_forces_lowest", "next_forced_lowest"),
        "ace_last": ("high", "low"),
        "last_tie": ("last_only", "all", "earlier_reduced"),
        "over": ("at_least", "above"),
        "reentry": ("none", "auto_life", "buy_in"),
        "end_mode": ("last_survivor", "first_over_loses"),
        "first_lead": ("left_of_dealer", "loser_deals", "taker", "lowest_card"),
    }

    @staticmethod
    def read(given: Mapping[str, object], defaults: Mapping[str, object]) -> Options:
        known = {field.name for field in fields(Options)}
        unknown = set(given) - known
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}")
        values = {**defaults, **given}
        for name, allowed in Options.VALUES.items():
            if name in values and values[name] not in allowed:
                raise ValueError(f"{name}: {values[name]!r} is not one of {allowed}")
        return Options(**values)  # type: ignore[arg-type]


class Referee:
    """See `tests.referees.Referee`; besides: `hands`, `trick`, `active`, `lives_used`."""

    DEFAULTS: ClassVar[Mapping[str, object]] = {}
    DECK_SIZE: ClassVar[int] = 52

    def __init__(self, *, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> None:
        self.options = Options.read(options, self.DEFAULTS)
        self.players = players
        self._deal = deal
        self.scores = [0] * players
        self.active = list(range(players))  # seats still in, ascending
        self.lives_used = [0] * players
        self.winners: tuple[int, ...] = ()
        self.result: str | None = None
        self.round_no = 0
        self.dealer = dealer
        self.current: int | None = None
        self.first_leader = self._left(dealer)
        self._start_round()

    # -- what a card is worth

    def value(self, card: str) -> int:
        """The card's rank for playing and winning, the last trick excepted."""
        label = label_of(card)
        return RANKS[label] if label in RANKS else int(label)

    def last_value(self, card: str) -> int:
        """The card's rank in the last trick, and the points that winning with it costs."""
        value = self.value(card)
        return 1 if value == ACE and self.options.ace_last == "low" else value

    # -- the seats

    def _left(self, seat: int) -> int:
        """The next seat clockwise that is still in, whether or not `seat` itself is."""
        for step in range(1, self.players + 1):
            if (seat + step) % self.players in self.active:
                return (seat + step) % self.players
        raise AssertionError("nobody is in")

    # -- the round

    def _start_round(self) -> None:
        self.round_no += 1
        deck = list(self._deal(self.round_no))
        if len(deck) != self.DECK_SIZE + self.options.jokers:
            raise ValueError(f"the deck has {self.DECK_SIZE + self.options.jokers} cards, not {len(deck)}")
        self.hand_size = min(self._wanted_hand(), len(deck) // self.players)
        self.hands = hand_out(deck, self.hand_size, self.dealer, self.players, self.active)
        self.tricks_won = [0] * self.players
        self.last_trick_winner: int | None = None
        self.trick_no = 0
        self._start_trick(self.first_leader)

    def _wanted_hand(self) -> int:
        """Shrinking: a card fewer each round down to one, then up again, then down again."""
        most = self.options.hand_size
        if not self.options.shrinking or most == 1:
            return most
        down_and_up: list[int] = [*range(most, 1, -1), *range(1, most)]
        return down_and_up[(self.round_no - 1) % len(down_and_up)]

    def _start_trick(self, leader: int) -> None:
        self.trick_no += 1
        self.leader = leader
        self.trick: list[tuple[int, str]] = []
        self.asking: list[int] = []  # who may still buy in
        self.current = leader

    # -- decisions

    def legal(self) -> set[str]:
        if self.current is None:
            return set()
        if self.asking:
            return {"buy in", "drop out"}
        return {f"play {card}" for card in self._playable(self.hands[self.current])}

    def _playable(self, hand: Sequence[str]) -> list[str]:
        if not self.trick:
            return list(hand)
        values = {card: self.value(card) for card in hand}
        lowest = [card for card in hand if values[card] == min(values.values())]
        led, previous = self.value(self.trick[0][1]), self.value(self.trick[-1][1])
        if self.options.ace_rule == "lead_forces_lowest" and led == ACE:
            return lowest
        if self.options.ace_rule == "next_forced_lowest" and previous == ACE:
            return lowest
        high = max(self.value(card) for _, card in self.trick)
        if self.options.compare_to == "previous":
            high = previous
        beating = [card for card in hand if values[card] >= high]
        if self.options.must_beat == "choice":
            return beating + lowest
        if self.options.must_beat == "match":
            equal = [card for card in hand if values[card] == high]
            return equal or beating or lowest
        return beating or lowest

    def apply(self, text: str) -> None:
        if self.current is None or text not in self.legal():
            raise ValueError(f"{text!r} is not among {sorted(self.legal())}")
        if self.asking:
            seat = self.asking.pop(0)
            if text == "buy in":
                self.scores[seat] = self.restart_score
            else:
                self.active.remove(seat)
            self._ask_or_finish()
            return
        card = text.partition(" ")[2]
        self.hands[self.current].remove(card)
        self.trick.append((self.current, card))
        if len(self.trick) < len(self.active):
            self.current = self._left(self.current)
        elif self.trick_no < self.hand_size:
            winner = self._last_of_highest({seat: self.value(card) for seat, card in self.trick})
            self._count_trick(winner)
            self._start_trick(winner)
        else:
            self._end_round()

    # -- after a trick

    def _last_of_highest(self, values: Mapping[int, int]) -> int:
        """Of the seats in playing order, the last one with the highest value."""
        return [seat for seat, value in values.items() if value == max(values.values())][-1]

    def _count_trick(self, winner: int) -> None:
        self.tricks_won[winner] += 1
        self.last_trick_winner = winner

    def _last_trick(self) -> tuple[list[int], int]:
        """The seats that played the highest card of the last trick, in playing order, and what winning it costs."""
        values = {seat: self.last_value(card) for seat, card in self.trick}
        cost = max(values.values())
        return [seat for seat, value in values.items() if value == cost], cost

    def _end_round(self) -> None:
        highest, cost = self._last_trick()
        winner = highest[-1]
        self.leader = winner
        self._count_trick(winner)
        self.scores[winner] += cost
        for seat in highest[:-1]:
            if self.options.last_tie == "all":
                self.scores[seat] += cost
            elif self.options.last_tie == "earlier_reduced":
                self.scores[seat] = max(0, self.scores[seat] - cost)
        self._judge_scores()

    def _is_over(self, seat: int) -> bool:
        if self.options.over == "above":
            return self.scores[seat] > self.options.limit
        return self.scores[seat] >= self.options.limit

    def _judge_scores(self) -> None:
        """Lives, buying in and leaving, for everybody over the limit, from the dealer's left."""
        around = [(self.dealer + step) % self.players for step in range(1, self.players + 1)]
        self.over_now = [seat for seat in around if seat in self.active and self._is_over(seat)]
        safe = [seat for seat in self.active if seat not in self.over_now]
        if self.options.end_mode == "first_over_loses":
            if self.over_now:
                self._end_game(safe or self._lowest(self.over_now))
            else:
                self._next_round()
            return
        self.restart_score = max((self.scores[seat] for seat in safe), default=0)
        self.asking = []
        for seat in self.over_now:
            self.lives_used[seat] += 1
            may_go_on = self.lives_used[seat] < self.options.lives
            if self.options.reentry == "auto_life" and may_go_on:
                self.scores[seat] = self.restart_score
            elif self.options.reentry == "buy_in" and may_go_on and len(safe) >= 3:
                self.asking.append(seat)
            else:
                self.active.remove(seat)
        self._ask_or_finish()

    def _ask_or_finish(self) -> None:
        if self.asking:
            self.current = self.asking[0]
        elif len(self.active) == 1:
            self._end_game(self.active)
        elif not self.active:
            self._end_game(self._lowest(self.over_now))
        else:
            self._next_round()

    def _lowest(self, seats: Sequence[int]) -> list[int]:
        best = min(self.scores[seat] for seat in seats)
        return [seat for seat in seats if self.scores[seat] == best]

    def _next_round(self) -> None:
        taker = self.last_trick_winner
        assert taker is not None
        if self.options.first_lead == "loser_deals":
            self.dealer = self._at_or_left(taker)
        else:
            self.dealer = self._left(self.dealer)
        if self.options.first_lead == "taker":
            self.first_leader = self._at_or_left(taker)
        elif self.options.first_lead == "lowest_card":
            values = {seat: self.last_value(card) for seat, card in self.trick}
            lowest = [seat for seat, value in values.items() if value == min(values.values())]
            self.first_leader = self._at_or_left(lowest[0])
        else:
            self.first_leader = self._left(self.dealer)
        self._start_round()

    def _at_or_left(self, seat: int) -> int:
        """The seat itself if it is still in, else the next one to its left that is."""
        return seat if seat in self.active else self._left(seat)

    def _end_game(self, winners: Sequence[int]) -> None:
        self.current = None
        self.winners = tuple(sorted(winners))


class FiveCucumbers(Referee):
    """Sixty cards, 1 to 15 four times; the last trick costs cucumbers, more than five and one is out."""

    DEFAULTS: ClassVar[Mapping[str, object]] = {"limit": 5, "over": "above", "first_lead": "taker"}
    DECK_SIZE: ClassVar[int] = 60

    def value(self, card: str) -> int:
        return int(label_of(card))

    def last_value(self, card: str) -> int:
        return self.value(card)

    def _playable(self, hand: Sequence[str]) -> list[str]:
        if not self.trick:
            return list(hand)
        high = max(self.value(card) for _, card in self.trick)
        low = min(self.value(card) for card in hand)
        return [card for card in hand if self.value(card) >= high or self.value(card) == low]

    def _last_trick(self) -> tuple[list[int], int]:
        highest, rank = super()._last_trick()
        if rank == 1:
            cucumbers = 0
        elif rank <= 5:
            cucumbers = 1
        elif rank <= 9:
            cucumbers = 2
        elif rank <= 11:
            cucumbers = 3
        elif rank <= 14:
            cucumbers = 4
        else:
            cucumbers = 5
        if any(self.value(card) == 1 for _, card in self.trick):
            cucumbers *= 2
        return highest, cucumbers
