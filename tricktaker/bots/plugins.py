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
    return {name: points[0] for name, points in _all_declared().items()}


@cache
def _all_declared() -> dict[str, list[EntryPoint]]:
    """What packages declare under each name, different things only."""
    found: dict[str, dict[str, EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.value):
        found.setdefault(point.name.casefold(), {}).setdefault(point.value, point)
    return {name: list(points.values()) for name, points in found.items()}


def declared_as(name: str) -> tuple[str, ...]:
    """Which classes of other packages are declared under a name: `package.module:Class`."""
    return tuple(point.value for point in _all_declared().get(name, ()))


def names() -> tuple[str, ...]:
    """What other packages' bots are called."""
    return tuple(_declared())


@cache
def load(name: str) -> type[Bot]:
    """The class of another package's bot. Raises UnknownBot, saying why, if it can't be had or isn't a bot."""
    if len(declared_as(name)) > 1:
        raise UnknownBot(f"several packages have a bot `{name}`: {', '.join(declared_as(name))}; rename one of them")
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
