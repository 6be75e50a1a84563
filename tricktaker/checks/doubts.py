"""Doubts: what the checks could neither prove nor refute, so that the game would stop if it happened."""

from __future__ import annotations

from tricktaker.compiler.program import Program
from tricktaker.diagnostics import Report


def list_doubts(program: Program, report: Report) -> None:
    """Every place at which the compiled game has to look before it goes on, as a warning."""
    for fault in program.faults:
        if fault.span is not None:
            report.warning(
                "unproven",
                f"not proven that this never happens: {fault.message}",
                fault.span,
                help="guard it with `if`, keep it in range with `min` and `max`, or leave it if you are sure",
            )
