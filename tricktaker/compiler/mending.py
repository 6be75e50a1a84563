"""The text that changes a naming of the cards where it first disagrees with what a seat has seen.

`moves` says who is known to hold which cards when: (decisions noticed, card, seat, or -1 if that isn't known, -2 if no
hand has it).
"""

from __future__ import annotations

MOVING = 64
"""Added to the holder of a card that some step under way moves."""
NEARLY = MOVING - 3

MENDING = """\
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


def stranger(s, names, hands, sets, is_free, held, seat, card, info):
    \"\"\"A card in a hand that may better lie where `card` is: one that is known to be elsewhere, or a free one.\"\"\"
    places = len(sets) // 3
    best = count = 0
    found = -1
    for other in range(len(held)):
        if in_hand(s, hands, seat, other) == 0 or other == card or shared(names, other, card) < 0:
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


def arrange(s, names, hands, sets, is_free, held, info):
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
    other = stranger(s, names, hands, sets, is_free, held, held[chosen], chosen, info)
    if other < 0:
        return 0
    exchange(names, info, chosen, other)
    return 1


def trade(s, names, free, is_free, sets, hands, seat, info):
    \"\"\"A free card of a hand for one that lies elsewhere; 0 if none was found.\"\"\"
    places = len(sets) // 3
    if len(free) == 0:
        return 0
    for _ in range(16):
        one = free[below(info, len(free))]
        two = free[below(info, len(free))]
        if shared(names, one, two) < 0 or in_hand(s, hands, seat, one) == 0 or in_hand(s, hands, seat, two):
            continue
        if apart(s, sets, places, is_free, one, two):
            exchange(names, info, one, two)
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


def mend(s, base, names, free, is_free, sets, script, picks, want, info, needs, options, cards,
         width, moves, held, hands):
    \"\"\"Changes a naming where it first disagrees with the story.\"\"\"
    bad = info[BAD]
    got = info[GOT]
    places = len(sets) // 3
    last = info[FREE] - 1
    hold(held, moves, info)
    if below(info, 30) == 0:
        one = below(info, CARDS)
        two = below(info, CARDS)
        if shared(names, one, two) >= 0:
            exchange(names, info, one, two)
        return
    if info[SEEN] >= info[SEEN_END] and bad < REFUSED:
        bad = 1
    if bad == 2 and (min(got, want[info[SEEN]]) < 0 or max(got, want[info[SEEN]]) >= CARDS):
        bad = 1
    if bad == 2:
        wanted = want[info[SEEN]]
        if below(info, 3) == 0 and arrange(s, names, hands, sets, is_free, held, info):
            return
        for i in range(min(info[FREE], PICKS) - 1, -1, -1):
            if picked(picks, i, options, cards, width) == got:
                if picks[2 * PICKS + i] and below(info, 3) == 0:
                    stir(s, base, names, free, is_free, sets, picks, info, 8)
                elif picks[2 * PICKS + i] and shared(names, got, wanted) >= 0:
                    other = -1
                    if held[wanted] >= MOVING:
                        held[wanted] -= MOVING
                    if held[wanted] >= 0 and held[wanted] <= NEARLY:
                        other = stranger(s, names, hands, sets, is_free, held, held[wanted], wanted, info)
                    if other < 0:
                        other = got
                    exchange(names, info, other, wanted)
                answer(picks, i, wanted, options, cards, width)
                return
        # Two of one set: one too many is there, or they came there one after the other.
        swap = below(info, 2) and shared(names, got, wanted) >= 0
        for place in range(places):
            if has(s, sets, place, got) and has(s, sets, place, wanted):
                if swap:
                    exchange(names, info, got, wanted)
                    return
                away = below(info, CARDS)
                if shared(names, away, got) >= 0 and has(s, sets, place, away) == 0:
                    exchange(names, info, got, away)
                return
        chance = below(info, 4)
        if last >= 0 and last < PICKS and chance == 0:
            stir(s, base, names, free, is_free, sets, picks, info, 8)
        elif last >= 0 and last < PICKS and chance < 3:
            answer(picks, below(info, last + 1), wanted, options, cards, width)
        elif shared(names, got, wanted) >= 0:
            exchange(names, info, got, wanted)
    elif bad >= 3 and bad < REFUSED:
        wanted = want[info[SEEN]]
        shift = (bad - 3) * BITS
        extra = got & ~wanted
        lost = wanted & ~got
        while extra and lost:
            exchange(names, info, blen(extra & -extra) - 1 + shift, blen(lost & -lost) - 1 + shift)
            extra &= extra - 1
            lost &= lost - 1
        beyond = 0
        if bad == 3 and info[SEEN] + 1 < info[SEEN_END] and CARDS > BITS:
            beyond = want[info[SEEN] + 1]
        if extra and beyond and below(info, 4):
            for _ in range(below(info, popc(beyond))):
                beyond &= beyond - 1
            exchange(names, info, blen(extra & -extra) - 1 + shift, blen(beyond & -beyond) - 1 + BITS)
        elif lost and CARDS > BITS and bad == 3 and below(info, 4):
            away = BITS + below(info, CARDS - BITS)
            if (beyond >> (away - BITS)) & 1 == 0:
                exchange(names, info, blen(lost & -lost) - 1 + shift, away)
        elif extra or lost:
            stir(s, base, names, free, is_free, sets, picks, info, 8)
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
                if picks[2 * PICKS + i] and shared(names, card, wanted) >= 0:
                    exchange(names, info, card, wanted)
                answer(picks, i, wanted, options, cards, width)
                return
        if count:
            for _ in range(below(info, count)):
                extra &= extra - 1
            exchange(names, info, blen(extra & -extra) - 1 + shift, blen(lost & -lost) - 1 + shift)
        else:
            stir(s, base, names, free, is_free, sets, picks, info, 8)
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
        if below(info, 2) and arrange(s, names, hands, sets, is_free, held, info):
            return
        if seat >= 0 and in_hand(s, hands, seat, card) == 0:
            other = stranger(s, names, hands, sets, is_free, held, seat, card, info)
            if other >= 0:
                exchange(names, info, card, other)
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
            stir(s, base, names, free, is_free, sets, picks, info, 8)
        elif held[other] >= 0 and in_hand(s, hands, held[other], other) == 0:
            away = stranger(s, names, hands, sets, is_free, held, held[other], other, info)
            if away >= 0:
                exchange(names, info, other, away)
        elif seat < 0 and below(info, 2):
            exchange(names, info, card, other)
        else:
            for trial in range(16):
                away = below(info, CARDS)
                if trial < 8 and len(free):
                    away = free[below(info, len(free))]
                if away == other or shared(names, away, other) < 0:
                    continue
                if trial < 7 and apart(s, sets, places, is_free, other, away) == 0:
                    continue
                if seat >= 0 and in_hand(s, hands, seat, away):
                    continue
                exchange(names, info, other, away)
                return
    elif below(info, 2) and arrange(s, names, hands, sets, is_free, held, info):
        return
    elif last >= 0 and last < PICKS and below(info, 4) == 0:
        picks[below(info, last + 1)] = -1
    elif below(info, 2) and trade(s, names, free, is_free, sets, hands, s[AT_ACTOR], info):
        return
    else:
        stir(s, base, names, free, is_free, sets, picks, info, 8)
"""
