"""What happens in order: the steps of `setup`, `round`, abilities, hooks and procedures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tricktaker.diagnostics import Span
from tricktaker.expr.nodes import Node, VarRef
from tricktaker.model.trick import Cascade


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    span: Span | None = None
    rule: str | None = None


Steps: TypeAlias = tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign(Step):
    """Several variables at once: (target, value, whether it is added)."""

    changes: tuple[tuple[VarRef, Node, bool], ...]
    announce: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch(Step):
    test: Node
    then: Steps
    otherwise: Steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Step):
    """Cards to a place: those of `cards`, or `count` from the top of `source` (all without a count)."""

    cards: Node | None
    source: Node | None
    count: Node | None
    to: Node
    bottom: bool = False
    up_to: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Step):
    """One card at a time from the top of `deck`, left of the dealer first; the whole deck without a count."""

    deck: str
    to: str
    count: Node | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Step):
    zone: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(Step):
    """Two cards trade places."""

    first: Node
    second: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Step):
    """Cards or a variable become known to players (all without `to`)."""

    what: Node
    to: Node | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Step):
    """`random`: an element picked by chance; the local `id` names it in the steps that follow."""

    base: Node
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of a menu; with `base` it is one action per element."""

    name: str
    test: Node | None
    base: Node | None
    id: str
    target: VarRef | None
    then: Steps
    span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Step):
    """A decision of `who` (the local `me_id` inside): an element of `base`, or a line of `menu`.

    With `count` it is that many single picks in a row and `id` names the set of them.
    """

    who: Node
    me_id: str
    base: Node | None = None
    count: Node | None = None
    id: str = ""
    target: VarRef | None = None
    optional: bool = False
    unseen: bool = False
    cascade: Cascade | None = None
    menu: tuple[Entry, ...] = ()
    verb: str = "choose"
    ask: str | None = None
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Step):
    """`do` for each element of `base` in order; for players `id` is `me` inside. `secretly`: all answer first."""

    base: Node
    id: str
    do: Steps
    until: Node | None = None
    secretly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Step):
    """At most `most` times; running out before `until` holds is a fault."""

    most: Node
    until: Node | None
    do: Steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Tricks(Step):
    count: Node | None
    until: Node | None
    leader: Node | None
    players: Node | None

    @property
    def asked(self) -> Span | None:
        """Where it is said how many tricks there are."""
        how_many = self.until if self.count is None else self.count
        return self.span if how_many is None or how_many.span is None else how_many.span


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Step):
    """A named procedure, expanded; `by` binds its `me`."""

    name: str
    by: Node | None
    me_id: str
    do: Steps


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Step):
    """`what`: tricks, round, redeal, win or lose; `why` for the last two."""

    what: str
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminate(Step):
    """A player is out, at the end of the round unless `cards_to` says where their cards go now."""

    player: Node
    cards_to: Node | None
