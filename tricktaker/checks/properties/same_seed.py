"""The same seed gives the same game.

Everything that chance decides follows from the seed and the number of the game: the same choices lead to the
same situation, again, in another process and under another hash seed.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Playthrough, Property
from tricktaker.checks.walk import played
from tricktaker.game import Game


def compare(game: Game, play: Playthrough) -> Iterator[Broken]:
    one, two = played(game, play), played(game, play)
    if one.fingerprint != two.fingerprint or one.events != two.events:
        yield Broken("the same seed and the same choices led to two different games")


PROPERTY = Property(name="seed-differs", about=__doc__, compare=compare, every=11)
