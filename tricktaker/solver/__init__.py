"""What positions are worth when all cards lie open and everyone plays as well as can be.

`Solver(game).solve(state)` finds the value, the best answer and the line of best play; `read_position` reads a position
from text, `deal_from_pbn` a deal.
"""

from __future__ import annotations

from tricktaker.solver.measure import BadMeasure
from tricktaker.solver.pbn import deal_from_pbn
from tricktaker.solver.positions import cards_to_play, read_position
from tricktaker.solver.solution import Answer, Range, Solution, Step, Together
from tricktaker.solver.solver import Solver, Unsolvable

__all__ = [
    "Answer",
    "BadMeasure",
    "Range",
    "Solution",
    "Solver",
    "Step",
    "Together",
    "Unsolvable",
    "cards_to_play",
    "deal_from_pbn",
    "read_position",
]
