"""Arguments and options that mean the same in every command."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Setting = int | bool | str

LARGEST_SEED = 2**63 - 1
LONGEST_SHOWN = 200


class VariantType(click.ParamType[str]):
    """The path of a rule file, or a name: of a file in this folder, or else of a game that comes along."""

    name = "variant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from tricktaker.loading.places import find_variant

        text = str(value)
        beside = _in_this_folder(text)
        if beside is not None:
            return beside
        try:
            find_variant(text)
        except FileNotFoundError:
            self.fail(_nothing_called(text), param, ctx)
        return text

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from tricktaker.loading.places import shipped_variants

        names = [CompletionItem(name) for name in shipped_variants() if name.startswith(incomplete)]
        here = [CompletionItem(each.stem) for each in sorted(Path().glob("*.yaml")) if each.stem.startswith(incomplete)]
        return [*here, *names, CompletionItem(incomplete, type="file")]


def _in_this_folder(name: str) -> str | None:
    """`NAME.yaml` where it lies in the current folder and nothing is called NAME itself."""
    from tricktaker.loading.places import STEM

    path = f"{name}.yaml"
    return path if STEM.fullmatch(name) and not os.path.isfile(name) and os.path.isfile(path) else None


def _nothing_called(text: str) -> str:
    from tricktaker.diagnostics import did_you_mean
    from tricktaker.loading.places import shipped_variants

    path = Path(text)
    if text and os.path.isdir(text):
        return f"{text!r} is a folder, not a rule file."
    if text and os.path.exists(text):
        return f"{text!r} is no ordinary file."
    written_as_path = path.suffix != "" or len(path.parts) > 1
    near: str | None
    if written_as_path:
        folder = path.parent
        beside = [str(folder / each.name) for each in folder.glob("*.y*ml")] if folder.is_dir() else []
        near = did_you_mean(text, beside) or did_you_mean(path.stem, shipped_variants())
    else:
        here = [each.stem for each in Path().glob("*.yaml")] if text else []
        near = did_you_mean(text, [*here, *shipped_variants()])
    hint = f" Did you mean {near!r}?" if near else " `tricktaker list` shows the games that come along."
    kind = "There is no file" if written_as_path else "There is no file and no game"
    shown = text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"
    return f"{kind} {shown!r}.{hint}"


class SeedType(click.IntRange):
    """What chance starts from."""

    name = "seed"

    def __init__(self) -> None:
        super().__init__(0, LARGEST_SEED)


class SpanType(click.FloatRange):
    """A span of time, in whatever unit the option names: above 0, and no longer than `most`."""

    name = "time"

    def __init__(self, most: float | None = None) -> None:
        super().__init__(0, most, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Refuses too what isn't a number, or isn't finite: leave an option out for no limit."""
        found = float(super().convert(value, param, ctx))
        if not math.isfinite(found):
            self.fail(f"{value!r} is no span of time.", param, ctx)
        return found


def variant_argument(command: Decorated) -> Decorated:
    """VARIANT."""
    return click.argument("variant", type=VariantType())(command)


def seed_option(help_text: str) -> Callable[[Decorated], Decorated]:
    """--seed."""
    return click.option("--seed", type=SeedType(), metavar="N", help=help_text)


def set_option(command: Decorated) -> Decorated:
    """--set NAME=VALUE, as often as there are options."""
    return click.option(
        "--set",
        "settings",
        metavar="NAME=VALUE",
        multiple=True,
        callback=settings_of,
        help="Choose an option of the game, such as target=16. May be given several times.",
    )(command)


def format_option(*formats: str) -> Callable[[Decorated], Decorated]:
    """--format."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How the result is written.",
    )


def settings_of(_: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, Setting]:
    chosen: dict[str, Setting] = {}
    for value in values:
        name, equals, text = value.partition("=")
        name, text = name.strip(), text.strip()
        if not equals or not name or not text:
            raise click.BadParameter(f"{value!r} is not of the form NAME=VALUE, such as target=16.", param=param)
        if name in chosen:
            raise click.BadParameter(f"{name!r} is set twice.", param=param)
        chosen[name] = setting(text)
    return chosen


def setting(text: str) -> Setting:
    """The value that an option's text stands for: a number, true or false, or a word."""
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        return text
