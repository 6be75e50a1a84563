"""A rulebook page as headings, paragraphs, lists and tables, and how it is written as text or Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tricktaker.diagnostics.display import printable, text_width

NARROWEST = 12


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a list, with the list below it."""

    text: str
    below: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a heading."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, numbered where the order matters."""

    items: tuple[Item, ...]
    numbered: bool = False


Block = str | Table | Listing


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """All there is to say about one game."""

    title: str
    about: str = ""
    sections: tuple[Section, ...] = field(default=())


def as_text(page: Page, width: int = 80) -> str:
    """The page for a terminal, no line longer than `width` unless a single word is."""
    width = max(NARROWEST, width)
    lines = [*_wrapped(page.title, width), "=" * min(width, text_width(page.title)), ""]
    if page.about:
        lines += [*_wrapped(page.about, width), ""]
    for section in page.sections:
        lines += [*_wrapped(section.title, width), "-" * min(width, text_width(section.title))]
        for block in section.blocks:
            lines += [*_text_block(block, width), ""]
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"


def as_markdown(page: Page) -> str:
    """The page as Markdown, every text of the author's escaped."""
    lines = [f"# {_escaped(page.title)}", ""]
    if page.about:
        lines += [_escaped(page.about), ""]
    for section in page.sections:
        lines += [f"## {_escaped(section.title)}", ""]
        for block in section.blocks:
            lines += [*_markdown_block(block), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(
        printable(text), width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    ) or [first.rstrip()]


def _text_block(block: Block, width: int) -> Iterator[str]:
    if isinstance(block, str):
        yield from _wrapped(block, width)
    elif isinstance(block, Listing):
        yield from _text_items(block.items, width, 0, block.numbered)
    else:
        yield from _text_table(block, width)


def _text_items(items: Sequence[Item], width: int, depth: int, numbered: bool) -> Iterator[str]:
    pad = "  " * min(depth, max(0, width // 10))
    for number, item in enumerate(items, 1):
        mark = f"{number}. " if numbered else "- "
        yield from _wrapped(item.text, width, pad + mark, pad + " " * len(mark))
        yield from _text_items(item.below, width, depth + 1, False)


def _text_table(table: Table, width: int) -> Iterator[str]:
    rows = [tuple(map(printable, row)) for row in (table.head, *table.rows)]
    widths = [max(text_width(row[column]) for row in rows) for column in range(len(table.head))]
    if sum(widths) + 2 * (len(widths) - 1) <= width:
        for row in rows:
            yield "  ".join(cell + " " * (size - text_width(cell)) for cell, size in zip(row, widths, strict=True))
        return
    for row in rows[1:]:
        told = [f"{head}: {cell}" for head, cell in zip(rows[0], row, strict=True)]
        yield from _wrapped("; ".join(told), width, "- ", "  ")


def _markdown_block(block: Block) -> Iterator[str]:
    if isinstance(block, str):
        yield _escaped(block)
    elif isinstance(block, Listing):
        yield from _markdown_items(block.items, 0, block.numbered)
    else:
        for number, row in enumerate(table_row for table_row in (block.head, *block.rows)):
            yield "| " + " | ".join(_escaped(cell).replace("|", "\\|") for cell in row) + " |"
            if number == 0:
                yield "|" + " --- |" * len(row)


def _markdown_items(items: Sequence[Item], depth: int, numbered: bool) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        yield "   " * depth + (f"{number}. " if numbered else "- ") + _escaped(item.text)
        yield from _markdown_items(item.below, depth + 1, False)


def _escaped(text: str) -> str:
    """The text with everything that means something to Markdown or HTML taken as it stands."""
    shown = printable(text).replace("&", "&amp;").replace("<", "&lt;")
    return "".join(f"\\{character}" if character in "\\`*_[]#" else character for character in shown)
