"""The long form of each diagnostic: one markdown page per slug."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

_BLOCK = re.compile(r"^```yaml (wrong|right)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """What `explain` prints: a sentence, the reason, a wrong and a right example."""

    slug: str
    title: str
    text: str
    """The whole page in markdown."""

    def blocks(self, kind: str) -> tuple[str, ...]:
        """The examples of one kind, `wrong` or `right`."""
        return tuple(body for found, body in _BLOCK.findall(self.text) if found == kind)


@cache
def pages() -> dict[str, Page]:
    """All pages by slug, in alphabetical order."""
    folder = resources.files("tricktaker.diagnostics") / "pages"
    found = {}
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".md"):
            slug = entry.name.removesuffix(".md")
            text = entry.read_text(encoding="utf-8")
            found[slug] = Page(slug, text.partition("\n")[0].lstrip("# ").strip(), text)
    return found
