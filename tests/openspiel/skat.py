"""Skat without an auction: card suit * 8 + rank; 32 passes, 33 to 38 name a game; then two cards go into the skat."""

from __future__ import annotations

from collections.abc import Sequence

from tests.openspiel.comparison import Comparison, Setting, as_dealt, names
from tricktaker.game.state import State

CARDS = names("7 8 9 Q K 10 A J", "diamonds hearts spades clubs", by_suit=True)
CALLS = ("pass", "name diamonds", "name hearts", "name spades", "name clubs", "name grand", "name nullo")
FIRST_CALL = 32
TO_SEAT = [*range(3), *range(11, 15), *range(23, 26)]
"""The places of the first seat's cards in the deal: three cards each, the skat, four each and three each."""
SKAT = (9, 10)


class Skat(Comparison):
    name = "skat"

    def settings(self) -> Sequence[Setting]:
        return [Setting({}, "skat-openspiel", {})]

    def dealer(self, dealt: Sequence[int], setting: Setting) -> int:
        return 2

    def deck(self, dealt: Sequence[int], dealer: int) -> list[str]:
        steps = [3] * 3 + [4] * 4 + [3] * 3
        hands = [
            [CARDS[dealt[place + seat * step]] for place, step in zip(TO_SEAT, steps, strict=True)] for seat in range(3)
        ]
        return [*as_dealt(hands, dealer), *(CARDS[dealt[place]] for place in SKAT)]

    def answers(self, ours: State) -> dict[int, tuple[int, ...]]:
        found = {}
        for action in ours.legal_actions:
            text = ours.game.text(action)
            if text in CALLS:
                found[FIRST_CALL + CALLS.index(text)] = (action,)
            else:
                found[CARDS.index(text.removeprefix("play ").removeprefix("put away "))] = (action,)
        return found

    def returns(self, ours: State, setting: Setting) -> list[float]:
        return [score / 240 for score in ours.scores]
