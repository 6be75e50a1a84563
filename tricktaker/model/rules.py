"""The whole of a checked variant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tricktaker.diagnostics import Span
from tricktaker.expr.names import Names, TableDecl, VarDecl, ZoneDecl
from tricktaker.expr.nodes import Node
from tricktaker.model.cards import CardInfo, Play
from tricktaker.model.ending import Ending, Rounds
from tricktaker.model.steps import Steps
from tricktaker.model.trick import Ability, TrickRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A house rule one can set. `values` are what it may be, as written; `chosen` is what it is here."""

    name: str
    kind: str
    """values, int or bool."""
    values: tuple[int | str | bool, ...]
    default: int | str | bool
    chosen: int | str | bool
    help: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    decl: ZoneDecl
    decks: bool
    """Whether cards start here."""
    face_up_if: Node | None
    card_id: str
    viewer_id: str
    owner_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """A variable with its start value: `default` for every index (named by `id`), or `init` one per index."""

    decl: VarDecl
    default: Node
    init: tuple[Node, ...] | None
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant:
    rule: str
    at: str
    that: Node
    span: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A position with its known answers, as plain data; read by the checks."""

    about: str
    data: Mapping[str, object]
    span: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One variant, checked, for one choice of options and one number of players."""

    id: str
    path: str
    name: str
    about: str
    source: str
    fingerprint: str
    players: int
    player_counts: tuple[int, ...]
    cooperative: bool
    teams: tuple[tuple[int, ...], ...]
    options: tuple[Option, ...]
    names: Names
    cards: tuple[CardInfo, ...]
    plays: tuple[Play, ...]
    deck_zones: tuple[str, ...]
    suit_shorts: tuple[str, ...]
    suit_symbols: tuple[str | None, ...]
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    tables: tuple[TableDecl, ...]
    setup: Steps
    round: Steps
    trick: TrickRules
    abilities: tuple[Ability, ...]
    hooks: tuple[Ability, ...]
    rounds: Rounds
    end: Ending
    group: Node | None
    """`card.group` asked of the local `group_id`, None where it is the suit."""
    group_id: str
    invariants: tuple[Invariant, ...]
    examples: tuple[Example, ...]
    accepts: tuple[tuple[str, str], ...]
    texts: Mapping[str, str]
    """Definitions as written, for the rulebook."""
    source_lines: Mapping[str, tuple[str, ...]]
    """Text of the files it came from, by name."""
