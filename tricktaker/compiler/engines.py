"""Running many games of a program, in CPython or in machine code; whichever it is, the games are the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tricktaker.compiler.batch import batch_text, hashes_text, race_text
from tricktaker.compiler.sampling import sampling_text
from tricktaker.compiler.searching import search_text
from tricktaker.compiler.tally import Tally
from tricktaker.compiler.text import joined
from tricktaker.compiler.worths import ranks_text

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program

ENGINES = ("python", "numba")
Keys = tuple[int, int, int]


@dataclass(slots=True)
class Engine:
    """Plays games of one program by chance. Functions are made when they are first used."""

    program: Program
    native: bool
    tally: Tally = field(init=False)
    functions: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tally = Tally(self.program.rules, len(self.program.outcomes))

    @property
    def name(self) -> str:
        return "numba" if self.native else "python"

    def words(self, size: int) -> Any:
        """Whole numbers in a row, all 0, as this runtime wants them."""
        if not self.native:
            return [0] * size
        import numpy

        return numpy.zeros(size, numpy.int64)

    def row(self, values: Sequence[int]) -> Any:
        """Whole numbers in a row, as this runtime wants them."""
        if not self.native:
            return list(values)
        import numpy

        return numpy.array(values, numpy.int64)

    def function(self, entry: str) -> Any:
        """`race`, `hashes`, `batch`, `sample`, `grow`, `ranks` or `advance`, compiled."""
        if entry not in self.functions:
            self.functions[entry] = self._native(entry) if self.native else self._python(entry)
        return self.functions[entry]

    def lines(self, entry: str) -> list[str]:
        """The text of an entry and of all it calls: always the same, whatever else was asked for before."""
        with self.program.emitter.again(self.program.names):
            return self._lines(entry)

    def _lines(self, entry: str) -> list[str]:
        if entry == "race":
            return race_text(self.program, self.native)
        if entry == "hashes":
            return hashes_text(self.program, self.native)
        if entry == "grow":
            return search_text(self.program, self.native)
        if entry == "ranks":
            return ranks_text(self.program)[0]
        if entry == "sample":
            return sampling_text(self.program, self.native)
        return batch_text(self.program, self.tally, self.native)

    def text(self, entry: str) -> str:
        """The module that is compiled for an entry."""
        from tricktaker.compiler.native import machine_lines, native_text

        lines = self.lines(entry) if entry != "advance" else machine_lines(self._machine(), self.program.layout.scalars)
        return native_text(self.program, lines, [entry]) if self.native else joined(lines)

    def _machine(self) -> list[str]:
        from tricktaker.compiler.machine import machine_text

        program = self.program
        return machine_text(program.body, program.layout.scalars, program.site_words, log=False)

    def _native(self, entry: str) -> Any:
        from tricktaker.compiler.cache import load_module

        module, _ = load_module(self.text(entry), self._key(entry))
        return getattr(module, entry)

    def _python(self, entry: str) -> Any:
        from tricktaker.compiler.program import run

        text = self.text(entry)
        space = dict(self.program.space)
        space.update(self.program.emitter.tables.values)
        space["__builtins__"] = {**space["__builtins__"], "len": len}
        space["sqrt"] = math.sqrt
        run(text, f"{self.program.name} {entry}", space)
        self.functions |= {name: space[name] for name in ("outcome", "add") if name in space}
        return space[entry]

    def is_ready(self, entry: str) -> bool:
        """Whether an entry needs no compiling: it is a Python function, or machine code that is kept on disk."""
        from tricktaker.compiler.cache import is_kept

        return not self.native or entry in self.functions or is_kept(self.text(entry), self._key(entry), entry)

    def _key(self, entry: str) -> str:
        return f"{self.program.rules.fingerprint}-{self.program.rules.players}-{entry}"

    def helper(self, name: str) -> Any:
        """`outcome` or `add`, of what `batch` is made of (CPython only)."""
        self.function("batch")
        return self.functions[name]

    # -- playing

    def race(self, keys: Keys, first: int, games: int) -> int:
        """Plays games without counting; returns a checksum of all choices."""
        state = self.words(self.program.layout.size)
        return int(self.function("race")(state, *keys, first, games))

    def hashes(self, keys: Keys, first: int, games: int) -> list[int]:
        """The hash of all events of each game."""
        state, found = self.words(self.program.layout.size), self.words(games)
        self.function("hashes")(state, *keys, first, games, found)
        return [int(value) for value in found]

    def batch(self, keys: Keys, first: int, games: int, rows: bool) -> tuple[int, list[int], list[int], int]:
        """Games played, the tally, a line of each game if `rows`, and the number of the fault that ended it or 0."""
        state, tally = self.words(self.program.layout.size), self.words(self.tally.size)
        row, lines = self.words(self.tally.width), self.words(self.tally.width * games if rows else 0)
        done = int(self.function("batch")(state, *keys, first, games, tally, row, lines))
        return done, [int(value) for value in tally], [int(value) for value in lines], int(state[1])


def engines_here() -> Sequence[str]:
    """The engines that can run on this machine."""
    from tricktaker.compiler.native import available

    return ENGINES if available() else ENGINES[:1]
