"""What a simulation counts: where each count lies in one vector of whole numbers, and what it keeps of a game.

All counts are whole numbers that add up, so that they come out the same however the games were shared among workers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tricktaker.compiler.layout import index_size
from tricktaker.model import Rules

MOST_TRICKS = 64
"""Tricks of a round told apart; later ones count as the last."""


@dataclass(slots=True)
class Tally:
    """Places of the counts (`at`: name -> first place, `length`: name -> how many) and of what is kept of a game."""

    rules: Rules
    outcomes: int
    at: dict[str, int] = field(default_factory=dict)
    length: dict[str, int] = field(default_factory=dict)
    size: int = 0
    row: dict[str, int] = field(default_factory=dict)
    width: int = 0
    tables: list[tuple[str, int, int]] = field(default_factory=list)
    """Each table with the place of its first row and how many places it has."""

    def __post_init__(self) -> None:
        players = self.rules.players
        for name in ("games", "decisions", "decisions2", "forced", "rounds", "rounds2", "ties", "unwon", "led_rounds"):
            self._count(name, 1)
        for name in ("wins", "points", "points2", "tricks", "tricks2"):
            self._count(name, players)
        for name in ("dealer_wins", "dealer_points", "dealer_points2", "dealer_tricks"):
            self._count(name, players)
        for name in ("games", "wins", "points", "points2", "tricks", "tricks2"):
            self._count(f"leader_{name}", players)
        self._count("asked", MOST_TRICKS)
        self._count("legal", MOST_TRICKS)
        self._count("abilities", len(self.rules.abilities))
        self._count("outcomes", self.outcomes + 1)
        rows = 0
        for table in self.rules.names.tables.values():
            size = index_size(self.rules, table.keys[0])
            size *= table.keys[1].hi + 1 if len(table.keys) > 1 else 1
            self.tables.append((table.name, rows, size))
            rows += size
        self._count("rows", rows)
        for name, length in (("points", players), ("tricks", players)):
            self._keep(name, length)
        for name in ("winners", "outcome", "rounds", "decisions", "forced", "dealer", "leader"):
            self._keep(name, 1)

    def _count(self, name: str, length: int) -> None:
        self.at[name] = self.size
        self.length[name] = length
        self.size += length

    def _keep(self, name: str, length: int) -> None:
        self.row[name] = self.width
        self.width += length
