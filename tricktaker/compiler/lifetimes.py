"""Which words of the state the machine may still read, from where it stands, before it writes them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tricktaker.compiler.machine import DONE, Machine
from tricktaker.compiler.program import Program

Names = frozenset[str]
NOTHING: Names = frozenset()
BUILT_IN = frozenset(["s", "stop", "blen", "popc", "range", "min", "max", "abs", "int", "True", "False", "None"])


def machine_of(program: Program) -> Machine:
    """The program cut into blocks, without its log."""
    machine = Machine(program.site_words, log=False)
    first = machine.new()
    machine.emit(program.body, first, 0, DONE)
    return machine


@dataclass(slots=True)
class Lifetimes:
    """The blocks of a machine as trees: who follows whom, what each reads and writes."""

    program: Program
    trees: list[list[ast.stmt]] = field(init=False)
    scalars: Names = field(init=False)
    arrays: Names = field(init=False)

    def __post_init__(self) -> None:
        layout = self.program.layout
        self.scalars, self.arrays = frozenset(layout.scalars), frozenset(layout.arrays)
        self.trees = []
        for block in machine_of(self.program).blocks:
            text = "\n".join(["while True:", *(f"    {line}" for line in block), "    break"])
            loop = ast.parse(text).body[0]
            assert isinstance(loop, ast.While)
            self.trees.append(loop.body)

    def followers(self, block: int) -> set[int]:
        """Blocks that may come next, decisions and halts included."""
        return {
            node.value.value
            for node in self._nodes(self.trees[block])
            if isinstance(node, ast.Assign)
            and _is_name(node.targets[0], "pc")
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, int)
        }

    def reachable(self, start: Iterable[int], end: int) -> set[int]:
        """Blocks on the way from `start`; nothing behind a halt at moment `end` counts."""
        found: set[int] = set()
        todo = list(start)
        while todo:
            block = todo.pop()
            if block in found:
                continue
            found.add(block)
            if not self.halts(block, end):
                todo += self.followers(block)
        return found

    def halts(self, block: int, moment: int) -> bool:
        """Whether the block ends where the machine can be halted at this moment, or a new deal begins in it."""
        return any(
            isinstance(node, ast.Assign)
            and (
                (_is_name(node.targets[0], "halted") and _is_number(node.value, moment))
                or (_is_name(node.targets[0], "x") and "seed_a" in _names(node.value))
            )
            for node in self._nodes(self.trees[block])
        )

    def asks(self, site: int) -> list[int]:
        """Blocks that end in this decision."""
        return [
            number
            for number, tree in enumerate(self.trees)
            if any(
                isinstance(node, ast.Assign) and _is_name(node.targets[0], "site") and _is_number(node.value, site)
                for node in self._nodes(tree)
            )
        ]

    def written(self, blocks: Iterable[int]) -> set[str]:
        """Scalars and arrays of the state that these blocks may change."""
        found: set[str] = set()
        for block in blocks:
            for node in self._nodes(self.trees[block]):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in self.scalars:
                    found.add(node.id)
                elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                    found |= self.arrays & _names(node.slice)
        return found

    def live(self, end: int) -> list[Names]:
        """For each block the scalars that may be read before they are written, up to a halt at `end`."""
        known: list[Names] = [NOTHING] * len(self.trees)
        while True:
            new = [
                self._before(tree, NOTHING, [NOTHING] * len(self.trees) if self.halts(block, end) else known)
                for block, tree in enumerate(self.trees)
            ]
            if new == known:
                return [names & self.scalars for names in known]
            known = new

    def strangers(self, block: int) -> Names:
        """Names read in a block that are neither of the state nor tables nor written in it."""
        every = [node for node in self._nodes(self.trees[block]) if isinstance(node, ast.Name)]
        written = {node.id for node in every if isinstance(node.ctx, ast.Store)}
        read = frozenset(node.id for node in every if isinstance(node.ctx, ast.Load))
        return read - written - self.scalars - self.arrays - set(self.program.emitter.tables.values) - BUILT_IN

    def _before(
        self,
        body: Sequence[ast.stmt],
        after: Names,
        known: Sequence[Names],
        left: Names = NOTHING,
        again: Names = NOTHING,
    ) -> Names:
        """Names read from the start of some statements on; `left` behind the loop around them, `again` at its head."""
        for stmt in reversed(body):
            match stmt:
                case ast.Return():
                    after = NOTHING
                case ast.Break():
                    after = left
                case ast.Continue():
                    after = again
                case ast.Assign(targets=[ast.Name(id="pc")], value=ast.Constant(value=int() as block)):
                    after = after | known[block]
                case ast.Assign(targets=[ast.Name(id=name)]):
                    after = (after - {name}) | _reads(stmt.value)
                case ast.Assign():
                    for target in stmt.targets:
                        after = after | _reads(target)
                    after = after | _reads(stmt.value)
                case ast.AugAssign(target=ast.Name(id=name)):
                    if name in after or name not in self.scalars:
                        after = after | _reads(stmt.value) | {name}
                case ast.If():
                    after = (
                        self._before(stmt.body, after, known, left, again)
                        | self._before(stmt.orelse, after, known, left, again)
                        | _reads(stmt.test)
                    )
                case ast.While():
                    after = self._loop(stmt.body, _reads(stmt.test), after, known)
                case ast.For(target=ast.Name(id=name)):
                    after = _reads(stmt.iter) | self._loop(stmt.body, NOTHING, after, known) - {name}
                case _:
                    after = after | _reads(stmt)
        return after

    def _loop(self, body: Sequence[ast.stmt], test: Names, after: Names, known: Sequence[Names]) -> Names:
        head = after | test
        while True:
            found = head | self._before(body, head, known, after, head)
            if found == head:
                return head
            head = found

    @staticmethod
    def _nodes(tree: Sequence[ast.stmt]) -> Iterable[ast.AST]:
        for stmt in tree:
            yield from ast.walk(stmt)


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_number(node: ast.AST, number: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == number


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _reads(node: ast.AST) -> Names:
    """Names read anywhere inside."""
    return (
        frozenset(part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load))
        - BUILT_IN
    )
