"""What is looked up by the led suit is looked up once, when a card is led."""

from __future__ import annotations

import re

from tricktaker.compiler.tables import Tables

_SET = re.compile(r"(\s*)led = (?:(\w+)\[(\w+)\]|-1)")
_ANY_SET = re.compile(r"\s*led = ")
_READ = re.compile(r"\b([A-Z]\w*)\[led\]")


def looked_up_once(lines: list[str], tables: Tables) -> tuple[list[str], list[str]]:
    """The lines with names instead of `TABLE[led]`, and those names; the same if the led suit is set otherwise."""
    read = sorted({name for line in lines for name in _READ.findall(line) if name in tables.values})
    setting = [line for line in lines if _ANY_SET.match(line)]
    matches = [_SET.fullmatch(line) for line in setting]
    if not read or any(match is None for match in matches):
        return lines, []
    sources = {match.group(2) for match in matches if match is not None and match.group(2)}
    for name in read:
        size = len(tables.values[name])
        if any(source not in tables.values for source in sources):
            return lines, []
        if any(not -size <= value < size for source in sources for value in tables.values[source]):
            return lines, []
    found: list[str] = []
    for line in lines:
        match = _SET.fullmatch(line)
        if match is None:
            found.append(
                _READ.sub(lambda each: f"led_{each.group(1)}" if each.group(1) in read else each.group(0), line)
            )
            continue
        found.append(line)
        pad, source, card = match.groups()
        for name in read:
            values = tables.values[name]
            if source is None:
                found.append(f"{pad}led_{name} = {values[-1]}")
            else:
                of_card = tables.add([values[value] for value in tables.values[source]], "LED")
                found.append(f"{pad}led_{name} = {of_card}[{card}]")
    return found, [f"led_{name}" for name in read]
