"""The rule files that tests of simulation play, found when they are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "variants", ROOT / "tests" / "variants")
NAMES = sorted({path.stem for folder in FOLDERS for path in folder.glob("*.yaml")})


def path_of(name: str) -> Path:
    return next(path for folder in FOLDERS if (path := folder / f"{name}.yaml").exists())


def marked(quick: Sequence[str]) -> list[object]:
    """All names; those that aren't `quick` are for the long run."""
    return [pytest.param(name, marks=() if name in quick else (pytest.mark.long,)) for name in NAMES]
