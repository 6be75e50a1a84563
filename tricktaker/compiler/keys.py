"""When two positions are the same to a search: a hash of all that can still matter, as program text.

Cards are taken as they compare: those out of play leave no gap. What is only added up is left out and given back as
the worth so far, which the worth of the rest doesn't depend on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tricktaker.compiler.dormancy import Dormancy, Sleeper
from tricktaker.compiler.influence import (
    BY,
    LAST,
    TRICKS,
    Influence,
    Linear,
    Tally,
    counted,
    is_of,
    names,
    tallies,
    team_counts_only,
    total,
    variable,
    zone,
)
from tricktaker.compiler.layout import BITS, zone_name
from tricktaker.compiler.lifetimes import Lifetimes
from tricktaker.compiler.likeness import Likeness
from tricktaker.compiler.moments import STOP_ROUND
from tricktaker.compiler.program import Program
from tricktaker.compiler.text import INDENT
from tricktaker.expr.nodes import Node

FACTORS = (0x5851F42D4C957F2D, 0x2545F4914F6CDD1D)
SMALL = frozenset(["leader", "turn", "actor", "dealer"])
"""Scalars that hold a seat."""
MOST_WEIGHTS = 16
NO_CARDS = frozenset(
    ["leader", "turn", "actor", "dealer", "winner", "seats", "active", "leaving", "next_leader", "trick_no", "round_no"]
)
"""Scalars that hold a seat, seats or a number: nothing that names a card."""
NUMBERED = ("played_", "most_", "me_", "v_")
"""How names of others begin; variables that hold cards are seen to before."""
TRUST = frozenset(["choice", "x", "seed_a", "seed_b", "deal_no", "redeal", "tn", "led", "stop", "halted", "fault"])
"""Scalars that are the same, or set anew, whenever a seat is to lead."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a side wants more of: expressions of the local `id`, asked of the sides `subjects`."""

    nodes: tuple[Node, ...]
    id: str
    subjects: tuple[int, ...]
    together: bool = False
    """One side only, which wants to win first and points second."""


@dataclass(slots=True)
class Keys:
    """Works out what belongs to a position, for decisions about what to lead."""

    program: Program
    worth: Worth
    inside: bool
    """Whether the search begins among the tricks: steps before them are over then."""
    dormant: bool = True
    """Whether cards that can't come into play any more may be left out."""
    lifetimes: Lifetimes = field(init=False)
    influence: Influence = field(init=False)
    likeness: Likeness = field(init=False)
    site: int = field(init=False)
    written: set[str] = field(init=False)
    live: frozenset[str] = field(init=False)
    alike: bool = field(init=False)
    additive: list[tuple[int, Node]] = field(init=False)
    linear: Linear = field(init=False)
    tallied: dict[str, list[Tally]] = field(init=False)
    sleepers: dict[str, Sleeper] = field(init=False)
    """Piles that may sleep."""

    def __post_init__(self) -> None:
        program = self.program
        self.lifetimes = Lifetimes(program)
        self.influence = Influence(program.rules, self.worth.nodes, self.worth.together, self.inside)
        self.likeness = Likeness(self.influence, program.emitter)
        self.site = next(site.number for site in program.sites if site.kind == "play")
        asking = self.lifetimes.asks(self.site)
        live = self.lifetimes.live(STOP_ROUND)
        self.live = frozenset[str]().union(*(live[block] for block in asking))
        begin = asking if self.inside else [b for site in program.sites for b in self.lifetimes.asks(site.number)]
        self.written = self.lifetimes.written(self.lifetimes.reachable(begin, STOP_ROUND))
        self.alike = self.likeness.kinds is not None and not any(self.lifetimes.strangers(block) for block in asking)
        self.linear = Linear()
        for node in self.worth.nodes:
            self.linear.add(node, 1)
        emitter = program.emitter
        plain = [
            (times, node, name)
            for times, node in self.linear.terms
            if (name := counted(node)) is not None and is_of(node, self.worth.id, emitter)
        ]
        self.linear.rest += [node for _, node in self.linear.terms if all(node is not other for _, other, _ in plain)]
        fixed = names(*self.linear.rest)
        self.additive = [
            (times, node) for times, node, name in plain if name not in fixed and self.influence.only_added(name)
        ]
        self.tallied = {}
        for each in program.rules.zones:
            name = each.decl.name
            if name == "hand" or self._adds(zone(name)):
                continue
            if self._changes_zone(name) and zone(name) in self.influence.relevant:
                found = tallies(self.influence, emitter, name)
                if found is not None and all(len(set(tally.weights)) <= MOST_WEIGHTS for tally in found):
                    self.tallied[name] = found
        self.alike = self.alike and not self._names_a_card()
        self.sleepers = Dormancy(self.influence, emitter, self.zones()).sleepers if self.alike and self.dormant else {}

    def _adds(self, name: str) -> bool:
        return any(counted(node) == name for _, node in self.additive)

    def _changes_zone(self, name: str) -> bool:
        start = zone_name(name)
        words = {f"{start}{word or ''}" for word in range(self.program.layout.words)}
        return bool({*words, f"N_{start}", f"n_{name}"} & self.written)

    def _names_a_card(self) -> bool:
        """Whether a word that matters may hold the number of a card: then cards can't be renumbered."""
        for name in self.scalars():
            if name not in NO_CARDS and (not name.startswith(NUMBERED) or name == "played_card"):
                return True
        return any(name != "TRICKS_WON" and not name.startswith("V_") for name in self.arrays())

    # -- what is in it

    def zones(self) -> list[str]:
        """Zones whose cards matter one by one."""
        return [
            each.decl.name
            for each in self.program.rules.zones
            if self._changes_zone(each.decl.name)
            and zone(each.decl.name) in self.influence.relevant
            and each.decl.name not in self.tallied
            and not self._adds(zone(each.decl.name))
        ]

    def scalars(self) -> list[str]:
        """Single words that matter."""
        found: list[str] = []
        piles = {f"n_{name}" for name, place in self.program.layout.zones.items() if place.pile}
        for name in self.program.layout.scalars:
            if name not in self.live or name not in self.written or name in TRUST or name in piles:
                continue
            if name.startswith("v_"):
                about = variable(name[2:])
                if about not in self.influence.relevant or self._adds(about):
                    continue
            found.append(name)
        return found

    def arrays(self) -> list[str]:
        """Rows of words that matter, zones apart."""
        found: list[str] = []
        for name in self.program.layout.arrays:
            if name not in self.written or name.startswith(("Z_", "N_Z_")) or name in ("TRICK", "SEAT"):
                continue
            about = {"TRICKS_WON": TRICKS, "BY": BY, "LAST": LAST}.get(name)
            if name.startswith("V_"):
                about = variable(name[2:])
            if about is not None and (about not in self.influence.relevant or self._adds(about)):
                continue
            found.append(name)
        return found

    # -- as text

    def set_words(self, name: str) -> list[list[str]]:
        """For each word of a set of cards, that of each owner of a zone."""
        place = self.program.layout.zones[name]
        return [
            [f"s[{zone_name(name)}{word or ''} + {owner}]" for owner in range(place.owners)]
            for word in range(place.words)
        ]

    def played_sets(self) -> list[str]:
        return [name for name in self.zones() if not self.program.layout.zones[name].pile]

    def piles(self) -> list[str]:
        return [name for name in self.zones() if self.program.layout.zones[name].pile]

    def in_play(self) -> list[str]:
        """The function `together(s, word)`: all cards that may still meet, those of the trick included."""
        lines = ["def together(s, word):"]
        words = self.program.layout.words
        for word in range(words):
            masks = [mask for name in self.played_sets() for mask in self.set_words(name)[word]]
            body = [f"u = {' | '.join(masks) or '0'}"]
            for name in self.piles():
                if name not in self.sleepers:
                    for start, count in self._runs(name):
                        body += [f"for i in range({count}):", *self._joins(f"s[{start} + i]", word)]
            body += ["for i in range(s[TN]):", *self._joins("s[TRICK + i]", word), *self._woken(), "return u"]
            pad = INDENT
            if word < words - 1:
                lines.append(f"{INDENT}if word == {word}:")
                pad = INDENT * 2
            lines += [pad + line for line in body]
        return lines

    def _woken(self) -> list[str]:
        """Lines that let awake cards of piles join `u`: they may wake others."""
        if not self.sleepers:
            return []
        body: list[str] = []
        for name, sleeper in self.sleepers.items():
            start, count = self._runs(name)[0]
            body += self._awake(sleeper, count)
            body += [f"for i in range({count} - awake, {count}):", f"{INDENT}u |= 1 << s[{start} + i]"]
        return ["before = -1", "while before != u:", f"{INDENT}before = u", *(INDENT + line for line in body)]

    def _awake(self, sleeper: Sleeper, count: str) -> list[str]:
        """Lines that leave in `awake` how many cards from the top of a pile may still come into play."""
        if sleeper.draws is None:
            return [f"awake = {count} if u & {sleeper.wakers} else 0"]
        return [f"awake = min({count}, {sleeper.draws} * popc(u & {sleeper.wakers}))"]

    def _joins(self, card: str, word: int) -> list[str]:
        if self.program.layout.words == 1:
            return [f"{INDENT}u |= 1 << {card}"]
        low = word * BITS
        return [
            f"{INDENT}if {low} <= {card} < {low + BITS}:",
            f"{INDENT * 2}u |= 1 << ({card} - {low})",
        ]

    def _runs(self, name: str) -> list[tuple[str, str]]:
        """Where the cards of a pile begin and how many there are, for each owner."""
        place = self.program.layout.zones[name]
        start = zone_name(name)
        if place.owners == 1:
            return [(start, f"s[{self.program.layout.scalars.index(f'n_{name}')}]")]
        return [(f"{start} + {owner * place.capacity}", f"s[N_{start} + {owner}]") for owner in range(place.owners)]

    def planes(self, word: int) -> list[int]:
        """The kinds of cards in binary, a mask for each digit."""
        kinds = (self.likeness.kinds or [])[word * BITS : (word + 1) * BITS]
        digits = max(kinds, default=0).bit_length()
        return [sum(1 << card for card, kind in enumerate(kinds) if kind >> digit & 1) for digit in range(digits)]

    def text(self, counts: bool = False) -> list[str]:
        """The functions `key(s, c)`, which leaves two words of hash in `c`, and `base(s)`, the worth so far.

        With `counts` only the numbers of cards of each kind in each hand are taken in.
        """
        layout = self.program.layout
        place = {name: number for number, name in enumerate(layout.scalars)}
        body: list[str] = ["a = c[SALT_A]", "b = c[SALT_B]", "u = 0"]
        seats: list[str] = []
        for name in self.scalars():
            if name in SMALL and name != "dealer":
                seats.append(f"s[{place[name]}]")
            else:
                body += absorbed(f"s[{place[name]}]")
        if seats:
            text = seats[0]
            for seat in seats[1:]:
                text = f"({text}) * 16 + {seat}"
            body += absorbed(text)
        for name in self.arrays():
            array = layout.arrays[name]
            if name == "TRICKS_WON" and team_counts_only(self.influence):
                for team in self.program.rules.teams:
                    body += absorbed(" + ".join(f"s[TRICKS_WON + {seat}]" for seat in team))
                continue
            if array.length <= 8:
                for number in range(array.length):
                    body += absorbed(f"s[{name} + {number}]")
            else:
                body += [f"for i in range({array.length}):", *(INDENT + line for line in absorbed(f"s[{name} + i]"))]
        for name, asked in self.tallied.items():
            body += self._tallies(name, asked)
        for word in range(layout.words):
            body += self._counts() if counts else self._cards(word)
        body += ["c[KEY_A] = a", "c[KEY_B] = b", "c[PRESENT] = u"]
        lines = ["def key(s, c):", *(INDENT + line for line in body)]
        return [*lines, "", "", *self.in_play(), "", "", *self._base()]

    def _tallies(self, name: str, asked: Sequence[Tally]) -> list[str]:
        body: list[str] = []
        words = self.set_words(name) if not self.program.layout.zones[name].pile else None
        if words is None:
            return self._raw_pile(name)
        for owner in range(self.program.layout.zones[name].owners):
            for tally in asked:
                parts: list[str] = []
                for value in sorted(set(tally.weights) - {0}):
                    for word, masks in enumerate(words):
                        mask = sum(
                            1 << (card - word * BITS)
                            for card, weight in enumerate(tally.weights)
                            if weight == value and card // BITS == word
                        )
                        if mask:
                            test = f"({masks[owner]} & {mask})"
                            parts.append(test if tally.any else f"{value} * popc{test}")
                if parts:
                    text = " | ".join(parts) if tally.any else " + ".join(parts)
                    body += absorbed(f"(1 if {text} else 0)" if tally.any else text)
        return body

    def _raw_pile(self, name: str) -> list[str]:
        body: list[str] = []
        for start, count in self._runs(name):
            body += absorbed(count)
            body += [f"for i in range({count}):", *(INDENT + line for line in absorbed(f"s[{start} + i]"))]
        return body

    def _cards(self, word: int) -> list[str]:
        masks = [mask for name in self.played_sets() for mask in self.set_words(name)[word]]
        body: list[str] = []
        if not self.alike:
            for mask in masks:
                body += absorbed(mask)
            if word == 0:
                for name in self.piles():
                    body += self._raw_pile(name)
            return body
        body.append(f"u = together(s, {word})")
        for mask in masks:
            body += absorbed(f"close({mask}, u)")
        for plane in self.planes(word):
            body += absorbed(f"close({plane}, u)")
        for name in self.piles():
            sleeper = self.sleepers.get(name)
            if sleeper is not None:
                body += self._sleeping(sleeper)
                continue
            for start, count in self._runs(name):
                card = "s[" + start + " + i]"
                if self.program.layout.words == 1:
                    text = f"popc(u & ((1 << {card}) - 1))"
                else:
                    inside = f"{word * BITS} <= {card} < {(word + 1) * BITS}"
                    text = f"(popc(u & ((1 << ({card} - {word * BITS})) - 1)) if {inside} else -1)"
                body += absorbed(count) if word == 0 else []
                body += [f"for i in range({count}):", *(INDENT + line for line in absorbed(text))]
        return body

    def _sleeping(self, sleeper: Sleeper) -> list[str]:
        """Lines that absorb a pile that may sleep: cards that are awake by their place, of others what is asked."""
        start, count = self._runs(sleeper.name)[0]
        card = f"s[{start} + i]"
        body = [*absorbed(count), *self._awake(sleeper, count)]
        if len(set(sleeper.classes)) > 1:
            classes = self.program.emitter.tables.add(sleeper.classes, "CLASS")
            asked = absorbed(f"-1 - {classes}[{card}]")
            body += [f"for i in range({count} - awake):", *(INDENT + line for line in asked)]
        place = absorbed(f"popc(u & ((1 << {card}) - 1))")
        return [*body, f"for i in range({count} - awake, {count}):", *(INDENT + line for line in place)]

    def kind_masks(self) -> list[int]:
        """The cards of each kind, in one word."""
        kinds = self.likeness.kinds or []
        return [
            sum(1 << card for card, other in enumerate(kinds) if other == kind)
            for kind in range(max(kinds, default=-1) + 1)
        ]

    def _counts(self) -> list[str]:
        """How many cards of each kind each hand has, some to a word."""
        body, parts = ["u = together(s, 0)"], []
        for hand in self.set_words("hand")[0]:
            parts += [f"popc({hand} & {mask})" for mask in self.kind_masks()]
        for first in range(0, len(parts), 10):
            text = "0"
            for part in parts[first : first + 10]:
                text = part if text == "0" else f"({text} << 6 | {part})"
            body += absorbed(text)
        return body

    def _base(self) -> list[str]:
        """`added(s, side)`, the worth so far of what is only added up, and `base(s)`, of one side beside the other."""
        if self.worth.together:
            return ["def base(s):", f"{INDENT}return 0"]
        lines = self.program.query_text(total(self.additive), (self.worth.id,), "added")
        return lines if len(self.worth.subjects) > 2 else [*lines, "", "", *self.difference("base", "added")]

    def difference(self, name: str, asked: str) -> list[str]:
        """A function of the state: what one side has beyond the other, of a function of the side."""
        first, second = self.worth.subjects
        return [f"def {name}(s):", f"{INDENT}return {asked}(s, {first}) - {asked}(s, {second})"]


def absorbed(text: str) -> list[str]:
    """Lines that take one more word into the hash."""
    return [f"w = {text}", f"a = mixed(a, w, {FACTORS[0]})", f"b = mixed(b, w, {FACTORS[1]})"]
