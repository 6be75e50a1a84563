"""Seven old games against their referees, and the proof that broken copies of their files would be noticed."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tricktaker
from tests.referees.classic_changes import CLASSIC_CHANGES
from tests.referees.classics import CLASSICS
from tests.referees.compare import Disagreement, Subject, Table, load, play_in_step, tables
from tests.referees.mutations import Change, broken
from tests.referees.test_agreement import LONG_GAMES, SEED, agree, seatings

GAMES = {
    "hearts": 90,
    "spades": 100,
    "oh-hell": 78,
    "german-whist": 300,
    "briscola": 150,
    "tressette": 140,
    "belote": 80,
}
GAMES_FOR_BROKEN = 2_000
BROKEN_BY_DEFAULT = 2
GAMES_FOR_RARE = 250


@pytest.mark.parametrize(("subject", "table"), seatings(CLASSICS.values()))
def test_agreement(subject: Subject, table: Table) -> None:
    agree(subject, table, GAMES[subject.name])


@pytest.mark.long
@pytest.mark.parametrize(("subject", "table"), seatings(CLASSICS.values()))
def test_agreement_long(subject: Subject, table: Table) -> None:
    agree(subject, table, LONG_GAMES)


BROKEN = [
    pytest.param(
        CLASSICS[name], change, id=f"{name}-{number}", marks=[pytest.mark.long] if number >= BROKEN_BY_DEFAULT else []
    )
    for name, changes in CLASSIC_CHANGES.items()
    for number, change in enumerate(changes)
]


@pytest.mark.parametrize(("subject", "change"), BROKEN)
def test_a_broken_file_is_noticed(subject: Subject, change: Change, tmp_path: Path) -> None:
    file = tmp_path / subject.file.name
    file.write_text(broken(subject.file, change), encoding="utf-8")
    games: dict[int, tricktaker.Game] = {}
    every = tables(subject)
    with pytest.raises((Disagreement, tricktaker.VariantError, tricktaker.GameFault)):
        for number in range(GAMES_FOR_BROKEN):
            place = number % len(every)
            if place not in games:
                games[place] = load(subject, every[place], file)
            play_in_step(subject, games[place], every[place], seed=SEED, number=number)


@pytest.mark.parametrize("name", list(CLASSIC_CHANGES))
def test_changes_apply(name: str) -> None:
    assert len(CLASSIC_CHANGES[name]) >= 5
    for change in CLASSIC_CHANGES[name]:
        broken(CLASSICS[name].file, change)


# -- what is rare, and must be reached for the comparison to prove anything


def _cards(table: Any) -> list[str]:
    return sorted(card for hand in table.hands for card in hand)


def watch_hearts(table: Any, text: str, seen: Counter[str]) -> None:
    if text.startswith("settled"):
        seen["the moon is settled"] += 1
    if text.startswith("play") and not table.trick and table.trick_no > 1 and text.endswith("of hearts"):
        seen["a heart is led"] += 1
    if table.trick_no == 1 and len(table.trick) == 3 and any("of hearts" in card for _, card in table.trick):
        seen["points in the first trick"] += 1


def watch_spades(table: Any, text: str, seen: Counter[str]) -> None:
    if text in ("see cards", "blind nil"):
        seen[text] += 1
    if text.startswith("play") and len(_cards(table)) == 1:
        for seat, bid in table.bids.items():
            if bid == 0:
                seen["nil made" if table.tricks_won[seat] == 0 else "nil failed"] += 1
            if bid == table.bids[(seat + 2) % 4] == 0:
                seen["two nils of a side"] += 1
        seen["nine bags before the last trick"] += max(table.bags) == 9


def watch_belote(table: Any, text: str, seen: Counter[str]) -> None:
    if text == "pass" and table.refusals == 7:
        seen["nobody takes"] += 1
    if (
        text.startswith("play")
        and len(_cards(table)) == 1
        and max(table.tricks_won[i] + table.tricks_won[i + 2] for i in (0, 1)) == 7
    ):
        seen["seven tricks before the last"] += 1
    if table.held:
        seen["points wait"] += 1
    if table.trick_no == 1 and table.royal is not None:
        seen["king and queen"] += 1


def watch_tressette(table: Any, text: str, seen: Counter[str]) -> None:
    if text in table.offers:
        seen[f"{text.split()[0]} for {table.offers[text]}"] += 1


RARE = {
    "hearts": (watch_hearts, ["the moon is settled", "a heart is led", "points in the first trick"]),
    "spades": (
        watch_spades,
        [
            "see cards",
            "blind nil",
            "nil made",
            "nil failed",
            "two nils of a side",
            "nine bags before the last trick",
        ],
    ),
    "belote": (watch_belote, ["nobody takes", "seven tricks before the last", "points wait", "king and queen"]),
    "tressette": (watch_tressette, ["declare for 3", "declare for 4", "napoletana for 3"]),
}


@pytest.mark.parametrize("name", list(RARE))
def test_rare_states_are_reached(name: str) -> None:
    """Played by the referees alone, with the choosers and tables of the comparison."""
    watch, rare = RARE[name]
    subject = CLASSICS[name]
    every = tables(subject)
    deck = sorted(load(subject, every[0]).deal(SEED).deck_order())
    seen: Counter[str] = Counter()
    for number in range(GAMES_FOR_RARE):
        rng = random.Random(f"rare {name} {number}")
        seating = every[number % len(every)]

        def deal(round_no: int, rng: random.Random = rng) -> list[str]:
            return rng.sample(deck, len(deck))

        table: Any = subject.make(players=seating.players, options=seating.options, dealer=number % 4, deal=deal)
        choose = rng.choice(subject.choosers)
        while table.current is not None:
            text = choose(table, rng)
            watch(table, text, seen)
            table.apply(text)
    assert {event: seen[event] for event in rare if seen[event] < 3} == {}
