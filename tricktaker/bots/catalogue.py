"""The bots there are, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.bots.bot import Bot
from tricktaker.bots.chance import Chance
from tricktaker.bots.greed import Greedy

if TYPE_CHECKING:
    from tricktaker.game import Game

BOTS: tuple[type[Bot], ...] = (Greedy, Chance)


def names() -> tuple[str, ...]:
    """What can be asked for; the first is who plays when nobody was asked for."""
    return tuple(bot.name for bot in BOTS)


def create(kind: str, game: Game, seat: int, seed: int, number: int = 0) -> Bot:
    """A bot for one seat of the game that `game.deal(seed, number)` gives. Raises KeyError for a name nobody has."""
    from tricktaker.game.game import bot_seed

    for bot in BOTS:
        if bot.name == kind:
            return bot(game, seat, bot_seed(seed, number, seat))
    raise KeyError(kind)
