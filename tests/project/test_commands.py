"""The command line as a whole: every command documented, help that is quick and begins with an example."""

from __future__ import annotations

import json
import subprocess
import sys

import click
import pytest

from tests.project.fences import PAGES, ROOT
from tricktaker.cli import main

HEAVY = {
    "dask",
    "hypothesis",
    "jsonschema",
    "matplotlib",
    "numba",
    "numpy",
    "rich",
    "scipy",
    "starlette",
    "textual",
    "uvicorn",
    "yaml",
}


def _commands() -> dict[str, click.Command]:
    assert isinstance(main, click.Group)
    with click.Context(main) as context:
        found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


@pytest.fixture(scope="module")
def documentation() -> str:
    return "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


@pytest.mark.parametrize("name", sorted(_commands()))
def test_every_command_is_in_the_documentation(name: str, documentation: str) -> None:
    assert f"tricktaker {name}" in documentation


@pytest.mark.parametrize("name", sorted(_commands()))
def test_every_option_has_help(name: str) -> None:
    silent = [
        parameter.opts[0]
        for parameter in _commands()[name].params
        if isinstance(parameter, click.Option) and not parameter.help
    ]
    assert not silent


@pytest.mark.parametrize("name", sorted(_commands()))
def test_every_help_text_begins_with_an_example(name: str) -> None:
    opening = (_commands()[name].help or "").split("\n\n")[:2]
    assert f"tricktaker {name}" in "".join(opening)


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["--version"]], ids=" ".join)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    program = (
        "import json, sys\n"
        f"sys.argv = ['tricktaker', *{arguments!r}]\n"
        "from tricktaker.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "print(json.dumps(sorted({name.split('.')[0] for name in sys.modules})), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip()
    assert not HEAVY & set(json.loads(done.stderr.splitlines()[-1]))
