"""Played games as files: a JSON object a line, with the deals and every decision; and playing them again.

`Recorder` keeps a game while it is played, `load_record` reads a file, `replay` plays a record again and checks it,
`record_of` makes the record of a state, `write_record` writes one.
"""

from __future__ import annotations

from tricktaker.records.reading import load_record, read_record
from tricktaker.records.record import Deal, End, Move, Record, RecordError, Trick
from tricktaker.records.recorder import Recorder, write_record
from tricktaker.records.replaying import record_of, replay

__all__ = [
    "Deal",
    "End",
    "Move",
    "Record",
    "RecordError",
    "Recorder",
    "Trick",
    "load_record",
    "read_record",
    "record_of",
    "replay",
    "write_record",
]
