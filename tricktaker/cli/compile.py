"""`tricktaker compile`: the Python module that a rule file becomes."""

from __future__ import annotations

from pathlib import Path

import click

from tricktaker.cli.edge import CouldNotRun
from tricktaker.cli.opening import open_rules
from tricktaker.cli.output import put
from tricktaker.cli.parameters import Setting, set_option, variant_argument
from tricktaker.cli.program import Command


@click.command("compile", cls=Command)
@variant_argument
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="For this number of players.")
@set_option
@click.option(
    "--without",
    multiple=True,
    metavar="LEVER",
    help="Leave out one of what makes programs quick, to see the text before and after; `list` names them.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this file. [default: standard output]",
)
def command(
    variant: str, players: int | None, settings: dict[str, Setting], without: tuple[str, ...], out: Path | None
) -> None:
    """Print the Python module that a rule file becomes, with the lines it comes from.

    \b
      tricktaker compile variants/mygame.yaml
      tricktaker compile mygame --set target=16 --out mygame.py
    """
    from tricktaker.compiler.emission import LEVERS
    from tricktaker.compiler.program import compile_rules

    if "list" in without:
        put("\n".join(f"{name}: {what}" for name, what in LEVERS.items()))
        return
    for name in without:
        if name not in LEVERS:
            raise click.UsageError(f"there is no lever {name!r}; there are {', '.join(LEVERS)}.")
    text = compile_rules(open_rules(variant, players, settings), without).text.rstrip("\n")
    if out is None:
        put(text)
        return
    try:
        out.write_text(text + "\n", encoding="utf-8")
    except OSError as refusal:
        raise CouldNotRun(f"{out} can't be written: {refusal.strerror or refusal}.") from refusal
    put(str(out))
