"""A tournament: every kind of player against every other on the same deals, and how strong each is.

Two players share a table so that team mates and every second seat are of one kind; each deal is played with the seats
moved on until everybody has sat everywhere. What decides a deal is who did better in it, seat by seat: more games won,
or as many and more points. Ratings are those of Bradley and Terry ("Rank analysis of incomplete block designs", 1952)
on Elo's scale, where 400 points are ten wins to one; their intervals come from the information in the deals. In a game
that is won together each kind plays alone, and its rating is that of its share of wins.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tricktaker.simulate.intervals import Interval, Z, share
from tricktaker.simulate.report import columns, told_replaced
from tricktaker.simulate.running import simulate
from tricktaker.simulate.table import seating
from tricktaker.simulate.work import Parcel, engine_for, remember

if TYPE_CHECKING:
    from tricktaker.bots import Limits
    from tricktaker.game import Game
    from tricktaker.simulate.results import Results

SCALE = 400 / math.log(10)
BOTS = ("random", "greedy", "mc:simulations=100", "search:simulations=100", "search:simulations=1000")
PRIOR = 0.5
"""Deals that each pair is taken to have drawn beforehand: keeps ratings finite when one side wins all."""


@dataclass(frozen=True, slots=True)
class Match:
    """Deals between two kinds: the first did better, neither, the second."""

    one: str
    two: str
    better: int
    even: int
    worse: int

    @property
    def deals(self) -> int:
        return self.better + self.even + self.worse

    @property
    def won(self) -> Interval:
        """The share of deals in which the first did better, even ones counted half."""
        # A half varies less than a whole or none: the interval is at least as wide as it has to be.
        return share(self.better + self.even / 2, self.deals)


@dataclass(frozen=True, slots=True)
class Ladder:
    """All matches and the ratings they come to, the best first; the mean of all ratings is 0."""

    game: Game
    seed: int
    matches: tuple[Match, ...]
    ratings: tuple[tuple[str, Interval], ...]
    shares: tuple[tuple[str, Interval], ...] = ()
    """Games won together, by kind of player, where the game is so."""
    replaced: Mapping[str, int] = field(default_factory=dict)
    """Answers by chance in place of bots that failed, by the bot's name."""
    first_fault: str | None = None
    interrupted: bool = False
    not_played: tuple[str, ...] = ()
    """Matches (kinds, where the game is won together) that an interrupt left without a single deal."""

    def text(self) -> str:
        """A page for people."""
        lines = [f"{self.game.name}, {self.game.players} players, seed {self.seed}"]
        if self.interrupted:
            lines += self._stopped()
        if self.replaced:
            lines.append(told_replaced(self.replaced, self.first_fault))
        if self.ratings:
            rows = [[name, f"{each.value:+.0f} ({each.low:+.0f} to {each.high:+.0f})"] for name, each in self.ratings]
            lines += ["", *columns(["player", "rating"], rows)]
        if self.shares:
            rows = [
                [name, f"{100 * each.value:.1f} % ({100 * each.low:.1f} to {100 * each.high:.1f})", f"{each.count:,}"]
                for name, each in self.shares
            ]
            lines += ["", *columns(["player", "games won", "games"], rows)]
        if self.matches:
            rows = [
                [
                    f"{m.one} beside {m.two}",
                    f"{100 * m.won.value:.1f} % ({100 * m.won.low:.1f} to {100 * m.won.high:.1f})",
                    f"{m.deals:,}",
                ]
                for m in self.matches
            ]
            lines += ["", *columns(["match", "did better", "deals"], rows)]
        return "\n".join(lines) + "\n"

    def _stopped(self) -> list[str]:
        """What a table that was interrupted is made of."""
        what = "games" if self.game.cooperative else "deals"
        if not self.matches and not self.shares:
            return [f"Stopped before the end: no {what} were played."]
        lines = [f"Stopped before the end: these are the {what} so far."]
        if self.not_played:
            lines.append(f"Not played: {', '.join(self.not_played)}.")
        return lines

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "version": 1,
            "variant": self.game.id,
            "fingerprint": self.game.fingerprint,
            "seed": self.seed,
            "interrupted": self.interrupted,
            "not_played": list(self.not_played),
            "ratings": [{"player": name, "rating": each.to_json()} for name, each in self.ratings],
            "won": [{"player": name, "share": each.to_json()} for name, each in self.shares],
            "matches": [
                {"one": m.one, "two": m.two, "better": m.better, "even": m.even, "worse": m.worse} for m in self.matches
            ],
            "replaced": dict(sorted(self.replaced.items())),
        }


@dataclass(slots=True)
class Running:
    """What all matches have in common: answers that were replaced, the first fault, whether somebody stopped them."""

    replaced: Counter[str] = field(default_factory=Counter)
    first: str | None = None
    interrupted: bool = False

    def add(self, found: Results) -> None:
        self.interrupted |= found.interrupted
        self.replaced.update(found.replaced)
        if self.first is None and found.first_fault is not None:
            self.first = str(found.first_fault)


def ladder(
    game: Game,
    players: Sequence[str] = BOTS,
    deals: int = 100,
    seed: int = 0,
    jobs: int = 1,
    *,
    limits: Limits | None = None,
    on_match: Callable[[str], None] | None = None,
) -> Ladder:
    """Plays all against all, `deals` deals a pair. `on_match` is told which comes next.

    KeyboardInterrupt ends it early: what was learnt is returned with `interrupted` set, of deals that were played in
    all seatings; kinds that haven't played aren't rated.

    Raises ValueError for fewer than two kinds of player, or one that isn't there; SimulationFault as `simulate` does.
    """
    kinds = list(dict.fromkeys(players))
    if len(kinds) < 2:
        raise ValueError("a ladder needs at least two kinds of player")
    told = on_match or (lambda _: None)
    if game.cooperative:
        return _together(game, kinds, deals, seed, jobs, limits, told)
    if game.players < 2:
        raise ValueError("nobody plays against anybody in a game of one seat")
    pairs = [(one, two) for number, one in enumerate(kinds) for two in kinds[number + 1 :]]
    matches: list[Match] = []
    running = Running()
    try:
        for one, two in pairs:
            told(f"{one} beside {two}")
            match = _match(game, one, two, deals, seed, jobs, limits, running)
            if match.deals:
                matches.append(match)
            if running.interrupted:
                break
    except KeyboardInterrupt:
        # It came between two matches, or while bots were made fast.
        running.interrupted = True
    played = {(match.one, match.two) for match in matches}
    seen = {kind for pair in played for kind in pair}
    return Ladder(
        game,
        seed,
        tuple(matches),
        rated([kind for kind in kinds if kind in seen], matches),
        replaced=running.replaced,
        first_fault=running.first,
        interrupted=running.interrupted,
        not_played=tuple(f"{one} beside {two}" for one, two in pairs if (one, two) not in played),
    )


def table_of(game: Game, one: str, two: str) -> list[str]:
    """Who sits where: team mates are of one kind, else every second seat."""
    if game.teams:
        return [
            one if seat in {seat for team in game.teams[::2] for seat in team} else two for seat in range(game.players)
        ]
    return [one if seat % 2 == 0 else two for seat in range(game.players)]


def _match(
    game: Game, one: str, two: str, deals: int, seed: int, jobs: int, limits: Limits | None, running: Running
) -> Match:
    count = game.players
    seats = table_of(game, one, two)
    mine = [place for place, kind in enumerate(seats) if kind == one]
    parcel = Parcel.of(game)
    remember(parcel, game)
    row = engine_for(parcel, False).tally.row
    sums: dict[int, list[int]] = {}

    def add(first: int, rows: Sequence[list[int]]) -> None:
        for number, found in enumerate(rows, first):
            deal, places = seating(number, count, True)
            into = sums.setdefault(deal, [0, 0, 0, 0])
            for seat, place in enumerate(places):
                side = 0 if place in mine else 2
                into[side] += found[row["winners"]] >> seat & 1
                into[side + 1] += found[row["points"] + seat]

    # Rows come by whole deals, wherever it is stopped: workers get deals, not games.
    running.add(simulate(game, seats, deals * count, seed, jobs, paired=True, limits=limits, on_rows=add))
    others = count - len(mine)
    better = even = worse = 0
    for wins, points, their_wins, their_points in sums.values():
        ours, theirs = (wins * others, points * others), (their_wins * len(mine), their_points * len(mine))
        if game.rules.end.score is None:
            ours, theirs = (ours[0], 0), (theirs[0], 0)
        better += ours > theirs
        even += ours == theirs
        worse += ours < theirs
    return Match(one, two, better, even, worse)


def _together(
    game: Game,
    kinds: Sequence[str],
    games: int,
    seed: int,
    jobs: int,
    limits: Limits | None,
    told: Callable[[str], None],
) -> Ladder:
    shares: list[tuple[str, Interval]] = []
    running = Running()
    try:
        for kind in kinds:
            told(kind)
            found = simulate(game, [kind], games, seed, jobs, limits=limits)
            running.add(found)
            if found.games:
                shares.append((kind, share(found.count("wins"), found.games)))
            if running.interrupted:
                break
    except KeyboardInterrupt:
        running.interrupted = True
    ratings = []
    if len(shares) > 1:
        raw = {kind: _odds(each) for kind, each in shares}
        middle = sum(value for value, _ in raw.values()) / len(raw)
        ratings = [
            (kind, Interval(value - middle, value - middle - Z * error, value - middle + Z * error, each.count))
            for (kind, each), (value, error) in zip(shares, raw.values(), strict=True)
        ]
    best_first = tuple(sorted(shares, key=lambda each: -each[1].value))
    seen = {kind for kind, _ in shares}
    return Ladder(
        game,
        seed,
        (),
        tuple(sorted(ratings, key=lambda each: -each[1].value)),
        best_first,
        running.replaced,
        running.first,
        running.interrupted,
        tuple(kind for kind in kinds if kind not in seen),
    )


def _odds(found: Interval) -> tuple[float, float]:
    """The rating of a share of wins and its standard error."""
    won = found.value * found.count + PRIOR
    lost = found.count - found.value * found.count + PRIOR
    return SCALE * math.log(won / lost), SCALE * math.sqrt(1 / won + 1 / lost)


def rated(kinds: Sequence[str], matches: Sequence[Match]) -> tuple[tuple[str, Interval], ...]:
    """Ratings from matches, by Newton's method on the likelihood of Bradley and Terry; even deals are half a win."""
    if not kinds:
        return ()
    at = {kind: place for place, kind in enumerate(kinds)}
    size = len(kinds)
    values = [0.0] * size
    inverse: list[list[float]] = []
    for _ in range(50):
        slope = [0.0] * size
        bend = [[1e-9 if i == j else 0.0 for j in range(size)] for i in range(size)]
        for match in matches:
            i, j = at[match.one], at[match.two]
            won = match.better + match.even / 2 + PRIOR / 2
            deals = match.deals + PRIOR
            p = 1 / (1 + math.exp(values[j] - values[i]))
            slope[i] += won - deals * p
            slope[j] -= won - deals * p
            weight = deals * p * (1 - p)
            bend[i][i] += weight
            bend[j][j] += weight
            bend[i][j] -= weight
            bend[j][i] -= weight
        # The mean is held at 0: the matrix with 1 added everywhere can be inverted, and means the same.
        inverse = inverted([[value + 1 for value in row] for row in bend])
        step = [sum(inverse[i][j] * slope[j] for j in range(size)) for i in range(size)]
        values = [value + max(-2.0, min(2.0, change)) for value, change in zip(values, step, strict=True)]
        middle = sum(values) / size
        values = [value - middle for value in values]
        if max(map(abs, step)) < 1e-9:
            break
    found = []
    for kind in kinds:
        place = at[kind]
        value = SCALE * values[place]
        error = SCALE * math.sqrt(max(0.0, inverse[place][place] - 1 / size**2))
        count = sum(match.deals for match in matches if kind in (match.one, match.two))
        found.append((kind, Interval(value, value - Z * error, value + Z * error, count)))
    return tuple(sorted(found, key=lambda each: -each[1].value))


def inverted(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a small matrix (Gauss and Jordan, with pivots)."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for place in range(size):
        best = max(range(place, size), key=lambda i: abs(rows[i][place]))
        rows[place], rows[best] = rows[best], rows[place]
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for i in range(size):
            if i != place and rows[i][place]:
                factor = rows[i][place]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[place], strict=True)]
    return [row[size:] for row in rows]
