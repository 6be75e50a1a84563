"""Records as lines of JSON. What not everybody may know is sealed as long as the game goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tricktaker.records.record import Deal, End, Entry, Move, Record, Trick
from tricktaker.records.sealing import sealed


class Counts:
    """How many decisions, deals and tricks have been written: each line says which it is."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self.moves = sum(isinstance(entry, Move) for entry in entries)
        self.deals = sum(isinstance(entry, Deal) for entry in entries)
        self.tricks = sum(isinstance(entry, Trick) for entry in entries)

    def line(self, entry: Entry, *, seal: bool) -> str:
        """The next entry as a line."""
        match entry:
            case Deal():
                self.deals += 1
                facts: dict[str, Any] = {"deal": self.deals, "zone": entry.zone}
                if entry.seat is not None:
                    facts["seat"] = entry.seat
                return text_of(facts, {"cards": list(entry.cards)}, seal)
            case Move():
                self.moves += 1
                facts = {"move": self.moves, "seat": entry.seat}
                return text_of(facts, {"action": entry.action}, seal and not entry.open)
            case Trick():
                self.tricks += 1
                facts = {"trick": self.tricks, "round": entry.round, "winner": entry.winner}
                if entry.scores is not None:
                    facts["scores"] = list(entry.scores)
                return text_of({**facts, "check": entry.check})


def header_line(record: Record, *, seal: bool) -> str:
    """The first line."""
    facts: dict[str, Any] = {
        "record": record.format,
        "engine": record.engine,
        "variant": record.id,
        "name": record.name,
    }
    if record.path is not None:
        facts["path"] = record.path
    facts |= {
        "fingerprint": record.fingerprint,
        "options": dict(record.options),
        "players": list(record.players),
        "number": record.number,
    }
    if record.dealer is not None:
        facts["dealer"] = record.dealer
    return text_of(facts, {"seed": record.seed}, seal)


def end_line(end: End) -> str:
    return text_of({"end": {"scores": list(end.scores), "winners": list(end.winners), "result": end.result}})


def back_line(count: int) -> str:
    return text_of({"back": count})


def lines_of(record: Record, *, seal: bool) -> list[str]:
    """The whole record, line by line."""
    counts = Counts()
    lines = [header_line(record, seal=seal), *(counts.line(entry, seal=seal) for entry in record.entries)]
    if record.end is not None:
        lines.append(end_line(record.end))
    return lines


def text_of(facts: Mapping[str, Any], hidden: Mapping[str, Any] | None = None, seal: bool = False) -> str:
    """One line of JSON, `hidden` sealed or open."""
    more = {} if hidden is None else {"sealed": sealed(hidden)} if seal else hidden
    return json.dumps({**facts, **more}, ensure_ascii=False)
