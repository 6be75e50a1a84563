"""The same game on both sides: the same deal, the same decisions, the legal moves and the results compared.

A game is a `Comparison`: which settings of OpenSpiel's game go with which variant and options, how a deal is carried
over, and how an action reads. `walk` plays one game at random on both sides at once. Card ids and the order of chance
are those of OpenSpiel 2.0.2 (each game's C++ source, under open_spiel/games).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pyspiel

import tricktaker
from tricktaker.game.deals import Shuffled
from tricktaker.game.game import seeds
from tricktaker.game.state import State

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "variants"
COPIES = Path(__file__).parent / "variants"
"""Deltas of shipped games with rules as OpenSpiel has them, where it departs from what people play."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Parameters of OpenSpiel's game, and the variant with options that is the same game."""

    theirs: Mapping[str, Any]
    variant: str
    ours: Mapping[str, Any]
    players: int | None = None
    round_no: int = 1
    """The round of our game that is compared: where rounds differ, a later one may be the one OpenSpiel plays."""
    chance: tuple[int, ...] = ()
    """What OpenSpiel's first chances must come to; the others are left to chance."""

    def __str__(self) -> str:
        theirs, ours = (", ".join(f"{k}={v}" for k, v in given.items()) for given in (self.theirs, self.ours))
        return f"{self.variant}({ours}) in round {self.round_no} beside OpenSpiel's ({theirs})"


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the two sides part, with all that it takes to see it again."""

    setting: Setting
    seed: int
    history: tuple[int, ...]
    what: str

    def __str__(self) -> str:
        return f"{self.setting}, game {self.seed}, history {list(self.history)}: {self.what}"


class Comparison(ABC):
    """What is particular about one game."""

    name: str
    """OpenSpiel's short name."""

    @abstractmethod
    def settings(self) -> Sequence[Setting]:
        """All that are compared; games are shared out among them evenly."""

    @abstractmethod
    def dealer(self, dealt: Sequence[int], setting: Setting) -> int:
        """Who deals in our game, by OpenSpiel's history up to the first decision or its parameters."""

    @abstractmethod
    def deck(self, dealt: Sequence[int], dealer: int) -> list[str]:
        """Our deck from the top down, as card names, so that each seat gets the cards it has in OpenSpiel."""

    @abstractmethod
    def answers(self, ours: State) -> dict[int, tuple[int, ...]]:
        """The legal actions of OpenSpiel by our state, each with our actions that do the same, one after another."""

    def choose(self, legal: Sequence[int], rng: random.Random) -> int:
        """What is played on both sides; of itself, any legal action is as likely as any other."""
        return rng.choice(legal)

    def returns(self, ours: State, setting: Setting) -> Sequence[float]:
        """What the game is worth to each seat in OpenSpiel, by our state; of itself, the points."""
        if len(ours.scores) == ours.game.players:
            return ours.scores
        return [ours.scores[team] for seat in range(ours.game.players) for team in team_of(ours.game, seat)]

    def start(self, ours: tricktaker.Game, dealt: Sequence[int], setting: Setting) -> State:
        """The setting's round of our game with OpenSpiel's deal, as if it were the first one."""
        dealer = self.dealer(dealt, setting)
        numbers = {card.name: card.index for card in ours.cards}
        deck = tuple(numbers[name] for name in self.deck(dealt, dealer))
        raw = [0] * ours.program.layout.size
        raw[ours.at["seed_a"]], raw[ours.at["seed_b"]] = seeds(0, game_with_dealer(ours, dealer))
        raw[ours.at["round_no"]] = setting.round_no - 1
        state = State(ours, raw, [Shuffled(0, ours.rules.deck_zones[0], None, deck)])
        state._advance()
        return state


def names(ranks: str, suits: str, *, by_suit: bool = False) -> list[str]:
    """The names of our cards by OpenSpiel's number: rank by rank, or suit by suit."""
    if by_suit:
        return [f"{rank} of {suit}" for suit in suits.split() for rank in ranks.split()]
    return [f"{rank} of {suit}" for rank in ranks.split() for suit in suits.split()]


def team_of(game: tricktaker.Game, seat: int) -> list[int]:
    """The number of a seat's team."""
    return [number for number, team in enumerate(game.teams) if seat in team]


def as_dealt(hands: Sequence[Sequence[str]], dealer: int) -> list[str]:
    """Hands of one size as the deck from which `deal` makes them: a card at a time, left of the dealer first."""
    return [
        hands[(dealer + 1 + turn) % len(hands)][card] for card in range(len(hands[0])) for turn in range(len(hands))
    ]


@cache
def game_with_dealer(game: tricktaker.Game, dealer: int) -> int:
    """The number of a game (of seed 0) in which this seat is drawn to deal first."""
    return next(number for number in range(1000) if game.deal(0, number).first_dealer in (dealer, None))


@cache
def their_game(name: str, given: tuple[tuple[str, Any], ...]) -> Any:
    return pyspiel.load_game(name, dict(given))


@cache
def our_game(variant: str, players: int | None, options: tuple[tuple[str, Any], ...]) -> tricktaker.Game:
    copy = COPIES / f"{variant}.yaml"
    return tricktaker.load(copy if copy.exists() else SHIPPED / f"{variant}.yaml", players, **dict(options))


def walk(comparison: Comparison, setting: Setting, seed: int) -> Difference | None:
    """One random game on both sides; the first thing that differs, or None."""
    rng = random.Random(f"{setting} {seed}")
    theirs = their_game(comparison.name, tuple(setting.theirs.items())).new_initial_state()
    game = our_game(setting.variant, setting.players, tuple(setting.ours.items()))
    while theirs.is_chance_node():
        even = [action for action, _ in theirs.chance_outcomes()]
        decided = len(theirs.history())
        theirs.apply_action(setting.chance[decided] if decided < len(setting.chance) else rng.choice(even))

    def differs(what: str) -> Difference:
        return Difference(setting, seed, tuple(theirs.history()), what)

    ours = comparison.start(game, theirs.history(), setting)
    while not theirs.is_terminal():
        if ours.is_over or ours.round_no > setting.round_no:
            return differs("our round is over, theirs is not")
        if ours.current_player != theirs.current_player():
            return differs(f"seat {ours.current_player} decides, theirs {theirs.current_player()}")
        answers = comparison.answers(ours)
        legal = theirs.legal_actions()
        if sorted(answers) != legal:
            more = [theirs.action_to_string(action) for action in sorted(set(answers) - set(legal))]
            less = [theirs.action_to_string(action) for action in legal if action not in answers]
            return differs(f"legal is {more} more, {less} less than there")
        action = comparison.choose(legal, rng)
        theirs.apply_action(action)
        for step in answers[action]:
            ours.apply(step)
    if not (ours.is_over or ours.round_no > setting.round_no):
        return differs("their round is over, ours is not")
    worth = list(comparison.returns(ours, setting))
    if worth != theirs.returns():
        return differs(f"worth {worth}, theirs {theirs.returns()}")
    return None


def differences(comparison: Comparison, games: int) -> Iterator[Difference]:
    """The differences in so many games, shared out among the settings."""
    settings = comparison.settings()
    for number in range(games):
        found = walk(comparison, settings[number % len(settings)], number // len(settings))
        if found is not None:
            yield found
