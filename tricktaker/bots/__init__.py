"""Bots: players that see what their seat may see, and nothing else.

`create` makes one by name, `names` lists them, the one to play against unasked first. A bot of your own is a class
with `choose`:

    class Lowest(Bot):
        def choose(self, view):
            return view.legal_actions[0]

It is given a `View` and answers with one of `view.legal_actions`. Bots that look ahead (`Search`) also say what
they make of every choice: `create("search", game, seat, seed).consider(view)` gives `Findings`.
"""

from __future__ import annotations

from tricktaker.bots.bot import Bot, BotFault, ask, shown
from tricktaker.bots.catalogue import UnknownBot, check, create, make_ready, names
from tricktaker.bots.contest import play
from tricktaker.bots.search import Search
from tricktaker.bots.thought import Choice, Findings
from tricktaker.bots.watch import Limits, Watch

__all__ = [
    "Bot",
    "BotFault",
    "Choice",
    "Findings",
    "Limits",
    "Search",
    "UnknownBot",
    "Watch",
    "ask",
    "check",
    "create",
    "make_ready",
    "names",
    "play",
    "shown",
]
