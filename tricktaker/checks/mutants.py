"""A small change of the rules that nothing notices.

`tricktaker check --mutants` changes the file in one place at a time: another number, another comparison, a step
left out. If every example still holds, and every invariant in some games, and yet the changed game is another
one, then nothing in the file pins this rule down: you could mistype it tomorrow. An example that shows what the
rule does would notice.

A change after which the very same program comes out, whatever options are chosen, is none and isn't counted. Of
a change that makes another program but no difference in some games only the line is told: it may be as good as
the rule, or matter once in a thousand games.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tricktaker.checks.examples import check_examples
from tricktaker.checks.findings import CheckReport
from tricktaker.checks.games import Tally, Watch
from tricktaker.checks.mutations import Mutation, mutations
from tricktaker.checks.trials import Loader
from tricktaker.checks.verdicts import COMPARED, GAMES, Judge, Verdict
from tricktaker.diagnostics import Report, VariantError
from tricktaker.loading.nodes import Mapping
from tricktaker.loading.places import find_variant
from tricktaker.loading.reader import read_file

NAME = "unnoticed-change"

Judged = Sequence[tuple[Mutation, Verdict]]


def check_mutants(variant: str | Path, seconds: float = 60, seed: int = 0, only: range | None = None) -> CheckReport:
    """Which small changes of the file (or of the lines `only`) nothing notices; stops after `seconds`.

    A file whose own examples fail, or whose games stop or break an invariant, is answered with that alone.
    """
    report = Report()
    try:
        original = Loader.of(variant)
    except VariantError as refusal:
        return CheckReport(refusal.report)
    report.sources.update({file: list(lines) for file, lines in original.rules.source_lines.items()})
    check_examples(original.rules, original.example_game, report)
    watch = Watch(
        original.usual, report, Tally(), lambda number: f"tricktaker check {variant} --seed {number} --games 1"
    )
    for number in range(GAMES):
        watch.play(seed + number)
    if report.has_errors:  # what is wrong without a change says nothing of one
        return CheckReport(report)
    path = find_variant(str(variant))
    count = len(changes_of(path, only))
    judged = sorted(judged_changes(path, seconds, seed, only), key=lambda one: (one[0].span.line, one[0].span.column))
    for change, verdict in judged:
        if verdict is Verdict.UNNOTICED:
            report.warning(
                NAME,
                f"nothing notices {change.said}",
                change.span,
                help="an example that shows what this is for would",
            )
    return CheckReport(report, tuple(summary(str(variant), judged, count)))


def judged_changes(
    variant: str | Path, seconds: float, seed: int = 0, only: range | None = None
) -> Iterator[tuple[Mutation, Verdict]]:
    """Each small change with what becomes of it, in an order of chance; not all of them if the time is too short.

    Raises VariantError if the file itself isn't right.
    """
    until = time.monotonic() + seconds
    path = find_variant(str(variant))
    changes = changes_of(path, only)
    random.Random(seed).shuffle(changes)
    court = Judge(Loader.of(path), seed)
    lines = without_examples(path)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / path.name
        for other in path.parent.glob("*.yaml"):
            if other.name != path.name:
                (Path(folder) / other.name).symlink_to(other.resolve())
        for change in changes:
            if time.monotonic() > until:
                break
            place.write_text("\n".join(change.on(lines)) + "\n", encoding="utf-8")
            yield change, court.verdict(place)


def changes_of(path: Path, only: range | None = None) -> list[Mutation]:
    """The small changes of a file that are to be tried."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [one for one in mutations(_document(path), lines) if only is None or one.span.line in only]


def without_examples(path: Path) -> list[str]:
    """The lines of a file, those of its examples empty: they need not be read again for each change."""
    lines = path.read_text(encoding="utf-8").splitlines()
    entries = list(_document(path))
    for entry, after in zip(entries, [*entries[1:], None], strict=True):
        if entry.name == "examples":
            first = entry.key.span.line - 1
            last = len(lines) if after is None else after.key.span.line - 1
            return [*lines[:first], *[""] * (last - first), *lines[last:]]
    return lines


def _document(path: Path) -> Mapping:
    document = read_file(path, Report())
    assert document is not None
    return document


def share(judged: Judged) -> int:
    """Per cent of the changes that matter, as far as they load, that something notices."""
    count = Counter(verdict for _, verdict in judged)
    noticed, silent = count[Verdict.NOTICED], count[Verdict.UNNOTICED] + count[Verdict.UNSEEN]
    return 100 * noticed // max(1, noticed + silent) if noticed or silent else 100


def summary(variant: str, judged: Judged, count: int) -> Iterator[str]:
    by_verdict = Counter(verdict for _, verdict in judged)
    noticed, unnoticed, unseen = (by_verdict[one] for one in (Verdict.NOTICED, Verdict.UNNOTICED, Verdict.UNSEEN))
    yield (
        f"{variant}: {len(judged)} of {count} small changes tried: {by_verdict[Verdict.REFUSED]} refused, "
        f"{by_verdict[Verdict.EQUAL]} without any effect; of the others {noticed} noticed ({share(judged)} %), "
        f"{unnoticed} unnoticed, {unseen} made no difference in {COMPARED} games"
    )
    for change, verdict in judged:
        if verdict is Verdict.UNSEEN:
            yield f"{variant}:{change.span.line}: no difference was seen after {change.said}"
