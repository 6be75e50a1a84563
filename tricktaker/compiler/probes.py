"""Counting while playing: what happens becomes statements that add to a tally, or to a hash of the whole game."""

from __future__ import annotations

from collections.abc import Callable

from tricktaker.compiler.ir import Block, Body, Decide, Event, If, Line, Loop, While
from tricktaker.compiler.moments import (
    EV_ABILITY,
    EV_GAME_END,
    EV_LACKS,
    EV_LEAD,
    EV_ROUND,
    EV_ROUND_END,
    EV_SCORED,
    EV_SHUFFLE,
    TRACED,
)
from tricktaker.compiler.tally import MOST_TRICKS, Tally

COUNTED = ("decisions", "forced", "first_dealer", "first_leader", "round_leader", "counted_rounds")
"""Names of a counting playout's own."""
UNHASHED = TRACED | {EV_LACKS}
"""Events that only say which rules were at work and what they prove: how they are written is the compiler's."""
HASH_STEP = "h = (h & 0xFFFFFFFF) * 1791398085 + (h >> 32)"
BELOW = (1 << 63) - 1
"""All bits of a part of an event but the sign, so that sets of cards count to the last card."""


def replaced(body: Body, event: Callable[[Event], Body], decided: Body, shown: bool = False) -> Body:
    """A program with statements instead of events, and some after each decision; with all that is `shown`, if so."""
    found: Body = []
    for stmt in body:
        match stmt:
            case Line(text=text, shown=True) if shown:
                found.append(Line(text))
            case Event():
                found += event(stmt)
            case Decide():
                found += [stmt, *decided]
            case If():
                found.append(
                    If(
                        stmt.test,
                        replaced(stmt.then, event, decided, shown),
                        replaced(stmt.otherwise, event, decided, shown),
                        stmt.shown and not shown,
                    )
                )
            case While():
                found.append(While(stmt.head, replaced(stmt.body, event, decided, shown)))
            case Loop() | Block():
                found.append(type(stmt)(stmt.label, replaced(stmt.body, event, decided, shown)))
            case _:
                found.append(stmt)
    return found


def counting(program: Body, tally: Tally) -> Body:
    """The program that adds to `tally` and keeps what is wanted of a game in `row`."""
    at, row, players = tally.at, tally.row, tally.rules.players

    def round_over() -> Body:
        each = [Line("t = s[TRICKS_WON + whose]"), Line(f"row[{row['tricks']} + whose] += t")]
        each += [Line(f"tally[{at['tricks']} + whose] += t"), Line(f"tally[{at['tricks2']} + whose] += t * t")]
        each.append(Line(f"tally[{at['dealer_tricks']} + ((whose - dealer) % {players})] += t"))
        led: Body = [
            Line(f"place = (whose - round_leader) % {players}"),
            Line(f"tally[{at['leader_tricks']} + place] += t"),
            Line(f"tally[{at['leader_tricks2']} + place] += t * t"),
        ]
        return [
            While(f"for whose in range({players}):", [*each, If("round_leader >= 0", led)]),
            If("round_leader >= 0", [Line(f"tally[{at['led_rounds']}] += 1")]),
            Line("round_leader = -1"),
            Line("counted_rounds += 1"),
        ]

    def game_over() -> Body:
        kept = {"outcome": "outcome", "rounds": "round_no", "dealer": "first_dealer", "leader": "first_leader"}
        kept |= {"decisions": "decisions", "forced": "forced"}
        return [
            If("counted_rounds < round_no", round_over()),
            *(Line(f"row[{row[name]}] = {text}") for name, text in kept.items()),
        ]

    def event(stmt: Event) -> Body:
        parts = split(stmt.text)
        kind = int(parts[0])
        if kind == EV_ABILITY:
            return [Line(f"tally[{at['abilities'] + int(parts[1])}] += 1")]
        if kind == EV_SCORED:
            start = at["rows"] + tally.tables[int(parts[1])][1]
            return [Line(f"tally[{start} + {', '.join(parts[2:])}] += 1")]
        if kind == EV_ROUND:
            return [If("round_no == 1", [Line("first_dealer = dealer")]), Line("round_leader = -1")]
        if kind == EV_LEAD:
            first: Body = [Line("round_leader = leader"), If("first_leader < 0", [Line("first_leader = leader")])]
            return [If("round_leader < 0", first)]
        if kind == EV_ROUND_END:
            return round_over()
        if kind == EV_GAME_END:
            return game_over()
        return []

    last = MOST_TRICKS - 1
    decided: Body = [
        Line("decisions += 1"),
        If("n == 1", [Line("forced += 1")]),
        Line(f"t = trick_no if trick_no < {last} else {last}"),
        Line(f"tally[{at['asked']} + t] += 1"),
        Line(f"tally[{at['legal']} + t] += n"),
    ]
    start: Body = [Line("first_dealer = -1"), Line("first_leader = -1"), Line("round_leader = -1")]
    return [*start, *replaced(program, event, decided)]


def hashing(program: Body) -> Body:
    """The program that mixes every event into `h`."""

    def mix(text: str) -> Body:
        return [Line(f"h = h ^ (({text}) & {BELOW})"), Line(HASH_STEP)]

    def event(stmt: Event) -> Body:
        parts = split(stmt.text)
        if int(parts[0]) in UNHASHED:
            return []
        if int(parts[0]) == EV_SHUFFLE:
            low, high = parts[2][len("*s[") : -1].split(" : ")
            each: Body = [Line(f"h = h ^ s[{low} + i]"), Line(HASH_STEP)]
            span = high[len(low) + 3 :]
            return [*mix(parts[0]), *mix(parts[1]), While(f"for i in range({span}):", each)]
        found: Body = []
        for part in parts:
            found += mix(part)
        return found

    return replaced(program, event, [], shown=True)


def split(text: str) -> list[str]:
    """The parts of an event: commas inside brackets don't count."""
    parts, depth, start = [], 0, 0
    for place, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]


def hash_of(h: int, events: list[tuple[int, ...]]) -> int:
    """The same hash of events that were logged."""
    for event in events:
        if event[0] in UNHASHED:
            continue
        for part in event:
            h = h ^ (part & BELOW)
            h = (h & 0xFFFFFFFF) * 1791398085 + (h >> 32)
    return h
