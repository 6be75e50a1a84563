"""What a bot is, and what happens when one fails."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from tricktaker.bots.whence import place, traced
from tricktaker.diagnostics.display import printable

if TYPE_CHECKING:
    from tricktaker.bots.options import Option
    from tricktaker.game import Game, State, View


MOST_TEXT = 300
"""So many characters of what a bot answered, or of its error, are told."""


class Bot(ABC):
    """A player of one seat. All its chance comes from `self.random`, which no other seat and no deal shares."""

    name: ClassVar[str]
    about: ClassVar[str] = ""
    options: ClassVar[Mapping[str, Option]] = {}
    """What a bot of another package may be asked for by name (`mybot:depth=3`): given to it by keyword."""
    open_cards: ClassVar[bool] = False
    """Whether it is shown everybody's cards: whoever asks it calls `see` before `choose`. Such a bot cheats, and is
    there to measure others by; nobody is made to play against it unasked."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game = game
        self.seat = seat
        self.random = random.Random(seed)

    @abstractmethod
    def choose(self, view: View) -> int:
        """One of `view.legal_actions`; the view is of this bot's seat, whose turn it is."""

    def see(self, state: State) -> None:
        """The whole situation, for a bot of `open_cards` only: a copy of its own."""
        raise TypeError(f"{kind_of(self)} is a bot that sees what its seat sees")

    def __call__(self, view: View) -> int:
        return self.choose(view)


class BotFault(Exception):
    """A bot failed, or chose what isn't legal; says which one, in which game, at which decision."""

    def __init__(self, *, bot: str, seat: int, seed: int, number: int, move: int, why: str) -> None:
        where = f"bot `{bot}` in seat {seat}, seed {seed}, game {number}, move {move}"
        super().__init__(f"{where}: {why}")
        self.bot = bot
        self.seat = seat
        self.seed = seed
        self.number = number
        self.move = move
        self.why = why

    @property
    def trace(self) -> str:
        """The traceback of what the bot raised; empty if it raised nothing."""
        return traced(self.__cause__)


def ask(bot: Bot, view: View, *, seed: int, number: int, move: int) -> int:
    """The bot's answer. Raises BotFault if it fails or isn't legal; `move` counts the game's decisions from 1."""
    try:
        action = bot.choose(view)
    except (Exception, SystemExit, GeneratorExit) as fault:
        raise fault_of(bot, view.seat, said(fault, type(bot)), seed=seed, number=number, move=move) from fault
    if type(action) is int and action in view.legal_actions:
        return action
    known = type(action) is int and 0 <= action < view.game.action_count
    what = f"`{view.game.text(action)}`" if known else _told(repr, action)
    why = f"chose {what}, which is not legal"
    if type(action) is not int:
        why += f": actions are of type int, not {type(action).__name__}"
    raise fault_of(bot, view.seat, why, seed=seed, number=number, move=move)


def shown(bot: Bot, state: State) -> View:
    """What a bot gets to see when it is its turn."""
    assert state.current_player is not None
    if bot.open_cards:
        bot.see(state.copy())
    return state.view(state.current_player)


def kind_of(bot: Bot) -> str:
    """The bot's name, or its class where it has none."""
    return printable(str(getattr(bot, "name", type(bot).__name__)))


def fault_of(bot: Bot, seat: int | None, why: str, *, seed: int, number: int, move: int) -> BotFault:
    """A fault of whoever sits in a seat, whatever the bot itself says where it sits."""
    return BotFault(bot=kind_of(bot), seat=-1 if seat is None else seat, seed=seed, number=number, move=move, why=why)


def said(fault: BaseException, made: type[Bot]) -> str:
    """An error of a bot in one line, with the place in the bot's own file that led to it."""
    text = _told(str, fault)
    where = printable(place(fault, made))
    told = f"{type(fault).__name__}: {text}" if text else type(fault).__name__
    return f"{told} ({where})" if where else told


def _told(how: Callable[[object], str], thing: object) -> str:
    """What something of a bot says of itself: in one line, not too long, and though it may be unable to."""
    try:
        text = " ".join(how(thing).split())
    except Exception:
        return f"something of type {type(thing).__name__} that can't be shown"
    return printable(text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}…")
