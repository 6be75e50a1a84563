"""The command line as a whole: quick help, exit codes, suggestions, colour, faults, closed pipes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tests.cli.shell import ROOT, environment, tricktaker
from tricktaker.cli import main
from tricktaker.cli.colour import colour_wanted_by
from tricktaker.cli.edge import Circumstances, end_of, fault_line
from tricktaker.cli.program import COMMANDS

HEAVY = {"yaml", "jsonschema", "rich", "numpy", "numba", "hypothesis", "importlib.metadata", "asyncio"}


@pytest.mark.parametrize("arguments", [["--help"], [], *[[name, "--help"] for name in COMMANDS]], ids=" ".join)
def test_help_loads_nothing_of_the_language(arguments: list[str]) -> None:
    program = (
        "import json, sys\n"
        "from tricktaker.cli import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = json.loads(done.stderr.splitlines()[-1])
    assert not HEAVY & set(loaded)
    inside = {name.split(".")[1] for name in loaded if name.startswith("tricktaker.")}
    assert inside <= {"cli", "version"}, "help needs no part of the package but this one"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    with click.Context(main) as context:
        command = main.get_command(context, name)
    assert command is not None
    assert command.name == name
    assert (command.help or "").partition("\n")[0] == COMMANDS[name][1]


def test_no_arguments_print_the_help_and_could_not_run() -> None:
    done = tricktaker()
    assert done.returncode == 2
    assert "Commands:" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["rnu"], "Did you mean 'run'?"),
        (["run", "variants/fox.yml"], "fox.yaml"),
        (["show", "cucmber"], "There is no file and no game 'cucmber'. Did you mean 'cucumber'?"),
        (["run", "fox", "--sede", "7"], "--seed"),
        (["run", "."], "is a folder"),
        (["run"], "Which game?"),
        (["run", "fox", "--set", "target"], "not of the form NAME=VALUE"),
        (["run", "fox", "--set", "target=16", "--set", "target=21"], "set twice"),
        (["run", "fox", "--seed", "-1"], "-1"),
        (["replay", "nothing.jsonl"], "does not exist"),
        (["explain", "unknwon-key"], "unknwon-key"),
        (["completion", "tcsh"], "bash"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_could_not_run_says_why_on_stderr(arguments: list[str], told: str) -> None:
    done = tricktaker(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_an_option_that_a_game_lacks_is_suggested() -> None:
    done = tricktaker("show", "fox", "--set", "targt=16")
    assert done.returncode == 2
    assert "did you mean `target`?" in done.stderr


@pytest.mark.parametrize(
    ("wishes", "colour"),
    [
        ({}, None),
        ({"TERM": "xterm"}, None),
        ({"TERM": "dumb"}, False),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, None),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True),
    ],
)
def test_colour_follows_the_environment(wishes: dict[str, str], colour: bool | None) -> None:
    assert colour_wanted_by(wishes) is colour


BROKEN = "tricktaker: 1\nname: Broken\nfolow: 1\n"


@pytest.mark.parametrize(
    ("arguments", "more", "coloured"),
    [
        (["show"], {}, False),
        (["show", "--color"], {}, True),
        (["show", "--color"], {"NO_COLOR": "1"}, True),
        (["show"], {"FORCE_COLOR": "1"}, True),
        (["show", "--no-color"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour_is_decided_once_for_all(
    tmp_path: Path, arguments: list[str], more: dict[str, str], coloured: bool
) -> None:
    (tmp_path / "broken.yaml").write_text(BROKEN, encoding="utf-8")
    done = tricktaker(*arguments, "broken.yaml", folder=tmp_path, more=more)
    assert done.returncode == 1
    assert "unknown-key" in done.stderr
    assert ("\x1b[" in done.stderr) is coloured


@pytest.mark.parametrize("place", ["before", "after"])
def test_shared_options_stand_on_either_side_of_the_command(tmp_path: Path, place: str) -> None:
    (tmp_path / "broken.yaml").write_text(BROKEN, encoding="utf-8")
    words = ["--color", "show", "broken.yaml"] if place == "before" else ["show", "broken.yaml", "--color"]
    assert "\x1b[" in tricktaker(*words, folder=tmp_path).stderr


def test_an_internal_fault_is_one_line_with_what_finds_it_again() -> None:
    known = Circumstances(variant="mygame", fingerprint="0123abcd", seed=7)

    def fails() -> None:
        raise KeyError("a\nb\x1b[2J")

    told = fault_line(KeyError("a\nb\x1b[2J"), known)
    assert "\n" not in told and "\x1b" not in told
    for fact in ("KeyError", "variant mygame", "fingerprint 0123abcd", "seed 7", "Python 3", "--traceback"):
        assert fact in told
    assert end_of(fails, known) == 2


def test_the_traceback_of_a_fault_is_shown_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    def fails() -> None:
        raise ZeroDivisionError("x")

    end_of(fails, Circumstances(traceback=True))
    assert "Traceback (most recent call last)" in capsys.readouterr().err
    end_of(fails, Circumstances())
    assert "Traceback" not in capsys.readouterr().err


def test_interrupts_have_their_code() -> None:
    def stopped() -> None:
        raise KeyboardInterrupt

    assert end_of(stopped, Circumstances()) == 130


@pytest.mark.parametrize("command", ["list", "schema", "explain", "show fox --effective", "rules fox"])
def test_a_reader_that_goes_away_is_no_fault(command: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m tricktaker {command} | head -c 10 >/dev/null; exit ${{PIPESTATUS[0]}}"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
@pytest.mark.parametrize("command", ["list", "rules ogorek", "show ogorek --effective"])
def test_any_encoding_will_do(encoding: str, command: str) -> None:
    done = tricktaker(*command.split(), encoding=encoding, more={"PYTHONIOENCODING": encoding})
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ru", {"run", "rules"}),
        ("run fo", {"fox"}),
        ("run fox --pl", {"--players", "--plain"}),
        ("explain unknown-k", {"unknown-key"}),
        ("completion ", {"bash", "zsh", "fish"}),
    ],
)
def test_completion_knows_commands_games_options_and_diagnostics(typed: str, found: set[str]) -> None:
    words = f"tricktaker {typed}"
    done = tricktaker(
        more={
            "_TRICKTAKER_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - (0 if typed.endswith(" ") else 1)),
        }
    )
    assert found <= {line.partition(",")[2] for line in done.stdout.splitlines()}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_names_the_program(shell: str) -> None:
    done = tricktaker("completion", shell)
    assert done.returncode == 0
    assert "_TRICKTAKER_COMPLETE" in done.stdout


def test_the_module_runs_under_the_same_name() -> None:
    assert "Usage: tricktaker " in tricktaker("--help").stdout


@pytest.mark.parametrize("span", ["nan", "inf", "-inf", "0", "-1", "x"])
@pytest.mark.parametrize(
    "wish",
    [
        ("simulate", "fox", "-n", "1", "--seed", "1", "--move-time"),
        ("solve", "fox", "--time"),
        ("check", "fox", "--deep", "--minutes"),
    ],
    ids=lambda wish: wish[0],
)
def test_a_span_of_time_is_a_number_above_nothing(wish: tuple[str, ...], span: str) -> None:
    result = CliRunner().invoke(main, [*wish, span])
    assert result.exit_code == 2
    assert f"Invalid value for '{wish[-1]}'" in result.stderr, result.stderr


def test_there_are_only_so_many_workers() -> None:
    result = CliRunner().invoke(main, ["simulate", "fox", "-n", "1", "--seed", "1", "--jobs", "10000000000000"])
    assert result.exit_code == 2 and "Invalid value for '--jobs'" in result.stderr
