"""What a command prints: results on standard output, all else on standard error.

Goes to the streams themselves. click would give a stream that knows only ASCII another encoding than it asks for.
"""

from __future__ import annotations

import sys

import click

from tricktaker.cli.colour import colour_on


def sentence(what: object) -> str:
    """What is said, with a full stop unless it ends as a question."""
    text = str(what)
    return text if text.endswith("?") else f"{text}."


def put(text: str = "", *, nl: bool = True) -> None:
    """A part of the result."""
    click.echo(text, file=sys.stdout, nl=nl, color=colour_on(sys.stdout))


def note(text: str, *, nl: bool = True) -> None:
    """Something said beside the result."""
    click.echo(text, file=sys.stderr, nl=nl, color=colour_on(sys.stderr))
