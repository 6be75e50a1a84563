"""Solving positions of one game: values, best answers, the line of best play."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tricktaker.compiler.engines import ENGINES, engines_here
from tricktaker.compiler.layout import BITS
from tricktaker.compiler.lifetimes import Lifetimes
from tricktaker.compiler.moments import STOP_ROUND
from tricktaker.compiler.solving import WIN, Search
from tricktaker.diagnostics import Span
from tricktaker.game import Game, GameFault, State
from tricktaker.solver.chance import chance_step
from tricktaker.solver.measure import Measure, measure
from tricktaker.solver.prover import EVERYTHING, Chancy, Faulty, Prover, Stopped, TooDeep, Vector, between
from tricktaker.solver.solution import Answer, Range, Solution, Step, Together, Value

MEMORY = 256
"""Megabytes of memory by default."""


class Unsolvable(ValueError):
    """A position that can't be solved; the message says why, `span` is the place in the rules."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        where = f"{span.file}:{span.line}:{span.column}: " if span is not None else ""
        super().__init__(f"{where}{message}")
        self.span = span


@dataclass(slots=True)
class Solver:
    """Solves positions of one game, all cards open, to the end of the round (or of the game if it ends there).

    `by`: None for what the rules rank at the end, `tricks`, or an expression asked of each player. `engine`: python or
    numba, None for the quicker one here; both find the same. `memory`: megabytes for positions that are remembered.
    Raises BadMeasure if the game can't be measured so.
    """

    game: Game
    by: str | None = None
    engine: str | None = None
    memory: int = MEMORY
    measure: Measure = field(init=False)
    _provers: dict[bool, Prover] = field(init=False, default_factory=dict)
    _inside: frozenset[int] = field(init=False)
    _nodes: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        if self.engine is None:
            self.engine = engines_here()[-1]
        if self.engine not in ENGINES:
            raise ValueError(f"there is no engine {self.engine!r}")
        self.measure = measure(self.game, self.by)
        lifetimes = Lifetimes(self.game.program)
        play = [site.number for site in self.game.program.sites if site.kind == "play"]
        self._inside = frozenset(lifetimes.reachable([b for site in play for b in lifetimes.asks(site)], STOP_ROUND))

    @property
    def nodes(self) -> int:
        """Positions looked at in the last search."""
        return self._nodes

    # -- what is asked

    def solve(
        self, position: State | Vector, *, every: bool = False, line: bool = True, seconds: float | None = None
    ) -> Solution:
        """What a position is worth, its best answer (with `every` the value of each), and the line of best play.

        A search that runs longer than `seconds`, or is interrupted (KeyboardInterrupt), ends with what is proven so
        far: `complete` is False then. Raises Unsolvable where chance decides before the end, GameFault where the rules
        can't go on.
        """
        vector = list(position._raw) if isinstance(position, State) else list(position)
        vector[self.game.at["stop"]] = STOP_ROUND
        prover = self._prover(vector)
        begun, before = time.monotonic(), prover.nodes
        prover.deadline = None if seconds is None else begun + seconds
        try:
            with_all = (_Several if prover.search.many else _Two)(self, prover, vector, every, line)
            found = with_all.solution()
        except Chancy as chance:
            step, span = chance_step(self.game, chance.position, chance.path)
            raise Unsolvable(f"chance decides before the end of the round: {step}", span) from None
        except Faulty as fault:
            info = self.game.program.faults[fault.number - 1]
            raise GameFault(info.message, info.span) from None
        except TooDeep:
            raise Unsolvable("the game goes on for more decisions than a search has room for") from None
        finally:
            prover.deadline = None
            self._nodes = prover.nodes - before
        found.nodes, found.seconds = prover.nodes - before, time.monotonic() - begun
        return found.made()

    def best(self, position: State | Vector, *, seconds: float | None = None) -> Solution:
        """The best answer and its value, without a line: what a bot asks of a world that it imagines."""
        return self.solve(position, line=False, seconds=seconds)

    def forget(self) -> None:
        """Empties the memory: the next search is as slow as a first one."""
        for prover in self._provers.values():
            prover.forget()

    def _prover(self, vector: Vector) -> Prover:
        inside = vector[self.game.at["pc"]] in self._inside
        if inside not in self._provers:
            measured = self.measure
            search = Search(self.game.program, measured.worth, measured.side_of, inside)
            native = self.engine == "numba"
            room = (self.memory << 20) // (1 if native else 4)
            self._provers[inside] = Prover(self.game, search, native, room)
        return self._provers[inside]

    # -- positions as rows of words

    def over(self, vector: Vector) -> bool:
        """Whether a position is at the end of the search."""
        return bool(vector[self.game.at["over"]] or vector[self.game.at["halted"]])

    def seat(self, vector: Vector) -> int:
        """Who decides."""
        return vector[self.game.at["actor"]]

    def answers(self, vector: Vector) -> Iterator[tuple[int, int]]:
        """Legal answers in order: the bit that stands for each and the action."""
        at, program = self.game.at, self.game.program
        site = program.sites[vector[at["site"]]]
        seen: set[int] = set()
        for word in range(site.words):
            mask = vector[at["m0"] + word]
            while mask:
                bit = (mask & -mask).bit_length() - 1 + word * BITS
                mask &= mask - 1
                action = site.options[bit]
                assert action is not None
                if action not in seen:
                    seen.add(action)
                    yield bit, action

    def after(self, vector: Vector, bit: int) -> list[int]:
        """The position behind an answer. Raises Chancy or Faulty."""
        found = list(vector)
        found[self.game.at["choice"]] = bit
        self.game.program.advance(found, [])
        if found[1]:
            raise Faulty(found[1])
        if found[self.game.at["x"]] != vector[self.game.at["x"]]:
            raise Chancy(list(vector), [bit])
        return found

    def points(self, vector: Vector) -> tuple[int, ...]:
        """What each side has."""
        worth = self.measure.worth
        asked = [self.game.program.query(node, (worth.id,)) for node in worth.nodes]
        return tuple(sum(int(ask(vector, subject)) for ask in asked) for subject in worth.subjects)


@dataclass(slots=True)
class _Found:
    """A solution that grows."""

    solver: Solver
    vector: list[int]
    ranges: list[Range]
    values: list[Value | None]
    answers: list[Answer] = field(default_factory=list)
    line: list[Step] = field(default_factory=list)
    points: tuple[int, ...] = ()
    result: str | None = None
    complete: bool = True
    nodes: int = 0
    seconds: float = 0.0

    def made(self) -> Solution:
        solver = self.solver
        return Solution(
            by=solver.measure.name,
            sides=solver.measure.sides,
            seat=None if solver.over(self.vector) else solver.seat(self.vector),
            values=tuple(self.values),
            ranges=tuple(self.ranges),
            answers=tuple(self.answers),
            line=tuple(self.line),
            points=self.points,
            result=self.result,
            complete=self.complete,
            nodes=self.nodes,
            seconds=self.seconds,
        )

    def ended(self, vector: list[int]) -> None:
        """What the line comes to."""
        game = self.solver.game
        self.points = self.solver.points(vector)
        if vector[game.at["over"]]:
            self.result = game.result_text(vector[game.at["outcome"]])


@dataclass(slots=True)
class _Asked:
    """What is asked of one position."""

    solver: Solver
    prover: Prover
    vector: list[int]
    every: bool
    with_line: bool

    def solution(self) -> _Found:
        solver = self.solver
        count = len(solver.measure.sides)
        found = _Found(solver, self.vector, [Range(None, None)] * count, [None] * count)
        try:
            self._value(found)
            if solver.over(self.vector):
                found.ended(self.vector)
            else:
                self._answers(found)
                if self.with_line:
                    self._line(found)
        except (Stopped, KeyboardInterrupt) as stop:
            if isinstance(stop, KeyboardInterrupt):
                self.prover.forget()
            found.complete = False
        return found

    def _value(self, found: _Found) -> None:
        """Finds values and ranges; what is known of them if it has to stop."""
        raise NotImplementedError

    def _answers(self, found: _Found) -> None:
        """Finds answers, the best first."""
        raise NotImplementedError

    def _best(self, vector: list[int]) -> tuple[int, int]:
        """The first of the best answers: its bit and its action."""
        raise NotImplementedError

    def _line(self, found: _Found) -> None:
        solver, vector = self.solver, self.vector
        steps: list[Step] = []
        action = found.answers[0].action
        bit = next(bit for bit, other in solver.answers(vector) if other == action)
        while True:
            steps.append(Step(solver.seat(vector), action, solver.game.text(action)))
            vector = solver.after(vector, bit)
            if solver.over(vector):
                break
            bit, action = self._best(vector)
        found.line = steps
        found.ended(vector)


@dataclass(slots=True)
class _Two(_Asked):
    """Two sides, or one that plays together."""

    value: int = 0
    """What the position is worth to the first side."""

    def _value(self, found: _Found) -> None:
        window = [-EVERYTHING, EVERYTHING]
        try:
            self.value = between(self.prover, self.vector, window, 0)
        finally:
            signs = (1, -1)[: len(found.ranges)]
            found.ranges = [self._range(window, sign) for sign in signs]
            found.values = [each.value for each in found.ranges]

    def _range(self, window: Sequence[int], sign: int) -> Range:
        """What is proven, for the side of this sign."""
        low, high = sorted(sign * end for end in window)
        return Range(
            None if low <= -EVERYTHING else self._told(low),
            None if high >= EVERYTHING else self._told(high),
        )

    def _told(self, worth: int) -> Value:
        """A worth of the search as others may read it."""
        if not self.solver.measure.worth.together:
            return worth
        end = (worth + WIN // 2) // WIN
        return Together(end, worth - end * WIN)

    def _sign(self, vector: Vector) -> int:
        return -1 if self.solver.measure.side_of[self.solver.seat(vector)] else 1

    def _reaches(self, vector: Vector, sign: int) -> bool:
        """Whether the side that decided gets the value from here."""
        if sign > 0:
            return self.prover.bound(vector, self.value) >= self.value
        return self.prover.bound(vector, self.value + 1) <= self.value

    def _best(self, vector: list[int]) -> tuple[int, int]:
        sign = self._sign(vector)
        options = list(self.solver.answers(vector))
        for bit, action in options:
            if len(options) == 1 or self._reaches(self.solver.after(vector, bit), sign):
                return bit, action
        raise AssertionError("no answer keeps the value")

    def _answers(self, found: _Found) -> None:
        solver, game, sign = self.solver, self.solver.game, self._sign(self.vector)
        if not self.every:
            _, action = self._best(self.vector)
            own = self._range([self.value, self.value], sign)
            found.answers = [Answer(action, game.text(action), own.value, own)]
            return
        known: list[Answer] = []
        guess = self.value
        for bit, action in solver.answers(self.vector):
            window = [-EVERYTHING, self.value] if sign > 0 else [self.value, EVERYTHING]
            try:
                guess = between(self.prover, solver.after(self.vector, bit), window, guess)
            finally:
                both = self._range(window, sign)
                known.append(Answer(action, game.text(action), both.value, both))
                found.answers = sorted(known, key=_rank, reverse=True)


@dataclass(slots=True)
class _Several(_Asked):
    """More than two sides, each for itself: max^n."""

    def _value(self, found: _Found) -> None:
        leads = self.prover.leads(self.vector)
        found.values = [self._scaled(lead) for lead in leads[0]]
        found.ranges = [
            Range(self._scaled(low), self._scaled(high)) for low, high in zip(leads[1], leads[2], strict=True)
        ]

    def _scaled(self, lead: int) -> Value:
        """Ahead of the mean of the others."""
        share = Fraction(lead, len(self.solver.measure.sides) - 1)
        return int(share) if share.denominator == 1 else share

    def _tried(self, vector: list[int]) -> Iterator[tuple[int, int, tuple[int, int, int]]]:
        """The bit and action of each answer, and the lead of whoever decides, with its least and greatest."""
        side = self.solver.measure.side_of[self.solver.seat(vector)]
        for bit, action in self.solver.answers(vector):
            lead, low, high = self.prover.leads(self.solver.after(vector, bit))
            yield bit, action, (lead[side], low[side], high[side])

    def _best(self, vector: list[int]) -> tuple[int, int]:
        tried = list(self._tried(vector))
        best = max(lead for _, _, (lead, _, _) in tried)
        return next((bit, action) for bit, action, (lead, _, _) in tried if lead == best)

    def _answers(self, found: _Found) -> None:
        known: list[Answer] = []
        for _, action, (lead, low, high) in self._tried(self.vector):
            both = Range(self._scaled(low), self._scaled(high))
            known.append(Answer(action, self.solver.game.text(action), self._scaled(lead), both))
        known.sort(key=_rank, reverse=True)
        found.answers = known if self.every else known[:1]


def _rank(answer: Answer) -> tuple[bool, Any]:
    """More for better answers, least for those of which nothing is known."""
    known = answer.value if answer.value is not None else answer.range.low
    return known is not None, known
