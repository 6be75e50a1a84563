"""Breaking lines: narrow screens lose no character and tear no card apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktaker.diagnostics.display import cells, text_width
from tricktaker.tui.lines import GLUE, Line, Piece, broken, line


def visible(text: str) -> str:
    """The characters that take room on a screen, without blanks."""
    return "".join(character for character in "".join(text.split()) if cells(character))


def rows(whole: Line, width: int) -> list[str]:
    return ["".join(piece.text for piece in row) for row in broken(whole, width)]


def test_a_line_that_fits_stays_as_it_is() -> None:
    assert rows(line("  moons:  ", Piece("9m", "suit0"), "  3m"), 40) == ["  moons:  9m  3m"]


def test_continuations_are_indented() -> None:
    assert rows(line("one two three four", hang=2), 10) == ["one two", "  three", "  four"]


def test_glue_keeps_a_number_with_its_card() -> None:
    assert rows(line(f"cards 1){GLUE}9m"), 8) == ["cards", "  1) 9m"]


def test_a_word_longer_than_a_row_comes_apart_at_its_blanks() -> None:
    assert rows(line(f"Decree:{GLUE}{GLUE}seven{GLUE}of{GLUE}moons"), 12) == ["Decree:", "  seven of", "  moons"]


def test_control_characters_never_reach_the_screen() -> None:
    assert line("a\x1b[2Jb\rc\u202ed\x00").text == "a[2Jbcd"


@given(st.text(), st.integers(12, 60))
def test_nothing_is_lost_and_nothing_is_too_wide(text: str, width: int) -> None:
    whole = line(text)
    found = rows(whole, width)
    assert visible("".join(found)) == visible(whole.text)
    assert all(text_width(row) <= width for row in found)


@pytest.mark.parametrize("width", [12, 20, 21, 80])
def test_styles_survive(width: int) -> None:
    whole = line("Your hand: ", Piece(f"4){GLUE}10m*", "suit2"), "  and the rest of it")
    assert any(piece.style == "suit2" and "10m" in piece.text for row in broken(whole, width) for piece in row)
