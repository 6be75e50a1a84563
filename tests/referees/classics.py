"""Seven old games and their referees: passing, bids, bags, a stock, melds, contested trumps.

`CLASSICS` is to these what `compare.SUBJECTS` is to the first three games: who judges which file, over which options.
"""

from __future__ import annotations

import random
from typing import Any

from tests.referees import belote, briscola, german_whist, hearts, label_of, oh_hell, spades, tressette
from tests.referees.compare import Subject, anything

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def small_bids(referee: Any, rng: random.Random) -> str:
    """Bids that can be made: nil now and then, never more than four."""
    texts = [text for text in sorted(referee.legal()) if text not in {f"bid {number}" for number in range(5, 14)}]
    return rng.choice(texts)


def collector(referee: Any, rng: random.Random) -> str:
    """Seat 0 plays its highest cards and the others their lowest: one seat takes nearly everything."""
    texts = sorted(referee.legal())
    if not texts[0].startswith("play "):
        return rng.choice(texts)
    order = sorted(texts, key=lambda text: (RANKS.index(label_of(text.removeprefix("play "))), text))
    return order[-1] if referee.current == 0 else order[0]


def bold(referee: Any, rng: random.Random) -> str:
    """Takes what may be taken, then plays anything."""
    texts = sorted(referee.legal())
    offers = [text for text in texts if text.startswith(("take", "declare", "napoletana"))]
    return rng.choice(offers or texts)


def reluctant(referee: Any, rng: random.Random) -> str:
    """Leaves what may be left: deals that nobody takes."""
    return "pass" if "pass" in referee.legal() and rng.random() < 0.9 else anything(referee, rng)


def _nothing(table: Any) -> dict[str, object]:
    return {}


CLASSICS: dict[str, Subject] = {
    "hearts": Subject(
        name="hearts",
        make=hearts.Referee,
        players=(4,),
        options={
            "target": (100, 20, 50),
            "passing": tuple(hearts.PASSES),
            "first_lead": ("two_of_clubs", "left_of_dealer"),
            "first_trick_points": (False, True),
            "hearts_led": ("once_broken", "once_broken_or_queen", "at_once"),
            "moon": ("add", "subtract", "choose"),
            "jack": (False, True),
        },
        choosers=(anything, anything, collector),
        open_state=_nothing,
    ),
    "spades": Subject(
        name="spades",
        make=spades.Referee,
        players=(4,),
        options={
            "target": (500, 100, 300),
            "nil": (True, False),
            "blind_nil": (False, True),
            "failed_nil": ("helps", "bags_only"),
            "bag_penalty": (True, False),
            "breaking": (True, False),
        },
        choosers=(small_bids, small_bids, anything, collector),
        open_state=lambda table: {"bags": table.bags},
    ),
    "oh-hell": Subject(
        name="oh-hell",
        make=oh_hell.Referee,
        players=(4, 3, 5, 6, 7),
        options={
            "hands": ("down_up", "up_down", "down", "up"),
            "largest": (10, 3, 17),
            "trumps": (True, False),
            "hook": (True, False),
            "scoring": ("exact_only", "tricks_too", "misses_cost"),
        },
        choosers=(anything, small_bids),
        open_state=_nothing,
    ),
    "german-whist": Subject(
        name="german-whist",
        make=german_whist.Referee,
        players=(2,),
        options={"counting": ("last_thirteen", "all")},
        choosers=(anything,),
        open_state=lambda table: {"trump": table.trump},
    ),
    "briscola": Subject(
        name="briscola",
        make=briscola.Referee,
        players=(2, 3, 4),
        options={"target": (3, 1, 7), "partners_look": (False, True)},
        choosers=(anything,),
        open_state=lambda table: {"trump": table.trump},
    ),
    "tressette": Subject(
        name="tressette",
        make=tressette.Referee,
        players=(4,),
        options={"target": (21, 11, 51), "declarations": (True, False)},
        choosers=(anything, bold),
        open_state=lambda table: {"declared": table.declared},
    ),
    "belote": Subject(
        name="belote",
        make=belote.Referee,
        players=(4,),
        options={
            "target": (1000, 500),
            "tie": ("wait", "fail"),
            "belote_helps": (True, False),
            "undertrump": (True, False),
        },
        choosers=(anything, bold, bold, reluctant),
        open_state=lambda table: {"trump": table.trump, "held": table.held},
    ),
}
