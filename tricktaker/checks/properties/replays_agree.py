"""A game that was saved can be played again and comes to the same end.

The game is written as a record, read back and replayed; every situation on the way and the last one must be the
same.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Playthrough, Property
from tricktaker.checks.walk import played
from tricktaker.game import Game
from tricktaker.records import Record, RecordError, read_record, record_of, replay
from tricktaker.records.writing import lines_of


def compare(game: Game, play: Playthrough) -> Iterator[Broken]:
    state = played(game, play)
    record = record_of(state, ["random"] * game.players, play.seed, play.number)
    for seal in (False, True):
        lines = lines_of(record, seal=seal)
        again: Record = read_record("".join(f"{line}\n" for line in lines).encode(), "a record")
        try:
            found = replay(again, game)
        except RecordError as fault:
            yield Broken(f"the record of this game can't be replayed: {fault}")
            return
        if found.fingerprint != state.fingerprint:
            yield Broken("replayed from its record, this game comes to another situation")


PROPERTY = Property(name="replay-differs", about=__doc__, compare=compare, every=11)
