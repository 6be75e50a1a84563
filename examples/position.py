"""One idea: set up a position and ask what the rules say about it."""

from __future__ import annotations

import tricktaker

game = tricktaker.load("fox")
state = game.position(zones={"decree": ["6m"]}, trick=["11k"], hands={1: ["1k", "4k", "8k", "5m"]})

print("may be played:", ", ".join(game.text(action) for action in state.legal_actions))

refusal = state.refusal(game.action("play 4 of keys"))
print("the 4 is refused by", refusal.rule, "in favour of", " and ".join(card.name for card in refusal.because))
