"""The screen on streams of every kind."""

from __future__ import annotations

import io

import pytest

from tricktaker.tui.lines import Piece
from tricktaker.tui.screen import COLOURS, EndOfInput, Screen


class Stream(io.TextIOWrapper):
    """A stream with an encoding, a terminal if asked."""

    def __init__(self, encoding: str = "utf-8", *, text: str = "", tty: bool = False) -> None:
        super().__init__(io.BytesIO(text.encode()), encoding=encoding, newline="")
        self.tty = tty

    def isatty(self) -> bool:
        return self.tty

    def written(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)  # type: ignore[attr-defined]


def screen(out: Stream, *, text: str = "", plain: bool = False, colour: bool = False, term: str = "xterm") -> Screen:
    return Screen(out=out, source=io.StringIO(text), plain=plain, colour=colour, environment={"TERM": term})


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "latin-1"])
def test_what_a_stream_cannot_encode_is_shown_by_the_nearest_it_can(encoding: str) -> None:
    out = Stream(encoding)
    screen(out).say("Ogórek → “Mätäpesä” 9♥ 牌")
    told = out.written()
    assert "->" in told or "→" in told
    assert "9?" in told or "9♥" in told
    assert "rek" in told and "pes" in told


def test_no_colour_unless_asked() -> None:
    out = Stream(tty=True)
    screen(out).say(Piece("9m", "suit0"))
    assert out.written() == "9m\n"


def test_colour_is_extra() -> None:
    out = Stream(tty=True)
    screen(out, colour=True).say("[b]x[/b] ", Piece("9m", "suit0"))
    told = out.written()
    assert "\x1b[" in told
    assert "[b]x[/b]" in told  # nothing of a text is taken as markup


def test_no_style_is_plain_blue_or_black() -> None:
    for style in COLOURS.values():
        assert not {"blue", "black", "bright_black"} & set(style.split())


def test_a_plain_screen_sends_no_control_character() -> None:
    out = Stream(tty=True)
    shown = screen(out, plain=True, colour=True)
    shown.say(Piece("9 of moons", "suit0"))
    shown.clear()
    shown.gap()
    assert set(out.written()) & set("\x1b\r") == set()


def test_clearing_takes_the_scroll_back_with_it_where_the_terminal_can() -> None:
    out = Stream(tty=True)
    screen(out).clear()
    assert out.written() == "\x1b[2J\x1b[3J\x1b[H"


def test_clearing_without_escapes_pushes_everything_out_of_sight() -> None:
    for out, term in ((Stream(tty=True), "dumb"), (Stream(), "xterm")):
        screen(out, term=term).clear()
        assert out.written().count("\n") >= 24
        assert "\x1b" not in out.written()


def test_arrow_keys_and_control_characters_are_no_part_of_an_answer() -> None:
    assert screen(Stream(), text="\x1b[A9\x1b[1;5Cm\x07\n").ask("?") == "9m"
    assert screen(Stream(), text="\x1bOA\r\n").ask("?") == ""


def test_the_end_of_input_is_told() -> None:
    with pytest.raises(EndOfInput):
        screen(Stream()).ask("Play which card?")


def test_what_is_read_from_a_pipe_is_shown_as_in_a_transcript() -> None:
    out = Stream()
    shown = screen(out, text="9m\nlast")
    assert shown.ask("Play which card?") == "9m"
    assert shown.ask("Again?") == "last"
    assert out.written() == "Play which card? 9m\nAgain? last\n"
