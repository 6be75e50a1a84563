"""A variant that builds on another: `extends`, merged into one document."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tricktaker.diagnostics import Note, Report, did_you_mean
from tricktaker.loading import nodes
from tricktaker.loading.nodes import Entry, Mapping, Node, Scalar
from tricktaker.loading.places import STEM, shipped_variants
from tricktaker.loading.reader import read_file

MAX_CHAIN = 8
"""How many files may build on each other."""

_OWN = ("examples", "accepts")
"""What is true of one file only: with other rules its answers would be others."""

_PLACING = ("before", "after")

_Change = Callable[[Mapping], list[Mapping] | None]
"""What stands in the place of a list entry; None for the entry itself."""


def load_document(path_or_name: Path | str, report: Report, *, search: Sequence[Path] = ()) -> Mapping | None:
    """Read a variant and everything it extends, merged; None if it can't be read.

    `path_or_name` is a file, or the name of a variant in the folders of `search` or among the shipped ones.
    Values keep the place of the file that wrote them, and `Entry.origin` names that file where it is another.
    """
    path = Path(path_or_name)
    if not os.path.isfile(path):
        found = _by_name(str(path_or_name), search)
        if found is None and STEM.fullmatch(str(path_or_name)) and not os.path.exists(path):
            near = did_you_mean(str(path_or_name), _names(search))
            report.error(
                "unknown-variant",
                f"there is no variant `{path_or_name}`",
                None,
                help=f"did you mean `{near}`?" if near else None,
            )
            return None
        path = found or path
    return _load(path, report, tuple(search), ())


def _load(path: Path, report: Report, search: tuple[Path, ...], chain: tuple[Path, ...]) -> Mapping | None:
    doc = read_file(path, report)
    if doc is None:
        return None
    entry = doc.entry("extends")
    if entry is None:
        return doc
    doc = replace(doc, entries=tuple(other for other in doc if other.name != "extends"))
    name = entry.value
    if not isinstance(name, Scalar) or not isinstance(name.value, str | int) or not STEM.fullmatch(name.text):
        report.error("bad-value", "`extends` is the name of one game, without folder and `.yaml`", name.span)
        return None
    chain = (*chain, path)
    base_path = _beside(name.text, path, search)
    if base_path is None:
        near = did_you_mean(name.text, _names((path.parent, *search)))
        report.error(
            "unknown-variant",
            f"there is no variant `{name.text}` beside this file or among the shipped ones",
            name.span,
            help=f"did you mean `{near}`?" if near else None,
        )
        return None
    known = [one.resolve() for one in chain]
    if base_path.resolve() in known:
        names = [one.stem for one in chain[known.index(base_path.resolve()) :]]
        way = " → ".join(f"`{one}`" for one in [*names, names[0]])
        report.error("extends-cycle", f"this leads back to where it began: {way}", name.span)
        return None
    if len(chain) > MAX_CHAIN:
        report.error("extends-cycle", f"more than {MAX_CHAIN} files build on each other", name.span)
        return None
    base = _load(base_path, report, search, chain)
    if base is None:
        return None
    inherited = replace(base, entries=tuple(entry for entry in base if entry.name not in _OWN))
    return _Merge(report).maps(_from(inherited, str(base_path)), doc, section=None)


def _by_name(name: str, folders: Sequence[Path]) -> Path | None:
    if not STEM.fullmatch(name):
        return None
    candidates = [folder / f"{name}.yaml" for folder in folders]
    return next((path for path in candidates if path.is_file()), None) or shipped_variants().get(name)


def _beside(name: str, path: Path, search: Sequence[Path]) -> Path | None:
    """The file a name means; a file never means itself while there is another of the name."""
    near = path.parent / f"{name}.yaml"
    if near.is_file() and near.resolve() != path.resolve():
        return near
    return _by_name(name, search) or (near if near.is_file() else None)


def _names(folders: Sequence[Path]) -> set[str]:
    found = set(shipped_variants())
    for folder in folders:
        found |= {path.stem for path in folder.glob("*.yaml")}
    return found


def _from(node: Mapping, file: str) -> Mapping:
    """The same map, with the file noted that wrote its entries."""

    def mark(entry: Entry) -> Entry:
        value = entry.value
        if isinstance(value, Mapping):
            value = _from(value, file)
        return replace(entry, value=value, origin=entry.origin or file)

    return replace(node, entries=tuple(mark(entry) for entry in node))


def _is_none(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value == "none" and not node.quoted


class _Merge:
    """Lays one document over another."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def maps(self, base: Mapping, over: Mapping, section: str | None) -> Mapping:
        """Key by key; `none` removes what the base has."""
        merged = {_identity(entry, section): entry for entry in base}
        for entry in over:
            key = _identity(entry, section)
            old = merged.get(key)
            if old is None:
                merged[key] = entry
            elif _is_none(entry.value):
                del merged[key]
            else:
                value = self.values(old.value, entry.value, entry.name)
                merged[key] = Entry(entry.key, value, None)
        return Mapping(tuple(merged.values()), over.span)

    def values(self, base: Node, over: Node, name: str) -> Node:
        if isinstance(base, Mapping) and isinstance(over, Mapping):
            return self.maps(base, over, name)
        if isinstance(base, nodes.Sequence) and isinstance(over, nodes.Sequence):
            return self.lists(base, over, name)
        return over

    def lists(self, base: nodes.Sequence, over: nodes.Sequence, name: str) -> nodes.Sequence:
        """Entries that name a rule of the base, or a place beside one, change the base; other lists stand for it."""
        if not over.items:
            return over
        known = {rule for rule, _ in _rules(base)}
        for item in over:
            if not isinstance(item, Mapping) or not (_rule(item) in known or any(key in item for key in _PLACING)):
                return over
        merged = base
        placed: dict[str, Mapping] = {}
        for item in over:
            assert isinstance(item, Mapping)
            merged = self.patch(merged, item, known, placed, name)
        return merged

    def patch(
        self, base: nodes.Sequence, item: Mapping, known: set[str], placed: dict[str, Mapping], name: str
    ) -> nodes.Sequence:
        bare = replace(item, entries=tuple(entry for entry in item if entry.name not in _PLACING))
        rule = _rule(item)
        where = next((entry for entry in item if entry.name in _PLACING), None)
        if where is None:
            same = [old for found, old in _rules(base) if found == rule]
            if len(same) > 1:
                self.report.error(
                    "ambiguous-rule",
                    f"`{rule}` names {len(same)} entries of `{name}`",
                    item.span,
                    notes=[Note("one of them", old.span) for old in same],
                )
            return _edit(base, rule, lambda old: [bare])
        if rule in known:
            base = _edit(base, rule, lambda old: [])
        anchor = where.value.text if isinstance(where.value, Scalar) else ""
        if anchor not in known:
            near = did_you_mean(anchor, known)
            self.report.error(
                "unknown-rule",
                f"`{name}` has no entry with `rule: {anchor}`",
                where.value.span,
                help=f"did you mean `{near}`?" if near else None,
            )
            return base
        if where.name == "before":
            return _edit(base, anchor, lambda old: [bare, old])
        last = placed.get(anchor)
        placed[anchor] = bare
        if last is not None:
            return _edit_item(base, last, bare)
        return _edit(base, anchor, lambda old: [old, bare])


def _identity(entry: Entry, section: str | None) -> str:
    """Definitions merge by name, whatever their parameters are called."""
    return entry.name.partition("(")[0].strip() if section == "define" else entry.name


def _rule(item: Mapping) -> str | None:
    value = item.get("rule")
    return value.text if isinstance(value, Scalar) else None


def _rules(node: Node) -> Iterator[tuple[str, Mapping]]:
    """All entries of lists inside a node that have a rule's name, with it."""
    if isinstance(node, nodes.Sequence):
        for item in node:
            if isinstance(item, Mapping) and (rule := _rule(item)) is not None:
                yield rule, item
            yield from _rules(item)
    elif isinstance(node, Mapping):
        for entry in node:
            yield from _rules(entry.value)


def _edit(base: nodes.Sequence, rule: str | None, change: _Change) -> nodes.Sequence:
    """The list with the entry of that rule changed, at whatever depth it stands."""
    return _walk(base, lambda item: change(item) if _rule(item) == rule else None)


def _edit_item(base: nodes.Sequence, after: Mapping, new: Mapping) -> nodes.Sequence:
    return _walk(base, lambda item: [item, new] if item is after else None)


def _walk(base: nodes.Sequence, change: _Change) -> nodes.Sequence:
    items: list[Node] = []
    for item in base:
        instead = change(item) if isinstance(item, Mapping) else None
        items += [_walk_into(item, change)] if instead is None else instead
    return replace(base, items=tuple(items))


def _walk_into(node: Node, change: _Change) -> Node:
    if isinstance(node, nodes.Sequence):
        return _walk(node, change)
    if isinstance(node, Mapping):
        return replace(node, entries=tuple(replace(one, value=_walk_into(one.value, change)) for one in node))
    return node
