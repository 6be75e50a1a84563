"""Where shipped files lie: inside an installed package, or beside it in the repository."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib import resources
from pathlib import Path

STEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
"""What a variant's name looks like: the stem of its file."""


def _shipped(folder: str) -> Path:
    packaged = resources.files("tricktaker") / "_shipped" / folder
    if packaged.is_dir():
        return Path(str(packaged))
    return Path(__file__).resolve().parents[2] / folder


def variants_dir() -> Path:
    """The folder of the shipped games."""
    return _shipped("variants")


def schemas_dir() -> Path:
    """The folder of the JSON Schemas."""
    return _shipped("schemas")


def shipped_variants() -> dict[str, Path]:
    """The shipped games by name."""
    folder = variants_dir()
    if not folder.is_dir():
        return {}
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def find_variant(name: str | Path) -> Path:
    """The file of a variant: a path as it stands, or the name of a shipped game.

    Raises `FileNotFoundError` if there is neither.
    """
    path = Path(name)
    with suppress(OSError, ValueError):  # names that no file can have
        if path.is_file():
            return path
    found = shipped_variants().get(str(name)) if STEM.fullmatch(str(name)) else None
    if found is None:
        raise FileNotFoundError(f"no file and no shipped variant `{name}`")
    return found
