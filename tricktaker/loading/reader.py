"""YAML 1.2 core, with places, on PyYAML's parser.

PyYAML resolves words as YAML 1.1 does (`on` is true, `1:30` is ninety) and lets duplicate keys vanish;
here its events are used and nothing else of it. Everything a variant has no use for is refused at its line.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from tricktaker.diagnostics import Note, Report, Span
from tricktaker.loading.nodes import Entry, Mapping, Node, Scalar, Sequence, plain
from tricktaker.loading.words import number_fault, resolve
from tricktaker.loading.yaml_events import events
from tricktaker.loading.yaml_faults import QUOTE, Fault, Stretch, explain

__all__ = ["Entry", "Mapping", "Node", "Scalar", "Sequence", "plain", "read_file", "read_text"]

MAX_BYTES = 256 * 1024
MAX_DEPTH = 32
MAX_NODES = 50_000
_MAX_FAULTS = 20
_MAX_REREAD = 150_000
"""Characters that may be parsed again, altogether, to find further faults."""

_UNWANTED = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufeff\ufffc\ufffd\U00010000-\U0010ffff]|\ufeff")


def read_file(path: Path | str, report: Report) -> Mapping | None:
    """Read a file; None if nothing can be made of it, with the reasons in the report."""
    name = str(path)
    here = Span(name, 1, 1, 1, 1)
    try:
        # a pipe that nobody writes to would never be opened
        if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
            raise OSError(errno.EINVAL, "no ordinary file")
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        report.error("unreadable-file", f"can't read `{name}`: {reason}", None)
        return None
    if len(data) > MAX_BYTES:
        report.error("too-big", f"the file is larger than {MAX_BYTES // 1024} KiB", here)
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8")
        line = good.count("\n") + 1
        column = len(good) - (good.rfind("\n") + 1) + 1
        report.error(
            "bad-character",
            "this is not UTF-8 text",
            Span(name, line, column, line, column + 1),
            help="save the file as UTF-8",
        )
        return None
    return read_text(text, name, report)


def read_text(text: str, file: str, report: Report) -> Mapping | None:
    """Read the text of a file; None if nothing can be made of it, with the reasons in the report.

    What is returned may still have lost a value or two to faults; `Report.is_broken` knows their places.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    report.sources[file] = lines[:-1] if lines[-1] == "" else lines
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        report.error("too-big", f"the file is larger than {MAX_BYTES // 1024} KiB", Span(file, 1, 1, 1, 1))
        return None
    if lines[-1]:
        lines.append("")
    lines = [_without_unwanted(line, number, file, report) for number, line in enumerate(lines)]
    tabbed = {number for number, line in enumerate(lines) if "\t" in line[: len(line) - len(line.lstrip())]}
    budget = _MAX_REREAD
    for _ in range(_MAX_FAULTS):
        whole = "\n".join(lines)
        budget -= len(whole)
        # what this attempt finds counts only if it is the last: after a repair much of it looks different
        found = Report()
        document = _Document(file, found, lines)
        try:
            root = document.build(whole)
        except yaml.MarkedYAMLError as error:
            fault = explain(error, lines, document.reached)
            if fault.slug != "tab" and fault.place.line in tabbed:
                # How deep that line was meant to be nobody knows, and the tab has been named.
                return None
            _report_fault(fault, file, report)
            if budget < 0 or not _read_over(fault, lines, file, report):
                report.take(found)
                return None
            continue
        except _Refused:
            report.take(found)
            return None
        report.take(found)
        return _as_root(root, file, report)
    return None


def _without_unwanted(line: str, number: int, file: str, report: Report) -> str:
    found = _UNWANTED.search(line)
    if found is None:
        return line
    column = found.start() + 1
    report.error(
        "bad-character",
        f"character U+{ord(found[0]):04X} is not allowed in a file",
        Span(file, number + 1, column, number + 1, column + 1),
        help="remove it",
    )
    return _UNWANTED.sub("\ufffd", line)


def _span(place: Stretch, file: str) -> Span:
    return Span(file, place.line + 1, place.start + 1, place.line + 1, place.end + 1)


def _report_fault(fault: Fault, file: str, report: Report) -> None:
    report.error(fault.slug, fault.message, _span(fault.place, file), help=fault.help)


def _read_over(fault: Fault, lines: list[str], file: str, report: Report) -> bool:
    """Put the faulty stretch out of action; False if reading on would only find consequences."""
    if fault.slug == "tab":
        for number, line in enumerate(lines):
            lines[number] = re.sub(r"^[ \t]+", lambda found: found[0].replace("\t", " "), line)
        place = fault.place
        line = lines[place.line]
        lines[place.line] = line[: place.start] + " " * (place.end - place.start) + line[place.end :]
        return True
    skip = fault.skip
    if skip is None or skip.end <= skip.start:
        return False
    line = lines[skip.line]
    filler = "" if fault.drop_line else "x" * (skip.end - skip.start)
    if line[skip.start : skip.end] == filler:
        return False
    lines[skip.line] = line[: skip.start] + filler + line[skip.end :]
    report.mark_broken(_span(skip, file))
    return True


def _as_root(root: Node | None, file: str, report: Report) -> Mapping | None:
    if root is None or (isinstance(root, Scalar) and root.value is None):
        report.error("empty-file", "the file is empty", Span(file, 1, 1, 1, 1), help="start with `tricktaker: 1`")
        return None
    if not isinstance(root, Mapping):
        kind = "a list" if isinstance(root, Sequence) else "a text"
        report.error(
            "wrong-type", f"a variant is a map of keys, this is {kind}", root.span, help="start with `tricktaker: 1`"
        )
        return None
    return root


class _Refused(Exception):
    """Reading stops here; the reason is in the report."""


@dataclass(slots=True)
class _Open:
    """A collection whose end hasn't been reached."""

    start: Any
    is_map: bool
    flow: bool
    tagged: bool
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)
    key: Scalar | None = None
    bad_key: bool = False


class _Document:
    """Builds located data from the parser's events, without recursion."""

    def __init__(self, file: str, report: Report, lines: list[str]) -> None:
        self.file = file
        self.report = report
        self.lines = lines
        self.reached = 0
        self.nodes = 0
        self.aliases: set[int] = set()

    def build(self, text: str) -> Node | None:
        stack: list[_Open] = []
        root: Node | None = None
        documents = 0
        for event in events(text):
            self.reached = event.start_mark.line
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.refuse(
                        "several-documents",
                        "a second document starts here; a file holds one variant",
                        event,
                        "remove the line `---`",
                    )
            if isinstance(event, yaml.NodeEvent):
                self.count(event)
                self.check_sign(event)
            node: Node
            if isinstance(event, yaml.CollectionStartEvent):
                if len(stack) >= MAX_DEPTH:
                    self.refuse("too-big", f"nested deeper than {MAX_DEPTH} levels", event, None)
                stack.append(
                    _Open(
                        event.start_mark,
                        isinstance(event, yaml.MappingStartEvent),
                        bool(event.flow_style),
                        event.tag is not None,
                    )
                )
                continue
            if isinstance(event, yaml.CollectionEndEvent):
                node = self.close(stack.pop(), event.end_mark)
            elif isinstance(event, yaml.ScalarEvent):
                node = self.scalar(event, is_key=bool(stack) and stack[-1].is_map and stack[-1].key is None)
            elif isinstance(event, yaml.AliasEvent):
                node = Scalar(None, "", False, self.span(event.start_mark, event.end_mark), False)
            else:
                continue
            if not stack:
                root = node
            else:
                self.put(stack[-1], node)
        return root

    def span(self, start: Any, end: Any) -> Span:
        if end.column == 0 and end.line > start.line:
            line = end.line - 1
            while line > start.line and not self.lines[line].strip():
                line -= 1
            return Span(self.file, start.line + 1, start.column + 1, line + 1, len(self.lines[line].rstrip()) + 1)
        return Span(self.file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def refuse(self, slug: str, message: str, event: Any, help: str | None) -> None:
        self.report.error(slug, message, self.word(event.start_mark), help=help)
        raise _Refused

    def word(self, mark: Any) -> Span:
        """The word that begins at a mark."""
        line = self.lines[mark.line] if mark.line < len(self.lines) else ""
        found = re.match(r"[^\s,\[\]{}]+", line[mark.column :])
        size = len(found[0]) if found else 1
        return Span(self.file, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 1 + size)

    def count(self, event: Any) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.refuse("too-big", f"the file holds more than {MAX_NODES:,} values", event, None)

    def check_sign(self, event: Any) -> None:
        """Anchors, aliases (once a line) and tags."""
        line = event.start_mark.line
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            if line not in self.aliases:
                self.aliases.add(line)
                what = "aliases (`*name`)" if isinstance(event, yaml.AliasEvent) else "anchors (`&name`)"
                self.report.error(
                    "yaml-alias",
                    f"{what} are not used here",
                    self.word(event.start_mark),
                    help="write the value out, or give it a name under `define`",
                )
            if isinstance(event, yaml.AliasEvent):
                self.report.mark_broken(self.span(event.start_mark, event.end_mark))
                return
        if event.tag is not None:
            self.report.error(
                "yaml-tag",
                "tags (`!name`) are not used here",
                self.word(event.start_mark),
                help="remove it; if it is part of a text, quote the text",
            )

    def scalar(self, event: Any, is_key: bool) -> Scalar:
        start, end = event.start_mark, event.end_mark
        style = event.style
        quoted = style in ('"', "'")
        if event.anchor is not None or event.tag is not None:
            raw = self.lines[start.line][start.column : end.column] if start.line == end.line else ""
            if raw.endswith(event.value):
                start = _Mark(start.line, end.column - len(event.value))
        text: str = event.value
        if not text and not quoted:
            # nothing stands there: right behind the key, wherever the parser looked for it
            start = end = _Mark(start.line, len(self.lines[start.line][: start.column].rstrip(" ")))
        span = self.span(start, end)
        one_line = start.line == end.line
        safe = style not in ("|", ">") and one_line
        if quoted:
            safe = safe and end.column - start.column == len(text) + 2
        if style == '"' and (hidden := _UNWANTED.search(text)) is not None:
            self.report.error(
                "bad-character",
                f"an escape stands for character U+{ord(hidden[0]):04X}, which is not allowed in a file",
                span,
                help="write the character itself" if 0xD800 <= ord(hidden[0]) < 0xE000 else "remove it",
            )
            text, safe = _UNWANTED.sub("\ufffd", text), False
        value: bool | int | str | None = text
        if style is None or style == "":
            fault = number_fault(text)
            if fault is not None:
                self.report.error("bad-number", fault[0], span, help=fault[1])
                self.report.mark_broken(span)
            else:
                value = text if is_key else resolve(text)
        return Scalar(text if is_key else value, text, quoted, span, safe)

    def put(self, into: _Open, node: Node) -> None:
        if not into.is_map:
            into.items.append(node)
        elif into.key is None:
            into.key = self.as_key(node, into)
        else:
            key, into.key = into.key, None
            if into.bad_key:
                into.bad_key = False
            elif key.text in into.entries and into.flow and key.text.count(")") > key.text.count("("):
                into.entries[f"{key.text}, {len(into.entries)}"] = Entry(key, node)  # `check_split` has its say on it
            elif key.text in into.entries:
                first = into.entries[key.text].key.span
                self.report.error(
                    "duplicate-key",
                    f"`{key.text}` stands here a second time",
                    key.span,
                    help="remove one, or give it another name",
                    notes=[Note("the first one", first)],
                )
            else:
                into.entries[key.text] = Entry(key, node)

    def as_key(self, node: Node, into: _Open) -> Scalar:
        if isinstance(node, Scalar):
            if node.text == "" and not node.quoted:
                into.bad_key = True
                self.report.error("bad-key", "a key is missing before `:`", node.span)
            elif node.text == "<<" and not node.quoted:
                into.bad_key = True
                self.report.error(
                    "merge-key",
                    "merge keys (`<<`) are not used here",
                    node.span,
                    help="write the keys out; `extends` builds on another file",
                )
            return node
        into.bad_key = True
        if not self.report.is_broken(node.span):
            self.report.error("bad-key", "a key is one word or text, not a list or a map", node.span, help=QUOTE)
        return Scalar("", "", False, node.span, False)

    def close(self, opened: _Open, end: Any) -> Node:
        span = self.span(opened.start, end)
        if opened.tagged:
            self.report.mark_broken(span)
        if opened.flow:
            self.check_split(opened, span)
        if opened.is_map:
            return Mapping(tuple(opened.entries.values()), span)
        return Sequence(tuple(opened.items), span)

    def check_split(self, opened: _Open, span: Span) -> None:
        """A comma in a text, or inside the brackets of an expression, splits the value in two: say so once."""
        signs = "{}" if opened.is_map else "[]"
        for whole, tail in self.splits(opened):
            line = self.lines[whole.line - 1]
            one_line = whole.line == whole.end_line
            text = line[whole.column - 1 : whole.end_column - 1 if one_line else None]
            message = f"the comma in `{text}` splits the value inside `{signs}`"
            self.report.error("needs-quotes", message, whole, help=QUOTE)
            # the last piece has no value: what is said of that stands a column further
            rest = replace(tail, end_column=tail.end_column + 1)
            self.report.mark_broken(whole.to(rest) if opened.is_map else span)

    def splits(self, opened: _Open) -> Iterator[tuple[Span, Span]]:
        """Values of a flow collection that their author meant as one, and where the last of their pieces ends."""
        if opened.is_map:
            parts = [part for entry in opened.entries.values() for part in (entry.key, entry.value)]
        else:
            parts = list(opened.items)
        first: Scalar | None = None
        before: Scalar | None = None
        depth = 0
        for at, part in enumerate(parts):
            if not isinstance(part, Scalar) or part.quoted:
                before = None
                continue
            was = depth
            depth += part.text.count("(") - part.text.count(")")
            if was == 0 and depth > 0:
                first = part
            elif first is not None and depth <= 0:
                tail = parts[at + 1] if opened.is_map and at % 2 == 0 else part
                yield first.span.to(part.span), tail.span
                first, before, depth = None, None, 0
                continue
            if first is not None or not opened.is_map:
                continue
            if at % 2:
                before = part if part.text else None
            elif before is not None and self.lacks_colon(part, parts[at + 1]):
                yield before.span.to(part.span), part.span
                before = None

    def lacks_colon(self, key: Scalar, value: Node) -> bool:
        """Whether a word stands in a flow map without `:` and value."""
        if not isinstance(value, Scalar) or value.text or key.span.end_line != value.span.line:
            return False
        line = self.lines[value.span.line - 1]
        return ":" not in line[key.span.end_column - 1 : value.span.column]


@dataclass(frozen=True, slots=True)
class _Mark:
    line: int
    column: int
