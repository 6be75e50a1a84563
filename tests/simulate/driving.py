"""The machine form, driven with the choices that random play makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tricktaker.compiler.probes import hash_of
from tricktaker.game.game import Game, chance_seed, seeds

BITS = 63


class Stopped(Exception):
    """The rules could not go on."""


def choice(state: Any, first: int, words: int, y: int) -> tuple[int, int]:
    """The bit that random play picks, and the generator afterwards."""
    masks = [int(state[first + word]) for word in range(words)]
    y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)
    place = ((y & 0xFFFFFFFF) * sum(mask.bit_count() for mask in masks)) >> 32
    for word, mask in enumerate(masks):
        for bit in range(BITS):
            if mask >> bit & 1:
                if place == 0:
                    return word * BITS + bit, y
                place -= 1
    raise AssertionError("nothing to choose from")


def driven(game: Game, advance: Callable[[Any], None], state: Any, seed: int, number: int) -> list[tuple[int, ...]]:
    """Plays a game to its end; what is returned is the state at each decision and at the end."""
    at, program = game.at, game.program
    state[at["seed_a"]], state[at["seed_b"]] = seeds(seed, number)
    y = chance_seed(seed, number)
    first = at["m0"]
    seen: list[tuple[int, ...]] = []
    while True:
        advance(state)
        if state[1]:
            raise Stopped(game.program.faults[state[1] - 1].message)
        seen.append(tuple(int(word) for word in state))
        if state[at["over"]]:
            return seen
        words = program.sites[int(state[at["site"]])].words
        state[at["choice"]], y = choice(state, first, words, y)


def logged(game: Game, seed: int, number: int) -> int:
    """The hash of all events of one game, from the log of the machine form."""
    log: list[tuple[int, ...]] = []
    driven(game, lambda state: game.program.advance(state, log), [0] * game.program.layout.size, seed, number)
    return hash_of(0, [entry if isinstance(entry, tuple) else (entry,) for entry in log])
