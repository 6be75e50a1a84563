"""The same games in another process, under another hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tricktaker.game import Game

GAMES = 3
SCRIPT = """
import json, sys
sys.path[:0] = json.loads(sys.argv[1])
from tricktaker.checks.elsewhere import ends
from tricktaker.game.game import load_with
variant, players, options, seed = json.loads(sys.argv[2])
print(json.dumps(ends(load_with(variant, players, options), seed)))
"""


def ends(game: Game, seed: int) -> list[str]:
    """What a few games of chance come to, and on the way the order of everything that is listed."""
    from tricktaker.checks.trials import trace

    return [repr(list(trace(game, seed + number))) for number in range(GAMES)]


def same_elsewhere(variant: str, game: Game, seed: int) -> str | None:
    """What is different in another process, None if nothing is."""
    told = json.dumps([variant, game.players, game.options, seed])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(sys.path), told],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if done.returncode:
        return f"the game can't be played in another process: {done.stderr.strip().splitlines()[-1:]}"
    if json.loads(done.stdout) != ends(game, seed):
        return "the same seed gives another game in another process"
    return None
