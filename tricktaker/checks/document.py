"""Places of things in a rule file that the checked rules don't keep."""

from __future__ import annotations

from tricktaker.checks.coverage import Point
from tricktaker.diagnostics import Span
from tricktaker.expr.names import Names
from tricktaker.loading.context import int_range
from tricktaker.loading.nodes import Mapping, Scalar, Sequence


class Places:
    """Where sections, options and rows stand, and how invariants are written."""

    def __init__(self, doc: Mapping, names: Names) -> None:
        self.doc = doc
        self.names = names
        self.rows = self._rows()
        first = next((entry for entry in doc if entry.origin is None), None)
        self.file = None if first is None else first.key.span.file
        """The file itself, where it builds on others."""

    def of(self, *path: str) -> Span | None:
        """The place of a key, or of the nearest key above it that is there."""
        node: object = self.doc
        span: Span | None = None
        for name in path:
            entry = node.entry(name) if isinstance(node, Mapping) else None
            if entry is None:
                break
            span, node = entry.key.span, entry.value
        return span

    def invariant_text(self, rule: str) -> str | None:
        """The expression of an invariant as it is written."""
        section = self.doc.get("invariants")
        for item in section.items if isinstance(section, Sequence) else ():
            if isinstance(item, Mapping):
                name, that = item.get("rule"), item.get("that")
                if isinstance(name, Scalar) and isinstance(that, Scalar) and name.text == rule:
                    return that.text
        return None

    def _rows(self) -> dict[str, list[tuple[range, Point]]]:
        """By table: the keys of each row."""
        found: dict[str, list[tuple[range, Point]]] = {}
        section = self.doc.get("tables")
        for entry in section.entries if isinstance(section, Mapping) else ():
            if not isinstance(entry.value, Mapping):
                continue
            rows = found.setdefault(entry.name, [])
            table = self.names.tables.get(entry.name)
            for row in entry.value:
                point = Point("row", f"{entry.name} {row.name}", row.key.span)
                if table is not None and table.keys[0].kind == "symbol":  # a rank may look like a number
                    code = self.names.domains[table.keys[0].name].positions.get(row.name)
                    if code is not None:
                        rows.append((range(code, code + 1), point))
                elif (bounds := int_range(row.name)) is not None:
                    rows.append((range(bounds[0], bounds[1] + 1), point))
        return found
