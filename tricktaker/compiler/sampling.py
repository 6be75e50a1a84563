"""The text that samples worlds: whole situations that agree with everything one seat has seen.

A world is a naming of the cards (`label`: which card stands where card c stood in a reference deal), with one more for
each later shuffle and each card that is picked unseen, the free choices of other seats, and seeds. It is played again
from where the seat's story begins and held against what the seat saw. The first one is found by repairing what
disagrees; the others by a random walk among namings that agree, whose steps are as likely forth as back, so that in the
long run all are equally likely (Metropolis et al. 1953).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tricktaker.compiler.layout import BITS
from tricktaker.compiler.mending import MENDING, MOVING, NEARLY
from tricktaker.compiler.namings import NAMING
from tricktaker.compiler.replaying import PICKS, REFUSED, STRAYED, named, replay_text

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program

UNFINISHED, MISSING = 100, 101
"""`BAD` of a game that ended or stopped at a fault before the story did, of a card that isn't where it is seen."""
MOST_REPAIRS = 1000
MOST_AGAIN = 64

SAMPLING = """\
def attempt(s, base, eye, names, deck, homes, script, want, picks, taken, info, needs, tables):
    \"\"\"Plays a naming again; 0 if it agrees with the story, else what is wrong.\"\"\"
    see, closed, firsts, nexts, sizes = tables
    label, back, given, laid, decks = names
    for i in range(SIZE):
        s[i] = base[i]
    for i in range(info[GIVEN_END]):
        given[i] = deck[i]
        if deck[i] >= 0:
            given[i] = label[deck[i]]
    for i in range(info[GIVEN_END], len(given)):
        given[i] = -1
    renamed(s, base, label, homes)
    info[SEEN] = info[BAD] = info[GOT] = info[GIVEN] = info[ASKED] = info[FREE] = info[TAKEN] = info[LOTS] = 0
    s[AT_HALTED] = 0
    replay(s, eye, given, back, script, want, picks, taken, info, see, closed, firsts, nexts, sizes[0], sizes[1],
           sizes[2])
    if info[BAD]:
        return info[BAD]
    if s[1] or s[AT_OVER] or info[SEEN] != info[SEEN_END] or info[ASKED] != info[ASKED_END]:
        info[BAD] = UNFINISHED
        return UNFINISHED
    for i in range(0, len(needs), 3):
        if (s[needs[i]] & needs[i + 2]) != needs[i + 2]:
            info[BAD] = MISSING
            info[GOT] = i
            return MISSING
    return 0


def renamed(s, base, label, homes):
    \"\"\"Names the cards that lie about where the story begins; homes are (offset, count, word or -1 for a pile).\"\"\"
    for i in range(0, len(homes), 3):
        start = homes[i]
        word = homes[i + 2]
        if word < 0:
            for k in range(homes[i + 1]):
                s[start + k] = label[base[start + k]]
        else:
            s[start] = 0
    for i in range(0, len(homes), 3):
        word = homes[i + 2]
        if word >= 0:
            left = base[homes[i]]
            while left:
                card = label[blen(left & -left) - 1 + word * BITS]
                left &= left - 1
                for k in range(0, len(homes), 3):
                    if homes[k + 1] == homes[i + 1] and homes[k + 2] == card // BITS:
                        s[homes[k]] |= 1 << (card % BITS)


def settle(s, base, eye, names, deck, homes, script, want, picks, taken, info, needs, tables, free, is_free, sets,
           options, cards, kept, moves, held, hands, chosen):
    \"\"\"Looks for a first world, from where it was left. Returns 1, or 0 if there was none in all tries so far.\"\"\"
    label, back, given, laid, decks = names
    count = len(label)
    width = tables[4][1]
    while info[TRIED] < info[ALLOWED]:
        if info[TRIED] % MOST_REPAIRS == 0:
            for i in range(count):
                label[i] = i % CARDS
                back[i] = i % CARDS
            scatter(names, free, info)
            for i in range(len(picks)):
                picks[i] = -1
            reseed(base, info)
            info[BEST] = -1
            info[NEAR] = 0
            for i in range(count):
                kept[i] = label[i]
            for i in range(len(picks)):
                chosen[i] = picks[i]
        info[TRIED] += 1
        bad = attempt(s, base, eye, names, deck, homes, script, want, picks, taken, info, needs, tables)
        if bad == 0:
            return 1
        reached = info[SEEN] + info[ASKED]
        gap = 0
        if bad == 1 and info[SEEN] < info[SEEN_END]:
            gap = abs(info[GOT] - want[info[SEEN]])
        if reached > info[BEST] or (reached == info[BEST] and gap <= info[NEAR]) or below(info, 64) == 0:
            info[BEST] = reached
            info[NEAR] = gap
            for i in range(count):
                kept[i] = label[i]
            for i in range(len(picks)):
                chosen[i] = picks[i]
        elif bad == 1 or bad >= STRAYED or below(info, 8) == 0:
            recall(label, back, kept)
            for i in range(len(picks)):
                picks[i] = chosen[i]
        mend(s, base, names, free, is_free, sets, script, picks, want, info, needs, options, cards, width, moves, held,
             hands)
    return 0


def sample(pool, count, mixing, s, base, eye, names, deck, homes, script, want, picks, taken, info, needs, tables, free,
           is_free, sets, options, cards, kept, moves, held, hands, chosen, piles, deals, choices, starts, worlds):
    \"\"\"Fills `pool` with `count` worlds, one after another; returns how many there are.

    `deals`, `choices`, `starts` and `worlds` take the shuffled cards, the choices, where it began, and the number of
    choices and the seeds of each, if `worlds` isn't empty. `mixing` steps lie between one world and the next.
    \"\"\"
    label, back, given, laid, decks = names
    if settle(s, base, eye, names, deck, homes, script, want, picks, taken, info, needs, tables, free, is_free, sets,
              options, cards, kept, moves, held, hands, chosen) == 0:
        return 0
    tried = fresh = 0
    stored = 0
    for i in range(len(given)):
        piles[i] = given[i]
    for i in range(SIZE):
        pool[i] = s[i]
    while stored < count:
        at = stored * SIZE
        if stored:
            for i in range(SIZE):
                pool[at + i] = pool[at - SIZE + i]
        steps = mixing
        if stored == 0:
            steps = mixing + 2 * len(free)
        step = 0
        if len(free) > 1 and (tried < 8 or fresh * 6 > tried):
            tried += 1
            step = -1
        while step < steps:
            anew = step < 0
            step += 1
            for i in range(len(label)):
                kept[i] = label[i]
            for i in range(len(picks)):
                chosen[i] = picks[i]
            seed_a = base[AT_SEED_A]
            seed_b = base[AT_SEED_B]
            chance = base[AT_X]
            free_choices = info[FREE]
            if anew:
                scatter(names, free, info)
                for i in range(PICKS):
                    picks[i] = -1
                reseed(base, info)
            else:
                for i in range(SIZE):
                    s[i] = pool[at + i]
                world = (label, back, piles, laid, decks)
                if stir(s, base, world, free, is_free, sets, picks, info, 1) == 0:
                    continue
            if attempt(s, base, eye, names, deck, homes, script, want, picks, taken, info, needs, tables) == 0:
                for i in range(SIZE):
                    pool[at + i] = s[i]
                for i in range(len(given)):
                    piles[i] = given[i]
                if anew:
                    # A whole new deal that agrees is as good as any walk.
                    fresh += 1
                    break
            else:
                recall(label, back, kept)
                for i in range(len(picks)):
                    picks[i] = chosen[i]
                base[AT_SEED_A] = seed_a
                base[AT_SEED_B] = seed_b
                base[AT_X] = chance
                info[FREE] = free_choices
        if len(worlds):
            # With more free choices than are kept, the others are made anew and may not agree at once.
            again = 0
            while again < MOST_AGAIN and attempt(
                s, base, eye, names, deck, homes, script, want, picks, taken, info, needs, tables
            ):
                again += 1
            if again == MOST_AGAIN:
                return stored
            for i in range(SIZE):
                s[i] = base[i]
            renamed(s, base, label, homes)
            for i in range(SIZE):
                starts[at + i] = s[i]
            for i in range(info[GIVEN_END]):
                deals[stored * info[GIVEN_END] + i] = given[i]
            most = len(taken)
            for i in range(most):
                choices[stored * most + i] = taken[i]
            worlds[stored * 5] = info[TAKEN]
            worlds[stored * 5 + 1] = base[AT_SEED_A]
            worlds[stored * 5 + 2] = base[AT_SEED_B]
            worlds[stored * 5 + 3] = base[AT_X]
            worlds[stored * 5 + 4] = info[GIVEN]
        stored += 1
    return stored
"""


def sampling_text(program: Program, native: bool) -> list[str]:
    """`sample` and all that it calls."""
    at = {name: place for place, name in enumerate(program.layout.scalars)}
    text = named(f"{NAMING}\n\n{MENDING}\n\n{SAMPLING}")
    values = {
        "AT_SEED_A": at["seed_a"], "AT_SEED_B": at["seed_b"], "AT_X": at["x"], "AT_OVER": at["over"],
        "AT_TURN": at["turn"], "AT_ACTOR": at["actor"], "AT_SITE": at["site"], "AT_MASK": at["m0"],
        "AT_HALTED": at["halted"],
        "MOST_REPAIRS": MOST_REPAIRS, "MOST_AGAIN": MOST_AGAIN,
        "CARDS": len(program.rules.cards), "UNFINISHED": UNFINISHED, "MISSING": MISSING,
        "REFUSED": REFUSED, "MOVING": MOVING, "NEARLY": NEARLY, "STRAYED": STRAYED, "PICKS": PICKS,
        "PLAYS": len(program.rules.plays), "PLAYERS": program.rules.players, "BITS": BITS,
        "DECKS": len(program.rules.deck_zones), "SIZE": program.layout.size,
    }  # fmt: skip
    text = re.sub(r"\b[A-Z][A-Z_]+\b", lambda match: str(values.get(match.group(), match.group())), text)
    return [*replay_text(program, native), "", "", *text.splitlines()]
