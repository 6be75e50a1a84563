"""What is wrong with a file, collected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from tricktaker.diagnostics.span import Span

MAX_KEPT = 2000
"""Diagnostics beyond this number are dropped: nobody reads them, and a file could be made of nothing else."""


class Severity(StrEnum):
    """How bad a diagnostic is."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """Context of a diagnostic, such as where a key was written first."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong: what (`message`), where (`span`), and how to mend it (`help`)."""

    slug: str
    message: str
    span: Span | None = None
    help: str | None = None
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR

    def sort_key(self) -> tuple[str, int, int, str, str]:
        if self.span is None:
            return ("", 0, 0, self.slug, self.message)
        return (self.span.file, self.span.line, self.span.column, self.slug, self.message)


@dataclass(slots=True)
class Report:
    """Collects the diagnostics of one load, each once, and the texts they point into."""

    sources: dict[str, list[str]] = field(default_factory=dict)
    """File name to its lines, filled by the reader, used to show the author's own line."""
    _found: dict[tuple[object, ...], Diagnostic] = field(default_factory=dict)
    _broken: list[Span] = field(default_factory=list)
    _broken_in_line: dict[tuple[str, int], list[Span]] = field(default_factory=dict)

    def error(
        self,
        slug: str,
        message: str,
        span: Span | None,
        *,
        help: str | None = None,
        notes: Iterable[Note] = (),
    ) -> None:
        """Add an error, unless the same one is there or its place is known to be broken."""
        self.add(Diagnostic(slug, message, span, help, tuple(notes), Severity.ERROR))

    def warning(
        self,
        slug: str,
        message: str,
        span: Span | None,
        *,
        help: str | None = None,
        notes: Iterable[Note] = (),
    ) -> None:
        """Add a warning, under the same conditions as an error."""
        self.add(Diagnostic(slug, message, span, help, tuple(notes), Severity.WARNING))

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic that was built elsewhere."""
        span = diagnostic.span
        if span is not None and self.is_broken(span):
            return
        key = (diagnostic.slug, span) if span is not None else (diagnostic.slug, None, diagnostic.message)
        if len(self._found) < MAX_KEPT:
            self._found.setdefault(key, diagnostic)

    def take(self, other: Report) -> None:
        """Add everything that another report has found."""
        for diagnostic in other.diagnostics:
            self.add(diagnostic)
        for span in other._marks():
            self.mark_broken(span)

    def mark_broken(self, span: Span) -> None:
        """Say that this place is wrong already: whatever is found inside it later is a consequence and is dropped."""
        if span.line == span.end_line:
            self._broken_in_line.setdefault((span.file, span.line), []).append(span)
        else:
            self._broken.append(span)

    def is_broken(self, span: Span) -> bool:
        """Whether the place lies inside one that was marked as broken."""
        near = self._broken_in_line.get((span.file, span.line), ())
        return any(broken.contains(span) for broken in near) or any(broken.contains(span) for broken in self._broken)

    def is_touched(self, span: Span) -> bool:
        """Whether anything inside the place is known to be wrong: what it amounts to can't be relied on then."""
        wrong = (found.span for found in self._found.values() if found.severity is Severity.ERROR and found.span)
        return any(span.contains(one) for one in (*self._marks(), *wrong))

    def _marks(self) -> list[Span]:
        return [*self._broken, *(mark for marks in self._broken_in_line.values() for mark in marks)]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything found, in the order of files, lines and columns."""
        return tuple(sorted(self._found.values(), key=Diagnostic.sort_key))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.diagnostics if d.severity is Severity.WARNING)

    @property
    def has_errors(self) -> bool:
        return any(d.severity is Severity.ERROR for d in self._found.values())

    def raise_if_errors(self) -> None:
        """Raise `VariantError` if there is any error."""
        if self.has_errors:
            raise VariantError(self)


class VariantError(Exception):
    """A variant file can't be used; `report` says why, completely."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report

    def __str__(self) -> str:
        from tricktaker.diagnostics.text import render_text

        return render_text(self.report)
