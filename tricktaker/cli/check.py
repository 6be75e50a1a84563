"""`tricktaker check`: everything that can be said about a rule file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from tricktaker.cli.colour import colour_on
from tricktaker.cli.edge import FINDINGS, INTERRUPTED, circumstances
from tricktaker.cli.output import put
from tricktaker.cli.parameters import Setting, SpanType, VariantType, format_option, seed_option, set_option
from tricktaker.cli.program import Command

if TYPE_CHECKING:
    from tricktaker.checks import CheckReport


@click.command("check", cls=Command)
@click.argument("variants", type=VariantType(), nargs=-1, required=True, metavar="VARIANT...")
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=None,
    metavar="N",
    help="Random games in which the invariants are tried. [default: 20; 300 of each kind with --deep]",
)
@click.option("--deep", is_flag=True, help="Look at every property in many games, and for rules that never matter.")
@click.option(
    "--minutes",
    type=SpanType(),
    metavar="N",
    help="How long --deep and --mutants may take. [default: 0.7]",
)
@click.option("--mutants", is_flag=True, help="Which small changes of the file would no example or invariant notice?")
@click.option(
    "--again",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="RECORD",
    help="Look at the game of this record only.",
)
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="Check for this number of players only.")
@click.option("--strict", is_flag=True, help="Doubts and warnings count too.")
@seed_option("Which random games. [default: 0]")
@set_option
@format_option("text", "json", "github")
def command(
    variants: tuple[str, ...],
    games: int | None,
    deep: bool,
    minutes: float | None,
    mutants: bool,
    again: Path | None,
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
      tricktaker check variants/mygame.yaml --deep

    Leaves with 0 if all is well and with 1 if there is anything to mend.
    """
    _refuse_what_is_not_looked_at(deep=deep, mutants=mutants, again=again is not None)
    known = circumstances()
    known.seed = seed or 0
    wrong = stopped = False
    told = []
    for variant in variants:
        known.variant = variant
        result = _checked(variant, games, deep, minutes, mutants, again, players, strict, seed or 0, settings)
        wrong = wrong or result.report.has_errors or (strict and bool(result.report.diagnostics))
        if form == "json":
            told.append({"variant": variant, **_json(result)})
        else:
            _tell(variant, result, form)
        if result.interrupted:
            stopped = True
            break
    if form == "json":
        put(json.dumps({"version": 1, "variants": told}, indent=2, ensure_ascii=False))
    return INTERRUPTED if stopped else FINDINGS if wrong else 0


def _refuse_what_is_not_looked_at(**modes: bool) -> None:
    """Options that the kind of check has no use for: an answer must not seem to heed them."""
    chosen = [f"--{name}" for name, given in modes.items() if given]
    if len(chosen) > 1:
        raise click.UsageError(f"{chosen[0]} and {chosen[1]} are two kinds of check. Choose one of them.")
    context = click.get_current_context()
    unheard = {"--mutants": ("games", "players", "settings"), "--again": ("games", "players", "settings", "seed")}
    heard_by = {"minutes": ("--deep", "--mutants")}
    mode = chosen[0] if chosen else ""
    for option in context.command.params:
        name = option.name or ""
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and (name in unheard.get(mode, ()) or mode not in heard_by.get(name, (mode,))):
            told = f"doesn't go with {mode}" if mode else f"goes with {' or '.join(heard_by[name])}"
            raise click.UsageError(f"{option.opts[0]} {told}.")


def _checked(
    variant: str,
    games: int | None,
    deep: bool,
    minutes: float | None,
    mutants: bool,
    again: Path | None,
    players: int | None,
    strict: bool,
    seed: int,
    settings: dict[str, Setting],
) -> CheckReport:
    """The kind of check that was asked for."""
    seconds = (minutes or 0.7) * 60
    if again is not None:
        from tricktaker.checks.again import check_again

        return check_again(variant, again)
    if mutants:
        from tricktaker.checks.mutants import check_mutants

        return check_mutants(variant, seconds=seconds, seed=seed)
    if deep:
        from tricktaker.checks.deep import GAMES, check_deep

        return check_deep(
            variant,
            games=GAMES if games is None else games,
            seconds=seconds,
            seed=seed,
            set_options=settings,
            players=players,
            strict=strict,
        )
    from tricktaker.checks import check_variant

    count = 20 if games is None else games
    return check_variant(variant, games=count, seed=seed, set_options=settings, players=players, strict=strict)


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
