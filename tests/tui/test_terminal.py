"""Whole sittings in a real pseudo-terminal."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from tests.tui.reading import held, last_hand, playable
from tests.tui.terminal import ESCAPES, Terminal

ASKED = r"\?(?: \(n to decline\))? $"


def saved(folder: Path) -> Path:
    """The one game in the user's own folder of games."""
    (path,) = (folder / "state" / "tricktaker" / "games").iterdir()
    return path


def answer(terminal: Terminal) -> None:
    """Answer whatever is asked with the first card that is marked."""
    terminal.enter(playable(terminal.text)[0])


def test_the_first_question_comes_at_once(tmp_path: Path) -> None:
    times = []
    for _ in range(3):  # the best of three: other tests run beside this one
        begun = time.monotonic()
        with Terminal("run", "fox", "--seed", "7", folder=tmp_path) as terminal:
            terminal.wait_for(r"which card\?")
            times.append(time.monotonic() - begun)
            told = terminal.text
    assert min(times) < 10  # a guard; a third of a second on an idle machine
    for fact in ("Round 1", "deals.", "Decree:", "Stock: 6 cards", "0 points, 0 tricks", "Your hand"):
        assert fact in told
    assert len(held(told)) == 13


def test_no_question_is_asked_before_the_game(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path) as terminal:
        before = terminal.wait_for(r"which card\? $")
        assert before.count("?") == 1


def test_a_whole_round_by_typing_the_first_card_that_is_marked(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path) as terminal:
        while "Round 1 is over" not in terminal.text:
            terminal.wait_for(ASKED)
            answer(terminal)
            terminal.wait_for(r"\n")
            terminal.read(0.3)
        terminal.wait_for(r"Round 2")


def test_ctrl_c_leaves_with_130_and_resume_goes_on_exactly_there(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path) as terminal:
        for _ in range(3):
            terminal.wait_for(ASKED)
            answer(terminal)
        terminal.wait_for(ASKED)
        hand = last_hand(terminal.text)
        terminal.interrupt()
        assert terminal.finish() == 130
        assert f"To go on: tricktaker run --resume {saved(tmp_path)}" in " ".join(terminal.text.split())
        assert "Traceback" not in terminal.text and "Aborted" not in terminal.text
    with Terminal("run", "--resume", str(saved(tmp_path)), folder=tmp_path) as terminal:
        terminal.wait_for(ASKED)
        assert last_hand(terminal.text) == hand


def test_a_killed_terminal_loses_nothing(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path) as terminal:
        terminal.wait_for(ASKED)
        answer(terminal)
        terminal.wait_for(ASKED)
        hand = last_hand(terminal.text)
        terminal.hang_up()
    with Terminal("run", "--resume", str(saved(tmp_path)), folder=tmp_path) as terminal:
        terminal.wait_for(ASKED)
        assert last_hand(terminal.text) == hand


def test_the_end_of_input_leaves_in_peace(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path) as terminal:
        terminal.wait_for(ASKED)
        terminal.end_of_input()
        assert terminal.finish() == 0
        assert "The game is saved." in terminal.text


def test_quit_leaves_in_peace(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path) as terminal:
        terminal.wait_for(ASKED)
        terminal.enter("quit")
        assert terminal.finish() == 0
        assert "The game is saved." in terminal.text


def test_twenty_columns_hold_everything(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path, columns=20) as terminal:
        terminal.wait_for(ASKED)
        narrow = terminal.text
    game = narrow[narrow.index("Seed") :]
    assert max(map(len, game.split("\n"))) <= 20
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path, columns=100) as terminal:
        terminal.wait_for(ASKED)
        wide = terminal.text
    assert "".join(game.split()) == "".join(wide[wide.index("Seed") :].split())


def test_a_terminal_has_colour_and_every_card_is_told_apart_without_it(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path) as terminal:
        terminal.wait_for(ASKED)
        assert "\x1b[1;" in terminal.raw
        cards = held(terminal.text)
    assert len(set(cards)) == 13
    codes = set(re.findall(r"\x1b\[([0-9;]*)m", terminal.raw))
    for code in codes:
        assert not {"30", "34", "90"} & set(code.split(";")), "plain black or blue can't be seen on every background"


@pytest.mark.parametrize("wish", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_no_escape_without_colour(tmp_path: Path, wish: dict[str, str]) -> None:
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path, **wish) as terminal:
        terminal.wait_for(ASKED)
        assert not ESCAPES.search(terminal.raw)
        assert "\x1b" not in terminal.raw


def test_plain_is_sentences(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", "--plain", folder=tmp_path, columns=500) as terminal:
        terminal.wait_for(ASKED)
        terminal.enter("?")
        terminal.wait_for(ASKED)
        raw = terminal.raw.replace("\r\n", "\n")
    assert not set(raw) & set("\x1b\r")
    assert all(ord(character) < 0x2500 or ord(character) > 0x259F for character in raw), "no box characters"
    game = raw[raw.index("Seed 7.") :]
    assert game.count("You hold ") == 1
    told = [line for line in game.splitlines()[1:] if line]
    assert all(line.rstrip().endswith((".", "?", "? ?")) for line in told if not line.startswith("Lead which"))


def test_arrow_keys_and_nonsense_are_asked_again(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path) as terminal:
        terminal.wait_for(ASKED)
        for nonsense in ("\x1b[A\x1b[B", "blah", "", "12 of moons", "99", "🂡", "n", "play"):
            terminal.enter(nonsense)
            told = terminal.wait_for(ASKED)
            assert "Traceback" not in told
        assert "Type a card, such as" in terminal.text


def test_lines_that_are_pasted_are_taken_one_after_the_other(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", folder=tmp_path) as terminal:
        terminal.wait_for(ASKED)
        card = next(each for each in playable(terminal.text) if int(each[:-1]) % 2 == 0)  # odd ones may ask something
        terminal.type(f"{card}\n{card}\n")
        terminal.wait_for(r"You (lead|play) ")
        terminal.wait_for(r"You can't play [^:]*: [Tt]hat card is not in the hand\.")


def test_pass_and_play_clears_between_seats(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", "--players", "you,you", folder=tmp_path) as terminal:
        terminal.wait_for(r"Pass the device to Player (\d)\.")
        assert "Your hand" not in terminal.text, "no card before somebody says that they are alone"
        terminal.wait_for(r"press Enter when only you can see the screen\.")
        terminal.enter()
        terminal.wait_for(ASKED)
        first = held(terminal.text)
        answer(terminal)
        for _ in range(3):
            shown = terminal.wait_for(r"Pass the device to Player \d\.|" + ASKED)
            if "Pass the device" in shown:
                break
            terminal.enter("n")
        cleared = terminal.raw.rindex("\x1b[3J")
        assert "Your hand" not in terminal.raw[cleared:]
        terminal.wait_for(r"screen\.")
        terminal.enter()
        terminal.wait_for(ASKED)
        second = held(terminal.text)
        assert not set(first) & set(second)
        shown_now = terminal.raw[terminal.raw.rindex("\x1b[3J") :]
        hidden = set(first) - {card for _, card in re.findall(r"(leads|exchange) (\S+)", shown_now)}
        assert "Player " in shown_now and len(hidden) == 13


def test_resuming_pass_and_play_hides_the_cards_first(tmp_path: Path) -> None:
    with Terminal("run", "fox", "--seed", "7", "--players", "you,you", folder=tmp_path) as terminal:
        terminal.wait_for(r"screen\.")
        terminal.enter()
        terminal.wait_for(ASKED)
        terminal.interrupt()
        assert terminal.finish() == 130
    with Terminal("run", "--resume", str(saved(tmp_path)), folder=tmp_path) as terminal:
        terminal.wait_for(r"press Enter when only you can see the screen\.")
        assert "Your hand" not in terminal.text
