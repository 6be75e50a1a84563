"""Reads what the program shows, as a player does."""

from __future__ import annotations

import re

_MARKED = re.compile(r"(\d+)\)\s(\S+?)\*")
_HAND = re.compile(r"Your hand.*?:\n((?:  .*\n)+)")
QUESTION = r"(?m)[^\n]*\?(?: \(n to decline\))? $"


def last_hand(text: str) -> str:
    """The hand that was shown last."""
    return _HAND.findall(text)[-1]


def playable(text: str) -> list[str]:
    """The cards that are marked in the hand shown last, as they are written there."""
    return [card for _, card in _MARKED.findall(last_hand(text))]


def held(text: str) -> list[str]:
    """All cards of the hand shown last."""
    return [card.rstrip("*") for card in re.findall(r"\d+\)\s(\S+)", last_hand(text))]
