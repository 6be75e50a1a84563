"""docs/gallery.md says of each shipped game what its file says."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.project.fences import ROOT
from tricktaker.loading.places import shipped_variants

STALE = "docs/gallery.md lags behind the files: run `python docs/gallery.py`"


def _script() -> ModuleType:
    import sys

    spec = importlib.util.spec_from_file_location("docs_gallery", ROOT / "docs" / "gallery.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_files_say() -> None:
    """The lengths of games excepted: those need them played."""
    script = _script()
    text = script.PAGE.read_text(encoding="utf-8")
    known = script.written_minutes(text, shipped_variants())
    assert set(known) == set(shipped_variants()), STALE
    assert script.page(script.entries(known)) == text, STALE


@pytest.mark.long
def test_the_lengths_are_those_of_played_games() -> None:
    script = _script()
    assert script.page(script.entries()) == script.PAGE.read_text(encoding="utf-8"), STALE


def test_links_within_the_page_lead_to_headings() -> None:
    script = _script()
    text = script.PAGE.read_text(encoding="utf-8")
    headings = {script._anchor(line[3:]) for line in text.splitlines() if line.startswith("## ")}
    assert set(re.findall(r"\]\(#([^)]*)\)", text)) == headings


def test_a_game_below_its_base_below_its_base(tmp_path: Path) -> None:
    script = _script()

    def entry(name: str, extends: str | None) -> object:
        return script.Entry(
            name=name, title=name, about="", players="2", deck="52", lines=1, extends=extends, minutes=5
        )

    text = script.page([entry("a", None), entry("b", "a"), entry("c", "b"), entry("d", "elsewhere")])
    assert re.findall(r"^(## \w| *\* \*\*\w)", text, re.MULTILINE) == ["## a", "* **b", "  * **c", "## d"]
    assert "4 games, 2 of them built on another" in text
