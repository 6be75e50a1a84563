"""`pytest --tricktaker` makes tests of rule files."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOUND = ROOT / "tests" / "checks" / "sound.yaml"


def run(*arguments: str, folder: Path) -> str:
    known = any(point.name == "tricktaker" for point in entry_points(group="pytest11"))
    plugin = [] if known else ["-p", "tricktaker.testing.plugin"]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", "-c", "/dev/null"),
            *("--rootdir", str(folder), "--tricktaker", *arguments),
        ],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_examples_and_properties_are_tests_with_a_place(tmp_path: Path) -> None:
    text = SOUND.read_text(encoding="utf-8")
    (tmp_path / "good.yaml").write_text(text, encoding="utf-8")
    wrong = text.replace("winner: 2, next: 2", "winner: 1, next: 2").replace(
        "    - suit\n", "    - {if: trick_no > 3, must: suit == led}\n"
    )
    (tmp_path / "bad.yaml").write_text(wrong, encoding="utf-8")
    (tmp_path / "other.yaml").write_text("some: thing\n", encoding="utf-8")
    (tmp_path / "torn.yaml").write_text("tricktaker: 1\nname: [\n", encoding="utf-8")
    said = run("-q", "-n", "2", "--tricktaker-games", "1", ".", folder=tmp_path)
    assert "other.yaml" not in said
    assert "FAILED torn.yaml::loads" in said
    assert "FAILED bad.yaml::example: trumps win" in said
    assert "FAILED bad.yaml::broken-invariant" in said
    assert "good.yaml" not in said
    line = 1 + wrong[: wrong.index("about: trumps win")].count("\n")
    assert f"bad.yaml:{line}" in said
    assert "--again" in said


def test_nothing_is_collected_unasked(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(SOUND.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "test_it.py").write_text("def test_it():\n    import sys\n    assert 'hypothesis' not in sys.modules\n")
    said = run("-q", "-p", "no:hypothesispytest", "test_it.py", folder=tmp_path)
    assert "1 passed" in said


def test_one_file_by_name(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(SOUND.read_text(encoding="utf-8"), encoding="utf-8")
    said = run("-v", "--tricktaker-games", "1", "good.yaml::card-lost", folder=tmp_path)
    assert "good.yaml::card-lost PASSED" in said and "1 passed" in said
