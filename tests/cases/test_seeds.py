"""Chance comes from the seed and nothing else: not from workers, players, the clock or how many games there are."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.cases.table import by_chance, game_of
from tests.cli.shell import tricktaker as command
from tricktaker import Game
from tricktaker.simulate import simulate


def rows(games: int, seed: int = 7, players: tuple[str, ...] = ("random",), jobs: int = 1, **more: Any) -> list[Any]:
    found: list[Any] = []
    simulate(game_of("fox"), players, games, seed, jobs, "python", on_rows=lambda _, new: found.extend(new), **more)
    return found


def deals(game: Any, seed: int, number: int) -> tuple[str, ...]:
    return tuple(card.name for card in game.deal(seed, number).zone("hand", 0))


def test_workers_change_nothing() -> None:
    assert rows(300) == rows(300, jobs=3)


def test_every_game_has_its_own_deal() -> None:
    game = game_of("fox")
    assert len({deals(game, 7, number) for number in range(300)}) == 300
    assert len({deals(game, seed, 0) for seed in range(300)}) == 300
    # the next seed is not the next game
    assert not {deals(game, 7, number) for number in range(50)} & {deals(game, 8, number) for number in range(50)}


def test_more_games_begin_like_fewer() -> None:
    assert rows(20)[:10] == rows(10)


def first_shuffles(game: Game, seed: int, chance: random.Random, most: int) -> list[tuple[int, ...]]:
    """How the first shuffle of each round left the cards, in a game by chance."""
    state = game.deal(seed)
    while not state.is_over and len(state.decisions) < most:
        state.apply(chance.choice(state.legal_actions))
    shuffles = iter(state.shuffles)
    found: list[tuple[int, ...]] = []
    begun = False
    for event in state.events:
        if event.kind == "round_start":
            begun = True
        elif event.kind == "shuffle":
            cards = next(shuffles).cards
            if begun:
                found.append(cards)
            begun = False
    return found


@pytest.mark.parametrize("name", ["fox", "knockout-whist", "the-crew", "hearts", "euchre"])
def test_other_players_get_the_same_cards_in_every_round(name: str) -> None:
    """Whatever was drawn by lot, shuffled or decided in the rounds before."""
    one, two = (first_shuffles(game_of(name), 7, random.Random(player), 700) for player in (1, 2))
    together = min(len(one), len(two))
    assert together >= 2
    assert one[:together] == two[:together]
    assert len(set(one)) == len(one)


def test_the_clock_and_the_state_of_other_chance_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    game = game_of("fox")
    before = [state.fingerprint for state in by_chance(game, 11)]
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    random.seed(1)
    assert [state.fingerprint for state in by_chance(game, 11)] == before
    random.seed(2)
    known = random.getstate()
    rows(3)
    list(by_chance(game, 11))
    assert random.getstate() == known, "nobody else's chance is touched"


def test_a_seed_is_printed_where_none_was_given_and_gives_the_same_again(tmp_path: Path) -> None:
    first = command("simulate", "fox", "-n", "20", folder=tmp_path)
    seed = first.stderr.split("Seed ")[1].split(".")[0]
    again = command("simulate", "fox", "-n", "20", "--seed", seed, folder=tmp_path)
    assert again.stdout == first.stdout


@pytest.mark.parametrize("seed", ["-1", "9223372036854775808", "1e5", "abc", "", "0x10", "9" * 5000], ids=len)
def test_a_seed_that_is_none_is_refused(tmp_path: Path, seed: str) -> None:
    done = command("run", "fox", "--players", "random,random", "--seed", seed, folder=tmp_path)
    assert done.returncode == 2
    assert "--seed" in done.stderr and "fault" not in done.stderr
