"""How long the exact solver takes for random deals of a game, from some trick on:

    python tests/benchmarks/solving.py [--game fox] [--trick 1] [--deals 20] [--seed 100] [--seconds 600]

Tricks before are played by chance. The value of each position, without a line, in processor time; one search before
that doesn't count (it compiles). Every search begins with an empty memory.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from tricktaker.game import Game, State, load
from tricktaker.solver import Solver


def position(game: Game, seed: int, number: int, trick: int) -> State:
    """A deal, played by chance up to a trick."""
    rng = random.Random(f"{seed} {number}")
    state = game.deal(seed=seed, game=number)
    while state.trick_no < trick:
        state.apply(rng.choice(state.legal_actions))
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="fox")
    parser.add_argument("--trick", type=int, default=1, help="the trick that is to be led")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=600.0, help="by the clock, for one position")
    parser.add_argument("--warm", type=int, default=8, help="the trick that the search before begins with")
    parser.add_argument("--memory", type=int, default=512, help="megabytes")
    chosen = parser.parse_args()
    game = load(chosen.game)
    solver = Solver(game, memory=chosen.memory)
    solver.best(position(game, chosen.seed, 0, chosen.warm))
    spent: list[float] = []
    nodes = 0
    for number in range(chosen.deals):
        state = position(game, chosen.seed, number, chosen.trick)
        solver.forget()
        begun = time.process_time()
        found = solver.best(state, seconds=chosen.seconds)
        spent.append(time.process_time() - begun)
        nodes += solver.nodes
        value = found.value if found.complete else "not known"
        print(f"deal {number}: {value}, {solver.nodes:,} positions, {spent[-1]:.2f} s", flush=True)
    print(
        f"{chosen.deals} deals: mean {statistics.mean(spent):.3f} s  median {statistics.median(spent):.3f} s  "
        f"most {max(spent):.3f} s  {nodes / chosen.deals:,.0f} positions a deal"
    )


if __name__ == "__main__":
    main()
