"""Modes: bundles of trick rules, abilities, hooks and procedures that hold while a condition does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tricktaker.expr import fold
from tricktaker.expr.names import Scope
from tricktaker.expr.nodes import Node
from tricktaker.expr.types import BOOL
from tricktaker.loading.cascades import both, read_lines, read_tiers
from tricktaker.loading.context import Context, as_map
from tricktaker.loading.nodes import Mapping
from tricktaker.model import Line, Tier

TRICK_KEYS = ("lead", "follow", "wins")


@dataclass(frozen=True, slots=True)
class Mode:
    """One mode: its name, when it is active, what it holds."""

    name: str
    active: Node
    body: Mapping


def read_modes(ctx: Context) -> tuple[Mode, ...]:
    """The modes of a file whose conditions are right."""
    found: list[Mode] = []
    for entry in ctx.section("modes"):
        body = as_map(entry.value)
        if "if" not in body:
            if body.entries:
                ctx.report.error("missing-key", f"mode `{entry.name}` needs `if`: when it is active", entry.key.span)
            continue
        active = ctx.expression(body.get("if"), Scope(), BOOL)
        if active is not None:
            found.append(Mode(entry.name, active, body))
        trick = as_map(body.get("trick"))
        for part in trick:
            if part.name not in TRICK_KEYS:
                ctx.report.error(
                    "not-in-mode",
                    f"`{part.name}` can't differ by mode",
                    part.key.span,
                    help=f"a mode's `trick` has {', '.join(TRICK_KEYS)}; elsewhere ask in the expression itself",
                )
    return tuple(found)


def lines_by_mode(ctx: Context, modes: tuple[Mode, ...], key: str, usual: list[Line], scope: Scope) -> list[Line]:
    """A cascade with the lines of modes in place of the usual ones while they are active."""
    found: list[Line] = []
    others: Node | None = None
    for mode in modes:
        trick = as_map(mode.body.get("trick"))
        if key not in trick:
            continue
        found += read_lines(ctx, trick.get(key), scope, mode.active)
        others = both(others, fold.negation(mode.active))
    if others is None:
        return usual
    return [*found, *(replace(line, condition=both(others, line.condition)) for line in usual)]


def tiers_by_mode(ctx: Context, modes: tuple[Mode, ...], usual: list[Tier]) -> list[Tier]:
    """The tiers of modes in place of the usual ones while they are active."""
    found: list[Tier] = []
    others: Node | None = None
    for mode in modes:
        trick = as_map(mode.body.get("trick"))
        if "wins" not in trick:
            continue
        tiers = read_tiers(ctx, trick.get("wins"), Scope(), trick.span)
        found += [replace(tier, condition=both(mode.active, tier.condition)) for tier in tiers]
        others = both(others, fold.negation(mode.active))
    if others is None:
        return usual
    return [*found, *(replace(tier, condition=both(others, tier.condition)) for tier in usual)]
