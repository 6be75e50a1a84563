"""Diagnostics for people: the author's own line, a caret, a word of help."""

from __future__ import annotations

from tricktaker.diagnostics.display import lay_out, printable
from tricktaker.diagnostics.report import Diagnostic, Report, Severity
from tricktaker.diagnostics.span import Span

MAX_SHOWN = 100
"""Diagnostics that are shown; of more, only the number is told."""

MAX_WIDTH = 160
"""Columns of an author's line that are shown if the caller doesn't say."""

_RESET, _BOLD = "\x1b[0m", "\x1b[1m"
_RED, _YELLOW, _BLUE, _CYAN = (f"\x1b[1;{color}m" for color in (31, 33, 34, 36))


def render_text(report: Report, *, color: bool = False, width: int | None = None) -> str:
    """All diagnostics of a report, one after another, and how many there are at the end."""
    diagnostics = report.diagnostics
    if not diagnostics:
        return ""
    paint = _Paint(color)
    blocks = [_render(d, report.sources, paint, width or MAX_WIDTH) for d in diagnostics[:MAX_SHOWN]]
    rest = f" (the first {MAX_SHOWN} are shown)" if len(diagnostics) > MAX_SHOWN else ""
    return "\n\n".join(blocks) + "\n\n" + _summary(diagnostics) + rest + "\n"


class _Paint:
    """Wraps text in a colour, or doesn't."""

    def __init__(self, color: bool) -> None:
        self.color = color

    def __call__(self, code: str, text: str) -> str:
        return f"{code}{text}{_RESET}" if self.color and text else text


def _render(diagnostic: Diagnostic, sources: dict[str, list[str]], paint: _Paint, width: int) -> str:
    spans = [diagnostic.span, *(note.span for note in diagnostic.notes)]
    gutter = max((len(str(span.line)) for span in spans if span is not None), default=1)
    tone = _RED if diagnostic.severity is Severity.ERROR else _YELLOW
    head = paint(tone, f"{diagnostic.severity}[{diagnostic.slug}]")
    lines = [f"{head}: {paint(_BOLD, printable(diagnostic.message))}"]
    if diagnostic.span is not None:
        lines += _snippet(diagnostic.span, sources, gutter, paint, tone, width)
    edge = " " * (gutter + 1) + paint(_BLUE, "=")
    lines += [f"{edge} note: {printable(note.text)}" for note in diagnostic.notes if note.span is None]
    if diagnostic.help is not None:
        lines.append(f"{edge} {paint(_CYAN, 'help')}: {printable(diagnostic.help)}")
    for note in diagnostic.notes:
        if note.span is not None:
            lines.append(f"note: {printable(note.text)}")
            lines += _snippet(note.span, sources, gutter, paint, _BLUE, width)
    return "\n".join(lines)


def _snippet(span: Span, sources: dict[str, list[str]], gutter: int, paint: _Paint, tone: str, width: int) -> list[str]:
    lines = [f"{' ' * gutter}{paint(_BLUE, '-->')} {printable(span.file)}:{span.line}:{span.column}"]
    source = sources.get(span.file, [])
    if not 1 <= span.line <= len(source):
        return lines
    shown, indent, carets = _window(source[span.line - 1], span, max(20, width - gutter - 3))
    bar = paint(_BLUE, "|")
    lines.append(f"{' ' * gutter} {bar}")
    lines.append(f"{paint(_BLUE, str(span.line).rjust(gutter))} {bar} {shown}".rstrip())
    lines.append(f"{' ' * gutter} {bar} {' ' * indent}{paint(tone, '^' * carets)}")
    return lines


def _window(line: str, span: Span, width: int) -> tuple[str, int, int]:
    """What is shown of a line, how far the carets are indented and how many there are."""
    start = min(span.column - 1, len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    end = max(start, min(end, len(line)))
    # a line can be as long as the file may be: lay out no more of it than could be shown
    cut = max(0, start - 2 * width) if len(line) > 8 * width else 0
    pieces = lay_out(line[cut : cut + 8 * width])
    start, end = start - cut, min(end - cut, len(pieces))
    before = sum(size for _, size in pieces[:start])
    carets = max(1, sum(size for _, size in pieces[start:end]))
    total = sum(size for _, size in pieces)
    if total <= width and not cut:
        return "".join(text for text, _ in pieces), before, carets
    left = max(0, min(before - width // 4, total - width + 1))
    shown, column = [], 0
    for text, size in pieces:
        if left <= column and column + size <= left + width - 2:
            shown.append(text)
        column += size
    head = "…" if left or cut else ""
    tail = "…" if left + width - 2 < total else ""
    indent = before - left + len(head)
    return head + "".join(shown) + tail, indent, max(1, min(carets, width - indent - 1))


def _summary(diagnostics: tuple[Diagnostic, ...]) -> str:
    errors = sum(d.severity is Severity.ERROR for d in diagnostics)
    warnings = len(diagnostics) - errors
    counts = [_count(n, word) for n, word in ((errors, "error"), (warnings, "warning")) if n]
    files = sorted({d.span.file for d in diagnostics if d.span is not None})
    where = f" in {printable(files[0])}" if len(files) == 1 else f" in {len(files)} files" if files else ""
    return " and ".join(counts) + where


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
