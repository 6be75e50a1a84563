"""The bot that plays by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.bots.bot import Bot

if TYPE_CHECKING:
    from tricktaker.game import View


class Chance(Bot):
    """Every legal action is as likely as any other."""

    name = "random"
    about = "plays by chance"

    def choose(self, view: View) -> int:
        return self.random.choice(view.legal_actions)
