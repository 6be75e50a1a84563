"""Doubts: what the checks could neither prove nor refute, so that the game would stop if it happened."""

from __future__ import annotations

from tricktaker.compiler.program import Program
from tricktaker.diagnostics import Report
from tricktaker.loading.rehearsal import rehearsed


def list_doubts(program: Program, report: Report) -> None:
    """Each place at which the compiled game has to look before it goes on, as a warning.

    What going through a round on paper shows to be right is left out.
    """
    paper = rehearsed(program.rules)
    proven = paper.right - paper.doubtful
    for fault in program.faults:
        if fault.span is not None and fault.span not in proven:
            report.warning(
                "unproven",
                f"it isn't proven that this never happens: {fault.message}",
                fault.span,
                help="guard it with `if`, bound it with `min` and `max`, or leave it if you are sure",
            )
