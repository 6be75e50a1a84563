"""The text of namings: which cards lie where cards of a reference deal lay, and how that is changed at random.

A naming says which card stands where each card of a reference deal stood (`label`, and `back` the other way). Cards
that are shuffled when they have been somewhere before lie as a naming of their own says: `label` and `back` have it
behind the first, one for each such shuffle; what of its cards is in the pile lies in its order from then on. As all
namings are as likely as one another, all orders of a pile are, whatever is in it. Then follow namings for cards that
are picked unseen: that one is taken which comes first.

`names` is `label`, `back`, `given` (the cards of all shuffles as they were laid, then those that were picked from),
`laid` (where those of each naming but the first begin and end there) and the decks of the cards.

Sets of the state are rows of three numbers in `sets`: offset, word, cards proven not to be there.
"""

from __future__ import annotations

NAMING = """\
def below(info, count):
    \"\"\"A whole number from 0 up to but not including `count`.\"\"\"
    y = info[CHANCE]
    y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)
    info[CHANCE] = y
    return ((y & 0xFFFFFFFF) * count) >> 32


def rename(names, first, end, one, two):
    \"\"\"Two cards trade their places in the namings from `first` up to but not including `end`.\"\"\"
    label, back, given, laid, decks = names
    for at in range(first * CARDS, end * CARDS, CARDS):
        here = back[at + one]
        there = back[at + two]
        label[at + here] = two
        label[at + there] = one
        back[at + two] = here
        back[at + one] = there


def recall(label, back, kept):
    \"\"\"The namings as they were kept.\"\"\"
    for i in range(len(label)):
        label[i] = kept[i]
        back[i // CARDS * CARDS + kept[i]] = i % CARDS


def scatter(names, free, info):
    \"\"\"Gives the free cards of each deck, and of what was shuffled later, new names, all ways equally likely.\"\"\"
    label, back, given, laid, decks = names
    low = 0
    for i in range(len(free)):
        if decks[free[i]] != decks[free[low]]:
            low = i
        rename(names, 0, 1, free[i], free[low + below(info, i - low + 1)])
    for naming in range(1, len(label) // CARDS):
        for i in range(1, len(free)):
            rename(names, naming, naming + 1, free[i], free[below(info, i + 1)])


def shared(names, one, two):
    \"\"\"The naming of the last shuffle that both cards were in, 0 if only a deck held both; -1 if nothing did.\"\"\"
    label, back, given, laid, decks = names
    for naming in range(len(laid) // 2, 0, -1):
        found = 0
        for i in range(laid[2 * naming - 2], laid[2 * naming - 1]):
            if given[i] == one or given[i] == two:
                found += 1
        if found == 2:
            return naming
    return 0 if decks[one] == decks[two] else -1


def exchange(names, info, one, two):
    \"\"\"Two cards trade their places since the last shuffle that could have given them those, or an earlier.\"\"\"
    first = shared(names, one, two)
    if first > 0 and below(info, 8) == 0:
        first = below(info, first + 1)
        if first == 0 and names[4][one] != names[4][two]:
            return
    if first >= 0:
        rename(names, first, len(names[0]) // CARDS, one, two)


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


def stir(s, base, names, free, is_free, sets, picks, info, tries):
    \"\"\"A random step: two cards trade places, or a choice or the future is open again; 0 if nothing changed.\"\"\"
    label, back, given, laid, decks = names
    places = len(sets) // 3
    choices = min(info[FREE], PICKS)
    if choices and below(info, 3) == 0:
        picks[below(info, choices)] = -1
        return 1
    if len(free) < 2 or below(info, 16) == 0:
        reseed(base, info)
        return 1
    if len(laid) and below(info, 2):
        return reshuffle(s, names, is_free, sets, info, tries)
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
            rename(names, 0, len(label) // CARDS, one, two)
            return 1
    return 0


def reshuffle(s, names, is_free, sets, info, tries):
    \"\"\"Two cards of a later shuffle trade places; 0 if nothing changed.

    Which one is told first, and what it shuffles doesn't depend on how it does: so the way back is as likely. Where a
    card that is known by now has been before may be open, too.
    \"\"\"
    label, back, given, laid, decks = names
    places = len(sets) // 3
    last = len(label) // CARDS
    if below(info, 4) == 0:
        naming = below(info, last)
        one = below(info, CARDS)
        two = below(info, CARDS)
        if naming == 0 and decks[one] != decks[two]:
            return 0
        rename(names, naming, naming + 1 + below(info, last - naming), one, two)
        return 1
    naming = 1 + below(info, last - 1)
    start = laid[2 * naming - 2]
    span = laid[2 * naming - 1] - start
    for _ in range(8):
        if span == 0 or given[start] < 0:
            return 0
        one = given[start + below(info, span)]
        two = given[start + below(info, span)]
        if one >= 0 and two >= 0 and one != two and is_free[one] and is_free[two]:
            if apart(s, sets, places, is_free, one, two):
                rename(names, naming, last, one, two)
                return 1
            if tries == 1:
                return 0
    return 0
"""
