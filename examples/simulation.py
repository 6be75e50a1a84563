"""One idea: many games, to see whether a rule is fair. Does it matter who sits where?"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from statistics import mean

import tricktaker
from tricktaker.bots import play

games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
game = tricktaker.load(Path(__file__).with_name("low_tide.yaml"))
wins: Counter[int] = Counter()
points: list[list[int]] = []

for number in range(games):
    end = play(game, ["random"] * game.players, seed=1, number=number)
    points.append(list(end.scores))
    wins.update(end.winners)

for seat in range(game.players):
    print(f"seat {seat}: {wins[seat]} of {games} games won, {mean(score[seat] for score in points):.2f} points a game")
