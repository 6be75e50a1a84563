"""A mistake in the meaning of an expression, on its way to the report."""

from __future__ import annotations

from tricktaker.diagnostics import Span


class Problem(Exception):
    """One diagnostic: its slug, sentence, place and help. Without a slug it follows from one reported already."""

    def __init__(self, slug: str, message: str, span: Span | None, help: str | None = None) -> None:
        super().__init__(message)
        self.slug = slug
        self.message = message
        self.span = span
        self.help = help
