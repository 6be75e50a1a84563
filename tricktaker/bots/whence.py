"""Where an error of a bot comes from: the line of its author's own code, and all the way to it."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

OURS = str(Path(__file__).resolve().parents[1])


def place(fault: BaseException, made: type) -> str:
    """`FILE:LINE` of the innermost code of a bot's own file that led to an error; empty where there is none."""
    file = getattr(sys.modules.get(made.__module__), "__file__", None)
    frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(fault.__traceback__)]
    own = [each for each in frames if file is not None and each[0] == file]
    if own and not own[-1][0].startswith(OURS + os.sep):
        return f"{own[-1][0]}:{own[-1][1]}"
    return ""


def traced(fault: BaseException | None) -> str:
    """An error with all that led to it, in lines; nothing for no error."""
    return "" if fault is None else "".join(traceback.format_exception(fault)).rstrip("\n")
