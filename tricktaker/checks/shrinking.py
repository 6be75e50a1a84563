"""Makes the game that shows a failure short: fewer decisions first, then simpler ones, then a simpler deal."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace

from tricktaker.checks.properties.property import Broken, Playthrough, Property
from tricktaker.checks.walk import Done, Endless, Walk, first_broken, from_list
from tricktaker.game import Game, GameFault, State
from tricktaker.game.deals import DealMismatch, Shuffled

Fails = Callable[[Playthrough], tuple[Playthrough, Broken] | None]


def shrunk(
    game: Game, play: Playthrough, broken: Broken, prop: Property | None, seconds: float = 3.0
) -> tuple[Playthrough, Broken]:
    """The shortest game found within `seconds` in which the same property is broken at the same place."""
    until = time.monotonic() + seconds

    def fails(candidate: Playthrough) -> tuple[Playthrough, Broken] | None:
        try:
            found = first_broken(game, candidate, prop)
        except DealMismatch:
            return None
        return found if found is not None and found[1].span == broken.span else None

    best = fails(play)
    if best is None:
        return play, broken
    if prop is not None and prop.compare is not None:
        best = shorter_prefix(best, fails, until)
    best = fresh_games(game, best, fails, until)
    best = simpler_choices(best, fails, until)
    best = simpler_deal(game, best, fails, until)
    return simpler_choices(best, fails, until)


def shorter_prefix(best: tuple[Playthrough, Broken], fails: Fails, until: float) -> tuple[Playthrough, Broken]:
    """For what is seen only when a game has been played: the shortest beginning that shows it."""
    low, high = 0, len(best[0].choices)
    while low < high and time.monotonic() < until:
        middle = (low + high) // 2
        found = fails(replace(best[0], choices=best[0].choices[:middle]))
        if found is None:
            low = middle + 1
        else:
            best, high = found, middle
    return best


def fresh_games(game: Game, best: tuple[Playthrough, Broken], fails: Fails, until: float) -> tuple[Playthrough, Broken]:
    """Other games from the start, none longer than the best one so far."""
    chance = random.Random(0)
    limit = min(until, time.monotonic() + (until - time.monotonic()) / 2)
    number = 0
    while best[0].choices and time.monotonic() < limit:
        number += 1
        choices = tuple(chance.randrange(60) for _ in range(len(best[0].choices) - 1))
        if number % 3 == 0:
            choices = tuple(0 for _ in choices)
        found = fails(Playthrough(best[0].seed + number, 0, (), choices))
        if found is not None and len(found[0].choices) < len(best[0].choices):
            best = found
    return best


def simpler_choices(best: tuple[Playthrough, Broken], fails: Fails, until: float) -> tuple[Playthrough, Broken]:
    """The first legal action, wherever that shows the failure as well."""
    place = len(best[0].choices) - 1
    while place >= 0 and time.monotonic() < until:
        choices = best[0].choices
        if place < len(choices) and choices[place]:
            found = fails(replace(best[0], choices=(*choices[:place], 0, *choices[place + 1 :])))
            if found is not None and len(found[0].choices) <= len(choices):
                best = found
        place -= 1
    return best


def simpler_deal(
    game: Game, best: tuple[Playthrough, Broken], fails: Fails, until: float
) -> tuple[Playthrough, Broken]:
    """The first shuffle in an order nearer to that of the deck."""
    shuffles = first_shuffles(game, best[0])
    if not shuffles:
        return best
    cards = list(shuffles[0].cards)
    for place in range(len(cards)):
        if time.monotonic() >= until:
            break
        lowest = min(range(place, len(cards)), key=cards.__getitem__)
        if lowest == place:
            continue
        tried = list(cards)
        tried[place], tried[lowest] = tried[lowest], tried[place]
        given = (replace(shuffles[0], cards=tuple(tried)),)
        found = fails(replace(best[0], given=given))
        if found is not None and len(found[0].choices) <= len(best[0].choices):
            best, cards = found, tried
    return best


def first_shuffles(game: Game, play: Playthrough) -> tuple[Shuffled, ...]:
    """The shuffles before the first decision."""
    walk = Walk(game, play.seed, play.number, play.given)
    try:
        for _ in walk.moments(from_list(())):
            pass
    except (Done, Endless, GameFault):
        pass
    return walk.state.shuffles


def tricks_in(game: Game, play: Playthrough) -> int:
    """How many tricks were begun in a game, over all its rounds."""
    state = State.start(game, play.seed, play.number, play.given)
    try:
        for choice in play.choices:
            if state.is_over:
                break
            state.apply(state.legal_actions[choice % len(state.legal_actions)])
    except GameFault:
        pass
    return len(state.tricks_ended) + (1 if state._word("tn") else 0)
