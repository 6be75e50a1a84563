"""A piece of work: some games of one variant, played anywhere, and what came out in whole numbers."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tricktaker.bots import BotFault, Limits
from tricktaker.compiler.engines import Engine
from tricktaker.game.faults import GameFault
from tricktaker.game.game import Game, keys
from tricktaker.simulate.table import SeatedGames, seating

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Parcel:
    """The rules as bytes, to be sent to workers that may not have the file."""

    data: bytes = field(repr=False)
    digest: str

    @classmethod
    def of(cls, game: Game) -> Parcel:
        data = pickle.dumps(game.rules)
        return cls(data, hashlib.sha256(data).hexdigest())


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games `first` to `first + games - 1` of a seed, by these players on this engine."""

    parcel: Parcel
    players: tuple[str, ...]
    seed: int
    first: int
    games: int
    native: bool
    paired: bool
    rows: bool
    limits: Limits = field(default_factory=Limits)


@dataclass(slots=True)
class Done:
    """What a chunk came to. `fault` says why it ended early, if it did."""

    first: int
    games: int
    tally: list[int]
    entries: list[list[int]]
    """For each player asked for: games, wins, points, points squared."""
    pairs: list[int]
    """Paired differences between the first kind of player and each other: deals, then four sums a kind."""
    rows: list[int]
    fault: str | None = None
    trace: str = ""
    """The traceback of a bot's error, if one ended it."""
    replaced: dict[str, int] = field(default_factory=dict)
    """Answers by chance in place of those of bots that failed, by bot."""
    first_fault: str | None = None


_GAMES: dict[str, Game] = {}


def remember(parcel: Parcel, game: Game) -> None:
    """Lets this process use a game that it has already."""
    _GAMES.clear()
    _engine.cache_clear()
    _GAMES[parcel.digest] = game


@lru_cache(maxsize=4)
def _engine(digest: str, native: bool) -> Engine:
    return Engine(_GAMES[digest].program, native)


def engine_for(parcel: Parcel, native: bool) -> Engine:
    """The engine of a parcel, compiled once a process."""
    if parcel.digest not in _GAMES:
        rules = pickle.loads(parcel.data)
        _GAMES[parcel.digest] = Game(rules)
    return _engine(parcel.digest, native)


def groups_of(players: Sequence[str]) -> list[tuple[str, list[int]]]:
    """The kinds of player in order of appearance, with their places in the list."""
    found: dict[str, list[int]] = {}
    for place, kind in enumerate(players):
        found.setdefault(kind, []).append(place)
    return list(found.items())


def do_chunk(chunk: Chunk) -> Done:
    """Plays a chunk. Depends on nothing but the chunk, so it can be done again elsewhere."""
    engine = engine_for(chunk.parcel, chunk.native)
    fault: str | None = None
    trace = ""
    if all(player == RANDOM for player in chunk.players):
        done, tally, rows, number = engine.batch(keys(chunk.seed), chunk.first, chunk.games, chunk.rows)
        if number:
            info = engine.program.faults[number - 1]
            fault = f"seed {chunk.seed}, game {chunk.first + done}: {GameFault(info.message, info.span)}"
        entries = _by_seat(engine, tally) if not fault else []
        return Done(chunk.first, done, tally, entries, [], rows, fault)
    table = SeatedGames(_GAMES[chunk.parcel.digest], engine, chunk.players, chunk.seed, chunk.paired, chunk.limits)
    played = 0
    width, rows = engine.tally.width, []
    try:
        for number in range(chunk.first, chunk.first + chunk.games):
            row = table.play(number)
            played += 1
            if chunk.rows:
                rows += row
    except GameFault as stop:
        deal, _ = seating(chunk.first + played, len(chunk.players), chunk.paired)
        fault = f"seed {chunk.seed}, game {deal}: {stop}"
    except BotFault as stop:
        fault, trace = str(stop), stop.trace
    assert len(rows) in (0, width * played)
    return Done(
        chunk.first,
        played,
        list(table.tally),
        table.entries,
        table.pairs,
        rows,
        fault,
        trace,
        dict(table.faults),
        table.first_fault,
    )


def _by_seat(engine: Engine, tally: list[int]) -> list[list[int]]:
    """What each player came to, when each kept to a seat."""
    at, games = engine.tally.at, tally[engine.tally.at["games"]]
    return [
        [games, tally[at["wins"] + seat], tally[at["points"] + seat], tally[at["points2"] + seat]]
        for seat in range(engine.program.rules.players)
    ]
