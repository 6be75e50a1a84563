"""Which names an expression mentions, those of the definitions it uses included."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tricktaker.expr.names import Names
from tricktaker.loading.nodes import Mapping, Node, Scalar, Sequence

_WORD = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z_][A-Za-z0-9_]*")
CHOSEN = frozenset({"players", "active", "teams", "cards", "suits", "ranks"})
"""Words whose meaning can differ with the number of players and the options."""


def words(node: Node | None) -> Iterator[str]:
    """All words of the values (and, for maps, the keys) of a part of a file."""
    if isinstance(node, Scalar):
        yield from _WORD.findall(node.text)
    elif isinstance(node, Sequence):
        for item in node:
            yield from words(item)
    elif isinstance(node, Mapping):
        for entry in node:
            yield from _WORD.findall(entry.key.text)
            yield from words(entry.value)


def closure(found: Iterable[str], define: Mapping) -> frozenset[str]:
    """The words with all words of the definitions they name, whatever those are definitions of."""
    bodies: dict[str, list[Node]] = {}
    for entry in define:
        name = entry.name.partition("(")[0].strip().rpartition(".")[2]
        bodies.setdefault(name, []).append(entry.value)
    known: set[str] = set()
    left = list(found)
    while left:
        word = left.pop()
        if word in known:
            continue
        known.add(word)
        for body in bodies.get(word, ()):
            left += words(body)
    return frozenset(known)


def depends_on_choice(node: Node | None, define: Mapping, names: Names) -> bool:
    """Whether what an expression comes to can differ with options or the number of players."""
    found = closure(words(node), define)
    return any(word in CHOSEN or word in names.options for word in found)
