"""`tricktaker rules`: the rulebook page of a game."""

from __future__ import annotations

import shutil

import click

from tricktaker.cli.opening import open_rules
from tricktaker.cli.output import put
from tricktaker.cli.parameters import Setting, format_option, set_option, variant_argument
from tricktaker.cli.program import Command

WIDEST = 100


@click.command("rules", cls=Command)
@variant_argument
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="For this number of players.")
@set_option
@format_option("text", "markdown")
def command(variant: str, players: int | None, settings: dict[str, Setting], form: str) -> None:
    """Print the rulebook page of a game, made from its rule file.

    \b
      tricktaker rules variants/mygame.yaml
      tricktaker rules mygame --format markdown > mygame.md
    """
    from tricktaker.rulebook import as_markdown, as_text, rulebook

    page = rulebook(open_rules(variant, players, settings))
    if form == "markdown":
        put(as_markdown(page), nl=False)
    else:
        put(as_text(page, min(WIDEST, shutil.get_terminal_size((80, 24)).columns)), nl=False)
