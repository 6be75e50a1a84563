"""Values that cards have of their own: `attrs` of a deck or of a group of cards.

Each becomes a definition of cards, so that a card played in another way has the value of what it is played as.
"""

from __future__ import annotations

from dataclasses import replace

from tricktaker.diagnostics import Note, Span
from tricktaker.expr.names import ATTRIBUTES, Definition
from tricktaker.expr.parser import parse
from tricktaker.expr.tokens import ExpressionError
from tricktaker.loading.cascades import Anywhere
from tricktaker.loading.context import Context, as_map
from tricktaker.loading.deck import Block
from tricktaker.loading.nodes import Entry, Mapping, Scalar
from tricktaker.loading.tables import read_table


def read_attrs(ctx: Context, blocks: list[Block], taken: dict[str, Span]) -> None:
    """Declares the attributes of all decks; call it after the tables and before the definitions."""
    found: dict[str, list[tuple[Block | None, Entry]]] = {}
    for block in blocks:
        for entry in as_map(block.body.get("attrs")):
            found.setdefault(entry.name, []).append((block, entry))
    bodies = [block.body for block in blocks]
    for body in _decks(ctx):
        for entry in as_map(body.get("attrs")):
            if body not in bodies:
                found.setdefault(entry.name, []).append((None, entry))
    for name, parts in found.items():
        span = parts[0][1].key.span
        if _is_free(ctx, name, span, taken):
            _declare(ctx, name, parts, len(blocks) == 1, span)


def _decks(ctx: Context) -> list[Mapping]:
    decks = ctx.doc.get("decks")
    return [as_map(entry.value) for entry in decks] if isinstance(decks, Mapping) else [as_map(ctx.doc.get("deck"))]


def _is_free(ctx: Context, name: str, span: Span, taken: dict[str, Span]) -> bool:
    if name in taken:
        ctx.report.error("name-clash", f"`{name}` is declared twice", span, notes=[Note("here", taken[name])])
        return False
    if name in ATTRIBUTES["card"]:
        ctx.report.error("name-clash", f"a card already has `{name}`", span)
        return False
    return True


def _declare(ctx: Context, name: str, parts: list[tuple[Block | None, Entry]], alone: bool, span: Span) -> None:
    if alone or (len(parts) == 1 and parts[0][0] is None):
        _define(ctx, name, parts[0][1])
        return
    text = "0"
    for number, (block, entry) in reversed(list(enumerate(parts))):
        own = f"{name}__{number}"
        _define(ctx, own, entry)
        text = own if block is None else f"if {_belongs(block)} then {own} else ({text})"
    ctx.names.definitions["card", name] = Definition(name, "card", (), ((parse(text), Anywhere(span)),), False, span)


def _belongs(block: Block) -> str:
    """The question whether a card is of a group."""
    if block.special is not None:
        return f"special == {block.special}"
    ranks = ", ".join(label for label, _ in block.ranks)
    return f"(suit in [{', '.join(block.suits)}] and rank in [{ranks}])"


def _define(ctx: Context, name: str, entry: Entry) -> None:
    value = entry.value
    if isinstance(value, Mapping):
        _tabled(ctx, name, entry, value)
    elif isinstance(value, Scalar):
        try:
            part = (parse(value.text), value)
        except ExpressionError as error:
            ctx.report.error("bad-expression", error.message, value.at(error.start, error.end), help=error.help)
            return
        ctx.names.definitions["card", name] = Definition(name, "card", (), (part,), False, entry.key.span)


def _tabled(ctx: Context, name: str, entry: Entry, rows: Mapping) -> None:
    """A value for each rank (or suit)."""
    own = f"attrs_{name}"
    table = read_table(ctx, replace(entry, key=replace(entry.key, text=own, value=own)), rows)
    if table is None:
        return
    ctx.names.tables[own] = table
    key = "suit" if table.keys[0].name == "suit" else "rank"
    text = f"{own}({key})"
    if ctx.names.suitless:
        fallback = rows.get("else")
        other = fallback.text if isinstance(fallback, Scalar) else "none"
        text = f"if {key} == none then {other} else {text}"
    part = (parse(text), Anywhere(entry.key.span))
    ctx.names.definitions["card", name] = Definition(name, "card", (), (part,), False, entry.key.span)
