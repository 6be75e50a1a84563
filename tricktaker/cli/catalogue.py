"""`tricktaker list`: the games that come with the program."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tricktaker.cli.output import put
from tricktaker.cli.parameters import format_option
from tricktaker.cli.program import Command

if TYPE_CHECKING:
    from tricktaker.loading.nodes import Mapping


@click.command("list", cls=Command)
@format_option("text", "json")
def command(form: str) -> None:
    """List the games that come with the program.

    \b
      tricktaker list
      tricktaker list --format json
    """
    from tricktaker.loading.places import shipped_variants

    games = [found for name, path in shipped_variants().items() if (found := _entry(name, path)) is not None]
    if form == "json":
        put(json.dumps({"version": 1, "games": games}, indent=2, ensure_ascii=False))
        return
    width = max((len(game["name"]) for game in games), default=0)
    for game in games:
        told = f"{game['name']:<{width}}  {game['title']} ({game['players']} players). {game['about']}".rstrip()
        for row in _rows(told, width + 2):
            put(row)


def _rows(text: str, hang: int) -> list[str]:
    """A line a game where no terminal would tear its words apart."""
    if not sys.stdout.isatty():
        return [text]
    from tricktaker.tui.lines import broken, line

    width = max(12, shutil.get_terminal_size((80, 24)).columns)
    return ["".join(piece.text for piece in row) for row in broken(line(text, hang=hang), width)]


def _entry(name: str, path: Path) -> dict[str, Any] | None:
    """What the list says about one file; nothing about one that can't be read."""
    from tricktaker.diagnostics import Report
    from tricktaker.diagnostics.display import printable
    from tricktaker.loading.extends import load_document
    from tricktaker.loading.places import variants_dir

    document = load_document(path, Report(), search=[variants_dir()])
    if document is None:
        return None
    return {
        "name": name,
        "title": printable(_text(document, "name") or name),
        "players": _players(document),
        "about": printable(_text(document, "about") or ""),
        "file": str(path),
    }


def _text(document: Mapping, key: str) -> str | None:
    from tricktaker.loading.nodes import Scalar

    node = document.get(key)
    return node.text if isinstance(node, Scalar) else None


def _players(document: Mapping) -> str:
    """`2`, `2-7`."""
    from tricktaker.loading.nodes import Mapping, Scalar

    node = document.get("players")
    if isinstance(node, Mapping):
        node = node.get("count")
    return node.text.replace("..", "-").replace(" ", "") if isinstance(node, Scalar) else "?"
