"""The form for simulation: a whole game with uniformly random choices, nothing kept that no rule reads."""

from __future__ import annotations

from tricktaker.compiler.ir import Body, Decide
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
    lines.append(f"{INDENT * depth}decisions += 1")
    return lines


def playout_text(program: Body, scalars: list[str]) -> list[str]:
    """The function `playout(s, y)`: a game from the seeds in `s`; returns the generator and the decisions made."""
    writer = Structured(log=False, shown=False, decision=random_choice)
    body = writer.lines(program, 1)
    names = ", ".join(scalars)
    zeros = [name for name in scalars if name not in ("seed_a", "seed_b")]
    return [
        "def playout(s, y):",
        f'{INDENT}"""Plays a whole game from the seeds in the state; returns the generator and the decisions made."""',
        f"{INDENT}{' = '.join(zeros)} = 0",
        f"{INDENT}seed_a = s[{scalars.index('seed_a')}]",
        f"{INDENT}seed_b = s[{scalars.index('seed_b')}]",
        f"{INDENT}jump = decisions = 0",
        *body,
        f"{INDENT}s[:{len(scalars)}] = [{names}]",
        f"{INDENT}return y, decisions",
    ]
