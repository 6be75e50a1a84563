"""The exact searches, as program text beside the machine they drive: with a memory and without recursion.

Two sides: alpha-beta. A call proves whether the worth of a position (of the first side beside the second) reaches a
goal, and returns a bound that is at least as good. Values between are found by calls with other goals.
Several sides: max^n (Luckhardt and Irani 1986). A call returns what each side comes to beside the others, and between
which numbers that lies if sides choose otherwise among answers that are the same to them.
The stack of positions is kept between calls, so that a search that takes long can be left and taken up again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tricktaker.compiler.cache import load_module
from tricktaker.compiler.influence import total
from tricktaker.compiler.keys import FACTORS, TRUST, Keys, Worth
from tricktaker.compiler.layout import BITS
from tricktaker.compiler.machine import machine_text
from tricktaker.compiler.maxn_text import MANY
from tricktaker.compiler.native import machine_lines, native_text
from tricktaker.compiler.parting import Parting
from tricktaker.compiler.program import Program, run
from tricktaker.compiler.proofs_text import FIELD, MIDDLE, proofs_text
from tricktaker.compiler.sites import Site
from tricktaker.compiler.solving_text import ORDER, SEARCH
from tricktaker.compiler.tactics_text import FOLLOW, LEAD
from tricktaker.compiler.text import INDENT, joined

FIXED = 16
"""Words of a frame before its moves."""
WAYS = 4
"""Entries looked through for one hash."""
INFINITE = 1 << 60
WIN = 1 << 32
"""What winning together counts beside points."""
CONTROL = (
    "DEPTH", "PHASE", "VALUE", "GOAL", "NODES", "CHANCE", "SLOTS", "SALT_A", "SALT_B", "KEY_A", "KEY_B",
    "DEPTHS", "PRESENT", "RELEVANT", "FREE", "END", "HINT",
)  # fmt: skip
"""What the words of the control row are."""
DONE, PAUSED, FAULTY, CHANCY, TOO_DEEP = 0, 1, 2, 3, 4
"""How a call ends: with a value, when it has done its share, at a fault of the rules, where chance decides, or deeper
than there is room for."""

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
    parting: bool = True
    """Whether proofs may be kept for more than the position they are of."""
    dormant: bool = True
    """Whether cards that can't come into play any more may be left out."""
    keys: Keys = field(init=False)
    tricks: Parting = field(init=False)
    parted: bool = field(init=False)
    """Whether they are."""
    most: int = field(init=False)

    def __post_init__(self) -> None:
        self.keys = Keys(self.program, self.worth, self.inside, self.dormant)
        self.tricks = Parting(self.keys, self.sides)
        self.parted = self.parting and self.tricks.holds
        self.most = max(len(site.options) for site in self.program.sites)

    # -- sizes

    @property
    def count(self) -> int:
        """How many sides there are."""
        return len(self.worth.subjects)

    @property
    def many(self) -> bool:
        """Whether more than two sides play each for itself."""
        return self.count > 2

    @property
    def ways(self) -> int:
        """Entries looked through for one hash."""
        return 1 if self.parted else WAYS

    @property
    def answers(self) -> int:
        """Where in a frame its answers begin."""
        if self.many:
            return FIXED + self.count
        return FIXED + (self.digits if self.parted else 0)

    @property
    def frame(self) -> int:
        """Words of a frame."""
        return self.answers + self.most * (1 + 3 * self.count if self.many else 2)

    @property
    def entry(self) -> int:
        """Words of an entry of the memory: two of hash, then bounds, the best answer and the work, or all values."""
        return 3 + 3 * self.count if self.many else 6

    @property
    def digits(self) -> int:
        """How many words it takes to say who holds each card."""
        return (self.program.rules.players - 1).bit_length()

    @property
    def history(self) -> int:
        """Words of what is learnt about answers, or of values that are handed on."""
        return 4 * self.count if self.many else 2 * DEEPEST + (self.program.rules.players + 1) * self.most

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
        names |= {"RANDOM": "x", "TURN": "turn", "LED": "led", "LEGAL": "m0"}
        constants = [f"{name} = {scalars.index(word)}" for name, word in names.items()]
        constants += [f"{name} = {number}" for number, name in enumerate(CONTROL)]
        machine = machine_lines(machine_text(program.body, scalars, program.site_words, log=False), scalars)
        situation, strengths = self.tricks.situation()
        parts = [
            constants,
            machine,
            self._worth(),
            self.keys.text(self.parted),
            self._moves(),
            self._memory(native),
            situation,
        ]
        held = ""
        if self.parted:
            tricks = self.tricks
            parts += [tricks.decided(), tricks.needed(), tricks.whole(), tricks.idle(), tricks.sure()]
            parts.append(proofs_text(self.digits).strip("\n").split("\n"))
            hands = [
                " | ".join(f"s[Z_hand + {seat}]" for seat in range(program.rules.players) if seat >> digit & 1)
                for digit in range(self.digits)
            ]
            held = "; ".join(f"f[at + {16 + digit}] = close({hand}, f[at + 11])" for digit, hand in enumerate(hands))
        if self.many:
            parts.append(self._leads("so_far", "added", 3 * self.count))
        numbers: dict[str, object] = {
            "FIXED": FIXED, "FRAME": self.frame, "ENTRY": self.entry, "WAYS": self.ways,
            "BUCKET": self.entry * self.ways, "SIDES": self.count, "TRIPLE": 3 * self.count,
            "ANSWERS": self.answers, "CHILDREN": self.answers + self.most, "INFINITE": INFINITE,
            "PLAY": self.keys.site, "PLAYERS": program.rules.players, "HISTORY": self.most, "MOST": self.most,
            "KILLERS": 2 * DEEPEST, "TALL": self.history, "MUCH": MUCH, "STRENGTH": strengths,
            "CARDS": len(program.rules.plays), "SIDE": program.emitter.tables.add(self.sides, "SIDE"),
            "BOUNDS": self.tricks.bounds(self.parted), "WEIGHED": self.tricks.weighed(),
            "SHORTENED": self.tricks.shortened(),
            "MIDDLE": MIDDLE, "FIELD": FIELD, "BOUNDS_WORD": 1 + self.digits, "HELD": held,
            "FROM_ENTRY": "pass", "TO_ENTRY": "f[at + 8]",
        }  # fmt: skip
        if self.keys.alike and program.layout.words == 1:
            numbers["FROM_ENTRY"] = "first = nth(f[at + 11], first)"
            numbers["TO_ENTRY"] = "popc(f[at + 11] & ((1 << f[at + 8]) - 1))"
        templates = [MANY] if self.many else [ORDER, SEARCH]
        order = f"order(s, f, h, at + {self.answers}, n, depth, first)"
        if not self.many and self.tricks.suited():
            numbers["SUITED"], numbers["THREAT"] = self.tricks.suits()
            templates[1:1] = [LEAD, FOLLOW]
            lead, follow = order.replace("order", "lead"), f"follow(s, f, at + {self.answers}, n)"
            pad = INDENT * 4
            order = f"if s[SITE] != {self.keys.site}:\n{pad}    {order}\n{pad}elif s[TN] == 0:\n{pad}    {lead}"
            order += f"\n{pad}else:\n{pad}    {follow}"
        numbers["ORDERED"] = order
        for template in templates:
            parts.append(chosen(template.substitute(numbers), self.parted))
        for name, values in program.emitter.tables.values.items():
            # Questions asked of single states later may use the same tables.
            program.space.setdefault(name, values)
        return [line for part in parts for line in (*part, "", "")]

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
        if self.many:
            return [*lines, "", "", *self._leads("leads", "points", 0)]
        return [*lines, "", "", *self.keys.difference("worth", "points")]

    def _leads(self, name: str, asked: str, place: int) -> list[str]:
        """A function that leaves in `h` how far each side is ahead of the others, times their number."""
        lines = [f"def {name}(s, h):"]
        for number, subject in enumerate(self.worth.subjects):
            lines.append(f"{INDENT}p{number} = {asked}(s, {subject})")
        whole = " + ".join(f"p{number}" for number in range(self.count))
        lines.append(f"{INDENT}whole = {whole}")
        for number in range(self.count):
            lines.append(f"{INDENT}h[{place + number}] = {self.count} * p{number} - whole")
        return lines

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
        space.update(mixed=_mixed, close=_close, apart=_apart, nth=_nth)
        run(joined(lines), f"{program.name} solve", space)
        made: Callable[..., int] = space["solve"]
        return made


def chosen(text: str, parted: bool) -> list[str]:
    """The lines of a template: those marked `@` are for proofs that hold for more than one position, `~` for others."""
    wanted, other = ("@", "~") if parted else ("~", "@")
    lines = text.strip("\n").split("\n")
    return [" " + line[1:] if line.startswith(wanted) else line for line in lines if not line.startswith(other)]


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


def _apart(bits: int, mask: int) -> int:
    found = 0
    while bits:
        if bits & 1:
            found |= mask & -mask
        bits >>= 1
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
