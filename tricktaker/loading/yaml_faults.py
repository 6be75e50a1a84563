"""What the YAML parser stumbles over, said in words for people who write variants.

The parser stops at the first fault. Each fault here names the stretch of text to put out of action,
so that reading can go on and find the next one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

_KEY = re.compile(r"\s*(?:- +)*(?P<key>\"[^\"]*\"|'[^']*'|[^\s:#][^:#]*?)\s*:(?:\s+|$)")
_PAIRS = {"[": "]", "{": "}"}

QUOTE = "quote it or use block style"
_COMMAS = f"separate entries by commas; for a text, {QUOTE}"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters of one line, counted from 0, the end exclusive."""

    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the text: what, where, how to mend it, and what to read over to go on."""

    slug: str
    message: str
    place: Stretch
    help: str | None = None
    skip: Stretch | None = None
    """Replaced by a filler; None if nothing sensible can follow."""
    drop_line: bool = False
    """Whether the stretch is left out altogether rather than filled with a word."""


def explain(error: yaml.MarkedYAMLError, lines: list[str], reached: int) -> Fault:
    """The fault behind an error of PyYAML; `reached` is the line up to which all was well."""
    problem = error.problem or ""
    context = error.context or ""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark is not None else (0, 0)
    line = min(line, max(0, len(lines) - 1))
    while line > 0 and not lines[line].strip():
        line, column = line - 1, len(lines[line - 1].rstrip())
    text = lines[line] if lines else ""
    start = (error.context_mark.line, error.context_mark.column) if error.context_mark else (line, column)

    if "'\\t'" in problem:
        return _tab(lines, line, column)
    if "quoted scalar" in context:
        if "escape" in problem or "hexadecimal" in problem:
            end = min(len(text), column + 1)
            place = Stretch(line, max(0, text.rfind("\\", 0, end)), end)
            return Fault(
                "bad-escape",
                f"`{text[place.start : place.end]}` means nothing inside double quotes",
                place,
                "use single quotes, or write `\\\\` for a backslash",
                _value(lines, line),
            )
        return _open_quote(lines, *start)
    quote = _quote_left_open(lines, reached, line)
    if quote is not None:
        return _open_quote(lines, *quote)
    if "mapping values are not allowed" in problem:
        return _second_colon(lines, line, column)
    if "flow mapping" in context or "flow sequence" in context:
        return _flow(lines, start, (line, column), problem)
    if "alias" in context or "anchor" in context:
        where, at = start
        sign = lines[where][at] if at < len(lines[where]) else "*"
        return _indicator(lines, where, at, sign)
    if "cannot start any token" in problem:
        return _indicator(lines, line, column, text[column : column + 1])
    if "tag" in problem or "tag" in context:
        at = start[1] if "tag" in context else column
        return Fault(
            "yaml-tag",
            "`!` starts a tag, and tags are not used here",
            _word(text, line, at),
            QUOTE,
            _value(lines, line),
        )
    if "sequence entries are not allowed" in problem:
        return Fault(
            "yaml-syntax",
            "a list entry can't stand on the line of its key",
            Stretch(line, column, len(text.rstrip())),
            "put it on the next line, or write the list as `[a, b]`",
            _value(lines, line) or Stretch(line, column, len(text)),
        )
    if "mapping keys are not allowed" in problem:
        return _indicator(lines, line, column, "?")
    if "could not find expected ':'" in problem:
        where, at = start
        place = Stretch(where, at, len(lines[where].rstrip()))
        return Fault(
            "yaml-syntax", "expected `key: value` on this line", place, None, Stretch(where, 0, len(lines[where])), True
        )
    return _structure(lines, line, column, problem)


def _tab(lines: list[str], line: int, column: int) -> Fault:
    indent = not lines[line][:column].strip()
    others = sum(1 for text in lines if "\t" in text[: len(text) - len(text.lstrip())]) - 1
    more = f", as on {others} more line{'s' if others > 1 else ''}" if indent and others > 0 else ""
    what = f"tab used for indentation, line {line + 1}{more}" if indent else f"tab between two words, line {line + 1}"
    end = column
    while end < len(lines[line]) and lines[line][end] == "\t":
        end += 1
    return Fault("tab", what, Stretch(line, column, end), "use spaces", None)


def _open_quote(lines: list[str], line: int, column: int) -> Fault:
    text = lines[line].rstrip()
    sign = text[column : column + 1] or '"'
    end = len(text)
    # brackets that were open before the quote were probably meant to be closed behind it
    for _ in range(text.count("[", 0, column) + text.count("{", 0, column)):
        if end > column + 1 and text[end - 1] in "]}":
            end -= 1
    place = Stretch(line, column, end)
    message = f"the quote `{sign}` opened here is never closed on this line"
    return Fault("unclosed-quote", message, place, f"put `{sign}` at the end of the text", place)


def _quote_left_open(lines: list[str], first: int, last: int) -> tuple[int, int] | None:
    """A value between these lines that opens a quote which its line doesn't close."""
    for number in range(last, max(-1, first - 1), -1):
        text = lines[number]
        found = _KEY.match(text)
        at = found.end() if found else len(text) - len(text.lstrip(" -"))
        sign = text[at : at + 1]
        if sign == '"' and not re.match(r'"(?:[^"\\]|\\.)*"', text[at:]):
            return number, at
        if sign == "'" and not re.match(r"'(?:[^']|'')*'", text[at:]):
            return number, at
    return None


def _second_colon(lines: list[str], line: int, column: int) -> Fault:
    text = lines[line]
    found = _KEY.match(text)
    if found is not None and found.end("key") < column and text[found.end() : column].strip():
        place = Stretch(line, found.end(), len(text.rstrip()))
        value = _without_comment(text[found.end() :])
        place = Stretch(line, found.end(), found.end() + len(value))
        key = found["key"]
        return Fault(
            "needs-quotes",
            f"the value of `{key}` contains `: `, which starts another value",
            place,
            f'{QUOTE}: `{key}: "{value}"`' if '"' not in value else QUOTE,
            place,
        )
    here = text[:column].strip().lstrip("- ")
    above = (text for text in reversed(lines[:line]) if text.strip() and not text.lstrip().startswith("#"))
    parent = _KEY.match(next(above, ""))
    place = Stretch(line, len(text) - len(text.lstrip()), column)
    if parent is not None:
        message = f"`{here}` stands below `{parent['key']}`, which has its value already"
    else:
        message = f"`{here}` can't stand here"
    whole = Stretch(line, 0, len(text))
    return Fault("indentation", message, place, "indent it like the other keys of its map", whole, True)


def _flow(lines: list[str], start: tuple[int, int], stop: tuple[int, int], problem: str) -> Fault:
    """Something inside `[…]` or `{…}`."""
    line, column = start
    text = lines[line]
    opener = text[column : column + 1]
    if opener not in _PAIRS:
        return _structure(lines, stop[0], stop[1], problem)
    whole = Stretch(line, column, len(_without_comment(text)))
    never_closed = Fault(
        "unclosed-bracket",
        f"`{opener}` opened here is never closed",
        whole,
        f"add `{_PAIRS[opener]}`",
        _value(lines, line) or whole,
    )
    wrong = lines[stop[0]] if stop[0] < len(lines) else ""
    at = stop[1]
    if stop[0] != line:
        # the fault is further down: either the bracket is never closed, or a line of a long list is wrong
        if _closing(text, column) is None and wrong[at : at + 1] not in ("[", "{", "?"):
            return never_closed
        line, column, text = stop[0], 0, wrong
    sign = text[at : at + 1]
    skip = _value(lines, line) if stop[0] == start[0] else None
    brackets = f"`{opener}{_PAIRS[opener]}`"
    if not text[at:].strip():
        return never_closed
    if sign in "]}" and sign != _PAIRS[opener]:
        return Fault(
            "unclosed-bracket",
            f"`{opener}` is closed by `{sign}`",
            Stretch(line, at, at + 1),
            f"write `{_PAIRS[opener]}` here",
            skip,
        )
    call = _open_call(text, column, at)
    if call is not None:
        value = _flow_value(text, call, at).rstrip()
        place = Stretch(line, call, call + len(value))
        return Fault("needs-quotes", f"the comma in `{value}` splits the value inside {brackets}", place, QUOTE, place)
    if sign == ":":
        message = "two values in one entry: a comma is missing, or the text contains `: `"
        return Fault("needs-quotes", message, Stretch(line, at, at + 1), _COMMAS, skip)
    first = _entry_start(text, at, column)
    value = _flow_value(text, first, at).rstrip()
    place = Stretch(line, first, first + len(value))
    if sign == "?":
        message = f"the value `{value}` contains `?`, which can't stand bare inside {brackets}"
        return Fault("needs-quotes", message, place, QUOTE, place)
    if sign in "[{":
        message = f"the value contains a bracket, which starts a list inside {brackets}"
        return Fault("needs-quotes", message, place, QUOTE, place)
    place = Stretch(line, at, max(at + 1, len(text.rstrip())))
    return Fault("needs-quotes", "text after the end of a value", place, _COMMAS, skip)


def _open_call(text: str, column: int, at: int) -> int | None:
    """Where the value begins whose round bracket is still open at `at`."""
    opened: list[int] = []
    for place in range(column, at):
        if text[place] == "(":
            opened.append(place)
        elif text[place] == ")" and opened:
            opened.pop()
    if not opened or "," not in text[opened[0] : at]:
        return None
    return _entry_start(text, opened[0], column)


def _closing(text: str, column: int) -> int | None:
    """Where the bracket opened at `column` is closed on the same line."""
    depth = 0
    quote = ""
    for at in range(column, len(text)):
        sign = text[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and text[at - 1 : at] in (" ", "[", "{", ","):
            quote = sign
        elif sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
            if depth == 0:
                return at
    return None


def _entry_start(text: str, at: int, column: int) -> int:
    """Where the value begins in which the parser stopped."""
    begin = max(text.rfind(", ", column, at) + 1, text.rfind("{", column, at), text.rfind("[", column, at), column)
    colon = text.find(": ", begin, at)
    begin = colon + 1 if colon >= 0 else begin
    while begin < at and text[begin] in " {[,:":
        begin += 1
    return begin


def _flow_value(text: str, first: int, at: int) -> str:
    """The value as its author meant it: up to the comma or bracket that isn't inside brackets of its own."""
    depth = 0
    for end in range(first, len(text)):
        sign = text[end]
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            if depth == 0:
                return text[first:end]
            depth -= 1
        elif sign == "," and depth == 0:
            return text[first:end]
    return text[first : max(at + 1, len(text.rstrip()))]


def _indicator(lines: list[str], line: int, column: int, sign: str) -> Fault:
    value = _value(lines, line)
    place = value if value is not None and value.start <= column else _word(lines[line], line, column)
    what = {
        "*": "starts an alias, and aliases are not used here",
        "&": "starts an anchor, and anchors are not used here",
        "?": "can't start a value",
    }.get(sign, "can't start a value")
    slug = "yaml-alias" if sign in ("*", "&") and lines[line][column + 1 : column + 2].isalnum() else "needs-quotes"
    return Fault(slug, f"`{sign}` {what}", place, QUOTE, place)


def _structure(lines: list[str], line: int, column: int, problem: str) -> Fault:
    text = lines[line] if lines else ""
    sign = text[column : column + 1]
    before = text[:column].strip()
    rest = Stretch(line, column, max(column + 1, len(text.rstrip())))
    if sign and sign in "]},":
        value = _value(lines, line)
        return Fault(
            "yaml-syntax",
            f"`{sign}` without an opening bracket",
            Stretch(line, column, column + 1),
            None,
            value or rest,
        )
    if text.lstrip(" -").startswith(":"):
        return Fault("bad-key", "a key is missing before `:`", Stretch(line, column, column + 1))
    if "<block mapping start>" in problem or "<block sequence start>" in problem or not before:
        found = _KEY.match(text)
        name = f"`{found['key']}`" if found else "this line"
        end = found.end("key") if found else len(text.rstrip())
        place = Stretch(line, len(text) - len(text.lstrip()), max(column + 1, end))
        if text.lstrip().startswith("- "):
            message = "this list entry is indented like nothing above it"
        elif "'?'" in problem or ("'<block mapping" not in problem and "block end" in problem and not before):
            message = f"{name} stands where a list entry (`- …`) is expected"
        else:
            message = f"{name} is indented like nothing above it"
        return Fault("indentation", message, place, "indent it exactly like its neighbours, with spaces")
    value = _value(lines, line)
    first = text[value.start] if value is not None else ""
    if value is not None and first in _PAIRS:
        close = _closing(text, value.start)
        if close is None:
            return Fault(
                "unclosed-bracket", f"`{first}` opened here is never closed", value, f"add `{_PAIRS[first]}`", value
            )
        if column <= close:
            place = Stretch(line, column, column + 1)
            return Fault("needs-quotes", f"`{sign}` can't stand here", place, _COMMAS, value)
        return Fault("needs-quotes", "text after the closing bracket", rest, f"{QUOTE} for the whole value", value)
    if value is not None and first in ('"', "'"):
        return Fault("needs-quotes", "text after the closing quote", rest, f"{QUOTE} for the whole value", value)
    return Fault("yaml-syntax", "this can't stand here", rest, None)


def _value(lines: list[str], line: int) -> Stretch | None:
    """The value on a line `key: value` or `- value`."""
    text = lines[line]
    found = _KEY.match(text)
    start = found.end() if found is not None else len(text) - len(text.lstrip(" -"))
    value = _without_comment(text[start:])
    return Stretch(line, start, start + len(value)) if value else None


def _word(text: str, line: int, column: int) -> Stretch:
    end = column
    while end < len(text) and not text[end].isspace():
        end += 1
    return Stretch(line, column, max(column + 1, end))


def _without_comment(text: str) -> str:
    return re.split(r"\s#", text, maxsplit=1)[0].rstrip()
