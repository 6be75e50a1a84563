"""Checks that need the whole of the rules: deals that don't fit, legality that reads hidden cards, loose ends."""

from __future__ import annotations

from tricktaker.loading.context import Context
from tricktaker.loading.rehearsal import rehearsed
from tricktaker.loading.secrets import Secrets
from tricktaker.model import Rules


def check_sense(ctx: Context, rules: Rules) -> None:
    """Reports what only shows when all parts are known."""
    Secrets(rules, ctx.report).check()
    if not ctx.report.has_errors:
        for found in rehearsed(rules).findings.values():
            ctx.report.error(found.slug, found.message, found.span, help=found.help)
