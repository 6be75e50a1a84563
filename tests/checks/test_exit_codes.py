"""What the shell is told: 1 for errors, 0 for warnings, unless they count; what a file accepts is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import tricktaker
from tricktaker.checks import check_variant
from tricktaker.checks.deep import Deep, check_deep
from tricktaker.checks.settings import Plan
from tricktaker.game import Game

HERE = Path(__file__).parent
BROKEN = HERE / "broken"
ACCEPTS = "accepts:\n  - {finding: open-tie, because: it is a short game}\n"


@pytest.mark.parametrize(
    ("name", "strict", "code"), [("nobody-leads", False, 1), ("only-choice", False, 0), ("only-choice", True, 1)]
)
def test_the_code_says_how_it_went(name: str, strict: bool, code: int, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text((BROKEN / f"{name}.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    flags = ["--strict"] if strict else []
    done = tricktaker("check", "--deep", "--minutes", "0.04", *flags, "mine.yaml", folder=tmp_path)
    assert done.returncode == code, done.stdout
    assert ("[only-choice]" in done.stdout) is (name == "only-choice")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--deep", "--mutants"], "--deep and --mutants are two kinds of check"),
        (["--mutants", "--set", "prize=3"], "--set doesn't go with --mutants"),
        (["--mutants", "--games", "3"], "--games doesn't go with --mutants"),
        (["--again", "mine.yaml", "--seed", "3"], "--seed doesn't go with --again"),
        (["--minutes", "1"], "--minutes goes with --deep or --mutants"),
    ],
    ids=["two", "set", "games", "seed", "minutes"],
)
def test_no_option_is_taken_that_nobody_looks_at(options: list[str], told: str, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text((HERE / "sound.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    done = tricktaker("check", *options, "mine.yaml", folder=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr and not done.stdout


def test_what_nobody_finds_can_not_be_accepted(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = (HERE / "sound.yaml").read_text(encoding="utf-8")
    path.write_text(text + ACCEPTS.replace("open-tie", "open-ties"), encoding="utf-8")
    (found,) = check_variant(path, games=0).report.warnings
    assert found.slug == "unused" and found.help == "did you mean `open-tie`?"
    path.write_text(text + ACCEPTS, encoding="utf-8")
    assert not check_variant(path, games=0).report.diagnostics


def test_a_deep_check_that_is_stopped_says_what_it_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A broken rule that the games before showed is told, with the game; nothing is said of what few games show."""

    def stop(self: Deep, usual: Game, plan: Plan) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Deep, "steer", stop)
    found = check_deep(BROKEN / "nobody-leads.yaml", games=20, seconds=2, failures=tmp_path)
    assert found.interrupted and found.report.has_errors
    quiet = check_deep(BROKEN / "only-choice.yaml", games=20, seconds=2, failures=tmp_path)
    assert quiet.interrupted and not quiet.report.diagnostics
    assert any("stopped before the end" in line for line in quiet.summary)
    monkeypatch.undo()
    assert not check_deep(BROKEN / "only-choice.yaml", games=20, seconds=1, failures=tmp_path).interrupted
