"""Reads a record that anybody may have written: every line is checked, nothing is taken on trust."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from tricktaker.loading.places import STEM
from tricktaker.records.record import FORMAT, Deal, End, Entry, Move, Option, Record, RecordError, Trick
from tricktaker.records.sealing import BrokenSeal, opened

MOST_BYTES = 16 << 20
MOST_LINE = 1 << 18
MOST_TEXT = 400
MOST_SEATS = 16
MOST_CARDS = 1000
MOST_OPTIONS = 100
BIGGEST = 1 << 63

KINDS: dict[type[Entry], str] = {Move: "move", Deal: "deal", Trick: "trick"}

T = TypeVar("T")

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def load_record(path: str | Path) -> Record:
    """The record in a file. Raises RecordError if it isn't one, OSError if it can't be read.

    A last line that was cut off while it was written is left out.
    """
    if not os.path.isfile(path) and os.path.exists(path):
        raise RecordError("this is no ordinary file", file=str(path))
    with open(path, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    return read_record(data, str(path))


def read_record(data: bytes, file: str = "") -> Record:
    """The record in these bytes; `file` is what errors call it."""
    if len(data) > MOST_BYTES:
        raise RecordError(f"more than {MOST_BYTES >> 20} MiB is no record of a game", file=file)
    reader = _Reader(file)
    pieces = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    for number, piece in enumerate(pieces, 1):
        if not piece.strip():
            continue
        whole = number < len(pieces)
        try:
            facts = _facts(piece, file, number)
        except RecordError:
            if whole or reader.head is None:
                raise
            break
        reader.take(facts, number)
    return reader.record()


class _Reader:
    """Takes the lines one after the other."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.head: Record | None = None
        self.entries: list[Entry] = []
        self.counts = {"move": 0, "deal": 0, "trick": 0}
        self.end: End | None = None

    def take(self, facts: dict[str, Any], line: int) -> None:
        fields = Fields(facts, self.file, line)
        if self.head is None:
            self.head = self._head(fields)
        elif self.end is not None:
            fields.wrong("the game is over, and there is more")
        elif "move" in facts:
            self._next(fields, "move")
            self.entries.append(
                Move(seat=fields.seat("seat"), action=fields.text("action"), open="sealed" not in facts, line=line)
            )
        elif "deal" in facts:
            self._next(fields, "deal")
            seat = fields.maybe("seat", fields.seat)
            self.entries.append(
                Deal(zone=fields.text("zone"), seat=seat, cards=fields.texts("cards", MOST_CARDS), line=line)
            )
        elif "trick" in facts:
            self._next(fields, "trick")
            self.entries.append(
                Trick(
                    round=fields.whole("round"),
                    winner=fields.seat_or_none("winner"),
                    scores=fields.maybe("scores", fields.numbers),
                    check=fields.text("check"),
                    line=line,
                )
            )
        elif "back" in facts:
            self._back(fields, fields.whole("back", 1))
        elif "end" in facts:
            inner = fields.inside("end")
            self.end = End(
                scores=inner.numbers("scores"),
                winners=inner.numbers("winners"),
                result=inner.text_or_none("result"),
                line=line,
            )
            inner.done()
        else:
            fields.wrong("a line that is no deal, no move, no trick, nothing taken back and no end")
        fields.done()

    def _head(self, fields: Fields) -> Record:
        if "record" not in fields.facts:
            fields.wrong("no record of a game")
        version = fields.whole("record", 1)
        engine = fields.text("engine")
        if version != FORMAT:
            fields.wrong(
                f"a record of format {version}, written by version {engine}; this version reads format {FORMAT}"
            )
        id, path = fields.text("variant"), fields.maybe("path", fields.path)
        if path is None and not STEM.fullmatch(id):
            fields.wrong("`variant` is no name of a shipped game")
        return Record(
            format=version,
            engine=engine,
            id=id,
            name=fields.text("name"),
            path=path,
            fingerprint=fields.text("fingerprint"),
            options=fields.options("options"),
            players=fields.texts("players", MOST_SEATS),
            number=fields.whole("number"),
            dealer=fields.maybe("dealer", fields.seat),
            seed=fields.whole("seed"),
            file=self.file,
        )

    def _next(self, fields: Fields, name: str) -> None:
        due = self.counts[name] + 1
        if fields.whole(name, 1) != due:
            fields.wrong(f"{name} {fields.facts[name]}, where {name} {due} is due")
        self.counts[name] = due

    def _back(self, fields: Fields, count: int) -> None:
        if count > self.counts["move"]:
            fields.wrong(f"{count} moves taken back after {self.counts['move']}")
        while count:
            gone = self.entries.pop()
            count -= isinstance(gone, Move)
            self.counts[KINDS[type(gone)]] -= 1

    def record(self) -> Record:
        if self.head is None:
            raise RecordError("an empty file is no record of a game", file=self.file)
        return replace(self.head, entries=tuple(self.entries), end=self.end)


class Fields:
    """The fields of one line. Each is asked for once; `done` refuses those that nobody asked for."""

    def __init__(self, facts: dict[str, Any], file: str, line: int) -> None:
        self.facts = facts
        self.file = file
        self.line = line
        self.asked: set[str] = set()

    def wrong(self, what: str) -> NoReturn:
        raise RecordError(what, file=self.file, line=self.line)

    def get(self, name: str) -> Any:
        self.asked.add(name)
        if name not in self.facts:
            self.wrong(f"no `{name}`")
        return self.facts[name]

    def done(self) -> None:
        for name in self.facts:
            if name not in self.asked and name != "sealed":
                self.wrong(f"unknown `{name[:MOST_TEXT]}`")

    def maybe(self, name: str, read: Callable[[str], T]) -> T | None:
        return read(name) if name in self.facts else None

    def inside(self, name: str) -> Fields:
        value = self.get(name)
        if not isinstance(value, dict):
            self.wrong(f"`{name}` is no object")
        return Fields(value, self.file, self.line)

    def whole(self, name: str, least: int = 0) -> int:
        value = self.get(name)
        if type(value) is not int or not least <= value < BIGGEST:
            self.wrong(f"`{name}` is no whole number from {least} up")
        return value

    def seat(self, name: str) -> int:
        value = self.whole(name)
        if value >= MOST_SEATS:
            self.wrong(f"`{name}`: there is no seat {value}")
        return value

    def seat_or_none(self, name: str) -> int | None:
        return None if self.get(name) is None else self.seat(name)

    def text(self, name: str) -> str:
        return self._text(name, self.get(name), MOST_TEXT)

    def path(self, name: str) -> str:
        return self._text(name, self.get(name), 10 * MOST_TEXT)

    def text_or_none(self, name: str) -> str | None:
        return None if self.get(name) is None else self.text(name)

    def _text(self, name: str, value: object, most: int) -> str:
        if not isinstance(value, str) or len(value) > most or _CONTROL.search(value):
            self.wrong(f"`{name}` is no line of text of at most {most} characters")
        return value

    def _list(self, name: str, most: int) -> list[Any]:
        value = self.get(name)
        if not isinstance(value, list) or len(value) > most:
            self.wrong(f"`{name}` is no list of at most {most}")
        return value

    def texts(self, name: str, most: int) -> tuple[str, ...]:
        return tuple(self._text(name, value, MOST_TEXT) for value in self._list(name, most))

    def numbers(self, name: str) -> tuple[int, ...]:
        values = self._list(name, MOST_SEATS)
        if any(type(value) is not int or not -BIGGEST < value < BIGGEST for value in values):
            self.wrong(f"`{name}` is no list of whole numbers")
        return tuple(values)

    def options(self, name: str) -> dict[str, Option]:
        values = self.inside(name).facts
        if len(values) > MOST_OPTIONS:
            self.wrong(f"more than {MOST_OPTIONS} options")
        for key, value in values.items():
            if type(value) not in (int, bool):
                self._text(f"{name}.{key[:MOST_TEXT]}", value, MOST_TEXT)
        return values


def _facts(piece: bytes, file: str, line: int) -> dict[str, Any]:
    """A line as a JSON object, what is sealed in it opened."""
    if len(piece) > MOST_LINE:
        raise RecordError(f"a line of more than {MOST_LINE >> 10} KiB", file=file, line=line)
    facts = _object(piece, file, line)
    if "sealed" in facts:
        seal = facts["sealed"]
        try:
            if not isinstance(seal, str):
                raise BrokenSeal("a seal that is no text")
            hidden = _object(opened(seal).encode(), file, line)
        except BrokenSeal as fault:
            raise RecordError(str(fault), file=file, line=line) from fault
        for name in hidden:
            if name in facts:
                raise RecordError(f"`{name[:MOST_TEXT]}` is there twice", file=file, line=line)
        facts = {**facts, **hidden}
    return facts


def _object(text: bytes, file: str, line: int) -> dict[str, Any]:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        facts = dict(found)
        if len(facts) < len(found):
            raise ValueError("a name is there twice")
        return facts

    def constant(word: str) -> NoReturn:
        raise ValueError(f"`{word}` is no number")

    try:
        facts = json.loads(text.decode(), object_pairs_hook=pairs, parse_constant=constant)
    except UnicodeDecodeError:
        raise RecordError("this is not UTF-8 text", file=file, line=line) from None
    except (ValueError, RecursionError) as fault:
        what = fault.msg if isinstance(fault, json.JSONDecodeError) else str(fault)
        raise RecordError(f"this is not a line of JSON: {what[:100]}", file=file, line=line) from None
    if not isinstance(facts, dict):
        raise RecordError("this is no JSON object", file=file, line=line)
    return facts
