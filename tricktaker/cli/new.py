"""`tricktaker new`: a small complete game to start from."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path

import click

from tricktaker.cli.edge import CouldNotRun
from tricktaker.cli.output import note, put
from tricktaker.cli.program import Command


@click.command("new", cls=Command)
@click.argument("name", metavar="NAME")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def command(name: str, force: bool) -> None:
    """Write a small complete game to start from: NAME.yaml, full of comments.

    \b
      tricktaker new mygame
      tricktaker new games/mygame.yaml
    """
    from tricktaker.loading.places import STEM, schemas_dir, shipped_variants

    path = Path(name)
    if path.name and path.suffix.lower() not in (".yaml", ".yml"):
        path = path.with_name(f"{path.name}.yaml")
    if not STEM.fullmatch(path.stem):
        raise click.BadParameter(
            f"{path.stem!r} can't be a game's name: letters, digits, - and _, beginning with a letter or digit.",
            param_hint="NAME",
        )
    shipped = shipped_variants().get(path.stem)
    if shipped is not None and not force:
        raise CouldNotRun(
            f"A game that comes along is called {path.stem}: yours needs another name, or --force. "
            f"`tricktaker show {path.stem} --effective` prints that one."
        )
    if path.exists() and not force:
        raise CouldNotRun(f"{path} is there already. --force writes over it.")
    text = resources.files("tricktaker.cli").joinpath("template.yaml").read_text(encoding="utf-8")
    title = path.stem.replace("_", " ").replace("-", " ").title()
    schema = _schema_seen_from(path.parent, schemas_dir() / "variant.schema.json")
    for mark, value in (("@SCHEMA@\n", schema), ("@FILE@", _quoted(str(path))), ("@TITLE@", _quoted_value(title))):
        text = text.replace(mark, value)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as refusal:
        raise CouldNotRun(f"{path} can't be written: {refusal.strerror or refusal}.") from refusal
    put(str(path))
    note(f"now: tricktaker check {_quoted(str(path))}")


def _schema_seen_from(folder: Path, schema: Path) -> str:
    """The first lines: where an editor finds the schema if both lie in one project, else how to tell it.

    The place of an installed schema is no part of a file that is handed on.
    """
    there, here = schema.resolve(), folder.resolve()
    if here.is_relative_to(there.parents[1]) and "site-packages" not in there.parts:
        return f"# yaml-language-server: $schema={Path(os.path.relpath(there, here)).as_posix()}\n"
    return (
        "# For editors that complete and check: `tricktaker schema > variant.schema.json` beside this file, and as\n"
        "# its first line `yaml-language-server: $schema=variant.schema.json` after a `#` and a blank.\n"
    )


def _quoted(path: str) -> str:
    return f"'{path}'" if any(character.isspace() for character in path) else path


def _quoted_value(title: str) -> str:
    """A title that YAML reads as a text, also where it is a number or a word such as `true`."""
    from tricktaker.loading.words import number_fault, resolve

    return title if isinstance(resolve(title), str) and number_fault(title) is None else f'"{title}"'
