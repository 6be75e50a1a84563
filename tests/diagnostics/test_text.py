"""The anatomy of a diagnostic in text."""

from __future__ import annotations

import pytest

from tricktaker.diagnostics import Note, Report, Span, VariantError, render_text

FILE = "variants/fox.yaml"


def report_on(*lines: str, file: str = FILE) -> Report:
    report = Report()
    report.sources[file] = list(lines)
    return report


def at(line: int, start: int, end: int, file: str = FILE) -> Span:
    return Span(file, line, start, line, end)


def test_the_whole_anatomy() -> None:
    report = report_on(*[""] * 30, "  folow:")
    report.error("unknown-key", "unknown key `folow` in `tricks`", at(31, 3, 8), help="did you mean `follow`?")
    assert render_text(report) == (
        "error[unknown-key]: unknown key `folow` in `tricks`\n"
        "  --> variants/fox.yaml:31:3\n"
        "   |\n"
        "31 |   folow:\n"
        "   |   ^^^^^\n"
        "   = help: did you mean `follow`?\n"
        "\n"
        "1 error in variants/fox.yaml\n"
    )


def test_two_errors_on_one_line_and_a_warning() -> None:
    report = report_on("a: [b, c]")
    report.error("bad-value", "no `c`", at(1, 8, 9))
    report.error("bad-value", "no `b`", at(1, 5, 6))
    report.warning("odd", "odd `a`", at(1, 1, 2))
    said = render_text(report)
    assert said.index("odd `a`") < said.index("no `b`") < said.index("no `c`")
    assert said.endswith("2 errors and 1 warning in variants/fox.yaml\n")


def test_the_same_mistake_is_said_once() -> None:
    report = report_on("a: b")
    report.error("bad-value", "no `b`", at(1, 4, 5))
    report.error("bad-value", "still no `b`", at(1, 4, 5))
    assert len(report.diagnostics) == 1


def test_what_lies_in_a_broken_place_is_a_consequence() -> None:
    report = report_on("a: {b: c}", "d: e")
    report.mark_broken(at(1, 4, 10))
    report.error("bad-value", "no `c`", at(1, 8, 9))
    report.error("bad-value", "no `e`", at(2, 4, 5))
    assert [found.message for found in report.diagnostics] == ["no `e`"]
    assert report.is_touched(at(1, 1, 10))
    assert not report.is_touched(at(2, 1, 2))


def test_carets_stand_below_tabs_and_wide_characters() -> None:
    report = report_on("a\tb: 狐狐 x")
    report.error("bad-value", "here", at(1, 9, 10))
    shown, carets = render_text(report).splitlines()[3:5]
    assert shown == "1 | a   b: 狐狐 x"
    assert carets == "  | " + " " * len("a   b: ") + " " * 4 + " " + "^"


def test_a_wide_character_gets_two_carets_and_an_accent_none() -> None:
    report = report_on("狐e\u0301x")
    report.error("bad-value", "wide", at(1, 1, 2))
    report.error("bad-value", "narrow", at(1, 2, 5))
    assert [line for line in render_text(report).splitlines() if "^" in line] == ["  | ^^", "  |   ^^"]


def test_control_characters_never_reach_the_terminal() -> None:
    report = report_on("a: \x1b[31mred\u202e", file="\x1b]0;x\x07.yaml")
    report.error("bad-value", "no `\x1b[2J`\nat all", at(1, 4, 9, "\x1b]0;x\x07.yaml"), help="\x9b")
    said = render_text(report)
    assert all(character == "\n" or character.isprintable() for character in said)
    assert "1 | a: [31mred" in said


def test_colour_is_only_added() -> None:
    import re

    report = report_on("a: b", "c: d")
    report.error("bad-value", "no `b`", at(1, 4, 5), help="write `x`", notes=[Note("see", at(2, 1, 2)), Note("so")])
    coloured = render_text(report, color=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_text(report)


def test_notes_with_and_without_a_place() -> None:
    report = report_on("a: 1", "a: 2")
    report.error(
        "duplicate-key", "`a` stands here a second time", at(2, 1, 2), notes=[Note("why"), Note("first", at(1, 1, 2))]
    )
    assert render_text(report).splitlines()[5:] == [
        "  = note: why",
        "note: first",
        " --> variants/fox.yaml:1:1",
        "  |",
        "1 | a: 1",
        "  | ^",
        "",
        "1 error in variants/fox.yaml",
    ]


def test_long_lines_are_cut_round_the_place() -> None:
    report = report_on("x" * 5000 + "HERE" + "y" * 5000)
    report.error("bad-value", "there", at(1, 5001, 5005))
    for width in (40, 80, 200):
        shown, carets = render_text(report, width=width).splitlines()[3:5]
        assert len(shown) <= width
        assert shown[carets.index("^") : carets.rindex("^") + 1] == "HERE"


def test_several_lines_are_underlined_to_the_end_of_the_first() -> None:
    report = report_on("a: {b,", "  c}")
    report.error("bad-value", "both", Span(FILE, 1, 4, 2, 5))
    assert "  |    ^^^" in render_text(report).splitlines()


def test_a_place_behind_the_last_line() -> None:
    report = report_on()
    report.error("empty-file", "the file is empty", at(1, 1, 1))
    assert render_text(report).splitlines()[1] == " --> variants/fox.yaml:1:1"


def test_several_files_and_no_place() -> None:
    report = Report()
    report.error("a", "one", at(1, 1, 2, "a.yaml"))
    report.error("b", "two", at(1, 1, 2, "b.yaml"))
    assert render_text(report).endswith("2 errors in 2 files\n")
    alone = Report()
    alone.error("a", "nowhere", None)
    assert render_text(alone) == "error[a]: nowhere\n\n1 error\n"


def test_of_very_many_the_first_are_shown() -> None:
    report = Report()
    for line in range(1, 5000):
        report.error("a", "again", at(line, 1, 2))
    said = render_text(report)
    assert said.count("error[a]") == 100
    assert "(the first 100 are shown)" in said


def test_nothing_is_said_about_nothing() -> None:
    report = Report()
    assert render_text(report) == ""
    report.raise_if_errors()


def test_errors_are_raised_and_warnings_are_not() -> None:
    report = report_on("a: b")
    report.warning("odd", "odd", at(1, 1, 2))
    report.raise_if_errors()
    report.error("bad-value", "no `b`", at(1, 4, 5))
    with pytest.raises(VariantError) as caught:
        report.raise_if_errors()
    assert caught.value.report is report
    assert "no `b`" in str(caught.value)
