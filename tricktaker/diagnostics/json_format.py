"""Diagnostics for programs."""

from __future__ import annotations

import json
from typing import Any

from tricktaker.diagnostics.display import printable
from tricktaker.diagnostics.report import Report
from tricktaker.diagnostics.span import Span

VERSION = 1
"""Raised when a key of the output changes its meaning."""


def render_json(report: Report) -> str:
    """One JSON object: `version`, the counts `errors` and `warnings`, and the list `diagnostics`."""
    data = {
        "version": VERSION,
        "errors": len(report.errors),
        "warnings": len(report.warnings),
        "diagnostics": [
            {
                "slug": d.slug,
                "severity": str(d.severity),
                "message": printable(d.message),
                **_place(d.span),
                "help": None if d.help is None else printable(d.help),
                "notes": [{"text": printable(note.text), **_place(note.span)} for note in d.notes],
            }
            for d in report.diagnostics
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _place(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
