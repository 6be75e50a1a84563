"""Bots under watch: what happens when one fails, answers what isn't legal, or doesn't answer."""

from __future__ import annotations

import ctypes
import random
import threading
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tricktaker.bots.bot import Bot, BotFault, ask, fault_of, kind_of
from tricktaker.bots.greed import Greedy
from tricktaker.bots.search import Search

if TYPE_CHECKING:
    from tricktaker.game import View

STOP, REPLACE = "stop", "replace"


@dataclass(frozen=True, slots=True)
class Limits:
    """`on_fault`: stop the game, or replace the bot's answer by one by chance; `move_time`: seconds a bot may take.

    A bot that doesn't answer in time isn't asked again in that game: chance plays on for it.
    """

    on_fault: str = STOP
    move_time: float | None = None


class Stopped(BaseException):
    """Raised inside a bot whose time is up; no `except Exception` of its own catches it."""


class Watch:
    """Asks the bots of one game."""

    def __init__(self, limits: Limits, seed: int, number: int) -> None:
        self.limits = limits
        self.seed = seed
        self.number = number
        self.faults: Counter[str] = Counter()
        """Answers that were replaced, by name of the bot."""
        self.first: BotFault | None = None
        self._gone: set[int | None] = set()
        self._warm: set[int | None] = set()
        self._chance = random.Random(f"replacement {seed} {number}")

    def ask(self, bot: Bot, view: View, move: int) -> int:
        """The bot's answer, or one by chance. Raises BotFault where faults stop the game."""
        if view.seat in self._gone:
            self.faults[kind_of(bot)] += 1
            return self._chance.choice(view.legal_actions)
        try:
            if self.limits.move_time is None:
                return ask(bot, view, seed=self.seed, number=self.number, move=move)
            return self._in_time(bot, view, move)
        except BotFault as fault:
            if self.limits.on_fault == STOP:
                raise
            self.first = self.first or fault
            self.faults[kind_of(bot)] += 1
            return self._chance.choice(view.legal_actions)

    def _in_time(self, bot: Bot, view: View, move: int) -> int:
        if view.seat not in self._warm and isinstance(bot, Greedy | Search):
            # Bots of other packages could take any time for it.
            bot.warm_up()
        self._warm.add(view.seat)
        found: list[int] = []
        failed: list[BotFault] = []

        def answer() -> None:
            try:
                found.append(ask(bot, view, seed=self.seed, number=self.number, move=move))
            except BotFault as fault:
                failed.append(fault)
            except Stopped:
                pass

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        thread.join(self.limits.move_time)
        if failed:
            raise failed[0]
        if found:
            return found[0]
        self._gone.add(view.seat)
        if thread.ident is not None:
            # Ends loops; what waits outside Python is left behind, and can't answer any more.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(Stopped))
        why = f"has not answered within {self.limits.move_time:g} s"
        raise fault_of(bot, view.seat, why, seed=self.seed, number=self.number, move=move)
