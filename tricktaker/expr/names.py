"""What an expression may name: the declarations of one variant with its options and player count fixed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tricktaker.diagnostics import Span
from tricktaker.expr.nodes import Lit, Node
from tricktaker.expr.syntax import Syntax
from tricktaker.expr.types import Type


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite list of named values; a value's code is its position."""

    name: str
    labels: tuple[str, ...]
    positions: Mapping[str, int] = field(compare=False, hash=False, repr=False)

    @classmethod
    def of(cls, name: str, labels: tuple[str, ...]) -> Domain:
        return cls(name, labels, {label: code for code, label in enumerate(labels)})


class Source(Protocol):
    """Where an expression's text stands."""

    def at(self, start: int, end: int) -> Span:
        """The place of the characters `start` to `end` (exclusive)."""
        ...


@dataclass(frozen=True, slots=True)
class VarDecl:
    """A variable. `per`: the types of its indices (ints with their interval); `type`: what it holds."""

    name: str
    per: tuple[Type, ...]
    type: Type
    lasts: str
    see: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """A place for cards. `see`: everyone, owner, others or nobody."""

    name: str
    per_player: bool
    see: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class TableDecl:
    """A printed table: one or two keys to a value; `rows` is total unless the value type is optional."""

    name: str
    keys: tuple[Type, ...]
    value: Type
    rows: Mapping[tuple[int, ...], int | None] = field(compare=False, hash=False)
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Definition:
    """A name for an idea: `subject` is the type name before the dot, `params` are (type name, name)."""

    name: str
    subject: str | None
    params: tuple[tuple[str, str], ...]
    parts: tuple[tuple[Syntax, Source], ...]
    """The one expression, or the items of a written list."""
    is_list: bool = False
    span: Span | None = None


@dataclass(slots=True)
class Names:
    """All declarations that expressions of one variant can name."""

    players: int
    cooperative: bool
    teams: tuple[tuple[int, ...], ...]
    domains: dict[str, Domain] = field(default_factory=dict)
    vars: dict[str, VarDecl] = field(default_factory=dict)
    zones: dict[str, ZoneDecl] = field(default_factory=dict)
    tables: dict[str, TableDecl] = field(default_factory=dict)
    options: dict[str, Lit] = field(default_factory=dict)
    definitions: dict[tuple[str, str], Definition] = field(default_factory=dict)
    """Keyed by (subject or "", name)."""
    broken: set[str] = field(default_factory=set)
    """Names whose declaration is wrong: that is reported there, and asking for them is no second mistake."""
    deck_broken: bool = False
    card_count: int = 0
    round_limit: int = 10_000
    trick_limit: int = 1_000
    """Tricks of a round, at most."""
    card_attributes: dict[str, tuple[int | None, ...]] = field(default_factory=dict)
    """Printed attributes (suit, rank, special, order) by card number, for questions answered while loading."""
    suitless: bool = False
    """Whether some card has no suit and rank."""

    @property
    def seat_limit(self) -> int:
        return self.players - 1

    def is_excused(self, name: str) -> bool:
        """Whether a name may be unknown only because what declares it is wrong."""
        return name in self.broken or self.deck_broken

    def domain_of(self, type: Type) -> Domain | None:
        return self.domains.get(type.name) if type.kind == "symbol" else None

    def domains_with(self, label: str) -> list[str]:
        return [name for name, domain in self.domains.items() if label in domain.positions]


@dataclass(frozen=True, slots=True)
class Scope:
    """What is in reach at one place of the file."""

    elements: tuple[tuple[Type, Node], ...] = ()
    """Elements being asked, outermost first; a definition's subject is one."""
    me: Node | None = None
    locals: Mapping[str, Node] = field(default_factory=dict)

    def inside(self, type: Type, node: Node) -> Scope:
        """The scope of a question asked of an element."""
        return Scope((*self.elements, (type, node)), self.me, self.locals)

    def with_me(self, me: Node | None) -> Scope:
        return Scope(self.elements, me, self.locals)

    def with_local(self, name: str, node: Node) -> Scope:
        return Scope(self.elements, self.me, {**self.locals, name: node})


WORDS = frozenset(
    [
        "me",
        "it",
        "card",
        "players",
        "active",
        "teams",
        "dealer",
        "leader",
        "turn",
        "trick",
        "led",
        "winner",
        "winning_card",
        "round_no",
        "trick_no",
        "last_trick",
        "suits",
        "ranks",
        "cards",
        "left",
        "right",
        "partner",
        "other",
        "min",
        "max",
        "abs",
        "wins",
    ]
)
"""Words that stand alone; no author's name may be one of them."""

ATTRIBUTES = {
    "card": ("suit", "rank", "order", "special", "by", "group", "power"),
    "player": ("seat", "team", "tricks_won"),
    "team": ("members", "tricks_won"),
}
"""Built-in attributes by type."""

QUESTIONS = frozenset(
    [
        "any",
        "all",
        "count",
        "where",
        "sum",
        "max",
        "min",
        "highest",
        "lowest",
        "distinct",
        "gather",
        "starting",
        "has",
        "at",
        "top",
        "first",
        "last",
        "size",
        "empty",
    ]
)
"""Questions asked of sets."""
