"""What many games say: whole-number sums, and the estimates that follow from them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tricktaker.compiler.tally import MOST_TRICKS, Tally
from tricktaker.game import Game
from tricktaker.simulate.intervals import Interval, mean, share

if TYPE_CHECKING:
    from tricktaker.simulate.work import Done


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat, a player or a place after the dealer did."""

    name: str
    wins: Interval
    points: Interval | None
    tricks: Interval | None


@dataclass(slots=True)
class Results:
    """The counts of all games so far. `add` puts more to them; everything else is computed from them."""

    game: Game
    plan: Tally
    players: tuple[str, ...]
    seed: int
    paired: bool
    tally: list[int]
    entries: list[list[int]]
    pairs: list[int]
    interrupted: bool = False
    replaced: Counter[str] = field(default_factory=Counter)
    """Answers by chance in place of those of bots that failed, by bot."""
    first_fault: str | None = None

    @classmethod
    def empty(cls, game: Game, plan: Tally, players: tuple[str, ...], seed: int, paired: bool) -> Results:
        return cls(game, plan, players, seed, paired, [0] * plan.size, [[0] * 4 for _ in players], [])

    def add(self, done: Done) -> None:
        """Adds what a worker found."""
        self.tally = [a + b for a, b in zip(self.tally, done.tally, strict=True)]
        for entry, more in zip(self.entries, done.entries, strict=False):
            entry[:] = [a + b for a, b in zip(entry, more, strict=True)]
        self.replaced.update(done.replaced)
        if self.first_fault is None:
            self.first_fault = done.first_fault
        if done.pairs:
            pairs = self.pairs or [0] * len(done.pairs)
            self.pairs = [a + b for a, b in zip(pairs, done.pairs, strict=True)]

    # -- counts

    def count(self, name: str, place: int = 0) -> int:
        return self.tally[self.plan.at[name] + place]

    def counts(self, name: str) -> list[int]:
        start = self.plan.at[name]
        return self.tally[start : start + self.plan.length[name]]

    @property
    def games(self) -> int:
        return self.count("games")

    @property
    def scored(self) -> bool:
        """Whether the game has points."""
        return self.game.rules.end.score is not None

    # -- estimates

    @property
    def rounds(self) -> Interval:
        return mean(self.count("rounds"), self.count("rounds2"), self.games)

    @property
    def decisions(self) -> Interval:
        return mean(self.count("decisions"), self.count("decisions2"), self.games)

    @property
    def forced(self) -> Interval:
        """The share of decisions with one legal action."""
        return share(self.count("forced"), self.count("decisions"))

    @property
    def ties(self) -> Interval:
        """The share of games that several sides win together."""
        return share(self.count("ties"), self.games)

    @property
    def seats(self) -> list[Standing]:
        """Each seat: games won, points a game, tricks a round."""
        return [
            Standing(
                f"seat {seat}",
                share(self.count("wins", seat), self.games),
                mean(self.count("points", seat), self.count("points2", seat), self.games) if self.scored else None,
                mean(self.count("tricks", seat), self.count("tricks2", seat), self.count("rounds")),
            )
            for seat in range(self.game.players)
        ]

    @property
    def bots(self) -> list[Standing]:
        """Each kind of player, over the seats it had."""
        from tricktaker.simulate.work import groups_of

        found = []
        for kind, places in groups_of(self.players):
            sums = [sum(self.entries[place][part] for place in places) for part in range(4)]
            points = mean(sums[2], sums[3], sums[0]) if self.scored else None
            found.append(Standing(kind, share(sums[1], sums[0]), points, None))
        return found

    def _relative(self, whom: str, games: list[int]) -> list[Standing]:
        found = []
        for place in range(self.game.players):
            won = share(self.count(f"{whom}_wins", place), games[place])
            points = mean(self.count(f"{whom}_points", place), self.count(f"{whom}_points2", place), games[place])
            if whom == "leader":
                tricks = mean(
                    self.count("leader_tricks", place),
                    self.count("leader_tricks2", place),
                    self.count("led_rounds"),
                )
            else:
                total, rounds = self.count("dealer_tricks", place), max(1, self.count("rounds"))
                tricks = Interval(total / rounds, total / rounds, total / rounds, rounds)
            name = f"the {whom}" if place == 0 else f"{place} to the left"
            found.append(Standing(name, won, points if self.scored else None, tricks))
        return found

    @property
    def by_dealer(self) -> list[Standing]:
        """By distance from who deals first; tricks by distance from each round's dealer."""
        return self._relative("dealer", [self.games] * self.game.players)

    @property
    def by_leader(self) -> list[Standing]:
        """By distance from who leads first; tricks by distance from each round's first leader."""
        return self._relative("leader", self.counts("leader_games"))

    @property
    def legal(self) -> list[tuple[int, int, float]]:
        """(trick, decisions, mean number of legal actions); trick 0 is before the first."""
        asked, legal = self.counts("asked"), self.counts("legal")
        return [(trick, asked[trick], legal[trick] / asked[trick]) for trick in range(MOST_TRICKS) if asked[trick]]

    @property
    def abilities(self) -> list[tuple[str, int]]:
        """How often each ability came to something."""
        names = [ability.name for ability in self.game.rules.abilities]
        return list(zip(names, self.counts("abilities"), strict=True))

    @property
    def outcomes(self) -> list[tuple[str, int]]:
        """How often each declared end came, where the rules declare any."""
        texts = [self.game.result_text(number) for number in range(len(self.game.program.outcomes) + 1)]
        return [(text or "played out", hits) for text, hits in zip(texts, self.counts("outcomes"), strict=True)]

    @property
    def rows(self) -> list[tuple[str, str, int]]:
        """(table, row, how often it scored) of each row of each printed table that amounts are made of.

        A row scores once for each step that reckons an amount with it; what single cards are worth isn't counted.
        """
        tables = self.game.rules.names.tables
        found = []
        rows = self.counts("rows")
        for name, start, size in self.plan.tables:
            if name not in self.game.program.emitter.scored:
                continue
            keys = tables[name].keys
            width = keys[1].hi + 1 if len(keys) > 1 else 1
            low = keys[0].lo if keys[0].kind == "int" else 0
            for place in range(size):
                first, second = divmod(place, width)
                key = (first + low, second) if len(keys) > 1 else (first + low,)
                if key not in tables[name].rows:
                    continue
                labels = [str(self.game.value(kind, part)) for kind, part in zip(keys, key, strict=True)]
                found.append((name, ", ".join(labels), rows[start + place]))
        return found

    @property
    def differences(self) -> list[tuple[str, Interval, Interval]]:
        """Paired: the first kind of player less each other one, (who, games won, points), a seat and a game."""
        from tricktaker.simulate.work import groups_of

        kinds = groups_of(self.players)
        if not self.pairs or self.pairs[0] == 0:
            return []
        found = []
        for number, (kind, places) in enumerate(kinds[1:]):
            at = 1 + 4 * number
            scale = self.game.players * len(places) * len(kinds[0][1])
            points = mean(self.pairs[at], self.pairs[at + 1], self.pairs[0], scale)
            wins = mean(self.pairs[at + 2], self.pairs[at + 3], self.pairs[0], scale)
            found.append((f"{kinds[0][0]} less {kind}", wins, points))
        return found

    def text(self) -> str:
        """A page for people."""
        from tricktaker.simulate.report import page

        return page(self)

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        from tricktaker.simulate.report import data

        return data(self)
