"""YAML 1.2 core with places."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tricktaker.diagnostics import Report, Span
from tricktaker.loading.reader import MAX_BYTES, Mapping, Scalar, Sequence, plain, read_file, read_text


def read(text: str) -> Any:
    """The plain data of a text that is fine."""
    report = Report()
    node = read_text(text, "f.yaml", report)
    assert not report.diagnostics
    assert node is not None
    return plain(node)


def faults(text: str) -> list[tuple[str, int, int]]:
    """Slug, line and column of all faults of a text."""
    report = Report()
    read_text(text, "f.yaml", report)
    return [(found.slug, found.span.line, found.span.column) for found in report.diagnostics if found.span]


def scalar(text: str, key: str = "a") -> Scalar:
    report = Report()
    node = read_text(text, "f.yaml", report)
    assert node is not None
    found = node.get(key)
    assert isinstance(found, Scalar)
    return found


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("NO", "NO"),
        ("y", "y"),
        ("true", True),
        ("False", False),
        ("TRUE", True),
        ("null", None),
        ("~", None),
        ("", None),
        ("nullo", "nullo"),
        ("none", "none"),
        ("12", 12),
        ("-3", -3),
        ("+3", 3),
        ("0", 0),
        ("1:30", "1:30"),
        ("2024-01-01", "2024-01-01"),
        ("1..11", "1..11"),
        ("0..3", "0..3"),
        ("10h", "10h"),
        ("7of9", "7of9"),
        ("- 3", None),
        ('"12"', "12"),
        ("'yes'", "yes"),
        ('"\\u00e9"', "é"),
        ("5 # five", 5),
        ("a#b", "a#b"),
        ("x: y", None),
    ],
)
def test_words(word: str, value: object) -> None:
    if word in ("- 3", "x: y"):
        assert faults(f"a: {word}\n")
        return
    found = read(f"a: {word}\n")["a"]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "word", ["010", "09", "-01", "1_000", "0x1f", "0o17", "0b1", "13.0", "1.5", ".5", "1e3", "1E+3"]
)
@pytest.mark.parametrize("place", ["a: {}\n", "{}: a\n", "a: [b, {}]\n"])
def test_numbers_that_are_none(word: str, place: str) -> None:
    assert [slug for slug, _, _ in faults(place.replace("{}", word))] == ["bad-number"]


@pytest.mark.parametrize("word", [".nan", ".NaN", ".inf", "-.inf", "99999999999999999999"])
def test_numbers_that_are_no_numbers(word: str) -> None:
    assert [slug for slug, _, _ in faults(f"a: {word}\n")] == ["bad-number"]


def test_a_quoted_number_is_a_text() -> None:
    assert read('a: "010"\nb: "1_000"\nc: \'.nan\'\n') == {"a": "010", "b": "1_000", "c": ".nan"}


def test_keys_are_texts() -> None:
    assert read("1: a\ntrue: b\nnull: c\non: d\n1..3: e\n") == {
        "1": "a",
        "true": "b",
        "null": "c",
        "on": "d",
        "1..3": "e",
    }


def test_byte_order_mark_and_windows_lines() -> None:
    assert read("\ufeffa: b\r\nc: d\r\n") == {"a": "b", "c": "d"}
    assert read("a: b\rc: d") == {"a": "b", "c": "d"}


def test_places() -> None:
    report = Report()
    node = read_text("a:\n  - {b: cde, f: [1, 22]}\n", "f.yaml", report)
    assert isinstance(node, Mapping)
    entry = node.entry("a")
    assert entry is not None
    assert entry.key.span == Span("f.yaml", 1, 1, 1, 2)
    assert isinstance(entry.value, Sequence)
    inner = entry.value.items[0]
    assert isinstance(inner, Mapping)
    assert inner.span == Span("f.yaml", 2, 5, 2, 25)
    assert inner.keys() == ("b", "f")
    numbers = inner.get("f")
    assert isinstance(numbers, Sequence)
    assert [item.span for item in numbers] == [Span("f.yaml", 2, 18, 2, 19), Span("f.yaml", 2, 21, 2, 23)]
    assert "b" in inner and "c" not in inner


@pytest.mark.parametrize(
    ("text", "start"),
    [("a: led == trump\n", 4), ('a: "led == trump"\n', 5), ("a: 'led == trump'\n", 5), ("a: {b: 1}\n", 0)],
)
def test_places_inside_a_text(text: str, start: int) -> None:
    if not start:
        return
    found = scalar(text)
    assert found.expression_safe
    assert found.at(7, 12) == Span("f.yaml", 1, start + 7, 1, start + 12)


@pytest.mark.parametrize(
    "text",
    ["a: |\n  led\n", "a: >-\n  led\n", "a: led\n  == trump\n", 'a: "l\\u0065d"\n', "a: 'it''s'\n", 'a: "a\n  b"\n'],
)
def test_texts_whose_characters_stand_elsewhere(text: str) -> None:
    found = scalar(text)
    assert not found.expression_safe
    assert found.at(0, 1) == found.span


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a:\n\tb: 1\n", [("tab", 2, 1)]),
        ("a:\tb\n", [("tab", 1, 3)]),
        ("a: 1\n\tb: 2\nc: 3\n", [("tab", 2, 1)]),
        ("a:\n  b: 1\n\tc: 2\nd: [1\n", [("tab", 3, 1)]),
        ("name: Fox: the game\n", [("needs-quotes", 1, 7)]),
        ('a: "b\n', [("unclosed-quote", 1, 4)]),
        ('a: "b\nc: "d"\n', [("unclosed-quote", 1, 4)]),
        ("a: [b, c\nd: e\n", [("unclosed-bracket", 1, 4)]),
        ("a: [[[[\n", [("unclosed-bracket", 1, 4)]),
        ("{a: b", [("unclosed-bracket", 1, 1)]),
        ("a: {b: c]\n", [("unclosed-bracket", 1, 9)]),
        ("suit: *\n", [("needs-quotes", 1, 7)]),
        ("a: {ask: Exchange it?}\n", [("needs-quotes", 1, 10)]),
        ("a: {to: left(me, 2).hand}\n", [("needs-quotes", 1, 9)]),
        ("a: [left(me, 2).hand, b]\n", [("needs-quotes", 1, 5)]),
        ("a: {b: Monarch, either of two, c: d}\n", [("needs-quotes", 1, 8)]),
        ("a: {b: x[1]}\n", [("needs-quotes", 1, 8)]),
        ("a: {b: f(g(1, 2), [3]), c: d}\n", [("needs-quotes", 1, 8)]),
        ("a: 1\n---\nb: 2\n", [("several-documents", 2, 1)]),
        ("", [("empty-file", 1, 1)]),
        ("---\n", [("empty-file", 1, 1)]),
        ("- a\n", [("wrong-type", 1, 1)]),
        ("a\n", [("wrong-type", 1, 1)]),
        ("a: &b c\n", [("yaml-alias", 1, 4)]),
        ("a: *b\n", [("yaml-alias", 1, 4)]),
        ("a: &a [*a]\n", [("yaml-alias", 1, 4)]),
        ("a: !!str b\n", [("yaml-tag", 1, 4)]),
        ("a: !x b\n", [("yaml-tag", 1, 4)]),
        ("<<: {a: b}\n", [("merge-key", 1, 1)]),
        ("a: 1\nb: 2\na: 3\n", [("duplicate-key", 3, 1)]),
        ("a: {b: 1, b: 2}\n", [("duplicate-key", 1, 11)]),
        ('1: a\n"1": b\n', [("duplicate-key", 2, 1)]),
        ("? [a]\n: b\n", [("bad-key", 1, 3)]),
        (": b\n", [("bad-key", 1, 1)]),
        ("a: b\x07c\n", [("bad-character", 1, 5)]),
        ("a:\n  b: 1\n c: 2\n", [("indentation", 3, 2)]),
        ("a: 1\n  b: 2\n", [("indentation", 2, 3)]),
        ("a: b\nc\n", [("yaml-syntax", 2, 1)]),
        ("a: - b\n", [("yaml-syntax", 1, 4)]),
    ],
)
def test_faults(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert faults(text) == expected


def test_a_fault_hides_no_other() -> None:
    text = 'a: b: c\nd: {e: f?, g: 010}\nh: "i\nj: [k\nl: m\nl: n\no: *p\nq: r\n'
    report = Report()
    node = read_text(text, "f.yaml", report)
    found = [(found.slug, found.span.line) for found in report.diagnostics if found.span]
    assert found == [
        ("needs-quotes", 1),
        ("needs-quotes", 2),
        ("bad-number", 2),
        ("unclosed-quote", 3),
        ("unclosed-bracket", 4),
        ("duplicate-key", 6),
        ("yaml-alias", 7),
    ]
    assert node is not None
    assert plain(node)["q"] == "r"


def test_lines_are_kept_as_the_author_wrote_them() -> None:
    report = Report()
    read_text("a: b: c\r\n\td: \x07\n", "f.yaml", report)
    assert report.sources["f.yaml"] == ["a: b: c", "\td: \x07"]


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 100_000,
        "a: " + "{a: " * 50_000,
        "\n".join(" " * depth + "a:" for depth in range(600)),
        "- " * 100_000,
        "? " * 100_000,
        "a: [" + "b," * 60_000 + "]",
        "x" * (MAX_BYTES + 1),
        "a: " + "é" * MAX_BYTES,
    ],
    ids=["lists", "maps", "blocks", "dashes", "keys", "nodes", "bytes", "encoded"],
)
def test_limits(text: str) -> None:
    begun = time.perf_counter()
    assert [slug for slug, _, _ in faults(text)] == ["too-big"]
    assert time.perf_counter() - begun < 5


@pytest.mark.parametrize(
    "text",
    [
        "a: b: c\n" * 30_000,
        "a: 1\n" * 40_000,
        "a: " + "\x07" * 200_000,
        "".join(f"k{number}: 01\n" for number in range(20_000)),
        "a:\n\t b\n" * 30_000,
        "a: {b: " + "(, " * 60_000 + "}",
        '"' * 200_000,
        "a: " + "!" * 100_000,
        ":" * 100_000,
        "a: &a [x]\n" + "b: [" + "*a," * 50_000 + "]\n",
    ],
)
def test_hostile_texts_take_no_time(text: str) -> None:
    begun = time.perf_counter()
    assert faults(text)
    assert time.perf_counter() - begun < 10


def test_files(tmp_path: Path) -> None:
    report = Report()
    assert read_file(tmp_path / "none.yaml", report) is None
    assert read_file(tmp_path, report) is None
    large = tmp_path / "large.yaml"
    large.write_text("#" * (MAX_BYTES + 1), encoding="utf-8")
    assert read_file(large, report) is None
    wide = tmp_path / "wide.yaml"
    wide.write_bytes("a: 1\nb: é\n".encode("utf-16"))
    assert read_file(wide, report) is None
    old = tmp_path / "old.yaml"
    old.write_bytes("a: 1\nb: é\n".encode("latin-1"))
    assert read_file(old, report) is None
    assert sorted(found.slug for found in report.diagnostics) == [
        "bad-character",
        "bad-character",
        "too-big",
        "unreadable-file",
        "unreadable-file",
    ]
    place = next(found.span for found in report.diagnostics if found.span and found.span.file == str(old))
    assert (place.line, place.column) == (2, 4)
