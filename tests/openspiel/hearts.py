"""Hearts: 52 cards as rank * 4 + suit; first the pass direction and the deal, then passes by seat, then the tricks."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from tests.openspiel.comparison import Comparison, Setting, names
from tricktaker.game.state import State

CARDS = names("2 3 4 5 6 7 8 9 10 J Q K A", "clubs diamonds hearts spades")
FLAGS = ("jd_bonus", "no_pts_on_first_trick", "must_break_hearts", "qs_breaks_hearts")
ONLY_THERE = {
    "can_lead_any_club": "any_club",
    "can_lead_hearts_instead_of_qs": "spared_queen",
    "avoid_all_tricks_bonus": "no_trick_bonus",
}
ROUND = {0: 4, 1: 1, 2: 3, 3: 2}
"""The round with OpenSpiel's direction: none, left, across, right."""


class Hearts(Comparison):
    name = "hearts"

    def settings(self) -> Sequence[Setting]:
        """Every combination of flags, each with one direction of passing, and without passing at all."""
        found = []
        flags = (*FLAGS, *ONLY_THERE)
        for number, row in enumerate(itertools.product((False, True), repeat=len(flags))):
            theirs = dict(zip(flags, row, strict=True))
            direction = (number + number // 4 + number // 16) % 4
            found.append(self._setting(theirs, direction))
            if number % 3 == 0:
                found.append(self._setting({**theirs, "pass_cards": False}, 0))
        return found

    def _setting(self, theirs: dict[str, Any], direction: int) -> Setting:
        ours: dict[str, Any] = {
            "jack": theirs["jd_bonus"],
            "first_trick_points": not theirs["no_pts_on_first_trick"],
            "hearts_led": "once_broken_or_queen" if theirs["qs_breaks_hearts"] else "once_broken",
        }
        if not theirs["must_break_hearts"]:
            ours["hearts_led"] = "at_once"
        more = {option: True for flag, option in ONLY_THERE.items() if theirs[flag]}
        passing = theirs.get("pass_cards", True)
        return Setting(
            theirs,
            "hearts-openspiel" if more else "hearts",
            {**ours, **more, "passing": "left_right_across_none" if passing else "never"},
            round_no=ROUND[direction] if passing else 1,
            chance=(direction,),
        )

    def dealer(self, dealt: Sequence[int], setting: Setting) -> int:
        return 3

    def deck(self, dealt: Sequence[int], dealer: int) -> list[str]:
        return [CARDS[card] for card in dealt[1:]]

    def answers(self, ours: State) -> dict[int, tuple[int, ...]]:
        texts = {action: ours.game.text(action) for action in ours.legal_actions}
        return {CARDS.index(text.split(" ", 1)[1]): (action,) for action, text in texts.items()}

    def returns(self, ours: State, setting: Setting) -> list[float]:
        return [26.0 - score for score in ours.scores]
