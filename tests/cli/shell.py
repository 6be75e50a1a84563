"""Runs the command as a shell does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def environment(folder: Path | None = None, **more: str) -> dict[str, str]:
    """The environment of a user whose folders are below `folder`."""
    base = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG", "SYSTEMROOT", "VIRTUAL_ENV")}
    base |= {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    if folder is not None:
        base |= {
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CACHE_HOME": str(folder / "cache"),
        }
    return base | more


def tricktaker(
    *arguments: str,
    folder: Path | None = None,
    text: str | bytes = "",
    encoding: str = "utf-8",
    more: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `tricktaker ARGUMENTS` in `folder` with this text on its standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "tricktaker", *arguments],
        cwd=folder or ROOT,
        env=environment(folder, **(more or {})),
        input=text if isinstance(text, bytes) else text.encode(),
        capture_output=True,
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)
    )
