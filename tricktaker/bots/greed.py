"""The bot that looks one step ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.bots.bot import Bot

if TYPE_CHECKING:
    from tricktaker.game import View


class Greedy(Bot):
    """Plays the first card that is legal."""

    name = "greedy"
    about = "looks one step ahead"

    def choose(self, view: View) -> int:
        return view.legal_actions[0]
