"""`end:` leaves what it names, from however deep inside loops and choices it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

import tricktaker
from tricktaker.compiler.engines import engines_here
from tricktaker.game import Game
from tricktaker.simulate import simulate

HEAD = """\
tricktaker: 1
name: Jumps
players: 2
deck: {suits: [reds, blues], ranks: 1..6}
vars:
  score: {per: player, int: 0..99, lasts: game}
round:
  - shuffle: deck
  - deal: {to: hand, count: 5}
"""
TRICKS = """
  - tricks: {count: 5}
  - each: player
    do:
      - add: {score: 10 + tricks_won}
rounds: {count: 1}
"""
OVER_A_LOOP = """
  - if: deck.count(suit == reds) == 1
    then:
      - each: player
        do:
          - if: hand.count(suit == reds) > 2
            then:
              - end: round
"""


def made(folder: Path, text: str) -> Game:
    path = folder / "jumps.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return tricktaker.load(path)


@pytest.mark.parametrize("when", ["won", "lost", "taken", "played"])
def test_an_ability_may_end_the_tricks(tmp_path: Path, when: str) -> None:
    ability = f"abilities:\n  Last:\n    cards: rank == 1\n    text: x\n    when: {when}\n    do: [end: tricks]\n"
    game = made(tmp_path, TRICKS + ability)
    early = 0
    for number in range(40):
        state = game.deal(seed=86, game=number)
        for _ in range(10):
            if state.is_over:
                break
            state.apply(state.legal_actions[0])
        assert state.is_over, number
        tricks = sum(state.tricks_won)
        assert sum(state.scores) == 20 + tricks
        early += tricks < 5
    assert 0 < early < 40
    found = [simulate(game, games=300, engine=engine, seed=3) for engine in engines_here()]
    assert all(each.tally == found[0].tally for each in found)


def test_a_loop_without_decisions_may_end_the_round(tmp_path: Path) -> None:
    game = made(tmp_path, OVER_A_LOOP + TRICKS)
    none = 0
    for number in range(60):
        state = game.deal(seed=1, game=number)
        reds = [sum(card.suit == "reds" for card in state.zone("hand", seat)) for seat in range(2)]
        ends = sum(reds) == 5 and max(reds) > 2
        for _ in range(10):
            if state.is_over:
                break
            state.apply(state.legal_actions[0])
        assert state.is_over
        assert sum(state.scores) == (0 if ends else 25)
        none += ends
    assert 5 < none < 55
