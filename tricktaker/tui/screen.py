"""The terminal: writes lines so that any stream can take them, asks, clears between people.

Colour is extra: without it nothing is lost. A stream that can't encode a character gets the nearest that it can. A
plain screen (for screen readers) never sends an escape or carriage return and breaks lines where a terminal ends only.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TextIO

from tricktaker.diagnostics.display import printable
from tricktaker.tui import nearest
from tricktaker.tui.lines import GLUE, Line, Piece, broken, line

if TYPE_CHECKING:
    from rich.console import Console

NARROWEST, WIDEST = 12, 100

COLOURS = {
    "strong": "bold",
    "dim": "dim",
    "warn": "bold yellow",
    "suit0": "bold red",
    "suit1": "bold cyan",
    "suit2": "bold green",
    "suit3": "bold magenta",
    "suit4": "bold yellow",
    "suit5": "bold bright_white",
}
"""How a style looks. Never plain blue or black: on some background each of them can't be seen."""

nearest.register()


class EndOfInput(Exception):
    """There is nothing more to read."""


class Screen:
    """One terminal, or the streams that stand for one."""

    def __init__(
        self,
        *,
        out: TextIO | None = None,
        source: TextIO | None = None,
        plain: bool = False,
        colour: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.out = out if out is not None else sys.stdout
        self.source = source if source is not None else sys.stdin
        self.plain = plain
        environment = os.environ if environment is None else environment
        self._live = self.out.isatty() and environment.get("TERM", "dumb" if os.name == "posix" else "") != "dumb"
        self._echo = not self.source.isatty()
        self._colour = colour and not plain
        self._console: Console | None = None
        _never_fail_to_decode(self.source)

    @property
    def width(self) -> int:
        """Columns to fill, asked anew each time: windows change their size."""
        return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))

    def takes(self, text: str) -> bool:
        """Whether the stream can encode this text as it is."""
        try:
            text.encode(self._encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def show(self, *lines: Line) -> None:
        """Write lines, each broken where the screen is full."""
        for whole in lines:
            for row in self._rows(whole):
                self._write(row, "\n")
        self.out.flush()

    def say(self, *parts: str | Piece) -> None:
        """Write one line."""
        self.show(line(*parts))

    def gap(self) -> None:
        """An empty line."""
        if not self.plain:
            self.out.write("\n")

    def clear(self) -> None:
        """Take what one person saw out of the sight of the next, with the scroll-back where the terminal can."""
        if self._live and not self.plain:
            self.out.write("\x1b[2J\x1b[3J\x1b[H")
        else:
            self.out.write("\n" * max(30, shutil.get_terminal_size((80, 24)).lines))
        self.out.flush()

    def ask(self, question: str) -> str:
        """The next line that is typed, without what a terminal adds to it. Raises `EndOfInput` when there is none."""
        *rows, last = self._rows(line(Piece(question, "strong"), hang=0))
        for row in rows:
            self._write(row, "\n")
        self._write([*last, Piece(" ")], "")
        self.out.flush()
        answer = self.source.readline()
        if not answer:
            self.out.write("\n")
            self.out.flush()
            raise EndOfInput
        answer = _typed(answer)
        if self._echo:
            self.out.write(self._fit(answer) + "\n")
        return answer

    def _rows(self, whole: Line) -> list[list[Piece]]:
        if self.plain:
            pieces = tuple(Piece(piece.text.replace(GLUE, " "), piece.style) for piece in whole.pieces)
            if not self.out.isatty():
                return [list(pieces)]
            return broken(Line(pieces=pieces, hang=0), max(NARROWEST, shutil.get_terminal_size((80, 24)).columns))
        return broken(whole, self.width)

    def _write(self, row: list[Piece], end: str) -> None:
        if not self._colour:
            self.out.write(self._fit("".join(piece.text for piece in row)) + end)
            return
        from rich.text import Text

        styled = Text.assemble(*((self._fit(piece.text), COLOURS.get(piece.style, "")) for piece in row))
        self._rich().print(styled, end=end, soft_wrap=True)

    def _rich(self) -> Console:
        if self._console is None:
            from rich.console import Console

            self._console = Console(
                file=self.out,
                force_terminal=True,
                color_system="standard",
                no_color=False,
                highlight=False,
                markup=False,
            )
        return self._console

    @property
    def _encoding(self) -> str:
        return getattr(self.out, "encoding", None) or "utf-8"

    def _fit(self, text: str) -> str:
        """The text, or the nearest the stream can encode."""
        if text.isascii() or self.takes(text):
            return text
        return text.encode(self._encoding, errors=nearest.ERRORS).decode(self._encoding)


def _typed(answer: str) -> str:
    """What was typed, without the escape sequences of arrow keys and without other control characters."""
    out, rest = [], answer.rstrip("\r\n")
    while rest:
        before, escape, rest = rest.partition("\x1b")
        out.append(before)
        if escape and rest[:1] in ("[", "O"):
            rest = rest[1:].lstrip("0123456789;?")[1:]
    return printable("".join(out))


def _never_fail_to_decode(stream: Any) -> None:
    """Bytes that the stream's encoding doesn't know are shown as wrong input, not as a fault."""
    if hasattr(stream, "reconfigure") and getattr(stream, "errors", None) == "strict":
        stream.reconfigure(errors="replace")
