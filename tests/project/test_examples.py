"""Every example does what it says, from any folder."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.project.fences import ROOT, fences_of
from tests.project.pages import play_through, with_sections

EXAMPLES = ROOT / "examples"
PROGRAMS = sorted(EXAMPLES.glob("*.py"))
RULE_FILES = sorted(EXAMPLES.glob("*.yaml"))

# What each program prints, as a pattern its whole output must match.
PRINTS = {
    "first_game.py": r"(seat [01]: .+\n){26,}scores \[\d+, \d+\], won by seat [01](, seat 1)?\n",
    "own_bot.py": r"the hoarder won \d+ of 20 games against chance\n",
    "position.py": r"may be played: play 1 of keys, play 8 of keys\n"
    r"the 4 is refused by Monarch in favour of 1 of keys and 8 of keys\n",
    "property_test.py": r"(.*\n)*.*2 passed.*\n",
    "replay.py": r"\d+ decisions, first `play \d+ of \w+` by seat [01]\nafter ten of them seat 0 holds .*\n"
    r"and it ends \[\d+, \d+\], as it did: True\n",
    "simulation.py": r"(seat \d: \d+ of 100 games won, \d+\.\d\d points a game\n){3}",
}


def _run(program: Path, folder: Path) -> str:
    runner = ["-m", "pytest", "-q", "-p", "no:cacheprovider"] if program.stem.endswith("_test") else []
    done = subprocess.run(
        [sys.executable, *runner, str(program)], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.name)
def test_the_program_prints_what_it_should(program: Path, tmp_path: Path) -> None:
    assert program.name in PRINTS, "say here what it prints"
    assert re.fullmatch(PRINTS[program.name], _run(program, tmp_path))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.name)
def test_the_program_has_one_idea(program: Path) -> None:
    assert program.read_text(encoding="utf-8").startswith('"""One idea: ')


@pytest.mark.parametrize("path", RULE_FILES, ids=lambda path: path.name)
def test_check_finds_nothing_wrong_in_the_rule_file(path: Path) -> None:
    play_through(path)


def test_the_guide_arrives_at_the_game_that_is_shipped_with_it() -> None:
    built = ""
    for fence in fences_of(ROOT / "docs" / "guide.md"):
        if fence.settings.get("file") == "tide.yaml":
            built = fence.text
        if fence.settings.get("into") == "tide.yaml":
            built = with_sections(built, fence.text)
    shipped = (EXAMPLES / "low_tide.yaml").read_text(encoding="utf-8")
    assert yaml.load(built, yaml.BaseLoader) == yaml.load(shipped, yaml.BaseLoader)
