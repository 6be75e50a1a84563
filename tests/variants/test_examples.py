"""Every example of every variant file, shipped or kept here, is a test named by what it is about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.loaded import game_for
from tricktaker.checks.examples import run_example

HERE = Path(__file__).parent
FILES = sorted([*HERE.glob("*.yaml"), *(HERE.parents[1] / "variants").glob("*.yaml")])


def examples() -> Iterator[Any]:
    for file in FILES:
        document = yaml.safe_load(file.read_text(encoding="utf-8"))
        for example in document.get("examples", ()):
            yield pytest.param(file, example, id=f"{file.stem}: {example['about']}")


@pytest.mark.parametrize(("file", "example"), list(examples()))
def test_example(file: Path, example: dict[str, Any]) -> None:
    assert run_example(game_for(file, example), example) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_file_has_examples(file: Path) -> None:
    assert len(yaml.safe_load(file.read_text(encoding="utf-8"))["examples"]) >= 2
