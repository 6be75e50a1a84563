"""The exact words of what only `check` finds, file by file; `UPDATE_GOLDENS=1` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tricktaker.checks import check_variant
from tricktaker.diagnostics import Report, render_text
from tricktaker.loading.load import try_rules

HERE = Path(__file__).parent / "said"


def golden(path: Path, said: str) -> None:
    if os.environ.get("UPDATE_GOLDENS"):
        path.write_text(said, encoding="utf-8")
    assert said == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", ["broken-invariant", "example-fails", "fault", "unproven"])
def test_what_check_says(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    result = check_variant(f"{slug}.yaml", games=20, seed=0, set_options={}, players=None, strict=slug == "unproven")
    said = render_text(result.report)
    assert f"[{slug}]" in said
    golden(HERE / f"{slug}.txt", said)


def test_what_is_said_of_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE.parent)
    report = Report()
    assert try_rules("said", report) is None
    said = render_text(report)
    assert "[unreadable-file]" in said
    golden(HERE / "unreadable-file.txt", said)
