"""A property that is broken: the game is made short, written down, and told with the command that shows it again."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from tricktaker.checks.document import Places
from tricktaker.checks.properties.property import Broken, Playthrough, Property
from tricktaker.checks.proposals import proposed
from tricktaker.checks.settings import Setting, spoken
from tricktaker.checks.shrinking import shrunk, tricks_in
from tricktaker.checks.trials import Loader
from tricktaker.checks.witness import FOLDER, write_failure
from tricktaker.diagnostics import Diagnostic, Note, Report, Severity
from tricktaker.game import Game

SECONDS = 3.0
"""How long one failure is made shorter."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that shows a broken property (None: that stops with a fault)."""

    game: Game
    setting: Setting
    play: Playthrough
    prop: Property | None
    broken: Broken

    @property
    def name(self) -> str:
        return "fault" if self.prop is None else self.prop.name


def tell(failure: Failure, report: Report, variant: str, loader: Loader, folder: Path | None) -> None:
    """Adds the failure to the report, shortened, with the record that shows it."""
    game = failure.game
    play, broken = shrunk(game, failure.play, failure.broken, failure.prop, SECONDS)
    path = write_failure(game, play, failure.name, folder or Path(FOLDER))
    shown = os.path.relpath(path) if not path.is_absolute() or path.is_relative_to(Path.cwd()) else str(path)
    tricks, decisions = tricks_in(game, play), len(play.choices)
    usual = {option.name: option.default for option in game.rules.options} | {"players": loader.rules.players}
    notes = [Note(f"shown by a game of {_count(decisions, 'decision')}, {_count(tricks, 'trick')}: {shown}")]
    words = spoken({name: value for name, value in failure.setting.items() if name in usual}, usual)
    if words:
        notes.append(Note(f"with {words}"))
    example = proposed(game, play, failure.prop, broken, Places(loader.doc, loader.rules.names))
    if example is not None:
        notes.append(Note(f"as an example for the file: {example}"))
    severity = Severity.ERROR if failure.prop is None else failure.prop.severity
    report.add(
        Diagnostic(
            failure.name,
            broken.message,
            broken.span,
            f"`tricktaker check {quote(variant)} --again {quote(shown)}` shows this game's failure again",
            tuple(notes),
            severity,
        )
    )


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number:,} {word}s"
