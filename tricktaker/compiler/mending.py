"""The text that changes a naming of the cards: at random, or where it first disagrees with what a seat has seen.

A naming says which card stands where each card of a reference deal stood (`label`, and `back` the other way). Sets of
the state are rows of three numbers in `sets`: offset, word, cards proven not to be there. `moves` says who is known to
hold which cards when: (decisions noticed, card, seat, or -1 if that isn't known, -2 if no hand has it).
"""

from __future__ import annotations

MOVING = 64
"""Added to the holder of a card that some step under way moves."""
NEARLY = MOVING - 3

MENDING = """\
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
    low = 0
    high = len(free)
    if DECKS > 1:
        # No deck is rarely touched because another has more cards.
        deck = below(info, DECKS)
        while low < high and decks[free[low]] != deck:
            low += 1
        while high > low and decks[free[high - 1]] != deck:
            high -= 1
        if high - low < 2:
            return 0
    for _ in range(tries):
        one = free[low + below(info, high - low)]
        two = free[low + below(info, high - low)]
        if one != two and apart(s, sets, places, is_free, one, two):
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


def hold(held, moves, info):
    \"\"\"Who holds which cards where the game stopped, as far as it is known; MOVING more for a card on its way.\"\"\"
    last = info[ASKED]
    for card in range(len(held)):
        held[card] = -1
    for i in range(0, len(moves), 3):
        card = moves[i + 1]
        if moves[i] > last:
            return
        if moves[i] < last or info[BAD] == REFUSED:
            held[card] = moves[i + 2]
        elif held[card] <= NEARLY:
            held[card] += MOVING


def stranger(s, hands, sets, is_free, decks, held, seat, card, info):
    \"\"\"A card in a hand that may better lie where `card` is: one that is known to be elsewhere, or a free one.\"\"\"
    places = len(sets) // 3
    best = count = 0
    found = -1
    for other in range(len(held)):
        if in_hand(s, hands, seat, other) == 0 or other == card or decks[other] != decks[card]:
            continue
        kind = 1
        if held[other] == seat or held[other] > NEARLY:
            kind = 0
        elif held[other] != -1:
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


def arrange(s, label, back, hands, sets, is_free, decks, held, info):
    \"\"\"Gives a seat a card it is known to hold; 0 if there is none. One in no hand may have to be drawn yet.\"\"\"
    count = 0
    chosen = -1
    anywhere = below(info, 4) == 0
    for owned in range(len(held)):
        if held[owned] < 0 or held[owned] > NEARLY or in_hand(s, hands, held[owned], owned):
            continue
        astray = anywhere
        for holder in range(PLAYERS):
            if in_hand(s, hands, holder, owned):
                astray = True
        if astray:
            count += 1
            if below(info, count) == 0:
                chosen = owned
    if chosen < 0:
        return 0
    other = stranger(s, hands, sets, is_free, decks, held, held[chosen], chosen, info)
    if other < 0:
        return 0
    exchange(label, back, chosen, other)
    return 1


def trade(s, label, back, free, is_free, decks, sets, hands, seat, info):
    \"\"\"A free card of a hand for one that lies elsewhere; 0 if none was found.\"\"\"
    places = len(sets) // 3
    if len(free) == 0:
        return 0
    for _ in range(16):
        one = free[below(info, len(free))]
        two = free[below(info, len(free))]
        if decks[one] != decks[two] or in_hand(s, hands, seat, one) == 0 or in_hand(s, hands, seat, two):
            continue
        if apart(s, sets, places, is_free, one, two):
            exchange(label, back, one, two)
            return 1
    return 0


def answer(picks, number, card, options, cards, width):
    \"\"\"Makes a free choice that of a card, or leaves it open where that isn't offered.\"\"\"
    site = picks[PICKS + number]
    picks[number] = -1
    for bit in range(width):
        action = options[site * width + bit]
        if action >= 0 and cards[action] == card:
            picks[number] = bit


def mend(s, base, label, back, free, is_free, decks, sets, script, picks, want, info, needs, options, cards,
         width, moves, held, hands):
    \"\"\"Changes a naming where it first disagrees with the story.\"\"\"
    bad = info[BAD]
    got = info[GOT]
    places = len(sets) // 3
    last = info[FREE] - 1
    hold(held, moves, info)
    if below(info, 30) == 0:
        one = below(info, len(label))
        two = below(info, len(label))
        if decks[one] == decks[two]:
            exchange(label, back, one, two)
        return
    if info[SEEN] >= info[SEEN_END] and bad < REFUSED:
        bad = 1
    if bad == 2 and (min(got, want[info[SEEN]]) < 0 or max(got, want[info[SEEN]]) >= len(label)):
        bad = 1
    if bad == 2:
        wanted = want[info[SEEN]]
        if below(info, 3) == 0 and arrange(s, label, back, hands, sets, is_free, decks, held, info):
            return
        for i in range(min(info[FREE], PICKS) - 1, -1, -1):
            if picked(picks, i, options, cards, width) == got:
                if picks[2 * PICKS + i] and below(info, 3) == 0:
                    stir(s, base, label, back, free, is_free, decks, sets, picks, info, 8)
                elif picks[2 * PICKS + i] and decks[got] == decks[wanted]:
                    other = -1
                    if held[wanted] >= MOVING:
                        held[wanted] -= MOVING
                    if held[wanted] >= 0 and held[wanted] <= NEARLY:
                        other = stranger(s, hands, sets, is_free, decks, held, held[wanted], wanted, info)
                    if other < 0:
                        other = got
                    exchange(label, back, other, wanted)
                answer(picks, i, wanted, options, cards, width)
                return
        # Two of one set: one too many is there, or they came there one after the other.
        swap = below(info, 2) and decks[got] == decks[wanted]
        for place in range(places):
            if has(s, sets, place, got) and has(s, sets, place, wanted):
                if swap:
                    exchange(label, back, got, wanted)
                    return
                away = below(info, len(label))
                if decks[away] == decks[got] and has(s, sets, place, away) == 0:
                    exchange(label, back, got, away)
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
        beyond = 0
        if bad == 3 and info[SEEN] + 1 < info[SEEN_END] and len(label) > BITS:
            beyond = want[info[SEEN] + 1]
        if extra and beyond and below(info, 4):
            for _ in range(below(info, popc(beyond))):
                beyond &= beyond - 1
            exchange(label, back, blen(extra & -extra) - 1 + shift, blen(beyond & -beyond) - 1 + BITS)
        elif lost and len(label) > BITS and bad == 3 and below(info, 4):
            away = BITS + below(info, len(label) - BITS)
            if (beyond >> (away - BITS)) & 1 == 0:
                exchange(label, back, blen(lost & -lost) - 1 + shift, away)
        elif extra or lost:
            stir(s, base, label, back, free, is_free, decks, sets, picks, info, 8)
    elif bad == MISSING:
        mask = needs[got + 2]
        lost = mask & ~s[needs[got]]
        shift = needs[got + 1] * BITS
        extra = s[needs[got]] & ~mask
        count = popc(extra)
        for i in range(min(info[FREE], PICKS)):
            card = picked(picks, i, options, cards, width)
            if card >= 0 and card // BITS == needs[got + 1] and (lost >> (card % BITS)) & 1 and below(info, 2):
                picks[i] = -1
                return
            if card >= 0 and card // BITS == needs[got + 1] and (extra >> (card % BITS)) & 1:
                wanted = blen(lost & -lost) - 1 + shift
                if picks[2 * PICKS + i] and decks[card] == decks[wanted]:
                    exchange(label, back, card, wanted)
                answer(picks, i, wanted, options, cards, width)
                return
        if count:
            for _ in range(below(info, count)):
                extra &= extra - 1
            exchange(label, back, blen(extra & -extra) - 1 + shift, blen(lost & -lost) - 1 + shift)
        else:
            stir(s, base, label, back, free, is_free, decks, sets, picks, info, 8)
    elif bad == REFUSED and cards[got] >= 0:
        card = cards[got]
        if script[4 * info[ASKED] + 3] >= 0:
            card = script[4 * info[ASKED] + 3]
        for i in range(min(info[FREE], PICKS)):
            if picked(picks, i, options, cards, width) == card and below(info, 8):
                picks[i] = -1
                return
        seat = held[card]
        if seat >= 0:
            seat = s[AT_TURN]
        if below(info, 2) and arrange(s, label, back, hands, sets, is_free, decks, held, info):
            return
        if seat >= 0 and in_hand(s, hands, seat, card) == 0:
            other = stranger(s, hands, sets, is_free, decks, held, seat, card, info)
            if other >= 0:
                exchange(label, back, card, other)
                return
        site = s[AT_SITE]
        count = 0
        other = -1
        for bit in range(width):
            action = options[site * width + bit]
            if action < 0 or masked(s, bit) == 0:
                continue
            offered = cards[action]
            if seat >= 0 and bit < PLAYS:
                offered = CARD[bit]
            if offered < 0 or offered == card:
                continue
            count += 1
            if below(info, count) == 0:
                other = offered
        if other >= 0 and last >= 0 and below(info, 3) == 0:
            answer(picks, below(info, min(last + 1, PICKS)), other, options, cards, width)
        elif other < 0:
            stir(s, base, label, back, free, is_free, decks, sets, picks, info, 8)
        elif held[other] >= 0 and in_hand(s, hands, held[other], other) == 0:
            away = stranger(s, hands, sets, is_free, decks, held, held[other], other, info)
            if away >= 0:
                exchange(label, back, other, away)
        elif seat < 0 and below(info, 2):
            exchange(label, back, card, other)
        else:
            for trial in range(16):
                away = below(info, len(label))
                if trial < 8 and len(free):
                    away = free[below(info, len(free))]
                if away == other or decks[away] != decks[other]:
                    continue
                if trial < 7 and apart(s, sets, places, is_free, other, away) == 0:
                    continue
                if seat >= 0 and in_hand(s, hands, seat, away):
                    continue
                exchange(label, back, other, away)
                return
    elif below(info, 2) and arrange(s, label, back, hands, sets, is_free, decks, held, info):
        return
    elif last >= 0 and last < PICKS and below(info, 4) == 0:
        picks[below(info, last + 1)] = -1
    elif below(info, 2) and trade(s, label, back, free, is_free, decks, sets, hands, s[AT_ACTOR], info):
        return
    else:
        stir(s, base, label, back, free, is_free, decks, sets, picks, info, 8)
"""
