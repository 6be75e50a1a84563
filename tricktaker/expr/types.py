"""Types of expressions. Integers carry the interval their value is proven to lie in."""

from __future__ import annotations

from dataclasses import dataclass, replace

WIDE = 1 << 50
"""Bound of intervals about which nothing is known; far from 63 bits, so that sums of two can't overflow."""


@dataclass(frozen=True, slots=True)
class Type:
    """One type.

    `kind` is int, bool, card, player, team, symbol, none or set. A symbol's `name` is its domain: `suit`,
    `rank`, `special` or an enum's name. `optional` types may be none. `ordered` sets have a first element.
    """

    kind: str
    name: str = ""
    optional: bool = False
    lo: int = -WIDE
    hi: int = WIDE
    elem: Type | None = None
    ordered: bool = False

    def __str__(self) -> str:
        if self.kind == "set":
            return f"set of {self.elem}s"
        if self.kind == "symbol":
            base = self.name
        elif self.kind == "int":
            base = "number"
        elif self.kind == "bool":
            base = "yes/no"
        else:
            base = self.kind
        return f"{base} or none" if self.optional else base

    @property
    def plain(self) -> Type:
        """The same type, never none."""
        return replace(self, optional=False) if self.optional else self

    @property
    def maybe(self) -> Type:
        """The same type, possibly none."""
        return self if self.optional else replace(self, optional=True)

    def same(self, other: Type) -> bool:
        """Same kind and domain, whatever the interval, optionality or order."""
        if self.kind != other.kind or self.name != other.name:
            return False
        if self.kind != "set":
            return True
        assert self.elem is not None and other.elem is not None
        return self.elem.same(other.elem)


BOOL = Type("bool", lo=0, hi=1)
CARD = Type("card")
PLAYER = Type("player")
TEAM = Type("team")
NONE = Type("none", optional=True)
SUIT = Type("symbol", "suit")
RANK = Type("symbol", "rank")
SPECIAL = Type("symbol", "special")


def integer(lo: int = -WIDE, hi: int = WIDE) -> Type:
    """A number proven to lie in lo..hi (clamped to the widest interval)."""
    return Type("int", lo=max(lo, -WIDE), hi=min(hi, WIDE))


def symbol(name: str) -> Type:
    """A value of the domain `name`."""
    return Type("symbol", name)


def set_of(elem: Type, ordered: bool = False) -> Type:
    """A set; `ordered` ones know a first and a last element."""
    return Type("set", elem=elem.plain, ordered=ordered)
