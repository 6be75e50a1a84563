"""The bot that looks one step ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.bots.bot import Bot
from tricktaker.bots.practice import worth_of

if TYPE_CHECKING:
    from tricktaker.game import View


class Greedy(Bot):
    """Does what looks best at once.

    It knows no game. Before its first decision it plays some games against itself by chance, on deals of its own, and
    so learns what winning a trick is good for, which cards win, and which actions went along with good rounds.
    """

    name = "greedy"
    about = "looks one step ahead"

    def warm_up(self) -> None:
        """Learns what it learns once for a game."""
        worth_of(self.game)

    def choose(self, view: View) -> int:
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        worth = worth_of(self.game)
        return worth.best(worth.eye.of_view(view), view.legal_actions)
