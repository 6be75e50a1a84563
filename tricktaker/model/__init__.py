"""A checked variant with its options and player count fixed: frozen data, no files, no doubts left.

`rules.Rules` is the whole; `cards`, `steps`, `trick` and `ending` are its parts.
"""

from __future__ import annotations

from tricktaker.model.cards import CardInfo, Play
from tricktaker.model.ending import Dealing, Ending, Rounds
from tricktaker.model.rules import Example, Invariant, Option, Rules, Variable, Zone
from tricktaker.model.trick import Ability, Cascade, Line, Tier, TrickRules

__all__ = [
    "Ability",
    "CardInfo",
    "Cascade",
    "Dealing",
    "Ending",
    "Example",
    "Invariant",
    "Line",
    "Option",
    "Play",
    "Rounds",
    "Rules",
    "Tier",
    "TrickRules",
    "Variable",
    "Zone",
]
