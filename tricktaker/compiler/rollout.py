"""The form for search: from any decision of a game to a horizon, each answer made in place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tricktaker.compiler.dead import without_dead_stores
from tricktaker.compiler.ir import Block, Body, Break, Comment, Decide, Event, If, Line, Loop, Stop, While
from tricktaker.compiler.layout import BITS, Array
from tricktaker.compiler.machine import DONE, Machine
from tricktaker.compiler.moments import STOP_ROUND
from tricktaker.compiler.playout import MIX, as_lists, names_in
from tricktaker.compiler.sites import Options
from tricktaker.compiler.standing import STANDINGS, Standing
from tricktaker.compiler.text import INDENT, unwrapped
from tricktaker.compiler.tree import CHANCE, GROWING, STEPS

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program

HORIZON = -1
"""The label of a block round the whole program: where it is left, the simulation ends."""
TRAIL = 1024
"""Decisions of one simulation whose answers are remembered."""
STAGES = 14
"""What an answer has been worth is kept apart by trick (from this one on together) and by how a card stands in it."""
RIVALS = 3
"""With how many others, drawn by chance, an answer drawn by chance is compared: the best experience is taken."""


def experience_words(program: Program) -> int:
    """Words for what answers have been worth: a sum and a number for each seat, trick, standing and option."""
    return 2 * STANDINGS * STAGES * program.rules.players * Options(program).count


def to_horizon(body: Body) -> Body:
    """The program without what only people see; it is left when `rounds` rounds have ended."""
    found: Body = []
    for stmt in body:
        match stmt:
            case Comment() | Event() | Line(shown=True) | If(shown=True):
                continue
            case Stop(moment=moment):
                if moment == STOP_ROUND:
                    found += [Line("rounds -= 1"), If("rounds <= 0", [Break(HORIZON)])]
            case If():
                found.append(If(stmt.test, to_horizon(stmt.then), to_horizon(stmt.otherwise)))
            case While():
                found.append(While(stmt.head, to_horizon(stmt.body)))
            case Loop() | Block():
                found.append(type(stmt)(stmt.label, to_horizon(stmt.body)))
            case _:
                found.append(stmt)
    return found


def actors(body: Body) -> set[str]:
    """What says who decides, wherever something is decided."""
    found: set[str] = set()
    for stmt in body:
        if isinstance(stmt, Decide):
            found.add(stmt.actor)
        elif isinstance(stmt, If):
            found |= actors(stmt.then) | actors(stmt.otherwise)
        elif isinstance(stmt, Loop | Block | While):
            found |= actors(stmt.body)
    return found


class Descent(Machine):
    """The machine with every answer made in place: down the tree while it grows, below it by chance and experience."""

    def __init__(self, program: Program, native: bool) -> None:
        super().__init__(program.site_words, log=False)
        self.options = Options(program)
        self.plays = [site.kind == "play" for site in program.sites]
        self.standing = Standing(program, self.options.count)
        self.players = program.rules.players
        self.native = native

    def decision(self, stmt: Decide, following: int, depth: int) -> list[str]:
        pad = INDENT * depth
        lines = [f"{pad}m{number} = {unwrapped(text)}" for number, text in enumerate(stmt.words)]
        lines += [f"{pad}m{number} = 0" for number in range(len(stmt.words), self.site_words)]
        first = self.options.first[stmt.site]
        lines += self.answer(str(stmt.site), str(first), f"{stmt.actor}", len(stmt.words), depth, self.plays[stmt.site])
        return [*lines, f"{pad}pc = {following}", f"{pad}{'break' if following == DONE else 'continue'}"]

    def answer(self, site: str, first: str, actor: str, words: int, depth: int, test: bool | str) -> list[str]:
        """Sets `choice` to one of the set bits of `m0` and the words after it."""
        count = self.options.count

        standing = self.standing.lines if test else []
        if isinstance(test, str):
            standing = ["stands = up = row = top = 0", f"if {test}:", *(INDENT + line for line in standing)]

        def kept(choice: str) -> str:
            """Where experience with an answer is kept."""
            return f"home + {choice} + {self.standing.rise(choice)}" if test else f"home + {choice}"

        pad, inner = INDENT * depth, INDENT * (depth + 1)
        every = ", ".join(f"m{number}" for number in range(self.site_words))
        names = [f"m{number}" for number in range(words)]
        picking = [
            f"{inner}n = {' + '.join(f'popc({name})' for name in names)}",
            f"{inner}{MIX}",
            f"{inner}j = (y & 0xFFFFFFFF) * n",
            f"{inner}k = j >> 32",
            *nth_lines("choice", names, depth + 1, self.native),
            f"{inner}if n > 1 and learning >> {actor} & 1:",
            f"{inner}{INDENT}a = ({kept('choice')}) * 2",
            f"{inner}{INDENT}for rivals in range({RIVALS}):",
            f"{inner}{INDENT * 2}j = (j & 0xFFFFFFFF) * n",
            f"{inner}{INDENT * 2}k = j >> 32",
            *nth_lines("rival", names, depth + 3, self.native),
            f"{inner}{INDENT * 2}b = ({kept('rival')}) * 2",
            f"{inner}{INDENT * 2}if habits[b] * habits[a + 1] > habits[a] * habits[b + 1]:",
            f"{inner}{INDENT * 3}choice = rival",
            f"{inner}{INDENT * 3}a = b",
        ]
        return [
            *(pad + line for line in standing),
            f"{pad}home = ({actor} * {STAGES} + min(trick_no, {STAGES - 1})) * {STANDINGS * count} + {first}",
            *([f"{pad}home += stands"] if standing else []),
            f"{pad}choice = -1",
            f"{pad}if growing:",
            f"{inner}choice = step(tree, {site} * {self.players} + {actor}, home, {actor}, {every}, urge, y)",
            f"{inner}growing = tree[{GROWING}]",
            f"{inner}y = tree[{CHANCE}]",
            f"{pad}if choice < 0:",
            *picking,
            f"{pad}if steps < {TRAIL}:",
            f"{inner}trail[steps] = ({kept('choice')}) << 4 | {actor}",
            f"{inner}steps += 1",
        ]


def nth_lines(target: str, words: Sequence[str], depth: int, native: bool) -> list[str]:
    """Sets `target` to the number of the `k`-th set bit of several words; `k` is used up."""
    pad = INDENT * depth
    lines: list[str] = []
    for number, name in enumerate(words):
        inner = pad
        if number < len(words) - 1:
            lines.append(f"{pad}if k < popc({name}):")
            inner = pad + INDENT
        shift = f" + {BITS * number}" if number else ""
        if native:
            lines.append(f"{inner}{target} = nth({name}, k){shift}")
        else:
            lines += [
                f"{inner}rest = {name}",
                f"{inner}while k:",
                f"{inner}{INDENT}rest &= rest - 1",
                f"{inner}{INDENT}k -= 1",
                f"{inner}{target} = blen(rest & -rest) + {BITS * number - 1}",
            ]
        if number < len(words) - 1:
            lines += [f"{pad}else:", f"{inner}k -= popc({name})"]
            pad = inner
    return lines


def entries(program: Program, descent: Descent) -> list[int]:
    """For each block at which `advance` rests, the block at which the simulation goes on."""
    plain = Machine(program.site_words, log=True)
    plain.emit(program.body, plain.new(), 0, DONE)
    found = [0] * len(plain.blocks)
    for rests, goes_on in zip(plain.entries, descent.entries, strict=True):
        found[rests] = goes_on
    return found


def rollout_text(program: Program, native: bool, wanted: Iterable[str]) -> list[str]:
    """The function `simulate`: from the vector at `base` of `pool` to the horizon.

    The words and arrays of the state named in `wanted` are left in `s`. Returns the choice generator.
    """
    layout = program.layout
    asked = frozenset(wanted)
    body = to_horizon(program.body)
    descent = Descent(program, native)
    keep = asked | {name for text in actors(body) for name in names_in([text])} | descent.standing.names()
    body = without_dead_stores([Block(HORIZON, body)], frozenset(keep) | {"rounds", "trick_no"})
    descent.emit(body, descent.new(), 0, DONE)
    tables = program.emitter.tables
    starts = tables.add(entries(program, descent), "ENTRY")
    firsts = tables.add(descent.options.first, "FIRST")
    plays = tables.add([int(play) for play in descent.plays], "PLAYS")
    root = descent.answer("site", f"{firsts}[site]", "actor", program.site_words, 1, f"{plays}[site]")
    loop = descent.dispatch(0, len(descent.blocks), 2)
    lines = as_lists([*root, f"{INDENT}pc = {starts}[pc]", f"{INDENT}while True:", *loop], layout)
    lines = [f"{line} y" if line.strip() == "return" else line for line in lines]
    used = names_in(lines)
    at = {name: place for place, name in enumerate(layout.scalars)}
    loaded = [name for name in layout.scalars if name in used]
    arrays = [array for array in layout.arrays.values() if array.name.lower() in used]
    head = [
        "def simulate(pool, base, s, tree, habits, trail, learning, rounds, urge, y):",
        f'{INDENT}"""Plays on from a decision to the horizon; returns the choice generator."""',
        *(f"{INDENT}{name} = pool[base + {at[name]}]" for name in loaded),
    ]
    for array in arrays:
        head += load(array, native)
    head += [f"{INDENT}jump = 0", f"{INDENT}steps = 0", f"{INDENT}growing = tree[{GROWING}]"]
    tail = [f"{INDENT}tree[{STEPS}] = steps"]
    for name in layout.scalars:
        if name in asked:
            value = name if name in used else f"pool[base + {at[name]}]"
            tail.append(f"{INDENT}s[{at[name]}] = {value}")
    for array in layout.arrays.values():
        if array.name in asked:
            tail += store(array, native, array in arrays)
    return [*head, *lines, *tail, f"{INDENT}return y"]


def load(array: Array, native: bool) -> list[str]:
    """An array of the state becomes a list of its own."""
    name = array.name.lower()
    if not native:
        return [f"{INDENT}{name} = pool[base + {array.offset} : base + {array.offset + array.length}]"]
    return [
        f"{INDENT}{name} = scratch({array.length})",
        f"{INDENT}for i in range({array.length}):",
        f"{INDENT * 2}{name}[i] = pool[base + {array.offset} + i]",
    ]


def store(array: Array, native: bool, own: bool) -> list[str]:
    """An array of the state is written back."""
    name, end = array.name.lower(), array.offset + array.length
    if not native:
        source = name if own else f"pool[base + {array.offset} : base + {end}]"
        return [f"{INDENT}s[{array.offset} : {end}] = {source}"]
    source = f"{name}[i]" if own else f"pool[base + {array.offset} + i]"
    return [f"{INDENT}for i in range({array.length}):", f"{INDENT * 2}s[{array.offset} + i] = {source}"]
