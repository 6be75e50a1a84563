"""The syntax tree of an expression: what was written, with character offsets, before names mean anything."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Syntax:
    """A piece of an expression; `start` and `end` are character offsets into its text (end exclusive)."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Number(Syntax):
    value: int


@dataclass(frozen=True, slots=True)
class Name(Syntax):
    id: str


@dataclass(frozen=True, slots=True)
class Call(Syntax):
    """A function asked by name: `left(dealer)`, `pair(me, s)`."""

    name: str
    args: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Items(Syntax):
    """A written set: `[K, Q]`."""

    items: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Dot(Syntax):
    """An attribute or a question: `card.suit`, `hand.where(…)`; `args` is None without parentheses."""

    base: Syntax
    name: str
    args: tuple[Syntax, ...] | None
    name_start: int


@dataclass(frozen=True, slots=True)
class Index(Syntax):
    base: Syntax
    keys: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Unary(Syntax):
    """`-x` or `not x`."""

    op: str
    operand: Syntax


@dataclass(frozen=True, slots=True)
class Binary(Syntax):
    """Arithmetic, comparison (`in`, `not in` too), `and`, `or`, `..`."""

    op: str
    left: Syntax
    right: Syntax


@dataclass(frozen=True, slots=True)
class Choice(Syntax):
    """`if test then yes else no`."""

    test: Syntax
    yes: Syntax
    no: Syntax
