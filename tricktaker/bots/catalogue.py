"""The bots there are, by name."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tricktaker.bots import plugins
from tricktaker.bots.bot import Bot, BotFault, said
from tricktaker.bots.chance import Chance
from tricktaker.bots.greed import Greedy
from tricktaker.bots.machinery import ENGINES
from tricktaker.bots.options import Option, UnknownBot, taken_apart
from tricktaker.bots.search import Cheat, MonteCarlo, Search, compile_ahead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tricktaker.game import Game

BOTS: tuple[type[Bot], ...] = (Search, Greedy, Chance, MonteCarlo, Cheat)
THINKING: dict[str, Option] = {
    "time": Option("seconds to think about a decision", 0.001, 3600),
    "simulations": Option("how often a decision is played on, at most", 1, 10_000_000, whole=True),
    "worlds": Option("how many ways the hidden cards may lie are looked at", 1, 10_000, whole=True),
    "exploration": Option("how much choices that look worse are tried", 0, 1000),
    "rounds": Option("how many rounds are looked ahead; 0 for as many as make sense", 0, 10_000, whole=True),
    "others": Option(
        "how the others are thought to choose: as well as it can, or by chance", words=("search", "chance")
    ),
    "prior": Option("how many simulations what greedy thinks of a card counts for", 0, 1000, whole=True),
    "engine": Option("what thinks", words=ENGINES),
}
OPTIONS: dict[str, dict[str, Option]] = {
    bot.name: {
        name: option
        for name, option in THINKING.items()
        if issubclass(bot, Search) and (name not in ("exploration", "others") or bot is not MonteCarlo)
    }
    for bot in BOTS
}


def names() -> tuple[str, ...]:
    """What can be asked for; the first is who plays when nobody was asked for. Other packages' bots come last."""
    return (*OPTIONS, *(name for name in plugins.names() if name not in OPTIONS))


def check(kind: str) -> type[Bot]:
    """The class of a bot by name, with options or without. Raises UnknownBot, which says what is near."""
    return _asked(kind)[0]


def _asked(kind: str) -> tuple[type[Bot], dict[str, Any]]:
    """The class and the options of `NAME:OPTION=VALUE:...`."""
    known: dict[str, Mapping[str, Option]] = {name: OPTIONS.get(name, {}) for name in names()}
    name = kind.partition(":")[0].strip().casefold()
    if name in OPTIONS:
        for other in plugins.declared_as(name):
            warnings.warn(
                f"the bot `{name}` is the one that comes with tricktaker; {other} can't be asked for by this name: "
                "give its entry point another",
                stacklevel=1,  # one place, so that it is said once
            )
    elif name in known:
        known[name] = plugins.load(name).options
    name, options = taken_apart(kind, known)
    return next((bot for bot in BOTS if bot.name == name), None) or plugins.load(name), options


def create(kind: str, game: Game, seat: int, seed: int, number: int = 0) -> Bot:
    """A bot for one seat of the game that `game.deal(seed, number)` gives: `NAME` or `NAME:OPTION=VALUE:...`.

    Raises UnknownBot for a name, an option or a value that isn't there, BotFault if a bot of another package fails.
    """
    from tricktaker.game.game import bot_seed

    made, options = _asked(kind)
    chance = bot_seed(seed, number, seat)
    if made in BOTS:
        return made(game, seat, chance, **options)
    try:
        return made(game, seat, chance, **options)
    except (Exception, SystemExit) as fault:
        why = f"can't begin: {said(fault, made)}"
        name = kind.partition(":")[0].strip().casefold()
        raise BotFault(bot=name, seat=seat, seed=seed, number=number, move=0, why=why) from fault


def make_ready(kinds: Iterable[str], game: Game, told: Callable[[], None]) -> None:
    """For many moves ahead: compiles what these bots need and isn't there yet, once `told` has said so."""
    asked = [_asked(kind) for kind in kinds]
    if any(issubclass(bot, Search) and options.get("engine") != "python" for bot, options in asked):
        compile_ahead(game, told)


__all__ = ["BOTS", "OPTIONS", "UnknownBot", "check", "create", "make_ready", "names"]
