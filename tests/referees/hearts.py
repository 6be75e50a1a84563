"""Referee for hearts with four players: three cards are passed, every heart costs a point and the queen of spades 13.

Rules as pagat.com has them, the house rules as its section on variations lists them. Written from the rules, shares
nothing with the package.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.referees import Deal, hand_out, label_of, suit_of

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
QUEEN, JACK, LOWEST_CLUB = "Q of spades", "J of diamonds", "2 of clubs"
PASSES = {
    "left_right_across_none": (1, 3, 2, 0),
    "left_right_across": (1, 3, 2),
    "always_left": (1,),
    "never": (0,),
}
DEALS_AT_MOST = 200


def penalty(card: str) -> int:
    return 1 if suit_of(card) == "hearts" else 13 if card == QUEEN else 0


class Referee:
    """See `tests.referees.Referee`; besides: `hands`, `trick`, `taken`, `chosen`."""

    def __init__(self, *, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> None:
        self.target = int(str(options.get("target", 100)))
        self.passing = PASSES[str(options.get("passing", "left_right_across_none"))]
        self.club_leads = options.get("first_lead", "two_of_clubs") == "two_of_clubs"
        self.points_at_once = options.get("first_trick_points", False) is True
        self.hearts_led = str(options.get("hearts_led", "once_broken"))
        self.moon = str(options.get("moon", "add"))
        self.with_jack = options.get("jack", False) is True
        self._deal = deal
        self.scores = [0] * 4
        self.winners: tuple[int, ...] = ()
        self.result: str | None = None
        self.round_no = 0
        self.leader = -1
        self.dealer = dealer
        self.current: int | None = None
        self._start_round()

    def _start_round(self) -> None:
        self.round_no += 1
        self.hands = hand_out(self._deal(self.round_no), 13, self.dealer, 4, range(4))
        self.taken: list[list[str]] = [[] for _ in range(4)]
        self.tricks_won = [0] * 4
        self.last_trick_winner: int | None = None
        self.broken = False
        self.shooter: int | None = None  # asked how the moon is to count
        self.chosen: list[list[str]] = [[] for _ in range(4)]
        self.trick: list[tuple[int, str]] = []
        self.trick_no = 0
        self.distance = self.passing[(self.round_no - 1) % len(self.passing)]
        if self.distance:
            self.current = (self.dealer + 1) % 4
        else:
            self._first_trick()

    def _first_trick(self) -> None:
        first = (self.dealer + 1) % 4
        if self.club_leads:
            first = next(seat for seat in range(4) if LOWEST_CLUB in self.hands[seat])
        self._start_trick(first)

    def _start_trick(self, leader: int) -> None:
        self.trick_no += 1
        self.trick = []
        self.leader = self.current = leader

    def legal(self) -> set[str]:
        if self.current is None:
            return set()
        if self.shooter is not None:
            return {"settled add", "settled subtract"}
        hand = self.hands[self.current]
        if self.trick_no == 0:
            return {f"pass {card}" for card in hand if card not in self.chosen[self.current]}
        return {f"play {card}" for card in self._playable(hand)}

    def _playable(self, hand: list[str]) -> list[str]:
        if not self.trick:
            if self.trick_no == 1 and self.club_leads:
                return [LOWEST_CLUB]
            if self.broken or self.hearts_led == "at_once":
                return hand
            return [card for card in hand if suit_of(card) != "hearts"] or hand
        following = [card for card in hand if suit_of(card) == suit_of(self.trick[0][1])]
        allowed = following or hand
        if self.trick_no == 1 and not self.points_at_once:
            return [card for card in allowed if penalty(card) == 0] or allowed
        return allowed

    def apply(self, text: str) -> None:
        if self.current is None or text not in self.legal():
            raise ValueError(f"{text!r} is not among {sorted(self.legal())}")
        verb, _, card = text.partition(" ")
        if verb == "settled":
            self._pay(card)
        elif verb == "pass":
            self._choose(card)
        else:
            self._play(card)

    def _choose(self, card: str) -> None:
        seat = self.current
        assert seat is not None
        self.chosen[seat].append(card)
        if len(self.chosen[seat]) < 3:
            return
        if seat != self.dealer:
            self.current = (seat + 1) % 4
            return
        for giver in range(4):
            for given in self.chosen[giver]:
                self.hands[giver].remove(given)
                self.hands[(giver + self.distance) % 4].append(given)
        self._first_trick()

    def _play(self, card: str) -> None:
        seat = self.current
        assert seat is not None
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if suit_of(card) == "hearts" or (card == QUEEN and self.hearts_led == "once_broken_or_queen"):
            self.broken = True
        if len(self.trick) < 4:
            self.current = (seat + 1) % 4
            return
        led = suit_of(self.trick[0][1])
        ranks = {who: ORDER.index(label_of(played)) for who, played in self.trick if suit_of(played) == led}
        winner = max(ranks, key=lambda who: ranks[who])
        self.taken[winner] += [played for _, played in self.trick]
        self.tricks_won[winner] += 1
        self.last_trick_winner = winner
        if self.trick_no < 13:
            self._start_trick(winner)
            return
        self.leader = winner
        shooters = [who for who in range(4) if sum(map(penalty, self.taken[who])) == 26]
        if shooters and self.moon == "choose":
            self.shooter = self.current = shooters[0]
        else:
            self._pay(self.moon)

    def _pay(self, moon: str) -> None:
        costs = [sum(map(penalty, taken)) for taken in self.taken]
        if 26 in costs:
            if moon == "add":
                costs = [0 if cost == 26 else 26 for cost in costs]
            else:
                costs = [-26 if cost == 26 else 0 for cost in costs]
        for seat in range(4):
            bonus = 10 if self.with_jack and JACK in self.taken[seat] else 0
            self.scores[seat] += costs[seat] - bonus
        if max(self.scores) >= self.target or self.round_no == DEALS_AT_MOST:
            self.current = None
            self.winners = tuple(seat for seat in range(4) if self.scores[seat] == min(self.scores))
            return
        self.dealer = (self.dealer + 1) % 4
        self._start_round()
