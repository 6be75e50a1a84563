"""Bots of other packages: entry points of the group `tricktaker.bots`, each a name and a class."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract

from tricktaker.bots.bot import Bot
from tricktaker.bots.options import UnknownBot

GROUP = "tricktaker.bots"


@cache
def _declared() -> dict[str, EntryPoint]:
    return {point.name.casefold(): point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def names() -> tuple[str, ...]:
    """What other packages' bots are called."""
    return tuple(_declared())


@cache
def load(name: str) -> type[Bot]:
    """The class of another package's bot. Raises UnknownBot, saying why, if it can't be had or isn't a bot."""
    point = _declared()[name]
    try:
        found: object = point.load()
    except (Exception, SystemExit) as fault:
        raise UnknownBot(
            f"the bot `{name}` ({point.value}) can't be loaded: {type(fault).__name__}: {fault}"
        ) from fault
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise UnknownBot(f"the bot `{name}` ({point.value}) is no `tricktaker.bots.Bot`")
    if isabstract(found):
        raise UnknownBot(f"the bot `{name}` ({point.value}) has no `choose`")
    if found.open_cards and found.see is Bot.see:
        raise UnknownBot(f"the bot `{name}` ({point.value}) is shown all cards and has no `see`")
    return found
