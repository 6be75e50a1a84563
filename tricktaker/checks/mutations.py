"""Small changes of a rule file, one at a time: a number, a comparison, a word, a step left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Sequence as Several
from dataclasses import dataclass

from tricktaker.diagnostics import Span
from tricktaker.loading.nodes import Mapping, Node, Scalar, Sequence

LEFT_ALONE = frozenset(
    [
        "tricktaker",
        "name",
        "about",
        "source",
        "text",
        "ask",
        "says",
        "rule",
        "help",
        "examples",
        "invariants",
        "accepts",
        "extends",
        "symbols",
        "short",
        "ranks",
        "suits",
        "because",
        "announce",
        "see",
        "verb",
        "win",
        "lose",
    ]
)
"""Keys whose values say nothing about how the game is played, or are what the changes are to be noticed by."""

WORDS = {
    "==": "!=",
    "!=": "==",
    "<=": "<",
    ">=": ">",
    "<": "<=",
    ">": ">=",
    "and": "or",
    "or": "and",
    "max": "min",
    "min": "max",
    "any": "all",
    "all": "any",
    "+": "-",
    "left": "right",
    "right": "left",
    "highest": "lowest",
    "lowest": "highest",
    "winner": "leader",
    "top": "last",
    "won": "lost",
    "lost": "won",
    "taken": "won",
    "true": "false",
    "false": "true",
}
"""What stands there, and what is put instead."""

KEYS = {"highest": "lowest", "lowest": "highest", "must": "only"}
_TOKEN = re.compile(r"==|!=|<=|>=|<|>|\+|\b\d+\b|\b[a-z_]+\b")


@dataclass(frozen=True, slots=True)
class Mutation:
    """The characters of `span` replaced by `new`; None: the whole thing is left out."""

    span: Span
    old: str
    new: str | None

    @property
    def said(self) -> str:
        if self.new is None:
            return f"leaving out `{self.old}`"
        return f"`{self.new}` instead of `{self.old}`"

    def on(self, lines: Several[str]) -> list[str]:
        """The changed text of the file, with as many lines: every other thing stays where it is."""
        first, last = self.span.line - 1, self.span.end_line - 1
        before, after = lines[first][: self.span.column - 1], lines[last][self.span.end_column - 1 :]
        if self.new is None:
            return [*lines[:first], *[""] * (last + 1 - first), *lines[last + 1 :]]
        return [*lines[:first], before + self.new + after, *lines[last + 1 :]]


NARROWED = frozenset(["players", "options"])
"""Sections whose ranges are made narrower: what a wider one would allow besides is no example of anything."""

BOUNDS = "int"
"""The key of a variable's range, which says where a game stops as broken and nothing about how it is played."""

_RANGE = re.compile(r"\d+\.\.\d+")


def mutations(doc: Mapping, lines: list[str]) -> Iterator[Mutation]:
    """Every change that is tried, in the order of the file."""
    for entry in doc:
        if entry.name not in LEFT_ALONE:
            yield from _inside(entry.value, lines, entry.name)


def _inside(node: Node, lines: list[str], section: str) -> Iterator[Mutation]:
    if isinstance(node, Scalar):
        yield from _scalar(node, section)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _left_out(item, lines, len(node.items))
            yield from _inside(item, lines, section)
    else:
        for entry in node:
            if entry.name in KEYS:
                yield Mutation(entry.key.span, entry.name, KEYS[entry.name])
            if entry.name not in LEFT_ALONE and not (section == "vars" and entry.name == BOUNDS):
                yield from _inside(entry.value, lines, section)


def _scalar(node: Scalar, section: str) -> Iterator[Mutation]:
    if not node.expression_safe or node.span.line != node.span.end_line:
        return
    narrower = section in NARROWED and _RANGE.fullmatch(node.text) is not None
    for found in _TOKEN.finditer(node.text):
        old = found[0]
        step = -1 if narrower and found.start() > 0 else 1
        new = str(int(old) + step) if old.isdigit() else WORDS.get(old)
        if new is not None:
            yield Mutation(node.at(found.start(), found.end()), old, new)


def _left_out(item: Node, lines: list[str], beside: int) -> Iterator[Mutation]:
    """A list item that has its lines to itself."""
    span = item.span
    last = span.end_line if span.end_column > 1 else span.end_line - 1
    first_line = lines[span.line - 1]
    if beside > 1 and first_line[: span.column - 1].strip() == "-" and last <= len(lines):
        while last > span.line and not lines[last - 1].strip():
            last -= 1
        where = Span(span.file, span.line, span.column, last, len(lines[last - 1]) + 1)
        yield Mutation(where, first_line.strip().removeprefix("- "), None)
