"""The twin of a program in machine code: the same statements under numba, kept on disk once they are compiled."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tricktaker.compiler.cache import cache_folder
from tricktaker.compiler.playout import names_in
from tricktaker.compiler.text import INDENT, joined

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program

_NAME = re.compile(r"[A-Za-z_]\w*")
_DEF = re.compile(r"def (\w+)\(")
ALWAYS = {"Table", "blen", "njit", "nth", "popc", "room", "scratch"}
SOMETIMES = {"apart", "close", "mixed"}


def available() -> bool:
    """Whether machine code can be made here (extra `fast`)."""
    return importlib.util.find_spec("numba") is not None and importlib.util.find_spec("numpy") is not None


def native_text(program: Program, lines: Sequence[str], entries: Sequence[str], cached: bool | None = None) -> str:
    """A module of the functions in `lines`; `entries` are called from outside, and kept on disk."""
    if cached is None:
        cached = cache_folder() is not None
    lines, tables = numbered(lines, program.emitter.tables.values)
    used = names_in(lines)
    written: list[str] = []
    for line in lines:
        found = _DEF.match(line)
        if found:
            keep = ", cache=True" if cached and found.group(1) in entries else ""
            written.append(f"@njit(nogil=True{keep})")
        written.append(line)
    return joined(
        [
            f'"""{program.name}, for machine code."""',
            "",
            *(["from math import sqrt", ""] if "sqrt" in used else []),
            f"from tricktaker.compiler.intrinsics import {', '.join(sorted(ALWAYS | (SOMETIMES & used)))}",
            "",
            *(f"{array.name} = {array.offset}" for array in program.layout.arrays.values() if array.name in used),
            *(f"{name} = Table(({', '.join(map(str, values or (0,)))},))" for name, values in tables.items()),
            "",
            "",
            *written,
        ]
    )


def numbered(
    lines: Sequence[str], tables: Mapping[str, tuple[int, ...]]
) -> tuple[list[str], dict[str, tuple[int, ...]]]:
    """The lines with their tables numbered as they come, so that what else was compiled before changes nothing."""
    names: dict[str, str] = {}
    for line in lines:
        for name in _NAME.findall(line):
            if name in tables and name not in names:
                stem = name.rstrip("0123456789")
                names[name] = name if name == stem else f"{stem}{len(names)}"
    whole = [_NAME.sub(lambda match: names.get(match.group(), match.group()), line) for line in lines]
    return whole, {names[name]: tables[name] for name in names}


def machine_lines(lines: Sequence[str], scalars: Sequence[str]) -> list[str]:
    """The function `advance` without its log: words of the state are read and written one by one."""
    found: list[str] = []
    every = ", ".join(scalars)
    for line in lines:
        text = line.strip()
        if text == "def advance(s, log):":
            found.append("def advance(s):")
        elif text == f"{every} = s[:{len(scalars)}]":
            found += [f"{INDENT}{name} = s[{place}]" for place, name in enumerate(scalars)]
        elif text == f"s[:{len(scalars)}] = [{every}]":
            found += [f"{INDENT}s[{place}] = {name}" for place, name in enumerate(scalars)]
        else:
            found.append(line)
    return found
