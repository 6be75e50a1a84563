"""What the validator found, and where that is in the document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tricktaker.diagnostics import Span
from tricktaker.loading.nodes import Entry, Mapping, Node, Sequence
from tricktaker.loading.schema_guide import Path

_SHOWN = 60
"""Characters of the author's text that a message quotes at most."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One error of the validator."""

    keyword: str
    expected: Any
    instance: Any
    schema: Any
    path: Path
    schema_path: Path


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the document: a node, the key it stands under, and the maps around it."""

    node: Node
    entry: Entry | None
    parents: tuple[tuple[str | int, Node], ...]

    @property
    def path(self) -> Path:
        return tuple(step for step, _ in self.parents)

    @property
    def name(self) -> str | None:
        """The nearest key above."""
        if self.entry is not None:
            return self.entry.name
        return next((str(step) for step, _ in reversed(self.parents) if isinstance(step, str)), None)

    @property
    def path_name(self) -> str:
        """The two nearest keys above, with a dot between."""
        return ".".join([str(step) for step, _ in self.parents if isinstance(step, str)][-2:])

    @property
    def place(self) -> Span:
        """Where something missing in the node is reported: at its key, or where it begins."""
        if self.entry is not None:
            return self.entry.key.span
        if isinstance(self.node, Mapping) and self.node.entries:
            return self.node.entries[0].key.span
        return self.node.span


def find_spot(doc: Mapping, path: Path) -> Spot:
    """The place of a document that a path leads to."""
    node: Node = doc
    entry: Entry | None = None
    parents: list[tuple[str | int, Node]] = []
    for step in path:
        parents.append((step, node))
        if isinstance(node, Sequence) and isinstance(step, int):
            node, entry = node.items[step], None
        elif isinstance(node, Mapping):
            entry = node.entry(str(step))
            assert entry is not None
            node = entry.value
    return Spot(node, entry, tuple(parents))


def shown(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def listed(words: Iterable[str], joint: str = "and") -> str:
    quoted = [f"`{shown(word)}`" for word in words]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {joint} {quoted[-1]}"
