"""What a seat observes of each event: as numbers of events that have been logged, and as text that compares them.

Both are read off one table, so that a game played again can be held against what was seen of the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tricktaker.compiler import moments as m
from tricktaker.compiler.ir import Body, Event, If, Line, While
from tricktaker.compiler.probes import split
from tricktaker.model import Rules

PLAIN, CARD, WORD = 1, 2, 3
"""What a number stands for: something that isn't a card, a card, a word of a set of cards."""
OPEN, PLACES, MASK = "open", "places", "mask"
COMMON = 15


@dataclass(frozen=True, slots=True)
class Form:
    """How an event is observed: `told` parts by everyone who notices it; `hidden` ones (part, sort) by those who see
    one of the places that the parts `where` name, or who are in the mask that part `where[0]` is."""

    told: tuple[int, ...] = ()
    hidden: tuple[tuple[int, int], ...] = ()
    where: tuple[int, ...] = ()
    by: str = OPEN


FORMS: dict[int, Form] = {
    m.EV_MOVE: Form((2, 3, 4, 5), ((1, CARD),), (2, 3), PLACES),
    m.EV_SWAP: Form((2, 4), ((1, CARD), (3, CARD)), (2, 4), PLACES),
    m.EV_ELIMINATE: Form((1,)),
    m.EV_NOTHING: Form((1,)),
    m.EV_ABILITY: Form((1, 2)),
    m.EV_TRICK_WON: Form((1,)),
    m.EV_TRICK_VOID: Form(()),
    m.EV_LEAD: Form((1,)),
    m.EV_PASS: Form((1,)),
    m.EV_STUCK: Form((1,)),
    m.EV_REDEAL: Form(()),
    m.EV_ROUND_END: Form(()),
    m.EV_GAME_END: Form(()),
}
"""The events whose parts all stand in a fixed place."""


def viewers(rules: Rules) -> dict[int, int]:
    """By place (zone * 16 + owner): the mask of seats that see its cards, bit `players` for spectators."""
    everyone = (1 << (rules.players + 1)) - 1
    found: dict[int, int] = {}
    for number, zone in enumerate(rules.zones):
        for owner in range(rules.players) if zone.decl.per_player else (COMMON,):
            own = 0 if owner == COMMON else 1 << owner
            others = everyone & ~own & ~(1 << rules.players)
            found[number * 16 + owner] = {"everyone": everyone, "owner": own, "others": others, "nobody": 0}[
                zone.decl.see
            ]
    return found


class Observer:
    """The two readings of the table for one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.see = viewers(rules)
        self.down = any(play.down for play in rules.plays)
        self.copies = len({card.name for card in rules.cards}) < len(rules.cards)
        """Whether some cards are called the same: that one of them is played doesn't say which."""
        decks = [self.see[n * 16 + COMMON] for n, zone in enumerate(rules.zones) if zone.decl.name in rules.deck_zones]
        self.decks = -1
        for mask in decks:
            self.decks &= mask

    def stride(self, variable: int) -> int:
        """How many places of a variable belong to one value of its first index."""
        from tricktaker.compiler.layout import index_size

        size = 1
        for kind in self.rules.variables[variable].decl.per[1:]:
            size *= index_size(self.rules, kind)
        return size

    # -- events that have been logged

    def numbers(self, raw: Sequence[int], eye: int) -> Iterator[int]:
        """What seat `eye` observes of a logged event, number by number."""
        kind = raw[0]
        if kind in FORMS:
            form = FORMS[kind]
            yield told(kind, [raw[part] for part in form.told])
            if form.by == PLACES and any(self.see[raw[part]] >> eye & 1 for part in form.where):
                yield from (raw[part] for part, _ in form.hidden)
        elif kind == m.EV_SHUFFLE:
            if self.see[raw[1]] >> eye & 1:
                yield from raw[2:]
        elif kind == m.EV_DEAL:
            yield told(kind, raw[1:3])
            if (self.see[raw[2] * 16 + raw[1]] | self.decks) >> eye & 1:
                yield from raw[3:]
        elif kind == m.EV_SHOW:
            if raw[2] >> eye & 1:
                yield raw[1] if raw[1] >= 0 else raw[4]
        elif kind == m.EV_SET:
            decl = self.rules.variables[raw[1]].decl
            if decl.see == "everyone" or (decl.see == "owner" and self.owner(raw[1], raw[2]) == eye):
                yield told(kind, raw[1:3])
                yield raw[3]
        elif kind == m.EV_PLAY:
            play = self.rules.plays[raw[2]]
            if play.down:
                yield told(kind, raw[1:2])
            elif self.copies:
                yield play.card
        elif kind == m.EV_COLLECT:
            yield told(kind, raw[2:3])
            if self.see[raw[2]] >> eye & 1:
                yield self.rules.plays[raw[1]].card

    def owner(self, variable: int, place: int) -> int:
        """The seat a place of a variable belongs to, -1 if to none."""
        decl = self.rules.variables[variable].decl
        if not decl.per or decl.per[0].kind != "player":
            return -1
        return place // max(1, self.stride(variable))

    # -- text

    def text(self, stmt: Event) -> Body:
        """Statements that hold an event against what `eye` observed."""
        parts = split(stmt.text)
        kind = int(parts[0])
        if kind in FORMS:
            form = FORMS[kind]
            body: Body = [note(told_text(kind, [parts[part] for part in form.told]), PLAIN)]
            if form.by == PLACES:
                seen = " | ".join(f"see[{parts[part]}]" for part in form.where)
                body.append(If(f"(({seen}) >> eye) & 1", [note(parts[part], sort) for part, sort in form.hidden]))
            return body
        if kind == m.EV_SHUFFLE:
            return self.laid(parts)
        if kind == m.EV_DEAL:
            words: Body = [note(word, WORD + number) for number, word in enumerate(parts[3:])]
            seen = f"see[({parts[2]}) * 16 + ({parts[1]})]"
            if self.decks:
                seen = f"({seen} | {self.decks})"
            return [note(told_text(kind, parts[1:3]), PLAIN), If(f"({seen} >> eye) & 1", words)]
        if kind == m.EV_SHOW:
            variable = parts[1].startswith("-")
            shown = note(parts[4], PLAIN) if variable else note(parts[1], CARD)
            return [If(f"(({parts[2]}) >> eye) & 1", [shown])]
        if kind == m.EV_SET:
            return self.set(parts)
        if kind == m.EV_PLAY:
            return self.played(parts)
        if kind == m.EV_COLLECT:
            seen = f"(see[{parts[2]}] >> eye) & 1"
            return [note(told_text(kind, parts[2:3]), PLAIN), If(seen, [note(f"CARD[{parts[1]}]", CARD)])]
        return []

    def played(self, parts: Sequence[str]) -> Body:
        """A card that is played face down is noticed; which of several that are called the same, too."""
        card: Body = [note(f"CARD[{parts[2]}]", CARD)] if self.copies else []
        if not self.down:
            return card
        flags = [play.down for play in self.rules.plays]
        down = [str(code) for code, flag in enumerate(flags) if flag]
        test = f"{parts[2]} >= {down[0]}" if flags == sorted(flags) else f"{parts[2]} in ({', '.join(down)},)"
        return [If(test, [note(told_text(m.EV_PLAY, parts[1:2]), PLAIN)], card)]

    def laid(self, parts: Sequence[str]) -> Body:
        """After a shuffle: the pile in the order that is given, if one is; its cards observed by who sees them."""
        low, high = parts[2][len("*s[") : -1].split(" : ")
        span = high[len(low) + 3 :]
        seen: Body = [While(f"for i in range({span}):", [note(f"s[{low} + i]", CARD)])]
        return [Line(f"lay(s, {low}, {span}, given, back, info)"), If(f"(see[{parts[1]}] >> eye) & 1", seen)]

    def set(self, parts: Sequence[str]) -> Body:
        decl = self.rules.variables[int(parts[1])].decl
        noted: Body = [note(told_text(m.EV_SET, parts[1:3]), PLAIN), note(parts[3], PLAIN)]
        if decl.see == "everyone":
            return noted
        if decl.see == "owner" and decl.per and decl.per[0].kind == "player":
            return [If(f"({parts[2]}) // {max(1, self.stride(int(parts[1])))} == eye", noted)]
        return []


def told(kind: int, parts: Sequence[int]) -> int:
    """Small public parts in one number."""
    value = 0
    for part in parts:
        value = (value + part + 2) * 1024
    return value + kind


def told_text(kind: int, parts: Sequence[str]) -> str:
    value = ""
    for part in parts:
        value = f"({value + ' + ' if value else ''}({part}) + 2) * 1024"
    return f"{value} + {kind}" if value else str(kind)


def note(value: str, sort: int) -> Line:
    return Line(f"note(want, info, {value}, {sort})")
