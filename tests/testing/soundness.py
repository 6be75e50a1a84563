"""Whether a game nobody knows anything about is sound: what holds in every game, in some games of chance."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tricktaker.checks.properties.catalogue import properties
from tricktaker.checks.walk import Walk
from tricktaker.game import Game, GameFault

PATIENCE = 10.0
"""Seconds of processor time after which something hangs."""

SEED = int(os.environ.get("TRICKTAKER_SEED", "1"))
"""Where the long runs begin; another number is other files."""


def count(usual: int) -> int:
    """How many files a long run makes."""
    return int(os.environ.get("TRICKTAKER_COUNT", usual))


class Hangs(Exception):
    """Something took longer than anybody waits."""


@contextmanager
def patience(seconds: float = PATIENCE) -> Iterator[None]:
    """Raises Hangs inside when so much processor time is gone."""

    def stop(signum: int, frame: FrameType | None) -> None:
        raise Hangs(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def found_in(game: Game, seeds: range, most: int = 120, aside: tuple[str, ...] = ()) -> list[str]:
    """What properties find in some games, at most so many moments of each.

    What an author may mean so isn't counted: invariants, rules that treat seats or suits differently, and rules by
    which what happens tells of hidden cards. Nor is what the properties named `aside` find.
    """
    found = []
    for seed in seeds:
        rng = random.Random(seed)
        walk = Walk(game, seed)
        walk.keep = True
        try:
            for number, moment in enumerate(
                walk.moments(lambda state, rng=rng: rng.randrange(len(state.legal_actions)))
            ):  # type: ignore[misc]
                if number > most:
                    break
                found += [text for text in looked_at(walk, moment, number) if text.partition(":")[0] not in aside]
        except GameFault as fault:
            if fault.span is None:
                found.append(f"a fault without a place: {fault}")
            continue
        for prop in properties():
            if prop.compare is not None and not prop.name.startswith(("seats", "suits")):
                found += [f"{prop.name}: {one.message}" for one in prop.compare(game, walk.play)]
    return found


def looked_at(walk: Walk, moment: str, number: int) -> list[str]:
    """What the properties say of one moment."""
    return [
        f"{prop.name}: {one.message}"
        for prop in properties()
        if prop.look is not None
        and moment in prop.moments
        and number % (prop.every if prop.every > 100 else min(prop.every, 8)) == 0
        for one in prop.look(walk.scene(moment))
        if prop.name != "broken-invariant"
        and not (prop.name == "hidden-cards-told" and " sees a difference " not in one.message)
    ]
