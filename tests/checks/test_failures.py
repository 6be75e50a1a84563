"""A failure is short, written down, and can be seen again anywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tricktaker.checks.again import check_again
from tricktaker.checks.deep import check_deep
from tricktaker.checks.properties.catalogue import properties
from tricktaker.checks.properties.property import Playthrough
from tricktaker.checks.shrinking import shrunk, tricks_in
from tricktaker.checks.walk import Walk, first_broken
from tricktaker.checks.witness import flow, playthrough_of, write_failure
from tricktaker.diagnostics import Report
from tricktaker.game import load
from tricktaker.records import load_record

HERE = Path(__file__).parent
BROKEN = HERE / "broken" / "renege-unexampled.yaml"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, Path]:
    folder = tmp_path_factory.mktemp("failures")
    report = check_deep(BROKEN, seconds=3, failures=folder).report
    return report, next(folder.glob("*.jsonl"))


def test_a_renege_is_shown_in_one_trick(told: tuple[Report, Path]) -> None:
    report, _ = told
    failure = next(one for one in report.errors if one.slug == "broken-invariant")
    assert "1 trick:" in failure.notes[0].text
    assert failure.help is not None and "--again" in failure.help


def test_the_record_shows_it_in_another_process(told: tuple[Report, Path]) -> None:
    for seed in ("0", "99"):
        done = subprocess.run(
            [sys.executable, "-m", "tricktaker", "check", str(BROKEN), "--again", str(told[1])],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1, done.stderr
        assert "error[broken-invariant]: `suit is followed`" in done.stdout


def test_the_example_fails_until_the_file_is_mended(told: tuple[Report, Path], tmp_path: Path) -> None:
    report, _ = told
    notes = [note.text for one in report.errors for note in one.notes]
    example = next(text for text in notes if text.startswith("as an example")).partition(": ")[2]
    for text, fails in ((BROKEN, True), (HERE / "sound.yaml", False)):
        lines = text.read_text(encoding="utf-8").partition("examples:")[0]
        path = tmp_path / "mine.yaml"
        path.write_text(f"{lines}examples:\n  {example}\n", encoding="utf-8")
        from tricktaker.checks import check_variant

        found = {one.slug for one in check_variant(path, games=0).report.errors}
        # The card that should not have been played is refused in the mended game: the example can't be played there.
        assert ("example-fails" in found) is (fails or "play:" in example)


def test_mended_rules_play_the_record_without_a_failure(told: tuple[Report, Path]) -> None:
    assert not check_again(HERE / "sound.yaml", told[1]).report.errors


def test_a_fault_is_replayed_to_the_step_that_stops(tmp_path: Path) -> None:
    path = HERE / "broken" / "fault-loop.yaml"
    game = load(path)
    for seed in range(50):
        found = first_broken(game, Playthrough(seed, 0, (), (0,) * 40), None)
        if found is not None:
            break
    assert found is not None
    play, broken = shrunk(game, *found, None, 0.5)
    record = write_failure(game, play, "fault", tmp_path)
    assert playthrough_of(load_record(record), game).choices == play.choices
    again = check_again(path, record).report
    assert [one.slug for one in again.errors] == ["fault"]
    assert again.errors[0].span == broken.span


def test_shrinking_finds_a_shorter_game() -> None:
    game = load(BROKEN)
    prop = next(one for one in properties() if one.name == "broken-invariant")
    walk = Walk(game, 3)
    found = first_broken(game, Playthrough(3, 0, (), tuple(range(7, 200))), prop)
    assert found is not None
    play, _ = shrunk(game, *found, prop, 2.0)
    assert tricks_in(game, play) == 1
    assert len(play.choices) <= 6
    assert walk.play.choices == ()


def test_values_in_flow_style() -> None:
    value = {"about": "a, b", "n": 3, "l": ["6b", None, True], 0: "x: y"}
    assert flow(value) == '{about: "a, b", n: 3, l: [6b, none, true], 0: "x: y"}'


SHORT = (
    "renege-for-the-dealer",
    "renege-unexampled",
    "renege-with-trump",
    "scored-twice",
    "taken-by-the-wrong-one",
    "trick-for-nobody",
    "leak-face-up",
    "leak-through-picks",
    "leak-through-secret-picks",
    "nobody-leads",
    "only-leaves-nothing",
)
"""Mistakes that two tricks are enough to show."""


@pytest.mark.long
@pytest.mark.parametrize("name", SHORT)
def test_two_tricks_are_enough(name: str, tmp_path: Path) -> None:
    report = check_deep(HERE / "broken" / f"{name}.yaml", seconds=15, failures=tmp_path).report
    shown = [note.text for one in report.errors for note in one.notes if note.text.startswith("shown by a game of")]
    assert shown
    for text in shown:
        found = re.search(r"(\d+) tricks?:", text)
        assert found is not None and int(found[1]) <= 2, text
