"""Definitions that mean something else after a step than the author may think.

A definition is asked anew wherever its name stands. After `set: {tracker: spot}`, where `spot` is computed from
`tracker`, it is another number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tricktaker.diagnostics import Note, Report
from tricktaker.expr.names import Names
from tricktaker.loading.context import as_map
from tricktaker.loading.mentions import closure, words
from tricktaker.loading.nodes import Entry, Mapping, Node, Sequence

_TARGET = re.compile(r"(\w+)\s*(\[[^\[\]]*\])?\s*$")
"""The variable of a key of `set`: of `maker.score` it is `score`, whoever the maker is."""


def check_stale(doc: Mapping, names: Names, report: Report) -> None:
    """Warns of definitions that are read after the step that set what they read, and set it from them."""
    define = as_map(doc.get("define"))
    reads = {name: closure((name,), define) for _, name in names.definitions}
    for steps in _lists(doc):
        for number, step in enumerate(steps):
            for entry in _setting(step):
                _after(entry, steps.items[number + 1 :], reads, names, report)


def _after(
    entry: Entry, later: tuple[Node, ...], reads: dict[str, frozenset[str]], names: Names, report: Report
) -> None:
    changes = as_map(entry.value)
    found = (_TARGET.search(change.key.text) for change in changes)
    targets = {each[1] for each in found if each is not None and each[1] in names.vars}
    used = {word for change in changes for word in words(change.value) if word in reads}
    for name in sorted(used):
        changed = sorted(reads[name] & targets)
        for step in later if changed else ():
            again = _mention(step, name)
            if again is not None:
                report.warning(
                    "stale-definition",
                    f"`{name}` has changed here: it is computed from `{changed[0]}`, which was just set from it",
                    again.span,
                    help=f"keep `{name}` in a variable, or ask it before the step that changes `{changed[0]}`",
                    notes=[Note("set here", entry.key.span)],
                )
                return


def _lists(node: Node) -> Iterator[Sequence]:
    """Every list of a file."""
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Sequence):
            yield top
            stack += top.items
        elif isinstance(top, Mapping):
            stack += [entry.value for entry in top if entry.name not in ("examples", "accepts")]


def _setting(step: Node) -> Iterator[Entry]:
    if isinstance(step, Mapping):
        yield from (entry for entry in step if entry.name in ("set", "add") and isinstance(entry.value, Mapping))


def _mention(node: Node, name: str) -> Node | None:
    """The first value below a node that mentions a name."""
    if isinstance(node, Sequence):
        return next((found for item in node if (found := _mention(item, name)) is not None), None)
    if isinstance(node, Mapping):
        return next((found for entry in node if (found := _mention(entry.value, name)) is not None), None)
    return node if name in words(node) else None
