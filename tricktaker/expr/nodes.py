"""The typed tree of an expression: names resolved, definitions expanded, every node knowing its type.

Symbols are integer codes within their domain, players and teams are seat and team numbers, cards are card
numbers; none is a separate value that the emitter represents below zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tricktaker.diagnostics import Span
from tricktaker.expr.types import Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Base of all typed nodes; `span` (where it was written) is for faults and doesn't count in comparisons."""

    type: Type
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Lit(Node):
    """A constant; `value` None is none."""

    value: int | None


@dataclass(frozen=True, slots=True)
class Local(Node):
    """A local name: an element, `me`, a parameter, a chosen value."""

    id: str


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A built-in value of the running game: `dealer`, `round_no`, `winner` …"""

    name: str


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`body` with the local `id` standing for `value`, which is asked once."""

    id: str
    value: Node
    body: Node


@dataclass(frozen=True, slots=True)
class VarRef(Node):
    name: str
    index: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class ZoneRef(Node):
    """The cards of a zone (of `owner` where the zone is per player)."""

    name: str
    owner: Node | None


@dataclass(frozen=True, slots=True)
class Attr(Node):
    """A built-in attribute: suit rank order special by (card), seat team tricks_won (player), tricks_won (team)."""

    name: str
    base: Node


@dataclass(frozen=True, slots=True)
class TableRef(Node):
    name: str
    keys: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Convert(Node):
    """A symbol in another domain: entry `code` of `table` is the new code (None: not a value there)."""

    base: Node
    table: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Arith(Node):
    """`+ - * // %`, and `min max` of two."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Negate(Node):
    base: Node


@dataclass(frozen=True, slots=True)
class Abs(Node):
    base: Node


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`== != < <= > >=`; both sides in the same domain; either side may be none for `==` and `!=`."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`and` / `or`, stopping early."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Not(Node):
    base: Node


@dataclass(frozen=True, slots=True)
class IfElse(Node):
    test: Node
    yes: Node
    no: Node


@dataclass(frozen=True, slots=True)
class SetLit(Node):
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class RangeOf(Node):
    """`low..high`; empty when high < low."""

    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class All(Node):
    """Every value of a domain: players, active, teams, cards, suits, ranks, an enum's values."""

    what: str


@dataclass(frozen=True, slots=True)
class Trick(Node):
    """The cards on the table, in the order played (`which`: current or last)."""

    which: str


@dataclass(frozen=True, slots=True)
class Members(Node):
    """The players of a team."""

    team: Node


@dataclass(frozen=True, slots=True)
class Where(Node):
    """The elements for which `test` holds; `id` names the element."""

    base: Node
    id: str
    test: Node


@dataclass(frozen=True, slots=True)
class Query(Node):
    """A question over the elements: any all count sum max min highest lowest distinct gather.

    `arg` is asked of each element (named `id`); `default` answers max and min of nothing.
    """

    op: str
    base: Node
    id: str
    arg: Node
    default: Node | None


@dataclass(frozen=True, slots=True)
class Starting(Node):
    """The players of `base` clockwise, beginning at `first` or the next one after it."""

    base: Node
    first: Node


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """An element by place: top first last at."""

    op: str
    base: Node
    place: Node | None


@dataclass(frozen=True, slots=True)
class Size(Node):
    base: Node


@dataclass(frozen=True, slots=True)
class Empty(Node):
    base: Node


@dataclass(frozen=True, slots=True)
class In(Node):
    item: Node
    base: Node


@dataclass(frozen=True, slots=True)
class Seat(Node):
    """A player found from another: left, right (n active seats on), partner, other."""

    op: str
    base: Node
    steps: Node | None


@dataclass(frozen=True, slots=True)
class OtherTeam(Node):
    base: Node


@dataclass(frozen=True, slots=True)
class Wins(Node):
    """Would this card be winning if played now."""

    card: Node


def children(node: Node) -> Iterator[Node]:
    """The typed trees directly inside one."""
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Node))


def walk(node: Node) -> Iterator[Node]:
    """A typed tree and all inside it."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(children(top))
