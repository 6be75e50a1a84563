"""A real pseudo-terminal with the program in it: types, waits for what appears, reads the screen."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from tests.cli.shell import ROOT, environment

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 30.0


class Terminal:
    """`tricktaker ARGUMENTS` in a terminal of its own."""

    def __init__(
        self, *arguments: str, folder: Path, columns: int = 80, program: list[str] | None = None, **more: str
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.process = subprocess.Popen(
            [*(program or [sys.executable, "-m", "tricktaker"]), *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment(folder, **more),
            preexec_fn=_own_terminal,
        )
        os.close(slave)
        self.raw = ""
        self.seen = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            os.close(self.master)

    @property
    def text(self) -> str:
        """All that appeared, without escapes and carriage returns."""
        return ESCAPES.sub("", self.raw).replace("\r", "")

    def type(self, text: str) -> None:
        """Type without pressing Enter."""
        os.write(self.master, text.encode())

    def enter(self, text: str = "") -> None:
        """Type a line."""
        self.type(text + "\n")

    def interrupt(self) -> None:
        """Ctrl-C."""
        self.type("\x03")

    def end_of_input(self) -> None:
        """Ctrl-D."""
        self.type("\x04")

    def hang_up(self) -> None:
        """Kill it without any chance to say goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def read(self, seconds: float) -> bool:
        """Read what there is within a time; False at the end."""
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)

    def wait_for(self, pattern: str) -> str:
        """Wait until this appears after everything waited for before; what appeared up to its end."""
        deadline = time.monotonic() + PATIENCE
        while True:
            found = re.compile(pattern).search(self.text, self.seen)
            if found is not None:
                before, self.seen = self.seen, found.end()
                return self.text[before : found.end()]
            if time.monotonic() > deadline or not self.read(0.2):
                raise AssertionError(f"no {pattern!r} in\n{self.text[self.seen :]}")

    def finish(self) -> int:
        """Read to the end; the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.read(0.2):
            if time.monotonic() > deadline:
                raise AssertionError(f"still running:\n{self.text[self.seen :]}")
        return self.process.wait(timeout=PATIENCE)


def _own_terminal() -> None:
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


__all__ = ["ROOT", "Terminal"]
