"""Contract bridge: card rank * 4 + suit; calls from 52: pass, double, redouble, then the bids from one club up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tests.openspiel.comparison import Comparison, Setting
from tests.openspiel.hearts import NAMES, NUMBERS
from tricktaker.game.state import State

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
        for dealer, (pair, boards), board in itertools.product(range(4), VULNERABLE.items(), range(4)):
            dealers_side, others = pair if dealer % 2 == 0 else pair[::-1]
            theirs = {"dealer": dealer, "dealer_vul": dealers_side, "non_dealer_vul": others}
            found.append(
                Setting({**theirs, "use_double_dummy_result": False}, "bridge", {"boards": 16}, round_no=boards[board])
            )
        return found

    def dealer(self, dealt: Sequence[int]) -> int:
        raise NotImplementedError

    def deck(self, dealt: Sequence[int], dealer: int) -> list[str]:
        """OpenSpiel deals to seat 0 first, we to the dealer's left."""
        first = (dealer + 1) % 4
        return [NAMES[dealt[start + (seat + first) % 4]] for start in range(0, 52, 4) for seat in range(4)]

    def answers(self, ours: State) -> dict[int, tuple[int, ...]]:
        found: dict[int, tuple[int, ...]] = {}
        for action in ours.legal_actions:
            text = ours.game.text(action)
            if text.startswith("play "):
                found[NUMBERS[text.removeprefix("play ")]] = (action,)
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
