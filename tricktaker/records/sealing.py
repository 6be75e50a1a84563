"""Seals: what a glance at the file of a game that goes on shall not show. Packed and encoded, not encrypted."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Any

MOST_OPENED = 1 << 18


class BrokenSeal(ValueError):
    """A seal that nothing can be read from."""


def sealed(facts: Mapping[str, Any]) -> str:
    """Facts as one word of letters and digits."""
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def opened(seal: str) -> str:
    """The JSON text under a seal. Raises BrokenSeal if there is none, or far too much of it."""
    try:
        packed = base64.b64decode(seal.encode("ascii"), validate=True)
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(packed, MOST_OPENED)
        if not unpacker.eof or unpacker.unused_data:
            raise BrokenSeal("a seal of too much, or of too little")
        return text.decode()
    except (binascii.Error, zlib.error, UnicodeError) as fault:
        raise BrokenSeal("a broken seal") from fault
