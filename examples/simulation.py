"""One idea: many games, to see whether a rule is fair. Does it matter who sits where?"""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path
from statistics import mean

import tricktaker

games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
game = tricktaker.load(Path(__file__).with_name("low_tide.yaml"))
wins: Counter[int] = Counter()
points: list[list[int]] = []

for number in range(games):
    state = game.deal(seed=1, game=number)
    choices = random.Random(number)
    while not state.is_over:
        state.apply(choices.choice(state.legal_actions))
    points.append(list(state.scores))
    wins.update(state.winners)

for seat in range(game.players):
    print(f"seat {seat}: {wins[seat]} of {games} games won, {mean(score[seat] for score in points):.2f} points a game")
