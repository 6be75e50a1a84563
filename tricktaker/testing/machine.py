"""A game as a rule-based state machine: hypothesis decides what is done next, and shrinks what goes wrong."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tricktaker.checks.properties.catalogue import properties
from tricktaker.checks.properties.property import Scene
from tricktaker.diagnostics import Severity
from tricktaker.game import Game, IllegalAction, State
from tricktaker.testing.strategies import deals


def state_machine(game: Game) -> type[RuleBasedStateMachine]:
    """A machine that plays `game`: actions, refused actions, copies that go their own way; all properties hold.

    `TestMyGame = state_machine(GAME).TestCase`. Subclass it to add rules and invariants of your own; the game
    is `self.state`.
    """

    class GameMachine(RuleBasedStateMachine):
        state: State
        before: State | None
        action: int

        @initialize(start=deals(game))
        def start(self, start: State) -> None:
            self.state, self.before, self.action = start, None, -1

        @precondition(lambda self: not self.state.is_over)
        @rule(place=st.integers(0, 40))
        def act(self, place: int) -> None:
            """Somebody decides."""
            legal = self.state.legal_actions
            self.before, self.action = self.state.copy(), legal[place % len(legal)]
            self.state.apply(self.action)

        @precondition(lambda self: not self.state.is_over)
        @rule(action=st.integers(-1, game.action_count))
        def refuse(self, action: int) -> None:
            """What isn't legal is refused."""
            if action in self.state.legal_actions:
                return
            before = self.state.fingerprint
            try:
                self.state.apply(action)
            except IllegalAction:
                assert self.state.fingerprint == before
            else:
                raise AssertionError(f"action {action} is not legal and was not refused")

        @rule()
        def copy(self) -> None:
            """The game goes on with a copy of itself."""
            self.state = self.state.copy()

        @invariant()
        def holds(self) -> None:
            """Every property that is looked at when a seat decides, or when the game is over."""
            state: Any = getattr(self, "state", None)
            if state is None:
                return
            moment = "game_end" if state.is_over else "decision"
            scene = Scene(state, moment, self.before, self.action)
            for prop in properties():
                if prop.look is not None and moment in prop.moments and prop.severity is Severity.ERROR:
                    for broken in prop.look(scene):
                        raise AssertionError(f"{prop.name}: {broken.message}")

    GameMachine.__name__ = f"GameMachine_{game.id}"
    return GameMachine
