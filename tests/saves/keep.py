"""Saves a game of each kind for this version: `python -m tests.saves.keep`, once a release.

Beside each record lies its rule file as it was, without what the fingerprint leaves out, so that changes to the
shipped rules don't touch the save.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import tricktaker
from tricktaker.records import Recorder, load_record

HERE = Path(__file__).parent
SHIPPED = HERE.parents[1] / "variants"
GAMES = {"fox": {"target": 16}, "duet": {}, "cucumber": {"lives": 3}}


def rules_only(text: str) -> str:
    """A rule file without its examples and invariants."""
    lines: list[str] = []
    leaving_out = False
    for line in text.splitlines():
        if line and not line.startswith((" ", "#")):
            leaving_out = line.startswith(("examples:", "invariants:"))
        if not leaving_out and not line.startswith("# yaml-language-server"):
            lines.append(line)
    return "\n".join(lines).strip() + "\n"


def keep(name: str, options: dict[str, int], folder: Path, *, most: int | None = None) -> None:
    """Plays by chance, to the end or for `most` decisions."""
    rules = folder / f"{name}.yaml"
    rules.write_text(rules_only((SHIPPED / f"{name}.yaml").read_text(encoding="utf-8")), encoding="utf-8")
    game = tricktaker.load(rules, **options)
    path = folder / f"{name}{'' if most is None else '-going-on'}.jsonl"
    path.unlink(missing_ok=True)
    state, chance = game.deal(7), random.Random(7)
    recorder = Recorder(path, game, state, ["you", *["random"] * (game.players - 1)], 7)
    while not state.is_over and (most is None or len(state.decisions) < most):
        seat, action = state.current_player, chance.choice(state.legal_actions)
        assert seat is not None
        state.apply(action)
        recorder.decided(state, seat, action)
    if state.is_over:
        recorder.finished(state)
    recorder.close()
    # the rules are found beside the record, wherever both are
    text = path.read_text(encoding="utf-8")
    where = load_record(path).path
    assert where is not None
    path.write_text(text.replace(where, rules.name, 1), encoding="utf-8")


def main() -> None:
    """All saves of this version."""
    folder = HERE / tricktaker.__version__
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, options in GAMES.items():
        keep(name, options, folder)
    keep("fox", GAMES["fox"], folder, most=25)


if __name__ == "__main__":
    main()
