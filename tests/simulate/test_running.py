"""The same games and the same bytes, however the work is shared."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import tricktaker
from tricktaker.compiler import cache
from tricktaker.compiler.engines import Engine
from tricktaker.compiler.native import available
from tricktaker.game.game import keys
from tricktaker.simulate import Comparison, SimulationFault, simulate
from tricktaker.simulate.running import chosen_engine, seated

ROOT = Path(__file__).parents[2]
needs_numba = pytest.mark.skipif(not available(), reason="numba isn't installed")


def command(*given: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tricktaker", "simulate", *given],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_two_jobs_print_the_same_bytes(tmp_path: Path) -> None:
    said = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.jsonl"
        done = command("fox", "-n", "600", "--seed", "7", "--jobs", jobs, "--engine", "python", "--out", str(out),
                       folder=tmp_path)  # fmt: skip
        assert done.returncode == 0, done.stderr
        said.append((done.stdout, out.read_bytes()))
    assert said[0] == said[1]


@needs_numba
def test_both_engines_print_the_same_bytes(tmp_path: Path) -> None:
    said = []
    for engine in ("python", "numba"):
        out = tmp_path / f"{engine}.csv"
        done = command("fox", "-n", "300", "--seed", "7", "--engine", engine, "--out", str(out), folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert engine in done.stderr
        said.append((done.stdout, out.read_bytes()))
    assert said[0] == said[1]


def test_the_first_fifty_of_two_hundred(tmp_path: Path) -> None:
    lines = []
    for games in ("200", "50"):
        out = tmp_path / f"{games}.jsonl"
        assert command("fox", "-n", games, "--seed", "7", "--out", str(out), folder=tmp_path).returncode == 0
        lines.append(out.read_text().splitlines())
    assert lines[0][:50] == lines[1]
    game = tricktaker.load("fox")
    for line in map(json.loads, lines[1][:5]):
        assert game.deal(line["seed"], line["game"]).dealer == line["dealer"]


def test_other_players_have_the_same_deals() -> None:
    game = tricktaker.load("fox")
    rows: list[list[list[int]]] = []
    for players in (["random", "random"], ["greedy", "random"]):
        found: list[list[int]] = []
        simulate(game, players, games=20, seed=7, on_rows=lambda _, more, found=found: found.extend(more))  # type: ignore[misc]
        rows.append(found)
    plan = Engine(game.program, False).tally
    assert [row[plan.row["dealer"]] for row in rows[0]] == [row[plan.row["dealer"]] for row in rows[1]]


def test_any_executor_will_do() -> None:
    game = tricktaker.load("fox")
    plain = simulate(game, games=700, seed=2, engine="python")
    with ThreadPoolExecutor(3) as executor:
        assert simulate(game, games=700, seed=2, engine="python", executor=executor).tally == plain.tally


def test_paired_games_have_every_deal_in_every_seat() -> None:
    game = tricktaker.load("fox")
    found = simulate(game, ["greedy", "random"], games=30, seed=5, paired=True)
    assert found.games == 30 and found.pairs[0] == 15
    ((name, won, points),) = found.differences
    assert name == "greedy less random"
    bots = {each.name: each for each in found.bots}
    assert won.value == pytest.approx(bots["greedy"].wins.value - bots["random"].wins.value)
    assert bots["greedy"].points is not None and bots["random"].points is not None
    assert points.value == pytest.approx(bots["greedy"].points.value - bots["random"].points.value)
    with pytest.raises(ValueError, match="two kinds"):
        simulate(game, games=10, paired=True)


def test_what_was_learnt_is_kept_when_interrupted() -> None:
    def stop(done: int, games: int) -> None:
        if done >= 512:
            raise KeyboardInterrupt

    found = simulate(tricktaker.load("fox"), games=5000, seed=1, engine="python", on_progress=stop)
    assert found.interrupted and found.games == 512
    assert "Stopped before the end" in found.text()


def test_a_comparison_says_how_many_more_games(tmp_path: Path) -> None:
    one, two = (simulate(tricktaker.load("fox", target=target), games=200, seed=3) for target in (16, 21))
    lines = {line.name: line for line in Comparison(one, two).lines}
    rounds = lines["rounds a game"]
    assert rounds.difference.low > 0 and rounds.more == 0
    assert (lines["seat 0: games won"].more or 1) > 0
    asked = ("--set", "target=16", "--versus-set", "target=21")
    done = command("fox", "-n", "100", "--seed", "3", *asked, folder=tmp_path)
    assert done.returncode == 0 and "B less A" in done.stdout


def test_what_cant_be_asked() -> None:
    game = tricktaker.load("fox")
    with pytest.raises(ValueError, match="no bot"):
        simulate(game, ["nobody", "random"])
    with pytest.raises(ValueError, match="3 players for 2 seats"):
        simulate(game, ["random"] * 3)
    with pytest.raises(ValueError, match="no engine"):
        simulate(game, engine="steam")
    assert seated(game, ["greedy"]) == ("greedy", "greedy")
    assert chosen_engine(("random", "random"), 10, "auto") == "python"


def test_a_fault_names_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tricktaker.load("fox")
    monkeypatch.setattr(Engine, "batch", lambda self, *_: (3, [0] * self.tally.size, [], 4))
    with pytest.raises(SimulationFault, match="seed 9, game 3: "):
        simulate(game, games=10, seed=9)


@needs_numba
def test_speeds_are_measured_without_compiling() -> None:
    from tricktaker.simulate.speed import speeds

    found = {each.engine: each for each in speeds(tricktaker.load("fox"))}
    assert found["numba"].games_per_s > 10 * found["python"].games_per_s
    assert found["numba"].cached_s < found["numba"].compile_s
    assert {"games_per_s", "decisions_per_s", "compile_s", "cached_s"} <= set(found["python"].to_json())


# -- the cache


def test_a_module_is_written_once_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "kept"
    monkeypatch.setenv(cache.FOLDER, str(folder))
    module, kept = cache.load_module("VALUE = 5\n", "key")
    assert kept and module.VALUE == 5
    assert folder.stat().st_mode & 0o777 == 0o700
    (file,) = folder.glob("*.py")
    before = file.stat().st_mtime_ns
    cache.load_module("VALUE = 5\n", "key")
    assert file.stat().st_mtime_ns == before
    file.write_text("VALUE = 6\n")
    module, kept = cache.load_module("VALUE = 5\n", "key")
    assert not kept and module.VALUE == 5


@needs_numba
def test_machine_code_without_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.FOLDER, "")
    game = tricktaker.load("fox")
    assert Engine(game.program, True).race(keys(1), 0, 20) == Engine(game.program, False).race(keys(1), 0, 20)
