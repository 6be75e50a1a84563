"""The text of the exact search of two sides, and how choices are ordered.

A frame is a choice with more than one answer that is being tried: how many answers, which is next, the best so far,
whose side chooses, the hash of the position (if somebody is to lead), and then the answers. All sizes are numbers
that the caller fills in.
"""

from __future__ import annotations

from string import Template

SEARCH = Template("""
def solve(s, u, f, t, h, c, share):
    depth = c[DEPTH]
    phase = c[PHASE]
    v = c[VALUE]
    goal = c[GOAL]
    nodes = c[NODES]
    stop = nodes + share
@   r = 0
    while True:
        if phase == 0:
            if s[1]:
                c[DEPTH] = depth
                c[NODES] = nodes
                return 2
            if s[RANDOM] != c[CHANCE]:
                c[DEPTH] = depth
                c[NODES] = nodes
                return 3
            if s[OVER] or s[HALTED]:
                v = worth(s)
                phase = 2
@               r = decided(s)
                continue
            if nodes >= stop or depth >= c[DEPTHS]:
                c[DEPTH] = depth
                c[PHASE] = 0
                c[NODES] = nodes
                if nodes >= stop:
                    return 1
                return 4
            nodes += 1
            at = depth * $FRAME
            first = -1
            f[at + 7] = 0
@           f[at + 12] = 0
@           f[at + 13] = 0
            if s[TN] == 0 and s[SITE] == $PLAY:
                key(s, c)
                f[at + 11] = c[PRESENT]
                a = c[KEY_A]
                b = c[KEY_B]
                worthy = base(s)
@               f[at + 12] = decided(s)
@               $HELD
$BOUNDS
@               found = family(t, c, a, b)
@               if found:
@                   c[HINT] = -1
@                   found = proof(t, c, found, f, at, goal - worthy)
@                   first = c[HINT]
@                   if found:
@                       bounds = t[found + $BOUNDS_WORD]
@                       v = (bounds >> 40) - $MIDDLE + worthy
@                       if v < goal:
@                           v = (bounds >> 16 & $FIELD) - $MIDDLE + worthy
@                       r = apart(t[found], f[at + 11]) | f[at + 12]
@                       phase = 2
@                       continue
~               found = -1
~               slot = (a & c[SLOTS]) * $BUCKET
~               for way in range($WAYS):
~                   e = slot + way * $ENTRY
~                   if t[e] == a and t[e + 1] == b:
~                       found = e
~                       first = t[found + 4]
~                       if t[found + 2] > -$INFINITE and t[found + 2] + worthy >= goal:
~                           v = t[found + 2] + worthy
~                           phase = 2
~                           break
~                       if t[found + 3] < $INFINITE and t[found + 3] + worthy < goal:
~                           v = t[found + 3] + worthy
~                           phase = 2
~                           break
~                       break
~               if phase == 2:
~                   continue
                if first >= 0:
                    $FROM_ENTRY
                f[at + 4] = a
                f[at + 5] = b
                f[at + 6] = worthy
                f[at + 7] = 1
                f[at + 9] = nodes
            n = moves(s, f, at + $ANSWERS)
~           if n == 1 and not f[at + 7]:
@           if n == 1 and not f[at + 7] and not s[LEGAL] & (s[LEGAL] - 1):
                s[CHOICE] = f[at + $ANSWERS]
                advance(s)
                continue
            if n > 1:
                $ORDERED
            f[at] = n
            f[at + 1] = 0
            f[at + 3] = $SIDE[s[ACTOR]]
            f[at + 2] = -$INFINITE if f[at + 3] == 0 else $INFINITE
            f[at + 8] = f[at + $ANSWERS]
            f[at + 10] = row_of(s)
@           f[at + 14] = 0
@           f[at + 15] = s[SITE] == $PLAY
            keep(u, depth, s)
            phase = 1
        elif phase == 1:
            at = depth * $FRAME
            i = f[at + 1]
            if i == f[at]:
@               back(u, depth, s)
@               f[at + 13] = whole(s, f[at + 13])
                v = f[at + 2]
                phase = 3
                continue
@           if f[at + 14] >> f[at + $ANSWERS + i] & 1:
@               f[at + 1] = i + 1
@               continue
            if i:
                back(u, depth, s)
            f[at + 1] = i + 1
            s[CHOICE] = f[at + $ANSWERS + i]
            advance(s)
            depth += 1
            phase = 0
        elif phase == 2:
            if depth == 0:
                c[DEPTH] = 0
                c[PHASE] = 0
                c[VALUE] = v
                c[NODES] = nodes
                return 0
            depth -= 1
            at = depth * $FRAME
            phase = 1
            if f[at + 3] == 0:
                if v > f[at + 2]:
                    f[at + 2] = v
                    f[at + 8] = f[at + $ANSWERS + f[at + 1] - 1]
                    if v >= goal:
                        phase = 3
            elif v < f[at + 2]:
                f[at + 2] = v
                f[at + 8] = f[at + $ANSWERS + f[at + 1] - 1]
                if v < goal:
                    phase = 3
@           f[at + 13] |= r
@           if phase == 1 and f[at + 15]:
@               f[at + 14] |= idle(r, f[at + $ANSWERS + f[at + 1] - 1])
            if phase == 3:
@               f[at + 13] = r
                move = f[at + 8]
                spot = f[at + 10] + move
                h[spot] += f[at] - f[at + 1] + 1
                if h[spot] > $MUCH:
                    for i in range($KILLERS, $TALL):
                        h[i] = h[i] >> 1
                if h[depth * 2] != move:
                    h[depth * 2 + 1] = h[depth * 2]
                    h[depth * 2] = move
        else:
            at = depth * $FRAME
            v = f[at + 2]
@           r = f[at + 13]
            if f[at + 7]:
@               exact = close(needed(r, f[at + 11]), f[at + 11])
@               move = $TO_ENTRY
@               if v >= goal:
@                   learn(t, c, f, at, exact, v - f[at + 6] + $MIDDLE, $FIELD, move)
@               else:
@                   learn(t, c, f, at, exact, 0, v - f[at + 6] + $MIDDLE, move)
~               a = f[at + 4]
~               b = f[at + 5]
~               work = nodes - f[at + 9]
~               found = -1
~               slot = (a & c[SLOTS]) * $BUCKET
~               least = -1
~               for way in range($WAYS):
~                   e = slot + way * $ENTRY
~                   if t[e] == a and t[e + 1] == b:
~                       found = e
~                       break
~                   if least < 0 or t[e + 5] < t[least + 5]:
~                       least = e
~               if found < 0:
~                   found = least
~                   t[found] = a
~                   t[found + 1] = b
~                   t[found + 2] = -$INFINITE
~                   t[found + 3] = $INFINITE
~                   t[found + 5] = 0
~               else:
~                   for way in range($WAYS):
~                       e = slot + way * $ENTRY
~                       if t[e + 5] > work:
~                           t[e + 5] -= 1
~               if v >= goal:
~                   t[found + 2] = v - f[at + 6]
~               else:
~                   t[found + 3] = v - f[at + 6]
~               t[found + 4] = $TO_ENTRY
~               if work > t[found + 5]:
~                   t[found + 5] = work
@           r |= f[at + 12]
            phase = 2
""")

ORDER = Template("""
def row_of(s):
    if s[SITE] == $PLAY:
        return $KILLERS + s[TN] * $HISTORY
    return $KILLERS + $PLAYERS * $HISTORY


def reach(s, seat, r):
    # The strongest card that a seat could play to the trick, as far as following goes.
    hand = s[Z_hand + seat]
    inside = -1
    outside = -1
    while hand:
        card = blen(hand) - 1
        hand ^= 1 << card
        strength = $STRENGTH[r + card]
        if SUIT[card] == s[LED]:
            if strength > inside:
                inside = strength
        elif strength > outside:
            outside = strength
    return inside if inside >= 0 else outside


def replies(s, seat):
    # How many cards a seat could play to the trick, as far as following goes.
    hand = s[Z_hand + seat]
    count = 0
    inside = 0
    while hand:
        card = blen(hand) - 1
        hand ^= 1 << card
        count += 1
        if SUIT[card] == s[LED]:
            inside += 1
    return inside if inside else count


def sorted_in(f, at, i, move, score):
    place = at + i
    while place > at and f[place - 1 + $MOST] < score:
        f[place] = f[place - 1]
        f[place + $MOST] = f[place - 1 + $MOST]
        place -= 1
    f[place] = move
    f[place + $MOST] = score


def order(s, f, h, at, n, depth, first):
    row = row_of(s)
    tn = s[TN]
    weigh = s[SITE] == $PLAY and $WEIGHED
    leads = s[SITE] == $PLAY and $SHORTENED and tn == 0
    turn = s[TURN]
    mine = $SIDE[turn]
    r = -1
    best = -1
    ours = False
    theirs = -1
    friends = -1
    suit = -2
    answers = 0
    if weigh:
        r = situation(s)
        weigh = r >= 0
    if weigh and tn > 0:
        for i in range(tn):
            strength = $STRENGTH[r + s[TRICK + i]]
            if strength > best:
                best = strength
                ours = $SIDE[s[SEAT + i]] == mine
        seat = turn
        for i in range(tn + 1, $PLAYERS):
            seat = seat + 1 if seat < $PLAYERS - 1 else 0
            strength = reach(s, seat, r)
            if $SIDE[seat] == mine:
                if strength > friends:
                    friends = strength
            elif strength > theirs:
                theirs = strength
    for i in range(n):
        move = f[at + i]
        score = h[row + move] >> 4
        if score > 1 << 18:
            score = 1 << 18
        if move == first:
            score += 1 << 50
        elif move == h[depth * 2]:
            score += 1 << 14
        elif move == h[depth * 2 + 1]:
            score += 1 << 13
        if tn == 0 and (weigh or leads) and move < $CARDS and SUIT[move] != suit:
            suit = SUIT[move]
            s[LED] = suit
            theirs = -1
            friends = -1
            if weigh:
                r = situation(s)
                weigh = r >= 0
            for seat in range($PLAYERS):
                if seat != turn:
                    if weigh:
                        strength = reach(s, seat, r)
                        if $SIDE[seat] == mine:
                            if strength > friends:
                                friends = strength
                        elif strength > theirs:
                            theirs = strength
                    answers = replies(s, seat)
        if leads and move < $CARDS:
            # What leaves the other few answers is soon proven.
            score -= answers << 20
        if weigh and move < $CARDS:
            strength = $STRENGTH[r + move]
            if tn == 0:
                if strength > theirs:
                    score += (1 << 20) + (strength << 8)
                elif friends > theirs:
                    score += (1 << 19) - (strength << 8)
                else:
                    score -= strength << 8
            elif (ours and best > theirs) or (friends > theirs and friends > best):
                score -= strength << 12
                if strength > best:
                    score -= 1 << 20
            elif strength > best and strength > theirs:
                score += (1 << 21) - (strength << 12)
            else:
                score -= strength << 12
        sorted_in(f, at, i, move, score)
    if tn == 0 and suit >= -1:
        s[LED] = -1
""")
