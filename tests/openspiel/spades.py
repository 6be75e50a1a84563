"""Spades: 52 cards as suit * 13 + rank; the deal, four bids from seat 0 on, who leads too, then the tricks."""

from __future__ import annotations

from collections.abc import Sequence

from tests.openspiel.comparison import Comparison, Setting, names
from tricktaker.game.state import State

CARDS = names("2 3 4 5 6 7 8 9 10 J Q K A", "clubs diamonds hearts spades", by_suit=True)


class Spades(Comparison):
    name = "spades"

    def settings(self) -> Sequence[Setting]:
        """What a side wins or loses beside its points is all that can be set and matters in one hand."""
        return [
            Setting({}, "spades-openspiel", {}),
            Setting({"win_threshold": 20, "win_or_loss_bonus": 7}, "spades-openspiel", {}),
            Setting({"mercy_threshold": -150, "win_or_loss_bonus": 300}, "spades-openspiel", {}),
        ]

    def dealer(self, dealt: Sequence[int], setting: Setting) -> int:
        return 3

    def deck(self, dealt: Sequence[int], dealer: int) -> list[str]:
        return [CARDS[card] for card in dealt]

    def answers(self, ours: State) -> dict[int, tuple[int, ...]]:
        found = {}
        for action in ours.legal_actions:
            verb, what = ours.game.text(action).split(" ", 1)
            found[CARDS.index(what) if verb == "play" else 52 + int(what)] = (action,)
        return found

    def returns(self, ours: State, setting: Setting) -> list[float]:
        given = {"win_threshold": 500, "mercy_threshold": -350, "win_or_loss_bonus": 200, **setting.theirs}
        found = []
        points = list(super().returns(ours, setting))
        for mine, others in zip(points, [*points[1:], points[0]], strict=True):
            won = mine > others and mine >= given["win_threshold"]
            lost = mine < others and mine <= given["mercy_threshold"]
            found.append(mine + given["win_or_loss_bonus"] * (won - lost))
        return found
