"""Everything that can be said about a variant: what is written, its examples, and what random games show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from tricktaker.checks.doubts import list_doubts
from tricktaker.checks.examples import check_examples
from tricktaker.checks.findings import CheckReport
from tricktaker.checks.games import Tally, Watch
from tricktaker.checks.properties.catalogue import manual
from tricktaker.checks.settings import PLAYERS, Plan, Setting, arguments, make_plan, spoken
from tricktaker.diagnostics import Diagnostic, Note, Report, VariantError, did_you_mean
from tricktaker.diagnostics.page import pages
from tricktaker.game import Game
from tricktaker.loading.load import read_document
from tricktaker.loading.nodes import Mapping as Document
from tricktaker.loading.nodes import Scalar, Sequence
from tricktaker.loading.options import Value
from tricktaker.loading.variant import read_rules
from tricktaker.model import Rules


def check_variant(
    variant: str | Path,
    games: int = 20,
    seed: int = 0,
    set_options: Mapping[str, Value] | None = None,
    players: int | None = None,
    strict: bool = False,
) -> CheckReport:
    """Checks a variant file, or a shipped game by name.

    Plays `games` random games as the options and players are chosen, and one in each other setting that is tried.
    Raises BadOption if `set_options` or `players` ask for what the game doesn't have.
    """
    report = Report()
    doc = read_document(variant, report)
    if doc is None:
        return CheckReport(report)
    check = _Check(str(variant), doc, report, seed, games)
    return check.run(dict(set_options or {}), players, strict)


class _Check:
    def __init__(self, path: str, doc: Document, report: Report, seed: int, games: int) -> None:
        self.path = path
        self.doc = doc
        self.report = report
        self.seed = seed
        self.games = games
        self.tally = Tally()
        self.known: dict[tuple[tuple[str, Value], ...], Game] = {}

    def run(self, options: dict[str, Value], players: int | None, strict: bool) -> CheckReport:
        rules = read_rules(self.doc, self.path, self.report, players=players, options=options)
        game = self.compiled(rules, self.report)
        if rules is None or game is None:
            return CheckReport(self.report)
        find_strangers(self.doc, self.report)
        fixed = frozenset(options) | (frozenset((PLAYERS,)) if players is not None else frozenset())
        plan = make_plan(rules, fixed)
        examples = check_examples(rules, self.load, self.report)
        self.play(game, rules, plan.usual, plan, range(self.seed, self.seed + self.games))
        for number, setting in enumerate(plan.settings[1:], self.games):
            self.other(setting, plan, self.seed + number)
        if strict:
            list_doubts(game.program, self.report)
        return CheckReport(_accepted(self.report, rules), tuple(self.summary(rules, plan, examples)))

    def compiled(self, rules: Rules | None, report: Report) -> Game | None:
        """The game of checked rules; None if it would be too large, which is reported then."""
        if rules is None:
            return None
        try:
            return Game(rules)
        except VariantError as refusal:
            for found in refusal.report.diagnostics:
                report.add(found)
            return None

    def load(self, setting: Setting) -> Game:
        """The game of another setting; what it doesn't name is as usual. Raises VariantError and BadOption."""
        key = tuple(sorted(setting.items()))
        if key in self.known:
            return self.known[key]
        report = Report()
        players = setting.get(PLAYERS)
        options = {name: value for name, value in setting.items() if name != PLAYERS}
        rules = read_rules(
            self.doc, self.path, report, players=players if isinstance(players, int) else None, options=options
        )
        report.raise_if_errors()
        assert rules is not None
        self.known[key] = Game(rules)
        return self.known[key]

    def play(self, game: Game, rules: Rules, setting: Setting, plan: Plan, seeds: range) -> None:
        def command(seed: int) -> str:
            bots = ",".join(["random"] * rules.players)
            return f"tricktaker run {self.path} --seed {seed} --players {bots}{arguments(setting, rules)}"

        watch = Watch(game, self.report, self.tally, command, spoken(setting, plan.usual))
        for seed in seeds:
            watch.play(seed)

    def other(self, setting: Setting, plan: Plan, seed: int) -> None:
        """Loads and plays one of the other settings; what is wrong in it alone is reported with the setting."""
        try:
            game = self.load(setting)
        except VariantError as refusal:
            known = {(found.slug, found.span) for found in self.report.diagnostics}
            for found in refusal.report.errors:
                if (found.slug, found.span) not in known:
                    self.report.add(self.narrowed(found, setting, plan))
            return
        if self.games:
            self.play(game, game.rules, setting, plan, range(seed, seed + 1))

    def narrowed(self, found: Diagnostic, setting: Setting, plan: Plan) -> Diagnostic:
        """The finding with the fewest values noted that it needs."""
        for name, value in plan.usual.items():
            if setting[name] == value:
                continue
            simpler = {**setting, name: value}
            try:
                self.load(simpler)
            except VariantError as refusal:
                if any((one.slug, one.span) == (found.slug, found.span) for one in refusal.report.errors):
                    setting = simpler
                    found = next(
                        one for one in refusal.report.errors if (one.slug, one.span) == (found.slug, found.span)
                    )
        note = Note(f"with {spoken(setting, plan.usual)}")
        return Diagnostic(found.slug, found.message, found.span, found.help, (note, *found.notes), found.severity)

    def summary(self, rules: Rules, plan: Plan, examples: int) -> Iterator[str]:
        tally = self.tally
        yield (
            f"{self.path}: {_count(examples, 'example')}, {_count(tally.games, 'random game')} "
            f"({_count(tally.moves, 'move')}), {_count(len(rules.invariants), 'invariant')}"
        )
        settings = len(plan.settings)
        if settings > 1:
            left_out = ", ".join(plan.left_out)
            tried = "every value and every pair of values" if not left_out else f"left out: {left_out}"
            yield f"{self.path}: {settings} settings of options and players ({tried}; of a range its ends)"
        if tally.cut_short:
            yield f"{self.path}: {_count(tally.cut_short, 'game')} went on until `at_most` without reaching `until`"
        if tally.given_up:
            yield f"{self.path}: {_count(tally.given_up, 'game')} given up after very many moves"


def find_strangers(doc: Document, report: Report) -> None:
    """Warns of what `accepts` names that nobody ever finds."""
    section = doc.get("accepts")
    for item in section.items if isinstance(section, Sequence) else ():
        named = item.get("finding") if isinstance(item, Document) else None
        if not isinstance(named, Scalar):
            continue
        known = {*pages(), *manual()}
        if named.text not in known:
            near = did_you_mean(named.text, known)
            report.warning(
                "unused",
                f"nothing is called `{named.text}` that could be found and accepted",
                named.span,
                help=f"did you mean `{near}`?" if near else "it is what stands in the brackets of a warning",
            )


def _accepted(report: Report, rules: Rules) -> Report:
    """The report without the warnings that the file accepts."""
    accepted = {finding for finding, _ in rules.accepts}
    if not any(found.slug in accepted for found in report.warnings):
        return report
    kept = Report(sources=report.sources)
    for found in report.diagnostics:
        if found.slug not in accepted or found in report.errors:
            kept.add(found)
    return kept


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number:,} {word}s"
