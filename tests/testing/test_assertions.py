"""Assertions about rule files and bots, and rule files that were made up."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tricktaker.bots import Bot, names
from tricktaker.checks.properties.catalogue import properties
from tricktaker.checks.walk import Walk
from tricktaker.diagnostics import Report, VariantError, render_text
from tricktaker.game import Game, GameFault, View, load
from tricktaker.loading.load import try_rules
from tricktaker.loading.options import BadOption
from tricktaker.testing import assert_bot, assert_variant, variants

HERE = Path(__file__).parent
CHECKS = HERE.parent / "checks"
REAL = sorted((HERE.parents[1] / "variants").glob("*.yaml"))


def test_a_sound_file() -> None:
    assert_variant(CHECKS / "sound.yaml", games=3)
    with pytest.raises(AssertionError, match=r"error\[broken-invariant\]"):
        assert_variant(CHECKS / "broken" / "renege-unexampled.yaml", games=3)


@pytest.mark.parametrize("bot", names())
def test_the_bots_play_fair(bot: str) -> None:
    assert_bot(bot, load(CHECKS / "sound.yaml"), games=1)


class Peeking(Bot):
    name = "peeking"

    def choose(self, view: View) -> int:
        return view.legal_actions[hash(view.zones["stock"]) % len(view.legal_actions)]


class Moody(Bot):
    name = "moody"

    def choose(self, view: View) -> int:
        return random.SystemRandom().choice(view.legal_actions)


class Cheating(Bot):
    name = "cheating"

    def choose(self, view: View) -> int:
        return max(view.legal_actions) + 1


@pytest.mark.parametrize(("bot", "why"), [(Moody, "second time|trade places"), (Cheating, "not legal")])
def test_a_bot_that_does_not(bot: type[Bot], why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        assert_bot(bot, load(CHECKS / "sound.yaml"), games=2)


def played(game: Game, seeds: range, most: int = 120) -> list[str]:
    """What properties find in some games."""
    found = []
    for seed in seeds:
        rng = random.Random(seed)
        walk = Walk(game, seed)
        try:
            for number, moment in enumerate(
                walk.moments(lambda state, rng=rng: rng.randrange(len(state.legal_actions)))
            ):  # type: ignore[misc]
                walk.keep = True
                if number > most:
                    break
                for prop in properties():
                    if prop.look is not None and moment in prop.moments and number % min(prop.every, 8) == 0:
                        if prop.name != "broken-invariant":
                            found += [f"{prop.name}: {one.message}" for one in prop.look(walk.scene(moment))]
        except GameFault as fault:
            if fault.span is None:
                found.append(f"a fault without a place: {fault}")
            continue
        for prop in properties():
            if prop.compare is not None and not prop.name.startswith(("seats", "suits")):
                found += [f"{prop.name}: {one.message}" for one in prop.compare(game, walk.play)]
    return found


def made_up(count: int, folder: Path) -> None:
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=count < 100,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(variants())
    def check(text: str) -> None:
        path = folder / "made_up.yaml"
        path.write_text(text, encoding="utf-8")
        report = Report()
        assert try_rules(path, report) is not None and not report.has_errors, render_text(report) + text
        found = played(load(path), range(2))
        assert not found, f"{found[0]}\n{text}"

    check()


def test_made_up_games_are_sound(tmp_path: Path) -> None:
    made_up(20, tmp_path)


@pytest.mark.long
def test_two_thousand_made_up_games_are_sound(tmp_path: Path) -> None:
    made_up(2000, tmp_path)


TOKENS = re.compile(r"\w+|[^\w\s]|\s+")


def torn(text: str, rng: random.Random) -> str:
    """A real file with a few characters or words changed, left out, doubled or exchanged."""
    pieces = TOKENS.findall(text) if rng.random() < 0.6 else list(text)
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
                pieces[one] = rng.choice(
                    ["none", "-1", "999999999", "[", "}", ": ", "\t", "me", "it", "\x00", "é", "..", "0", "# "]
                )
    return "".join(pieces)


def torn_files(count: int, folder: Path, seed: int) -> None:
    """A diagnostic or a sound game, never a traceback."""
    rng = random.Random(seed)
    texts = {path.name: path.read_text(encoding="utf-8") for path in REAL}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    for number in range(count):
        name = rng.choice(sorted(texts))
        text = torn(texts[name], rng)
        path = folder / name
        path.write_text(text, encoding="utf-8", errors="replace")
        try:
            game = load(path)
        except (VariantError, BadOption):
            continue
        finally:
            path.write_text(texts[name], encoding="utf-8")
        found = played(game, range(number, number + 1), most=40)
        assert not found, f"seed {seed}, file {number} ({name}): {found[0]}"


def test_torn_files_give_a_diagnostic_or_a_game(tmp_path: Path) -> None:
    torn_files(20, tmp_path, 1)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_twenty_thousand_torn_files(part: int, tmp_path: Path) -> None:
    torn_files(1000, tmp_path, 100 + part)
