"""Colour or none: decided once for a whole command, from --color, NO_COLOR, FORCE_COLOR, TERM and the stream."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

chosen: bool | None = None
"""What --color or --no-color said, in this run of the program."""


def colour_wanted_by(environment: Mapping[str, str]) -> bool | None:
    """No, yes, or nothing, in which case each stream decides: a terminal has colour."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return False if environment.get("TERM") == "dumb" else None


def choose(value: bool | None) -> None:
    """Settle it for this run, whatever the environment says; None lets the environment and the stream decide."""
    global chosen
    chosen = value


def colour_on(stream: Any) -> bool:
    """Whether what is written to this stream is coloured."""
    wanted = chosen if chosen is not None else colour_wanted_by(os.environ)
    return bool(stream.isatty()) if wanted is None else wanted
