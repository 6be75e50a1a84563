"""Both engines beside OpenSpiel on the same games: `pip install open_spiel`, then

    python tests/benchmarks/against_openspiel.py [--turns 5]

One game of OpenSpiel is one hand, so ours are counted in hands. Everybody chooses evenly among the legal actions. Deal
and score are included, but not in OpenSpiel's rollouts, which begin after the deal. All take turns in one run, measured
in processor time; what is compared are the medians.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import pyspiel

import tricktaker
from tricktaker.compiler.engines import Engine
from tricktaker.game.game import keys

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "variants", ROOT / "tests" / "variants")
GAMES = ("hearts", "spades", "euchre")


def path_of(name: str) -> Path:
    return next(folder / f"{name}.yaml" for folder in FOLDERS if (folder / f"{name}.yaml").exists())


def rate(play: Callable[[int], int], games: int) -> float:
    """Hands a second."""
    start = time.process_time()
    hands = play(games)
    return hands / (time.process_time() - start)


def dealt(game: Any, rng: random.Random) -> Any:
    """A state after all that chance decides at the beginning."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    return state


def from_python(game: Any, rng: random.Random) -> Callable[[int], int]:
    def play(games: int) -> int:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
            state.returns()
        return games

    return play


def whole_games(game: Any) -> Callable[[int], int]:
    def play(games: int) -> int:
        bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(game.num_players())]
        for number in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        return games

    return play


def rollouts(game: Any, rng: random.Random) -> Callable[[int], int]:
    def play(games: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(games // 20, rng.randrange(1 << 30))
        search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, rng.randrange(1 << 30), False)
        for _ in range(20):
            search.mcts_search(dealt(game, rng))  # one simulation: so many rollouts from one position
        return games // 20 * 20

    return play


def ours(engine: Engine) -> Callable[[int], int]:
    counts = Engine(engine.program, False).batch(keys(1), 0, 100, False)[1]
    per_game = counts[engine.tally.at["rounds"]] / 100

    def play(games: int) -> int:
        matches = max(1, int(games / per_game))
        engine.race(keys(1), 0, matches)
        return int(matches * per_game)

    return play


def measure(turns: int) -> dict[str, dict[str, float]]:
    """Hands a second: medians, by game and by who plays."""
    found: dict[str, dict[str, float]] = {}
    rng = random.Random(5)
    for name in GAMES:
        game = pyspiel.load_game(name)
        program = tricktaker.load(path_of(name)).program
        players: dict[str, tuple[Callable[[int], int], int]] = {
            "numba": (ours(Engine(program, True)), 200_000),
            "python": (ours(Engine(program, False)), 3000),
            "C++ rollouts": (rollouts(game, rng), 20_000),
            "C++ whole": (whole_games(game), 5000),
            "from Python": (from_python(game, rng), 500),
        }
        rates: dict[str, list[float]] = {who: [] for who in players}
        for play, games in players.values():
            play(max(20, games // 20))
        for _ in range(turns):
            for who, (play, games) in players.items():
                rates[who].append(rate(play, games))
        found[name] = {who: statistics.median(each) for who, each in rates.items()}
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--turns", type=int, default=5)
    for name, each in measure(parser.parse_args().turns).items():
        print(f"{name}: " + ", ".join(f"{who} {value:,.0f}" for who, value in each.items()) + " hands/s")
        print(f"  numba / C++ rollouts   {each['numba'] / each['C++ rollouts']:.1f}")
        print(f"  numba / C++ whole      {each['numba'] / each['C++ whole']:.1f}")
        print(f"  python / from Python   {each['python'] / each['from Python']:.2f}")
