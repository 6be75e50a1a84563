"""A played game: what was played, by whom, how the cards lay, and every decision."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from tricktaker.diagnostics.display import printable
from tricktaker.loading.places import shipped_variants

FORMAT = 1
"""The version of the file format that is written here."""

Option = int | str | bool


class RecordError(Exception):
    """A record that can't be read or doesn't replay; `file`, `line` and `move` say where, as far as that is known."""

    def __init__(self, message: str, *, file: str = "", line: int | None = None, move: int | None = None) -> None:
        where = printable(file)
        if line is not None:
            where += f":{line}" if where else f"line {line}"
        told = "" if move is None else f"move {move}: "
        super().__init__(f"{where}: {told}{printable(message)}" if where else f"{told}{printable(message)}")
        self.message = message
        self.file = file
        self.line = line
        self.move = move


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A pile as a shuffle left it, by card labels from the top down."""

    zone: str
    seat: int | None = None
    cards: tuple[str, ...]
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One decision. `open`: everybody at the table knew what it was when it was made."""

    seat: int
    action: str
    open: bool = field(default=True, compare=False)
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """What a trick ended in, and a check on the whole situation at the next decision."""

    round: int
    winner: int | None
    scores: tuple[int, ...] | None = field(compare=False)
    """None where they are kept from the players."""
    check: str
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    result: str | None
    line: int | None = field(default=None, compare=False)


Entry: TypeAlias = Deal | Move | Trick


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game. `entries` are its deals, decisions and ends of tricks in order; `end` is there when it is over."""

    format: int = FORMAT
    engine: str
    id: str
    name: str
    path: str | None = None
    """The rule file, None for a shipped game; one that isn't told from the root is beside the record."""
    fingerprint: str
    options: Mapping[str, Option]
    players: tuple[str, ...]
    """Who sat where, such as `you` or a bot's name."""
    number: int = 0
    seed: int
    dealer: int | None = None
    """Who was drawn to deal first."""
    entries: tuple[Entry, ...] = ()
    end: End | None = None
    file: str = field(default="", compare=False)

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.end is not None

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, Move))

    @property
    def deals(self) -> tuple[Deal, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, Deal))

    @property
    def tricks(self) -> tuple[Trick, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, Trick))

    @property
    def variant(self) -> str:
        """What to load for it: its rule file, beside the record if it isn't where it was, else the shipped game."""
        if self.path is None:
            return self.id
        folder, path = Path(self.file).parent, Path(self.path)
        with suppress(RuntimeError):  # a home that nobody has
            path = path.expanduser()
        places = [path, folder / path.name] if path.is_absolute() else [folder / path]
        for place in places:
            if place.suffix in (".yaml", ".yml") and place.is_file():
                return str(place)
        return self.id if self.id in shipped_variants() else str(path)


def kept_path(path: str, id: str) -> str | None:
    """How a record names a rule file: from the root or the home folder, None for the shipped game of that name."""
    file = Path(path)
    if not file.is_file():
        return None
    shipped = shipped_variants().get(id)
    if shipped is not None and os.path.samefile(shipped, file):
        return None
    whole = file.resolve()
    if printable(str(whole)) != str(whole):
        return None
    try:
        return "~/" + whole.relative_to(Path.home().resolve()).as_posix()
    except (ValueError, RuntimeError):
        return str(whole)
