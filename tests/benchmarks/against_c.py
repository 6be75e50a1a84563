"""Machine code beside loops written by hand in C, on the same games.

    python tests/benchmarks/against_c.py FOLDER [--turns 9]

FOLDER holds the programs `whist`, `fox` and `cucumber`: each takes a number of games and of repetitions and prints a
JSON line with `games_per_s`. Both sides choose evenly among the legal actions, deal and score included; they take turns
in one run, and what is compared are the medians.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import tricktaker
from tricktaker.compiler.engines import Engine
from tricktaker.game.game import keys

VARIANTS = Path(__file__).parent / "variants"
GAMES = {"whist": "whist-deal", "fox": "fox-round", "cucumber": "cucumber-deal"}
LOT = 1_000_000


def by_hand(program: Path, games: int) -> float:
    """Games a second of processor time (it plays a tenth more, to warm up)."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([str(program), str(games), "1"], check=True, capture_output=True)
    return 1.1 * games / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


def by_wall(program: Path, games: int) -> float:
    done = subprocess.run([str(program), str(games), "1"], check=True, capture_output=True, text=True)
    return float(json.loads(done.stdout)["games_per_s"])


def ours(engine: Engine, games: int, wall: bool) -> float:
    clock = time.perf_counter if wall else time.process_time
    start = clock()
    engine.race(keys(1), 0, games)
    return games / (clock() - start)


def measure(folder: Path, turns: int, wall: bool, only: str | None = None) -> dict[str, dict[str, float]]:
    """Medians of both and their ratio, by game."""
    found: dict[str, dict[str, float]] = {}
    for loop, variant in GAMES.items():
        if only not in (None, loop):
            continue
        engine = Engine(tricktaker.load(VARIANTS / f"{variant}.yaml").program, native=True)
        engine.race(keys(1), 0, 1000)
        rates: dict[str, list[float]] = {"c": [], "ours": []}
        for _ in range(turns):
            rates["c"].append((by_wall if wall else by_hand)(folder / loop, LOT))
            rates["ours"].append(ours(engine, LOT, wall))
        medians = {name: statistics.median(rate) for name, rate in rates.items()}
        found[loop] = {**medians, "ratio": medians["ours"] / medians["c"]}
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--wall", action="store_true", help="by the clock, not by processor time")
    parser.add_argument("--only", choices=GAMES)
    given = parser.parse_args()
    for name, each in measure(given.folder, given.turns, given.wall, given.only).items():
        print(f"{name:10} C {each['c']:12,.0f}  numba {each['ours']:12,.0f} games/s   ratio {each['ratio']:.2f}")
