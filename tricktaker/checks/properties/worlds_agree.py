"""What a seat can imagine agrees with what it has seen.

From what one seat sees, whole situations are made up that could be the real one: bots that think ahead play in them.
In each of them the seat sees what it sees in the real game, to the last event and the last legal action. In the first
round, all that was decided so far is decided there once more, one thing after the other, and must be legal.

Where no world is found in the time that is given to it, nothing is said.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from tricktaker.checks.properties.property import Broken, Property, Scene
from tricktaker.checks.properties.relabelling import draws
from tricktaker.game import Game, GameFault, IllegalAction, State, View
from tricktaker.game.worlds import NoWorlds
from tricktaker.records import record_of

WORLDS = 2
SECONDS = 4.0
"""Of processor time for one game: where worlds are hard to find, few are looked at."""
MOST_DRAWS = 60
"""Games that are tried until one has the dealer that is wanted."""

_spent: WeakKeyDictionary[Game, float] = WeakKeyDictionary()


def look(scene: Scene) -> Iterator[Broken]:
    state, game = scene.state, scene.game
    seat = state.current_player
    if seat is None:
        return
    if _spent.get(game, 0.0) > SECONDS:
        return
    begun = time.process_time()
    try:
        yield from imagined(scene, state, seat)
    finally:
        _spent[game] = _spent.get(game, 0.0) + time.process_time() - begun


def imagined(scene: Scene, state: State, seat: int) -> Iterator[Broken]:
    """Compares a few worlds with what the seat has seen."""
    game, view = scene.game, unhalted(state.view(seat))
    try:
        worlds = view.worlds(WORLDS, scene.chance.randrange(1 << 30))
    except NoWorlds:
        return
    except (IllegalAction, GameFault, LookupError) as fault:
        yield Broken(f"seat {seat} imagines what can't be: {fault}")
        return
    real = view.to_json()
    for world in worlds:
        other = world.view(seat).to_json()
        count = len(other["events"])  # a world begins with the round
        other["events"] = [*real["events"][: len(real["events"]) - count], *other["events"]]
        field = next((name for name, value in real.items() if other[name] != value), None)
        if field is not None:
            yield Broken(f"a world that seat {seat} imagines shows it other `{field}` than it has seen")
            return
        if state.round_no == 1 and not draws(game):  # where lots are drawn, deals don't tell a world
            yield from decided(game, world, seat)


def unhalted(view: View) -> View:
    """The view of a game that halts for nobody to look at it: a world is played without halts."""
    if view.story is None:
        return view
    start = list(view.story.start)
    for name in ("stop", "halted"):
        start[view.game.at[name]] = 0
    return replace(view, story=replace(view.story, start=tuple(start)))


def decided(game: Game, world: State, seat: int) -> Iterator[Broken]:
    """Plays a world from its deals, as its record is written."""
    for number in range(MOST_DRAWS):
        if State.start(game, 0, number, world.shuffles).first_dealer == world.first_dealer:
            break
    else:
        return
    try:
        record_of(world, ["random"] * game.players, 0, number)
    except (IllegalAction, GameFault) as fault:
        yield Broken(f"in a world that seat {seat} imagines, something was not legal: {fault}")


PROPERTY = Property(name="world-differs", about=__doc__, look=look, every=151)
