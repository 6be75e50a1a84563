"""docs/cookbook.md: every entry answers with a block, and is found from the head of the page."""

from __future__ import annotations

import re

from tests.project.fences import ROOT, fences_of

PAGE = ROOT / "docs" / "cookbook.md"


def test_every_entry_has_a_block_that_is_loaded() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    entries = [number for number, line in enumerate(lines, 1) if line.startswith("### ")]
    assert len(entries) >= 40
    blocks = [fence.line for fence in fences_of(PAGE) if fence.language == "yaml"]
    ends = [*entries[1:], len(lines) + 1]
    without = [
        lines[begin - 1]
        for begin, end in zip(entries, ends, strict=True)
        if not any(begin < line < end for line in blocks)
    ]
    assert not without


def test_the_head_lists_the_sections() -> None:
    text = PAGE.read_text(encoding="utf-8")
    sections = re.findall(r"^## (.+)$", text, re.MULTILINE)
    listed = re.findall(r"^\* \[(.+?)\]\(#(.+?)\)", text, re.MULTILINE)
    assert [title for title, _ in listed] == sections
    for title, anchor in listed:
        assert anchor == re.sub(r"[^a-z -]", "", title.lower()).replace(" ", "-")
