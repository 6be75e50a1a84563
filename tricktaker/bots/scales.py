"""How much each way of ranking counts: measured in games by chance, so that points of every game weigh the same."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tricktaker.bots.machinery import engine_of
from tricktaker.compiler.layout import BITS
from tricktaker.compiler.moments import STOP_ROUND
from tricktaker.compiler.worths import ranks_text, sides
from tricktaker.game.game import seeds

if TYPE_CHECKING:
    from tricktaker.game import Game

UNIT = 4096
"""What the usual difference between sides after a round is worth."""
SHARE = 4
"""How much more a way of ranking counts than the next one."""
OUTCOME = 2
"""Units that winning the game is worth."""
TOGETHER = 4
"""Units that winning together is worth."""
HEAVIEST = 1 << 16
DECISIONS = 2500
SEED = 0x7363616C6573

_scales: WeakKeyDictionary[Game, list[int]] = WeakKeyDictionary()


def scales_of(game: Game) -> list[int]:
    """The weight of each number that makes up a worth, the outcome last; measured once for each game."""
    found = _scales.get(game)
    if found is None:
        found = _scales[game] = _measured(game)
    return found


def _measured(game: Game) -> list[int]:
    ranks = Ranks(game)
    changes: list[list[float]] = [[] for _ in range(ranks.ways)]
    returns: list[float] = []
    number = decisions = 0
    while decisions < DECISIONS:
        decisions += _Game(game, number, ranks, changes, returns).play(DECISIONS - decisions)
        number += 1
    found = []
    for place, seen in enumerate(changes):
        spread = _size(seen)
        weight = UNIT / SHARE**place / spread if spread else UNIT / SHARE**3
        found.append(min(HEAVIEST, max(1, round(weight))))
    usual = (_size(returns) or 1.0) if game.rules.end.returns is not None else 1.0
    wanted = TOGETHER if game.cooperative else OUTCOME
    return [*found, min(HEAVIEST, max(1, round(wanted * UNIT / usual)))]


def _size(values: list[float]) -> float:
    """The root of the mean square."""
    return (sum(value * value for value in values) / len(values)) ** 0.5 if values else 0.0


class Ranks:
    """Asks how the rules rank the seats."""

    def __init__(self, game: Game) -> None:
        self.players = game.players
        self.ways = ranks_text(game.program)[1]
        self._ask = engine_of(game, False).function("ranks")

    def __call__(self, raw: list[int]) -> list[list[int]]:
        """For each way of ranking, the number of each seat."""
        row = [0] * (self.ways * self.players)
        self._ask(raw, row, 0)
        return [row[way * self.players : (way + 1) * self.players] for way in range(self.ways)]


class _Game:
    """One game by chance, looked at after each round."""

    def __init__(
        self,
        game: Game,
        number: int,
        ranks: Ranks,
        changes: list[list[float]],
        returns: list[float],
    ) -> None:
        self.game, self.ranks, self.changes, self.returns = game, ranks, changes, returns
        at = game.at
        raw = self.raw = [0] * game.program.layout.size
        raw[at["seed_a"]], raw[at["seed_b"]] = seeds(SEED, number)
        raw[at["stop"]] = STOP_ROUND
        self.chance = (number + 1) << 32 | 0x9E3779B9
        self.side = sides(game.program)

    def play(self, most: int) -> int:
        """How many decisions it took: about `most` at most."""
        game, raw, at = self.game, self.raw, self.game.at
        advance, log = game.program.advance, []  # type: ignore[var-annotated]
        decisions = 0
        before: list[list[int]] | None = None
        while decisions <= most or before is None:
            advance(raw, log)
            log.clear()
            if raw[1]:
                return decisions + 100
            if before is None:
                before = self.ranks(raw)
            if raw[at["over"]]:
                if game.rules.end.returns is not None:
                    ask = game.program.query(game.rules.end.returns, (game.rules.end.id,))
                    self.returns += [float(ask(raw, seat) or 0) for seat in range(game.players)]
                break
            if raw[at["halted"]]:
                raw[at["halted"]] = 0
                before = self._round(before)
                continue
            decisions += 1
            raw[at["choice"]] = self._pick()
        return max(1, decisions)

    def _round(self, before: list[list[int]]) -> list[list[int]]:
        now = self.ranks(self.raw)
        for seen, old, new in zip(self.changes, before, now, strict=True):
            gained = [after - since for after, since in zip(new, old, strict=True)]
            for seat, gain in enumerate(gained):
                others = [each for other, each in enumerate(gained) if self.side[other] != self.side[seat]]
                seen.append(gain - sum(others) / max(1, len(others)))
        return now

    def _pick(self) -> int:
        raw, first = self.raw, self.game.at["m0"]
        words = raw[first : first + self.game.program.site_words]
        self.chance = (self.chance & 0xFFFFFFFF) * 1791398085 + (self.chance >> 32)
        left = ((self.chance & 0xFFFFFFFF) * sum(word.bit_count() for word in words)) >> 32
        for number, word in enumerate(words):
            if left >= word.bit_count():
                left -= word.bit_count()
                continue
            for _ in range(left):
                word &= word - 1
            return BITS * number + (word & -word).bit_length() - 1
        raise AssertionError("nothing to choose")
