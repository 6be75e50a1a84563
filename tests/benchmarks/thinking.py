"""How fast and how well bots think that look ahead: `pip install 'tricktaker[fast]'`, then

    python tests/benchmarks/thinking.py speed hearts euchre oh-hell
    python tests/benchmarks/thinking.py match search:simulations=1000 greedy hearts fox --rounds 200
    python tests/benchmarks/thinking.py plain --bot search:time=0.005:others=chance

`speed`: simulations a second of processor time on one core, from the first decision, in worlds from a pool.
`match`: single rounds; each deal is played with the first player on each side in turn, so that the cards come out even.
What a side gains beside the others is in units of the usual difference after a round. Where only the end of a game says
who is ahead, whole games are played; of those won together it is the mean of what they return.
`plain`: thirteen plain tricks without trumps, a bot against three that play by chance; 3.25 tricks are par.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import tricktaker
from tricktaker.bots import Bot, create, make_ready, shown
from tricktaker.bots.scales import UNIT, Ranks, scales_of
from tricktaker.bots.thought import Budget, horizon, think
from tricktaker.compiler.worths import sides
from tricktaker.game import Game, State
from tricktaker.game.worlds import Worlds

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "variants", ROOT / "tests" / "variants", Path(__file__).parent / "variants")


def load(name: str) -> Game:
    return tricktaker.load(next(folder / f"{name}.yaml" for folder in FOLDERS if (folder / f"{name}.yaml").exists()))


# -- speed


def speed(name: str, simulations: int = 50_000) -> float:
    """Simulations a second at the first decision of a game."""
    game = load(name)
    state = game.deal(3)
    worlds = Worlds(state.view(state.current_player), True)
    cells = worlds.pool(64, 1)
    for count in (10, simulations):
        start = time.process_time()
        think(game, True, lambda *_: cells, Budget(simulations=count), 1)
        spent = time.process_time() - start
    return simulations / spent


# -- strength


def played(game: Game, bots: Sequence[Bot], number: int, whole: bool = False) -> State:
    """A round, or a whole game where only its end says who is ahead."""
    state = game.deal(11, number)
    begun = state.round_no
    while (seat := state.current_player) is not None:
        if state.round_no != begun and horizon(game, 0) == 1 and not whole:
            break
        state.apply(bots[seat].choose(shown(bots[seat], state)))
    return state


def gain(game: Game, state: State, side: int) -> float:
    """What a side has gained beside the others, in units."""
    if game.cooperative:
        return state.returns[0]
    weights, of = scales_of(game), sides(game.program)
    totals = [value * weights[-1] for value in state.returns]
    for weight, row in zip(weights, Ranks(game)(state._raw), strict=False):
        totals = [total + value * weight for total, value in zip(totals, row, strict=True)]
    mine = [total for total, each in zip(totals, of, strict=True) if each == side]
    others = [total for total, each in zip(totals, of, strict=True) if each != side]
    return (statistics.mean(mine) - statistics.mean(others)) / UNIT


def pairs(game: Game, first: str, second: str, rounds: int, whole: bool = False) -> Iterator[float]:
    """For each deal: what the first player gains on average, over all sides it may sit on."""
    of = sides(game.program)
    for number in range(rounds):
        gains = []
        if game.cooperative:
            for kind in (first, second):
                bots = [create(kind, game, seat, 11, number) for seat in range(game.players)]
                gains.append(gain(game, played(game, bots, number), 0))
            yield (gains[0] - gains[1]) / 2
            continue
        for side in sorted(set(of)):
            kinds = [first if each == side else second for each in of]
            bots = [create(kind, game, seat, 11, number) for seat, kind in enumerate(kinds)]
            gains.append(gain(game, played(game, bots, number, whole), side))
        yield statistics.mean(gains)


def match(first: str, second: str, name: str, rounds: int, seconds: float) -> str:
    """A line with the mean and its interval."""
    found: list[float] = []
    start = time.monotonic()
    game = load(name)
    make_ready([first, second], game, lambda: None)
    for value in pairs(game, first, second, rounds):
        found.append(value)
        if time.monotonic() - start > seconds and len(found) > 1:
            break
    error = statistics.stdev(found) / len(found) ** 0.5
    mean = statistics.mean(found)
    return f"{name:16} {first} beside {second}: {mean:+.3f} ± {1.96 * error:.3f} ({len(found)} deals)"


# -- plain tricks


def plain(kind: str, rounds: int) -> str:
    """Tricks of a bot against three by chance, and the processor time of its decisions."""
    game = load("plain-tricks")
    make_ready([kind], game, lambda: None)
    tricks, times = [], []
    for number in range(rounds):
        for seat in range(4):
            state = game.deal(13, number)
            bots = [create(kind if each == seat else "random", game, each, 13, number) for each in range(4)]
            while (mover := state.current_player) is not None:
                start = time.process_time()
                action = bots[mover].choose(shown(bots[mover], state))
                if mover == seat and len(state.legal_actions) > 1:
                    times.append(time.process_time() - start)
                state.apply(action)
            tricks.append(state.scores[seat])
    error = 1.96 * statistics.stdev(tricks) / len(tricks) ** 0.5
    spent = f"{1000 * statistics.mean(times):.1f} ms a decision, at most {1000 * max(times):.1f}"
    return f"{kind}: {statistics.mean(tricks):.2f} ± {error:.2f} tricks in {len(tricks)} rounds, {spent}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    fast = commands.add_parser("speed")
    fast.add_argument("games", nargs="+")
    against = commands.add_parser("match")
    against.add_argument("first")
    against.add_argument("second")
    against.add_argument("games", nargs="+")
    against.add_argument("--rounds", type=int, default=200)
    against.add_argument("--seconds", type=float, default=600)
    tricks = commands.add_parser("plain")
    tricks.add_argument("--bot", default="search:time=0.005")
    tricks.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    if given.command == "plain":
        print(plain(given.bot, given.rounds))
        return
    for name in given.games:
        if given.command == "speed":
            print(f"{name:16} {speed(name):12,.0f} simulations a second")
        else:
            print(match(given.first, given.second, name, given.rounds, given.seconds), flush=True)


if __name__ == "__main__":
    main()
