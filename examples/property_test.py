"""One idea: a property of a rule set, tried on games that hypothesis makes up and shrinks. Run it with pytest."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import tricktaker
from tricktaker import State

GAME = tricktaker.load(Path(__file__).with_name("ability.yaml"))


@st.composite
def states(draw: st.DrawFn) -> State:
    """Any position of a game: some deal, after some decisions."""
    state = GAME.deal(seed=draw(st.integers(0, 2**31)))
    for choice in draw(st.lists(st.integers(0, 1000), max_size=60)):
        if state.is_over:
            break
        state.apply(state.legal_actions[choice % len(state.legal_actions)])
    return state


@settings(max_examples=50, deadline=None)
@given(states())
def test_stealing_changes_no_hand_size_for_good(state: State) -> None:
    """Whoever is stolen from gets a card back: before a lead all hands are of one size."""
    view = state.view(None)
    if not view.trick and state.decision is not None and state.decision.kind == "play":
        assert len({zone.size for zone in view.zones["hand"]}) == 1


@settings(max_examples=50, deadline=None)
@given(states())
def test_what_a_seat_knows_is_true(state: State) -> None:
    """Whoever is stolen from has seen what went away. Such a card is known to lie in that hand, and does."""
    for seat in range(GAME.players):
        for zone in state.view(seat).zones["hand"]:
            assert zone.owner is not None
            held = state.view(zone.owner).hand
            assert all(card in held for card in zone.cards if card is not None)
