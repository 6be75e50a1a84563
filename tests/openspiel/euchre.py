"""Euchre: 24 cards as rank * 4 + suit; dealer, deal, turned card, then bids, the dealer's discard, who goes alone."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.openspiel.comparison import Comparison, Setting, as_dealt, names
from tricktaker.game.state import State

CARDS = names("9 10 J Q K A", "clubs diamonds hearts spades")
PASS, CLUBS, ALONE, WITH_PARTNER = 24, 25, 29, 30
SUITS = ("clubs", "diamonds", "hearts", "spades")


class Euchre(Comparison):
    name = "euchre"

    def settings(self) -> Sequence[Setting]:
        return [
            Setting(
                {"stick_the_dealer": stick, "allow_lone_defender": lone},
                "euchre-openspiel",
                {"stick_the_dealer": stick, "defend_alone": "always" if lone else "never"},
            )
            for stick in (False, True)
            for lone in (False, True)
        ]

    def dealer(self, dealt: Sequence[int], setting: Setting) -> int:
        return dealt[0]

    def deck(self, dealt: Sequence[int], dealer: int) -> list[str]:
        *cards, turned = [CARDS[card] for card in dealt[1:]]
        hands = [cards[(seat - dealer) % 4 :: 4] for seat in range(4)]
        first = [turned, *as_dealt(hands, dealer)]
        return [*first, *(name for name in CARDS if name not in first)]

    def answers(self, ours: State) -> dict[int, tuple[int, ...]]:
        return {self._action(ours, ours.game.text(action)): (action,) for action in ours.legal_actions}

    def _action(self, ours: State, text: str) -> int:
        fixed = {"pass": PASS, "alone": ALONE, "with partner": WITH_PARTNER}
        if text in fixed:
            return fixed[text]
        if text == "order up":
            return CLUBS + SUITS.index(ours.zone("turned")[0].suit or "")
        verb, what = text.split(" ", 1)
        return CLUBS + SUITS.index(what) if verb == "call" else CARDS.index(what)

    def choose(self, legal: Sequence[int], rng: random.Random) -> int:
        """Often enough nobody wants to name trumps."""
        return PASS if PASS in legal and rng.random() < 0.7 else rng.choice(legal)

    def returns(self, ours: State, setting: Setting) -> list[float]:
        """What one side wins the other loses."""
        first, second = ours.scores
        return [first - second, second - first] * 2
