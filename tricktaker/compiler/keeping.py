"""What is the most of a trick so far is kept from card to card, not sought again at each."""

from __future__ import annotations

import re
from collections import Counter

_NAME = re.compile(r"[A-Za-z_]\w*")
_PLAYED = re.compile(r"( *)trick\[tn\] = (\w+)")
_MOST = re.compile(
    r"(?P<pad> *)(?P<best>\w+) = (?P<none>-\d+)\n"
    r"(?P=pad)for (?P<i>\w+) in range\(tn\):\n"
    r"(?P=pad)    (?P<card>\w+) = trick\[(?P=i)\]\n"
    r"(?P=pad)    (?P<value>\w+) = (?P<table>[A-Z]\w*)\[(?P=card)\]\n"
    r"(?P=pad)    if (?P=value) (?P<sign>[<>]) (?P=best):\n"
    r"(?P=pad)        (?P=best) = (?P=value)\n"
)
_PLACE = re.compile(
    r"(?P<pad> *)(?P<best>\w+) = 0\n"
    r"(?P=pad)(?P<top>\w+) = (?P<start>[01])\n"
    r"(?P=pad)for (?P<i>\w+) in range\(tn\):\n"
    r"(?P=pad)    (?P<value>\w+) = (?P<table>[A-Z]\w*)\[0 \+ trick\[(?P=i)\]\]\n"
    r"(?P=pad)    if (?P=value) (?P<sign>>=?) (?P=top):\n"
    r"(?P=pad)        (?P=top) = (?P=value)\n"
    r"(?P=pad)        (?P=best) = (?P=i)\n"
)


def kept(lines: list[str]) -> tuple[list[str], list[str]]:
    """The lines with names instead of searches through the trick, and those names.

    For whole games only: a trick must be seen from its first card. The same lines where a card may leave the trick.
    """
    plays = [line for line in lines if "trick[tn] = " in line]
    if len(plays) != 1 or any(re.fullmatch(r" *tn (-= .*|= [^0].*)", line) for line in lines):
        return lines, []
    text = "\n".join([*lines, ""])
    uses = Counter(_NAME.findall(text))
    starts: dict[str, str] = {}
    updates: dict[str, list[str]] = {}

    def most(found: re.Match[str]) -> str:
        if uses[found["card"]] != 2 or uses[found["value"]] != 3:
            return found.group(0)
        table, sign = found["table"], found["sign"]
        name = f"{'most' if sign == '>' else 'least'}_{table}"
        starts[name] = found["none"]
        updates[name] = [f"{name} = {table}[CARD] if {table}[CARD] {sign} {name} else {name}"]
        return f"{found['pad']}{found['best']} = {name}\n"

    def place(found: re.Match[str]) -> str:
        if uses[found["value"]] != 3 or uses[found["top"]] != 3:
            return found.group(0)
        table, sign = found["table"], found["sign"]
        name, top = (
            f"{what}_{'last' if sign == '>=' else 'first'}{found['start']}_{table}" for what in ("place", "top")
        )
        starts[name], starts[top] = "0", found["start"]
        updates[name] = [
            f"{name} = tn if {table}[CARD] {sign} {top} else {name}",
            f"{top} = {table}[CARD] if {table}[CARD] {sign} {top} else {top}",
        ]
        return f"{found['pad']}{found['best']} = {name}\n"

    text = _PLACE.sub(place, _MOST.sub(most, text))
    if not updates:
        return lines, []
    found: list[str] = []
    for line in text.splitlines():
        found.append(line)
        play = _PLAYED.fullmatch(line)
        if play is not None:
            pad, card = play.groups()
            found += [pad + each.replace("CARD", card) for update in updates.values() for each in update]
        elif line.strip() == "tn = 0":
            pad = line[: line.index("tn")]
            found += [f"{pad}{name} = {start}" for name, start in starts.items()]
    return found, list(starts)
