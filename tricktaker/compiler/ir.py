"""The program between rules and text: lines, branches, loops, decisions and jumps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(slots=True)
class Line:
    """One statement as text. `shown` lines only serve what people see: simulation leaves them out."""

    text: str
    shown: bool = False


@dataclass(slots=True)
class Comment:
    text: str


@dataclass(slots=True)
class Event:
    """Something that happened: a tuple of integers as text."""

    text: str


@dataclass(slots=True)
class If:
    test: str
    then: Body
    otherwise: Body = field(default_factory=list)
    shown: bool = False


@dataclass(slots=True)
class While:
    """A loop inside an expression: no decision, no jump out of it. `test` may be a `for` head."""

    head: str
    body: Body


@dataclass(slots=True)
class Loop:
    """Repeats until a Break; `label` names it."""

    label: int
    body: Body


@dataclass(slots=True)
class Block:
    """Runs once; a Break with its label leaves it."""

    label: int
    body: Body


@dataclass(slots=True)
class Break:
    label: int


@dataclass(slots=True)
class Continue:
    label: int


@dataclass(slots=True)
class Decide:
    """A seat chooses among the set bits of `words`; afterwards `choice` is the number of the bit."""

    site: int
    actor: str
    words: list[str]


@dataclass(slots=True)
class Stop:
    """A place where a driver may ask the machine to halt."""

    moment: int


@dataclass(slots=True)
class Fault:
    """The game can't go on; `number` says why."""

    number: int


Stmt: TypeAlias = Line | Comment | Event | If | While | Loop | Block | Break | Continue | Decide | Stop | Fault
Body: TypeAlias = list[Stmt]


def decides(body: Body) -> bool:
    """Whether a decision or a halt is inside."""
    for stmt in body:
        if isinstance(stmt, Decide | Stop):
            return True
        if isinstance(stmt, If) and (decides(stmt.then) or decides(stmt.otherwise)):
            return True
        if isinstance(stmt, Loop | Block | While) and decides(stmt.body):
            return True
    return False


def jumps(body: Body) -> set[int]:
    """Labels that statements inside jump to."""
    found: set[int] = set()
    for stmt in body:
        if isinstance(stmt, Break | Continue):
            found.add(stmt.label)
        elif isinstance(stmt, If):
            found |= jumps(stmt.then) | jumps(stmt.otherwise)
        elif isinstance(stmt, Loop | Block | While):
            found |= jumps(stmt.body)
    return found


def stops(stmt: Stmt) -> bool:
    """Whether a fault is inside."""
    if isinstance(stmt, Fault):
        return True
    if isinstance(stmt, If):
        return any(stops(inner) for inner in (*stmt.then, *stmt.otherwise))
    if isinstance(stmt, Loop | Block | While):
        return any(stops(inner) for inner in stmt.body)
    return False


def shown(body: Body) -> Body:
    """Statements that only serve what people see."""
    found: Body = []
    for stmt in body:
        if isinstance(stmt, Line):
            found.append(Line(stmt.text, True))
        elif isinstance(stmt, If):
            found.append(If(stmt.test, stmt.then, stmt.otherwise, True))
        else:
            found.append(If("True", [stmt], [], True))
    return found
