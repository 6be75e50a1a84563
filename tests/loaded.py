"""Games that many tests want, loaded once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import tricktaker


@cache
def _loaded(path: Path, players: int | None, options: tuple[tuple[str, Any], ...]) -> tricktaker.Game:
    return tricktaker.load(path, players=players, **dict(options))


def game_for(path: Path, example: Mapping[str, Any]) -> tricktaker.Game:
    """The game with the options and the number of players that an example asks for."""
    return _loaded(path, example.get("players"), tuple(sorted(example.get("set", {}).items())))
