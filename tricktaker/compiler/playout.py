"""The form for simulation: a whole game with uniformly random choices, nothing kept that no rule reads."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tricktaker.compiler.dead import without_dead_stores
from tricktaker.compiler.ir import Body, Decide
from tricktaker.compiler.keeping import kept
from tricktaker.compiler.layout import BITS, Array, Layout, zone_name
from tricktaker.compiler.leading import looked_up_once
from tricktaker.compiler.structured import Structured
from tricktaker.compiler.tables import Tables
from tricktaker.compiler.text import INDENT

MIX = "y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)"
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How a playout is written: for which runtime, under which name, and what is wanted of it at the end."""

    name: str = "playout"
    params: str = "s, y"
    doc: str = "Plays a whole game from the seeds in the state, by chance; returns the choice generator."
    native: bool = False
    counts: bool = False
    """Whether `n` holds how many were legal after each choice."""
    extra: tuple[str, ...] = ()
    """Locals of its own that start at 0."""
    tables: Tables | None = None
    """Where tables by the card led go; None if the led suit is looked up each time."""
    keeping: bool = False
    """Whether the most of a trick so far is kept from card to card (`kept`)."""
    dead: bool = True
    """Whether what nothing reads is left out."""
    arrays: frozenset[str] | None = None
    """Arrays of the state written back at the end; None for all."""


def choice_lines(stmt: Decide, depth: int, form: Form) -> list[str]:
    """Picks one set bit, each with the same chance."""
    pad = INDENT * depth
    words = [f"m{number}" for number in range(len(stmt.words))]
    lines = [f"{pad}{name} = {text[1:-1]}" for name, text in zip(words, stmt.words, strict=True)]
    count = " + ".join(f"popc({name})" for name in words)
    if form.counts or form.native:
        lines.append(f"{pad}n = {count}")
        count = "n"
    lines += [f"{pad}{MIX}", f"{pad}k = ((y & 0xFFFFFFFF) * ({count})) >> 32"]
    for number, name in enumerate(words):
        last = number == len(words) - 1
        inner = pad
        if not last:
            lines.append(f"{pad}if k < popc({name}):")
            inner = pad + INDENT
        if form.native:
            shift = f" + {BITS * number}" if number else ""
            lines.append(f"{inner}choice = nth({name}, k){shift}")
        else:
            shift = f" + {BITS * number - 1}" if number else " - 1"
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


def playout_text(program: Body, layout: Layout, keep: frozenset[str], form: Form | None = None) -> list[str]:
    """The function `playout(s, y)`: a whole game from the seeds in `s`; returns the choice generator.

    Scalars and arrays are locals; what is written and never read is left out, but for the names in `keep`.
    """
    form = form or Form()
    writer = Structured(log=False, shown=False, decision=lambda stmt, depth: choice_lines(stmt, depth, form))
    body = without_dead_stores(program, keep) if form.dead else program
    lines = as_lists(writer.lines(body, 1), layout)
    lines = [f"{line} y" if line.strip() == "return" else line for line in lines]
    derived: list[str] = []
    if form.tables is not None:
        lines, derived = looked_up_once(lines, form.tables)
    if form.keeping:
        lines, names = kept(lines)
        derived += names
    scalars = layout.scalars
    used = names_in(lines)
    arrays = [array for array in layout.arrays.values() if array.name.lower() in used]
    zeros = [name for name in (*scalars, *form.extra, *derived) if name not in ("seed_a", "seed_b")]
    if form.native:
        zeros = [name for name in zeros if name in used]
    piles = {zone_name(zone.name) for zone in layout.zones.values() if zone.pile}

    def make(array: Array) -> str:
        if not form.native:
            return f"[0] * {array.length}"
        return f"{'scratch' if array.name in piles else 'room'}({array.length})"

    head = [
        f"def {form.name}({form.params}):",
        f'{INDENT}"""{form.doc}"""',
        f"{INDENT}{' = '.join(zeros)} = 0",
        f"{INDENT}seed_a = s[{scalars.index('seed_a')}]",
        f"{INDENT}seed_b = s[{scalars.index('seed_b')}]",
        *(f"{INDENT}{array.name.lower()} = {make(array)}" for array in arrays),
        f"{INDENT}jump = 0",
    ]
    wanted = [array for array in arrays if form.arrays is None or array.name in form.arrays]
    tail: list[str] = []
    if form.native:
        tail += [f"{INDENT}s[{place}] = {name}" for place, name in enumerate(scalars) if name in keep and name in used]
        for array in wanted:
            tail += [
                f"{INDENT}for i in range({array.length}):",
                f"{INDENT * 2}s[{array.offset} + i] = {array.name.lower()}[i]",
            ]
    else:
        tail.append(f"{INDENT}s[:{len(scalars)}] = [{', '.join(scalars)}]")
        tail += [f"{INDENT}s[{a.offset}:{a.offset + a.length}] = {a.name.lower()}" for a in wanted]
    return [*head, *lines, *tail, f"{INDENT}return y"]


def names_in(lines: Iterable[str]) -> set[str]:
    """All names in some lines of text, comments left out."""
    return {name for line in lines if not line.lstrip().startswith("#") for name in _NAME.findall(line)}


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
