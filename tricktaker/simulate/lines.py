"""A line a game: JSON objects or comma-separated values, in the order of the games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TextIO

from tricktaker.compiler.tally import Tally
from tricktaker.game import Game


class GameLines:
    """Writes the lines of games as they are finished. `game.deal(seed, number)` deals each of them again."""

    def __init__(self, game: Game, file: TextIO, *, csv: bool, seed: int) -> None:
        self.game = game
        self.file = file
        self.csv = csv
        self.seed = seed
        self.plan = Tally(game.rules, len(game.program.outcomes))
        if csv:
            seats = range(game.players)
            names = ["game", "seed", *(f"points_{seat}" for seat in seats), *(f"won_{seat}" for seat in seats)]
            names += [*(f"tricks_{seat}" for seat in seats)]
            file.write(",".join([*names, "rounds", "decisions", "forced", "dealer", "leader", "result"]) + "\n")

    def __call__(self, first: int, rows: Sequence[list[int]]) -> None:
        write = self._csv_line if self.csv else self._json_line
        self.file.write("".join(write(first + place, row) for place, row in enumerate(rows)))

    def _parts(self, row: list[int]) -> dict[str, Any]:
        at, players = self.plan.row, self.game.players
        mask = row[at["winners"]]
        leader = row[at["leader"]]
        return {
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
        return json.dumps({"game": number, "seed": self.seed, **self._parts(row)}, ensure_ascii=False) + "\n"

    def _csv_line(self, number: int, row: list[int]) -> str:
        parts = self._parts(row)
        won = [int(seat in parts["winners"]) for seat in range(self.game.players)]
        values = [number, self.seed, *parts["points"], *won, *parts["tricks"]]
        values += [parts[name] for name in ("rounds", "decisions", "forced", "dealer")]
        values.append("" if parts["leader"] is None else parts["leader"])
        result = parts["result"] or ""
        text = '"' + result.replace('"', '""') + '"' if any(char in result for char in ',"\n') else result
        return ",".join([*map(str, values), text]) + "\n"
