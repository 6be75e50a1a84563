"""The form for play: a function that runs to the next decision and can be entered again at each."""

from __future__ import annotations

from tricktaker.compiler.ir import Block, Body, Break, Continue, Decide, If, Loop, Stmt, Stop, decides, jumps
from tricktaker.compiler.structured import Structured
from tricktaker.compiler.text import INDENT, branch, simple_lines, unwrapped

DONE = -1


class Machine:
    """Cuts the program at its decisions into numbered blocks."""

    def __init__(self, site_words: int, log: bool) -> None:
        self.site_words = site_words
        self.log = log
        self.blocks: list[list[str]] = []
        self.exits: dict[int, int] = {}
        self.heads: dict[int, int] = {}
        self.entries: list[int] = []
        """Where each decision goes on, in the order of the program."""

    def new(self) -> int:
        self.blocks.append([])
        return len(self.blocks) - 1

    def go(self, block: int, depth: int) -> list[str]:
        pad = INDENT * depth
        return [f"{pad}pc = {block}", f"{pad}{'break' if block == DONE else 'continue'}"]

    def emit(self, body: Body, block: int, depth: int, after: int) -> None:
        """Writes `body` to a block; control goes to block `after` at its end."""
        lines = self.blocks[block]
        for number, stmt in enumerate(body):
            rest = body[number + 1 :]
            pad = INDENT * depth
            if isinstance(stmt, Break):
                lines += self.go(self.exits[stmt.label], depth)
                return
            if isinstance(stmt, Continue):
                lines += self.go(self.heads[stmt.label], depth)
                return
            if self.is_simple(stmt):
                lines += self.simple(stmt, depth)
                continue
            if isinstance(stmt, If) and not decides([stmt]):
                lines += self.jumping(stmt, depth)
                continue
            following = after if not rest else self.new()
            if isinstance(stmt, If):
                lines.append(f"{pad}if {unwrapped(stmt.test)}:")
                self.emit(stmt.then, block, depth + 1, following)
                self.emit(stmt.otherwise, block, depth, following)
            elif isinstance(stmt, Decide):
                if following == DONE:
                    following = self.new()
                    self.blocks[following] += self.go(DONE, 0)
                self.entries.append(following)
                lines += self.decision(stmt, following, depth)
            elif isinstance(stmt, Stop):
                lines += [
                    f"{pad}pc = {following}",
                    f"{pad}if stop & {stmt.moment}:",
                    f"{pad}{INDENT}halted = {stmt.moment}",
                    f"{pad}{INDENT}break",
                    f"{pad}{'break' if following == DONE else 'continue'}",
                ]
            elif isinstance(stmt, Loop):
                head = self.new()
                self.exits[stmt.label], self.heads[stmt.label] = following, head
                lines += self.go(head, depth)
                self.emit(stmt.body, head, 0, head)
            elif isinstance(stmt, Block):
                self.exits[stmt.label] = following
                self.emit(stmt.body, block, depth, following)
            else:
                raise AssertionError(stmt)
            if rest:
                self.emit(rest, following, 0, after)
            return
        lines += self.go(after, depth)

    def decision(self, stmt: Decide, following: int, depth: int) -> list[str]:
        """A decision: the machine rests, and goes on at block `following` when it is entered again."""
        pad = INDENT * depth
        lines = []
        for word in range(self.site_words):
            text = stmt.words[word] if word < len(stmt.words) else "0"
            lines.append(f"{pad}m{word} = {unwrapped(text)}")
        return [
            *lines,
            f"{pad}site = {stmt.site}",
            f"{pad}actor = {stmt.actor}",
            f"{pad}pc = {following}",
            f"{pad}break",
        ]

    def is_simple(self, stmt: Stmt) -> bool:
        if decides([stmt]):
            return False
        return not (jumps([stmt]) - inner_labels(stmt))

    def simple(self, stmt: Stmt, depth: int) -> list[str]:
        if isinstance(stmt, Loop | Block) or inner_labels(stmt):
            return Structured(log=self.log, shown=True).statement(stmt, depth)
        return simple_lines([stmt], depth, log=self.log)

    def jumping(self, stmt: If, depth: int) -> list[str]:
        """An if without decisions that jumps somewhere."""
        return branch(
            stmt.test, self.inline(stmt.then, depth + 1), self.inline(stmt.otherwise, depth + 1), INDENT * depth
        )

    def inline(self, body: Body, depth: int) -> list[str]:
        lines: list[str] = []
        for stmt in body:
            if isinstance(stmt, Break):
                return [*lines, *self.go(self.exits[stmt.label], depth)]
            if isinstance(stmt, Continue):
                return [*lines, *self.go(self.heads[stmt.label], depth)]
            if self.is_simple(stmt):
                lines += self.simple(stmt, depth)
            elif isinstance(stmt, If):
                lines += self.jumping(stmt, depth)
            elif isinstance(stmt, Loop | Block):
                # A loop without decisions that jumps further out: its flag is read behind it.
                lines += self.outward(stmt, depth)
            else:
                raise AssertionError(stmt)
        return lines

    def outward(self, stmt: Loop | Block, depth: int) -> list[str]:
        writer = Structured(log=self.log, shown=True)
        lines = writer.statement(stmt, depth)
        pad = INDENT * depth
        for (label, again), code in writer.codes.items():
            target = self.heads[label] if again else self.exits[label]
            lines += [f"{pad}if jump == {code}:", f"{pad}{INDENT}jump = 0", *self.go(target, depth + 1)]
        return lines

    def dispatch(self, low: int, high: int, depth: int) -> list[str]:
        """A tree of comparisons down to each block."""
        pad = INDENT * depth
        if high - low == 1:
            return [pad + line for line in self.blocks[low]] or [pad + "break"]
        middle = (low + high) // 2
        return [
            f"{pad}if pc < {middle}:",
            *self.dispatch(low, middle, depth + 1),
            f"{pad}else:",
            *self.dispatch(middle, high, depth + 1),
        ]


def inner_labels(stmt: Stmt) -> set[int]:
    """Labels of loops inside a statement, itself included."""
    found: set[int] = set()
    if isinstance(stmt, Loop | Block):
        found.add(stmt.label)
        for part in stmt.body:
            found |= inner_labels(part)
    elif isinstance(stmt, If):
        for part in (*stmt.then, *stmt.otherwise):
            found |= inner_labels(part)
    return found


def machine_text(program: Body, scalars: list[str], site_words: int, log: bool) -> list[str]:
    """The function `advance(s, log)`."""
    machine = Machine(site_words, log)
    first = machine.new()
    machine.emit(program, first, 0, DONE)
    names = ", ".join(scalars)
    return [
        "def advance(s, log):",
        f'{INDENT}"""Runs from where the state stands to the next decision, halt or the end."""',
        f"{INDENT}{names} = s[:{len(scalars)}]",
        f"{INDENT}jump = 0",
        f"{INDENT}while True:",
        *machine.dispatch(0, len(machine.blocks), 2),
        f"{INDENT}s[:{len(scalars)}] = [{names}]",
    ]
