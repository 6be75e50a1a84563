"""Did you mean …?"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_LONGEST = 60


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` most likely stands for, or None if none is near."""
    if not word or len(word) > _LONGEST:
        return None
    names = sorted({name for name in candidates if name and len(name) <= _LONGEST})
    if word in names:
        return word
    folded: dict[str, str] = {}
    for name in names:
        folded.setdefault(_fold(name), name)
    near = difflib.get_close_matches(_fold(word), list(folded), n=1, cutoff=0.6)
    return folded[near[0]] if near else None


def _fold(word: str) -> str:
    """Case, hyphens and spaces don't make two words different."""
    return word.casefold().replace("-", "_").replace(" ", "_")
