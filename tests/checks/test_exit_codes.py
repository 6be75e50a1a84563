"""What the shell is told: 1 for errors, 0 for warnings, unless they count; what a file accepts is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import tricktaker
from tricktaker.checks import check_variant

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


def test_what_nobody_finds_can_not_be_accepted(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = (HERE / "sound.yaml").read_text(encoding="utf-8")
    path.write_text(text + ACCEPTS.replace("open-tie", "open-ties"), encoding="utf-8")
    (found,) = check_variant(path, games=0).report.warnings
    assert found.slug == "unused" and found.help == "did you mean `open-tie`?"
    path.write_text(text + ACCEPTS, encoding="utf-8")
    assert not check_variant(path, games=0).report.diagnostics
