"""Leaves out assignments that nothing reads."""

from __future__ import annotations

import re
from collections import Counter

from tricktaker.compiler.ir import Block, Body, Decide, If, Line, Loop, Stmt, While

_NAME = re.compile(r"[A-Za-z_]\w*")
_STORE = re.compile(r"([A-Za-z_]\w*) [-+]?= (.*)", re.DOTALL)


def without_dead_stores(program: Body, keep: frozenset[str]) -> Body:
    """The program without assignments to names (other than `keep`) that are never read."""
    while True:
        reads: Counter[str] = Counter()
        _count(program, reads)
        smaller, changed = _pruned(program, reads, keep)
        if not changed:
            return smaller
        program = smaller


def _store(text: str) -> tuple[str, str] | None:
    match = _STORE.fullmatch(text)
    return (match.group(1), match.group(2)) if match else None


def _count(body: Body, reads: Counter[str]) -> None:
    for stmt in body:
        match stmt:
            case Line(text=text, shown=False):
                store = _store(text)
                names = _NAME.findall(text if store is None else store[1])
                if store is not None:
                    names = [name for name in names if name != store[0]]
                reads.update(names)
            case If(shown=False):
                reads.update(_NAME.findall(stmt.test))
                _count(stmt.then, reads)
                _count(stmt.otherwise, reads)
            case While():
                reads.update(_NAME.findall(stmt.head))
                _count(stmt.body, reads)
            case Loop() | Block():
                _count(stmt.body, reads)
            case Decide():
                for word in stmt.words:
                    reads.update(_NAME.findall(word))


def _pruned(body: Body, reads: Counter[str], keep: frozenset[str]) -> tuple[Body, bool]:
    found: Body = []
    changed = False
    for stmt in body:
        kept: Stmt = stmt
        if isinstance(stmt, Line):
            store = _store(stmt.text)
            if store is not None and store[0] not in keep and not reads[store[0]]:
                changed = True
                continue
        elif isinstance(stmt, If):
            then, one = _pruned(stmt.then, reads, keep)
            otherwise, two = _pruned(stmt.otherwise, reads, keep)
            if not then and not otherwise:
                changed = True
                continue
            kept = If(stmt.test, then, otherwise, stmt.shown)
            changed = changed or one or two
        elif isinstance(stmt, While):
            inner, one = _pruned(stmt.body, reads, keep)
            kept = While(stmt.head, inner)
            changed = changed or one
        elif isinstance(stmt, Loop | Block):
            inner, one = _pruned(stmt.body, reads, keep)
            kept = type(stmt)(stmt.label, inner)
            changed = changed or one
        found.append(kept)
    return found, changed
