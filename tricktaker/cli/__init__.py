"""The command line. One module a command, loaded when it is used: `tricktaker --help` imports nothing heavy."""

from __future__ import annotations

from tricktaker.cli.program import main

__all__ = ["main"]
