"""Keeps a game in a file while it is played: every decision is there before the next one is asked."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tricktaker.records.minutes import Minutes, end_of
from tricktaker.records.record import Record
from tricktaker.records.replaying import heading
from tricktaker.records.writing import Counts, back_line, header_line, lines_of

if TYPE_CHECKING:
    from tricktaker.game import Game, State


class Recorder:
    """Writes a record line by line; each line is with the system before the call returns.

    As long as the game goes on, what not everybody may know is sealed. `finished` writes the whole record anew, open.
    """

    def __init__(
        self, path: str | Path, game: Game, state: State, kinds: Sequence[str], seed: int, number: int = 0
    ) -> None:
        """Begins a new file. Raises FileExistsError if there is one already, another OSError if it can't be made."""
        self.path = Path(path)
        self._head = heading(game, state, kinds, seed, number)
        self._minutes = Minutes(game)
        self._counts = Counts()
        self._file: int | None = os.open(self.path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o666)
        self._write([header_line(self._head, seal=True), *self._news(state)])

    @classmethod
    def resume(cls, path: str | Path, record: Record, game: Game, state: State) -> Recorder:
        """Goes on with the file of an unfinished game; `state` is where `replay` of `record` came to."""
        self = object.__new__(cls)
        self.path = Path(path)
        self._head = replace(record, entries=(), end=None)
        self._minutes = Minutes(game, record.entries)
        self._counts = Counts()
        # Anew: the last line may have been cut off.
        lines = [header_line(self._head, seal=True)]
        lines += [self._counts.line(entry, seal=True) for entry in record.entries]
        _replace_file(self.path, lines)
        self._file = os.open(self.path, _FLAGS)
        self._write(self._news(state))
        return self

    @property
    def record(self) -> Record:
        """The game so far."""
        return replace(self._head, entries=tuple(self._minutes.entries), file=str(self.path))

    def decided(self, state: State, seat: int, action: int) -> None:
        """A decision was made; `state` is the game after it."""
        self._write(self._news(state))

    def taken_back(self, state: State, count: int) -> None:
        """The last `count` decisions are undone; `state` is the game as it is now."""
        self._minutes.take_back(count)
        self._counts = Counts(self._minutes.entries)
        self._write([back_line(count), *self._news(state)])

    def finished(self, state: State) -> None:
        """The game is over: from now on its record is open."""
        self._write(self._news(state))
        self.close()
        _replace_file(self.path, lines_of(replace(self.record, end=end_of(state)), seal=False))

    def close(self) -> None:
        """Leaves the file as it is; calling it again does nothing."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _news(self, state: State) -> list[str]:
        return [self._counts.line(entry, seal=True) for entry in self._minutes.take(state)]

    def _write(self, lines: Sequence[str]) -> None:
        if self._file is None:
            raise ValueError("the recorder is closed")
        data = "".join(f"{line}\n" for line in lines).encode()
        while data:
            data = data[os.write(self._file, data) :]


_FLAGS = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def write_record(path: str | Path, record: Record) -> None:
    """Writes a record as a whole, open if its game is over; a file that is there already is replaced in one step."""
    _replace_file(Path(path), lines_of(record, seal=not record.finished))


def _replace_file(path: Path, lines: Sequence[str]) -> None:
    """The file has either its old text or all of the new."""
    path = path.resolve()
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(number, "wb") as file:
            file.write("".join(f"{line}\n" for line in lines).encode())
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(OSError):
            os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
