"""What a play proves about the hand it came from.

A card that passes no `must` line proves that no candidate in that hand passed it. Only what everyone can tell of the
lines is used, so that the proof gives nothing hidden away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tricktaker.game.game import Game

MUST, ONLY, ALWAYS = 0, 1, 2
BITS = 63

Entry = tuple[int, ...]


def lacks(game: Game, notes: Sequence[Entry], play: int) -> frozenset[int]:
    """Cards that the hand can't hold after `play`. `notes` are the lines: (event, kind, exact, words of the mask…)."""
    if game.rules.plays[play].down:
        return frozenset()
    everything = (1 << len(game.rules.plays)) - 1
    candidates = everything
    missing = 0
    certain = True
    for _, kind, exact, *words in notes:
        mask = everything if words[0] < 0 else sum(word << (BITS * place) for place, word in enumerate(words))
        passes = mask >> play & 1
        if kind == ALWAYS:
            if passes or not exact:
                return frozenset()
        elif kind == MUST:
            # Nothing passed a line that what was played doesn't pass at its widest.
            if not passes:
                if exact and certain:
                    missing |= candidates & mask
            elif exact:
                candidates &= mask
            else:
                certain = False
        elif exact:
            candidates &= mask
        else:
            certain = False
    plays, count = game.rules.plays, len(game.rules.cards)
    declared = {other.card for other in plays[count:] if not other.down}
    return frozenset(
        other.card
        for code, other in enumerate(plays)
        if missing >> code & 1 and not (code < count and other.card in declared)
    )
