"""The text of how answers are ordered where more than two seats play tricks and cards have suits.

The weights are those of DDS (Bo Haglund and Soren Hein, version 2.9, where it sorts its moves),
said for any number of seats and for whatever beats what. A wrong order costs time and changes no value.
"""

from __future__ import annotations

from string import Template

LEAD = Template("""
def holder(s, cards):
    # Who holds the highest of some cards in the hands.
    for seat in range($PLAYERS):
        if cards and s[Z_hand + seat] >> (blen(cards) - 1) & 1:
            return seat
    return -1


def lead(s, f, h, at, n, depth, first):
    turn = s[TURN]
    mine = $SIDE[turn]
    me = s[Z_hand + turn]
    u = together(s, 0)
    before = turn - 1 if turn else $PLAYERS - 1
    after = turn + 1 if turn < $PLAYERS - 1 else 0
    opposed = $SIDE[before] != mine
    mask = 0
    weight = 0
    theirs = -1
    friends = -1
    top = -1
    second = -1
    third = -1
    follows = 0
    last = 0
    lone = False
    beaten = 0
    r = 0
    for i in range(n):
        move = f[at + i]
        if $SUITED[move] != mask:
            # What holds for all cards of a suit.
            mask = $SUITED[move]
            s[LED] = SUIT[move]
            r = situation(s)
            beaten = $THREAT[r + move] & u
            lowest = $STRENGTH[r + blen(mask & -mask) - 1]
            cards = u & mask
            top = holder(s, cards)
            cards ^= 1 << (blen(cards) - 1)
            second = holder(s, cards)
            cards ^= 1 << (blen(cards) - 1) if cards else 0
            third = holder(s, cards)
            theirs = -1
            friends = -1
            follows = 0
            against = 0
            lone = False
            ruffed = False
            helped = False
            for seat in range($PLAYERS):
                if seat != turn:
                    held = popc(s[Z_hand + seat] & mask)
                    strength = reach(s, seat, r)
                    if $SIDE[seat] == mine:
                        friends = max(friends, strength)
                        follows = max(follows, held)
                        if held == 0 and strength > lowest:
                            helped = True
                    else:
                        theirs = max(theirs, strength)
                        against += held if held else popc(me)
                        if held == 1 and seat == top:
                            lone = True
                        if held == 0 and strength > lowest:
                            ruffed = True
            last = popc(s[Z_hand + before] & mask)
            # What leaves the others few answers is soon proven.
            weight = -((against << 7) // (13 if beaten else 19))
            if not beaten:
                if follows == 0:
                    weight -= 9
            else:
                if ruffed:
                    weight -= 12
                if helped and last:
                    weight += 17
                if opposed and (top == before or second == before):
                    if last != 1:
                        weight -= 12
                elif top >= 0 and $SIDE[top] != mine and second >= 0 and second != turn and $SIDE[second] == mine:
                    if follows != 1:
                        weight += 27
                if popc(me & mask) == 1 and me & beaten and follows > 1:
                    if top >= 0 and top != turn and $SIDE[top] == mine:
                        weight += 19
        above = u & mask & ~((2 << move) - 1)
        row = False
        while above & -above & me:
            row = True
            above &= above - 1
        rank = popc(above) + 1
        allied = second >= 0 and $SIDE[second] == mine
        strong = third >= 0 and allied and $SIDE[third] == mine
        score = weight + rank
        if $STRENGTH[r + move] > theirs or friends > theirs:
            if beaten:
                if lone:
                    score += 35
                elif top == turn:
                    score += 48 if allied and second != turn else 30 if rank == 1 else -3
                elif top >= 0 and $SIDE[top] == mine:
                    score += 42 if second == turn else 28
                elif row:
                    score += 38 if rank == 2 else 22
                else:
                    score += 11
                if move == h[depth * 2]:
                    score += 55
                elif move == first:
                    score += 18
            else:
                if second == before and opposed:
                    if last != 1:
                        score -= 1
                elif second == after and not allied:
                    score += 16 if popc(s[Z_hand + after] & mask) == 1 else 22
                if allied or second < 0 or popc(s[Z_hand + second] & mask) == 1:
                    score += 45
                else:
                    score += 18
                if move == h[depth * 2]:
                    score += 126
                elif move == first:
                    score += 32
        elif beaten:
            if strong and second == third and second != turn:
                score += 20
            elif strong and second != third and follows > 1:
                score += 13
            if lone:
                score += 2
            elif top == turn:
                score += 33 if allied and second != turn else 37 if rank == 1 else -14
            elif top >= 0 and $SIDE[top] == mine:
                score += 34
            elif row and rank == 2:
                score += 33
            else:
                score += 3
            if move == h[depth * 2]:
                score += 18
        else:
            if opposed and (top == before or second == before):
                if last != 1:
                    score -= 10
            elif top >= 0 and $SIDE[top] != mine and allied and second != turn and follows != 1:
                score += 31
            if strong and second == third and second != turn:
                score += 35
            elif strong and second != third and follows > 1:
                score += 25
            if lone:
                score += 28
            elif top == turn:
                score -= 17
            elif not row:
                score += 12
            elif rank == 2:
                score += 46
            else:
                score += 29 - 2 * rank
            if move == h[depth * 2]:
                score += 47
            elif move == first:
                score += 19
        sorted_in(f, at, i, move, score)
    s[LED] = -1
""")

FOLLOW = Template("""
def forcing(s, f, at, n, r, best, held):
    # The lowest answer that makes the one who plays last spend the highest of the cards he holds, or -1.
    u = together(s, 0) & $SUITED[s[TRICK]]
    card = 1 << (blen(held) - 1)
    while held & card:
        held ^= card
        below = u & (card - 1)
        card = 1 << (blen(below) - 1) if below else 0
    over = max(best, $STRENGTH[r + blen(held) - 1] if held else -1)
    found = -1
    for i in range(n):
        if $STRENGTH[r + f[at + i]] > over and (found < 0 or f[at + i] < found):
            found = f[at + i]
    return found


def follow(s, f, at, n):
    turn = s[TURN]
    mine = $SIDE[turn]
    me = s[Z_hand + turn]
    u = together(s, 0)
    tn = s[TN]
    r = situation(s)
    led = $SUITED[s[TRICK]]
    best = -1
    ours = False
    for i in range(tn):
        strength = $STRENGTH[r + s[TRICK + i]]
        if strength > best:
            best = strength
            ours = $SIDE[s[SEAT + i]] == mine
    theirs = -1
    friends = -1
    lowest = led
    seat = turn
    for i in range(tn + 1, $PLAYERS):
        seat = seat + 1 if seat < $PLAYERS - 1 else 0
        held = s[Z_hand + seat] & led
        if held and held & -held < lowest:
            lowest = held & -held
        if $SIDE[seat] == mine:
            friends = max(friends, reach(s, seat, r))
        else:
            theirs = max(theirs, reach(s, seat, r))
    safe = (ours and best > theirs) or (friends > theirs and friends > best)
    force = -1
    if tn == $PLAYERS - 2 and not safe and me & led and s[Z_hand + seat] & led and $SIDE[seat] != mine:
        force = forcing(s, f, at, n, r, best, s[Z_hand + seat] & led)
    for i in range(n):
        move = f[at + i]
        mask = $SUITED[move]
        rank = popc(mask & ((1 << move) - 1)) + 2
        strength = $STRENGTH[r + move]
        wins = strength > best and strength > theirs
        if mask == led:
            above = u & mask & ~((2 << move) - 1)
            score = -rank
            if wins and not safe:
                score += 80
            elif not safe and tn < $PLAYERS - 1:
                if 1 << move < lowest:
                    score = popc(above) - 8
                elif strength < best:
                    score = popc(above) - 15
                elif above & -above & me:
                    score = popc(above) + 11
                else:
                    score += 13
            if move == force:
                score += 20
        else:
            held = popc(me & mask)
            score = -rank + held
            if strength > 0:
                score += -50 if safe else 60 if wins else 15 if strength > best else -32
            else:
                # Best from a long suit, not what guards a high card.
                score += held + (60 if safe else 0)
                cards = u & mask
                if held == 1 and move == blen(cards) - 1:
                    score -= 8
                elif held == 2 and holder(s, cards ^ 1 << (blen(cards) - 1)) == turn:
                    score -= 6
        sorted_in(f, at, i, move, score)
""")
