"""Rule files with something changed at random: loading says what is wrong or gives rules, and never anything else.

What loads is compiled and played for a while: it may come to a fault that the rules can't be freed of, never to one
of which going through a round on paper said that it can't be.
"""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from tricktaker.diagnostics import Report, VariantError, render_text
from tricktaker.game import Game, GameFault
from tricktaker.loading.load import try_rules
from tricktaker.loading.rehearsal import rehearsed

ROOT = Path(__file__).parents[2]
MANY, MOST = 300, 6_000
MOVES = 150
SECONDS = 5.0
"""Ten times what a slow machine needs."""

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d+|[^\sA-Za-z0-9_]")
VALUE = re.compile(r"(?<=: )([^{}\[\],\n#:]+)(?=[,}\n])")
PART = re.compile(r"[A-Za-z_]+|\d+|[-+*<>=]+")
CORE = [
    "me",
    "it",
    "hand",
    "deck",
    "dealer",
    "leader",
    "winner",
    "turn",
    "trick",
    "led",
    "players",
    "active",
    "teams",
    "cards",
    "suits",
    "ranks",
    "won",
    "round_no",
    "trick_no",
    "last_trick",
    "winning_card",
    "left",
    "right",
    "other",
    "partner",
    "none",
    "true",
    "false",
    "size",
    "top",
    "first",
    "last",
    "empty",
    "0",
    "1",
    "2",
    "7",
    "100",
    "-1",
    "1000000",
    "+",
    "-",
    "==",
    "<",
    "and",
    "or",
    "not",
]


def rule_files() -> list[str]:
    """The texts of rule files that stand for themselves, without their examples."""
    files = sorted([*(ROOT / "variants").glob("*.yaml"), *(ROOT / "tests" / "variants").glob("*.yaml")])
    texts = [file.read_text(encoding="utf-8").partition("\nexamples:")[0] + "\n" for file in files]
    return [text for text in texts if "\nextends:" not in text]


FILES = rule_files()
WORDS = sorted({word for text in FILES for word in WORD.findall(text)})
VALUES = sorted({value for text in FILES for value in VALUE.findall(text)})


def mutated(seed: int) -> str:
    chance = random.Random(seed)
    text = chance.choice(FILES)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        text = chance.choice((_value, _value, _part, _part, _part, _word, _line))(text, chance)
    return text


def _value(text: str, chance: random.Random) -> str:
    """Another value, of this file or of any."""
    values = list(VALUE.finditer(text))
    if not values:
        return text
    place = chance.choice(values)
    new = chance.choice((chance.choice(VALUES), chance.choice(values).group()))
    return text[: place.start()] + new + text[place.end() :]


def _part(text: str, chance: random.Random) -> str:
    """Another word in a value."""
    values = list(VALUE.finditer(text))
    if not values:
        return text
    value = chance.choice(values)
    parts = list(PART.finditer(value.group()))
    if not parts:
        return text
    part = chance.choice(parts)
    new = chance.choice((chance.choice(CORE), chance.choice(WORD.findall(text))))
    start = value.start()
    return text[: start + part.start()] + new + text[start + part.end() :]


def _word(text: str, chance: random.Random) -> str:
    """A word less, twice, or another one, anywhere."""
    word = chance.choice(list(WORD.finditer(text)))
    new = chance.choice(("", f"{word.group()} {word.group()}", chance.choice(WORDS), chance.choice(CORE)))
    return text[: word.start()] + new + text[word.end() :]


def _line(text: str, chance: random.Random) -> str:
    """A line less, twice, further in, or of another file."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(chance.randrange(len(lines)), lines[at])
        case 2:
            lines[at] = chance.choice((" ", "  ", "    ")) + lines[at]
        case _:
            lines[at] = chance.choice(chance.choice(FILES).split("\n"))
    return "\n".join(lines)


def tried(seed: int, folder: Path) -> None:
    file = folder / "mygame.yaml"
    file.write_text(mutated(seed), encoding="utf-8")
    report = Report()
    begun = time.perf_counter()
    rules = try_rules(file, report)
    assert time.perf_counter() - begun < SECONDS
    assert (rules is None) == report.has_errors
    render_text(report)
    for found in report.diagnostics:
        assert found.span is not None and len(found.message) < 300 and not found.message.endswith(".")
    if rules is None:
        return
    try:
        game = Game(rules)
    except VariantError as refusal:
        assert {found.slug for found in refusal.report.errors} == {"too-large"}
        return
    chance = random.Random(seed)
    try:
        state = game.deal(seed)
        for _ in range(MOVES):
            if state.is_over:
                break
            state.apply(chance.choice(state.legal_actions))
        state.view(0)
    except GameFault as fault:
        paper = rehearsed(rules)
        assert fault.span is None or fault.span not in paper.right - paper.doubtful, fault


@pytest.mark.parametrize("start", range(0, MANY, 50))
def test_a_changed_file_loads_or_says_why_not(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 50):
        tried(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("start", range(MANY, MOST, 100))
def test_thousands_of_changed_files(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 100):
        tried(seed, tmp_path)
