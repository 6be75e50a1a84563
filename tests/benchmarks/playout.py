"""Rounds a second of the generated play-to-the-end function, beside the same game written by hand.

Run `python tests/benchmarks/playout.py`. Both play the same games (which is checked), alternating in one process;
printed are medians and the ratio of the medians.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import tricktaker
from tests.benchmarks import hand_written_fox as by_hand

GAMES = 500
REPEATS = 9


GAME = tricktaker.load("fox")


def generated(seeds: list[tuple[int, int]], y: int) -> tuple[int, list[list[int]], int]:
    game = GAME
    playout, at = game.program.playout, game.at
    score = game.program.layout.arrays["V_score"].offset
    state = [0] * game.program.layout.size
    scores: list[list[int]] = []
    rounds = 0
    for seed_a, seed_b in seeds:
        state[at["seed_a"]], state[at["seed_b"]] = seed_a, seed_b
        y = playout(state, y)
        scores.append(state[score : score + 2])
        rounds += state[at["round_no"]]
    return y, scores, rounds


def written(seeds: list[tuple[int, int]], y: int) -> tuple[int, list[list[int]], int]:
    scores: list[list[int]] = []
    rounds = 0
    for seed_a, seed_b in seeds:
        y, result, count = by_hand.play_game(seed_a, seed_b, y)
        scores.append(result)
        rounds += count
    return y, scores, rounds


def measure(games: int = GAMES, repeats: int = REPEATS) -> dict[str, float]:
    """Rounds a second of both, and generated / by hand. Raises AssertionError if they play different games."""
    rng = random.Random(1)
    seeds = [(rng.getrandbits(31), rng.getrandbits(31)) for _ in range(games)]
    assert generated(seeds[:50], 12345) == written(seeds[:50], 12345), "the two play different games"
    rates: dict[str, list[float]] = {"generated": [], "by hand": []}
    for _ in range(repeats):
        for name, play in (("generated", generated), ("by hand", written)):
            start = time.perf_counter()
            _, _, rounds = play(seeds, 12345)
            rates[name].append(rounds / (time.perf_counter() - start))
    medians = {name: statistics.median(found) for name, found in rates.items()}
    return {**medians, "ratio": medians["generated"] / medians["by hand"]}


if __name__ == "__main__":
    found = measure()
    print(f"generated {found['generated']:,.0f} rounds/s, by hand {found['by hand']:,.0f} rounds/s")
    print(f"ratio {found['ratio']:.2f}")
