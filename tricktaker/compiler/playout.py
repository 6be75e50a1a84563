"""The form for simulation: a whole game with uniformly random choices, nothing kept that no rule reads."""

from __future__ import annotations

import re

from tricktaker.compiler.dead import without_dead_stores
from tricktaker.compiler.ir import Body, Decide
from tricktaker.compiler.layout import Layout
from tricktaker.compiler.structured import Structured
from tricktaker.compiler.text import INDENT

MIX = "y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)"


def random_choice(stmt: Decide, depth: int) -> list[str]:
    """Picks one set bit, each with the same chance."""
    pad = INDENT * depth
    words = [f"m{number}" for number in range(len(stmt.words))]
    lines = [f"{pad}{name} = {text[1:-1]}" for name, text in zip(words, stmt.words, strict=True)]
    count = " + ".join(f"popc({name})" for name in words)
    lines += [f"{pad}{MIX}", f"{pad}k = ((y & 0xFFFFFFFF) * ({count})) >> 32"]
    for number, name in enumerate(words):
        last = number == len(words) - 1
        inner = pad
        if not last:
            lines.append(f"{pad}if k < popc({name}):")
            inner = pad + INDENT
        shift = f" + {63 * number - 1}" if number else " - 1"
        lines += [
            f"{inner}while k:",
            f"{inner}{INDENT}{name} &= {name} - 1",
            f"{inner}{INDENT}k -= 1",
            f"{inner}choice = blen({name} & -{name}){shift}",
        ]
        if not last:
            lines += [f"{pad}else:", f"{inner}k -= popc({name})"]
            pad = inner
    return lines


def playout_text(program: Body, layout: Layout, keep: frozenset[str]) -> list[str]:
    """The function `playout(s, y)`: a whole game from the seeds in `s`; returns the choice generator.

    Scalars and arrays are locals; what is written and never read is left out, but for the names in `keep`.
    """
    writer = Structured(log=False, shown=False, decision=random_choice)
    body = without_dead_stores(program, keep)
    lines = as_lists(writer.lines(body, 1), layout)
    scalars = layout.scalars
    arrays = [array for array in layout.arrays.values() if any(array.name.lower() + "[" in line for line in lines)]
    zeros = [name for name in scalars if name not in ("seed_a", "seed_b")]
    return [
        "def playout(s, y):",
        f'{INDENT}"""Plays a whole game from the seeds in the state, by chance; returns the choice generator."""',
        f"{INDENT}{' = '.join(zeros)} = 0",
        f"{INDENT}seed_a = s[{scalars.index('seed_a')}]",
        f"{INDENT}seed_b = s[{scalars.index('seed_b')}]",
        *(f"{INDENT}{array.name.lower()} = [0] * {array.length}" for array in arrays),
        f"{INDENT}jump = 0",
        *lines,
        f"{INDENT}s[:{len(scalars)}] = [{', '.join(scalars)}]",
        *(f"{INDENT}s[{a.offset}:{a.offset + a.length}] = {a.name.lower()}" for a in arrays),
        f"{INDENT}return y",
    ]


def as_lists(lines: list[str], layout: Layout) -> list[str]:
    """Arrays of the state as lists of their own: `s[NAME + i]` becomes `name[i]`."""
    names = "|".join(sorted(layout.arrays, key=len, reverse=True))
    whole = re.compile(rf"\bs\[({names})\]")
    part = re.compile(rf"\bs\[({names}) \+ ")
    found: list[str] = []
    for line in lines:
        if "s[" in line:
            line = whole.sub(lambda match: f"{match.group(1).lower()}[0]", line)
            line = part.sub(lambda match: f"{match.group(1).lower()}[", line)
        found.append(line)
    return found
