"""The same games and the same bytes, however the work is shared."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import tricktaker
from tests.cases.table import small
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


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_every_line_of_paired_games_can_be_played_again(kind: str, tmp_path: Path) -> None:
    """A line tells the deal and who sat where: the same line comes of those players alone, without pairs."""

    def lines(name: str, *given: str) -> tuple[str, list[str]]:
        out = tmp_path / f"{name}.{kind}"
        done = command("fox", "--seed", "7", *given, "--out", str(out), folder=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout, out.read_text().splitlines()

    plain = ("--players", "greedy,random")
    paired = lines("paired", "-n", "12", *plain, "--paired")
    assert paired == lines("shared", "-n", "12", *plain, "--paired", "--jobs", "2")
    assert paired[1][:4] == lines("fewer", "-n", "4", *plain, "--paired")[1][:4]
    head = [] if kind == "jsonl" else paired[1][:1]
    one = lines("one", "-n", "6", *plain)[1][len(head) :]
    two = lines("two", "-n", "6", "--players", "random,greedy")[1][len(head) :]
    assert paired[1] == [*head, *(line for pair in zip(one, two, strict=True) for line in pair)]


def test_a_fault_in_paired_games_names_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    from tricktaker.bots.greed import Greedy

    asked: list[int] = []

    def choose(self: Greedy, view: tricktaker.View) -> int:
        asked.append(view.trick_no)
        return view.legal_actions[0] if len(asked) < 500 else -1

    monkeypatch.setattr(Greedy, "choose", choose)
    with pytest.raises(SimulationFault, match=r"seed 3, .*game (\d+)") as fault:
        simulate(tricktaker.load("fox"), ["greedy", "random"], games=60, seed=3, paired=True)
    made = len(asked)
    asked.clear()
    number = int(re.search(r"game (\d+)", str(fault.value)).group(1))  # type: ignore[union-attr]
    simulate(tricktaker.load("fox"), ["greedy", "random"], games=2 * number, seed=3, paired=True)
    assert len(asked) < made, "games of the deals before it go well"


def test_what_was_learnt_is_kept_when_interrupted() -> None:
    def stop(done: int, games: int) -> None:
        if done >= 512:
            raise KeyboardInterrupt

    found = simulate(tricktaker.load("fox"), games=5000, seed=1, engine="python", on_progress=stop)
    assert found.interrupted and found.games == 512
    assert "Stopped before the end" in found.text()


@pytest.mark.parametrize(
    "how",
    [
        ("--engine", "python"),
        ("--players", "greedy,random", "--jobs", "2"),
        pytest.param(("--engine", "numba", "--jobs", "2"), marks=needs_numba),
        ("--versus-set", "target=16"),
    ],
    ids=["python", "workers", "threads", "comparison"],
)
def test_ctrl_c_prints_what_was_learnt(how: tuple[str, ...], tmp_path: Path) -> None:
    out = () if "--versus-set" in how else ("--out", "games.jsonl")
    process = subprocess.Popen(
        [sys.executable, "-m", "tricktaker", "simulate", "fox", "-n", str(10**9), "--seed", "7", *how, *out],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        while "ngine" not in (line := process.stderr.readline()) and "Bots play" not in line:
            assert line, "it has ended"
        for _ in range(600):
            time.sleep(0.1)
            if not out or (tmp_path / "games.jsonl").stat().st_size:
                break
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        said, complaints = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    # Interrupted while numba is imported, Python ends itself by the signal after a clean end: a shell says 130 to both.
    assert process.returncode in (130, -signal.SIGINT), complaints
    assert "Traceback" not in complaints
    assert "Stopped before the end" in said
    assert "games, seed 7" in said
    if out:
        games = int(re.search(r": ([\d,]+) games", said).group(1).replace(",", ""))  # type: ignore[union-attr]
        lines = (tmp_path / "games.jsonl").read_text().splitlines()
        assert games == len(lines) > 0
        assert json.loads(lines[-1])["game"] == games - 1


ENDLESS = """
import os
from pathlib import Path
from tricktaker.bots import Bot

class Endless(Bot):
    name = "endless"
    def choose(self, view):
        Path(f"worker{os.getpid()}").touch()
        while True:
            pass
"""
RUN = """
import tricktaker
from tricktaker.simulate import simulate

if __name__ == "__main__":
    found = simulate(tricktaker.load("fox"), ["endless", "random"], games=40, seed=1, jobs=2)
    print("interrupted" if found.interrupted else "done", found.games)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_ctrl_c_ends_workers_whose_bots_never_answer(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    (tmp_path / "run.py").write_text(RUN)
    package = tmp_path / "endless-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: endless\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[tricktaker.bots]\nendless = endless:Endless\n")
    process = subprocess.Popen(
        [sys.executable, "run.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    workers: list[int] = []
    try:
        for _ in range(600):
            workers = [int(path.name.removeprefix("worker")) for path in tmp_path.glob("worker*")]
            if len(workers) == 2:
                break
            time.sleep(0.1)
        assert len(workers) == 2
        process.send_signal(signal.SIGINT)
        said, complaints = process.communicate(timeout=30)
        assert (said.split(), complaints) == (["interrupted", "0"], "")
        assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]
    finally:
        for number in (process.pid, *workers):
            if Path(f"/proc/{number}").exists():
                os.kill(number, signal.SIGKILL)
        process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_for_terminals(terminal: bool, tmp_path: Path) -> None:
    import pty

    main, side = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "tricktaker", "simulate", "fox", "-n", "6000", "--seed", "7", "--engine", "python"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=side if terminal else subprocess.PIPE,
        check=True,
    )
    os.close(side)
    told = os.read(main, 100_000).decode() if terminal else done.stderr.decode()
    os.close(main)
    assert ("of 6,000 games" in told) == terminal
    assert ("\r" in told.replace("\r\n", "\n")) == terminal
    assert b"\r" not in done.stdout


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
    for wrong in ({"seed": 1.5}, {"seed": True}, {"seed": "7"}, {"games": 2.5}, {"games": "3"}, {"jobs": None}):
        with pytest.raises(TypeError, match="are integers"):
            simulate(game, **{"games": 2, "engine": "python", **wrong})  # type: ignore[arg-type]
    for none in ({"games": 0}, {"games": -1}, {"jobs": 0}):
        with pytest.raises(ValueError, match="at least one"):
            simulate(game, **{"games": 2, "engine": "python", **none})  # type: ignore[arg-type]
    assert seated(game, ["greedy"]) == ("greedy", "greedy")
    assert chosen_engine(("random", "random"), 10, "auto") == "python"


def test_a_fault_names_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tricktaker.load("fox")
    monkeypatch.setattr(Engine, "batch", lambda self, *_: (3, [0] * self.tally.size, [], 4))
    with pytest.raises(SimulationFault, match="seed 9, game 3: "):
        simulate(game, games=10, seed=9)


@pytest.mark.parametrize("players", ["random", "greedy"])
@pytest.mark.parametrize("engine", ["python", pytest.param("numba", marks=[needs_numba, pytest.mark.long])])
def test_a_fault_of_the_rules_is_shown_at_its_place_whoever_plays(tmp_path: Path, players: str, engine: str) -> None:
    game = small(tmp_path, "", ("  - tricks: {count: 4}", "  - tricks: {until: stock.empty}"))
    line = 1 + Path(game.path).read_text(encoding="utf-8").split("  - tricks")[0].count("\n")
    with pytest.raises(SimulationFault, match=rf"^seed 9, game 0: .*small.yaml:{line}:[0-9]+: a player has no card"):
        simulate(game, players, games=3, seed=9, engine=engine)


def test_a_worker_that_is_gone_is_said() -> None:
    class Gone(ThreadPoolExecutor):
        def submit(self, work: Any, /, *given: Any, **more: Any) -> Future[Any]:
            if given[0].first < 512:
                return super().submit(work, *given, **more)
            gone: Future[Any] = Future()
            gone.set_exception(BrokenProcessPool("terminated abruptly"))
            return gone

    with Gone(1) as executor, pytest.raises(SimulationFault, match="seed 2, after 512 games: a worker has gone"):
        simulate(tricktaker.load("fox"), games=700, seed=2, engine="python", executor=executor)


def test_the_seed_of_a_fault_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from tricktaker.bots.greed import Greedy

    monkeypatch.setattr(Greedy, "choose", lambda self, view: -1)
    with pytest.raises(SimulationFault) as fault:
        simulate(tricktaker.load("fox"), ["greedy", "random"], games=3, seed=4711)
    assert str(fault.value).count("seed 4711") == 1


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
