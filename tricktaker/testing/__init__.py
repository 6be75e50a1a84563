"""For tests of rule files and bots: hypothesis strategies, a state machine, two assertions.

    from hypothesis import given
    from tricktaker import load
    from tricktaker.testing import playthroughs

    GAME = load("variants/mygame.yaml")

    @given(playthroughs(GAME))
    def test_nobody_scores_below_zero(state):
        assert min(state.scores) >= 0

It needs `pip install tricktaker[testing]`. The pytest plugin beside it (`pytest --tricktaker variants/`) comes
with the package and needs pytest alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tricktaker.testing.assertions import assert_bot, assert_variant
    from tricktaker.testing.invention import variants
    from tricktaker.testing.machine import state_machine
    from tricktaker.testing.strategies import actions, deals, playthroughs, positions, views

_PLACES = {
    "actions": "strategies",
    "assert_bot": "assertions",
    "assert_variant": "assertions",
    "deals": "strategies",
    "playthroughs": "strategies",
    "positions": "strategies",
    "state_machine": "machine",
    "variants": "invention",
    "views": "strategies",
}
__all__ = [
    "actions",
    "assert_bot",
    "assert_variant",
    "deals",
    "playthroughs",
    "positions",
    "state_machine",
    "variants",
    "views",
]


def __getattr__(name: str) -> Any:
    """Imported when asked for: the pytest plugin must not bring hypothesis along."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
