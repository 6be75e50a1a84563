"""Games on the workers of a dask scheduler, of which one is lost half-way."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import tricktaker
from tricktaker.simulate import simulate

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="dask isn't installed"),
    pytest.mark.filterwarnings("default"),
]


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    process = subprocess.Popen(
        [sys.executable, "-m", *command], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.long
def test_a_worker_that_goes_half_way_changes_nothing(tmp_path: Path) -> None:
    from tricktaker.simulate.cluster import connect

    file = tmp_path / "scheduler.json"
    here = ("--host", "127.0.0.1", "--scheduler-file", str(file))
    worker = ("distributed.cli.dask_worker", *here, "--no-nanny", "--nthreads", "1")
    game = tricktaker.load("fox")
    plain = simulate(game, ["greedy", "random"], games=128, seed=9)
    with (
        started("distributed.cli.dask_scheduler", *here, "--port", "0", "--no-dashboard"),
        started(*worker) as first,
        started(*worker),
    ):
        for _ in range(300):
            if file.exists():
                break
            time.sleep(0.1)
        import json

        address = json.loads(file.read_text())["address"]
        client, executor = connect(address, timeout=30)
        try:
            client.wait_for_workers(2, timeout=60)
            lost = False

            def lose_one(done: int, games: int) -> None:
                nonlocal lost
                if not lost and done >= games // 4:
                    lost = True
                    first.send_signal(signal.SIGKILL)

            shared = simulate(game, ["greedy", "random"], games=128, seed=9, executor=executor, on_progress=lose_one)
        finally:
            client.close()
    assert lost
    assert shared.tally == plain.tally
    assert shared.text() == plain.text()
