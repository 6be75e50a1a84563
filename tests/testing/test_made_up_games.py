"""Rule files that were made up load, compile, and are sound; `TRICKTAKER_SEED` and `TRICKTAKER_COUNT` make others."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.testing.soundness import SEED, count, found_in, patience
from tricktaker.diagnostics import Report, render_text
from tricktaker.game import load
from tricktaker.loading.load import try_rules
from tricktaker.testing import variants

PARTS = 10


def made_up(number: int, first: int, folder: Path) -> int:
    """So many files; returns how many different ones there were."""
    seen: set[str] = set()

    @seed(first)
    @settings(
        max_examples=number,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(variants())
    def check(text: str) -> None:
        seen.add(text)
        path = folder / "made_up.yaml"
        path.write_text(text, encoding="utf-8")
        report = Report()
        with patience():
            assert try_rules(path, report) is not None and not report.has_errors, render_text(report) + text
            found = found_in(load(path), range(2))
        assert not found, f"{found[0]}\n{text}"

    check()
    return len(seen)


def test_made_up_games_are_sound(tmp_path: Path) -> None:
    assert made_up(20, SEED, tmp_path) > 10


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_two_thousand_made_up_games_are_sound(part: int, tmp_path: Path) -> None:
    number = count(2500) // PARTS
    assert made_up(number, SEED * 1000 + part, tmp_path) > number * 0.8
