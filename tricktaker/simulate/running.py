"""Sharing games among workers and putting what they found together, in the order of the games."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic
from types import FrameType

from tricktaker.bots import Limits, check, make_ready
from tricktaker.compiler.native import available
from tricktaker.game import Game
from tricktaker.simulate.results import Results
from tricktaker.simulate.work import RANDOM, Chunk, Done, Parcel, do_chunk, engine_for, groups_of, remember

WORTH = 20_000
"""Random games for which machine code pays, compiling included."""
CHUNKS = {"numba": 16_384, "python": 256, "bots": 4}
"""Games a worker gets at a time; what comes out doesn't depend on it."""

PATIENCE = 1.0
"""Seconds that workers have for ending when they are told to."""

Rows = Callable[[int, Sequence[list[int]]], None]
Progress = Callable[[int, int], None]


class SimulationFault(Exception):
    """A game could not go on; says which and why. `trace`: the traceback of a bot's error, if that is why."""

    def __init__(self, why: str, trace: str = "") -> None:
        super().__init__(why)
        self.trace = trace


def simulate(
    game: Game,
    players: Sequence[str] | None = None,
    games: int = 1000,
    seed: int = 0,
    jobs: int = 1,
    engine: str = "auto",
    executor: Executor | None = None,
    *,
    paired: bool = False,
    limits: Limits | None = None,
    on_rows: Rows | None = None,
    on_progress: Progress | None = None,
    on_engine: Callable[[str], None] | None = None,
) -> Results:
    """Plays `games` games and returns what they say.

    `players`: a bot a seat (default: all by chance). `engine`: auto, python or numba. `executor`: any
    `concurrent.futures.Executor` to play on instead of `jobs` workers of this machine. `paired`: each deal as often as
    there are seats, the players moving round. `limits`: what
    happens when a bot fails, and how long it may think. `on_rows(first, rows)` gets a line of numbers a game, in order;
    `on_progress(done, games)` is told how far it is, `on_engine(name)` which engine plays. KeyboardInterrupt ends the
    games early: what was learnt is returned with `interrupted` set.

    Raises SimulationFault if a game can't go on, ValueError for what can't be asked, TypeError for a number that is
    no integer.
    """
    for number in (games, seed, jobs):
        if type(number) is not int:
            raise TypeError(f"games, seed and jobs are integers, not {number!r}")
    seats = seated(game, players)
    kind = chosen_engine(seats, games, engine)
    if paired and len(groups_of(seats)) < 2:
        raise ValueError("paired games need two kinds of player")
    if games < 1 or jobs < 1:
        raise ValueError("at least one game and one job")
    if on_engine is not None:
        on_engine(kind)
    if kind == "bots" and engine != "python":
        make_ready(seats, game, lambda: None if on_engine is None else on_engine("compiling"))
    parcel = Parcel.of(game)
    remember(parcel, game)
    plan = engine_for(parcel, False).tally
    results = Results.empty(game, plan, seats, seed, paired)
    if paired:
        games += -games % game.players
    size = CHUNKS[kind]
    if paired:
        size += -size % game.players
    whole = Chunk(parcel, seats, seed, 0, games, kind == "numba", paired, on_rows is not None, limits or Limits())
    chunks = (replace(whole, first=first, games=min(size, games - first)) for first in range(0, games, size))
    try:
        for done in _played(chunks, jobs, kind, executor, parcel):
            with _undisturbed():
                results.add(done)
                if on_rows is not None and done.rows:
                    width = plan.width
                    on_rows(done.first, [done.rows[at : at + width] for at in range(0, done.games * width, width)])
            if on_progress is not None:
                on_progress(results.games, games)
            if done.fault is not None:
                raise SimulationFault(done.fault, done.trace)
    except KeyboardInterrupt:
        results.interrupted = True
    except BrokenExecutor as fault:
        raise SimulationFault(
            f"seed {seed}, after {results.games} games: a worker has gone without an answer, "
            "ended by a bot or for want of memory"
        ) from fault
    return results


def seated(game: Game, players: Sequence[str] | None) -> tuple[str, ...]:
    """A bot for each seat; one name is for all. Raises ValueError for bots that aren't there."""
    given = [RANDOM] if players is None else [players] if isinstance(players, str) else list(players)
    seats = tuple(given * game.players if len(given) == 1 else given)
    if len(seats) != game.players:
        raise ValueError(f"{len(seats)} players for {game.players} seats")
    for name in seats:
        check(name)
    return seats


def chosen_engine(seats: Sequence[str], games: int, engine: str) -> str:
    """What plays: numba, python, or bots that are asked one decision at a time."""
    if engine not in ("auto", "python", "numba"):
        raise ValueError(f"there is no engine `{engine}`; there are auto, python and numba")
    if any(seat != RANDOM for seat in seats):
        return "bots"
    if engine == "numba" and not available():
        raise ValueError("the engine numba isn't installed: pip install 'tricktaker[fast]'")
    if engine == "auto":
        return "numba" if games >= WORTH and available() else "python"
    return engine


def _played(chunks: Iterator[Chunk], jobs: int, kind: str, executor: Executor | None, parcel: Parcel) -> Iterator[Done]:
    if executor is not None:
        yield from _shared(chunks, executor, 16)
        return
    if jobs == 1:
        yield from map(do_chunk, chunks)
        return
    if kind == "numba":
        engine_for(parcel, True).function("batch")
        # Machine code runs beside itself in threads. The first chunk compiles it.
        first = next(chunks, None)
        if first is not None:
            yield do_chunk(first)
        pool: Executor = ThreadPoolExecutor(jobs)
    else:
        pool = ProcessPoolExecutor(jobs, mp_context=_context(), initializer=_quiet)
    try:
        yield from _shared(chunks, pool, 2 * jobs)
    except (KeyboardInterrupt, GeneratorExit):
        # Nobody waits for what is under way; threads end by themselves, processes may be in a bot that never does.
        if isinstance(pool, ProcessPoolExecutor):
            _ended(pool)
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ended(pool: ProcessPoolExecutor) -> None:
    """Ends the workers of a pool, whatever they are at."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
    until = monotonic() + PATIENCE
    for worker in workers:
        worker.join(max(0.0, until - monotonic()))
        if worker.is_alive():
            worker.kill()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Puts Ctrl-C off to the end of the block, so that counts and lines are of the same games."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if not callable(before):
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        before(*came[-1])


def _context() -> multiprocessing.context.BaseContext:
    """A copy of this process starts at once; where threads run, that isn't safe."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _quiet() -> None:
    """Ctrl-C is for the process that was started, not for its workers; nor have they anything to say of the result."""
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _shared(chunks: Iterator[Chunk], executor: Executor, ahead: int) -> Iterator[Done]:
    """Chunks done elsewhere, in order; only so many are under way at once."""
    waiting: deque[Future[Done]] = deque()
    try:
        for chunk in chunks:
            waiting.append(executor.submit(do_chunk, chunk))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
