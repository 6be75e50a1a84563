"""The trick: what may be played, who wins, where cards go, and what bends these rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tricktaker.diagnostics import Span
from tricktaker.expr.nodes import Node

if TYPE_CHECKING:
    from tricktaker.model.steps import Steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a cascade. `kind`: must, only or always; `id` names the candidate inside `test`."""

    kind: str
    test: Node
    id: str
    condition: Node | None
    rule: str | None
    says: str | None
    span: Span | None
    name: str
    """How a refusal names it: `rule`, or the ability, or the preset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cascade:
    lines: tuple[Line, ...]
    me_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """One way of winning: among the cards that pass `test`, the best by `key` (None: all tie)."""

    rule: str | None
    condition: Node | None
    test: Node
    id: str
    key: Node | None
    highest: bool
    ties: str
    nth: int
    span: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """What a card does, or (without `cards`) a hook that belongs to no card.

    `id` names the candidate card inside `cards`; `card_id` and `me_id` are the card and its player inside the rest.
    """

    name: str
    text: str | None
    when: str
    cards: Node | None
    id: str
    card_id: str
    me_id: str
    condition: Node | None
    do: Steps
    next: Node | None
    span: Span | None
    mode: Node | None = None
    """The condition of the mode it belongs to."""
    bends: str | None = None
    """For the rulebook: lead, follow, wins, joins or play_as where lines bend a rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickRules:
    led: Node | None
    """None: the group of the first card."""
    lead: Cascade
    follow: Cascade
    wins: tuple[Tier, ...]
    collect: Node
    collect_id: str
    next: Node | None
    nobody_takes: Node | None
    goes_to: Node | None
    may_pass: Node | None
    played_by: Node | None
    me_id: str
    """`me` inside may_pass, played_by and stuck."""
    stuck: Steps
    group: tuple[tuple[int | None, ...], str] | None = None
    span: Span | None = None
