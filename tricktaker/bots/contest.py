"""One whole game between bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktaker.bots.bot import ask, shown
from tricktaker.bots.catalogue import create

if TYPE_CHECKING:
    from tricktaker.bots.bot import Bot
    from tricktaker.game import Game, State


def play(game: Game, bots: Sequence[str | Bot], seed: int = 0, number: int = 0) -> State:
    """The end of the game that `game.deal(seed, number)` begins; bots by name, or made already.

    A bot of `open_cards` is shown them. Raises BotFault if one fails or chooses what isn't legal, UnknownBot for a name
    that nobody has, ValueError for more or fewer bots than seats.
    """
    if len(bots) != game.players:
        raise ValueError(f"{len(bots)} bots for {game.players} seats")
    made = [create(bot, game, seat, seed, number) if isinstance(bot, str) else bot for seat, bot in enumerate(bots)]
    state = game.deal(seed, number)
    move = 0
    while (seat := state.current_player) is not None:
        move += 1
        state.apply(ask(made[seat], shown(made[seat], state), seed=seed, number=number, move=move))
    return state
