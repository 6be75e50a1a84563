"""`tricktaker simulate`: many games, and what they say."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tricktaker.cli.edge import INTERRUPTED, CouldNotRun, Findings, circumstances
from tricktaker.cli.opening import fresh_seed, open_game
from tricktaker.cli.output import note, put, sentence
from tricktaker.cli.parameters import (
    Setting,
    SpanType,
    VariantType,
    format_option,
    seed_option,
    set_option,
    settings_of,
    variant_argument,
)
from tricktaker.cli.program import Command

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tricktaker.bots import Limits
    from tricktaker.game import Game
    from tricktaker.simulate.ladder import Ladder
    from tricktaker.simulate.results import Results

MOST_JOBS = 1024


@click.command("simulate", cls=Command)
@variant_argument
@click.option(
    "-n", "--games", "games", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="Games."
)
@click.option(
    "--players",
    metavar="BOT,BOT,...",
    default="random",
    show_default=True,
    help="A bot a seat, or one for all. As many as there are seats choose the number of players too.",
)
@seed_option("Which games. [default: other ones each time]")
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), default=1, show_default=True, metavar="N", help="Workers.")
@click.option(
    "--engine",
    type=click.Choice(["auto", "python", "numba"]),
    default="auto",
    show_default=True,
    help="What plays random games: machine code (numba) or Python. The games are the same.",
)
@click.option(
    "--on-fault",
    type=click.Choice(["stop", "replace"]),
    default="stop",
    show_default=True,
    help="When a bot fails or answers what isn't legal: stop, or answer by chance in its place and count it.",
)
@click.option(
    "--move-time",
    type=SpanType(86_400),
    metavar="SECONDS",
    help="How long a bot may think about a decision. One that takes longer has failed.",
)
@click.option(
    "--ladder",
    is_flag=True,
    help="Play all the bots of --players against one another, --games deals a pair, and rate them. "
    "[default of --players: random, greedy, mc and search]",
)
@click.option("--paired", is_flag=True, help="The same deals with the players in every seat; compares the players.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A line a game, in order: FILE.jsonl or FILE.csv.",
)
@click.option("--versus", type=VariantType(), metavar="VARIANT", help="Compare with another rule file.")
@set_option
@click.option(
    "--versus-set",
    "other_settings",
    metavar="NAME=VALUE",
    multiple=True,
    callback=settings_of,
    help="Compare with another option of the game, or of the one after --versus.",
)
@click.option("--cluster", metavar="ADDRESS", help="Play on the workers of this dask scheduler.")
@format_option("text", "json")
def command(
    variant: str,
    games: int,
    players: str,
    seed: int | None,
    jobs: int,
    engine: str,
    on_fault: str,
    move_time: float | None,
    ladder: bool,
    paired: bool,
    out: Path | None,
    versus: str | None,
    settings: dict[str, Setting],
    other_settings: dict[str, Setting],
    cluster: str | None,
    form: str,
) -> int:
    """Play many games and say what they say.

    \b
      tricktaker simulate variants/mygame.yaml -n 100000 --seed 7
      tricktaker simulate mygame -n 1000 --players greedy,random --paired
      tricktaker simulate mygame --set target=16 --versus-set target=21 -n 20000
      tricktaker simulate mygame --ladder -n 100 --jobs 2

    Shares and means come with the interval that holds the truth 95 times of 100. The same seed gives the same games,
    whatever the engine, the number of jobs, or the machines. Ctrl-C prints what was learnt so far.
    """
    from tricktaker.bots import Limits

    seats = [name.strip() for name in players.split(",")]
    count = len(seats) if len(seats) > 1 and not ladder else None
    game = open_game(variant, count, settings)
    known = circumstances()
    if seed is None:
        seed = fresh_seed()
        note(f"Seed {seed}.")
    known.seed = seed
    if ladder:
        for given, name in (
            (out, "--out"),
            (versus, "--versus"),
            (other_settings, "--versus-set"),
            (cluster, "--cluster"),
        ):
            if given:
                raise click.UsageError(f"{name} doesn't go with --ladder.")
        source = click.get_current_context().get_parameter_source("players")
        chosen = [] if source == click.core.ParameterSource.DEFAULT else seats
        ranking = _ladder(game, chosen, games, seed, jobs, Limits(on_fault, move_time))
        put(_as_json(ranking.to_json()) if form == "json" else ranking.text(), nl=form == "json")
        return INTERRUPTED if ranking.interrupted else 0
    compared = versus is not None or bool(other_settings)
    if compared and out is not None:
        raise click.UsageError("--out goes with one game, not with a comparison.")
    other = open_game(versus or variant, count, other_settings) if compared else None
    with _lines(out, game, seats, paired) as on_rows, _cluster(cluster) as executor:

        def run(game: Game, rows: Any = None) -> Results:
            return _run(game, seats, games, seed, jobs, engine, paired, executor, rows, Limits(on_fault, move_time))

        found = run(game, on_rows)
        if other is None or found.interrupted:
            put(_as_json(found.to_json()) if form == "json" else found.text(), nl=form == "json")
            return INTERRUPTED if found.interrupted else 0
        from tricktaker.simulate import Comparison

        comparison = Comparison(found, run(other))
        put(_as_json(comparison.to_json()) if form == "json" else comparison.text(), nl=form == "json")
        return INTERRUPTED if found.interrupted or comparison.two.interrupted else 0


def _ladder(game: Game, seats: list[str], deals: int, seed: int, jobs: int, limits: Limits) -> Ladder:
    from tricktaker.bots import UnknownBot, check
    from tricktaker.simulate import SimulationFault
    from tricktaker.simulate.ladder import BOTS, ladder

    players = seats or list(BOTS)
    try:
        for player in players:
            check(player)
        with redirect_stdout(sys.stderr):  # what bots print is not the result
            return ladder(game, players, deals, seed, jobs, limits=limits, on_match=note)
    except SimulationFault as fault:
        raise Findings(str(fault)) from fault
    except (UnknownBot, ValueError) as refusal:
        raise CouldNotRun(sentence(refusal)) from refusal


def _as_json(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)


def _run(
    game: Game,
    seats: list[str],
    games: int,
    seed: int,
    jobs: int,
    engine: str,
    paired: bool,
    executor: Executor | None,
    rows: Any,
    limits: Limits,
) -> Results:
    from tricktaker.simulate import SimulationFault, simulate

    progress = _Progress()
    try:
        with redirect_stdout(sys.stderr):  # what bots print is not the result
            return simulate(
                game,
                seats,
                games,
                seed,
                jobs,
                engine,
                executor,
                paired=paired,
                limits=limits,
                on_rows=rows,
                on_progress=progress,
                on_engine=_say_engine,
            )
    except SimulationFault as fault:
        raise Findings(str(fault)) from fault
    except ValueError as refusal:
        raise CouldNotRun(sentence(refusal)) from refusal
    finally:
        progress.close()


def _say_engine(name: str) -> None:
    told = {
        "bots": "Bots play, a decision at a time.",
        "compiling": "The bots are being made fast for this game; that takes some seconds, once.",
        "python": "Engine python.",
        "numba": "Engine numba.",
    }
    note(told[name])


class _Progress:
    """A line that is written over, on a terminal only."""

    def __init__(self) -> None:
        from time import monotonic

        self.shown = sys.stderr.isatty()
        self.clock: Callable[[], float] = monotonic
        self.start = self.last = self.clock()
        self.width = 0

    def __call__(self, done: int, games: int) -> None:
        now = self.clock()
        if not self.shown or now - self.last < 0.2:
            return
        self.last = now
        left = (now - self.start) * (games - done) / max(1, done)
        text = f"{done:,} of {games:,} games, {left:,.0f} s left"
        note("\r" + text.ljust(self.width), nl=False)
        self.width = max(self.width, len(text))

    def close(self) -> None:
        if self.width:
            note("\r" + " " * self.width + "\r", nl=False)


class _lines:
    """Where a line a game goes; nowhere without a file."""

    def __init__(self, out: Path | None, game: Game, players: list[str], paired: bool) -> None:
        if out is not None and out.suffix not in (".jsonl", ".csv"):
            raise CouldNotRun(f"{out}: a file of games ends in .jsonl or .csv.")
        self.out = out
        self.game = game
        self.players = players * game.players if len(players) == 1 else players
        self.paired = paired

    def __enter__(self) -> Any:
        if self.out is None:
            return None
        from tricktaker.simulate.lines import GameLines

        try:
            self.file = self.out.open("w", encoding="utf-8", newline="")
        except OSError as refusal:
            raise CouldNotRun(f"{self.out} can't be written: {refusal.strerror or refusal}.") from refusal
        return GameLines(
            self.game,
            self.file,
            csv=self.out.suffix == ".csv",
            seed=circumstances().seed or 0,
            players=self.players,
            paired=self.paired,
        )

    def __exit__(self, *_: object) -> None:
        if self.out is not None:
            self.file.close()


class _cluster:
    """The executor of a dask scheduler, if one was named."""

    def __init__(self, address: str | None) -> None:
        self.address = address

    def __enter__(self) -> Executor | None:
        if self.address is None:
            return None
        from tricktaker.simulate.cluster import ClusterUnavailable, connect

        try:
            self.client, executor = connect(self.address)
        except ClusterUnavailable as refusal:
            raise CouldNotRun(sentence(refusal)) from refusal
        return executor

    def __exit__(self, *_: object) -> None:
        if self.address is not None and hasattr(self, "client"):
            self.client.close()
