"""The two parsers of PyYAML, the fast and the sure one, see the same in every text that both accept."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from tricktaker.diagnostics import Report, render_text
from tricktaker.loading import yaml_events
from tricktaker.loading.reader import plain, read_text

ROOT = Path(__file__).parents[2]
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("variants/*.yaml"))]
TEXTS += [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("tests/variants/*.yaml"))]
BAD = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(ROOT.glob("tests/bad/*.yaml"))]


def said_about(text: str) -> tuple[Any, str]:
    report = Report()
    node = read_text(text, "f.yaml", report)
    return None if node is None else plain(node), render_text(report)


def mutations(seed: int) -> list[str]:
    """Pieces of real files with a few characters changed."""
    chance = random.Random(seed)
    found = []
    for _ in range(40):
        lines = chance.choice(TEXTS).splitlines()
        first = chance.randrange(len(lines))
        text = "\n".join(lines[first : first + chance.randrange(3, 25)]) or "a"
        for _ in range(chance.randrange(4)):
            place = chance.randrange(len(text))
            sign = chance.choice("[]{}:,?-#&*!|>'\"%@` \n\tab1é漢~")
            text = text[:place] + sign + text[place + chance.randrange(2) :]
        found.append(text)
    return found


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML was built without its parser in C")
@pytest.mark.parametrize("texts", [TEXTS, BAD, *(mutations(seed) for seed in range(8))], ids=lambda texts: len(texts))
def test_both_parsers_lead_to_the_same(texts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    fast = [said_about(text) for text in texts]
    monkeypatch.setattr(yaml_events, "fast_events", lambda text: None)
    assert [said_about(text) for text in texts] == fast
