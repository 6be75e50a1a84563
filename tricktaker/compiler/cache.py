"""The user's own folder for generated modules: kept private, written whole or not at all, checked before use."""

from __future__ import annotations

import hashlib
import linecache
import os
import stat
import sys
import tempfile
from pathlib import Path
from types import ModuleType

FOLDER = "TRICKTAKER_CACHE"
"""An environment variable with another folder; empty for none."""


def cache_folder() -> Path | None:
    """The folder, made if need be; None if it can't be had or isn't the user's alone."""
    chosen = os.environ.get(FOLDER)
    if chosen == "":
        return None
    if chosen is not None:
        folder = Path(chosen)
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "tricktaker" / "modules"
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tricktaker" / "modules"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_private(folder) and os.access(folder, os.W_OK) else None
    except (OSError, RuntimeError):
        return None


def _is_private(folder: Path) -> bool:
    """Whether nobody else can put a module there."""
    if sys.platform == "win32":
        return True
    known = folder.stat()
    if known.st_uid != os.getuid():
        return False
    if known.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        folder.chmod(0o700)
    return True


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def load_module(text: str, key: str) -> tuple[ModuleType, bool]:
    """The module of a text, and whether it has a file of its own, beside which more may be kept.

    `key` begins the file's name. A file that doesn't hold exactly this text is not used.
    """
    name = f"{key}-{digest(text)}"
    folder = cache_folder()
    if folder is not None:
        path = folder / f"{name}.py"
        if _stored(path, text):
            return _executed(text, name, str(path)), True
    filename = f"<tricktaker {name}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    return _executed(text, name, filename), False


def is_kept(text: str, key: str, function: str) -> bool:
    """Whether the machine code of a function of this module lies on disk."""
    folder = cache_folder()
    return folder is not None and any((folder / "__pycache__").glob(f"{key}-{digest(text)}.{function}-*.nbi"))


def _stored(path: Path, text: str) -> bool:
    """Whether the file holds the text, after writing it if it wasn't there."""
    data = text.encode()
    try:
        if not path.exists():
            handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                try:
                    os.link(temporary, path)
                except FileExistsError:
                    pass
                except OSError:
                    os.replace(temporary, path)
            finally:
                if os.path.exists(temporary):
                    os.unlink(temporary)
        return path.read_bytes() == data
    except OSError:
        return False


def _executed(text: str, name: str, filename: str) -> ModuleType:
    module = ModuleType(f"tricktaker_generated_{name.replace('-', '_')}")
    module.__file__ = filename
    sys.modules[module.__name__] = module
    exec(compile(text, filename, "exec"), module.__dict__)
    return module
