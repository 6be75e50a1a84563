"""Other settings of one variant: loaded once each, and played against the usual one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tricktaker.checks.document import Places
from tricktaker.checks.evidence import Trial
from tricktaker.checks.policies import by_chance
from tricktaker.checks.properties.property import with_short_memory
from tricktaker.checks.settings import PLAYERS, Plan, Setting
from tricktaker.diagnostics import Report, VariantError
from tricktaker.game import Game, GameFault
from tricktaker.loading.load import read_document
from tricktaker.loading.options import Value
from tricktaker.loading.variant import read_rules
from tricktaker.model import Rules

TRIES = 20
"""Games in which an option's value may show itself."""
MOST_DECISIONS = 5000


class Loader:
    """The games of one file, one for each setting. Raises VariantError and BadOption."""

    def __init__(self, variant: str | Path, options: Mapping[str, Value], players: int | None) -> None:
        report = Report()
        doc = read_document(variant, report)
        rules = None if doc is None else read_rules(doc, str(variant), report, players=players, options=dict(options))
        report.raise_if_errors()
        assert doc is not None and rules is not None
        self.variant, self.doc = str(variant), doc
        self.rules: Rules = rules
        self.fixed = frozenset(options) | (frozenset((PLAYERS,)) if players is not None else frozenset())
        self.usual = Game(rules)
        chosen = {PLAYERS: rules.players, **{option.name: option.chosen for option in rules.options}}
        self.known: dict[tuple[tuple[str, Value], ...], Game] = {tuple(sorted(chosen.items())): self.usual}

    @classmethod
    def of(cls, variant: str | Path) -> Loader:
        """A file as it is by itself. Raises VariantError."""
        return cls(variant, {}, None)

    def example_game(self, given: Setting) -> Game:
        """The game that an example asks for; what it doesn't name is as usual."""
        usual = {PLAYERS: self.rules.players, **{option.name: option.default for option in self.rules.options}}
        return self.load({**usual, **given})

    def load(self, setting: Setting) -> Game:
        """The game of a setting. Raises VariantError."""
        key = tuple(sorted(setting.items()))
        if key not in self.known:
            report = Report()
            players = setting.get(PLAYERS)
            options = {name: value for name, value in setting.items() if name != PLAYERS}
            number = players if isinstance(players, int) else None
            rules = read_rules(self.doc, self.variant, report, players=number, options=options)
            report.raise_if_errors()
            assert rules is not None
            self.known[key] = Game(rules)
        return self.known[key]


def trace(game: Game, seed: int) -> Iterator[object]:
    """What can be seen of one game of chance, decision by decision."""
    choose = by_chance(game, seed)
    state = game.deal(seed)
    for number in range(MOST_DECISIONS):
        if state.is_over:
            break
        legal = state.legal_actions
        yield state.current_player, tuple(game.text(action) for action in legal), tuple(state.scores)
        if number % 10 == 9 and number < 200:
            view = with_short_memory(state).view(state.current_player).to_json()
            yield view["zones"], view["vars"]
        try:
            state.apply(legal[choose(state) % len(legal)])
        except GameFault as fault:
            yield fault.message
            return
    yield state.is_over, tuple(state.scores), state.winners, state.result, state.returns


def differ(one: Game, two: Game, seed: int) -> bool:
    """Whether the game of a seed goes differently in two settings."""
    left, right = trace(one, seed), trace(two, seed)
    for mine in left:
        if mine != next(right, None):
            return True
    return next(right, None) is not None


def try_options(plan: Plan, loader: Loader, places: Places, more_time: Callable[[], bool]) -> Iterator[Trial]:
    """Each value of each option against the usual one."""
    for axis in plan.axes:
        if axis.name == PLAYERS:
            continue
        for value in axis.values[1:]:
            games = 0
            found = tired = False
            for setting in (plan.usual, *(one for one in plan.together if one[axis.name] == value)):
                tired = tired or not more_time()
                if found or tired:
                    break
                try:
                    one = loader.load({**setting, axis.name: axis.values[0]})
                    two = loader.load({**setting, axis.name: value})
                except VariantError:
                    continue
                for seed in range(TRIES):
                    games += 1
                    if differ(one, two, seed):
                        found = True
                        break
            if tired and not found:
                continue  # not all was tried: nothing can be said
            if found or games:
                word = str(value).lower() if isinstance(value, bool) else str(value)
                yield Trial(axis.name, word, games, found, places.of("options", axis.name))
