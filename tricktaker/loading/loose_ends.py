"""Declarations that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.diagnostics import Report
from tricktaker.loading.context import as_items, as_map, as_text
from tricktaker.loading.mentions import words
from tricktaker.loading.nodes import Entry, Mapping, Node, Scalar, Sequence

TEXTS = frozenset({"name", "about", "source", "accepts"})
BUILT_IN = frozenset({"hand", "won", "deck", "score", "trump"})
"""Names that rules use without saying so."""


ARRIVALS = frozenset({"to", "collect", "goes_to", "cards_to", "swap"})
"""Keys whose values say where cards go."""


def check_loose_ends(doc: Mapping, report: Report) -> None:
    """Warns of zones, variables and options that no rule mentions, of variables that nothing sets or that nobody
    sees and nothing reads, and of zones that no card ever comes to.
    """
    for key, what in (("zones", "zone"), ("vars", "variable"), ("options", "option")):
        for entry in as_map(doc.get(key)):
            if entry.name in BUILT_IN or entry.name in _decks(doc):
                continue
            if not any(entry.name in words(part) for part in _rules(doc, key, entry.name)):
                report.warning("unused", f"{what} `{entry.name}` is used nowhere", entry.key.span)
            elif key == "vars":
                _variable(doc, entry, report)
            elif key == "zones" and entry.name not in _reached(doc):
                report.warning("unused", f"no card ever comes to zone `{entry.name}`", entry.key.span)


def _variable(doc: Mapping, entry: Entry, report: Report) -> None:
    body = as_map(entry.value)
    constant = "init" in body or "default" in body
    if not constant and not any(entry.name in written for written in _written(doc)):
        report.warning(
            "unused", f"variable `{entry.name}` is never set: it always holds what it begins with", entry.key.span
        )
    elif as_text(body.get("see")) == "nobody" and entry.name not in _read(doc, entry):
        report.warning("unused", f"nobody sees variable `{entry.name}`, and no rule asks for it", entry.key.span)


def _decks(doc: Mapping) -> tuple[str, ...]:
    return as_map(doc.get("decks")).keys()


def _rules(doc: Mapping, section: str, name: str) -> Iterator[Node]:
    """Everything that may mention a name: all but texts and its own declaration."""
    for entry in doc:
        if entry.name in TEXTS or entry.name == "examples":
            continue
        if entry.name != section:
            yield entry.value
            continue
        for other in as_map(entry.value):
            if other.name != name:
                yield other.value


def _written(doc: Mapping) -> Iterator[set[str]]:
    """The words of everything that is set."""
    for entry in _entries(doc):
        if entry.name in ("set", "add") and isinstance(entry.value, Mapping):
            yield {word for change in entry.value for word in words(change.key)}
        elif entry.name == "set" and isinstance(entry.value, Scalar):
            yield set(words(entry.value))


def _read(doc: Mapping, declaration: Entry) -> set[str]:
    """The words of all that is asked: values, and what stands beside the name of what is set."""
    found: set[str] = set()
    for entry in _entries(doc):
        if entry is declaration:
            continue
        if isinstance(entry.value, Scalar) and entry.name != "set":
            found |= set(words(entry.value))
        for item in as_items(entry.value):
            found |= set(words(item)) if isinstance(item, Scalar) else set()
        if entry.name in ("set", "add"):
            for change in as_map(entry.value):
                target = change.name.partition("[")[0].rpartition(".")[2].strip()
                found |= set(words(change.key)) - {target}
    return found


def _reached(doc: Mapping) -> set[str]:
    """The words of all that says where cards go; definitions may say it too."""
    found: set[str] = set()
    for entry in _entries(doc):
        if entry.name in ARRIVALS:
            found |= set(words(entry.value))
    return found | set(words(doc.get("define")))


def _entries(doc: Mapping) -> Iterator[Entry]:
    """Every entry of every map of the rules."""
    stack: list[Node] = [entry.value for entry in doc if entry.name not in TEXTS and entry.name != "examples"]
    while stack:
        node = stack.pop()
        if isinstance(node, Sequence):
            stack += as_items(node)
        elif isinstance(node, Mapping):
            yield from node
            stack += [entry.value for entry in node]
