"""Many games and what they say. `tricktaker.simulate(game, games=1000)` plays them; the package is its own function.

    found = tricktaker.simulate(tricktaker.load("mygame"), games=10_000, seed=7, jobs=2)
    print(found.text())

Random players play in machine code where numba is installed. Whatever the engine, the number of jobs or the executor,
the same seed gives the same games and the same numbers.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from tricktaker.simulate.comparison import Comparison
from tricktaker.simulate.intervals import Interval
from tricktaker.simulate.results import Results
from tricktaker.simulate.running import SimulationFault, simulate

__all__ = ["Comparison", "Interval", "Results", "SimulationFault", "simulate"]


class _Callable(ModuleType):
    """Lets the package be called by its name in `tricktaker`."""

    def __call__(self, *args: Any, **kwargs: Any) -> Results:
        return simulate(*args, **kwargs)


sys.modules[__name__].__class__ = _Callable
