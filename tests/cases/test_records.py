"""Records that are none, that can't be written, or that were meddled with: said in a sentence, and nothing waits."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import ROOT, environment
from tests.cli.shell import tricktaker as command
from tests.records.games import kept, load
from tricktaker import State
from tricktaker.records import RecordError, load_record

WISHES = ("run", "fox", "--players", "random,random", "--seed", "1", "--record")


@pytest.mark.parametrize("what", ["pipe", "folder", "empty", "noise", "a rule file", "JSON", "nothing"])
@pytest.mark.parametrize("way", [("run", "--resume"), ("replay",)], ids=" ".join)
def test_what_is_no_record_is_said_to_be_none(tmp_path: Path, what: str, way: tuple[str, ...]) -> None:
    place = tmp_path / "g.jsonl"
    match what:
        case "pipe":
            os.mkfifo(place)
        case "folder":
            place.mkdir()
        case "empty":
            place.touch()
        case "noise":
            place.write_bytes(random.Random(1).randbytes(5000))
        case "a rule file":
            place.write_bytes((ROOT / "variants" / "fox.yaml").read_bytes())
        case "JSON":
            place.write_text('{"record": 1}\n[]\nnull\n', encoding="utf-8")
    done = command(*way, "g.jsonl", folder=tmp_path)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert "g.jsonl" in done.stderr
    assert "fault" not in done.stderr and "Traceback" not in done.stderr


def test_a_full_disk_ends_the_game_in_a_sentence_and_keeps_what_was_written(tmp_path: Path) -> None:
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000)); "
        "from tricktaker.cli import main; raise SystemExit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *WISHES, "g.jsonl"],
        cwd=tmp_path,
        env=environment(tmp_path, PYTHONDONTWRITEBYTECODE="1", TRICKTAKER_CACHE=""),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "File too large" in done.stderr and "--resume g.jsonl" in done.stderr
    assert "fault" not in done.stderr
    again = command("run", "--resume", "g.jsonl", folder=tmp_path)
    assert again.returncode == 0
    assert "The game is over." in again.stdout


@pytest.mark.parametrize("seed", range(6))
def test_meddling_with_any_line_is_noticed_or_changes_nothing(tmp_path: Path, seed: int) -> None:
    game, path = load("fox"), tmp_path / "g.jsonl"
    whole = kept(path, game, 3)
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    chance = random.Random(seed)
    noticed = 0
    for _ in range(25):
        number = chance.randrange(len(lines))
        facts = json.loads(lines[number])
        key = chance.choice(sorted(facts))
        facts[key] = chance.choice(
            [None, True, -1, 0, 1, 10**30, 1.5, "", "x", "play 1 of moons", [], {}, "\x1b[2J", "\ud800"]
        )
        changed = [*lines[:number], json.dumps(facts), *lines[number + 1 :]]
        path.write_text("\n".join(changed) + "\n", encoding="utf-8")
        try:
            state = game.replay(load_record(path))
        except RecordError as fault:
            noticed += 1
            assert str(fault).isprintable()
        else:
            assert isinstance(state, State) and state.scores == whole.scores
    assert noticed > 10
