"""Seconds from a rule file to its first game in machine code, for every variant:

    python tests/benchmarks/compiling.py [NAME ...]

Processor time of new processes, without `import numba`: `race` plays only, `batch` counts everything too, as `simulate`
does; first with nothing kept from before, then again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "variants", ROOT / "tests" / "variants")
ENTRIES = ("race", "batch")
START = """\
import sys, time
import numba
start = time.process_time()
import tricktaker
from tricktaker.compiler.engines import Engine
from tricktaker.game.game import keys
game = tricktaker.load(sys.argv[1])
loaded = time.process_time()
engine = Engine(game.program, True)
if sys.argv[2] == "race":
    engine.race(keys(0), 0, 1)
else:
    engine.batch(keys(0), 0, 1, False)
print(loaded - start, time.process_time() - loaded)
"""


def started(path: Path, entry: str, folder: str) -> tuple[float, float]:
    """Seconds to load the file, and to compile or fetch the engine and play one game."""
    done = subprocess.run(
        [sys.executable, "-c", START, str(path), entry],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TRICKTAKER_CACHE": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    load, engine = map(float, done.stdout.split())
    return load, engine


def measure(path: Path) -> dict[str, float]:
    found: dict[str, float] = {}
    for entry in ENTRIES:
        with tempfile.TemporaryDirectory() as folder:
            _, found[f"{entry} cold"] = started(path, entry, folder)
            found["load"], found[f"{entry} cached"] = started(path, entry, folder)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="NAME")
    wanted = parser.parse_args().names
    for file in sorted(path for folder in FOLDERS for path in folder.glob("*.yaml")):
        if wanted and file.stem not in wanted:
            continue
        values = measure(file)
        print(f"{file.stem:20}", "  ".join(f"{name} {value:5.2f}" for name, value in values.items()), flush=True)
