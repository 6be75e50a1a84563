"""Whether more thought plays better, step by step, in every game: `pip install 'tricktaker[fast]'`, then

    python tests/benchmarks/ladders.py [GAME ...] [--minutes 30]

In six games chance, `greedy`, `search:simulations=100` and `search:simulations=1000` are each held against the next,
and `mc` against `greedy` and the stronger search; in all other games chance against `search:simulations=100`, and that
against the stronger search where the players win together. Deals are single rounds, each played with the stronger on
every side in turn, or whole games where rounds leave everybody even; games won together are whole games, alone.
It is looked at after 20 deals, 40, 80 and so on; a step is certain when its mean lies 3.1 standard errors above zero:
a chance of 0.001 at each look and of less than 0.01 in all ten (one-sided normal test). Games won together are compared
by the share that each kind wins by itself (one-sided exact test of Fisher, 0.001 at each look); chance plays 10,000.
Each step may take its share of the minutes that are left. The seed is 11.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.thinking import ROOT, load, pairs
from tricktaker.bots import make_ready
from tricktaker.game import Game
from tricktaker.simulate import simulate

CERTAIN = 3.1
FEWEST, MOST = 20, 20 << 9
WEAK, STRONG = "search:simulations=100", "search:simulations=1000"
WHOLE = (("random", "greedy"), ("greedy", "mc"), ("mc", STRONG), ("greedy", WEAK), (WEAK, STRONG))
CHANCE = 10_000
TOGETHER = (("random", WEAK), (WEAK, STRONG))
SIX = ("fox", "cucumber", "hearts", "spades", "euchre", "oh-hell")


def step(name: str, weaker: str, stronger: str, seconds: float, whole: bool = False) -> tuple[bool, str]:
    """Whether the stronger is so beyond doubt, and a line that says it."""
    game = load(name)
    make_ready([weaker, stronger], game, lambda: None)
    if game.cooperative:
        return together(game, weaker, stronger, seconds)
    found: list[float] = []
    look, start, far = FEWEST, time.monotonic(), 0.0
    for value in pairs(game, stronger, weaker, MOST, whole):
        found.append(value)
        if len(found) == FEWEST and not any(found) and not whole:
            return step(name, weaker, stronger, seconds, True)
        late = time.monotonic() - start > seconds
        if len(found) == look or (late and len(found) > 2):
            error = statistics.stdev(found) / len(found) ** 0.5
            far = statistics.mean(found) / error if error else 0.0
            look *= 2
            if far >= CERTAIN or late:
                break
    mean = statistics.mean(found)
    spread = 1.96 * statistics.stdev(found) / len(found) ** 0.5
    sure = far >= CERTAIN
    spent = time.monotonic() - start
    said = "yes" if sure else "not shown"
    return sure, (
        f"{name:16} {weaker:23} < {stronger:23} {said:9} {mean:+7.3f} ± {spread:.3f} ({far:+.1f} errors, "
        f"{len(found)} deals, {spent:.0f} s)"
    )


def together(game: Game, weaker: str, stronger: str, seconds: float) -> tuple[bool, str]:
    """The same for a game that is won together."""
    start = time.monotonic()
    games = {weaker: 0, stronger: 0}
    won = dict(games)
    while True:
        for kind in (weaker, stronger):
            more = FEWEST if kind != "random" else 0 if games[kind] else CHANCE
            if more:
                found = simulate(game, [kind], more, 11 + games[kind])
                games[kind] += more
                won[kind] += found.count("wins")
        p = at_random(won[stronger], games[stronger], won[weaker], games[weaker])
        if p < 0.001 or time.monotonic() - start > seconds or games[stronger] >= MOST:
            break
    said = "yes" if p < 0.001 else "not shown"
    shares = f"{won[stronger]} of {games[stronger]} won beside {won[weaker]} of {games[weaker]}"
    return p < 0.001, (
        f"{game.id:16} {weaker:23} < {stronger:23} {said:9} {shares} (p = {p:.1e}, {time.monotonic() - start:.0f} s)"
    )


def at_random(won: int, games: int, their_won: int, their_games: int) -> float:
    """How likely it is to win so many or more of all that were won, if both win alike."""
    both, all_won = games + their_games, won + their_won
    ways = sum(math.comb(games, k) * math.comb(their_games, all_won - k) for k in range(won, min(games, all_won) + 1))
    return ways / math.comb(both, all_won)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--minutes", type=float, default=30)
    given = parser.parse_args()
    names = given.games or [*SIX, *(p.stem for p in sorted((ROOT / "variants").glob("*.yaml")) if p.stem not in SIX)]
    missed = 0
    for name in names:
        steps = WHOLE if name in SIX else TOGETHER if load(name).cooperative else (("random", WEAK),)
        end = time.monotonic() + 60 * given.minutes
        for number, (weaker, stronger) in enumerate(steps):
            sure, line = step(name, weaker, stronger, (end - time.monotonic()) / (len(steps) - number))
            print(line, flush=True)
            missed += not sure
    print(f"{missed} steps not shown")


if __name__ == "__main__":
    main()
