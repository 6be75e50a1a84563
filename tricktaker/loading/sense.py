"""Checks that need the whole of the rules: deals that don't fit, legality that reads hidden cards, loose ends."""

from __future__ import annotations

from tricktaker.loading.context import Context
from tricktaker.loading.effort import Effort
from tricktaker.loading.loose_ends import check_loose_ends
from tricktaker.loading.nodes import Mapping, Node, Scalar, Sequence
from tricktaker.loading.placement import Placement
from tricktaker.loading.rehearsal import rehearsed
from tricktaker.loading.secrets import Secrets
from tricktaker.loading.stale import check_stale
from tricktaker.model import Rules

ASIDE = frozenset({"name", "about", "source", "rounds", "end", "examples", "invariants", "accepts", "tricktaker"})
"""Sections that decide nothing about what happens in a round."""
OF_TRICKS = frozenset({"trick", "abilities", "hooks", "modes"})


def check_sense(ctx: Context, rules: Rules) -> None:
    """Reports what only shows when all parts are known; what rests on something wrong is left alone."""
    report = ctx.report
    wrong = wrong_sections(ctx)
    before = len(report.errors)
    Placement(rules, report).check()
    misplaced = len(report.errors) > before
    if not report.has_errors:
        Effort(rules, report).check()
        check_loose_ends(ctx.doc, report)
        check_stale(ctx.doc, ctx.names, report)
    too_complex = any(found.slug == "too-complex" for found in report.errors)
    if misplaced or too_complex or not rules.cards or not wrong <= ASIDE | OF_TRICKS:
        return
    if wrong <= ASIDE:
        Secrets(rules, report).check()
    deals_only = report.has_errors
    for found in rehearsed(rules, deals_only).findings.values():
        report.error(found.slug, found.message, found.span, help=found.help)


def wrong_sections(ctx: Context) -> frozenset[str]:
    """The sections at the top of the file in which something is wrong; all of them if it isn't known where."""
    spans = [found.span for found in ctx.report.errors]
    lines = {(span.file, span.line) for span in spans if span is not None}
    if None in spans or len(lines) > 500:
        return frozenset(ctx.doc.keys()) | {"deck"}
    found = {entry.name for entry in ctx.doc if lines & _lines(entry.key) or lines & _lines(entry.value)}
    known = set().union(*(_lines(entry.key) | _lines(entry.value) for entry in ctx.doc))
    return frozenset(found if lines <= known else found | {"deck"})


def _lines(node: Node) -> set[tuple[str, int]]:
    if isinstance(node, Scalar):
        return {(node.span.file, line) for line in range(node.span.line, node.span.end_line + 1)}
    found = {(node.span.file, node.span.line)}
    for item in node.items if isinstance(node, Sequence) else ():
        found |= _lines(item)
    for entry in node if isinstance(node, Mapping) else ():
        found |= _lines(entry.key) | _lines(entry.value)
    return found
