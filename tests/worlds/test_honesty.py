"""Bots know no more than their seat: what it can't see may lie otherwise, and they do the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tricktaker
from tests.worlds.test_worlds import SHIPPED, decisions
from tricktaker.bots import create
from tricktaker.compiler.layout import BITS
from tricktaker.compiler.native import available
from tricktaker.game import Game, View
from tricktaker.game.worlds import Worlds

QUICK = ("fox", "cucumber", "euchre", "hearts")
BOTS = ("search:simulations=24:worlds=4:engine=python", "mc:simulations=24:worlds=4:engine=python", "greedy", "random")
FAST = ("search:simulations=64:worlds=16", "mc:simulations=64:worlds=16", "greedy", "random")


def assert_blind(game: Game, kind: str, positions: int, every: int, seed: int) -> None:
    """The bot chooses the same in a world that its seat can't tell from the situation as it is."""
    left = positions
    for number in range(positions):
        for place, state in enumerate(decisions(game, seed + number, 200)):
            if place % every or len(state.legal_actions) < 2:
                continue
            seat = state.current_player
            assert seat is not None
            view = state.view(seat)
            (world,) = view.worlds(1, seed + place)
            first, second = (create(kind, game, seat, 5), create(kind, game, seat, 5))
            assert first.choose(view) == second.choose(world.view(seat)), f"{game.id}, seed {seed + number}, {place}"
            left -= 1
            if left == 0:
                return
    assert left < positions, "nothing was compared"


@pytest.mark.parametrize("kind", BOTS, ids=lambda kind: kind.partition(":")[0])
@pytest.mark.parametrize("name", QUICK)
def test_what_a_seat_cannot_see_does_not_matter_to_its_bot(name: str, kind: str) -> None:
    assert_blind(tricktaker.load(name), kind, 4, 7, 11)


@pytest.mark.long
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_a_seat_cannot_see_does_not_matter_in_500_positions(path: Path) -> None:
    game = tricktaker.load(path)
    for kind, positions in zip(FAST, (500, 100, 100, 100), strict=True):
        assert_blind(game, kind, positions, 3, 17)


def faults_of(view: View, vector: list[int]) -> list[str]:
    """What in a sampled state can't be, read from the state word by word: an account of its own of what a view says."""
    game = view.game
    layout, at = game.program.layout, game.at
    faults: list[str] = []
    places: dict[int, int] = {}
    for name, zones in view.zones.items():
        place = layout.zones[name]
        for zone in zones:
            owner = zone.owner or 0
            if place.pile:
                array = layout.arrays[f"Z_{name}"].offset + owner * place.capacity
                size = vector[at[f"n_{name}"] if place.owners == 1 else layout.arrays[f"N_Z_{name}"].offset + owner]
                held = vector[array : array + size][::-1]
                shown = [card.index if card else None for card in zone.cards]
                if len(held) != len(shown) or any(c not in (None, h) for c, h in zip(shown, held, strict=True)):
                    faults.append(f"{name} {owner}: {held}, seen {shown}")
            else:
                held = [
                    word * BITS + bit
                    for word in range(place.words)
                    for bit in range(BITS)
                    if vector[layout.arrays[f"Z_{name}{word or ''}"].offset + owner] >> bit & 1
                ]
                if len(held) != zone.size or not {c.index for c in zone.cards if c} <= set(held):
                    faults.append(f"{name} {owner}: {held}")
                if name == "hand" and {card.index for card in view.lacks[owner]} & set(held):
                    faults.append(f"{name} {owner} holds what it has been proven not to")
            for card in held:
                places[card] = places.get(card, 0) + 1
    if any(count > 1 for count in places.values()):
        faults.append("a card is in two places")
    site = game.program.sites[vector[at["site"]]]
    legal = {
        action
        for bit, action in enumerate(site.options)
        if action is not None and vector[at["m0"] + bit // BITS] >> (bit % BITS) & 1
    }
    if vector[at["actor"]] == view.seat and legal != set(view.legal_actions):
        faults.append("other actions are legal")
    return faults


def count_faults(game: Game, number: int, worlds: int, every: int, native: bool) -> int:
    """How many worlds were looked at; fails at the first that can't be."""
    looked, size = 0, game.program.layout.size
    for place, state in enumerate(decisions(game, 100 + number, 200)):
        if place % every:
            continue
        view = state.view(state.current_player)
        pool = Worlds(view, native).pool(worlds, number)
        flat = pool if isinstance(pool, list) else pool.tolist()
        for each in range(worlds):
            faults = faults_of(view, flat[each * size : (each + 1) * size])
            assert not faults, f"{game.id}, game {number}, decision {place}: {faults}"
            looked += 1
    return looked


@pytest.mark.parametrize("name", QUICK)
def test_no_world_is_inconsistent(name: str) -> None:
    assert count_faults(tricktaker.load(name), 1, 3, 5, False) > 10


@pytest.mark.long
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_world_is_inconsistent_in_a_million(path: Path) -> None:
    """A million in all."""
    game, looked, number = tricktaker.load(path), 0, 0
    chance = random.Random(1)
    while looked < 1_000_000 // len(SHIPPED) + 1:
        looked += count_faults(game, number, 200, 1 + chance.randrange(4), available())
        number += 1


@pytest.mark.parametrize(("name", "games"), [("duet", 8), ("hearts", 1)])
def test_there_is_a_world_at_every_decision(name: str, games: int) -> None:
    """Also after secret gifts, exchanges and choices at the end of a trick."""
    game = tricktaker.load(name)
    for number in range(games):
        for state in decisions(game, 100 + number, 200):
            assert state.current_player is not None
            Worlds(state.view(state.current_player), available()).pool(1, number)


def test_cards_that_came_to_an_open_place_one_after_the_other() -> None:
    """Their order is part of what was seen; a world that has it is found at once, whatever was dealt."""
    game = tricktaker.load(Path(__file__).parents[1] / "openspiel" / "variants" / "oh-hell-known.yaml")
    for place, state in enumerate(decisions(game, 5, 60)):
        if place >= 44:
            assert state.current_player is not None
            for seed in range(4):
                Worlds(state.view(state.current_player)).pool(1, seed)
