"""The command `tricktaker` itself: which commands there are, the options they share, what an error leads to.

A command's module is imported when the command is used or asked for its own help, never before. Every exception ends
here: a finding is 1, something that could not run is 2, an interrupt 130, and an internal fault is one line.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import click

from tricktaker.cli import colour
from tricktaker.cli.edge import Circumstances, closing, end_of, ready_for_any_text
from tricktaker.cli.output import note

COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("play", "Play a game in the terminal, at once: you against bots."),
    "check": (
        "check",
        "Say everything that can be said about a rule file: shape, names, types, tables, examples, invariants.",
    ),
    "simulate": ("simulate", "Play many games and say what they say."),
    "solve": ("solve", "Say what a position is worth with all cards open and perfect play."),
    "bench": ("bench", "Measure how many games a second each engine plays."),
    "show": ("show", "Look at a game: players, cards, options, or its whole file."),
    "rules": ("rules", "Print the rulebook page of a game, made from its rule file."),
    "list": ("catalogue", "List the games that come with the program."),
    "new": ("new", "Write a small complete game to start from: NAME.yaml, full of comments."),
    "replay": ("replay", "Show a recorded game again. One that isn't over is shown as one seat may see it."),
    "explain": ("explain", "Explain a diagnostic, with a wrong and a right example."),
    "schema": ("schema", "Print the JSON Schema of rule files, which editors complete and check by."),
    "compile": ("compile", "Print the Python module that a rule file becomes, with the lines it comes from."),
    "completion": ("completion", "Print the script that completes commands, games and options in your shell."),
}
"""Command -> its module in this package and its line in the list of commands."""


def _choose_colour(context: click.Context, _: click.Parameter, value: bool | None) -> None:
    if value is not None:
        colour.choose(value)
        context.find_root().color = value


def _ask_for_traceback(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        context.ensure_object(Circumstances).traceback = True


def _everywhere(hidden: bool) -> list[click.Option]:
    """The options that may stand before or after the command's name, shown in the help of the whole."""
    return [
        click.Option(
            ["--color/--no-color"],
            default=None,
            expose_value=False,
            callback=_choose_colour,
            hidden=hidden,
            help="Colour or none, whatever the terminal and NO_COLOR say.",
        ),
        click.Option(
            ["--traceback"],
            is_flag=True,
            expose_value=False,
            callback=_ask_for_traceback,
            hidden=hidden,
            help="Show all of an internal fault, or of an error in a bot, not one line.",
        ),
    ]


class Command(click.Command):
    """A command that takes the shared options too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(_everywhere(hidden=True))


class Program(click.Group):
    """The group of all commands, each imported late."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"tricktaker.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from tricktaker.diagnostics.suggest import did_you_mean

            near = did_you_mean(args[0], COMMANDS)
            hint = f" Did you mean {near!r}?" if near else " `tricktaker --help` lists the commands."
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and leave the process with the exit code that architecture and help promise."""
        if not standalone_mode:
            return super().main(args, prog_name or "tricktaker", standalone_mode=False, **extra)
        circumstances = Circumstances()
        colour.choose(None)
        ready_for_any_text()
        with closing(), warnings.catch_warnings():
            warnings.showwarning = _say_warning
            code = end_of(
                lambda: super(Program, self).main(
                    args, prog_name or "tricktaker", standalone_mode=False, obj=circumstances, **extra
                ),
                circumstances,
            )
        sys.exit(code)


def _say_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """What Python code warns of, in one line and without the place in the program that noticed it."""
    note(f"Warning: {message}")


def _print_version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("tricktaker")
        except PackageNotFoundError:
            number = "(not installed)"
        click.echo(f"tricktaker {number}")
        context.exit()


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=True,
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_print_version,
            help="Print the version.",
        ),
        *_everywhere(hidden=False),
    ],
)
@click.pass_context
def main(context: click.Context) -> None:
    """Trick-taking card games from rules written in one YAML file.

    \b
      tricktaker list                                  the games that come along
      tricktaker run variants/mygame.yaml --seed 7     play one, at once
      tricktaker new mygame                            write one
      tricktaker check mygame.yaml                     what is wrong with it

    A VARIANT is the path of a rule file, the name of one in this folder (mygame for mygame.yaml), or the name of a game
    that comes along. `tricktaker COMMAND --help` says more.
    """
    context.ensure_object(Circumstances)
