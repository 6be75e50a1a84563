"""The text of the search of several sides, each for itself; see `solving_text` for what a frame is."""

from __future__ import annotations

from string import Template

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
