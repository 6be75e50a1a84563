"""`tricktaker check`: everything that can be said about a rule file."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from tricktaker.cli.colour import colour_on
from tricktaker.cli.edge import FINDINGS, circumstances
from tricktaker.cli.output import put
from tricktaker.cli.parameters import Setting, VariantType, format_option, seed_option, set_option
from tricktaker.cli.program import Command

if TYPE_CHECKING:
    from tricktaker.checks import CheckReport


@click.command("check", cls=Command)
@click.argument("variants", type=VariantType(), nargs=-1, required=True, metavar="VARIANT...")
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    metavar="N",
    help="Random games in which the invariants are tried.",
)
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="Check for this number of players only.")
@click.option("--strict", is_flag=True, help="Doubts count too: what could neither be proven nor refuted.")
@seed_option("Which random games. [default: 0]")
@set_option
@format_option("text", "json", "github")
def command(
    variants: tuple[str, ...],
    games: int,
    players: int | None,
    strict: bool,
    seed: int | None,
    settings: dict[str, Setting],
    form: str,
) -> int:
    """Say everything that can be said about a rule file: shape, names, types, tables, examples, invariants.

    \b
      tricktaker check variants/mygame.yaml
      tricktaker check variants/*.yaml --games 100 --format github

    Leaves with 0 if all is well and with 1 if there is anything to mend.
    """
    from tricktaker.checks import check_variant

    known = circumstances()
    known.seed = seed or 0
    wrong = False
    told = []
    for variant in variants:
        known.variant = variant
        result = check_variant(
            variant, games=games, seed=seed or 0, set_options=settings, players=players, strict=strict
        )
        wrong = wrong or result.report.has_errors or (strict and bool(result.report.diagnostics))
        if form == "json":
            told.append({"variant": variant, **_json(result)})
        else:
            _tell(variant, result, form)
    if form == "json":
        put(json.dumps({"version": 1, "variants": told}, indent=2, ensure_ascii=False))
    return FINDINGS if wrong else 0


def _tell(variant: str, result: CheckReport, form: str) -> None:
    from tricktaker.diagnostics import render_github, render_text
    from tricktaker.diagnostics.display import printable

    if form == "github":
        put(render_github(result.report), nl=False)
        return
    put(render_text(result.report, color=colour_on(sys.stdout)), nl=False)
    for each in result.summary:
        put(printable(each))
    if not result.report.diagnostics and not result.summary:
        put(f"{printable(variant)}: all is well")


def _json(result: CheckReport) -> dict[str, object]:
    from tricktaker.diagnostics import render_json

    found: dict[str, object] = json.loads(render_json(result.report))
    found.pop("version", None)
    return {**found, "summary": list(result.summary)}
