"""`tricktaker replay`: a recorded game, told again."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tricktaker.cli.colour import colour_on
from tricktaker.cli.edge import CouldNotRun
from tricktaker.cli.opening import check_same_rules, open_recorded
from tricktaker.cli.parameters import VariantType
from tricktaker.cli.program import Command


@click.command("replay", cls=Command)
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("variant", type=VariantType(), required=False)
@click.option(
    "--as",
    "seat",
    type=click.IntRange(min=0),
    metavar="SEAT",
    help="As this seat saw it. [default: as everybody at the table could see it]",
)
@click.option("--step", type=click.IntRange(min=0), metavar="N", help="Stop after N decisions and show the table.")
@click.option("--force", is_flag=True, help="Go on although the rules are not those of the record.")
@click.option("--plain", is_flag=True, help="Whole sentences and nothing else, for screen readers.")
@click.option(
    "--suits",
    type=click.Choice(["symbols", "letters"]),
    default="symbols",
    show_default=True,
    help="How suits are shown, where the terminal has their symbols.",
)
def command(
    record: Path, variant: str | None, seat: int | None, step: int | None, force: bool, plain: bool, suits: str
) -> None:
    """Show a recorded game again. One that isn't over is shown as one seat may see it.

    \b
      tricktaker replay game.jsonl
      tricktaker replay game.jsonl --as 0 --step 12
      tricktaker replay game.jsonl mygame.yaml         whose rule file was moved
    """
    from tricktaker.records import load_record, replay
    from tricktaker.tui.board import board
    from tricktaker.tui.ending import ending
    from tricktaker.tui.labels import Labels
    from tricktaker.tui.narration import Narrator
    from tricktaker.tui.options import Phrasebook
    from tricktaker.tui.screen import Screen
    from tricktaker.tui.seats import names_of
    from tricktaker.tui.spoken import sentences

    read = load_record(record)
    game = open_recorded(read, variant, f"tricktaker replay {record}")
    if seat is not None and seat >= game.players:
        raise click.BadParameter(f"this game has the seats 0 to {game.players - 1}.", param_hint="--as")
    if seat is None and not read.finished:
        raise CouldNotRun("This game is not over: say whose eyes to look through, such as --as 0.")
    if not force:
        check_same_rules(read, game, record)
    state = replay(read, game, step, force=force)
    screen = Screen(plain=plain, colour=colour_on(sys.stdout))
    labels = Labels(game, names_of(read.players, seat), screen, symbols=suits == "symbols")
    view = state.view(seat)
    screen.say(f"{game.name}. Seed {read.seed}." if read.finished else f"{game.name}.")
    screen.show(*Narrator(labels, Phrasebook(game), seat).news(view))
    if state.is_over:
        screen.show(*ending(view, labels))
    else:
        screen.show(*(sentences if plain else board)(view, labels, None))
