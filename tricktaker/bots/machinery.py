"""Which engine thinks for a bot: machine code where it is there already, or worth making; Python otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tricktaker.compiler.engines import Engine
from tricktaker.compiler.native import available

if TYPE_CHECKING:
    from tricktaker.game import Game

ENGINES = ("auto", "python", "numba")

_engines: WeakKeyDictionary[Game, dict[bool, Engine]] = WeakKeyDictionary()
_native: WeakKeyDictionary[Game, bool] = WeakKeyDictionary()


def engine_of(game: Game, native: bool) -> Engine:
    """The engine of a game, made once."""
    kept = _engines.setdefault(game, {})
    if native not in kept:
        kept[native] = Engine(game.program, native)
    return kept[native]


def thinks_native(game: Game, engine: str = "auto") -> bool:
    """Whether machine code thinks: if asked for, or if it is compiled already. Raises ValueError if it can't be had."""
    if engine == "numba" and not available():
        raise ValueError("the engine numba isn't installed: pip install 'tricktaker[fast]'")
    if engine != "auto":
        return engine == "numba"
    found = _native.get(game)
    if found is None:
        engines = engine_of(game, True)
        found = _native[game] = available() and engines.is_ready("grow") and engines.is_ready("sample")
    return found


def now_native(game: Game) -> None:
    """Notes that machine code is there."""
    _native[game] = True
