"""What is installed: the package, and with it the games and the schemas."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.project.fences import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


@pytest.mark.parametrize("kind", ["variants", "schemas"])
def test_the_wheel_carries_what_lies_outside_the_package(wheel: zipfile.ZipFile, kind: str) -> None:
    expected = {
        f"tricktaker/_shipped/{kind}/{path.name}"
        for path in (ROOT / kind).iterdir()
        if path.suffix[1:] in ("yaml", "json")
    }
    assert expected
    assert expected <= set(wheel.namelist())


def test_the_wheel_carries_every_file_of_the_package(wheel: zipfile.ZipFile) -> None:
    listed = subprocess.run(["git", "ls-files", "tricktaker"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(listed.stdout.splitlines()) <= set(wheel.namelist())


def test_the_wheel_says_that_it_is_typed(wheel: zipfile.ZipFile) -> None:
    assert "tricktaker/py.typed" in wheel.namelist()


def test_the_wheel_carries_the_licence(wheel: zipfile.ZipFile) -> None:
    assert any(Path(name).name == "LICENSE" for name in wheel.namelist())


def test_the_changelog_knows_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
