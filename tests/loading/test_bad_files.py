"""Every file in tests/bad is refused, in exactly the words beside it, at once and without a traceback.

Those called `warned-…` are not refused but warned of.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tricktaker.diagnostics import Report, render_text
from tricktaker.loading.load import try_rules

FOLDER = Path(__file__).parents[1] / "bad"
FILES = sorted(FOLDER.glob("*.yaml"))
SECONDS = 5.0
"""Ten times what a slow machine needs."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_said_about_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    report = Report()
    begun = time.perf_counter()
    try_rules(file.name, report)
    said = render_text(report)
    assert time.perf_counter() - begun < SECONDS
    golden = file.with_suffix(".txt")
    if os.environ.get("UPDATE_GOLDENS"):
        golden.write_text(said, encoding="utf-8")
    assert report.has_errors != file.stem.startswith("warned-")
    assert report.diagnostics
    assert said == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_message_is_fit_to_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    report = Report()
    try_rules(file.name, report)
    for found in report.diagnostics:
        assert len(found.message) < 300
        assert not found.message.endswith(".")
        assert found.span is not None


def test_there_are_no_words_without_a_file() -> None:
    assert {golden.stem for golden in FOLDER.glob("*.txt")} == {file.stem for file in FILES}
