"""Where every exception of a command ends: as a sentence and an exit code.

0 all is well, 1 there are findings (a rule file is wrong, a record doesn't replay, a bot fails), 2 it could not run,
130 interrupted.
"""

from __future__ import annotations

import codecs
import io
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tricktaker.cli.colour import colour_on
from tricktaker.cli.output import note

if TYPE_CHECKING:
    from tricktaker.game.faults import GameFault

FINDINGS, COULD_NOT_RUN, INTERRUPTED = 1, 2, 130


class CouldNotRun(click.ClickException):
    """A command can't do its work, for a reason that its user can mend."""

    exit_code = COULD_NOT_RUN


class Findings(click.ClickException):
    """A command did its work and found something wrong."""

    exit_code = FINDINGS


@dataclass(slots=True)
class Circumstances:
    """What a report of an internal fault has to say, filled in as a command learns it."""

    traceback: bool = False
    variant: str | None = None
    fingerprint: str | None = None
    seed: int | None = None


def circumstances() -> Circumstances:
    """Those of the command that runs now."""
    context = click.get_current_context(silent=True)
    found = context.find_object(Circumstances) if context is not None else None
    return found if found is not None else Circumstances()


def end_of(command: Callable[[], Any], known: Circumstances) -> int:
    """Run a command to its end: its exit code, after saying on stderr what stopped it, if anything did."""
    try:
        result = command()
    except click.ClickException as refusal:
        if known.traceback and (trace := _trace(refusal)):
            note(trace)
        refusal.show(file=sys.stderr)
        return refusal.exit_code
    except (click.Abort, KeyboardInterrupt) as stop:
        # click makes one of any EOFError, and that may be a fault of ours
        if isinstance(stop.__cause__, EOFError):
            return _end_of_fault(stop.__cause__, known)
        return INTERRUPTED
    except BrokenPipeError:
        return FINDINGS
    except Exception as fault:
        return _end_of_fault(fault, known)
    return result if isinstance(result, int) and not isinstance(result, bool) else 0


def _trace(refusal: BaseException) -> str:
    """The traceback of the bot's error that a refusal is about, if it is about one."""
    cause = refusal.__cause__
    while cause is not None:
        trace = getattr(cause, "trace", "")
        if isinstance(trace, str) and trace:
            return trace
        cause = cause.__cause__
    return ""


def _end_of_fault(fault: Exception, known: Circumstances) -> int:
    from tricktaker.diagnostics import VariantError, render_text
    from tricktaker.diagnostics.display import printable
    from tricktaker.game.faults import GameFault
    from tricktaker.loading.options import BadOption

    if isinstance(fault, VariantError):
        note(render_text(fault.report, color=colour_on(sys.stderr)), nl=False)
        return FINDINGS
    if isinstance(fault, BadOption):
        note(f"Error: {fault}")
        return COULD_NOT_RUN
    records = sys.modules.get("tricktaker.records")
    if records is not None and isinstance(fault, records.RecordError):
        note(f"Error: {printable(str(fault))}")
        return FINDINGS
    if isinstance(fault, GameFault):
        note(_game_fault(fault, known), nl=False)
        return FINDINGS
    if isinstance(fault, OSError) and fault.errno is not None:
        note(f"Error: {printable(_system_refusal(fault))}")
        return COULD_NOT_RUN
    if isinstance(fault, MemoryError):
        note("Error: This needs more memory than there is.")
        return COULD_NOT_RUN
    if known.traceback:
        import traceback

        traceback.print_exception(fault)
    note(fault_line(fault, known))
    return COULD_NOT_RUN


def _game_fault(fault: GameFault, known: Circumstances) -> str:
    """The fault with its line of the rule file, as `check` shows it."""
    from tricktaker.diagnostics import Report, render_text
    from tricktaker.diagnostics.display import printable

    report = Report()
    span = fault.span
    if span is not None:
        with suppress(OSError, ValueError):
            report.sources[span.file] = Path(span.file).read_text(encoding="utf-8-sig").splitlines()
    seed = "" if known.seed is None else f" (seed {known.seed})"
    report.error("fault", f"the rules ask for what isn't there: {printable(fault.message)}{seed}", span)
    return render_text(report, color=colour_on(sys.stderr))


def _system_refusal(fault: OSError) -> str:
    """What the system wouldn't do: a file that can't be read, a disk that is full."""
    what = (fault.strerror or os.strerror(fault.errno or 0)).rstrip(".")
    return f"{what}." if fault.filename is None else f"{os.fsdecode(fault.filename)}: {what}."


def fault_line(fault: Exception, known: Circumstances) -> str:
    """One line that is enough to find an internal fault again."""
    from tricktaker.diagnostics.display import printable

    facts = [f"tricktaker {_version()}", f"Python {platform.python_version()}"]
    if known.variant is not None:
        facts.append(f"variant {known.variant}")
    if known.fingerprint is not None:
        facts.append(f"fingerprint {known.fingerprint}")
    if known.seed is not None:
        facts.append(f"seed {known.seed}")
    what = printable(f"{type(fault).__name__}: {fault}")
    more = "" if known.traceback else " (--traceback shows the rest)"
    return printable(
        f"internal fault: {what} [{', '.join(facts)}]; please report this line, with the rule file, "
        f"where you got the program{more}"
    )


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("tricktaker")
    except PackageNotFoundError:
        return "(not installed)"


def ready_for_any_text() -> None:
    """Let the standard streams take every character: what their encoding doesn't know by the nearest it does."""
    codecs.register_error(_ERRORS, _nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


_ERRORS = "tricktaker.nearest"


def _nearest(fault: UnicodeError) -> tuple[str, int]:
    from tricktaker.tui.nearest import nearest

    return nearest(fault)


@contextmanager
def closing() -> Iterator[None]:
    """Leave quietly when whoever reads our output has gone."""
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (BrokenPipeError, ValueError):
                # What is left in the buffer has nowhere to go, and the interpreter must not try again at its end.
                with open(os.devnull, "w") as nowhere, suppress(OSError, ValueError):
                    os.dup2(nowhere.fileno(), stream.fileno())
