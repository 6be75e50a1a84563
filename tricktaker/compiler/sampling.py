"""The text that samples worlds: whole situations that agree with everything one seat has seen.

A world is a naming of the cards (`label`: which card stands where card c stood in a reference deal), the free choices
of other seats, and seeds. It is played again from where the seat's story begins and held against what the seat saw. The
first one is found by repairing what disagrees; the others by a random walk among namings that agree, whose steps are
as likely forth as back, so that in the long run all are equally likely (Metropolis et al. 1953).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tricktaker.compiler.layout import BITS
from tricktaker.compiler.replaying import PICKS, REFUSED, STRAYED, named, replay_text

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program

UNFINISHED, MISSING = 100, 101
"""`BAD` of a game that ended or stopped at a fault before the story did, of a card that isn't where it is seen."""
MOST_REPAIRS = 400
MOST_STARTS = 40

SAMPLING = """\
def below(info, count):
    \"\"\"A whole number from 0 up to but not including `count`.\"\"\"
    y = info[CHANCE]
    y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)
    info[CHANCE] = y
    return ((y & 0xFFFFFFFF) * count) >> 32


def exchange(label, back, one, two):
    \"\"\"Two cards trade their places in the naming.\"\"\"
    first = back[one]
    second = back[two]
    label[first] = two
    label[second] = one
    back[two] = first
    back[one] = second


def has(s, sets, place, card):
    \"\"\"Whether a set of cards in the state holds a card; a place is (offset, word, lacked cards).\"\"\"
    if card // BITS != sets[3 * place + 1]:
        return 0
    return (s[sets[3 * place]] >> (card % BITS)) & 1


def lacked(sets, place, card):
    \"\"\"Whether a card is proven not to be in a set.\"\"\"
    if card // BITS != sets[3 * place + 1]:
        return 0
    return (sets[3 * place + 2] >> (card % BITS)) & 1


def apart(s, sets, places, is_free, one, two):
    \"\"\"Whether two cards lie in different places that both may lie in, as far as it is known of free ones.\"\"\"
    for place in range(places):
        here = has(s, sets, place, one)
        there = has(s, sets, place, two)
        if here and (there or (is_free[two] and lacked(sets, place, two))):
            return 0
        if there and is_free[one] and lacked(sets, place, one):
            return 0
    return 1


def attempt(s, base, eye, label, deck, given, homes, script, want, picks, taken, info, needs, tables):
    \"\"\"Plays a naming again; 0 if it agrees with the story, else what is wrong.\"\"\"
    see, closed, firsts, nexts, sizes = tables
    for i in range(SIZE):
        s[i] = base[i]
    for i in range(info[GIVEN_END]):
        given[i] = label[deck[i]]
    renamed(s, base, label, homes)
    info[SEEN] = info[BAD] = info[GOT] = info[GIVEN] = info[ASKED] = info[FREE] = info[TAKEN] = 0
    s[AT_HALTED] = 0
    replay(s, eye, given, script, want, picks, taken, info, see, closed, firsts, nexts, sizes[0], sizes[1], sizes[2])
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


def reseed(base, info):
    \"\"\"Another future.\"\"\"
    base[AT_SEED_A] = below(info, 0x7FFFFFFF)
    base[AT_SEED_B] = below(info, 0x7FFFFFFF)
    base[AT_X] = (1 + below(info, 1791398083)) << 32 | below(info, 0x10000) << 16 | below(info, 0x10000)


def stir(s, base, label, back, free, is_free, decks, sets, picks, info, tries):
    \"\"\"A random step: two cards trade places, or a choice or the future is open again; 0 if nothing changed.\"\"\"
    places = len(sets) // 3
    choices = min(info[FREE], PICKS)
    if choices and below(info, 3) == 0:
        picks[below(info, choices)] = -1
        return 1
    if len(free) < 2 or below(info, 16) == 0:
        reseed(base, info)
        return 1
    for _ in range(tries):
        one = free[below(info, len(free))]
        two = free[below(info, len(free))]
        if decks[one] == decks[two] and one != two and apart(s, sets, places, is_free, one, two):
            exchange(label, back, one, two)
            return 1
    return 0


def masked(s, bit):
    \"\"\"Whether a choice is legal where the state rests.\"\"\"
    return (s[AT_MASK + bit // BITS] >> (bit % BITS)) & 1


def picked(picks, number, options, cards, width):
    \"\"\"The card of a free choice, -1 if it is of none.\"\"\"
    if picks[number] < 0:
        return -1
    action = options[picks[PICKS + number] * width + picks[number]]
    if action < 0:
        return -1
    return cards[action]


def scatter(label, back, free, decks, info):
    \"\"\"Gives the free cards of each deck new names, every way as likely as any other.\"\"\"
    low = 0
    for i in range(len(free)):
        if decks[free[i]] != decks[free[low]]:
            low = i
        exchange(label, back, free[i], free[low + below(info, i - low + 1)])


def in_hand(s, hands, seat, card):
    \"\"\"Whether a seat holds a card.\"\"\"
    return (s[hands[card // BITS] + seat] >> (card % BITS)) & 1


def stranger(s, hands, sets, is_free, decks, hint, seat, card, info):
    \"\"\"A card in a hand that may better lie where `card` is: one that another seat plays, or a free one.\"\"\"
    places = len(sets) // 3
    best = count = 0
    found = -1
    for other in range(len(hint)):
        if in_hand(s, hands, seat, other) == 0 or hint[other] == seat or decks[other] != decks[card]:
            continue
        kind = 1
        if hint[other] >= 0:
            kind = 3
        elif is_free[other]:
            kind = 2
            for place in range(places):
                if has(s, sets, place, card) and lacked(sets, place, other):
                    kind = 1
        if kind < best:
            continue
        if kind > best:
            best = kind
            count = 0
        count += 1
        if below(info, count) == 0:
            found = other
    return found


def arrange(s, label, back, hands, sets, is_free, decks, hint, info):
    \"\"\"Gives a seat a card that it plays later and another seat holds; 0 if there is none.\"\"\"
    count = 0
    chosen = -1
    for owned in range(len(hint)):
        if hint[owned] < 0 or in_hand(s, hands, hint[owned], owned):
            continue
        for holder in range(PLAYERS):
            if in_hand(s, hands, holder, owned):
                count += 1
                if below(info, count) == 0:
                    chosen = owned
    if chosen < 0:
        return 0
    other = stranger(s, hands, sets, is_free, decks, hint, hint[chosen], chosen, info)
    if other < 0:
        return 0
    exchange(label, back, chosen, other)
    return 1


def answer(picks, number, card, options, cards, width):
    \"\"\"Makes a free choice that of a card, or leaves it open where that isn't offered.\"\"\"
    site = picks[PICKS + number]
    picks[number] = -1
    for bit in range(width):
        action = options[site * width + bit]
        if action >= 0 and cards[action] == card:
            picks[number] = bit


def mend(s, base, label, back, free, is_free, decks, sets, picks, want, info, needs, options, cards, width,
         hint, hands):
    \"\"\"Changes a naming where it first disagrees with the story.\"\"\"
    bad = info[BAD]
    got = info[GOT]
    places = len(sets) // 3
    last = info[FREE] - 1
    if below(info, 12) == 0:
        one = below(info, len(label))
        two = below(info, len(label))
        if decks[one] == decks[two]:
            exchange(label, back, one, two)
        return
    if bad == 2:
        wanted = want[info[SEEN]]
        for i in range(min(info[FREE], PICKS)):
            if picked(picks, i, options, cards, width) == got:
                if picks[2 * PICKS + i] and below(info, 3) == 0:
                    stir(s, base, label, back, free, is_free, decks, sets, picks, info, 8)
                elif picks[2 * PICKS + i] and decks[got] == decks[wanted]:
                    exchange(label, back, got, wanted)
                answer(picks, i, wanted, options, cards, width)
                return
        chance = below(info, 4)
        if last >= 0 and last < PICKS and chance == 0:
            stir(s, base, label, back, free, is_free, decks, sets, picks, info, 8)
        elif last >= 0 and last < PICKS and chance < 3:
            answer(picks, below(info, last + 1), wanted, options, cards, width)
        elif decks[got] == decks[wanted]:
            exchange(label, back, got, wanted)
    elif bad >= 3 and bad < REFUSED:
        wanted = want[info[SEEN]]
        shift = (bad - 3) * BITS
        extra = got & ~wanted
        lost = wanted & ~got
        while extra and lost:
            exchange(label, back, blen(extra & -extra) - 1 + shift, blen(lost & -lost) - 1 + shift)
            extra &= extra - 1
            lost &= lost - 1
        if extra or lost:
            stir(s, base, label, back, free, is_free, decks, sets, picks, info, 8)
    elif bad == MISSING:
        mask = needs[got + 2]
        lost = mask & ~s[needs[got]]
        shift = needs[got + 1] * BITS
        extra = s[needs[got]] & ~mask
        count = popc(extra)
        if count:
            for _ in range(below(info, count)):
                extra &= extra - 1
            exchange(label, back, blen(extra & -extra) - 1 + shift, blen(lost & -lost) - 1 + shift)
        else:
            stir(s, base, label, back, free, is_free, decks, sets, picks, info, 8)
    elif bad == REFUSED and cards[got] >= 0:
        card = cards[got]
        for i in range(min(info[FREE], PICKS)):
            if picked(picks, i, options, cards, width) == card and below(info, 8):
                picks[i] = -1
                return
        seat = hint[card]
        if below(info, 2) and arrange(s, label, back, hands, sets, is_free, decks, hint, info):
            return
        if seat >= 0 and in_hand(s, hands, seat, card) == 0:
            other = stranger(s, hands, sets, is_free, decks, hint, seat, card, info)
            if other >= 0:
                exchange(label, back, card, other)
                return
        site = s[AT_SITE]
        count = 0
        other = -1
        for bit in range(width):
            action = options[site * width + bit]
            if action < 0 or masked(s, bit) == 0 or cards[action] < 0 or cards[action] == card:
                continue
            count += 1
            if below(info, count) == 0:
                other = cards[action]
        if other < 0:
            stir(s, base, label, back, free, is_free, decks, sets, picks, info, 8)
        elif hint[other] >= 0 and in_hand(s, hands, hint[other], other) == 0:
            away = stranger(s, hands, sets, is_free, decks, hint, hint[other], other, info)
            if away >= 0:
                exchange(label, back, other, away)
        elif seat < 0 and below(info, 2):
            exchange(label, back, card, other)
        elif len(free):
            for trial in range(12):
                away = free[below(info, len(free))]
                if away == other or decks[away] != decks[other]:
                    continue
                if trial == 11 or apart(s, sets, places, is_free, other, away):
                    exchange(label, back, other, away)
                    return
    elif below(info, 2) and arrange(s, label, back, hands, sets, is_free, decks, hint, info):
        return
    elif last >= 0 and last < PICKS and below(info, 2):
        picks[below(info, last + 1)] = -1
    else:
        stir(s, base, label, back, free, is_free, decks, sets, picks, info, 8)


def settle(s, base, eye, label, back, deck, given, homes, script, want, picks, taken, info, needs, tables,
           free, is_free, decks, sets, options, cards, kept, hint, hands):
    \"\"\"Finds a first world. Returns 1, or 0 if there seems to be none.\"\"\"
    count = len(label)
    width = tables[4][1]
    for start in range(MOST_STARTS):
        for i in range(count):
            label[i] = i
            back[i] = i
        scatter(label, back, free, decks, info)
        for i in range(len(picks)):
            picks[i] = -1
        reseed(base, info)
        best = -1
        for i in range(count):
            kept[i] = label[i]
        for turn in range(MOST_REPAIRS):
            bad = attempt(s, base, eye, label, deck, given, homes, script, want, picks, taken, info, needs, tables)
            if bad == 0:
                return 1
            reached = info[SEEN] + info[ASKED]
            if reached >= best or below(info, 8) == 0:
                best = reached
                for i in range(count):
                    kept[i] = label[i]
            elif bad == 1 or bad >= STRAYED:
                for i in range(count):
                    label[i] = kept[i]
                for i in range(count):
                    back[label[i]] = i
            mend(s, base, label, back, free, is_free, decks, sets, picks, want, info, needs, options, cards, width,
                 hint, hands)
    return 0


def sample(pool, count, mixing, s, base, eye, label, back, deck, given, homes, script, want, picks, taken, info,
           needs, tables, free, is_free, decks, sets, options, cards, kept, hint, hands, chosen, deals, choices,
           starts, worlds):
    \"\"\"Fills `pool` with `count` worlds, one after another; returns how many there are.

    `deals`, `choices`, `starts` and `worlds` take the shuffled cards, the choices, where it began, and the number of
    choices and the seeds of each, if `worlds` isn't empty. `mixing` steps lie between one world and the next.
    \"\"\"
    cards_count = len(label)
    if settle(s, base, eye, label, back, deck, given, homes, script, want, picks, taken, info, needs, tables,
              free, is_free, decks, sets, options, cards, kept, hint, hands) == 0:
        return 0
    tried = fresh = 0
    stored = 0
    for i in range(SIZE):
        pool[i] = s[i]
    while stored < count:
        at = stored * SIZE
        if stored:
            for i in range(SIZE):
                pool[at + i] = pool[at - SIZE + i]
        done = 0
        steps = mixing
        if stored == 0:
            steps = mixing + 2 * len(free)
        if len(free) > 1 and (tried < 8 or fresh * 6 > tried):
            tried += 1
            for i in range(cards_count):
                kept[i] = label[i]
            for i in range(len(picks)):
                chosen[i] = picks[i]
            seed_a = base[AT_SEED_A]
            seed_b = base[AT_SEED_B]
            chance = base[AT_X]
            scatter(label, back, free, decks, info)
            for i in range(PICKS):
                picks[i] = -1
            reseed(base, info)
            if attempt(s, base, eye, label, deck, given, homes, script, want, picks, taken, info, needs, tables) == 0:
                fresh += 1
                done = 1
                for i in range(SIZE):
                    pool[at + i] = s[i]
            else:
                for i in range(cards_count):
                    label[i] = kept[i]
                for i in range(cards_count):
                    back[label[i]] = i
                for i in range(len(picks)):
                    picks[i] = chosen[i]
                base[AT_SEED_A] = seed_a
                base[AT_SEED_B] = seed_b
                base[AT_X] = chance
        if done == 0:
            for step in range(steps):
                for i in range(cards_count):
                    kept[i] = label[i]
                for i in range(len(picks)):
                    chosen[i] = picks[i]
                seed_a = base[AT_SEED_A]
                seed_b = base[AT_SEED_B]
                chance = base[AT_X]
                for i in range(SIZE):
                    s[i] = pool[at + i]
                if stir(s, base, label, back, free, is_free, decks, sets, picks, info, 1) == 0:
                    continue
                bad = attempt(s, base, eye, label, deck, given, homes, script, want, picks, taken, info, needs, tables)
                if bad == 0:
                    for i in range(SIZE):
                        pool[at + i] = s[i]
                else:
                    for i in range(cards_count):
                        label[i] = kept[i]
                    for i in range(cards_count):
                        back[label[i]] = i
                    for i in range(len(picks)):
                        picks[i] = chosen[i]
                    base[AT_SEED_A] = seed_a
                    base[AT_SEED_B] = seed_b
                    base[AT_X] = chance
        if len(worlds):
            attempt(s, base, eye, label, deck, given, homes, script, want, picks, taken, info, needs, tables)
            for i in range(SIZE):
                s[i] = base[i]
            renamed(s, base, label, homes)
            for i in range(SIZE):
                starts[at + i] = s[i]
            for i in range(info[GIVEN_END]):
                deals[stored * info[GIVEN_END] + i] = given[i]
            most = len(taken)
            for i in range(info[TAKEN]):
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
    text = named(SAMPLING)
    values = {
        "AT_SEED_A": at["seed_a"], "AT_SEED_B": at["seed_b"], "AT_X": at["x"], "AT_OVER": at["over"],
        "AT_SITE": at["site"], "AT_MASK": at["m0"], "AT_HALTED": at["halted"], "MOST_REPAIRS": MOST_REPAIRS,
        "MOST_STARTS": MOST_STARTS, "UNFINISHED": UNFINISHED, "MISSING": MISSING, "REFUSED": REFUSED,
        "STRAYED": STRAYED, "PICKS": PICKS, "PLAYERS": program.rules.players, "BITS": BITS, "SIZE": program.layout.size,
    }  # fmt: skip
    text = re.sub(r"\b[A-Z][A-Z_]+\b", lambda match: str(values.get(match.group(), match.group())), text)
    return [*replay_text(program, native), "", "", *text.splitlines()]
