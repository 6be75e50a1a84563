"""Whether anything notices a changed rule file."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from enum import Enum
from pathlib import Path

from tricktaker.checks.examples import run_example, setting_of
from tricktaker.checks.games import Tally, Watch
from tricktaker.checks.settings import PLAYERS, Setting, make_plan
from tricktaker.checks.trials import Loader, differ
from tricktaker.diagnostics import Report, VariantError
from tricktaker.game import Game
from tricktaker.loading.options import BadOption
from tricktaker.model import Example

GAMES = 6
"""Games in which the invariants may notice a change."""
COMPARED = 12
"""Games that are played under the old rules and the new ones."""


class Verdict(Enum):
    """What became of a change."""

    REFUSED = "refused"
    """The changed file doesn't load."""
    EQUAL = "without any effect"
    """The same program comes out, whatever is chosen."""
    NOTICED = "noticed"
    UNNOTICED = "unnoticed"
    """Games go differently, and nothing in the file says so."""
    UNSEEN = "unseen"
    """Another program, about which nothing in the file says anything; but some games went the same way."""


class Judge:
    """Holds a file's examples and invariants against changed copies of it that may leave out the examples."""

    def __init__(self, original: Loader, seed: int) -> None:
        self.original = original
        self.seed = seed
        rules = original.rules
        self.usual: Setting = {PLAYERS: rules.players, **{option.name: option.default for option in rules.options}}
        self.examples = _by_setting(rules.examples)
        self.settings = make_plan(rules, frozenset()).settings
        self.known: dict[tuple[tuple[str, object], ...], Hashable] = {}

    def verdict(self, changed: Path) -> Verdict:
        """What becomes of the change that makes the file `changed`."""
        try:
            loader = Loader.of(changed)
        except (VariantError, BadOption):
            return Verdict.REFUSED
        if self.example_fails(loader):
            return Verdict.NOTICED
        if _essence(loader.usual) != self.essence({}) and self.invariant_breaks(loader):
            return Verdict.NOTICED
        setting = self.telling(loader)
        if setting is None:
            return Verdict.EQUAL
        try:
            before, after = self.original.load(setting), loader.load(setting)
        except (VariantError, BadOption):
            return Verdict.UNNOTICED  # what could be chosen can't be now, or the other way round
        if any(differ(before, after, self.seed + number) for number in range(COMPARED)):
            return Verdict.UNNOTICED
        return Verdict.UNSEEN

    def example_fails(self, loader: Loader) -> bool:
        """Whether an example fails, as far as the games they are about are others now."""
        for number, (setting, examples) in enumerate(self.examples):
            if self.one_fails(loader, setting, examples):
                self.examples.insert(0, self.examples.pop(number))  # what is near in the file fails in the same
                return True
        return False

    def one_fails(self, loader: Loader, setting: Setting, examples: Sequence[Example]) -> bool:
        try:
            game = loader.example_game(setting)
        except (VariantError, BadOption):
            return True
        if _essence(game) == self.essence(setting):
            return False
        for example in examples:
            try:
                if run_example(game, example.data):
                    return True
            except (LookupError, TypeError, ValueError, AttributeError):
                return True
        return False

    def invariant_breaks(self, loader: Loader) -> bool:
        report = Report()
        watch = Watch(loader.usual, report, Tally(), str)
        for number in range(GAMES):
            watch.play(self.seed + number)
            if report.has_errors:
                return True
        return False

    def telling(self, loader: Loader) -> Setting | None:
        """The first choice of options and players in which another program comes out."""
        for setting in self.settings:
            try:
                game = loader.load(setting)
            except (VariantError, BadOption):
                game = None
            try:
                before = self.essence(setting)
            except VariantError:
                before = None
            if before != (None if game is None else _essence(game)):
                return setting
        return None

    def essence(self, setting: Setting) -> Hashable:
        """What the unchanged file makes of a setting."""
        whole = {**self.usual, **setting}
        key = tuple(sorted(whole.items()))
        if key not in self.known:
            self.known[key] = _essence(self.original.load(whole))
        return self.known[key]


def _by_setting(examples: tuple[Example, ...]) -> list[tuple[Setting, list[Example]]]:
    """The examples of each setting together; those of the usual one first."""
    found: dict[tuple[tuple[str, object], ...], list[Example]] = {}
    for example in examples:
        found.setdefault(tuple(sorted(setting_of(example.data).items())), []).append(example)
    return [(setting_of(group[0].data), group) for _, group in sorted(found.items(), key=lambda item: len(item[0]))]


def _essence(game: Game) -> Hashable:
    """All that decides how games go, as one value: the emitted program, and what is asked beside it."""
    rules, program = game.rules, game.program
    _, *lines = program.text.splitlines()  # after the fingerprint
    text = tuple(line for line in lines if not line.lstrip().startswith("#"))
    zones = tuple((zone.decl.name, zone.decl.per_player, zone.decl.see, zone.face_up_if) for zone in rules.zones)
    variables = tuple(
        (one.decl.name, one.decl.type, one.decl.see, one.decl.lasts, one.default, one.init) for one in rules.variables
    )
    options = tuple((option.name, option.values, option.default) for option in rules.options)
    tables = tuple((table.name, tuple(table.rows.items())) for table in rules.tables)
    offered = (tuple(program.actions.texts), tuple(tuple(site.options) for site in program.sites))
    return (text, zones, variables, options, rules.player_counts, tables, rules.end, rules.group, offered)
