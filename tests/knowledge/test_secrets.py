"""No view shows what its viewer can't know: checked by a second bookkeeping and by worlds that look alike."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import tricktaker
from tests.knowledge.watcher import Leak, Watcher, check_truth
from tests.knowledge.worlds import VARIANTS, compare
from tests.loaded import game_for

DECLARED = {
    "belote": "who plays the king or queen of trumps says whether the other one is still in hand",
    "hearts": "who holds the 2 of clubs leads",
    "jass": "the side with the best sequences shows them",
    "minibridge": "everybody says how many honour points they hold",
    "the-crew": "what a hint says is a fact about the hand",
}
"""Games in which what everyone sees (a variable, a `show`) depends on hidden cards, and why that is meant."""

UNDECLARED = "what everyone sees tells of hidden cards: is `see:` missing, or is it meant (then list it in DECLARED)?"


def watch(game: tricktaker.Game, seed: int, most: int) -> int:
    """Follows a game by chance with a second memory for every seat; how many views were checked."""
    chance = random.Random(seed)
    state = game.deal(seed)
    watchers = [Watcher(game, seat) for seat in [*range(game.players), None]]
    checked = 0
    while True:
        for watcher in watchers:
            view = state.view(watcher.seat)
            check_truth(state, view)
            watcher.watch(view)
            checked += 1
        if state.is_over or len(state.decisions) >= most:
            return checked
        state.apply(chance.choice(state.legal_actions))


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_views_show_what_was_seen_and_nothing_else(path: Path) -> None:
    game = game_for(path, {})
    assert sum(watch(game, seed, 90) for seed in (1, 2)) > 50


@pytest.mark.long
@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_views_show_what_was_seen_in_many_games(path: Path) -> None:
    game = game_for(path, {})
    games = 120 if path.stem in ("fox", "duet", "cucumber") else 12
    assert sum(watch(game, seed, 300) for seed in range(100, 100 + games)) > 500


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_view_is_the_same_in_every_world_that_looks_the_same(path: Path) -> None:
    game = game_for(path, {})
    outcomes = [compare(game, seed, moments=3, pairs=3, most=80) for seed in (1, 2, 3)]
    assert [leak for outcome in outcomes for leak in outcome.leaks] == []
    assert sum(outcome.compared for outcome in outcomes) >= 20
    if path.stem not in DECLARED:
        assert sum(outcome.declared for outcome in outcomes) == 0, UNDECLARED


@pytest.mark.long
@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_view_is_the_same_in_many_worlds_that_look_the_same(path: Path) -> None:
    game = game_for(path, {})
    outcomes = [compare(game, seed, moments=8, pairs=6, most=150) for seed in range(10, 30)]
    assert [leak for outcome in outcomes for leak in outcome.leaks] == []
    if path.stem not in DECLARED:
        assert sum(outcome.declared for outcome in outcomes) == 0, UNDECLARED


def test_the_second_memory_notices_a_leak() -> None:
    game = tricktaker.load("fox")
    state = game.deal(4)
    watcher = Watcher(game, 0)
    watcher.watch(state.view(0))
    wrong = state.view(1).to_json() | {"seat": 0, "legal_actions": [], "decision": None, "events": []}
    with pytest.raises(Leak, match="is shown"):
        watcher.check(tricktaker.View.from_json(game, wrong))


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_views_survive_json(path: Path) -> None:
    game = game_for(path, {})
    state, chance = game.deal(9), random.Random(9)
    for step in range(40):
        if state.is_over:
            break
        if step % 8 == 0:
            for seat in [*range(game.players), None]:
                view = state.view(seat)
                again = tricktaker.View.from_json(game, json.loads(json.dumps(view.to_json())))
                assert again.to_json() == view.to_json()
        state.apply(chance.choice(state.legal_actions))
