"""Lines of styled text and how they break: at spaces, never inside a card, and never losing a character.

A no-break space (U+00A0) keeps two words together; it is shown as a space. Style names say what a piece means
(`strong`, `dim`, `warn`, `suit0` ...), the screen decides how that looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tricktaker.diagnostics.display import cells, printable, text_width

GLUE = "\u00a0"
"""Stands between words that belong on one line."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text in one style."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line as it would be on an endless screen; `hang` is how far its continuations are indented."""

    pieces: tuple[Piece, ...]
    hang: int = 2

    @property
    def text(self) -> str:
        """The words alone."""
        return "".join(piece.text for piece in self.pieces).replace(GLUE, " ")


def line(*parts: str | Piece, hang: int = 2) -> Line:
    """A line of texts and pieces, cleaned of everything that would disturb a terminal."""
    pieces = (Piece(part) if isinstance(part, str) else part for part in parts)
    return Line(pieces=tuple(Piece(printable(piece.text), piece.style) for piece in pieces if piece.text), hang=hang)


def joined(parts: Iterable[str | Piece], by: str) -> list[str | Piece]:
    """The parts with a separator between them."""
    out: list[str | Piece] = []
    for part in parts:
        if out:
            out.append(by)
        out.append(part)
    return out


def glued(text: str) -> str:
    """The text as one word."""
    return text.replace(" ", GLUE)


def broken(whole: Line, width: int) -> list[list[Piece]]:
    """The line as rows of at most `width` columns. A word longer than a row is cut, nothing is left out."""
    hang = min(whole.hang, max(0, width // 3))
    rows: list[list[Piece]] = [[]]
    used, blank = 0, 0
    for word, spaces in _fitting(whole.pieces, width - hang):
        size = sum(text_width(piece.text) for piece in word)
        if not size:
            blank += spaces
            continue
        first = len(rows) == 1
        start = 0 if first else hang
        if used and used + blank + size > width:
            rows.append([])
            used, blank, start = 0, 0, hang
            first = False
        if not used:
            pad = blank if first else start
            if pad >= width:
                pad = 0
            if pad:
                rows[-1].append(Piece(" " * pad))
            used = pad
        elif blank:
            rows[-1].append(Piece(" " * blank))
            used += blank
        for piece in word:
            used = _place(piece, rows, used, width, hang)
        blank = spaces
    return rows


def _fitting(pieces: Iterable[Piece], room: int) -> Iterator[tuple[list[Piece], int]]:
    """The words; one that is longer than a row comes apart at its no-break spaces."""
    for word, spaces in _words(pieces):
        if sum(text_width(piece.text) for piece in word) <= room:
            yield word, spaces
            continue
        *parts, (last, more) = _words([Piece(piece.text.replace(GLUE, " "), piece.style) for piece in word])
        yield from parts
        yield last, more + spaces


def _place(piece: Piece, rows: list[list[Piece]], used: int, width: int, hang: int) -> int:
    """Put a piece at the end of the last row, cutting it where a row is full; columns used afterwards."""
    text = piece.text.replace(GLUE, " ")
    room = width - used
    if text_width(text) <= room:
        rows[-1].append(Piece(text, piece.style))
        return used + text_width(text)
    begun = ""
    for character in text:
        size = cells(character)
        if used + size > width and (begun or used > hang):
            rows[-1].append(Piece(begun, piece.style))
            rows.append([Piece(" " * hang)] if hang else [])
            used, begun = hang, ""
        begun += character
        used += size
    rows[-1].append(Piece(begun, piece.style))
    return used


def _words(pieces: Iterable[Piece]) -> Iterable[tuple[list[Piece], int]]:
    """Each word, which may change its style inside, and how many spaces come after it."""
    word: list[Piece] = []
    spaces = 0
    for piece in pieces:
        run = ""
        for character in piece.text:
            if character == " ":
                if run:
                    word.append(Piece(run, piece.style))
                    run = ""
                spaces += 1
                continue
            if spaces:
                yield word, spaces
                word, spaces = [], 0
            run += character
        if run:
            word.append(Piece(run, piece.style))
    yield word, spaces
