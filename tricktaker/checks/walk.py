"""Walks through games: whole ones by any way of choosing, known ones again.

`Walk` plays a game and halts at every moment at which there is something to look at. Nothing here decides what
is right: that is what properties are for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from tricktaker.checks.properties.property import Broken, Playthrough, Property, Scene
from tricktaker.compiler.moments import STOP_GAME, STOP_ROUND, STOP_TRICK_END, STOP_WON
from tricktaker.diagnostics import Span
from tricktaker.game import Game, GameFault, State
from tricktaker.game.deals import Shuffled
from tricktaker.game.game import seeds

MOST_MOVES = 100_000
"""Decisions after which a game counts as endless."""

MOMENTS = {STOP_TRICK_END: "trick_end", STOP_ROUND: "round_end", STOP_GAME: "game_end", STOP_WON: "trick_won"}

Choose = Callable[[State], int]
"""A way of choosing: the place of an action in the list of legal ones."""


class Endless(Exception):
    """More decisions than any game has."""


class Walk:
    """One game on its way. `choices` are the decisions so far, so that it can be played again."""

    def __init__(
        self, game: Game, seed: int = 0, number: int = 0, given: Sequence[Shuffled] = (), *, won: bool = False
    ) -> None:
        self.game = game
        self.start = Playthrough(seed, number, tuple(given))
        raw = [0] * game.program.layout.size
        raw[game.at["seed_a"]], raw[game.at["seed_b"]] = seeds(seed, number)
        raw[game.at["stop"]] = STOP_TRICK_END | STOP_ROUND | STOP_GAME | (STOP_WON if won else 0)
        self.state = State(game, raw, given)
        self.choices: list[int] = []
        self.before: State | None = None
        self.keep = False
        """Whether `before` is to be kept at the next decision."""
        self.action = -1
        self.trick_over: list[int] | None = None

    @property
    def play(self) -> Playthrough:
        """The game so far as one that can be played again."""
        return Playthrough(self.start.seed, self.start.number, self.start.given, tuple(self.choices))

    def moments(self, choose: Choose) -> Iterator[str]:
        """Plays on; yields at every halt, decisions before they are made. Raises GameFault and Endless."""
        state, at = self.state, self.game.at
        state._advance()
        while True:
            halted = state._raw[at["halted"]]
            if halted:
                if halted == STOP_TRICK_END:
                    self.trick_over = list(state._raw)
                yield MOMENTS[halted]
                if halted == STOP_GAME:
                    return
                state._raw[at["halted"]] = 0
                state._advance()
                continue
            self.trick_over = None
            yield "decision"
            if len(self.choices) >= MOST_MOVES:
                raise Endless
            choice = choose(state)
            legal = state.legal_actions
            if not legal:
                return
            self.choices.append(choice % len(legal))
            self.action = legal[choice % len(legal)]
            self.before = state.copy() if self.keep else None
            state.apply(self.action)

    def scene(self, moment: str) -> Scene:
        """What properties look at; chance in it depends on the place in the game alone."""
        chance = random.Random(f"{self.start.seed} {self.start.number} {len(self.choices)} {moment}")
        return Scene(self.state, moment, self.before, self.action, chance, self.trick_over)


class Done(Exception):
    """No more choices are given."""


def from_list(choices: Sequence[int]) -> Choose:
    """The way of choosing that a list says; at its end it raises Done."""
    left = iter(choices)

    def choose(state: State) -> int:
        try:
            return next(left)
        except StopIteration:
            raise Done from None

    return choose


def played(game: Game, play: Playthrough) -> State:
    """The state to which a game comes that is played again. Raises GameFault."""
    state = State.start(game, play.seed, play.number, play.given)
    for choice in play.choices:
        if state.is_over or not state.legal_actions:
            break
        legal = state.legal_actions
        state.apply(legal[choice % len(legal)])
    return state


def fault_text(fault: GameFault) -> str:
    return f"the game can't go on: {fault.message}"


def first_broken(game: Game, play: Playthrough, prop: Property | None) -> tuple[Playthrough, Broken] | None:
    """Plays a game again until `prop` is broken (None: until it stops with a fault), with the game up to there."""
    walk = Walk(game, play.seed, play.number, play.given)
    walk.keep = True
    try:
        for moment in walk.moments(from_list(play.choices)):
            if prop is not None and prop.look is not None and moment in prop.moments:
                for broken in prop.look(walk.scene(moment)):
                    return walk.play, broken
    except Done:
        pass
    except Endless:
        return (walk.play, Broken("the game goes on and on")) if prop is not None and prop.name == "endless" else None
    except GameFault as fault:
        return (walk.play, Broken(fault_text(fault), fault.span)) if prop is None else None
    if prop is not None and prop.compare is not None:
        for broken in prop.compare(game, walk.play):
            return walk.play, broken
    return None


def last_step(state: State) -> Span | None:
    """The step that ran last before the state came to where it is."""
    from tricktaker.compiler.moments import EV_STEP

    steps = [entry[1] for entry in state._trace if entry[0] == EV_STEP]
    return state.game.program.steps[steps[-1]] if steps else None
