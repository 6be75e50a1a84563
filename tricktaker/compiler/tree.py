"""The tree of information sets that a search grows: one row of words, and where everything lies in it.

A place in the tree is what a seat has seen since the root: an edge for each answer it saw. All seats stand at the same
place until somebody's answer is hidden from others; from there on each goes its own way, and what it does depends
on what it has seen and nothing else. Statistics are kept where the seat that decides stands, with how often each
answer was available (Cowling, Powley and Whitehouse 2012: information set Monte Carlo tree search).

First come words of the tree's own (`Places`), then records of equal size: an edge has its bit, the next edge, how often
it was taken and could have been, what that was worth, and its first node; a node has the number of the decision and of
who decides, the next node under the same edge, its first edge, and which bits have one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tricktaker.compiler.layout import BITS
from tricktaker.compiler.worths import ranks_text

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program

DEEPEST = 64
"""Most steps down the tree in one simulation."""
GROWING, CHANCE, STEPS, FREE, TIMES, PATH, ORIGIN, TOTAL, SQUARES, FAULTS = range(10)
"""Words of the tree: steps down that are still allowed, the choice generator, decisions in this simulation, the first
word that is free, simulations so far, steps down the tree in this one, what the first came to for the seat that
decides, the sum of what the others came to beside it and of the squares, and how many met a fault of the rules."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where everything lies in the row of words of a tree."""

    players: int
    words: int
    ways: int
    """In how many ways the rules rank the seats."""

    @property
    def at(self) -> int:
        """The place of each seat."""
        return 16

    @property
    def worth(self) -> int:
        """What the last simulation came to for each seat, and how it ranked them in each way."""
        return self.at + self.players

    @property
    def path(self) -> int:
        """Pairs of an edge taken and the seat that took it."""
        return self.worth + self.players * (1 + self.ways)

    @property
    def root(self) -> int:
        """For each bit of the root: how often it was taken, the sum of the worths, and of their squares."""
        return self.path + 2 * DEEPEST

    @property
    def first(self) -> int:
        """The first record: the edge that leads to the root."""
        used = self.root + 3 * BITS * self.words
        return used + -used % self.record

    @property
    def record(self) -> int:
        """Words of an edge or a node."""
        return max(8, 3 + self.words)


def places_of(program: Program) -> Places:
    """The places in a tree of this game."""
    return Places(program.rules.players, program.site_words, ranks_text(program)[1])
