"""Words, numbers and signs of an expression."""

from __future__ import annotations

import re
from dataclasses import dataclass

KEYWORDS = frozenset({"if", "then", "else", "and", "or", "not", "in", "none", "true", "false"})

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<sign>\.\.|==|!=|<=|>=|//|[-+*%<>().,\[\]]))"
)

_HINTS = {
    "=": "compare with `==`",
    "!": "write `not`",
    "&": "write `and`",
    "|": "write `or`",
    '"': "words stand bare, without quotes",
    "'": "words stand bare, without quotes",
    "/": "division is `//` and rounds down",
    "^": "there are no powers; multiply with `*`",
    "{": "a set is written `[a, b]`",
}


class ExpressionError(Exception):
    """An expression that can't be read; `start` and `end` are offsets into its text."""

    def __init__(self, message: str, start: int, end: int, help: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = max(end, start + 1)
        self.help = help


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    """`number`, `name`, `word` (a keyword), `sign` or `end`."""
    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """Split an expression; raises ExpressionError at the first character that belongs to no token."""
    found: list[Token] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            rest = text[position:]
            start = position + len(rest) - len(rest.lstrip())
            if start >= len(text):
                break
            sign = text[start]
            raise ExpressionError(f"unexpected `{sign}`", start, start + 1, _HINTS.get(sign))
        kind = str(match.lastgroup)
        start, end = match.span(kind)
        word = match.group(kind)
        if kind == "number" and end < len(text) and (text[end].isalpha() or text[end] == "_"):
            raise ExpressionError(f"`{word}{text[end]}` is neither a number nor a name", start, end + 1)
        if kind == "number" and len(word) > 15:
            raise ExpressionError("number too large", start, end)
        if kind == "number" and len(word) > 1 and word[0] == "0":
            raise ExpressionError(f"`{word}` has a leading zero", start, end, "write it without the zero")
        if kind == "name" and word in KEYWORDS:
            kind = "word"
        found.append(Token(kind, word, start, end))
        position = end
    found.append(Token("end", "", len(text), len(text)))
    return found
