"""Real rule files torn at random: a message or a sound game, never a traceback, a hang, or a look at hidden cards.

`TRICKTAKER_SEED` and `TRICKTAKER_COUNT` make other ones.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.testing.soundness import SEED, Hangs, count, found_in, patience
from tricktaker.checks.examples import run_example
from tricktaker.diagnostics import Report, VariantError, render_text
from tricktaker.game import Game, load
from tricktaker.loading.options import BadOption

ROOT = Path(__file__).parents[2]
REAL = {
    path.name: path.read_text(encoding="utf-8")
    for folder in (ROOT / "tests" / "variants", ROOT / "variants")
    for path in sorted(folder.glob("*.yaml"))
}
TOKENS = re.compile(r"\w+|[^\w\s]|\s+")
ODD = [
    "none",
    "-1",
    "999999999",
    "[",
    "}",
    ": ",
    "\t",
    "me",
    "it",
    "\x00",
    "é",
    "..",
    "0",
    "# ",
    "&a",
    "*a",
    "!!",
    "\n",
    "'",
]
PARTS = 20


def torn_words(text: str, rng: random.Random) -> bytes:
    """A few words changed, left out, doubled or exchanged."""
    pieces = TOKENS.findall(text)
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        one, two = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        match rng.randrange(5):
            case 0:
                pieces[one] = ""
            case 1:
                pieces[one] = pieces[two]
            case 2:
                pieces[one], pieces[two] = pieces[two], pieces[one]
            case 3:
                pieces[one] += pieces[one]
            case _:
                pieces[one] = rng.choice(ODD)
    return "".join(pieces).encode()


def torn_bytes(text: str, rng: random.Random) -> bytes:
    """A few bytes changed, left out, doubled or exchanged; sometimes the end is missing."""
    data = bytearray(text.encode())
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        one, length = rng.randrange(len(data)), rng.choice([1, 1, 1, 2, 8, 60])
        match rng.randrange(6):
            case 0:
                del data[one : one + length]
            case 1:
                data[one] = rng.randrange(256)
            case 2:
                data[one] ^= 1 << rng.randrange(7)
            case 3:
                data[one:one] = data[one : one + length]
            case 4:
                two = rng.randrange(len(data))
                data[one], data[two] = data[two], data[one]
            case _:
                if rng.random() < 0.2:
                    del data[max(one, 1) :]
                else:
                    data[one:one] = bytes([rng.randrange(32, 127)])
    return bytes(data)


def wrong_with(path: Path, number: int) -> str | None:
    """What is wrong with how a torn file is taken; None if it got a message, or is a sound game."""
    try:
        with patience():
            try:
                game = load(path)
            except (VariantError, BadOption) as refusal:
                report = refusal.report if isinstance(refusal, VariantError) else Report()
                return None if render_text(report) or isinstance(refusal, BadOption) else "refused without a word"
        with patience():
            found = found_in(game, range(number, number + 1), most=40, aside=("unseen-card-offered",))
        with patience():
            examples(game, number)
    except Hangs as hangs:
        return f"it hangs: {hangs}"
    except Exception as fault:  # whatever it is: nothing may come through
        return f"{type(fault).__name__}: {fault}"
    return found[0] if found else None


def examples(game: Game, number: int) -> None:
    """Some of the examples, whatever they find: they may fail, but not come apart."""
    for example in game.rules.examples[number % 3 :: 3]:
        if "set" in example.data or "players" in example.data:
            continue
        try:
            run_example(game, example.data)
        except (LookupError, TypeError, ValueError, AttributeError):
            continue  # said to the author as an example that can't be read


def torn_files(number: int, seed: int, folder: Path) -> list[str]:
    rng = random.Random(seed)
    for name, text in REAL.items():
        (folder / name).write_text(text, encoding="utf-8")
    wrong = []
    for each in range(number):
        name = rng.choice(sorted(REAL))
        tear = rng.choice([torn_words, torn_bytes])
        path = folder / name
        path.write_bytes(tear(REAL[name], rng))
        said = wrong_with(path, each)
        if said is not None:
            kept = folder / f"torn-{seed}-{each}-{name}"
            kept.write_bytes(path.read_bytes())
            wrong.append(f"{kept}: {said}")
        path.write_text(REAL[name], encoding="utf-8")
    return wrong


def test_torn_files_give_a_message_or_a_game(tmp_path: Path) -> None:
    assert not torn_files(25, SEED, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_twenty_thousand_torn_files(part: int, tmp_path: Path) -> None:
    wrong = torn_files(count(20_000) // PARTS, SEED * 1000 + part, tmp_path)
    assert not wrong, "\n".join(wrong)
