"""Text as a terminal shows it: printable characters only, and how many columns they take."""

from __future__ import annotations

import unicodedata

TAB_STOP = 4
"""A tab in an author's line is shown as spaces up to the next multiple of this."""

_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_shown(character: str) -> bool:
    """False for control characters, surrogates, line separators and marks that reorder text."""
    if character in _BIDI:
        return False
    return unicodedata.category(character) not in ("Cc", "Cs", "Zl", "Zp")


def cells(character: str) -> int:
    """How many terminal columns a shown character takes."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def printable(text: str) -> str:
    """The text without characters that would disturb a terminal; line breaks and tabs become spaces."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if c in "\n\t" else c for c in text if c in "\n\t" or is_shown(c))


def text_width(text: str) -> int:
    """Columns that a printable text takes."""
    return len(text) if text.isascii() else sum(map(cells, text))


def lay_out(line: str) -> list[tuple[str, int]]:
    """For each character of an author's line, what is shown for it and how many columns that takes."""
    shown: list[tuple[str, int]] = []
    column = 0
    for character in line:
        if character == "\t":
            size = TAB_STOP - column % TAB_STOP
            piece = (" " * size, size)
        elif is_shown(character):
            piece = (character, cells(character))
        else:
            piece = ("", 0)
        shown.append(piece)
        column += piece[1]
    return shown
