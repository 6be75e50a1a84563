"""Checks that need the whole of the rules: deals that don't fit, legality that reads hidden cards, loose ends."""

from __future__ import annotations

from tricktaker.loading.context import Context
from tricktaker.loading.effort import Effort
from tricktaker.loading.loose_ends import check_loose_ends
from tricktaker.loading.placement import Placement
from tricktaker.loading.rehearsal import rehearsed
from tricktaker.loading.secrets import Secrets
from tricktaker.loading.stale import check_stale
from tricktaker.model import Rules


def check_sense(ctx: Context, rules: Rules) -> None:
    """Reports what only shows when all parts are known."""
    report = ctx.report
    Placement(rules, report).check()
    if not report.has_errors:
        Effort(rules, report).check()
    if not report.has_errors:
        Secrets(rules, report).check()
        check_loose_ends(ctx.doc, report)
        check_stale(ctx.doc, ctx.names, report)
        for found in rehearsed(rules).findings.values():
            report.error(found.slug, found.message, found.span, help=found.help)
