"""Search of sampled worlds: the text of what makes a tree of information sets grow, for both runtimes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.compiler.layout import BITS
from tricktaker.compiler.playout import MIX, names_in
from tricktaker.compiler.rollout import nth_lines, rollout_text
from tricktaker.compiler.sites import Options
from tricktaker.compiler.text import INDENT
from tricktaker.compiler.tree import (
    CHANCE,
    DEEPEST,
    FAULTS,
    FREE,
    GROWING,
    ORIGIN,
    PATH,
    SQUARES,
    STEPS,
    TIMES,
    TOTAL,
    places_of,
)
from tricktaker.compiler.worths import worth_text

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program

OFTEN = 1 << 12
"""How much experience of an answer is kept; older experience fades."""

STEP = """\
def follow(tree, place, key, code):
    \"\"\"The edge that a seat at `place` follows when it sees an answer; 0 if there is no room.\"\"\"
    node = tree[place + 5]
    while node and tree[node] != key:
        node = tree[node + 1]
    if not node:
        node = tree[{FREE}]
        if node + {two} > len(tree):
            return 0
        tree[{FREE}] = node + {record}
        tree[node] = key
        tree[node + 1] = tree[place + 5]
        tree[place + 5] = node
    edge = tree[node + 2]
    while edge and tree[edge] != code:
        edge = tree[edge + 1]
    if not edge:
        edge = tree[{FREE}]
        if edge + {record} > len(tree):
            return 0
        tree[{FREE}] = edge + {record}
        tree[edge] = code
        tree[edge + 1] = tree[node + 2]
        tree[node + 2] = edge
{mark_code}    return edge


def step(tree, key, home, actor, {every}, urge, y):
    \"\"\"One step down the tree: the bit of an answer, -1 if there is no room; new ones first, then the best.\"\"\"
    place = tree[{at} + actor]
    node = tree[place + 5]
    while node and tree[node] != key:
        node = tree[node + 1]
    tree[{CHANCE}] = y
    free = tree[{FREE}]
    room = free + {two} <= len(tree)
    if tree[{PATH}] >= {DEEPEST} or not (node or room):
        tree[{GROWING}] = 0
        return -1
    if not node:
        node = free
        tree[{FREE}] = free + {record}
        tree[node] = key
        tree[node + 1] = tree[place + 5]
        tree[place + 5] = node
{fresh}    edge = tree[node + 2]
    taken = 0
    if ({any_fresh}) and not room and {count_all} > 1 and tree[{PATH}]:
        # Among the few that there was room for, nothing is chosen well.
        tree[{GROWING}] = 0
        return -1
    if room and ({any_fresh}):
        while edge:
            tree[edge + 3] += {legal}
            edge = tree[edge + 1]
        n = {count_fresh}
        {mix}
        tree[{CHANCE}] = y
        k = ((y & 0xFFFFFFFF) * n) >> 32
{choose}        taken = tree[{FREE}]
        tree[{FREE}] = taken + {record}
        tree[taken] = choice
        tree[taken + 1] = tree[node + 2]
        tree[taken + 3] = 1
        tree[node + 2] = taken
{mark_choice}        if {count_all} > 1:
            tree[{GROWING}] = 0
    else:
        best = -1.0e300
        while edge:
            if {legal}:
                could = tree[edge + 3] + 1
                tree[edge + 3] = could
                visits = tree[edge + 2]
                if not visits:
                    score = 1.0e300
                else:
                    high = blen(could) - 1
                    score = high + (could - (1 << high)) / (1 << high)
                    score = tree[edge + 4] / visits + urge * sqrt(score / visits)
                if score > best:
                    best = score
                    taken = edge
            edge = tree[edge + 1]
        if not taken:
            tree[{GROWING}] = 0
            return -1
        choice = tree[taken]
        if {count_all} > 1:
            tree[{GROWING}] -= 1
    steps = tree[{PATH}]
    tree[{path} + 2 * steps] = taken
    tree[{path} + 2 * steps + 1] = actor
    tree[{PATH}] = steps + 1
    if tree[{GROWING}]:
        code = {SEEN}[home % {options} + choice]
        for seat in range({players}):
            if seat == actor:
                tree[{at} + seat] = taken
            elif code >= 0:
                if code == choice and tree[{at} + seat] == place:
                    tree[{at} + seat] = taken
                else:
                    other = follow(tree, tree[{at} + seat], key, code)
                    if not other:
                        tree[{GROWING}] = 0
                        break
                    tree[{at} + seat] = other
    return choice
"""

GROW = """\
def grow(pool, worlds, simulations, s, tree, habits, trail, weights, learning, depth, rounds, eager, y):
    \"\"\"Simulations from worlds in turn; returns the choice generator.\"\"\"
    done = tree[{TIMES}]
    me = pool[{ACTOR}]
    urge = 0.0
    for number in range(simulations):
        if not number or not done & (done - 1):
            urge = 0.0
            if done > 1:
                mean = tree[{TOTAL}] / done
                spread = tree[{SQUARES}] / done - mean * mean
                urge = eager * sqrt(spread) if spread > 0.0 else 0.0
        tree[{GROWING}] = depth
        tree[{PATH}] = 0
        for seat in range({players}):
            tree[{at} + seat] = {first}
        s[1] = 0
        tree[{STEPS}] = 0
        y = simulate(pool, (done % worlds) * {size}, s, tree, habits, trail, learning, rounds, urge, y)
        done += 1
        tree[{TIMES}] = done
        if s[1]:
            # What the rules can't do says nothing of a choice: to this seat it is as good as the others so far.
            tree[{FAULTS}] += 1
            tree[{worth} + me] = tree[{ORIGIN}] + tree[{TOTAL}] // done
        else:
            worth(s, weights, tree)
        if done == 1:
            tree[{ORIGIN}] = tree[{worth} + me]
        for i in range(tree[{PATH}]):
            if s[1] and tree[{path} + 2 * i + 1] != me:
                continue
            edge = tree[{path} + 2 * i]
            tree[edge + 2] += 1
            tree[edge + 4] += tree[{worth} + tree[{path} + 2 * i + 1]]
        gain = tree[{worth} + me] - tree[{ORIGIN}]
        tree[{TOTAL}] += gain
        tree[{SQUARES}] += gain * gain
        place = {root} + 3 * tree[tree[{path}]]
        tree[place] += 1
        tree[place + 1] += gain
        tree[place + 2] += gain * gain
        if learning:
            for i in range(tree[{STEPS}]):
                key = trail[i]
                gain = tree[{worth} + (key & 15)]
                key = (key >> 4) * 2
                habits[key] += gain
                habits[key + 1] += 1
                if habits[key + 1] == {OFTEN}:
                    habits[key] >>= 1
                    habits[key + 1] >>= 1
    return y
"""


def search_text(program: Program, native: bool) -> list[str]:
    """`grow` and all it calls."""
    places = places_of(program)
    words = range(places.words)
    worth = worth_text(program, places.worth)
    read = names_in(worth)
    at = {name: place for place, name in enumerate(program.layout.scalars)}
    wanted = {name for name in (*at, *program.layout.arrays) if name in read} | {"over", "outcome"}
    options = Options(program)
    seen = program.emitter.tables.add(options.seen, "SEEN")

    def by_word(bit: str, then: list[str], depth: int) -> str:
        """A line for the word that holds a bit."""
        pad = INDENT * depth
        if places.words == 1:
            return f"{pad}{then[0]}\n"
        text = ""
        for word in words:
            head = "if" if not word else "elif"
            test = f"{head} {bit} < {BITS * (word + 1)}" if word < places.words - 1 else "else"
            text += f"{pad}{test}:\n{pad}{INDENT}{then[word]}\n"
        return text

    def shifted(bit: str, word: int) -> str:
        return f"({bit} - {BITS * word})" if word else bit

    def mark(bit: str, depth: int) -> str:
        return by_word(bit, [f"tree[node + {3 + w}] |= 1 << {shifted(bit, w)}" for w in words], depth)

    fresh = [f"fresh{word}" for word in words]
    legal = "m0 >> tree[edge] & 1"
    if places.words > 1:
        tests = [f"m{w} >> (tree[edge] - {BITS * w}) & 1" if w else legal for w in words]
        legal = f"({tests[-1]})"
        for word in reversed(words[:-1]):
            legal = f"({tests[word]} if tree[edge] < {BITS * (word + 1)} else {legal})"
    hidden = options.hidden
    if places.words == 1:
        legal = "(m0 >> tree[edge] & 1)"
    values = {
        "FREE": FREE, "TIMES": TIMES, "PATH": PATH, "ORIGIN": ORIGIN, "TOTAL": TOTAL, "SQUARES": SQUARES,
        "FAULTS": FAULTS,
        "GROWING": GROWING, "CHANCE": CHANCE, "STEPS": STEPS, "DEEPEST": DEEPEST, "OFTEN": OFTEN,
        "SEEN": seen, "options": options.count, "ACTOR": at["actor"], "size": program.layout.size,
        "players": places.players, "at": places.at, "worth": places.worth, "path": places.path, "root": places.root,
        "first": places.first, "record": places.record, "two": 2 * places.record, "mix": MIX, "legal": legal,
        "every": ", ".join(f"m{word}" for word in words),
        "fresh": "".join(f"{INDENT}fresh{w} = m{w} & ~tree[node + {3 + w}]\n" for w in words),
        "any_fresh": " | ".join(fresh),
        "count_fresh": " + ".join(f"popc({name})" for name in fresh),
        "count_all": " + ".join(f"popc(m{word})" for word in words),
        "choose": "".join(f"{line}\n" for line in nth_lines("choice", fresh, 2, native)),
        "mark_choice": mark("choice", 2),
        "mark_code": f"{INDENT * 2}if code < {hidden}:\n{mark('code', 3)}",
    }  # fmt: skip
    lines = [*worth, "", "", *STEP.format(**values).splitlines(), "", ""]
    return [*lines, *rollout_text(program, native, wanted), "", "", *GROW.format(**values).splitlines()]
