"""A small change of the rules that nothing notices.

`tricktaker check --mutants` changes the file in one place at a time: another number, another comparison, a step
left out. If every example still holds, and every invariant in some games, and yet the changed game is another
one, then nothing in the file pins this rule down: you could mistype it tomorrow. An example that shows what the
rule does would notice.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tricktaker.checks.examples import check_examples
from tricktaker.checks.findings import CheckReport
from tricktaker.checks.games import Tally, Watch
from tricktaker.checks.mutations import Mutation, mutations
from tricktaker.checks.trials import Loader, differ
from tricktaker.checks.variant import check_variant
from tricktaker.diagnostics import Report, VariantError
from tricktaker.loading.options import BadOption
from tricktaker.loading.places import find_variant
from tricktaker.loading.reader import read_file

NAME = "unnoticed-change"
GAMES = 6
"""Games in which the invariants may notice a change."""
COMPARED = 12
"""Games that are played under the old rules and the new ones."""


@dataclass(slots=True)
class Score:
    """What became of the changes that were tried."""

    refused: int = 0
    noticed: int = 0
    same: int = 0
    unnoticed: int = 0

    @property
    def tried(self) -> int:
        return self.refused + self.noticed + self.same + self.unnoticed


def check_mutants(variant: str | Path, seconds: float = 60, seed: int = 0, only: range | None = None) -> CheckReport:
    """Which small changes of the file (or of the lines `only`) nothing notices; stops after `seconds`."""
    until = time.monotonic() + seconds
    report = check_variant(variant, games=GAMES, seed=seed).report
    if report.has_errors:
        return CheckReport(report)
    path = find_variant(str(variant))
    lines = path.read_text(encoding="utf-8").splitlines()
    document = read_file(path, Report())
    assert document is not None
    changes = [one for one in mutations(document, lines) if only is None or one.span.line in only]
    order = list(range(len(changes)))
    random.Random(seed).shuffle(order)
    original = Loader(variant, {}, None)
    score = Score()
    silent: list[Mutation] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / path.name
        for other in path.parent.glob("*.yaml"):
            if other.name != path.name:
                (Path(folder) / other.name).symlink_to(other.resolve())
        for number in order:
            if time.monotonic() > until:
                break
            place.write_text("\n".join(changes[number].on(lines)) + "\n", encoding="utf-8")
            if unnoticed(place, original, score, seed):
                silent.append(changes[number])
    for change in silent:
        report.warning(
            NAME,
            f"nothing notices {change.said}",
            change.span,
            help="an example that shows what this is for would",
        )
    return CheckReport(report, tuple(summary(str(variant), score, len(changes))))


def unnoticed(changed: Path, original: Loader, score: Score, seed: int) -> bool:
    """Whether the changed file is another game and nothing in it says so."""
    try:
        loader = Loader.of(changed)
    except (VariantError, BadOption):
        score.refused += 1
        return False
    report = Report()
    try:
        check_examples(loader.rules, loader.example_game, report)
        if not report.has_errors:
            watch = Watch(loader.usual, report, Tally(), str)
            for number in range(GAMES):
                watch.play(seed + number)
    except (VariantError, BadOption):
        score.noticed += 1
        return False
    if report.has_errors:
        score.noticed += 1
        return False
    if any(differ(original.usual, loader.usual, seed + number) for number in range(COMPARED)):
        score.unnoticed += 1
        return True
    score.same += 1
    return False


def summary(variant: str, score: Score, count: int) -> Iterator[str]:
    yield (
        f"{variant}: {score.tried} of {count} small changes tried: {score.refused} refused, {score.noticed} noticed, "
        f"{score.unnoticed} unnoticed, {score.same} made no difference in {COMPARED} games"
    )
