"""The form that plays a game again: with given deals, held against what one seat saw of it, decision by decision.

What it needs and finds is in `info`, whole numbers by the names below.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tricktaker.compiler.ir import Block, Body, Decide, If, Line, Loop, While
from tricktaker.compiler.layout import BITS
from tricktaker.compiler.machine import DONE, Machine
from tricktaker.compiler.observing import Observer
from tricktaker.compiler.probes import replaced
from tricktaker.compiler.text import INDENT, unwrapped

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program

SEEN, BAD, GOT, SEEN_END, GIVEN, GIVEN_END, ASKED, ASKED_END, FREE, TAKEN, CHANCE, GOAL = range(12)
LOTS, TRIED, ALLOWED, BEST, NEAR = range(12, 17)
INFO = 17
"""Observations that agreed; what didn't (0: all did); what was there instead; how many there are; shuffled cards laid;
how many are given; decisions noticed; how many there are; free choices made; decisions made; the generator of free
choices; whose decision comes at the end. Cards picked unseen; playings tried, and how many may be; how far the best of
them came, and how near to what comes next."""
PICKS = 32
"""Free choices that are kept from one playing to the next: each with where it was made and whether it was made anew."""
REFUSED, STRAYED = 98, 99
"""`BAD` of an action that isn't legal, of a decision that isn't the one that was noticed."""
NAMES = {
    "SEEN_END": SEEN_END, "SEEN": SEEN, "BAD": BAD, "GOT": GOT, "GIVEN_END": GIVEN_END, "GIVEN": GIVEN,
    "ASKED_END": ASKED_END, "ASKED": ASKED, "FREE": FREE, "TAKEN": TAKEN, "CHANCE": CHANCE, "GOAL": GOAL,
    "LOTS": LOTS, "TRIED": TRIED, "ALLOWED": ALLOWED, "BEST": BEST, "NEAR": NEAR,
    "REFUSED": REFUSED, "STRAYED": STRAYED,
}  # fmt: skip
MOST_DECISIONS = 1024
TABLES = "see, closed, firsts, nexts, actions, width, most"

NOTE = """\
def note(want, info, value, sort):
    \"\"\"Holds an observation against the one that was made.\"\"\"
    if info[BAD] == 0:
        at = info[SEEN]
        if at < info[SEEN_END] and want[at] == value:
            info[SEEN] = at + 1
        else:
            info[BAD] = sort
            info[GOT] = value


def lay(s, start, span, given, back, info):
    \"\"\"Puts a shuffled pile in the order that is given, if that is one of the same cards, or of a later naming.\"\"\"
    first = info[GIVEN]
    if first + span > info[GIVEN_END]:
        return
    if span and given[first] < 0:
        ranks = -given[first] * CARDS
        info[GIVEN] = first + span
        for i in range(span):
            card = s[start + i]
            j = first + i
            while j > first and back[ranks + given[j - 1]] > back[ranks + card]:
                given[j] = given[j - 1]
                j -= 1
            given[j] = card
        for i in range(span):
            s[start + i] = given[first + i]
        return
    low = high = 0
    for i in range(span):
        here = s[start + i]
        there = given[first + i]
        if here < 63:
            low ^= 1 << here
        else:
            high ^= 1 << (here - 63)
        if there < 63:
            low ^= 1 << there
        else:
            high ^= 1 << (there - 63)
    info[GIVEN] = first + span
    for i in range(span):
        if low == 0 and high == 0:
            s[start + i] = given[first + i]
        else:
            given[first + i] = s[start + i]
"""

ANSWER = """\
        if asked:
            asked = 0
            if info[BAD]:
                break
            noticed = 1
            if closed[site] and actor != eye:
                noticed = 0
            if actor == info[GOAL] and info[ASKED] == info[ASKED_END] and info[SEEN] == info[SEEN_END]:
                if noticed or eye != actor:
                    break
            if info[TAKEN] >= most:
                info[BAD] = STRAYED
                break
            choice = -1
            if noticed:
                nth = info[ASKED]
                if nth == info[ASKED_END] or script[4 * nth + 1] != actor:
                    info[BAD] = STRAYED
                    break
                if script[4 * nth] >= 0 and script[4 * nth] != site:
                    info[BAD] = STRAYED
                    break
                action = script[4 * nth + 2]
                exact = script[4 * nth + 3]
                if action >= 0:
                    choice = firsts[site * actions + action]
                    while choice >= 0:
{legal}
                        if word & 1 and (exact < 0 or CARD[choice] == exact):
                            break
                        choice = nexts[site * width + choice]
                    if choice < 0:
                        info[BAD] = REFUSED
                        info[GOT] = action
                        break
                info[ASKED] = nth + 1
            if choice < 0:
                free = info[FREE]
                again = 0
                if free < {picks}:
                    choice = picks[free]
                if choice >= 0:
{legal_pick}
                    if word & 1 == 0:
                        choice = -1
                        again = 1
                if choice < 0:
                    choice = any_of({masks}, info)
                if free < {picks}:
                    picks[free] = choice
                    picks[{picks} + free] = site
                    picks[2 * {picks} + free] = again
                info[FREE] = free + 1
            taken[info[TAKEN]] = choice
            taken[most + info[TAKEN]] = 0
            info[TAKEN] += 1
"""

LOT = """\
def lot({masks}, given, back, info):
    \"\"\"Where chance has to stand to pick from unseen cards the one that comes first in a naming of its own.\"\"\"
    nth = info[LOTS]
    info[LOTS] = nth + 1
    start = info[GIVEN_END] + nth * {cards}
    ranks = len(back) - len(given) + start
    count = place = 0
    best = {cards}
{words}
    y = info[CHANCE]
    y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)
    if best == {cards}:
        place = ((y & 0xFFFFFFFF) * count) >> 32
    high = 1791398085
    while high >= 1791398085:
        y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)
        within = y & 0xFFFFFFFF
        if within < count:
            within = count
        y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)
        low = y & 0xFFFFFFFF
        high = (((place << 32) + within) // count - low * 1791398085) & 0xFFFFFFFF
    info[CHANCE] = y
    return high << 32 | low
"""
LOT_WORD = """\
    while {mask}:
        card = blen({mask} & -{mask}) - 1 + {shift}
        {mask} &= {mask} - 1
        if start < len(given):
            given[start + count] = card
            if back[ranks + card] < best:
                best = back[ranks + card]
                place = count
        count += 1
"""
PICK = re.compile(r"\w+ = \(\(x & 0xFFFFFFFF\) \* \((popc\(\w+\)(?: \+ popc\(\w+\))*)\)\) >> 32")
"""The line with which chance tells a card that is picked unseen (`compiler/decisions.py`)."""


def lot_text(words: int, cards: int) -> str:
    """`lot`, for sets of cards of so many words."""
    masks = [f"h{word}" for word in range(words)]
    body = "".join(LOT_WORD.format(mask=mask, shift=word * BITS) for word, mask in enumerate(masks))
    return LOT.format(masks=", ".join(masks), cards=cards, words=body.rstrip())


def picking(body: Body, words: int) -> Body:
    """The program in which `lot` tells cards that are picked unseen, noted beside the choice that was made."""
    found: Body = []
    for stmt in body:
        match stmt:
            case Line(text=text) if match := PICK.fullmatch(text):
                masks = re.findall(r"popc\((\w+)\)", match[1])
                masks += ["0"] * (words - len(masks))
                found.append(Line(f"x = lot({', '.join(masks)}, given, back, info)"))
                found.append(Line(f"taken[most + info[{TAKEN}] - 1] = x"))
                found.append(Line("x = (x & 0xFFFFFFFF) * 1791398085 + (x >> 32)"))
                found.append(stmt)
            case If():
                found.append(If(stmt.test, picking(stmt.then, words), picking(stmt.otherwise, words), stmt.shown))
            case While():
                found.append(While(stmt.head, picking(stmt.body, words)))
            case Loop() | Block():
                found.append(type(stmt)(stmt.label, picking(stmt.body, words)))
            case _:
                found.append(stmt)
    return found


def named(text: str) -> str:
    """A template with numbers for the names of `info`."""
    for name, value in NAMES.items():
        text = text.replace(f"[{name}]", f"[{value}]").replace(f"= {name}\n", f"= {value}\n")
    return text


class Replay(Machine):
    """The machine whose decisions are answered on the spot."""

    def decision(self, stmt: Decide, following: int, depth: int) -> list[str]:
        pad = INDENT * depth
        lines = []
        for word in range(self.site_words):
            text = stmt.words[word] if word < len(stmt.words) else "0"
            lines.append(f"{pad}m{word} = {unwrapped(text)}")
        lines += [f"{pad}site = {stmt.site}", f"{pad}actor = {stmt.actor}"]
        return [*lines, f"{pad}asked = 1", f"{pad}pc = {following}", f"{pad}continue"]


def any_text(words: int) -> list[str]:
    """`any_of`: one legal choice by chance."""
    names = [f"m{word}" for word in range(words)]
    lines = [
        f"def any_of({', '.join(names)}, info):",
        f'{INDENT}"""One legal choice, by chance."""',
        f"{INDENT}y = info[{CHANCE}]",
        f"{INDENT}y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)",
        f"{INDENT}info[{CHANCE}] = y",
        f"{INDENT}k = ((y & 0xFFFFFFFF) * ({' + '.join(f'popc({name})' for name in names)})) >> 32",
    ]
    for word, name in enumerate(names):
        lines += [
            f"{INDENT}if k < popc({name}):",
            f"{INDENT * 2}while k:",
            f"{INDENT * 3}{name} &= {name} - 1",
            f"{INDENT * 3}k -= 1",
            f"{INDENT * 2}return blen({name} & -{name}) - 1 + {word * BITS}",
            f"{INDENT}k -= popc({name})",
        ]
    return [*lines, f"{INDENT}return -1"]


def bit_lines(words: int, depth: int) -> str:
    """`word`: the mask shifted so that the bit of `choice` is the lowest."""
    pad = INDENT * depth
    if words == 1:
        return f"{pad}word = m0 >> choice"
    lines = []
    for number in range(words):
        test = "if" if number == 0 else "elif"
        head = f"{test} choice < {BITS * (number + 1)}:" if number < words - 1 else "else:"
        shift = f"(choice - {BITS * number})" if number else "choice"
        lines += [f"{pad}{head}", f"{pad}{INDENT}word = m{number} >> {shift}"]
    return "\n".join(lines)


def replay_text(program: Program, native: bool) -> list[str]:
    """`replay(s, eye, given, back, script, want, picks, taken, info, …)` and what it calls."""
    words = program.site_words
    scalars = program.layout.scalars
    observer = Observer(program.rules)
    cards = len(program.rules.cards)
    card_words = (cards + BITS - 1) // BITS
    body: Body = picking(replaced(program.body, observer.text, [], shown=True), card_words)
    machine = Replay(words, log=False)
    first = machine.new()
    machine.emit(body, first, 0, DONE)
    masks = ", ".join(f"m{word}" for word in range(words))
    legal, legal_pick = bit_lines(words, 6), bit_lines(words, 5)
    answer = ANSWER.format(legal=legal, legal_pick=legal_pick, masks=masks, picks=PICKS)
    note = NOTE.replace("CARDS", str(cards))
    lines = [
        f"def replay(s, eye, given, back, script, want, picks, taken, info, {TABLES}):",
        f'{INDENT}"""Plays on from `s` as `script` says until seat `info[GOAL]` is asked something new."""',
        *(f"{INDENT}{name} = s[{place}]" for place, name in enumerate(scalars)),
        f"{INDENT}jump = 0",
        f"{INDENT}asked = 0",
        f"{INDENT}choice = -1",
        f"{INDENT}while True:",
        *named(answer).splitlines(),
        *machine.dispatch(0, len(machine.blocks), 2),
    ]
    if native:
        lines += [f"{INDENT}s[{place}] = {name}" for place, name in enumerate(scalars)]
    else:
        lines.append(f"{INDENT}s[:{len(scalars)}] = [{', '.join(scalars)}]")
    before = [*any_text(words), "", "", *named(note).splitlines()]
    if any(site.unseen for site in program.sites):
        before += ["", "", *named(lot_text(card_words, cards)).splitlines()]
    return [*before, "", "", *lines]
