"""Where a game is kept while it is played: every decision is on disk before the next one is asked."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tricktaker.game import State


class Keeper(Protocol):
    """What a table needs of a record."""

    def decided(self, state: State, seat: int, action: int) -> None:
        """A decision was made; `state` is the game after it."""

    def taken_back(self, state: State, count: int) -> None:
        """The last `count` decisions are undone; `state` is the game as it is now."""

    def finished(self, state: State) -> None:
        """The game is over."""


class Unkept:
    """Keeps nothing."""

    def decided(self, state: State, seat: int, action: int) -> None:
        pass

    def taken_back(self, state: State, count: int) -> None:
        pass

    def finished(self, state: State) -> None:
        pass


def games_dir() -> Path:
    """The user's folder for games that were left, by the customs of the system."""
    home = Path.home()
    if os.environ.get("XDG_STATE_HOME"):
        base = Path(os.environ["XDG_STATE_HOME"])
    elif os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = home / ".local" / "state"
    return base / "tricktaker" / "games"


def new_path(game_id: str) -> Path:
    """A file that isn't there yet for a game that starts now. Raises `OSError` if the folder can't be made.

    Its name doesn't tell the seed: whoever knows that can deal the cards and look at them.
    """
    folder = games_dir()
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{game_id}-{time.strftime('%Y%m%d-%H%M%S')}"
    number, path = 1, folder / f"{stem}.jsonl"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.jsonl"
    return path
