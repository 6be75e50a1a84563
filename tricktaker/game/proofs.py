"""What a play proves about the hand it came from.

A card is proven missing if what was played would not have been legal with it in the hand, whatever else the hand
holds. Only what everyone can tell of the lines is used, so that the proof gives nothing hidden away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktaker.compiler.moments import EV_LACKS, EV_LINE
from tricktaker.game.bounds import Bounds, Order, bounds_of

if TYPE_CHECKING:
    from tricktaker.game.game import Game

MUST, ONLY, ALWAYS = 0, 1, 2
BITS = 63

Entry = tuple[int, ...]


def lacks(game: Game, raw: list[int], trace: Sequence[Entry], play: int) -> frozenset[int]:
    """Cards that the hand can't hold after `play`.

    `raw` is the situation before it. `trace` holds the lines that applied, in order: first what everyone can tell of
    one (EV_LACKS, kind, exact, words of the mask…), then which it is (EV_LINE, number, …).
    """
    if game.rules.plays[play].down:
        return frozenset()
    everything = (1 << len(game.rules.plays)) - 1
    # A card of `candidates` that is held is still one, or what was played would not have been legal.
    candidates = everything
    missing = 0
    for place, entry in enumerate(trace):
        if entry[0] != EV_LACKS:
            continue
        _, kind, exact, *words = entry
        perhaps = everything if words[0] < 0 else sum(word << (BITS * number) for number, word in enumerate(words))
        surely = perhaps if exact else 0
        bounds: Bounds | None = None
        if not exact and place + 1 < len(trace) and trace[place + 1][0] == EV_LINE:
            bounds = bounds_of(game, trace[place + 1][1])
        among = 0
        if bounds is not None:
            surely, perhaps, among = bounds.masks(raw, raw[game.at["turn"]])
        if kind == ALWAYS:
            if perhaps >> play & 1:
                return frozenset()
        elif kind == MUST and not surely >> play & 1:
            may = perhaps >> play & 1
            if bounds is not None:
                order = bounds.order(raw, raw[game.at["turn"]])
                missing |= _beaten(order, play, among, candidates & surely, candidates & perhaps, bool(may))
            if not may:
                # Nothing passed a line that what was played doesn't pass at its widest.
                missing |= candidates & surely
            else:
                candidates &= surely
        else:
            candidates &= surely
    plays, count = game.rules.plays, len(game.rules.cards)
    declared = {other.card for other in plays[count:] if not other.down}
    return frozenset(
        other.card
        for code, other in enumerate(plays)
        if missing >> code & 1 and not (code < count and other.card in declared)
    )


def _beaten(order: Order, play: int, among: int, surely: int, perhaps: int, may: bool) -> int:
    """Cards that can't be held because they, or the best card that is held, would have had to be played.

    `among`: cards of which the best is asked for; `surely`: candidates that pass; `perhaps`: those that pass if they
    are the best; `may`: what was played passes if it is.
    """
    found = 0
    rivals = among & order.better[play] if may else among
    while rivals:
        bit = rivals & -rivals
        rivals ^= bit
        card = bit.bit_length() - 1
        # Whichever of those that are at least as good is the best, it passes.
        if not among & order.level[card] & ~perhaps or bit & surely:
            found |= bit
    return found
