"""What every shipped rule file has before its first rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project.fences import ROOT

MODELINE = "# yaml-language-server: $schema=../schemas/variant.schema.json"
VARIANTS = sorted((ROOT / "variants").glob("*.yaml"))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda path: path.name)
def test_editors_find_the_schema(variant: Path) -> None:
    assert variant.read_text(encoding="utf-8").splitlines()[0] == MODELINE


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda path: path.name)
def test_the_rules_have_a_source(variant: Path) -> None:
    lines = variant.read_text(encoding="utf-8").splitlines()
    assert any(line.startswith(("source:", "extends:")) for line in lines)
