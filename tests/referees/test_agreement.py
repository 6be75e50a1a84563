"""The shipped variants against the referees, and the proof that a broken variant would be noticed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import tricktaker
from tests.referees.compare import (
    EXTREMES,
    FORMS,
    SUBJECTS,
    Disagreement,
    Subject,
    Table,
    all_pairs,
    load,
    play_in_step,
    tables,
)
from tests.referees.mutations import CHANGES, Change, broken

SEED = 20
GAMES = 1_000
GAMES_FOR_BROKEN = 2_000
LONG_GAMES = 10_000
FORM_GAMES = 5  # at each number of players
LONG_FORM_GAMES = 100


def seatings(subjects: Iterable[Subject]) -> list[object]:
    return [
        pytest.param(subject, table, id=f"{subject.name}-{number}")
        for subject in subjects
        for number, table in enumerate(tables(subject))
    ]


def agree(subject: Subject, table: Table, games: int) -> None:
    """This table's share of `games` games."""
    game = load(subject, table)
    every = tables(subject)
    for number in range(every.index(table), games, len(every)):
        play_in_step(subject, game, table, seed=SEED, number=number)


@pytest.mark.parametrize(("subject", "table"), seatings(SUBJECTS.values()))
def test_agreement(subject: Subject, table: Table) -> None:
    agree(subject, table, GAMES)


@pytest.mark.long
@pytest.mark.parametrize(("subject", "table"), seatings(SUBJECTS.values()))
def test_agreement_long(subject: Subject, table: Table) -> None:
    agree(subject, table, LONG_GAMES)


@pytest.mark.parametrize(("subject", "table"), seatings(FORMS.values()))
def test_forms(subject: Subject, table: Table) -> None:
    agree(subject, table, FORM_GAMES * len(subject.players))


@pytest.mark.long
@pytest.mark.parametrize(("subject", "table"), seatings(FORMS.values()))
def test_forms_long(subject: Subject, table: Table) -> None:
    agree(subject, table, LONG_FORM_GAMES * len(subject.players))


@pytest.mark.parametrize(("subject", "table"), seatings([EXTREMES]))
def test_extreme_options(subject: Subject, table: Table) -> None:
    agree(subject, table, len(tables(subject)))


@pytest.mark.long
@pytest.mark.parametrize(("subject", "table"), seatings([EXTREMES]))
def test_extreme_options_long(subject: Subject, table: Table) -> None:
    agree(subject, table, GAMES)


BROKEN = [
    pytest.param(SUBJECTS[name], change, id=f"{name}-{number}", marks=[pytest.mark.long] if number >= 5 else [])
    for name, changes in CHANGES.items()
    for number, change in enumerate(changes)
]


@pytest.mark.parametrize(("subject", "change"), BROKEN)
def test_a_broken_variant_is_noticed(subject: Subject, change: Change, tmp_path: Path) -> None:
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


@pytest.mark.parametrize("name", list(CHANGES))
def test_changes_apply(name: str) -> None:
    assert len(CHANGES[name]) >= 30
    for change in CHANGES[name]:
        broken(SUBJECTS[name].file, change)


def test_every_pair_of_values_meets() -> None:
    for subject in SUBJECTS.values():
        factors = {"players": subject.players, **subject.options}
        rows = list(all_pairs(factors))
        for one in factors:
            for two in factors:
                if one != two:
                    met = {(row[one], row[two]) for row in rows}
                    assert met == {(a, b) for a in factors[one] for b in factors[two]}
