"""`tricktaker schema`: the JSON Schema of rule files and records."""

from __future__ import annotations

import click

from tricktaker.cli.edge import CouldNotRun
from tricktaker.cli.output import put
from tricktaker.cli.program import Command


@click.command("schema", cls=Command)
@click.argument("kind", type=click.Choice(["variant", "record"]), default="variant")
@click.option("--path", "only_path", is_flag=True, help="Print where the file lies, not what it says.")
def command(kind: str, only_path: bool) -> None:
    """Print the JSON Schema of rule files, which editors complete and check by.

    \b
      tricktaker schema --path       for the first line of a rule file:
                                     # yaml-language-server: $schema=PATH
      tricktaker schema record       the schema of recorded games
    """
    from tricktaker.loading.places import schemas_dir

    path = schemas_dir() / f"{kind}.schema.json"
    if not path.is_file():
        raise CouldNotRun(f"The file {path} is missing from this installation.")
    put(str(path) if only_path else path.read_text(encoding="utf-8").rstrip("\n"))
