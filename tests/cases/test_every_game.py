"""What holds at every decision of every game there is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.knowledge.worlds import VARIANTS
from tests.loaded import game_for


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_exactly_one_seat_is_asked_and_has_an_answer(path: Path) -> None:
    game = game_for(path, {})
    state, chance = game.deal(5), random.Random(5)
    for number in range(100):
        if state.is_over:
            break
        assert state.legal_actions and state.current_player in range(game.players)
        if number % 5 == 0:
            views = [state.view(seat) for seat in range(game.players)]
            assert [seat for seat, view in enumerate(views) if view.decision is not None] == [state.current_player]
            assert [seat for seat, view in enumerate(views) if view.legal_actions] == [state.current_player]
            assert {view.turn for view in (*views, state.view(None))} == {state.current_player}
        state.apply(chance.choice(state.legal_actions))


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_every_action_has_a_text_that_means_it_and_nothing_else(path: Path) -> None:
    game = game_for(path, {})
    texts = [game.text(action) for action in range(game.action_count)]
    assert len({text.casefold() for text in texts}) == len(texts)
    assert [game.action(text) for text in texts] == list(range(game.action_count))
