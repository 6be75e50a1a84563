"""The exact search, as program text beside the machine it drives: alpha-beta with a memory, without recursion.

A call proves whether the worth of a position (of the first side beside the second) reaches a goal, and returns a bound
that is at least as good. Values between are found by calls with other goals. The stack of positions is kept between
calls, so that a search that takes long can be left and taken up again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from string import Template

from tricktaker.compiler.cache import load_module
from tricktaker.compiler.influence import TRICKS, counted, total
from tricktaker.compiler.keys import FACTORS, TRUST, Keys, Worth
from tricktaker.compiler.layout import BITS
from tricktaker.compiler.machine import machine_text
from tricktaker.compiler.native import machine_lines, native_text
from tricktaker.compiler.program import Program, run
from tricktaker.compiler.sites import Site
from tricktaker.compiler.text import INDENT, joined
from tricktaker.model import steps as m
from tricktaker.model.walking import rule_steps

FIXED = 12
"""Words of a frame before its moves."""
ENTRY = 6
"""Words of an entry of the memory: two of hash, the bounds, the best move, the work."""
WAYS = 4
"""Entries looked through for one hash."""
INFINITE = 1 << 60
WIN = 1 << 32
"""What winning together counts beside points."""
CONTROL = (
    "DEPTH", "PHASE", "VALUE", "GOAL", "NODES", "CHANCE", "SLOTS", "SALT_A", "SALT_B", "KEY_A", "KEY_B", "PROBES",
    "HITS", "DEPTHS", "PRESENT",
)  # fmt: skip
"""What the words of the control row are."""
DONE, PAUSED, FAULTY, CHANCY, TOO_DEEP = 0, 1, 2, 3, 4
"""How a call ends: with a value, when it has done its share, at a fault of the rules, where chance decides, or deeper
than there is room for."""

SEARCH = Template("""
def solve(s, u, f, t, h, c, share):
    depth = c[DEPTH]
    phase = c[PHASE]
    v = c[VALUE]
    goal = c[GOAL]
    nodes = c[NODES]
    stop = nodes + share
    while True:
        if phase == 0:
            if s[1]:
                c[DEPTH] = depth
                c[NODES] = nodes
                return 2
            if s[RANDOM] != c[CHANCE]:
                c[DEPTH] = depth
                c[NODES] = nodes
                return 3
            if s[OVER] or s[HALTED]:
                v = worth(s)
                phase = 2
                continue
            if nodes >= stop or depth >= c[DEPTHS]:
                c[DEPTH] = depth
                c[PHASE] = 0
                c[NODES] = nodes
                if nodes >= stop:
                    return 1
                return 4
            nodes += 1
            at = depth * $FRAME
            first = -1
            f[at + 7] = 0
            if s[TN] == 0 and s[SITE] == $PLAY:
                key(s, c)
                f[at + 11] = c[PRESENT]
                a = c[KEY_A]
                b = c[KEY_B]
                worthy = base(s)
                slot = (a & c[SLOTS]) * $BUCKET
                found = -1
                for way in range($WAYS):
                    e = slot + way * $ENTRY
                    if t[e] == a and t[e + 1] == b:
                        found = e
                        break
                if found >= 0:
                    if t[found + 2] > -$INFINITE and t[found + 2] + worthy >= goal:
                        v = t[found + 2] + worthy
                        phase = 2
                        continue
                    if t[found + 3] < $INFINITE and t[found + 3] + worthy < goal:
                        v = t[found + 3] + worthy
                        phase = 2
                        continue
                    first = t[found + 4]
                    $FROM_ENTRY
$BOUNDS
                f[at + 4] = a
                f[at + 5] = b
                f[at + 6] = worthy
                f[at + 7] = 1
                f[at + 9] = nodes
            n = moves(s, f, at + $FIXED)
            if n == 1 and not f[at + 7]:
                s[CHOICE] = f[at + $FIXED]
                advance(s)
                continue
            if n > 1:
                order(s, f, h, at + $FIXED, n, depth, first)
            f[at] = n
            f[at + 1] = 0
            f[at + 3] = $SIDE[s[ACTOR]]
            f[at + 2] = -$INFINITE if f[at + 3] == 0 else $INFINITE
            f[at + 8] = f[at + $FIXED]
            f[at + 10] = row_of(s)
            keep(u, depth, s)
            phase = 1
        elif phase == 1:
            at = depth * $FRAME
            i = f[at + 1]
            if i == f[at]:
                v = f[at + 2]
                phase = 3
                continue
            if i:
                back(u, depth, s)
            f[at + 1] = i + 1
            s[CHOICE] = f[at + $FIXED + i]
            advance(s)
            depth += 1
            phase = 0
        elif phase == 2:
            if depth == 0:
                c[DEPTH] = 0
                c[PHASE] = 0
                c[VALUE] = v
                c[NODES] = nodes
                return 0
            depth -= 1
            at = depth * $FRAME
            phase = 1
            if f[at + 3] == 0:
                if v > f[at + 2]:
                    f[at + 2] = v
                    f[at + 8] = f[at + $FIXED + f[at + 1] - 1]
                    if v >= goal:
                        phase = 3
            elif v < f[at + 2]:
                f[at + 2] = v
                f[at + 8] = f[at + $FIXED + f[at + 1] - 1]
                if v < goal:
                    phase = 3
            if phase == 3:
                move = f[at + 8]
                spot = f[at + 10] + move
                h[spot] += f[at] - f[at + 1] + 1
                if h[spot] > $MUCH:
                    for i in range($KILLERS, $TALL):
                        h[i] = h[i] >> 1
                if h[depth * 2] != move:
                    h[depth * 2 + 1] = h[depth * 2]
                    h[depth * 2] = move
        else:
            at = depth * $FRAME
            v = f[at + 2]
            if f[at + 7]:
                a = f[at + 4]
                b = f[at + 5]
                work = nodes - f[at + 9]
                slot = (a & c[SLOTS]) * $BUCKET
                found = -1
                least = -1
                for way in range($WAYS):
                    e = slot + way * $ENTRY
                    if t[e] == a and t[e + 1] == b:
                        found = e
                        break
                    if least < 0 or t[e + 5] < t[least + 5]:
                        least = e
                if found < 0:
                    found = least
                    t[found] = a
                    t[found + 1] = b
                    t[found + 2] = -$INFINITE
                    t[found + 3] = $INFINITE
                    t[found + 5] = 0
                else:
                    for way in range($WAYS):
                        e = slot + way * $ENTRY
                        if t[e + 5] > work:
                            t[e + 5] -= 1
                if v >= goal:
                    t[found + 2] = v - f[at + 6]
                else:
                    t[found + 3] = v - f[at + 6]
                t[found + 4] = $TO_ENTRY
                if work > t[found + 5]:
                    t[found + 5] = work
            phase = 2
""")

ORDER = Template("""
def row_of(s):
    if s[SITE] == $PLAY:
        return $KILLERS + s[TN] * $HISTORY
    return $KILLERS + $PLAYERS * $HISTORY


def order(s, f, h, at, n, depth, first):
    row = row_of(s)
    for i in range(n):
        move = f[at + i]
        score = h[row + move]
        if move == first:
            score += 1 << 50
        elif move == h[depth * 2]:
            score += 1 << 40
        elif move == h[depth * 2 + 1]:
            score += 1 << 39
        place = at + i
        while place > at and f[place - 1 + $MOST] < score:
            f[place] = f[place - 1]
            f[place + $MOST] = f[place - 1 + $MOST]
            place -= 1
        f[place] = move
        f[place + $MOST] = score
""")

DEEPEST = 512
"""Decisions with more than one answer, one after the other, that a search has room for."""
MUCH = 1 << 30


@dataclass(slots=True)
class Search:
    """The text of a search of one program for one worth, and the sizes of what it works on."""

    program: Program
    worth: Worth
    sides: tuple[int, ...]
    """The side of each seat."""
    inside: bool
    keys: Keys = field(init=False)
    most: int = field(init=False)

    def __post_init__(self) -> None:
        self.keys = Keys(self.program, self.worth, self.inside)
        self.most = max(len(site.options) for site in self.program.sites)

    # -- sizes

    @property
    def frame(self) -> int:
        return FIXED + 2 * self.most

    @property
    def history(self) -> int:
        return 2 * DEEPEST + (self.program.rules.players + 1) * self.most

    def changed(self) -> list[tuple[int, int]]:
        """Where the state may change while a search goes on, as (first, length)."""
        layout, written = self.program.layout, self.keys.written
        spans = [(0, len(layout.scalars))]
        for name, array in layout.arrays.items():
            if name in written or name in ("TRICK", "SEAT"):
                if spans[-1][0] + spans[-1][1] == array.offset:
                    spans[-1] = (spans[-1][0], spans[-1][1] + array.length)
                else:
                    spans.append((array.offset, array.length))
        return spans

    def constant(self) -> list[int]:
        """Words of the state that no search changes and rules may read."""
        layout, written = self.program.layout, self.keys.written
        found = [place for place, name in enumerate(layout.scalars) if name not in written and name not in TRUST]
        for array in layout.arrays.values():
            if array.name not in written and array.name not in ("TRICK", "SEAT"):
                found += range(array.offset, array.offset + array.length)
        return found

    # -- text

    def lines(self, native: bool) -> list[str]:
        """Everything that `solve` calls, and `solve` itself."""
        program = self.program
        scalars = program.layout.scalars
        names = {"TN": "tn", "SITE": "site", "ACTOR": "actor", "CHOICE": "choice", "OVER": "over", "HALTED": "halted"}
        names["RANDOM"] = "x"
        constants = [f"{name} = {scalars.index(word)}" for name, word in names.items()]
        constants += [f"{name} = {number}" for number, name in enumerate(CONTROL)]
        machine = machine_lines(machine_text(program.body, scalars, program.site_words, log=False), scalars)
        parts = [constants, machine, self._worth(), self.keys.text(), self._moves(), self._memory(native)]
        numbers = {
            "FIXED": FIXED, "FRAME": self.frame, "ENTRY": ENTRY, "WAYS": WAYS, "BUCKET": ENTRY * WAYS,
            "INFINITE": INFINITE, "PLAY": self.keys.site, "PLAYERS": program.rules.players, "HISTORY": self.most,
            "MOST": self.most, "KILLERS": 2 * DEEPEST, "TALL": self.history, "MUCH": MUCH,
            "SIDE": program.emitter.tables.add(self.sides, "SIDE"), "BOUNDS": self._bounds(),
            "FROM_ENTRY": "", "TO_ENTRY": "f[at + 8]",
        }  # fmt: skip
        if self.keys.alike and program.layout.words == 1:
            numbers["FROM_ENTRY"] = "first = nth(f[at + 11], first)"
            numbers["TO_ENTRY"] = "popc(f[at + 11] & ((1 << f[at + 8]) - 1))"
        for template in (ORDER, SEARCH):
            parts.append(template.substitute(numbers).strip("\n").split("\n"))
        lines: list[str] = []
        for part in parts:
            lines += [*part, "", ""]
        return lines

    def _worth(self) -> list[str]:
        """The function `worth(s)` at the end of the search."""
        program, worth = self.program, self.worth
        lines = program.query_text(total((1, node) for node in worth.nodes), (worth.id,), "points")
        if worth.together:
            wins = [number + 1 for number, (what, _) in enumerate(program.outcomes) if what == "win"]
            test = " or ".join(f"s[{program.layout.scalars.index('outcome')}] == {number}" for number in wins)
            lines += ["", "", "def worth(s):", f"{INDENT}v = points(s, 0)"]
            lines += [f"{INDENT}if s[OVER]:", f"{INDENT * 2}v += {WIN} if {test or 'False'} else -{WIN}"]
            return [*lines, f"{INDENT}return v"]
        return [*lines, "", "", *self.keys.difference("worth", "points")]

    def _bounds(self) -> str:
        """What the tricks that are left can bring at most, where they are all that counts."""
        each = self.trick_worth()
        if each is None:
            return ""
        pad = INDENT * 4
        lines = [f"left = {each} * popc(s[Z_hand + s[ACTOR]])"]
        for sign, test in (("+", "<"), ("-", ">=")):
            lines += [f"if worthy {sign} left {test} goal:", f"{INDENT}v = worthy {sign} left", f"{INDENT}phase = 2"]
            lines += [f"{INDENT}continue"]
        return "\n".join(pad + line for line in lines)

    def trick_worth(self) -> int | None:
        """What one trick is worth, if tricks are all that counts and nobody gets new cards."""
        keys = self.keys
        if self.worth.together or keys.linear.rest or len(keys.additive) != len(keys.linear.terms):
            return None
        if self.program.layout.words > 1 or keys.influence.enters_hands() or not self.everyone_plays():
            return None
        if any(counted(node) != TRICKS for _, node in keys.additive):
            return None
        return abs(sum(times for times, _ in keys.additive))

    def everyone_plays(self) -> bool:
        """Whether every trick takes a card from each hand."""
        trick = self.program.rules.trick
        sets = any(isinstance(step, m.Tricks) and step.players is not None for step in rule_steps(self.program.rules))
        return not (sets or trick.may_pass is not None or trick.stuck or self.program.emitter.eliminates)

    def _moves(self) -> list[str]:
        """The function `moves(s, f, at)`: what can be chosen, of choices that come to the same only the first."""
        program = self.program
        scalars, words = program.layout.scalars, program.site_words
        kinds = self.keys.likeness.kinds if self.keys.alike else None
        cards = len(program.rules.cards)
        lines = ["def moves(s, f, at):", f"{INDENT}n = 0"]
        if kinds is not None:
            kind = program.emitter.tables.add(kinds, "KIND")
            reach = program.emitter.tables.add([self._cards_at(site, cards) for site in program.sites], "REACH")
            lines.append(f"{INDENT}reach = {reach}[s[SITE]]")
        for word in range(words):
            low = word * BITS
            lines += [f"{INDENT}m = s[{scalars.index(f'm{word}')}]", f"{INDENT}last = -1"]
            number = f"blen(m & -m){f' + {low - 1}' if low else ' - 1'}"
            if kinds is None or word >= program.layout.words:
                lines += [f"{INDENT}while m:", f"{INDENT * 2}f[at + n] = {number}", f"{INDENT * 2}n += 1"]
                lines += [f"{INDENT * 2}m &= m - 1"]
                continue
            shift = f" - {low}" if low else ""
            lines += [
                f"{INDENT}u = together(s, {word})",
                f"{INDENT}while m:",
                f"{INDENT * 2}card = {number}",
                f"{INDENT * 2}m &= m - 1",
                f"{INDENT * 2}if last >= 0 and card < reach and {kind}[card] == {kind}[last]:",
                f"{INDENT * 3}if not u & ((1 << (card{shift})) - (2 << (last{shift}))) and beside(s, last, card):",
                f"{INDENT * 4}last = card",
                f"{INDENT * 4}continue",
                f"{INDENT * 2}last = card if card < reach else -1",
                f"{INDENT * 2}f[at + n] = card",
                f"{INDENT * 2}n += 1",
            ]
        lines += [f"{INDENT}return n"]
        return [*lines, "", "", *self._beside()] if kinds is not None else lines

    def _cards_at(self, site: Site, cards: int) -> int:
        """Below which number the answers to a question are the cards themselves."""
        actions = self.program.actions
        for bit in range(min(cards, len(site.options))):
            action = site.options[bit]
            if action is not None and actions.cards[action] != bit:
                return 0
        return cards if any(site.options[:cards]) else 0

    def _beside(self) -> list[str]:
        """The function `beside(s, a, b)`: whether two cards lie in the same zone, in no order."""
        lines = ["def beside(s, a, b):"]
        for word in range(self.program.layout.words):
            low = word * BITS
            test = f"{low} <= a < {low + BITS} and " if self.program.layout.words > 1 else ""
            shift = f" - {low}" if low else ""
            for name in self.keys.played_sets():
                for mask in self.keys.set_words(name)[word]:
                    lines.append(f"{INDENT}if {test}({mask} >> (a{shift})) & ({mask} >> (b{shift})) & 1:")
                    lines.append(f"{INDENT * 2}return True")
        return [*lines, f"{INDENT}return False"]

    def _memory(self, native: bool) -> list[str]:
        """The functions `keep` and `back`: the state to a shelf of its own and from it."""
        size = self.program.layout.size
        if not native:
            return [
                "def keep(u, depth, s):",
                f"{INDENT}u[depth * {size} : depth * {size} + {size}] = s",
                "",
                "",
                "def back(u, depth, s):",
                f"{INDENT}s[:] = u[depth * {size} : depth * {size} + {size}]",
            ]
        lines: list[str] = []
        for name, copy in (("keep", "u[at + i] = s[i]"), ("back", "s[i] = u[at + i]")):
            lines += [f"def {name}(u, depth, s):", f"{INDENT}at = depth * {size}"]
            for first, length in self.changed():
                lines += [f"{INDENT}for i in range({first}, {first + length}):", f"{INDENT * 2}{copy}"]
            lines += ["", ""]
        return lines[:-2]

    # -- making it run

    def function(self, native: bool) -> Callable[..., int]:
        """The function `solve(s, u, f, t, h, c, share)`; see CONTROL for what it is told and tells."""
        program = self.program
        lines = self.lines(native)
        if native:
            text = native_text(program, lines, ["solve"])
            module, _ = load_module(text, f"{program.rules.fingerprint}-{program.rules.players}-solve")
            found: Callable[..., int] = module.solve
            return found
        space = dict(program.space)
        space.update(program.emitter.tables.values)
        space.update(mixed=_mixed, close=_close, nth=_nth)
        run(joined(lines), f"{program.name} solve", space)
        made: Callable[..., int] = space["solve"]
        return made


WHOLE = (1 << 64) - 1


def _mixed(hash: int, word: int, factor: int) -> int:
    product = ((hash ^ word) & WHOLE) * factor & WHOLE
    return (product ^ product >> 32) & (WHOLE >> 1)


def _close(bits: int, mask: int) -> int:
    found, place = 0, 0
    while mask:
        if bits & mask & -mask:
            found |= 1 << place
        place += 1
        mask &= mask - 1
    return found


def _nth(mask: int, place: int) -> int:
    for _ in range(place):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def hashed(words: Iterable[int]) -> tuple[int, int]:
    """Two words of hash of any others."""
    first, second = 1, 2
    for word in words:
        first, second = _mixed(first, word, FACTORS[0]), _mixed(second, word, FACTORS[1])
    return first, second
