"""One idea: load a game, play it to its end, look at the result."""

from __future__ import annotations

import tricktaker

game = tricktaker.load("fox", target=16)
state = game.deal(seed=7)

while not state.is_over:
    seat = state.current_player
    action = state.legal_actions[0]
    print(f"seat {seat}: {game.text(action)}")
    state.apply(action)

print(f"scores {state.scores}, won by {', '.join(f'seat {seat}' for seat in state.winners)}")
