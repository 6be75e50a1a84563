"""Contract bridge: card rank * 4 + suit; calls from 52: pass, double, redouble, then the bids from one club up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tests.openspiel.comparison import Comparison, Setting, as_dealt, names
from tricktaker.game.state import State

CARDS = names("2 3 4 5 6 7 8 9 10 J Q K A", "clubs diamonds hearts spades")
CALLS = {"pass": 52, "double": 53, "redouble": 54}
FIRST_BID = 55
DENOMINATIONS = ("clubs", "diamonds", "hearts", "spades", "notrump")
VULNERABLE = {
    (False, False): (1, 8, 11, 14),
    (True, False): (2, 5, 12, 15),
    (False, True): (3, 6, 9, 16),
    (True, True): (4, 7, 10, 13),
}
"""The boards on which north-south and east-west are vulnerable (Laws of Duplicate Bridge 2017, Law 2)."""


class Bridge(Comparison):
    name = "bridge"

    def settings(self) -> Sequence[Setting]:
        """Each board's vulnerability with each dealer: OpenSpiel names them by the dealer's side and the other."""
        found = []
        for dealer, (vulnerable, boards), place in itertools.product(range(4), VULNERABLE.items(), range(4)):
            dealers, others = vulnerable if dealer % 2 == 0 else vulnerable[::-1]
            theirs = {"dealer": dealer, "dealer_vul": dealers, "non_dealer_vul": others}
            board = boards[place]
            variant = "bridge" if dealer == 0 else "bridge-openspiel"
            found.append(Setting({**theirs, "use_double_dummy_result": False}, variant, {"boards": 16}, round_no=board))
        return found

    def dealer(self, dealt: Sequence[int], setting: Setting) -> int:
        return int(setting.theirs["dealer"])

    def deck(self, dealt: Sequence[int], dealer: int) -> list[str]:
        return as_dealt([[CARDS[card] for card in dealt[seat:52:4]] for seat in range(4)], dealer)

    def answers(self, ours: State) -> dict[int, tuple[int, ...]]:
        found: dict[int, tuple[int, ...]] = {}
        for action in ours.legal_actions:
            text = ours.game.text(action)
            if text.startswith("play "):
                found[CARDS.index(text.removeprefix("play "))] = (action,)
            elif text in CALLS:
                found[CALLS[text]] = (action,)
            else:
                found |= self._bids(ours, action, int(text.removeprefix("bid ")))
        return found

    def _bids(self, ours: State, level: int, number: int) -> dict[int, tuple[int, ...]]:
        """We say the level first, then the denomination."""
        after = ours.copy()
        after.apply(level)
        named = {ours.game.text(action).removeprefix("in "): action for action in after.legal_actions}
        return {
            FIRST_BID + 5 * (number - 1) + DENOMINATIONS.index(name): (level, action) for name, action in named.items()
        }
