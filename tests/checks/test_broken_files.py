"""Each broken file is a sound game with one mistake in it; `check --deep` has to find it and name the line.

The first two lines of a file say which finding must come and what stands in the line it points to.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tricktaker.checks.deep import check_deep
from tricktaker.diagnostics import Report, render_text

HERE = Path(__file__).parent
FILES = sorted((HERE / "broken").glob("*.yaml"))
SAMPLE = ("nobody-leads", "leak-through-legality", "seats-in-order")


def found(path: Path, report: Report) -> bool:
    lines = path.read_text(encoding="utf-8").splitlines()
    slug, marker = lines[0].removeprefix("# finds: "), lines[1].removeprefix("# at:").strip()
    return any(
        one.slug == slug and (not marker or (one.span is not None and marker in lines[one.span.line - 1]))
        for one in report.diagnostics
    )


def test_there_are_enough_of_them_and_each_says_where_its_mistake_is() -> None:
    assert len(FILES) >= 50
    for path in FILES:
        first, second, *lines = path.read_text(encoding="utf-8").splitlines()
        assert first.startswith("# finds: ") and second.startswith("# at: ")
        assert any(second.removeprefix("# at: ") in line for line in lines), path.name


@pytest.mark.parametrize("name", SAMPLE)
def test_a_mistake_is_found(name: str, tmp_path: Path) -> None:
    path = HERE / "broken" / f"{name}.yaml"
    report = check_deep(path, seconds=4, failures=tmp_path).report
    assert found(path, report), render_text(report)


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_mistake_is_found(path: Path, tmp_path: Path) -> None:
    report = check_deep(path, seconds=30, failures=tmp_path).report
    assert found(path, report), render_text(report)


def test_while_games_stop_nothing_is_said_of_what_comes_after(tmp_path: Path) -> None:
    result = check_deep(HERE / "broken" / "nobody-leads.yaml", seconds=1, failures=tmp_path)
    assert [one.slug for one in result.report.diagnostics] == ["fault"]
    assert any(line.endswith("nothing is said of rules, options and seats while games stop") for line in result.summary)


def test_the_sound_game_gets_no_word(tmp_path: Path) -> None:
    report = check_deep(HERE / "sound.yaml", seconds=4, failures=tmp_path).report
    assert not report.diagnostics, render_text(report)


SOUND = sorted([*(HERE.parents[1] / "variants").glob("*.yaml"), *(HERE.parent / "variants").glob("*.yaml")])


@pytest.mark.long
@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_the_games_that_come_along_have_no_error(path: Path, tmp_path: Path) -> None:
    result = check_deep(path, seconds=40, failures=tmp_path)
    assert not result.report.has_errors, render_text(result.report)
