"""The text of the exact searches: of two sides, of several, and how choices are ordered.

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
            if s[TN] == 0 and s[SITE] == $PLAY:
                key(s, c)
                f[at + 11] = c[PRESENT]
                a = c[KEY_A]
                b = c[KEY_B]
                worthy = base(s)
                slot = (a & c[SLOTS]) * $BUCKET
                found = -1
                for way in range($WAYS):
                    e = slot + way * $ENTRY
                    if t[e] == a and t[e + 1] == b:
                        found = e
                        break
                if found >= 0:
                    if t[found + 2] > -$INFINITE and t[found + 2] + worthy >= goal:
                        v = t[found + 2] + worthy
                        phase = 2
                        continue
                    if t[found + 3] < $INFINITE and t[found + 3] + worthy < goal:
                        v = t[found + 3] + worthy
                        phase = 2
                        continue
                    first = t[found + 4]
                    $FROM_ENTRY
$BOUNDS
                f[at + 4] = a
                f[at + 5] = b
                f[at + 6] = worthy
                f[at + 7] = 1
                f[at + 9] = nodes
            n = moves(s, f, at + $FIXED)
            if n == 1 and not f[at + 7]:
                s[CHOICE] = f[at + $FIXED]
                advance(s)
                continue
            if n > 1:
                order(s, f, h, at + $FIXED, n, depth, first)
            f[at] = n
            f[at + 1] = 0
            f[at + 3] = $SIDE[s[ACTOR]]
            f[at + 2] = -$INFINITE if f[at + 3] == 0 else $INFINITE
            f[at + 8] = f[at + $FIXED]
            f[at + 10] = row_of(s)
            keep(u, depth, s)
            phase = 1
        elif phase == 1:
            at = depth * $FRAME
            i = f[at + 1]
            if i == f[at]:
                v = f[at + 2]
                phase = 3
                continue
            if i:
                back(u, depth, s)
            f[at + 1] = i + 1
            s[CHOICE] = f[at + $FIXED + i]
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
                    f[at + 8] = f[at + $FIXED + f[at + 1] - 1]
                    if v >= goal:
                        phase = 3
            elif v < f[at + 2]:
                f[at + 2] = v
                f[at + 8] = f[at + $FIXED + f[at + 1] - 1]
                if v < goal:
                    phase = 3
            if phase == 3:
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
            if f[at + 7]:
                a = f[at + 4]
                b = f[at + 5]
                work = nodes - f[at + 9]
                slot = (a & c[SLOTS]) * $BUCKET
                found = -1
                least = -1
                for way in range($WAYS):
                    e = slot + way * $ENTRY
                    if t[e] == a and t[e + 1] == b:
                        found = e
                        break
                    if least < 0 or t[e + 5] < t[least + 5]:
                        least = e
                if found < 0:
                    found = least
                    t[found] = a
                    t[found + 1] = b
                    t[found + 2] = -$INFINITE
                    t[found + 3] = $INFINITE
                    t[found + 5] = 0
                else:
                    for way in range($WAYS):
                        e = slot + way * $ENTRY
                        if t[e + 5] > work:
                            t[e + 5] -= 1
                if v >= goal:
                    t[found + 2] = v - f[at + 6]
                else:
                    t[found + 3] = v - f[at + 6]
                t[found + 4] = $TO_ENTRY
                if work > t[found + 5]:
                    t[found + 5] = work
            phase = 2
""")

ORDER = Template("""
def row_of(s):
    if s[SITE] == $PLAY:
        return $KILLERS + s[TN] * $HISTORY
    return $KILLERS + $PLAYERS * $HISTORY


def order(s, f, h, at, n, depth, first):
    row = row_of(s)
    tn = s[TN]
    plays = s[SITE] == $PLAY
    r = -1
    best = -1
    ours = False
    if plays and tn > 0:
        r = situation(s)
        seat = -1
        if r >= 0:
            for i in range(tn):
                strength = $STRENGTH[r + s[TRICK + i]]
                if strength > best:
                    best = strength
                    seat = s[SEAT + i]
            ours = $SIDE[seat] == $SIDE[s[ACTOR]]
    for i in range(n):
        move = f[at + i]
        score = h[row + move] >> 4
        if move == first:
            score += 1 << 50
        elif move == h[depth * 2]:
            score += 1 << 40
        elif move == h[depth * 2 + 1]:
            score += 1 << 39
        if r >= 0 and move < $CARDS:
            strength = $STRENGTH[r + move]
            if strength > best:
                if tn == $PLAYERS - 1:
                    score += 1 << 20 if not ours else -(1 << 20)
                    score -= strength << 10
                elif not ours:
                    score += 1 << 20
                    score += strength << 10
            else:
                score -= strength << 10
        place = at + i
        while place > at and f[place - 1 + $MOST] < score:
            f[place] = f[place - 1]
            f[place + $MOST] = f[place - 1 + $MOST]
            place -= 1
        f[place] = move
        f[place + $MOST] = score
""")

MANY = Template("""
def solve(s, u, f, t, h, c, share):
    depth = c[DEPTH]
    phase = c[PHASE]
    nodes = c[NODES]
    stop = nodes + share
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
                leads(s, h)
                for side in range($SIDES):
                    h[$SIDES + side] = h[side]
                    h[2 * $SIDES + side] = h[side]
                phase = 2
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
            f[at + 7] = 0
            if s[TN] == 0 and s[SITE] == $PLAY:
                key(s, c)
                a = c[KEY_A]
                b = c[KEY_B]
                so_far(s, h)
                slot = (a & c[SLOTS]) * $BUCKET
                found = -1
                for way in range($WAYS):
                    e = slot + way * $ENTRY
                    if t[e] == a and t[e + 1] == b:
                        found = e
                        break
                if found >= 0:
                    for i in range($TRIPLE):
                        h[i] = t[found + 3 + i] + h[$TRIPLE + i % $SIDES]
                    phase = 2
                    continue
                for i in range($SIDES):
                    f[at + $FIXED + i] = h[$TRIPLE + i]
                f[at + 4] = a
                f[at + 5] = b
                f[at + 7] = 1
                f[at + 9] = nodes
            n = moves(s, f, at + $ANSWERS)
            if n == 1 and not f[at + 7]:
                s[CHOICE] = f[at + $ANSWERS]
                advance(s)
                continue
            f[at] = n
            f[at + 1] = 0
            f[at + 3] = $SIDE[s[ACTOR]]
            keep(u, depth, s)
            phase = 1
        elif phase == 1:
            at = depth * $FRAME
            i = f[at + 1]
            if i < f[at]:
                if i:
                    back(u, depth, s)
                f[at + 1] = i + 1
                s[CHOICE] = f[at + $ANSWERS + i]
                advance(s)
                depth += 1
                phase = 0
                continue
            side = f[at + 3]
            best = 0
            least = -$INFINITE
            for i in range(f[at]):
                child = at + $CHILDREN + i * $TRIPLE
                if f[child + side] > f[at + $CHILDREN + best * $TRIPLE + side]:
                    best = i
                if f[child + $SIDES + side] > least:
                    least = f[child + $SIDES + side]
            for k in range($SIDES):
                h[k] = f[at + $CHILDREN + best * $TRIPLE + k]
                low = $INFINITE
                high = -$INFINITE
                for i in range(f[at]):
                    child = at + $CHILDREN + i * $TRIPLE
                    if f[child + 2 * $SIDES + side] >= least:
                        if f[child + $SIDES + k] < low:
                            low = f[child + $SIDES + k]
                        if f[child + 2 * $SIDES + k] > high:
                            high = f[child + 2 * $SIDES + k]
                h[$SIDES + k] = least if k == side else low
                h[2 * $SIDES + k] = high
            if f[at + 7]:
                a = f[at + 4]
                work = nodes - f[at + 9]
                slot = (a & c[SLOTS]) * $BUCKET
                found = slot
                for way in range($WAYS):
                    e = slot + way * $ENTRY
                    if t[e + 2] < t[found + 2]:
                        found = e
                for way in range($WAYS):
                    e = slot + way * $ENTRY
                    if e != found and t[e + 2] > 0:
                        t[e + 2] -= 1
                t[found] = a
                t[found + 1] = f[at + 5]
                t[found + 2] = work
                for i in range($TRIPLE):
                    t[found + 3 + i] = h[i] - f[at + $FIXED + i % $SIDES]
            phase = 2
        else:
            if depth == 0:
                c[DEPTH] = 0
                c[PHASE] = 0
                c[NODES] = nodes
                return 0
            depth -= 1
            at = depth * $FRAME
            child = at + $CHILDREN + (f[at + 1] - 1) * $TRIPLE
            for i in range($TRIPLE):
                f[child + i] = h[i]
            phase = 1
""")
