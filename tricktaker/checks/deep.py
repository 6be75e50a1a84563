"""`check --deep`: games are watched for every property, and many games together for what they tell about the
rules.

First the usual setting of the options and every other one that is tried, by chance; then games that are steered
to rules which were never at work; then more games of chance, only counted.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from tricktaker.checks.answers import Answers
from tricktaker.checks.coverage import Coverage, Key, Watcher
from tricktaker.checks.document import Places
from tricktaker.checks.evidence import Evidence, Outcome, Trial
from tricktaker.checks.examples import check_examples
from tricktaker.checks.failures import Failure, tell
from tricktaker.checks.findings import CheckReport
from tricktaker.checks.policies import by_chance, curious, slanted_deal, with_tempers
from tricktaker.checks.properties.catalogue import FINDINGS, properties
from tricktaker.checks.properties.property import Broken, Property
from tricktaker.checks.settings import Plan, Setting, make_plan
from tricktaker.checks.trials import Loader, try_options
from tricktaker.checks.variant import check_variant
from tricktaker.checks.walk import Choose, Endless, Walk, fault_text
from tricktaker.diagnostics import Report, VariantError
from tricktaker.expr.nodes import Node
from tricktaker.game import Game, GameFault, State
from tricktaker.game.deals import DealMismatch, Shuffled
from tricktaker.loading.options import Value

SECONDS = 40.0
GAMES = 300
FEWEST = 5
"""Games that are watched however little time there is."""
FEW = 30
"""So often all properties are looked at after the same question; later, after some."""
MOST_STEERED = 250
"""Decisions after which a game that is steered is left."""
NEAR = 10
"""How much more often a setting is played on which came to where a rule that has not been seen may be next."""
CERTAIN = 3000
"""Games of chance after which shares are known well enough."""


@dataclass(slots=True)
class Budget:
    """Until when is played."""

    seconds: float
    begun: float = field(default_factory=time.monotonic)

    def left(self, share: float = 1.0) -> bool:
        """Whether less than this share of the time is gone."""
        return time.monotonic() - self.begun < share * self.seconds

    @property
    def spent(self) -> float:
        return time.monotonic() - self.begun


def check_deep(
    variant: str | Path,
    games: int = GAMES,
    seconds: float = SECONDS,
    seed: int = 0,
    set_options: Mapping[str, Value] | None = None,
    players: int | None = None,
    strict: bool = False,
    failures: Path | None = None,
) -> CheckReport:
    """All that `check_variant` says, and what the properties and findings say after `games` games of each kind.

    Stops playing after `seconds`, or at KeyboardInterrupt, with what was found by then. Failing games are written to
    `failures`, by default to `.tricktaker`.
    """
    first = check_variant(variant, games=0, seed=seed, set_options=set_options, players=players, strict=strict)
    if first.report.has_errors:
        return first
    loader = Loader(variant, dict(set_options or {}), players)
    deep = Deep(str(variant), loader, first.report, games, Budget(seconds), seed)
    deep.run()
    for failure in deep.failures.values():
        tell(failure, first.report, str(variant), loader, failures)
    summary = (*first.summary, *deep.summary())
    return CheckReport(accepted(first.report, dict(loader.rules.accepts)), summary, deep.interrupted)


def accepted(report: Report, reasons: Mapping[str, str]) -> Report:
    """The report without the warnings that the file accepts."""
    kept = Report(sources=report.sources)
    for found in report.diagnostics:
        if found.slug not in reasons or found in report.errors:
            kept.add(found)
    return kept


class Deep:
    """One deep check of one variant."""

    def __init__(self, path: str, loader: Loader, report: Report, games: int, budget: Budget, seed: int) -> None:
        self.path, self.loader, self.report = path, loader, report
        self.games, self.budget, self.seed = games, budget, seed
        self.places = Places(loader.doc, loader.rules.names)
        self.evidence = Evidence(
            loader.rules,
            own_file=self.places.file,
            rounds_span=self.places.of("rounds"),
            end_span=self.places.of("end") or self.places.of("rounds") or self.places.of("name"),
            players_span=self.places.of("players"),
        )
        self.failures: dict[tuple[str, object], Failure] = {}
        self.watchers: dict[int, Watcher] = {}
        self.count = 0
        self.visits: Counter[tuple[int, int]] = Counter()
        self.watched = 0
        self.steered = 0
        self.interrupted = False
        self.cases: dict[Key, tuple[Game, tuple[int, int, tuple[Shuffled, ...]], tuple[int, ...]]] = {}

    # -- the run

    def run(self) -> None:
        rules = self.loader.rules
        plan = make_plan(rules, self.loader.fixed)
        usual = self.loader.load(plan.usual)
        self.elsewhere(usual)
        self.examples()
        try:
            self.watch(usual, plan)
            self.steer(usual, plan)
            self.evidence.trials = list(self.trials(plan))
            self.tally(usual)
        except KeyboardInterrupt:
            self.interrupted = True
        self.say()

    def games_of(self, plan: Plan) -> Iterator[tuple[Game, Setting]]:
        """The other settings that load, again and again."""
        for setting in plan.settings[1:]:
            try:
                yield self.loader.load(setting), setting
            except VariantError:
                continue

    def watch(self, usual: Game, plan: Plan) -> None:
        """Games of chance with every property looked at."""
        for number in range(self.games):
            if number >= FEWEST and not self.budget.left(0.3):
                break
            self.one(usual, plan.usual, self.seed + number, by_chance(usual, self.seed + number), watched=True)
        for number, (game, setting) in enumerate(self.games_of(plan)):
            if not self.budget.left(0.5):
                break
            self.one(game, setting, self.seed + number, by_chance(game, self.seed + number), watched=True)
            self.evidence.settings += 1

    def steer(self, usual: Game, plan: Plan) -> None:
        """Games steered to what has not been seen, in all settings in turn, then more in those that come near it."""
        chance = random.Random(self.seed)
        pool = [(usual, plan.usual)]
        weights = [1]
        others = self.games_of(plan)
        number = 0
        while self.coverage.missing and self.budget.left(0.7) and number < 3 * self.games:
            number += 1
            following = next(others, None)
            if following is not None:
                pool.append(following)
                weights.append(1)
            place = len(pool) - 1 if following is not None else chance.choices(range(len(pool)), weights)[0]
            game, setting = pool[place]
            seed = self.seed + 100_000 + number
            given: tuple[Shuffled, ...] = ()
            if number % 3:
                given = slanted_deal(game, lambda game=game, seed=seed: game.deal(seed), chance)  # type: ignore[misc]
            choose = with_tempers(game, chance)
            if number % 2:
                choose = curious(self.watcher(game), chance, choose)
            above = {point.parent for point in self.coverage.missing if point.parent is not None}
            before = {key: self.coverage.mattered[key] for key in above}
            try:
                self.one(game, setting, seed, choose, given=given, watched=number % 10 == 0, most=MOST_STEERED)
            except DealMismatch:
                continue
            if any(self.coverage.mattered[key] > count for key, count in before.items()):
                weights[place] += NEAR
            self.steered += 1

    def tally(self, usual: Game) -> None:
        """Games of chance of which only the end is looked at."""
        number = self.games
        while len(self.evidence.outcomes) < max(CERTAIN, self.games) and self.budget.left():
            number += 1
            seed = self.seed + number
            self.one(usual, {}, seed, by_chance(usual, seed), watched=False)

    def trials(self, plan: Plan) -> Iterator[Trial]:
        yield from try_options(plan, self.loader, self.places, lambda: self.budget.left(0.85))

    @property
    def coverage(self) -> Coverage:
        return self.evidence.coverage

    def watcher(self, game: Game) -> Watcher:
        if id(game) not in self.watchers:
            self.watchers[id(game)] = Watcher(game, self.coverage, self.places.rows)
        return self.watchers[id(game)]

    def examples(self) -> None:
        """What the examples of the file set to work can matter, however rare it is."""

        def listen(state: State) -> None:
            watcher = self.watcher(state.game)
            self.coverage.mattered.update(watcher.at_work(state))
            if not state.is_over and not state._word("halted") and not state._raw[1]:
                self.coverage.mattered.update(watcher.offered(state, count=False))

        def asked(state: State, node: Node) -> None:
            self.coverage.mattered.update(self.watcher(state.game).asked(state, node))

        State.listener, Answers.listener = listen, asked
        try:
            check_examples(self.loader.rules, self.loader.example_game, Report())
        finally:
            State.listener, Answers.listener = None, None

    # -- one game

    def one(
        self,
        game: Game,
        setting: Setting,
        seed: int,
        choose: Choose,
        *,
        given: tuple[Shuffled, ...] = (),
        watched: bool,
        most: int | None = None,
    ) -> None:
        """Plays and counts one game; looks at the properties if it is `watched`."""
        watcher, coverage = self.watcher(game), self.coverage
        walk = Walk(game, seed, 0, given, won=bool(watcher.joins))
        coverage.games += 1
        state = walk.state
        leader: int | None = None
        dealer = 0
        try:
            for moment in walk.moments(choose):
                coverage.mattered.update(watcher.at_work(state))
                if watched:
                    _ = state._past
                else:
                    state._pending.clear()
                if leader is None:
                    leader, dealer = state._word("leader"), state._word("dealer")
                if moment == "trick_won":
                    coverage.mattered.update(watcher.joined(state))
                    continue
                if most is not None and len(walk.choices) > most:
                    break
                if moment == "decision":
                    coverage.mattered.update(watcher.offered(state))
                    self.count += 1
                if watched:
                    self.look(walk, moment, setting)
                    new = moment == "decision" and self.visited(state)
                    walk.keep = new or (self.count + 1) % 6 == 0
        except GameFault as fault:
            self.failed(game, setting, walk, None, Broken(fault_text(fault), fault.span))
            return
        except Endless:
            broken = Broken(f"the game goes on after {len(walk.choices):,} decisions", self.places.of("rounds"))
            self.failed(game, setting, walk, next(p for p in properties() if p.name == "endless"), broken)
            return
        coverage.rounds += state.round_no
        if watched:
            self.watched += 1
            self.compare(game, walk, setting)
        if most is None and choose.__qualname__.startswith("by_chance") and game is self.loader.usual:
            self.evidence.outcomes.append(self.outcome(state, leader or 0, dealer))

    def look(self, walk: Walk, moment: str, setting: Setting) -> None:
        for prop in properties():
            if prop.look is None or moment not in prop.moments:
                continue
            if moment == "decision" and self.count % prop.every and not (prop.after and walk.before is not None):
                continue
            for broken in prop.look(walk.scene(moment)):
                self.failed(walk.game, setting, walk, prop, broken)

    def visited(self, state: State) -> bool:
        """Counts a decision; whether its question has been asked few times yet, so that more is looked at after it."""
        question = (id(state.game), state._word("site"))
        self.visits[question] += 1
        return self.visits[question] <= FEW

    def compare(self, game: Game, walk: Walk, setting: Setting) -> None:
        for prop in properties():
            if prop.compare is None or (self.watched - 1) % prop.every:
                continue
            for broken in prop.compare(game, walk.play):
                self.failed(game, setting, walk, prop, broken)

    def failed(self, game: Game, setting: Setting, walk: Walk, prop: Property | None, broken: Broken) -> None:
        key = (prop.name if prop is not None else "fault", broken.span or broken.message)
        known = self.failures.get(key)
        if known is None or len(walk.choices) < len(known.play.choices):
            self.failures[key] = Failure(game, setting, walk.play, prop, broken)

    def outcome(self, state: State, leader: int, dealer: int) -> Outcome:
        game, rules = state.game, state.game.rules
        winners = state.winners
        sides = len({next((n for n, team in enumerate(game.teams) if seat in team), -1 - seat) for seat in winners})
        if not rules.end.by_team:
            sides = len(winners)
        until = rules.rounds.until
        cut = (
            until is not None
            and not state._word("outcome")
            and state.round_no >= rules.rounds.at_most
            and not game.program.query(until)(state._raw)
        )
        return Outcome(winners, sides, dealer, leader, bool(cut), state.round_no)

    # -- other processes

    def elsewhere(self, game: Game) -> None:
        """The same seeds in another process with another hash seed."""
        from tricktaker.checks.elsewhere import same_elsewhere

        message = same_elsewhere(self.path, game, self.seed)
        if message:
            self.report.error("seed-differs", message, None)

    # -- what is said

    def say(self) -> None:
        """The findings about the rules; none while games stop or few were played: much would seem not to happen."""
        if self.stops or self.interrupted:
            return
        for name in FINDINGS:
            module = import_module(f"tricktaker.checks.properties.{name}")
            for found in module.find(self.evidence):
                from tricktaker.diagnostics import Note

                self.report.warning(module.NAME, found.message, found.span, notes=[Note(text) for text in found.notes])

    @property
    def stops(self) -> bool:
        """Whether some game couldn't go on."""
        return any(failure.prop is None for failure in self.failures.values())

    def summary(self) -> Iterator[str]:
        coverage = self.coverage
        coverage.drop_uncounted()
        yield (
            f"{self.path}: {coverage.games:,} games in {self.budget.spent:.0f} s, {self.watched:,} of them watched for "
            f"{len(properties())} properties, {self.steered:,} steered to rules not seen; "
            f"{coverage.decisions:,} decisions"
        )
        if self.interrupted:
            yield f"{self.path}: stopped before the end; nothing is said of rules, options and seats"
        elif self.stops:
            yield f"{self.path}: nothing is said of rules, options and seats while games stop"
        at_work = len(coverage.points) - len(coverage.missing)
        settings = f"{self.evidence.settings} setting{'s' if self.evidence.settings != 1 else ''}"
        yield f"{self.path}: {at_work} of {len(coverage.points)} rules at work ({settings})"
        for key, point in sorted(coverage.points.items(), key=lambda item: (item[0][1:4], item[0])):
            if point.span is not None:
                label = f" `{point.label}`" if point.label else ""
                count = coverage.mattered[key]
                inherited = point.span.file != self.places.file
                times = f"{count:,}" if count else "never (only extended here)" if inherited else "never"
                yield f"  {point.span.file}:{point.span.line}: {point.kind}{label}: {times}"
