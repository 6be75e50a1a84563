"""What examples set to work, or only ask for, counts as seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tricktaker.checks.coverage import Watcher
from tricktaker.checks.deep import Budget, Deep
from tricktaker.checks.trials import Loader
from tricktaker.diagnostics import Report

HERE = Path(__file__).parent
ASKED = "  - {about: nine points, tricks: [8, 0, 0], eval: {points(players.first.tricks_won): 5}}\n"
SCORED = "  - {about: nine points, vars: {bid: [3, 3, 3]}, tricks: [8, 0, 0], score: {earned: [5, 3, 3]}}\n"


@pytest.mark.parametrize(("example", "seen"), [("", False), (ASKED, True), (SCORED, True)])
def test_a_row_that_only_an_example_looks_up(example: str, seen: bool, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = (HERE / "broken" / "row-never-reached.yaml").read_text(encoding="utf-8")
    # With one trick more somebody can win eight.
    text = text.replace("count: 7", "count: 8").replace("ranks: 1..8", "ranks: 1..9")
    path.write_text(text + example, encoding="utf-8")
    loader = Loader.of(path)
    deep = Deep(str(path), loader, Report(), 1, Budget(1.0), 0)
    deep.watchers[id(loader.usual)] = Watcher(loader.usual, deep.coverage, deep.places.rows)
    deep.examples()
    assert ("points 8..9" not in {point.label for point in deep.coverage.missing}) is seen
