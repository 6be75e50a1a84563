"""Tricks that a side is sure of when one of its seats is to lead, as program text.

Whoever leads cashes the highest cards of each kind, draws the cards that could beat others first, crosses to a seat of
its side by a card that is the highest then, and that seat goes on with its own. The other side is sure of the highest
of the cards that beat everything, and of one trick if more are left than can be had without leading what it holds the
highest card of.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from tricktaker.compiler.keys import Keys
from tricktaker.compiler.text import INDENT


@dataclass(slots=True)
class Sureness:
    """Writes `cash(s, c)` and `later(s, c)`; the cards that it rests on are left in c[RELEVANT]."""

    keys: Keys
    sides: tuple[int, ...]
    strengths: str
    """The table of how strong each card is in each situation."""

    def text(self) -> list[str]:
        return [*self._top(), "", "", *self._cash(), "", "", *self._later()]

    # -- tables

    def threats(self) -> str:
        """For each situation and card the kinds that beat it, as a mask; -1 if its kind isn't ordered by strength."""
        tables, masks = self.keys.program.emitter.tables, self.keys.kind_masks()
        kinds = self.keys.likeness.kinds or []
        strengths = tables.values[self.strengths]
        firsts = [kinds.index(kind) for kind in range(len(masks))]
        found: list[int] = []
        for start in range(0, len(strengths), len(kinds)):
            row = strengths[start : start + len(kinds)]
            ranks = [
                [strength for strength, of in zip(row, kinds, strict=True) if of == kind] for kind in range(len(masks))
            ]
            beaten = [
                sum(mask for other, mask in enumerate(masks) if row[firsts[other]] > row[firsts[kind]])
                if all(low < high for low, high in pairwise(ranks[kind]))
                else -1
                for kind in range(len(masks))
            ]
            found += [beaten[kind] for kind in kinds]
        return tables.add(found, "THREAT")

    def _allied(self) -> str:
        return self.keys.program.emitter.tables.add([int(a == b) for a in self.sides for b in self.sides], "ALLIED")

    # -- functions

    def _top(self) -> list[str]:
        """The function `top(cards, n)`: the highest n of some cards."""
        return [
            "def top(cards, n):",
            f"{INDENT}found = 0",
            f"{INDENT}while n > 0 and cards:",
            f"{INDENT * 2}card = 1 << (blen(cards) - 1)",
            f"{INDENT * 2}found |= card",
            f"{INDENT * 2}cards ^= card",
            f"{INDENT * 2}n -= 1",
            f"{INDENT}return found",
        ]

    def _begun(self, name: str) -> list[str]:
        turn, led = (self.keys.program.layout.scalars.index(word) for word in ("turn", "led"))
        lines = [f"def {name}(s, c):", f"{INDENT}turn = s[{turn}]", f"{INDENT}me = s[Z_hand + turn]"]
        lines += [f"{INDENT}u = c[PRESENT]"]
        threats = self.threats()
        rules = self.keys.program.rules
        for kind, mask in enumerate(self.keys.kind_masks()):
            first = (mask & -mask).bit_length() - 1
            lines += [f"{INDENT}s[{led}] = {rules.cards[first].suit}"]
            lines += [f"{INDENT}threat{kind} = {threats}[situation(s) + {first}]"]
        masks = self.keys.kind_masks()
        lines += [f"{INDENT}s[{led}] = -1", f"{INDENT}trumps = " + " | ".join(f"threat{k}" for k in range(len(masks)))]
        # One kind at most beats others, and all of them: else who has to discard may keep what beats the next card.
        unsure = [f"threat{kind} != trumps & {~mask}" for kind, mask in enumerate(masks)]
        single = " and ".join(f"trumps != {mask}" for mask in masks)
        lines += [f"{INDENT}if trumps < 0 or {' or '.join(unsure)} or (trumps and {single}):", f"{INDENT * 2}return 0"]
        return [*lines, *(f"{INDENT}threat{kind} &= u" for kind in range(len(self.keys.kind_masks())))]

    def _cash(self) -> list[str]:
        players, masks, same = self.keys.program.rules.players, self.keys.kind_masks(), self._allied()
        lines = self._begun("cash")
        body = ["threats = " + " | ".join(f"threat{k}" for k in range(len(masks))), "total = 0", "r = 0", "drawn = 0"]
        for k, mask in enumerate(masks):
            body += [
                f"n{k} = 0",
                f"most{k} = 0",
                f"mine = me & {mask}",
                "if mine:",
                f"    others = u & {mask} & ~me",
                "    n = popc(mine & ~((1 << blen(others)) - 1))",
                "    longest = 0",
                "    opposed = 0",
                f"    for i in range({players}):",
                "        if i != turn:",
                f"            held = popc(s[Z_hand + i] & {mask})",
                "            if held > longest:",
                "                longest = held",
                f"            if held > opposed and not {same}[turn * {players} + i]:",
                "                opposed = held",
                f"    most{k} = n",
                "    if n and n >= longest:",
                "        n = popc(mine)",
                f"        most{k} = longest",
                f"    n{k} = n",
                f"    if n and not threat{k} and n >= opposed:",
                f"        drawn |= {mask}",
            ]
        for k, mask in enumerate(masks):
            body += [
                f"threat{k} &= ~drawn",
                f"if n{k} and threat{k}:",
                f"    for i in range({players}):",
                f"        if not {same}[turn * {players} + i] and s[Z_hand + i] & threat{k}:",
                f"            n{k} = min(n{k}, popc(s[Z_hand + i] & {mask}))",
                f"if n{k}:",
                f"    total += n{k}",
                f"    r |= top(me & {mask}, min(n{k}, most{k}))",
            ]
        body += [
            "best = total",
            "more = 0",
            f"for i in range({players}):",
            f"    if i != turn and {same}[turn * {players} + i]:",
            "        his = s[Z_hand + i]",
            "        if his & threats and popc(his & ~threats) + 1 < total:",
            "            best = min(best, popc(his & ~threats) + 1)",
            "        else:",
            "            discards = 0",
            "            spare = 0",
            "            gain = 0",
            "            plain = 0",
            "            entry = False",
            "            rest = me",
            "            q = 0",
        ]
        partner: list[str] = []
        for k, mask in enumerate(masks):
            partner += [
                f"rest ^= top(me & {mask}, n{k})",
                f"held = popc(his & {mask}) - n{k}",
                "if held < 0:",
                "    discards -= held",
                "elif held:",
                f"    n = min(held, popc(his & {mask} & ~((1 << blen((u & ~his & ~me | rest) & {mask})) - 1)))",
                "    if n:",
                "        longest = 0",
                f"        for j in range({players}):",
                "            if j != turn and j != i:",
                f"                longest = max(longest, popc(s[Z_hand + j] & {mask}) - n{k})",
                f"        longest = max(longest, popc(rest & {mask}))",
                "        most = n",
                "        if n >= longest:",
                "            n = held",
                "            most = longest",
                f"        if threat{k}:",
                f"            for j in range({players}):",
                f"                if not {same}[turn * {players} + j] and s[Z_hand + j] & threat{k}:",
                f"                    n = max(0, min(n, popc(s[Z_hand + j] & {mask}) - n{k}))",
                "        if n:",
                "            gain += n",
                f"            if rest & {mask}:",
                "                entry = True",
                f"            q |= top(his & {mask}, min(n, most))",
                f"            if not threats & {mask}:",
                "                plain += n",
                f"    if not threats & {mask}:",
                "        spare += held - n",
            ]
        partner += [
            "lack = discards - spare",
            "if lack > 0:",
            "    gain = gain - lack if lack < plain else 0",
            "if rest & threats:",
            "    gain = min(gain, popc(rest & ~threats) + 1)",
            "if entry and total + gain > best:",
            "    best = total + gain",
            "    more = q",
        ]
        body += ["            " + line for line in partner]
        body += ["c[RELEVANT] = r | more", "return best"]
        return [*lines, *(INDENT + line for line in body)]

    def _later(self) -> list[str]:
        players, masks, same = self.keys.program.rules.players, self.keys.kind_masks(), self._allied()
        lines = self._begun("later")
        body = ["r = 0", "ours = 0", f"for i in range({players}):", f"    if {same}[turn * {players} + i]:"]
        body += ["        ours |= s[Z_hand + i]", "theirs = u & ~ours", "found = 0"]
        for k, mask in enumerate(masks):
            beats = " and ".join(f"threat{j} == u & {mask}" for j in range(len(masks)) if j != k)
            beats = f"({beats}) or " if beats else ""
            body += [
                f"if theirs & {mask} and not threat{k} and ({beats}not u & ~{mask}):",
                f"    high = theirs & {mask} & ~((1 << blen(ours & {mask})) - 1)",
                "    if high:",
                f"        for i in range({players}):",
                "            if popc(s[Z_hand + i] & high) > found:",
                "                found = popc(s[Z_hand + i] & high)",
                "                r = s[Z_hand + i] & high",
            ]
        threats = " | ".join(f"threat{k}" for k in range(len(masks)))
        body += [
            f"if found == 0 and not ours & ({threats}):",
            "    room = popc(me)",
        ]
        for mask in masks:
            longest = ["longest = 0", f"for i in range({players}):", f"    if {same}[turn * {players} + i]:"]
            longest += [f"        longest = max(longest, popc(s[Z_hand + i] & {mask}))", "room -= longest"]
            body += [
                f"    if ours & {mask} > theirs & {mask}:",
                *("        " + line for line in longest),
                f"    elif ours & {mask}:",
                f"        r |= top(theirs & {mask}, 1)",
            ]
        body += [
            "    if r:",
            "        found = 1",
            f"        for i in range({players}):",
            "            if popc(s[Z_hand + i] & r) > room:",
            "                found = 0",
            "c[RELEVANT] = r",
            "return found",
        ]
        return [*lines, *(INDENT + line for line in body)]
