"""What can be wrong with a variant file and how it is shown. Knows nothing of cards."""

from __future__ import annotations

from tricktaker.diagnostics.github_format import render_github
from tricktaker.diagnostics.json_format import render_json
from tricktaker.diagnostics.page import Page, pages
from tricktaker.diagnostics.report import Diagnostic, Note, Report, Severity, VariantError
from tricktaker.diagnostics.span import Span
from tricktaker.diagnostics.suggest import did_you_mean
from tricktaker.diagnostics.text import render_text

__all__ = [
    "Diagnostic",
    "Note",
    "Page",
    "Report",
    "Severity",
    "Span",
    "VariantError",
    "did_you_mean",
    "pages",
    "render_github",
    "render_json",
    "render_text",
]
