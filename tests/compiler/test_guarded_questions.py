"""What stands behind a condition is asked only if the condition holds, also where cards are looked up in tables."""

from __future__ import annotations

from pathlib import Path

import tricktaker

GUARDED = """
tricktaker: 1
name: Guarded
players: 3
deck:
  blocks:
    - {suits: [red, blue], ranks: 1..6}
    - {special: stand_in}
zones:
  turned: {see: everyone}
vars:
  score: {per: player, int: 0..60}
tables:
  value: {red: 1, blue: 2}
define:
  card.group: if special == stand_in then turned.top.suit else suit
round:
  - shuffle: deck
  - move: {cards: cards.where(special == stand_in), to: turned}
  - move: {from: turned, to: deck, at: bottom}
  - deal: {to: hand, count: 4}
  - tricks: {count: 4}
  - each: player
    do:
      - add: {score: won.where(special == none).sum(value(group))}
rounds: {count: 1}
"""


def test_a_guarded_question_is_not_asked_for_others(tmp_path: Path) -> None:
    path = tmp_path / "guarded.yaml"
    path.write_text(GUARDED)
    game = tricktaker.load(path)
    state = game.deal(1)
    while not state.is_over:
        state.apply(state.legal_actions[0])
    assert sum(state.scores) == 18
