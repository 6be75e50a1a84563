"""A YAML file as data that knows where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from tricktaker.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Scalar:
    """A word, a number, a text or nothing."""

    value: bool | int | float | str | None
    """What YAML 1.2 says it is; for a key always its text."""
    text: str
    """The characters between the quotes, or as they stand if there are none."""
    quoted: bool
    span: Span
    expression_safe: bool = True
    """Whether each character of `text` stands in the file as it is, on one line: `at` is exact then."""

    def at(self, start: int, end: int) -> Span:
        """The place of the characters `start` to `end` of `text`."""
        if not self.expression_safe:
            return self.span
        column = self.span.column + self.quoted
        line = self.span.line
        return Span(self.span.file, line, column + start, line, column + end)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    span: Span

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Entry:
    """A key and its value."""

    key: Scalar
    value: Node
    origin: str | None = None
    """The file that wrote it, where it came from another by `extends`."""

    @property
    def name(self) -> str:
        return self.key.text


@dataclass(frozen=True, slots=True)
class Mapping:
    """A map, in the order of the file; no key stands twice."""

    entries: tuple[Entry, ...]
    span: Span

    def entry(self, name: str) -> Entry | None:
        for entry in self.entries:
            if entry.key.text == name:
                return entry
        return None

    def get(self, name: str) -> Node | None:
        found = self.entry(name)
        return None if found is None else found.value

    def keys(self) -> tuple[str, ...]:
        return tuple(entry.key.text for entry in self.entries)

    def __contains__(self, name: object) -> bool:
        return any(entry.key.text == name for entry in self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


Node: TypeAlias = Scalar | Sequence | Mapping


def plain(node: Node) -> Any:
    """The same data without places: dicts with text keys, lists, and values."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {entry.key.text: plain(entry.value) for entry in node.entries}
