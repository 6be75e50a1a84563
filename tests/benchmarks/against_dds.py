"""The exact solver beside Bo Haglund's DDS on the same deals: `pip install endplay`, then

    python tests/benchmarks/against_dds.py [--cards 8] [--deals 200] [--memory 256]

The value of one deal, one strain, one leader; strains and leaders take turns. Both in one process and in processor
time, after ten deals that don't count (they compile and touch memory). What is compared are medians and means.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.solver.dds import Boards, double_dummy, random_board


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=8, help="cards in each hand")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="say how long each deal took")
    parser.add_argument("--memory", type=int, default=256, help="megabytes")
    chosen = parser.parse_args()
    boards, theirs = Boards(memory=chosen.memory), double_dummy()
    for number in range(10):
        board = random_board(chosen.cards, number, chosen.seed + 1)
        boards.tricks(board)
        theirs(board, False)
    times: dict[str, list[float]] = {"tricktaker": [], "dds": []}
    nodes = 0
    for number in range(chosen.deals):
        board = random_board(chosen.cards, number, chosen.seed)
        state = boards.state(board)
        begun = time.process_time()
        ours = boards.of(state)
        between = time.process_time()
        wanted = theirs(board, False)
        times["tricktaker"].append(between - begun)
        times["dds"].append(time.process_time() - between)
        if max(ours.values()) != max(wanted.values()):
            sys.exit(f"{board}: {ours}, DDS {wanted}")
        nodes += boards.solver.nodes
        if chosen.each:
            print(number, f"{times['tricktaker'][-1]:.3f} s, DDS {times['dds'][-1]:.3f} s", flush=True)
    print(f"{chosen.deals} deals of {chosen.cards} cards, {nodes / chosen.deals:,.0f} positions a deal")
    for name, spent in times.items():
        mean, median = statistics.mean(spent) * 1e3, statistics.median(spent) * 1e3
        print(f"{name:10}  mean {mean:9.3f} ms  median {median:9.3f} ms  most {max(spent) * 1e3:9.3f} ms")
    for name, of in (("mean", statistics.mean), ("median", statistics.median)):
        print(f"ratio of {name}s: {of(times['tricktaker']) / of(times['dds']):.1f}")


if __name__ == "__main__":
    main()
