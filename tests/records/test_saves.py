"""Saves of every release still load and replay, or say which version they are of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tricktaker
from tests.records.games import ROOT
from tricktaker.records import Recorder, RecordError, load_record

SAVES = sorted((ROOT / "tests" / "saves").glob("*/*.jsonl"))
TRICKS = {
    "0.1.0/cucumber": 77,
    "0.1.0/duet": 11,
    "0.1.0/fox": 39,
    "0.1.0/fox-going-on": 11,
}


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_each_kind_of_game_is_saved_by_this_version() -> None:
    saved = {name_of(path) for path in SAVES}
    assert {f"{tricktaker.__version__}/{name}" for name in ("fox", "duet", "cucumber", "fox-going-on")} <= saved
    assert saved == set(TRICKS)


@pytest.mark.parametrize("path", SAVES, ids=name_of)
def test_a_save_replays_to_its_tricks_or_names_its_version(path: Path) -> None:
    version = path.parent.name
    try:
        record = load_record(path)
        game = tricktaker.load(record.variant, players=len(record.players), **record.options)
        state = game.replay(record)
    except (RecordError, tricktaker.VariantError) as refusal:
        assert version != tricktaker.__version__, f"a save of this very version: {refusal}"
        assert re.search(rf"version {re.escape(version)}", str(refusal))
        return
    assert Path(record.variant).parent == path.parent, "by the rules that lie beside it"
    assert len(state.tricks_ended) == TRICKS[name_of(path)]
    assert state.is_over == record.finished


def test_an_old_game_can_be_gone_on_with(tmp_path: Path) -> None:
    for path in SAVES:
        if path.stem.endswith("-going-on") and path.parent.name == tricktaker.__version__:
            for file in (path, path.with_name("fox.yaml")):
                (tmp_path / file.name).write_bytes(file.read_bytes())
            record = load_record(tmp_path / path.name)
            game = tricktaker.load(record.variant, players=len(record.players), **record.options)
            state = game.replay(record)
            recorder = Recorder.resume(tmp_path / path.name, record, game, state)
            while not state.is_over:
                seat, action = state.current_player, state.legal_actions[0]
                assert seat is not None
                state.apply(action)
                recorder.decided(state, seat, action)
            recorder.finished(state)
            assert game.replay(load_record(tmp_path / path.name)).scores == state.scores
