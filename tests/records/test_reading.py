"""Files that anybody may have written: each is read or refused with its line, none does harm."""

from __future__ import annotations

import base64
import json
import random
import time
import zlib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.records.games import ROOT, VARIANTS, kept, lines, load, record_for
from tricktaker.records import RecordError, load_record, read_record
from tricktaker.records.reading import MOST_BYTES
from tricktaker.records.sealing import opened, sealed
from tricktaker.records.writing import lines_of

HEAD: dict[str, Any] = {
    "record": 1,
    "engine": "0.1.0",
    "variant": "fox",
    "name": "The Fox in the Forest",
    "fingerprint": "0" * 16,
    "options": {"target": 21},
    "players": ["you", "greedy"],
    "number": 0,
    "dealer": 0,
    "seed": 7,
}
SCHEMA = json.loads((ROOT / "schemas" / "record.schema.json").read_text(encoding="utf-8"))


def text(*entries: object) -> bytes:
    return "".join(f"{entry if isinstance(entry, str) else json.dumps(entry)}\n" for entry in entries).encode()


MOVE = {"move": 1, "seat": 0, "action": "play 9 of moons"}
DEAL = {"deal": 1, "zone": "deck", "cards": ["9 of moons"]}
TRICK = {"trick": 1, "round": 1, "winner": 0, "scores": [0, 0], "check": "0" * 12}
END = {"end": {"scores": [1, 2], "winners": [1], "result": None}}
BOMB = base64.b64encode(zlib.compress(b'{"cards": "' + b"x" * (50 << 20) + b'"}', 9)).decode()


@pytest.mark.parametrize(
    ("data", "line", "told"),
    [
        (b"", None, "an empty file is no record"),
        (b"\n \n", None, "an empty file is no record"),
        (b"tricktaker: 1\n", 1, "not a line of JSON"),
        (text([1, 2]), 1, "no JSON object"),
        (text({"a": 1}), 1, "no record of a game"),
        (text({"record": 1}), 1, "no `engine`"),
        (text({**HEAD, "record": 2}), 1, "a record of format 2, written by version 0.1.0; this version reads format 1"),
        (text({**HEAD, "record": True}), 1, "`record` is no whole number"),
        (text({**HEAD, "more": 1}), 1, "unknown `more`"),
        (text({**HEAD, "variant": "../secret"}), 1, "`variant` is no name of a shipped game"),
        (text({**HEAD, "variant": "/etc/passwd"}), 1, "`variant` is no name of a shipped game"),
        (text({**HEAD, "players": "you"}), 1, "`players` is no list of at most 16"),
        (text({**HEAD, "players": ["you"] * 17}), 1, "`players` is no list of at most 16"),
        (text({**HEAD, "players": [1]}), 1, "`players` is no line of text"),
        (text({**HEAD, "options": {"target": 1.5}}), 1, "`options.target` is no line of text"),
        (text({**HEAD, "options": {"target": None}}), 1, "`options.target` is no line of text"),
        (text({**HEAD, "seed": -1}), 1, "`seed` is no whole number"),
        (text({**HEAD, "seed": 1e3}), 1, "`seed` is no whole number"),
        (text({**HEAD, "name": "a\u001b[2Jb"}), 1, "`name` is no line of text"),
        (text({**HEAD, "name": "x" * 500}), 1, "`name` is no line of text"),
        (text({**HEAD, "dealer": 16}), 1, "there is no seat 16"),
        (b"\xff\xfe{}\n", 1, "not UTF-8"),
        (b'{"record": 1, "record": 1}\n', 1, "a name is there twice"),
        (b'{"record": NaN}\n', 1, "`NaN` is no number"),
        (b'{"record": ' + b"9" * 5000 + b"}\n", 1, "not a line of JSON"),
        (b"[" * 100_000 + b"\n", 1, "not a line of JSON"),
        (b'{"record": "' + b"x" * 300_000 + b'"}\n', 1, "a line of more than 256 KiB"),
        (text(HEAD, "", "{}"), 3, "a line that is no deal, no move"),
        (text(HEAD, {**MOVE, "move": 2}), 2, "move 2, where move 1 is due"),
        (text(HEAD, MOVE, MOVE), 3, "move 1, where move 2 is due"),
        (text(HEAD, {**MOVE, "seat": "0"}), 2, "`seat` is no whole number"),
        (text(HEAD, {**MOVE, "seat": 16}), 2, "there is no seat 16"),
        (text(HEAD, {"move": 1, "seat": 0}), 2, "no `action`"),
        (text(HEAD, {**MOVE, "sealed": sealed({"action": "x"})}), 2, "`action` is there twice"),
        (text(HEAD, {"move": 1, "seat": 0, "sealed": "%"}), 2, "a broken seal"),
        (text(HEAD, {"move": 1, "seat": 0, "sealed": "AAAA"}), 2, "a broken seal"),
        (text(HEAD, {"move": 1, "seat": 0, "sealed": 7}), 2, "a seal that is no text"),
        (text(HEAD, {"move": 1, "seat": 0, "sealed": sealed({"aktion": "x"})}), 2, "no `action`"),
        (text(HEAD, {"deal": 1, "zone": "deck", "sealed": BOMB}), 2, "a seal of too much"),
        (text(HEAD, {**DEAL, "cards": {}}), 2, "`cards` is no list"),
        (text(HEAD, {**DEAL, "cards": ["x"] * 1001}), 2, "`cards` is no list"),
        (text(HEAD, {**DEAL, "deal": 0}), 2, "`deal` is no whole number from 1 up"),
        (text(HEAD, {**TRICK, "winner": -1}), 2, "`winner` is no whole number"),
        (text(HEAD, {**TRICK, "scores": [None]}), 2, "`scores` is no list of whole numbers"),
        (text(HEAD, {**TRICK, "scores": [1.5]}), 2, "`scores` is no list of whole numbers"),
        (text(HEAD, {"back": 1}), 2, "1 moves taken back after 0"),
        (text(HEAD, MOVE, {"back": 0}), 3, "`back` is no whole number from 1 up"),
        (text(HEAD, {"end": 1}), 2, "`end` is no object"),
        (text(HEAD, {"end": {**END["end"], "more": 1}}), 2, "unknown `more`"),
        (text(HEAD, END, MOVE), 3, "the game is over, and there is more"),
        (text(HEAD, HEAD), 2, "a line that is no deal, no move"),
        (text(HEAD, MOVE, "{", {**MOVE, "move": 2}), 3, "not a line of JSON"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong_is_said_with_its_line(data: bytes, line: int | None, told: str) -> None:
    began = time.perf_counter()
    with pytest.raises(RecordError) as refused:
        read_record(data, "game.jsonl")
    assert time.perf_counter() - began < 10
    assert told in refused.value.message
    assert refused.value.line == line
    assert str(refused.value).startswith(f"game.jsonl:{line}: " if line else "game.jsonl: ")
    assert str(refused.value).isprintable()


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(RecordError, match="more than 16 MiB is no record"):
        read_record(b"\n" * (MOST_BYTES + 1))


def test_marks_blank_lines_and_line_ends_of_other_systems_are_fine() -> None:
    record = record_for(load("fox"))
    whole = "\r\n".join(["", *lines_of(record, seal=False), "", ""]).encode()
    assert read_record(b"\xef\xbb\xbf" + whole) == record


def test_sealed_and_open_lines_say_the_same() -> None:
    record = record_for(load("fox"))
    for seal in (True, False):
        assert read_record("\n".join(lines_of(record, seal=seal)).encode()) == record


def test_seals_hide_at_a_glance_and_open_again() -> None:
    facts = {"cards": ["9 of moons", "Ä"], "seed": 12}
    assert "moons" not in sealed(facts)
    assert json.loads(opened(sealed(facts))) == facts


def test_damaged_records_are_refused_and_nothing_worse() -> None:
    """Bytes changed at random: each file is read, or refused with a RecordError."""
    whole = "\n".join(lines_of(record_for(load("fox"), most=40), seal=True)).encode()
    chance = random.Random(1)
    read = 0
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(data))
            match chance.randrange(3):
                case 0:
                    data[place] = chance.randrange(256)
                case 1:
                    del data[place : place + chance.randrange(40)]
                case _:
                    data[place:place] = bytes(chance.choice(b'{}[]":,0129aeN\\\n') for _ in range(chance.randrange(5)))
        try:
            read_record(bytes(data))
            read += 1
        except RecordError:
            pass
    assert read < 400


# -- the schema


def valid(line: object) -> bool:
    return jsonschema.Draft7Validator(SCHEMA).is_valid(line)


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_real_records_are_valid_line_by_line(path: Path, tmp_path: Path) -> None:
    game = load(path.stem)
    kept(tmp_path / "going_on.jsonl", game, 3, 25)
    kept(tmp_path / "over.jsonl", game, 3)
    validator = jsonschema.Draft7Validator(SCHEMA)
    for name in ("going_on", "over"):
        for number, line in enumerate(lines(tmp_path / f"{name}.jsonl"), 1):
            errors = [error.message for error in validator.iter_errors(line)]
            assert not errors, f"line {number}: {errors}"


def test_every_field_is_described_with_an_example() -> None:
    for kind, part in SCHEMA["definitions"].items():
        assert part["description"] and part["additionalProperties"] is False
        for name, field in part["properties"].items():
            assert field["description"], f"{kind}.{name}"
            for example in field["examples"]:
                assert jsonschema.Draft7Validator(field).is_valid(example), f"{kind}.{name}"


LINES: list[dict[str, Any]] = [HEAD, DEAL, MOVE, TRICK, {"back": 1}, END]
VALUES: list[Any] = [None, -1, 0, 1, 99, 1.5, True, "", "x" * 401, [], ["x"], [1], {}, "play 9 of moons", "mine"]


@pytest.mark.parametrize("line", LINES, ids=lambda line: next(iter(line)))
def test_schema_and_reader_agree(line: dict[str, Any]) -> None:
    """Each field left out, added, or given another value: both say yes, or both say no."""
    before = {"back": [HEAD, MOVE]}.get(next(iter(line)), [HEAD])
    variations: list[dict[str, Any]] = [line, {**line, "more": 1}]
    for name in line:
        variations.append({key: value for key, value in line.items() if key != name})
        variations += [{**line, name: value} for value in VALUES]
    for changed in variations:
        try:
            read_record(text(changed) if line is HEAD else text(*before, changed))
            read = True
        except RecordError as refusal:
            if "is due" in refusal.message or "taken back after" in refusal.message:
                continue  # what a line alone can't tell
            read = False
        assert valid(changed) is read, changed


@pytest.mark.parametrize("line", LINES, ids=lambda line: next(iter(line)))
def test_each_kind_of_line_is_valid(line: dict[str, Any]) -> None:
    assert valid(line)
    assert not valid({}) and not valid([line]) and not valid({"more": 1})


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "~nobody-at-all/x.yaml", "../../x.yaml", "/dev/zero", "x" * 4000, "/proc/self/mem"]
)
def test_no_record_makes_a_strange_file_be_read(path: str, tmp_path: Path) -> None:
    record = read_record(text({**HEAD, "path": path}), str(tmp_path / "game.jsonl"))
    assert record.variant == "fox"


def test_records_that_are_over_are_open(tmp_path: Path) -> None:
    kept(tmp_path / "game.jsonl", load("fox"), 3)
    assert load_record(tmp_path / "game.jsonl").finished
