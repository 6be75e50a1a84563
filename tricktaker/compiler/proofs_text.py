"""The text of the memory of proofs that hold for many positions.

Positions with one hash (who is to lead, how many cards of each kind every hand has) are a family. Its proofs lie side
by side, in blocks that double: the cards a proof rests on, who holds them, and between which bounds the worth of the
rest lies then, with the best answer, in one word.
"""

from __future__ import annotations

from string import Template

FAMILY = 6
"""Words of a family: two of hash, the next with the same slot, its newest block, where that is free and ends."""
BLOCK = 2
"""Words before the proofs of a block: the block before and where that ends."""
FIRST, LARGEST = 2, 64
"""Proofs in the first block of a family, and in the largest."""
MIDDLE = 1 << 22
"""What is added to a bound to store it; no bound is as large."""
FIELD = (1 << 24) - 1
"""What is stored where no upper bound is known, and a mask for one."""

PROOFS = Template("""
def family(t, c, a, b):
    home = t[a & c[SLOTS]]
    while home and (t[home] != a or t[home + 1] != b):
        home = t[home + 2]
    return home


def proof(t, c, home, f, at, need):
    # A proof that the worth of a position reaches what is needed, or that it doesn't; else the best answer is in HINT.
    block = t[home + 3]
    e = t[home + 4]
    while block:
        while e > block + $BLOCK:
            e -= $ENTRY
            if not ($DIFFER) & t[e]:
                bounds = t[e + $BOUNDS]
                if (bounds >> 40) - $MIDDLE >= need or (bounds >> 16 & $FIELD) - $MIDDLE < need:
                    return e
                c[HINT] = bounds & 65535
        e = t[block + 1]
        block = t[block]
    return 0


def learn(t, c, f, at, exact, lower, upper, move):
    a = f[at + 4]
    b = f[at + 5]
    home = family(t, c, a, b)
    block = 0
    e = 0
    if home:
        block = t[home + 3]
        e = t[home + 4]
    while block:
        while e > block + $BLOCK:
            e -= $ENTRY
            if t[e] == exact and not ($DIFFER) & exact:
                bounds = t[e + $BOUNDS]
                lower = max(lower, bounds >> 40)
                upper = min(upper, bounds >> 16 & $FIELD)
                t[e + $BOUNDS] = lower << 40 | upper << 16 | move
                return
        e = t[block + 1]
        block = t[block]
    if c[FREE] + $MOST_ROOM > c[END]:
        for i in range(c[SLOTS] + 1):
            t[i] = 0
        c[FREE] = c[SLOTS] + 1
        home = 0
    if home == 0:
        home = c[FREE]
        c[FREE] = home + $FAMILY
        t[home] = a
        t[home + 1] = b
        t[home + 2] = t[a & c[SLOTS]]
        t[home + 3] = 0
        t[home + 4] = 0
        t[home + 5] = 0
        t[a & c[SLOTS]] = home
    e = t[home + 4]
    if e == t[home + 5]:
        block = t[home + 3]
        size = min(2 * (e - block - $BLOCK), $LARGEST_SIZE) if block else $FIRST_SIZE
        new = c[FREE]
        t[new] = block
        t[new + 1] = e
        e = new + $BLOCK
        c[FREE] = e + size
        t[home + 3] = new
        t[home + 5] = e + size
    t[home + 4] = e + $ENTRY
    t[e] = exact
    $KEPT
    t[e + $BOUNDS] = lower << 40 | upper << 16 | move
""")


def proofs_text(digits: int) -> str:
    """The functions `family`, `proof` and `learn`, where so many words say who holds the cards of a proof."""
    entry = 2 + digits
    return PROOFS.substitute(
        ENTRY=entry,
        BLOCK=BLOCK,
        FAMILY=FAMILY,
        MIDDLE=MIDDLE,
        FIELD=FIELD,
        BOUNDS=1 + digits,
        FIRST_SIZE=FIRST * entry,
        LARGEST_SIZE=LARGEST * entry,
        MOST_ROOM=FAMILY + BLOCK + LARGEST * entry,
        DIFFER=" | ".join(f"(f[at + {16 + digit}] ^ t[e + {1 + digit}])" for digit in range(digits)),
        KEPT="; ".join(f"t[e + {1 + digit}] = f[at + {16 + digit}]" for digit in range(digits)),
    )
