"""The nearest text that an encoding knows, for streams that can't take a character as it is."""

from __future__ import annotations

import codecs
import unicodedata

ERRORS = "tricktaker.nearest"
"""The name of the error handler, for `reconfigure(errors=...)` and `encode(..., errors=...)`."""

_NEAREST = {"—": "-", "–": "-", "→": "->", "←": "<-", "·": "-", "…": "...", "×": "x"} | dict.fromkeys("‘’‚", "'")
_NEAREST |= dict.fromkeys("“”„", '"')
# letters that Unicode doesn't take apart
_NEAREST |= {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe"}


def nearest(fault: UnicodeError) -> tuple[str, int]:
    """What stands for the characters that can't be encoded: plain letters, or a question mark for each."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    return "".join(map(_plain, fault.object[fault.start : fault.end])), fault.end


def _plain(character: str) -> str:
    known = _NEAREST.get(character)
    if known is None:
        known = "".join(c for c in unicodedata.normalize("NFKD", character) if c.isascii())
    return known or "?"


def register() -> None:
    """Make the handler known to Python under its name."""
    codecs.register_error(ERRORS, nearest)
