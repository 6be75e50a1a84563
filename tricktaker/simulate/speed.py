"""How fast each engine is on a game."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

from tricktaker.compiler.engines import Engine, engines_here
from tricktaker.game import Game
from tricktaker.game.game import keys

ROUND = 0.3
"""Seconds a round of measuring lasts about."""
ROUNDS = 5
_COLD = """\
import sys, time
from tricktaker.game.game import load_with, keys
from tricktaker.compiler.engines import Engine
variant, players, options, native = eval(sys.argv[1])
game = load_with(variant, players, options)
if native:
    import numba
start = time.process_time()
engine = Engine(game.program, native)
engine.race(keys(0), 0, 1)
print(time.process_time() - start)
"""


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured, in processor time: whole random games; seconds to compile without `import numba`."""

    engine: str
    games_per_s: float
    rounds_per_s: float
    decisions_per_s: float
    low: float
    high: float
    compile_s: float
    cached_s: float
    memory_mb: float

    def to_json(self) -> dict[str, Any]:
        return {
            "games_per_s": self.games_per_s,
            "rounds_per_s": self.rounds_per_s,
            "decisions_per_s": self.decisions_per_s,
            "games_per_s_low": self.low,
            "games_per_s_high": self.high,
            "compile_s": self.compile_s,
            "cached_s": self.cached_s,
            "memory_mb": self.memory_mb,
        }


def speeds(game: Game, seed: int = 0) -> list[Speed]:
    """Measures every engine there is here, in turns; medians."""
    engines = [Engine(game.program, name == "numba") for name in engines_here()]
    starts = [_start(game, engine.native) for engine in engines]
    lots: list[int] = []
    for engine in engines:
        lots.append(_lot(engine, seed))
    rates: list[list[float]] = [[] for _ in engines]
    for turn in range(ROUNDS):
        for place, engine in enumerate(engines):
            start = time.process_time()
            engine.race(keys(seed), turn * lots[place], lots[place])
            rates[place].append(lots[place] / (time.process_time() - start))
    counts = engines[0].batch(keys(seed), 0, 200, False)[1]
    at = engines[0].tally.at
    per_game = {name: counts[at[name]] / max(1, counts[at["games"]]) for name in ("rounds", "decisions")}
    found = []
    for engine, rate, (cold, cached) in zip(engines, rates, starts, strict=True):
        games = statistics.median(rate)
        found.append(
            Speed(
                engine=engine.name,
                games_per_s=games,
                rounds_per_s=games * per_game["rounds"],
                decisions_per_s=games * per_game["decisions"],
                low=min(rate),
                high=max(rate),
                compile_s=cold,
                cached_s=cached,
                memory_mb=memory(),
            )
        )
    return found


def _lot(engine: Engine, seed: int) -> int:
    """How many games last about as long as a round of measuring."""
    engine.race(keys(seed), 0, 1)  # compiles
    games = 1
    while True:
        start = time.process_time()
        engine.race(keys(seed), 0, games)
        taken = time.process_time() - start
        if taken > ROUND / 10:
            return max(1, int(games * ROUND / taken))
        games *= 4


def _start(game: Game, native: bool) -> tuple[float, float]:
    """Seconds from nothing to the first game, in a new process: with nothing kept from before, and again."""
    import os
    import tempfile

    from tricktaker.compiler.cache import FOLDER

    asked = repr((game.path, game.players, game.options, native))
    with tempfile.TemporaryDirectory() as folder:
        taken = []
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, "-c", _COLD, asked],
                env={**os.environ, FOLDER: folder},
                capture_output=True,
                text=True,
                check=True,
            )
            taken.append(float(done.stdout))
    return taken[0], taken[1]


def memory() -> float:
    """The most memory this process has had, in megabytes."""
    try:
        import resource
    except ImportError:
        return 0.0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1 << 20) if sys.platform == "darwin" else used / 1024
