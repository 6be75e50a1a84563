"""`tricktaker bench`: games a second of a game on each engine."""

from __future__ import annotations

import json

import click

from tricktaker.cli.opening import open_game
from tricktaker.cli.output import put
from tricktaker.cli.parameters import Setting, format_option, seed_option, set_option, variant_argument
from tricktaker.cli.program import Command


@click.command("bench", cls=Command)
@variant_argument
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="With this number of players.")
@seed_option("Which games. [default: 0]")
@set_option
@format_option("text", "json")
def command(variant: str, players: int | None, seed: int | None, settings: dict[str, Setting], form: str) -> None:
    """Measure how many games a second each engine plays.

    \b
      tricktaker bench variants/mygame.yaml
      tricktaker bench mygame --format json

    Whole random games, deal and scoring included, by processor time; medians of several turns. Compile times
    are those of a new process up to its first game, without the import of numba: with nothing kept from
    before, and again.
    """
    from tricktaker.simulate.speed import speeds

    game = open_game(variant, players, settings)
    found = speeds(game, seed or 0)
    if form == "json":
        data = {
            "version": 1,
            "variant": game.id,
            "fingerprint": game.fingerprint,
            "players": game.players,
            "engines": {each.engine: each.to_json() for each in found},
        }
        put(json.dumps(data, indent=2, ensure_ascii=False))
        return
    from tricktaker.simulate.report import columns

    head = ["engine", "games/s", "rounds/s", "decisions/s", "compile s", "cached s", "memory MB"]
    rows = [
        [
            each.engine,
            f"{each.games_per_s:,.0f}",
            f"{each.rounds_per_s:,.0f}",
            f"{each.decisions_per_s:,.0f}",
            f"{each.compile_s:.2f}",
            f"{each.cached_s:.2f}",
            f"{each.memory_mb:.0f}",
        ]
        for each in found
    ]
    put("\n".join(columns(head, rows)))
