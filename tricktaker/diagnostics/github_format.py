"""Diagnostics as annotations of a GitHub Actions run."""

from __future__ import annotations

from tricktaker.diagnostics.display import printable
from tricktaker.diagnostics.report import Diagnostic, Report


def render_github(report: Report) -> str:
    """One workflow command a line: `::error file=…,line=…,col=…,title=…::message`."""
    return "".join(_command(diagnostic) + "\n" for diagnostic in report.diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    properties: dict[str, object] = {}
    span = diagnostic.span
    if span is not None:
        properties |= {"file": printable(span.file), "line": span.line, "col": span.column}
        if span.end_line == span.line:
            properties |= {"endLine": span.end_line, "endColumn": max(span.column, span.end_column - 1)}
    properties["title"] = diagnostic.slug
    texts = [diagnostic.message, *(f"note: {note.text}" for note in diagnostic.notes)]
    if diagnostic.help is not None:
        texts.append(f"help: {diagnostic.help}")
    fields = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{diagnostic.severity} {fields}::{_data(chr(10).join(map(printable, texts)))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
