"""One idea: keep a played game as a file, and look at it again at any decision."""

from __future__ import annotations

import tempfile
from pathlib import Path

import tricktaker
from tricktaker.bots import play
from tricktaker.records import load_record, record_of, write_record

game = tricktaker.load("fox")
bots = ["greedy", "random"]
end = play(game, bots, seed=5)

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "game.jsonl"
    write_record(file, record_of(end, bots, seed=5))

    record = load_record(file)
    print(f"{len(record.moves)} decisions, first `{record.moves[0].action}` by seat {record.moves[0].seat}")

    early = game.replay(record, step=10)
    print(f"after ten of them seat 0 holds {', '.join(card.name for card in early.view(0).hand)}")

    again = game.replay(record)
    print(f"and it ends {again.scores}, as it did: {again.scores == end.scores}")
