"""Assertions about rule files and bots, and rule files that were made up."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tricktaker.bots import Bot
from tricktaker.bots.catalogue import BOTS
from tricktaker.game import View, load
from tricktaker.testing import assert_bot, assert_variant

CHECKS = Path(__file__).parents[1] / "checks"


def test_a_sound_file() -> None:
    assert_variant(CHECKS / "sound.yaml", games=3)
    with pytest.raises(AssertionError, match=r"error\[broken-invariant\]"):
        assert_variant(CHECKS / "broken" / "renege-unexampled.yaml", games=3)


SLOW = ("search", "mc")
"""Bots that think about each card."""


@pytest.mark.parametrize(
    "bot",
    [pytest.param(bot.name, marks=pytest.mark.long if bot.name in SLOW else ()) for bot in BOTS if not bot.open_cards],
)
def test_the_bots_play_fair(bot: str) -> None:
    assert_bot(bot, load(CHECKS / "sound.yaml"), games=1)


class Moody(Bot):
    name = "moody"

    def choose(self, view: View) -> int:
        return random.SystemRandom().choice(view.legal_actions)


class Cheating(Bot):
    name = "cheating"

    def choose(self, view: View) -> int:
        return max(view.legal_actions) + 1


class Number(int):
    """As of a library that has numbers of its own."""


class Foreign(Bot):
    name = "foreign"

    def choose(self, view: View) -> int:
        return Number(view.legal_actions[0])


class Affirmative(Bot):
    name = "affirmative"

    def choose(self, view: View) -> int:
        return True if 1 in view.legal_actions else view.legal_actions[0]


class Meddling(Bot):
    name = "meddling"

    def choose(self, view: View) -> int:
        view.vars.clear()  # type: ignore[attr-defined]
        return view.legal_actions[0]


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (Moody, "second time|trade places"),
        (Cheating, "not legal"),
        (Foreign, "a Number is not legal"),
        (Affirmative, "a bool is not legal"),
        (Meddling, "changed its view"),
    ],
)
def test_a_bot_that_does_not(bot: type[Bot], why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        assert_bot(bot, load(CHECKS / "sound.yaml"), games=2)
