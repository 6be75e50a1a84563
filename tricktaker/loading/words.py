"""What an unquoted word of YAML 1.2 stands for."""

from __future__ import annotations

import re

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_BOOLS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_UNDERSCORED = re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*")
_BASED = re.compile(r"[-+]?0[xob][0-9a-fA-F_]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_LONGEST = 12

Value = bool | int | str | None


def resolve(text: str) -> Value:
    """The value of a word that `number_fault` finds nothing wrong with."""
    if text in _NULLS:
        return None
    if text in _BOOLS:
        return _BOOLS[text]
    if _DECIMAL.fullmatch(text) and len(text) <= _LONGEST:
        return int(text)
    return text


def number_fault(text: str) -> tuple[str, str] | None:
    """What is wrong with a word that looks like a number, and what to write; None if nothing is."""
    if not text or text[0] not in "+-.0123456789":
        return None
    quoted = f'"{text}"'
    if _DECIMAL.fullmatch(text):
        digits = text.lstrip("+-")
        if len(text) > _LONGEST:
            return f"`{text[:20]}` is too large a number", f"numbers have at most {_LONGEST - 1} digits"
        if len(digits) > 1 and digits[0] == "0":
            return f"`{text}` has a leading zero", f"write `{int(text)}`, or `{quoted}` if it is a text"
        return None
    if _UNDERSCORED.fullmatch(text):
        bare = text.replace("_", "")
        return f"`{text}` is not a number", f"write `{bare}`, or `{quoted}` if it is a text"
    if _BASED.fullmatch(text):
        return f"`{text}` is not a decimal number", f"write it in decimal, or `{quoted}` if it is a text"
    if _FLOAT.fullmatch(text) or _NOT_FINITE.fullmatch(text):
        whole = re.fullmatch(r"([-+]?[0-9]+)\.0*", text)
        instead = f"write `{int(whole[1])}`" if whole and len(text) < _LONGEST else "all numbers are whole numbers"
        return f"`{text[:20]}` is not a whole number", f"{instead}; in a text, quote it"
    return None
