"""One idea: a bot is a function from what a seat sees to what it does."""

from __future__ import annotations

import random
from collections.abc import Callable

import tricktaker
from tricktaker import View

Bot = Callable[[View], int]


def cautious(view: View) -> int:
    """Plays its lowest card; anything else it is asked, it answers with the first thing it may say."""
    playable = {view.game.text(action): action for action in view.legal_actions}
    for card in sorted(view.hand, key=lambda card: card.index % 11):
        if f"play {card.name}" in playable:
            return playable[f"play {card.name}"]
    return view.legal_actions[0]


def careless(view: View) -> int:
    """Does anything."""
    return random.choice(view.legal_actions)


def play(bots: list[Bot], seed: int) -> tuple[float, ...]:
    """One game between bots; each is shown what its seat sees and no more."""
    state = tricktaker.load("fox").deal(seed=seed)
    while not state.is_over:
        seat = state.current_player
        assert seat is not None
        state.apply(bots[seat](state.view(seat)))
    return state.returns


if __name__ == "__main__":
    results = [play([cautious, careless], seed)[0] for seed in range(20)]
    print(f"the cautious bot won {results.count(1.0)} of {len(results)} games")
