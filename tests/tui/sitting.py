"""A game played through the terminal's own code, without a terminal: answers come from a function."""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Callable, Sequence

from tricktaker import Game, State, View
from tricktaker.bots import Bot
from tricktaker.tui.keeping import Unkept
from tricktaker.tui.labels import Labels
from tricktaker.tui.screen import EndOfInput, Screen
from tricktaker.tui.seats import Seat
from tricktaker.tui.table import Left, Table


class Answers(io.StringIO):
    """A standard input that answers each question by a function of the table."""

    def __init__(self, say: Callable[[Table], str | None]) -> None:
        super().__init__()
        self.say = say
        self.table: Table | None = None
        self.asked = 0

    def readline(self, size: int | None = -1, /) -> str:
        assert self.table is not None
        self.asked += 1
        answer = self.say(self.table)
        return "" if answer is None else f"{answer}\n"


class Kept(Unkept):
    """A record of what a record is told."""

    def __init__(self) -> None:
        self.actions: list[int] = []
        self.over = False

    def decided(self, state: State, seat: int, action: int) -> None:
        self.actions.append(action)

    def taken_back(self, state: State, count: int) -> None:
        del self.actions[-count:]

    def finished(self, state: State) -> None:
        self.over = True


class Sitting:
    """One game with what was shown, what was kept and how it ended."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        say: Callable[[Table], str | None],
        *,
        seed: int = 1,
        plain: bool = False,
        forced: bool = False,
        state: State | None = None,
    ) -> None:
        self.out = io.StringIO()
        source = Answers(say)
        screen = Screen(out=self.out, source=source, plain=plain, environment={})
        self.kept = Kept()
        self.table = Table(
            state=state if state is not None else game.deal(seed),
            seats=seats,
            seed=seed,
            screen=screen,
            labels=Labels(game, [seat.name for seat in seats], screen),
            keeper=self.kept,
            rules=lambda: (),
            decide_when_forced=forced,
        )
        source.table = self.table
        self.source = source

    def play(self) -> str:
        """Play until it is over or left; all that was shown."""
        with contextlib.suppress(EndOfInput, Left):
            self.table.play()
        return self.out.getvalue()


class Doing(Bot):
    """A bot by a function."""

    name = "doing"

    def __init__(self, choose: Callable[[View], int], seat: int = 0) -> None:
        self.seat = seat
        self._choose = choose

    def choose(self, view: View) -> int:
        return self._choose(view)


def chance(seed: int, seat: int) -> Bot:
    """A bot that does anything."""
    dice = random.Random(seed)
    return Doing(lambda view: dice.choice(view.legal_actions), seat)


def people(count: int) -> list[Seat]:
    """So many people at one screen."""
    return [Seat("You" if count == 1 else f"Player {seat + 1}", "you") for seat in range(count)]


def bots(count: int, seed: int = 0) -> list[Seat]:
    """So many bots."""
    return [Seat(f"Random {seat + 1}", "random", chance(seed + seat, seat)) for seat in range(count)]


def you_and_bots(count: int, seed: int = 0) -> list[Seat]:
    """You in seat 0 and bots in the others."""
    return [*people(1), *bots(count, seed)[1:]]


def legal(dice: random.Random) -> Callable[[Table], str]:
    """Answers with the text of a legal action; Enter where the device is passed."""

    def say(table: Table) -> str:
        decision = table.state.decision
        assert decision is not None
        if table.shared and table.watcher != decision.seat:
            return ""
        return table.state.game.text(dice.choice(decision.options))

    return say
