"""Random games, watched: do the invariants hold, does the game ever stop where it can't go on.

Each game has a seed of its own and is the one that `tricktaker run` tells with that seed and a random bot in every
seat, so that it can be seen again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tricktaker.compiler.moments import STOP_GAME, STOP_ROUND, STOP_TRICK_END
from tricktaker.diagnostics import Note, Report
from tricktaker.game import Game, GameFault, State
from tricktaker.game.game import bot_seed, seeds
from tricktaker.model import Invariant

MOST_MOVES = 100_000
"""Moves after which a game is given up."""

FAULT = 1
"""Where a state says that a question could not be answered."""

MOMENTS = {STOP_TRICK_END: "trick_end", STOP_ROUND: "round_end", STOP_GAME: "game_end"}
SPOKEN = {
    "decision": "when a seat has to decide",
    "trick_end": "at the end of a trick",
    "round_end": "at the end of a round",
    "game_end": "at the end of the game",
}


@dataclass(slots=True)
class Tally:
    """What came of the games so far."""

    games: int = 0
    moves: int = 0
    cut_short: int = 0
    """Games that `at_most` ended while `until` did not hold."""
    given_up: int = 0


@dataclass(slots=True)
class Watch:
    """Plays random games of one setting. `command` is what shows a game again, given its seed; `setting` says in
    words how the options differ from the usual ones.
    """

    game: Game
    report: Report
    tally: Tally
    command: Callable[[int], str]
    setting: str = ""
    _asked: dict[str, list[tuple[Invariant, Callable[..., object]]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for invariant in self.game.rules.invariants:
            self._asked.setdefault(invariant.at, []).append((invariant, self.game.program.query(invariant.that)))

    def play(self, seed: int) -> None:
        """One game, to its end, to a fault, or until an invariant is broken."""
        game = self.game
        raw = [0] * game.program.layout.size
        raw[game.at["seed_a"]], raw[game.at["seed_b"]] = seeds(seed, 0)
        raw[game.at["stop"]] = sum(stop for stop, name in MOMENTS.items() if name in self._asked or stop == STOP_GAME)
        state = State(game, raw)
        chances = [random.Random(bot_seed(seed, 0, seat)) for seat in range(game.players)]
        self.tally.games += 1
        moves = 0
        try:
            state._advance()
            while True:
                halted = state._word("halted")
                if halted:
                    if not self._holds(state, MOMENTS[halted], seed, moves):
                        return
                    if halted == STOP_GAME:
                        self._ended(state)
                        return
                    raw = state._raw
                    raw[game.at["halted"]] = 0
                    state._advance()
                    continue
                if not self._holds(state, "decision", seed, moves):
                    return
                if moves >= MOST_MOVES:
                    self.tally.given_up += 1
                    return
                state.apply(chances[state._word("actor")].choice(state.legal_actions))
                moves += 1
                self.tally.moves += 1
                state._pending.clear()
        except GameFault as fault:
            self.report.error(
                "fault",
                f"the game can't go on: {fault.message}",
                fault.span,
                help=f"`{self.command(seed)}` shows this game",
                notes=[Note(self._where(state, seed, moves)), *self._noted()],
            )

    def _holds(self, state: State, moment: str, seed: int, moves: int) -> bool:
        good = True
        for invariant, ask in self._asked.get(moment, ()):
            holds = ask(state._raw)
            fault, state._raw[FAULT] = state._raw[FAULT], 0
            if holds and not fault:
                continue
            found = f"`{invariant.rule}` does not hold {SPOKEN[moment]}"
            if fault:
                info = self.game.program.faults[fault - 1]
                found = f"`{invariant.rule}` can't be asked {SPOKEN[moment]}: {info.message}"
            good = False
            self.report.error(
                "broken-invariant",
                found,
                invariant.span,
                help=f"`{self.command(seed)}` shows this game",
                notes=[Note(self._where(state, seed, moves)), *self._noted()],
            )
        return good

    def _where(self, state: State, seed: int, moves: int) -> str:
        played = "1 move" if moves == 1 else f"{moves} moves"
        return f"in the game of seed {seed}, round {state.round_no}, trick {state.trick_no}, after {played}"

    def _noted(self) -> list[Note]:
        return [Note(f"with {self.setting}")] if self.setting else []

    def _ended(self, state: State) -> None:
        rounds = self.game.rules.rounds
        if rounds.until is None or state._word("outcome") or state.round_no < rounds.at_most:
            return
        if not self.game.program.query(rounds.until)(state._raw):
            self.tally.cut_short += 1
