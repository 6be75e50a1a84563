"""A failure shown again: the game of a record with every property looked at, at every moment."""

from __future__ import annotations

from pathlib import Path

from tricktaker.checks.findings import CheckReport
from tricktaker.checks.properties.catalogue import properties
from tricktaker.checks.walk import first_broken
from tricktaker.checks.witness import playthrough_of
from tricktaker.diagnostics import Diagnostic, Note, Report, Severity
from tricktaker.game.game import load_with
from tricktaker.records import load_record


def check_again(variant: str | Path, record: Path) -> CheckReport:
    """What is wrong with the game of a record, under the rules as they are now.

    Raises RecordError and ValueError for a record that isn't of this game, VariantError for a wrong file.
    """
    read = load_record(record)
    game = load_with(variant, len(read.players), read.options)
    play = playthrough_of(read, game)
    report = Report({file: list(lines) for file, lines in game.rules.source_lines.items()})
    for prop in (None, *properties()):
        found = first_broken(game, play, prop)
        if found is None:
            continue
        shown, broken = found
        name = "fault" if prop is None else prop.name
        severity = Severity.ERROR if prop is None else prop.severity
        count = len(shown.choices)
        note = Note(f"after {count} decision{'s' if count != 1 else ''} of {record}")
        report.add(Diagnostic(name, broken.message, broken.span, None, (note,), severity))
    return CheckReport(report, (f"{variant}: {len(play.choices)} decisions of {record} played again",))
