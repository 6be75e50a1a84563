"""Games to keep and to replay."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import tricktaker
from tests.loaded import game_for
from tricktaker.records import Record, Recorder, load_record, record_of

ROOT = Path(__file__).resolve().parents[2]
VARIANTS = [*sorted((ROOT / "variants").glob("*.yaml")), *sorted((ROOT / "tests" / "variants").glob("*.yaml"))]


def load(name: str) -> tricktaker.Game:
    folder = ROOT / "variants" if (ROOT / "variants" / f"{name}.yaml").is_file() else ROOT / "tests" / "variants"
    return game_for(folder / f"{name}.yaml", {})


def by_chance(game: tricktaker.Game, seed: int, most: int = 5000) -> tricktaker.State:
    """A game by chance, to its end or for so many decisions."""
    state, chance = game.deal(seed), random.Random(seed)
    for _ in range(most):
        if state.is_over:
            break
        state.apply(chance.choice(state.legal_actions))
    return state


def kept(path: Path, game: tricktaker.Game, seed: int, most: int = 5000) -> tricktaker.State:
    """A game by chance, kept in a file as it is played."""
    state, chance = game.deal(seed), random.Random(seed)
    recorder = Recorder(path, game, state, ["random"] * game.players, seed)
    for _ in range(most):
        if state.is_over:
            break
        seat, action = state.current_player, chance.choice(state.legal_actions)
        assert seat is not None
        state.apply(action)
        recorder.decided(state, seat, action)
    if state.is_over:
        recorder.finished(state)
    recorder.close()
    return state


def record_for(game: tricktaker.Game, seed: int = 1, most: int = 5000) -> Record:
    return record_of(by_chance(game, seed, most), ["random"] * game.players, seed)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def edited(path: Path, line: int, **changes: Any) -> Record:
    """The record in a file with some fields of one line (from 1) changed; None takes a field away."""
    texts = path.read_text(encoding="utf-8").splitlines()
    facts = json.loads(texts[line - 1])
    for name, value in changes.items():
        if value is None:
            del facts[name]
        else:
            facts[name] = value
    texts[line - 1] = json.dumps(facts, ensure_ascii=False)
    copy = path.with_name(f"edited-{path.name}")
    copy.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return load_record(copy)
