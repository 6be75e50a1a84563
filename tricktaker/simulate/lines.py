"""A line a game: JSON objects or comma-separated values, in the order of the games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TextIO

from tricktaker.compiler.tally import Tally
from tricktaker.game import Game
from tricktaker.simulate.table import seating


class GameLines:
    """Writes the lines of games as they are finished. `game.deal(seed, number)` deals each of them again.

    `seed`, `game` (the number) and `player_0` … or `players` of a line are all that the game depends on; in paired
    games the same number comes once for each way the players sit.
    """

    def __init__(
        self, game: Game, file: TextIO, *, csv: bool, seed: int, players: Sequence[str], paired: bool = False
    ) -> None:
        self.game = game
        self.file = file
        self.csv = csv
        self.seed = seed
        self.players = tuple(players)
        self.paired = paired
        self.plan = Tally(game.rules, len(game.program.outcomes))
        if csv:
            seats = range(game.players)
            names = ["game", "seed"]
            names += [f"{name}_{seat}" for name in ("player", "points", "won", "tricks") for seat in seats]
            file.write(",".join([*names, "rounds", "decisions", "forced", "dealer", "leader", "result"]) + "\n")

    def __call__(self, first: int, rows: Sequence[list[int]]) -> None:
        write = self._csv_line if self.csv else self._json_line
        self.file.write("".join(write(first + place, row) for place, row in enumerate(rows)))

    def _parts(self, number: int, row: list[int]) -> dict[str, Any]:
        at, players = self.plan.row, self.game.players
        mask = row[at["winners"]]
        leader = row[at["leader"]]
        deal, places = seating(number, players, self.paired)
        return {
            "game": deal,
            "seed": self.seed,
            "players": [self.players[place] for place in places],
            "points": row[at["points"] : at["points"] + players],
            "winners": [seat for seat in range(players) if mask >> seat & 1],
            "tricks": row[at["tricks"] : at["tricks"] + players],
            "rounds": row[at["rounds"]],
            "decisions": row[at["decisions"]],
            "forced": row[at["forced"]],
            "dealer": row[at["dealer"]],
            "leader": leader if leader >= 0 else None,
            "result": self.game.result_text(row[at["outcome"]]),
        }

    def _json_line(self, number: int, row: list[int]) -> str:
        return json.dumps(self._parts(number, row), ensure_ascii=False) + "\n"

    def _csv_line(self, number: int, row: list[int]) -> str:
        parts = self._parts(number, row)
        won = [int(seat in parts["winners"]) for seat in range(self.game.players)]
        values = [parts["game"], parts["seed"], *parts["players"], *parts["points"], *won, *parts["tricks"]]
        values += [parts[name] for name in ("rounds", "decisions", "forced", "dealer")]
        values.append("" if parts["leader"] is None else parts["leader"])
        result = parts["result"] or ""
        text = '"' + result.replace('"', '""') + '"' if any(char in result for char in ',"\n') else result
        return ",".join([*map(str, values), text]) + "\n"
