"""Tables: total over what their keys span."""

from __future__ import annotations

import itertools
from dataclasses import replace

from tricktaker.diagnostics import Note, Span
from tricktaker.expr.names import Scope, TableDecl
from tricktaker.expr.types import BOOL, Type, integer, symbol
from tricktaker.loading import nodes as located
from tricktaker.loading.context import Context, as_items, as_map, int_range
from tricktaker.loading.nodes import Entry, Mapping, Scalar, Sequence

MOST_ROWS = 4096


def read_tables(ctx: Context, taken: dict[str, Span]) -> None:
    for entry in ctx.section("tables"):
        body = as_map(entry.value)
        if not body.entries or not ctx.name_is_free(entry, "table", taken):
            continue
        table = read_table(ctx, entry, body)
        if table is not None:
            ctx.names.tables[entry.name] = table


def read_table(ctx: Context, entry: Entry, body: Mapping) -> TableDecl | None:
    """One table; None if it is wrong (then it is reported)."""
    rows = [row for row in body if row.name != "else"]
    fallback = body.entry("else")
    key = _key_type(ctx, rows)
    if key is None:
        ctx.report.error(
            "bad-table",
            f"the keys of `{entry.name}` have no common type",
            entry.key.span,
            help="numbers, ranges, or values of one enum",
        )
        return None
    lists = [row for row in rows if isinstance(row.value, Sequence)]
    width = 0
    if lists:
        width = max(len(row.value.items) for row in lists if isinstance(row.value, Sequence))
        for row in rows:
            if not isinstance(row.value, Sequence) or len(row.value.items) != width:
                ctx.report.error("ragged-table", f"every row of `{entry.name}` needs {width} values", row.value.span)
                return None
    if key.kind == "int":
        covered = _covered(ctx, entry, rows, fallback is not None)
        if covered is None:
            return None
        low, high = min(covered), max(covered)
        key = integer(low, high)
        keyed = {number: row.value for number, row in covered.items()}
        every = range(low, high + 1)
    else:
        domain = ctx.names.domains[key.name]
        keyed = {domain.positions[row.name]: row.value for row in rows}
        every = range(len(domain.labels))
    scalars = [
        item for row in (*rows, *((fallback,) if fallback else ())) for item in (as_items(row.value) or (row.value,))
    ]
    kind = _row_type(ctx, scalars)
    if kind is None:
        ctx.report.error("bad-table", f"the values of `{entry.name}` have no common type", entry.key.span)
        return None
    result: dict[tuple[int, ...], int | None] = {}
    gaps = False
    for code in every:
        node = keyed.get(code, fallback.value if fallback else None)
        for column in range(width or 1):
            place = (code, column) if width else (code,)
            cell = node.items[column] if isinstance(node, Sequence) else node
            value = None if cell is None else ctx.constant(cell, Scope(), kind)
            if cell is not None and value is None:
                return None
            gaps = gaps or value is None
            result[place] = value
    values = [value for value in result.values() if value is not None]
    type = integer(min(values), max(values)) if kind.kind == "int" else kind
    keys = (key, integer(0, width - 1)) if width else (key,)
    return TableDecl(entry.name, keys, replace(type, optional=gaps), result, entry.key.span)


def _key_type(ctx: Context, rows: list[Entry]) -> Type | None:
    names = [row.name for row in rows]
    if not names:
        return None
    if all(int_range(name) is not None for name in names):
        return integer()
    for domain in ctx.names.domains.values():
        if all(name in domain.positions for name in names):
            return symbol(domain.name)
    return None


def _covered(ctx: Context, entry: Entry, rows: list[Entry], gaps_allowed: bool) -> dict[int, Entry] | None:
    covered: dict[int, Entry] = {}
    for row in rows:
        bounds = int_range(row.name)
        assert bounds is not None
        low, high = bounds
        if high < low or high - low > MOST_ROWS:
            ctx.report.error("empty-range", f"`{row.name}` is no range of keys", row.key.span, help="low to high")
            return None
        for number in range(low, high + 1):
            if number in covered:
                ctx.report.error(
                    "table-overlap",
                    f"rows `{covered[number].name}` and `{row.name}` both hold {number}",
                    row.key.span,
                    notes=[Note("the other row", covered[number].key.span)],
                )
                break
            covered[number] = row
    if max(covered) - min(covered) > MOST_ROWS:
        ctx.report.error("too-large", f"table `{entry.name}` spans too many keys", entry.key.span)
        return None
    if not gaps_allowed:
        numbers = sorted(covered)
        for before, after in itertools.pairwise(numbers):
            if after != before + 1:
                ctx.report.error(
                    "table-gap",
                    f"no row holds {before + 1}: between `{covered[before].name}` and `{covered[after].name}`",
                    covered[after].key.span,
                    help="add a row, or `else:` for all that is missing",
                )
                # whoever asks the table is not to be told that there is none
                covered |= dict.fromkeys(range(before + 1, after), covered[before])
    return covered


def _row_type(ctx: Context, cells: list[located.Node]) -> Type | None:
    scalars = [cell for cell in cells if isinstance(cell, Scalar)]
    if all(isinstance(cell.value, bool) for cell in scalars):
        return BOOL
    texts = [cell.text for cell in scalars]
    for domain in ctx.names.domains.values():
        if all(text in domain.positions for text in texts) and not all(t.lstrip("-").isdigit() for t in texts):
            return symbol(domain.name)
    return integer()
