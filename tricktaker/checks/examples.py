"""Examples: positions of a variant file with their known answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tricktaker.checks.staging import Staging
from tricktaker.diagnostics import Note, Report, VariantError
from tricktaker.game import Game, GameFault, IllegalAction, PositionError, UnknownAction
from tricktaker.loading.options import BadOption, Value
from tricktaker.model import Rules

KEYS = frozenset(
    [
        "about",
        "set",
        "players",
        "round",
        "seed",
        "dealer",
        "leader",
        "trick_no",
        "last_winner",
        "vars",
        "zones",
        "cards",
        "tricks",
        "trick",
        "hand",
        "legal",
        "me",
        "options",
        "winner",
        "next",
        "after",
        "goes",
        "play",
        "dealt",
        "asks",
        "score",
        "eval",
        "script",
        "winners",
        "seen",
        "decides",
    ]
)
"""What an example may say."""

Load = Callable[[Mapping[str, Value]], Game]


def check_examples(rules: Rules, load: Load, report: Report) -> int:
    """Runs the examples of a file and reports those that fail, each at its place; returns how many there are.

    `load` makes the game with options and the number of players (under `players`) as an example wants them.
    """
    known: dict[tuple[tuple[str, Value], ...], Game] = {}
    for example in rules.examples:
        setting = setting_of(example.data)
        key = tuple(setting.items())
        try:
            if key not in known:
                known[key] = load(setting)
            failures = run_example(known[key], example.data)
        except BadOption as refusal:
            failures = [str(refusal)]
        except VariantError as refusal:
            failures = [found.message for found in refusal.report.errors]
        except (LookupError, TypeError, ValueError, AttributeError) as fault:
            failures = [f"it can't be read as a position ({fault})"]
        if failures:
            report.error(
                "example-fails",
                f"example `{example.about}` fails: {failures[0]}",
                example.span,
                notes=[Note(failure) for failure in failures[1:]],
            )
    return len(rules.examples)


def setting_of(data: Mapping[str, Any]) -> dict[str, Value]:
    """The options and the number of players that an example asks for."""
    chosen = data.get("set")
    setting = {str(name): value for name, value in chosen.items()} if isinstance(chosen, Mapping) else {}
    if "players" in data:
        setting["players"] = data["players"]
    return setting


def run_example(game: Game, example: Mapping[str, Any]) -> list[str]:
    """What an example expects and the rules don't give, one sentence each; none if all is well."""
    unknown = [str(key) for key in example if key not in KEYS]
    if unknown:
        return [f"an example has no key `{key}`" for key in unknown]
    run = Staging(game, example)
    try:
        run.go()
    except (PositionError, GameFault, IllegalAction, UnknownAction) as error:
        run.failures.append(str(error))
    return run.failures
