"""Did you mean …?"""

from __future__ import annotations

import pytest

from tricktaker.diagnostics import did_you_mean


@pytest.mark.parametrize(
    ("word", "candidates", "meant"),
    [
        ("folow", ["follow", "lead", "wins"], "follow"),
        ("Define", ["define", "deck"], "define"),
        ("at-most", ["at_most", "count"], "at_most"),
        ("xyz", ["follow", "lead"], None),
        ("", ["a"], None),
        ("x" * 100_000, ["x"], None),
        ("follow", ["follow", "folow"], "follow"),
    ],
)
def test_the_nearest(word: str, candidates: list[str], meant: str | None) -> None:
    assert did_you_mean(word, candidates) == meant


def test_the_order_of_candidates_does_not_matter() -> None:
    words = ["cord", "card", "care"]
    assert did_you_mean("carc", words) == did_you_mean("carc", reversed(words))
