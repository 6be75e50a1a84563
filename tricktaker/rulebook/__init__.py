"""A game's rules as a page for people, made from what its file declares and says."""

from __future__ import annotations

from tricktaker.rulebook.page import Page, as_markdown, as_text
from tricktaker.rulebook.sections import rulebook

__all__ = ["Page", "as_markdown", "as_text", "rulebook"]
