"""Colour or none: decided once for a whole command, from --color, NO_COLOR, FORCE_COLOR, TERM and the stream."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click


def colour_wanted_by(environment: Mapping[str, str]) -> bool | None:
    """No, yes, or nothing, in which case each stream decides: a terminal has colour."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return False if environment.get("TERM") == "dumb" else None


def colour_on(stream: Any) -> bool:
    """Whether what is written to this stream is coloured."""
    context = click.get_current_context(silent=True)
    wanted = context.find_root().color if context is not None else None
    return bool(stream.isatty()) if wanted is None else wanted
