"""Games in which a trick is a trick: who wins it and how many there are is all that counts.

Then a proof of a position's worth holds for every position that agrees with it in the cards that won tricks because
they were the highest (Ginsberg, "Partition Search", 1996), tricks that are left bound what can still be won, and the
highest cards of whoever leads are sure tricks. All of it follows from the compiled rules, or isn't used.
"""

from __future__ import annotations

from dataclasses import dataclass

from tricktaker.compiler.influence import TRICKS, counted
from tricktaker.compiler.keys import Keys
from tricktaker.compiler.playout import names_in
from tricktaker.compiler.predicates import MOST_ENTRIES
from tricktaker.compiler.text import INDENT, simple_lines
from tricktaker.expr.nodes import Attr, Compare, Lit, Local, Node, Word
from tricktaker.model import Line
from tricktaker.model import steps as m
from tricktaker.model.walking import rule_steps


@dataclass(slots=True)
class Parting:
    """What can be said of the tricks of a game, and the functions that say it."""

    keys: Keys
    sides: tuple[int, ...]

    @property
    def holds(self) -> bool:
        """Whether a proof holds for all positions that agree in the cards by which its tricks were won.

        So it is where cards are compared for who wins and for nothing else, and tricks are all that counts.
        """
        keys = self.keys
        return (
            len(keys.worth.subjects) == 2
            and keys.alike
            and keys.likeness.only_winners
            and keys.likeness.rising
            and keys.zones() == ["hand"]
            and self.trick_worth() is not None
        )

    def trick_worth(self) -> int | None:
        """What one trick is worth, if tricks are all that counts and nobody gets new cards."""
        keys = self.keys
        if self.keys.worth.together or keys.linear.rest or len(keys.additive) != len(keys.linear.terms):
            return None
        if self.keys.program.layout.words > 1 or keys.influence.enters_hands() or not self.everyone_plays():
            return None
        if any(counted(node) != TRICKS for _, node in keys.additive):
            return None
        return abs(sum(times for times, _ in keys.additive))

    def everyone_plays(self) -> bool:
        """Whether every trick takes a card from each hand."""
        trick = self.keys.program.rules.trick
        sets = any(
            isinstance(step, m.Tricks) and step.players is not None for step in rule_steps(self.keys.program.rules)
        )
        return not (sets or trick.may_pass is not None or trick.stuck or self.keys.program.emitter.eliminates)

    def cashes(self) -> bool:
        """Whether whoever wins leads what he likes and the others follow suit: then high cards are sure tricks."""
        rules = self.keys.program.rules
        trick, keys = rules.trick, self.keys
        follows = len(trick.follow.lines) == 1 and follows_suit(trick.follow.lines[0]) and not trick.lead.lines
        plain = rules.group is None and trick.next is None and trick.nobody_takes is None and trick.led is None
        bends = any(ability.do or ability.next is not None for ability in (*rules.abilities, *rules.hooks))
        suits = [{rules.cards[card].suit for card in cards_of(mask)} for mask in keys.kind_masks()]
        one = all(len(suit) == 1 for suit in suits) and len({tuple(suit) for suit in suits}) == len(suits)
        return follows and plain and one and not bends and sum(times for times, _ in keys.additive) > 0

    def weighed(self) -> bool:
        """Whether choices can be ordered by who will win the trick."""
        rules, layout = self.keys.program.rules, self.keys.program.layout
        return (
            rules.group is None
            and layout.words == 1
            and not layout.zones["hand"].pile
            and len(rules.plays) == len(rules.cards)
            and self.situation()[0][-1] != f"{INDENT}return -1"
        )

    def situation(self) -> tuple[list[str], str]:
        """The function `situation(s)`, where the strengths of all cards begin in a table, and the table's name.

        Below zero where who wins a trick is no matter of one number a card.
        """
        emitter, layout = self.keys.program.emitter, self.keys.program.layout
        found = emitter.strength()
        lines = ["def situation(s):"]
        if found is not None:
            value, id, _ = found
            emitter.facts, emitter.partial = set(), True
            with emitter.block() as body:
                looked_up = emitter.looked_up(value, id, MOST_ENTRIES // len(self.keys.program.rules.plays))
            if looked_up is not None:
                index, rows = looked_up
                text = simple_lines(body, 1)
                used = names_in([*text, index])
                lines += [f"{INDENT}{name} = s[{at}]" for at, name in enumerate(layout.scalars) if name in used]
                lines += [*text, f"{INDENT}return ({index}) * {len(self.keys.program.rules.plays)}"]
                return lines, emitter.tables.add([value for row in rows for value in row], "STRENGTH")
        return [*lines, f"{INDENT}return -1"], emitter.tables.add([0] * len(self.keys.program.rules.plays), "STRENGTH")

    def bounds(self, parted: bool) -> str:
        """What the tricks that are left can bring at most, where they are all that counts."""
        each = self.trick_worth()
        if each is None:
            return ""
        pad = INDENT * 4
        turn = self.keys.program.layout.scalars.index("turn")
        lines = [f"left = {each} * popc(s[Z_hand + s[{turn}]])"]
        after = [f"{INDENT}phase = 2", f"{INDENT}continue"]
        for sign, test in (("+", "<"), ("-", ">=")):
            lines += [f"if worthy {sign} left {test} goal:", f"{INDENT}v = worthy {sign} left"]
            lines += [*([f"{INDENT}r = f[at + 12]"] if parted else []), *after]
        if parted and self.cashes():
            side = self.keys.program.emitter.tables.add(self.sides, "SIDE")
            lines.append(f"sure = {2 * each} * cash(s, c) - left")
            for number, sign, test in ((0, "+", ">="), (1, "-", "<")):
                lines += [f"if {side}[s[ACTOR]] == {number} and worthy {sign} sure {test} goal:"]
                lines += [f"{INDENT}v = worthy {sign} sure", f"{INDENT}r = c[RELEVANT] | f[at + 12]", *after]
        return "\n".join(pad + line for line in lines)

    def decided(self) -> list[str]:
        """The function `decided(s)`: the card that won the last trick, if it had to beat another of its kind."""
        emitter = self.keys.program.emitter
        kind = emitter.tables.add(self.keys.likeness.kinds or [], "KIND")
        winning = self.keys.program.layout.scalars.index("winning")
        return [
            "def decided(s):",
            f"{INDENT}card = s[{winning}]",
            f"{INDENT}for i in range({self.keys.program.rules.players}):",
            f"{INDENT * 2}other = s[TRICK + i]",
            f"{INDENT * 2}if card >= 0 and other != card and {kind}[other] == {kind}[card]:",
            f"{INDENT * 3}return 1 << card",
            f"{INDENT}return 0",
        ]

    def needed(self) -> list[str]:
        """The function `needed(r, u)`: of each kind, the cards of `u` down to the lowest of `r`."""
        lines = ["def needed(r, u):", f"{INDENT}found = 0"]
        for mask in self.keys.kind_masks():
            lines += [f"{INDENT}m = r & {mask}", f"{INDENT}if m:"]
            lines += [f"{INDENT * 2}found |= u & {mask} & ~((m & -m) - 1)"]
        return [*lines, f"{INDENT}return found"]

    def whole(self) -> list[str]:
        """The function `whole(s, r)`: `r` with the rest of every row of neighbours in the mover's hand that it cuts.

        All answers have been tried, but of such a row only one card: where the row is torn that says nothing.
        """
        lines = ["def whole(s, r):", f"{INDENT}hand = s[Z_hand + s[TURN]]", f"{INDENT}u = together(s, 0)"]
        for mask in self.keys.kind_masks():
            lines += [
                f"{INDENT}m = r & {mask}",
                f"{INDENT}low = m & -m",
                f"{INDENT}while hand & low:",
                f"{INDENT * 2}below = u & {mask} & (low - 1)",
                f"{INDENT * 2}low = 1 << (blen(below) - 1) if below else 0",
                f"{INDENT * 2}r |= hand & low",
            ]
        return [*lines, f"{INDENT}return r"]

    def cash(self) -> list[str]:
        """The function `cash(s, c)`: tricks that whoever leads is sure of, by leading cards that nobody can beat.

        A card is beaten by higher ones of its kind, and by kinds that beat it: those only from a hand that doesn't
        have to follow. The cards it rests on are left in c[RELEVANT].
        """
        rules, layout, emitter = self.keys.program.rules, self.keys.program.layout, self.keys.program.emitter
        _, strengths = self.situation()
        turn, led = (layout.scalars.index(name) for name in ("turn", "led"))
        masks = self.keys.kind_masks()
        players = rules.players
        same = emitter.tables.add([int(a == b) for a in self.sides for b in self.sides], "ALLIED")
        lines = ["def cash(s, c):", f"{INDENT}turn = s[{turn}]", f"{INDENT}me = s[Z_hand + turn]"]
        lines += [f"{INDENT}u = c[PRESENT]", f"{INDENT}total = 0", f"{INDENT}r = 0", f"{INDENT}threats = 0"]
        for kind, mask in enumerate(masks):
            first = cards_of(mask)[0]
            lines += [f"{INDENT}mine = me & {mask}", f"{INDENT}s[{led}] = {rules.cards[first].suit}"]
            lines += [f"{INDENT}row = situation(s)", f"{INDENT}threat = 0"]
            for other, beating in enumerate(masks):
                if other != kind:
                    test = f"{strengths}[row + {cards_of(beating)[0]}] > {strengths}[row + {first}]"
                    lines += [f"{INDENT}if {test}:", f"{INDENT * 2}threat |= {beating}"]
            lines += [
                f"{INDENT}threats |= threat",
                f"{INDENT}if mine:",
                f"{INDENT * 2}others = u & {mask} & ~me",
                f"{INDENT * 2}tops = mine",
                f"{INDENT * 2}if others:",
                f"{INDENT * 3}tops = mine & ~((1 << blen(others)) - 1)",
                f"{INDENT * 2}n = popc(tops)",
                f"{INDENT * 2}most = n",
                f"{INDENT * 2}longest = 0",
                f"{INDENT * 2}for i in range({players}):",
                f"{INDENT * 3}if i != turn:",
                f"{INDENT * 4}held = popc(s[Z_hand + i] & {mask})",
                f"{INDENT * 4}if held > longest:",
                f"{INDENT * 5}longest = held",
                f"{INDENT * 2}if n and n >= longest:",
                f"{INDENT * 3}n = popc(mine)",
                f"{INDENT * 3}most = longest",
                f"{INDENT * 2}for i in range({players}):",
                f"{INDENT * 3}if not {same}[turn * {players} + i] and s[Z_hand + i] & threat:",
                f"{INDENT * 4}held = popc(s[Z_hand + i] & {mask})",
                f"{INDENT * 4}if held < n:",
                f"{INDENT * 5}n = held",
                f"{INDENT * 2}if n < most:",
                f"{INDENT * 3}most = n",
                f"{INDENT * 2}total += n",
                f"{INDENT * 2}while most:",
                f"{INDENT * 3}card = blen(tops) - 1",
                f"{INDENT * 3}r |= 1 << card",
                f"{INDENT * 3}tops ^= 1 << card",
                f"{INDENT * 3}most -= 1",
            ]
        lines += [
            f"{INDENT}s[{led}] = -1",
            f"{INDENT}for i in range({players}):",
            f"{INDENT * 2}if i != turn and {same}[turn * {players} + i] and s[Z_hand + i] & threats:",
            f"{INDENT * 3}held = popc(s[Z_hand + i] & ~threats) + 1",
            f"{INDENT * 3}if held < total:",
            f"{INDENT * 4}total = held",
            f"{INDENT}c[RELEVANT] = r",
            f"{INDENT}return total",
        ]
        return lines


def cards_of(mask: int) -> list[int]:
    """The numbers of the cards of a mask."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def follows_suit(line: Line) -> bool:
    """Whether a line of a cascade says: follow suit if you can."""
    test, condition = line.test, line.condition
    led = Word(type=test.type, name="led")

    def is_led(node: Node) -> bool:
        return isinstance(node, Word) and node.name == led.name

    always = condition is None or (
        isinstance(condition, Compare)
        and condition.op == "!="
        and is_led(condition.left)
        and condition.right == none_of(condition)
    )
    if line.kind != "must" or not always or not isinstance(test, Compare) or test.op != "==":
        return False
    suit = test.left
    return (
        is_led(test.right)
        and isinstance(suit, Attr)
        and suit.name == "suit"
        and isinstance(suit.base, Local)
        and suit.base.id == line.id
    )


def none_of(condition: Compare) -> Node:
    return Lit(type=condition.right.type, value=None)
