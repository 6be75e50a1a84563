"""Runs the exact search of one game: its memory, its stack, and what stops it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tricktaker.compiler.moments import STOP_ROUND
from tricktaker.compiler.solving import (
    CHANCY,
    CONTROL,
    DEEPEST,
    DONE,
    FAULTY,
    INFINITE,
    PAUSED,
    Search,
    hashed,
)
from tricktaker.game import Game

SHARES = {True: 1 << 19, False: 1 << 12}
"""Nodes between two looks at the clock, in machine code and in CPython."""
AT = {name: number for number, name in enumerate(CONTROL)}
FIRST_SHARE = 1 << 12
FIRST_SLOTS = 1 << 10
Vector = Sequence[int]


class Stopped(Exception):
    """The search was left before it was done: out of time, or interrupted."""


class Chancy(Exception):
    """Chance decides something before the end: `path` leads there, from a position on by its answers' bits."""

    def __init__(self, position: list[int], path: list[int]) -> None:
        super().__init__("chance decides")
        self.position = position
        self.path = path


class Faulty(Exception):
    """The rules can't go on somewhere in the tree; `number` is the fault's."""

    def __init__(self, number: int) -> None:
        super().__init__(f"fault {number}")
        self.number = number


class TooDeep(Exception):
    """More decisions follow each other than there is room for."""


@dataclass(slots=True)
class Prover:
    """Proves what positions are worth to the first side beside the second."""

    game: Game
    search: Search
    native: bool
    memory: int
    """Bytes that the memory of positions may take."""
    nodes: int = 0
    deadline: float | None = None
    _solve: Any = field(init=False)
    _shelf: Any = field(init=False)
    _frames: Any = field(init=False)
    _table: Any = field(init=False)
    _history: Any = field(init=False)
    _control: Any = field(init=False)
    _slots: int = field(init=False)
    _spans: list[tuple[int, int]] = field(init=False)
    _constant: list[int] = field(init=False)
    _salted: tuple[int, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        search = self.search
        layout = self.game.program.layout
        self._solve = search.function(self.native)
        self._shelf = self._row(DEEPEST * layout.size)
        self._frames = self._row((DEEPEST + 1) * search.frame)
        self._history = self._row(search.history)
        self._control = self._row(len(CONTROL))
        if search.parted:
            # Heads of lists, then entries one behind the other.
            self._slots = 1 << 10
            while 32 * self._slots * 8 <= self.memory:
                self._slots *= 2
            size = max(self.memory // 8, 2 * self._slots)
            self._control[AT["SLOTS"]] = self._slots - 1
            self._control[AT["FREE"]], self._control[AT["END"]] = self._slots, size
            self._table = self._row(size)
        else:
            self._slots = 1 << 8
            while 2 * self._slots * search.ways * search.entry * 8 <= self.memory:
                self._slots *= 2
            self._table = self._row(self._slots * search.ways * search.entry)
            self._control[AT["SLOTS"]] = min(FIRST_SLOTS, self._slots) - 1
        self._control[AT["DEPTHS"]] = DEEPEST
        self._spans = search.changed()
        self._constant = search.constant()

    def _row(self, size: int) -> Any:
        if not self.native:
            return [0] * size
        import numpy

        return numpy.zeros(size, numpy.int64)

    def bound(self, vector: Vector, goal: int) -> int:
        """Whether a position is worth `goal`: a lower bound of its worth from there on, else an upper one below."""
        self._control[AT["GOAL"]] = goal
        self._run(vector)
        return int(self._control[AT["VALUE"]])

    def leads(self, vector: Vector) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """How far each of several sides gets ahead of the others, times their number; at least; at most."""
        self._run(vector)
        count = self.search.count
        found = tuple(int(word) for word in self._history[: 3 * count])
        return found[:count], found[count : 2 * count], found[2 * count :]

    def forget(self) -> None:
        """Empties the memory."""
        if self.search.parted:
            self._table[: self._slots] = self._row(self._slots)
            self._control[AT["FREE"]] = self._slots
        else:
            self._table[:] = self._row(len(self._table))

    def _run(self, vector: Vector) -> None:
        control, at = self._control, self.game.at
        position = list(vector)
        position[at["stop"]] = STOP_ROUND
        state: Any = position
        if self.native:
            import numpy

            state = numpy.array(position, numpy.int64)
        given = list(position)
        constant = tuple(position[place] for place in self._constant)
        if constant != self._salted:
            self._salted = constant
            control[AT["SALT_A"]], control[AT["SALT_B"]] = hashed(constant)
        control[AT["DEPTH"]] = control[AT["PHASE"]] = control[AT["NODES"]] = 0
        control[AT["CHANCE"]] = position[at["x"]]
        share = FIRST_SHARE
        try:
            while True:
                self._widen()
                end = self._solve(state, self._shelf, self._frames, self._table, self._history, self._control, share)
                share = min(2 * share, SHARES[self.native])
                if end == DONE:
                    return
                if end == FAULTY:
                    raise Faulty(int(state[1]))
                if end == CHANCY:
                    raise Chancy(*self._path(given))
                if end != PAUSED:
                    raise TooDeep
                if self.deadline is not None and time.monotonic() > self.deadline:
                    raise Stopped
        finally:
            self.nodes += int(control[AT["NODES"]])

    def _widen(self) -> None:
        """Takes more of the memory into use as a search goes on: what is never touched costs nothing."""
        if self.search.parted:
            return
        slots, done = int(self._control[AT["SLOTS"]]) + 1, self.nodes + int(self._control[AT["NODES"]])
        while slots < self._slots and done > slots * self.search.ways // 4:
            slots *= 2
        self._control[AT["SLOTS"]] = slots - 1

    def _path(self, position: list[int]) -> tuple[list[int], list[int]]:
        """The position at the last choice of the stack, and the answer that was tried there."""
        depth = int(self._control[AT["DEPTH"]])
        if depth == 0:
            return position, []
        size = self.game.program.layout.size
        for first, length in self._spans:
            start = (depth - 1) * size + first
            position[first : first + length] = [int(word) for word in self._shelf[start : start + length]]
        frame = (depth - 1) * self.search.frame
        move = int(self._frames[frame + self.search.answers + int(self._frames[frame + 1]) - 1])
        return position, [move]


def between(prover: Prover, vector: Vector, window: list[int], guess: int) -> int:
    """The worth of a position, closing in on it with goals; `window` is left at what is proven (Plaat 1996: MTD(f))."""
    while window[0] < window[1]:
        goal = guess if guess > window[0] else window[0] + 1
        if goal > window[1]:
            goal = window[1]
        guess = prover.bound(vector, goal)
        if guess >= goal:
            window[0] = max(window[0], guess)
        else:
            window[1] = min(window[1], guess)
        guess = min(max(guess, window[0]), window[1])
    return window[0]


EVERYTHING = INFINITE >> 1
