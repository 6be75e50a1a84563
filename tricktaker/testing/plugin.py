"""The pytest plugin: `pytest --tricktaker variants/` makes a test of each example and each property of each rule file.

    variants/mygame.yaml::loads
    variants/mygame.yaml::example: suit must be followed
    variants/mygame.yaml::card-lost

A failing test points to the line of the rule file. Items depend on nothing but the file, so that `-n` spreads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tricktaker.checks.properties.property import Property
    from tricktaker.checks.trials import Loader
    from tricktaker.model import Example

GAMES = 5
"""Games in which one test looks at one property, unless `--tricktaker-games` says otherwise."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tricktaker", "rule files of card games")
    group.addoption("--tricktaker", action="store_true", help="Collect rule files (*.yaml): examples and properties.")
    group.addoption(
        "--tricktaker-games", type=int, default=GAMES, metavar="N", help=f"Games for each property. [default: {GAMES}]"
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix not in (".yaml", ".yml") or not parent.config.getoption("--tricktaker"):
        return None
    with file_path.open(encoding="utf-8", errors="replace") as file:
        if not any(line.startswith(("tricktaker:", "extends:")) for line in file):
            return None
    return VariantFile.from_parent(parent, path=file_path)


class Wrong(Exception):
    """A test of a rule file fails; the text is what is shown."""


class VariantFile(pytest.File):
    """A rule file."""

    def collect(self) -> Iterator[pytest.Item]:
        from tricktaker.checks.properties.catalogue import properties
        from tricktaker.checks.trials import Loader
        from tricktaker.diagnostics import VariantError
        from tricktaker.loading.options import BadOption

        try:
            loader = Loader.of(self.path)
        except (VariantError, BadOption) as refusal:
            yield self.item("loads", 1, lambda text=str(refusal): _fail(text))  # type: ignore[misc]
            return
        yield self.item("loads", 1, lambda: None)
        for example in loader.rules.examples:
            line = example.span.line if example.span is not None and example.span.file == str(self.path) else 1
            yield self.item(
                f"example: {example.about}",
                line,
                lambda example=example: run_one_example(loader, example),  # type: ignore[misc]
            )
        for prop in properties():
            yield self.item(
                prop.name,
                1,
                lambda prop=prop: look_at(loader, prop, self.config.getoption("--tricktaker-games")),  # type: ignore[misc]
            )

    def item(self, name: str, line: int, run: Callable[[], None]) -> VariantItem:
        made: VariantItem = VariantItem.from_parent(self, name=name, line=line, run=run)
        return made


class VariantItem(pytest.Item):
    """One thing that must hold of a rule file."""

    def __init__(self, *, line: int, run: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.line, self.run = line, run

    def runtest(self) -> None:
        self.run()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Wrong):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, f"{self.path.name}: {self.name}"


def _fail(text: str) -> None:
    raise Wrong(text)


def run_one_example(loader: Loader, example: Example) -> None:
    """One example. Raises Wrong."""
    from dataclasses import replace

    from tricktaker.checks.examples import check_examples
    from tricktaker.diagnostics import Report, render_text

    report = Report({file: list(lines) for file, lines in loader.rules.source_lines.items()})
    check_examples(replace(loader.rules, examples=(example,)), loader.example_game, report)
    if report.has_errors:
        raise Wrong(render_text(report))


def look_at(loader: Loader, prop: Property, games: int) -> None:
    """One property in some games of chance. Raises Wrong with the shortened game."""
    from tricktaker.checks.failures import Failure, tell
    from tricktaker.checks.policies import by_chance
    from tricktaker.checks.walk import Endless, Walk
    from tricktaker.diagnostics import Report, Severity, render_text
    from tricktaker.game import GameFault

    if prop.severity is Severity.WARNING and prop.name in dict(loader.rules.accepts):
        return
    game = loader.usual
    report = Report({file: list(lines) for file, lines in loader.rules.source_lines.items()})
    for seed in range(games):
        walk = Walk(game, seed)
        found = None
        count = 0
        try:
            for moment in walk.moments(by_chance(game, seed)):
                count += 1
                walk.keep = prop.look is not None and (count + 1) % prop.every == 0
                if prop.look is not None and moment in prop.moments and count % prop.every == 0:
                    found = found or next(prop.look(walk.scene(moment)), None)
                if found is not None:
                    break
        except Endless:
            continue
        except GameFault as fault:
            raise Wrong(f"{loader.variant}: the game of seed {seed} can't go on: {fault}") from None
        if prop.compare is not None:
            found = next(prop.compare(game, walk.play), None)
        if found is not None:
            tell(Failure(game, {}, walk.play, prop, found), report, loader.variant, loader, None)
            raise Wrong(render_text(report))
