"""`tricktaker run` and `replay` without a terminal: pipes, files, encodings, wrong wishes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.shell import tricktaker


def test_bots_alone_are_a_told_game(tmp_path: Path) -> None:
    done = tricktaker("run", "fox", "--players", "random,greedy", "--seed", "1", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("The Fox in the Forest. Seed 1.\n")
    assert "Round 1 is over." in done.stdout
    assert "The game is over. " in done.stdout
    assert "\x1b" not in done.stdout
    assert not (tmp_path / "state").exists(), "nothing is kept that nobody asked for"


def test_the_same_seed_deals_the_same_cards_whoever_plays(tmp_path: Path) -> None:
    hands = []
    for who in ("you,random", "you,greedy"):
        done = tricktaker("run", "fox", "--seed", "5", "--players", who, folder=tmp_path)
        hands.append(sorted(re.findall(r"\d+[bkm]\b", done.stdout.partition("Your hand")[2].partition("which")[0])))
    assert len(hands[0]) >= 12
    assert hands[0] == hands[1]


def test_a_seed_that_nobody_gave_is_named_and_gives_the_same_game_again(tmp_path: Path) -> None:
    first = tricktaker("run", "fox", "--players", "random,random", folder=tmp_path)
    seed = re.search(r"Seed (\d+)\.", first.stdout)
    assert seed is not None
    again = tricktaker("run", "fox", "--players", "random,random", "--seed", seed[1], folder=tmp_path)
    assert again.stdout == first.stdout


def test_a_seed_that_nobody_gave_is_not_told_before_the_game_is_over(tmp_path: Path) -> None:
    """Whoever knows it can deal the cards and look at them."""
    left = tricktaker("run", "agram", "--players", "you,random,random,random", folder=tmp_path, text="#1\n")
    path = re.search(r"--resume (\S+)", left.stderr)
    assert path is not None
    again = tricktaker("run", "--resume", path[1], folder=tmp_path, text="?\n")
    seen = tricktaker("replay", path[1], "--as", "0", folder=tmp_path)
    over = tricktaker("run", "--resume", path[1], folder=tmp_path, text="#1\n#2\n#3\n#4\n#5\n#6\n" * 60)
    seed = re.search(r"The seed was (\d+): ", over.stderr)
    assert seed is not None
    for each in (left, again, seen):
        assert each.returncode == 0, each.stderr
        assert seed[1] not in each.stdout + each.stderr
    assert f"Seed {seed[1]}." in tricktaker("replay", path[1], folder=tmp_path).stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-8"])
@pytest.mark.parametrize("game", ["cucumber", "ogorek"])
def test_any_encoding_will_do_and_letters_stand_for_symbols(tmp_path: Path, encoding: str, game: str) -> None:
    done = tricktaker(
        "run", game, "--seed", "1", folder=tmp_path, encoding=encoding, text="?\n", more={"PYTHONIOENCODING": encoding}
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert ("♣" in done.stdout) is (encoding == "utf-8")
    if encoding != "utf-8":
        assert re.search(r"\d\) (\d+|[JQKA])[cdhs]\*", done.stdout)


def test_bots_answer_the_same_in_a_game_that_is_taken_up(tmp_path: Path) -> None:
    whole = ["run", "fox", "--seed", "3", "--players", "you,random", "--record"]
    cards = "".join(f"#{number}\n" for number in range(13, 0, -1))
    tricktaker(*whole, "one.jsonl", folder=tmp_path, text=cards * 3)
    tricktaker(*whole, "two.jsonl", folder=tmp_path, text=cards)
    for _ in range(2):
        tricktaker("run", "--resume", "two.jsonl", folder=tmp_path, text=cards)
    one, two = (
        tricktaker("replay", name, "--as", "0", folder=tmp_path).stdout.splitlines()
        for name in ("one.jsonl", "two.jsonl")
    )
    assert len(one) > 30
    assert one == two


def test_letters_on_request(tmp_path: Path) -> None:
    done = tricktaker("run", "cucumber", "--seed", "1", "--suits", "letters", folder=tmp_path)
    assert "♣" not in done.stdout


def test_bytes_that_are_no_text_are_wrong_input_not_a_fault(tmp_path: Path) -> None:
    done = tricktaker("run", "fox", "--seed", "1", folder=tmp_path, text=b"\xff\xfe\x00\n\x80\n")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert done.stdout.count("Type a card, such as") == 2


def test_the_end_of_input_says_how_to_go_on(tmp_path: Path) -> None:
    done = tricktaker("run", "fox", "--seed", "1", folder=tmp_path)
    assert done.returncode == 0
    (path,) = (tmp_path / "state" / "tricktaker" / "games").iterdir()
    assert f"This game is kept in {path}" in done.stderr
    assert f"tricktaker run --resume {path}" in done.stderr
    again = tricktaker("run", "--resume", str(path), folder=tmp_path)
    assert again.returncode == 0
    assert again.stdout.split("\n\n", 1)[1] == done.stdout.split("\n\n", 1)[1]


def test_a_game_can_be_kept_where_one_wants_and_is_never_written_over(tmp_path: Path) -> None:
    wishes = ("run", "fox", "--players", "random,random", "--record", "g.jsonl", "--seed")
    first = tricktaker(*wishes, "1", folder=tmp_path)
    assert first.returncode == 0
    again = tricktaker(*wishes, "2", folder=tmp_path)
    assert again.returncode == 2
    assert "g.jsonl" in again.stderr
    replayed = tricktaker("replay", "g.jsonl", folder=tmp_path)
    assert replayed.returncode == 0
    assert replayed.stdout == first.stdout.replace("\n\nThe game", "\nThe game")


def test_a_game_that_is_over_is_not_resumed(tmp_path: Path) -> None:
    tricktaker("run", "fox", "--players", "random,random", "--seed", "1", "--record", "g.jsonl", folder=tmp_path)
    done = tricktaker("run", "--resume", "g.jsonl", folder=tmp_path)
    assert done.returncode == 2
    assert "tricktaker replay g.jsonl" in done.stderr


def test_an_unfinished_game_is_replayed_through_one_pair_of_eyes(tmp_path: Path) -> None:
    tricktaker("run", "fox", "--seed", "1", "--record", "g.jsonl", folder=tmp_path)
    assert tricktaker("replay", "g.jsonl", folder=tmp_path).returncode == 2
    done = tricktaker("replay", "g.jsonl", "--as", "0", folder=tmp_path)
    assert done.returncode == 0
    assert "Your hand" in done.stdout
    assert tricktaker("replay", "g.jsonl", "--as", "2", folder=tmp_path).returncode == 2


def test_a_replay_stops_where_asked(tmp_path: Path) -> None:
    tricktaker("run", "fox", "--players", "random,random", "--seed", "1", "--record", "g.jsonl", folder=tmp_path)
    done = tricktaker("replay", "g.jsonl", "--step", "3", "--as", "1", "--plain", folder=tmp_path)
    assert done.returncode == 0
    assert "You hold " in done.stdout
    assert "The game is over" not in done.stdout


def test_a_home_that_can_not_be_written_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where a folder should be", encoding="utf-8")
    done = tricktaker("run", "fox", "--seed", "1", folder=tmp_path)
    assert done.returncode == 0
    assert "This game is not kept: " in done.stderr
    assert "Your hand" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["run", "fox", "--players", "you,gredy"], "did you mean “greedy”?"),
        (["run", "fox", "--players", "you,zzz"], "nobody is called “zzz”"),
        (["run", "fox", "--players", "you,random,random"], "2"),
        (["run", "fox", "--set", "target=17"], "16, 21, 35"),
        (["run", "fox", "--set", "targte=16"], "did you mean `target`?"),
        (["run", "fox", "--record", "no/such/folder/g.jsonl"], "can't be kept"),
        (["run", "fox", "--record", "g.jsonl"], "--resume g.jsonl"),
        (["run", "--resume", "g.jsonl", "--seed", "3"], "--seed can't be changed"),
        (["run", "--resume", "g.jsonl", "--players", "you,you"], "--players can't be changed"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_wishes_are_refused_with_a_reason(tmp_path: Path, arguments: list[str], told: str) -> None:
    (tmp_path / "g.jsonl").write_text("", encoding="utf-8")
    done = tricktaker(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_options_and_the_number_of_players_are_chosen_on_the_command_line(tmp_path: Path) -> None:
    done = tricktaker("run", "cucumber", "--players", "random,random,random", "--set", "hand_size=2", folder=tmp_path)
    assert "Everybody gets 2 cards." in done.stdout
    assert "Random 3" in done.stdout and "Random 4" not in done.stdout


def test_a_broken_file_is_shown_at_its_line(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("tricktaker: 1\nname: Broken\nfolow: 1\n", encoding="utf-8")
    done = tricktaker("run", "broken.yaml", folder=tmp_path)
    assert done.returncode == 1
    assert "broken.yaml:3:1" in done.stderr
    assert done.stdout == ""


def test_a_file_in_this_folder_goes_by_its_name(tmp_path: Path) -> None:
    tricktaker("new", "mine", folder=tmp_path)
    done = tricktaker("run", "mine", "--players", "random,random,random", "--seed", "1", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert tricktaker("show", "mine", folder=tmp_path).returncode == 0
    near = tricktaker("show", "mien", folder=tmp_path)
    assert near.returncode == 2
    assert "Did you mean 'mine'?" in near.stderr


def test_a_record_is_not_taken_up_by_the_rules_of_another_game(tmp_path: Path) -> None:
    tricktaker("run", "fox", "--seed", "1", "--record", "g.jsonl", folder=tmp_path)
    done = tricktaker("run", "--resume", "g.jsonl", "agurk", folder=tmp_path)
    assert done.returncode == 2
    assert "This record is a game of fox (The Fox in the Forest), not agurk." in done.stderr
    assert tricktaker("run", "--resume", "g.jsonl", "fox", folder=tmp_path).returncode == 0


def test_rules_that_were_changed_or_moved_leave_a_way_out(tmp_path: Path) -> None:
    tricktaker("new", "mine", folder=tmp_path)
    tricktaker("run", "mine", "--seed", "1", "--record", "g.jsonl", folder=tmp_path)
    text = (tmp_path / "mine.yaml").read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(text.replace("ranks: 1..10", "ranks: 1..11"), encoding="utf-8")
    for command in (("run", "--resume"), ("replay", "--as", "0")):
        done = tricktaker(*command, "g.jsonl", folder=tmp_path)
        assert done.returncode == 1
        assert "tricktaker replay --force g.jsonl" in done.stderr
        assert "begins a new game" in done.stderr
    (tmp_path / "mine.yaml").unlink()
    done = tricktaker("run", "--resume", "g.jsonl", folder=tmp_path)
    assert done.returncode == 2
    assert "If the file was moved, name it: tricktaker run --resume g.jsonl mine.yaml" in done.stderr
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "mine.yaml").write_text(text, encoding="utf-8")
    assert tricktaker("run", "--resume", "g.jsonl", "there/mine.yaml", folder=tmp_path).returncode == 0
    assert tricktaker("replay", "g.jsonl", "there/mine.yaml", "--as", "0", folder=tmp_path).returncode == 0


def test_rules_that_ask_for_what_is_not_there_are_shown_at_their_line(tmp_path: Path) -> None:
    tricktaker("new", "mine", folder=tmp_path)
    text = (tmp_path / "mine.yaml").read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(text.replace("int: 0..999", "int: 0..3"), encoding="utf-8")
    done = tricktaker("run", "mine", "--players", "random,random,random", "--seed", "1", folder=tmp_path)
    assert done.returncode == 1
    assert "error[fault]: the rules ask for what isn't there" in done.stderr
    assert "(seed 1)" in done.stderr
    assert "- add: {score: tricks_won" in done.stderr
    assert "^" in done.stderr


def test_questions_are_shown_with_their_answers_in_a_transcript(tmp_path: Path) -> None:
    done = tricktaker("run", "fox", "--seed", "1", folder=tmp_path, text="blah\nquit\n")
    assert "which card? blah\n" in done.stdout
    assert "which card? quit\n" in done.stdout


def test_one_bot_is_for_all_seats(tmp_path: Path) -> None:
    alike = [
        tricktaker("run", "hearts", "--seed", "4", "--players", players, folder=tmp_path)
        for players in ("random", "random,random,random,random")
    ]
    assert alike[0].returncode == 0, alike[0].stderr
    assert alike[0].stdout == alike[1].stdout and "Random 4" in alike[0].stdout
    alone = tricktaker("run", "hearts", "--seed", "4", "--players", "you", folder=tmp_path)
    assert alone.returncode == 2 and "players, not 1" in alone.stderr
