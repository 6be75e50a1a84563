"""Every game ends within its bound.

A game has at most the rounds that `rounds` declares (`count`, or `at_most`), and never asks more than 100,000
questions. A game that is over asks nothing, and has a round to its name.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.properties.property import ALL_MOMENTS, Broken, Property, Scene


def look(scene: Scene) -> Iterator[Broken]:
    state, rounds = scene.state, scene.game.rules.rounds
    if state.round_no > rounds.at_most:
        yield Broken(f"round {state.round_no} is played, and there are at most {rounds.at_most}")
    if state.is_over and (state.legal_actions or state.current_player is not None or state.decision is not None):
        yield Broken("the game is over and somebody is asked")


PROPERTY = Property(name="endless", about=__doc__, moments=ALL_MOMENTS, look=look)
