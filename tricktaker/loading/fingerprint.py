"""The fingerprint of a variant: what its rules are, whatever it is called."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tricktaker.loading.nodes import Mapping, plain

LANGUAGE = 1
LEFT_OUT = frozenset({"name", "about", "source", "examples", "invariants", "accepts", "tricktaker", "extends"})
TEXTS = frozenset({"text", "says", "ask", "help", "about", "source"})


def fingerprint(doc: Mapping) -> str:
    """Sixteen hex digits of a hash of the merged rules without names, texts, sources, examples and invariants."""
    rules = {key: _bare(value) for key, value in plain(doc).items() if key not in LEFT_OUT}
    text = json.dumps([LANGUAGE, rules], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return [[key, _bare(item)] for key, item in value.items() if key not in TEXTS]
    if isinstance(value, list):
        return [_bare(item) for item in value]
    if isinstance(value, str):
        return " ".join(value.split())
    return value
