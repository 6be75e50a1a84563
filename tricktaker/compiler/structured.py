"""Loops and jumps as nested Python loops: a jump over several loops is a flag and a chain of breaks."""

from __future__ import annotations

from collections.abc import Callable

from tricktaker.compiler.ir import Block, Body, Break, Continue, Decide, If, Loop, Stmt, Stop, While
from tricktaker.compiler.text import INDENT, branch, is_comment, simple_lines

WriteDecision = Callable[[Decide, int], list[str]]


class Structured:
    """Writes a body with loops; `decision` writes what a Decide becomes."""

    def __init__(self, *, log: bool, shown: bool, decision: WriteDecision | None = None) -> None:
        self.log = log
        self.shown = shown
        self.decision = decision
        self.stack: list[int] = []
        self.codes: dict[tuple[int, bool], int] = {}

    def lines(self, body: Body, depth: int) -> list[str]:
        found: list[str] = []
        for stmt in body:
            found += self.statement(stmt, depth)
            if isinstance(stmt, Break | Continue):
                break
        return found

    def jump(self, label: int, again: bool, pad: str) -> list[str]:
        word = "continue" if again else "break"
        if self.stack and self.stack[-1] == label:
            return [pad + word]
        code = self.codes.setdefault((label, again), len(self.codes) + 1)
        return [f"{pad}jump = {code}", f"{pad}break"]

    def statement(self, stmt: Stmt, depth: int) -> list[str]:
        pad = INDENT * depth
        match stmt:
            case Break(label=label):
                return self.jump(label, False, pad)
            case Continue(label=label):
                return self.jump(label, True, pad)
            case If():
                if stmt.shown and not self.shown:
                    return []
                return branch(stmt.test, self.lines(stmt.then, depth + 1), self.lines(stmt.otherwise, depth + 1), pad)
            case Loop(label=label, body=body):
                return self.loop(label, body, depth, once=False)
            case Block(label=label, body=body):
                return self.loop(label, body, depth, once=True)
            case Stop():
                return []
            case Decide():
                assert self.decision is not None
                return self.decision(stmt, depth)
            case While(head=head, body=body):
                inner = self.lines(body, depth + 1)
                return [
                    pad + head,
                    *(inner if any(not is_comment(line) for line in inner) else [pad + INDENT + "pass"]),
                ]
        return simple_lines([stmt], depth, log=self.log, shown=self.shown)

    def loop(self, label: int, body: Body, depth: int, once: bool) -> list[str]:
        pad = INDENT * depth
        outer_codes = self.codes
        self.codes = {}
        self.stack.append(label)
        inner = self.lines(body, depth + 1)
        self.stack.pop()
        leaving = self.codes
        self.codes = outer_codes
        if once and not any(line.strip() in ("break", "continue") for line in inner) and not leaving:
            return [line[len(INDENT) :] for line in inner]
        lines = [f"{pad}while True:", *inner]
        if once and not (inner and inner[-1] == pad + INDENT + "break"):
            lines.append(f"{pad}{INDENT}break")
        for (target, again), code in leaving.items():
            new = self.codes.get((target, again))
            if self.stack and self.stack[-1] == target:
                lines += [
                    f"{pad}if jump == {code}:",
                    f"{pad}{INDENT}jump = 0",
                    f"{pad}{INDENT}{'continue' if again else 'break'}",
                ]
            elif not self.stack:
                # Nothing is around this loop here: whoever asked for it reads the flag behind it.
                self.codes[target, again] = code
            else:
                if new is None:
                    new = self.codes.setdefault((target, again), len(self.codes) + 1)
                if new != code:
                    lines += [f"{pad}if jump == {code}:", f"{pad}{INDENT}jump = {new}", f"{pad}{INDENT}break"]
                else:
                    lines += [f"{pad}if jump == {code}:", f"{pad}{INDENT}break"]
        return lines
