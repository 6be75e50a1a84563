"""Games in which a trick is a trick: who wins it and how many there are is all that counts.

Then a proof of a position's worth holds for every position that agrees with it in the cards that won tricks because
they were the highest (Ginsberg, "Partition Search", 1996), tricks that are left bound what can still be won, and the
highest cards of whoever leads are sure tricks. All of it follows from the compiled rules, or isn't used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tricktaker.compiler.dormancy import nodes_of
from tricktaker.compiler.influence import TRICKS, counted
from tricktaker.compiler.keys import Keys
from tricktaker.compiler.moments import STOP_ROUND
from tricktaker.compiler.playout import names_in
from tricktaker.compiler.proofs_text import MIDDLE
from tricktaker.compiler.sureness import Sureness
from tricktaker.compiler.text import INDENT, simple_lines, without_faults
from tricktaker.expr.nodes import Attr, Compare, IfElse, Lit, Local, Node, Seat, Wins, Word, walk
from tricktaker.expr.types import PLAYER
from tricktaker.model import Line
from tricktaker.model import steps as m
from tricktaker.model.walking import all_steps, rule_steps

SETTLED = frozenset(["won", "lost", "taken", "trick_won", "trick_end", "trick_start", "round_end"])
"""Moments at which no trick is on its way."""


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
            and not self.asks_too_soon()
            and keys.zones() == ["hand"]
            and self.trick_worth() is not None
            and (self.trick_worth() or 0) * len(keys.program.rules.cards) < MIDDLE
        )

    def asks_too_soon(self) -> bool:
        """Whether rules ask who is winning before the trick is complete: a proof rests on who won it, and no more."""
        trick, abilities = self.keys.program.rules.trick, self.keys.program.rules.abilities
        early: list[object] = [trick.follow, trick.led, trick.played_by, trick.may_pass]
        for each in (*abilities, *self.keys.program.rules.hooks):
            if each.when not in SETTLED:
                early.append(each)
                early += [getattr(step, name) for step in all_steps(each.do) for name in step.__dataclass_fields__]
        asked = [node for part in early for root in nodes_of(part) for node in walk(root)]
        anywhere = [node for root in self.keys.influence.asked() for node in walk(root)]
        return any(isinstance(node, Wins) for node in anywhere) or any(
            isinstance(node, Word) and node.name in ("winner", "winning_card") for node in asked
        )

    def trick_worth(self) -> int | None:
        """What one trick is worth, if tricks are all that counts and nobody gets new cards."""
        keys = self.keys
        if self.keys.worth.together or keys.linear.rest or len(keys.additive) != len(keys.linear.terms):
            return None
        if self.keys.program.layout.words > 1 or keys.influence.enters_hands() or not self.everyone_plays():
            return None
        for _, node in keys.additive:
            # Of anybody else a trick counts for both sides, or for the other.
            own = isinstance(node, Attr) and isinstance(node.base, Local) and node.base.id == keys.worth.id
            if not own or counted(node) != TRICKS:
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
        suited = all(card.suit is not None for card in rules.cards)
        one = suited and all(len(suit) == 1 for suit in suits) and len({tuple(suit) for suit in suits}) == len(suits)
        counts = [step for step in rule_steps(rules) if isinstance(step, m.Tricks)]
        counted = len(counts) == 1 and counts[0].count is not None and counts[0].until is None
        gains = sum(times for times, _ in keys.additive) > 0
        return follows and plain and one and not bends and counted and gains and self.own_side() and self.steady()

    def own_side(self) -> bool:
        """Whether every seat's cards are played by itself or by its partner."""
        trick = self.keys.program.rules.trick
        return trick.played_by is None or of_own_side(trick.played_by, Local(type=PLAYER, id=trick.me_id))

    def steady(self) -> bool:
        """Whether what beats what hangs on the suit led and on nothing else that changes while tricks are played.

        Variables don't where no ability and no hook has steps, unless they begin anew with each trick.
        """
        program, lifetimes = self.keys.program, self.keys.lifetimes
        changing = lifetimes.written(lifetimes.reachable(lifetimes.asks(self.keys.site), STOP_ROUND))
        kept = [each.decl.name for each in program.rules.variables if each.decl.lasts != "trick"]
        changing -= {"led", *(f"{sign}_{name}" for name in kept for sign in "vV")}
        asked = self.situation()[0]
        read = names_in(asked[1:]) & {*program.layout.scalars, *program.layout.arrays}
        known = not any(line.strip() == "return -1" for line in asked)
        return known and not read & (changing | {"TRICK", "SEAT", "tn"})

    def to_the_last(self) -> str:
        """The question whether all cards in the hands will be played, from the one who is to lead."""
        scalars = self.keys.program.layout.scalars
        most, played = (
            next(place for place, name in enumerate(scalars) if re.fullmatch(rf"{word}_\d+", name))
            for word in ("most", "played")
        )
        players = self.keys.program.rules.players
        return f"s[{most}] - s[{played}] + 1 == cards and popc(c[PRESENT]) == {players} * cards"

    def weighed(self) -> bool:
        """Whether choices can be ordered by who will win the trick."""
        rules, asked = self.keys.program.rules, self.situation()[0]
        doubtful = any(line.strip() == "return -1" for line in asked[:-1])
        known = asked[-1] != f"{INDENT}return -1" and (rules.players == 2 or not doubtful)
        return known and rules.group is None and self.held_in_a_word()

    def shortened(self) -> bool:
        """Whether leads can be ordered by how few answers they leave the one other player."""
        return self.keys.program.rules.players == 2 and self.held_in_a_word()

    def held_in_a_word(self) -> bool:
        """Whether a hand is a set of cards in one word, and each card is played in one way."""
        rules, layout = self.keys.program.rules, self.keys.program.layout
        one = layout.words == 1 and not layout.zones["hand"].pile
        return one and len(rules.plays) == len(rules.cards)

    def suited(self) -> bool:
        """Whether choices can be ordered by suits too: for two hands what leaves few answers is the better guide."""
        rules = self.keys.program.rules
        cards = all(card.suit is not None for card in rules.cards) and rules.trick.may_pass is None
        return self.weighed() and rules.players > 2 and cards

    def suits(self) -> tuple[str, str]:
        """Two tables: all cards of the suit of each card, and those of suits that beat it in each situation."""
        tables, suits = self.keys.program.emitter.tables, [card.suit for card in self.keys.program.rules.cards]
        masks = {suit: sum(1 << card for card, other in enumerate(suits) if other == suit) for suit in suits}
        strengths = tables.values[self.situation()[1]]
        beating: list[int] = []
        for start in range(0, len(strengths), len(suits)):
            lowest = {suit: strengths[start + suits.index(suit)] for suit in masks}
            above = {suit: [masks[other] for other in masks if lowest[other] > lowest[suit]] for suit in masks}
            beating += [sum(above[suit]) for suit in suits]
        return tables.add([masks[suit] for suit in suits], "SUITED"), tables.add(beating, "BEATING")

    def situation(self) -> tuple[list[str], str]:
        """The function `situation(s)`, where the strengths of all cards begin in a table, and the table's name.

        Below zero where who wins a trick is no matter of one number a card, or can't be asked now.
        """
        emitter, layout = self.keys.program.emitter, self.keys.program.layout
        found = emitter.situation()
        lines = ["def situation(s):"]
        if found is not None:
            body, index, rows = found
            text = without_faults(simple_lines(body, 1), "-1")
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
        lines = [f"cards = popc(s[Z_hand + s[{turn}]])", f"left = {each} * cards"]
        after = [f"{INDENT}phase = 2", f"{INDENT}continue"]
        for sign, test in (("+", "<"), ("-", ">=")):
            lines += [f"if worthy {sign} left {test} goal:", f"{INDENT}v = worthy {sign} left"]
            lines += [*([f"{INDENT}r = f[at + 12]"] if parted else []), *after]
        if parted and self.cashes():
            side = self.keys.program.emitter.tables.add(self.sides, "SIDE")
            lines.append(f"if {self.to_the_last()}:")
            for count, tests in (
                (f"{2 * each} * cash(s, c) - left", ((0, "+", ">="), (1, "-", "<"))),
                (f"left - {2 * each} * later(s, c)", ((0, "+", "<"), (1, "-", ">="))),
            ):
                lines.append(f"{INDENT}sure = {count}")
                for number, sign, test in tests:
                    lines += [f"{INDENT}if {side}[s[ACTOR]] == {number} and worthy {sign} sure {test} goal:"]
                    lines += [f"{INDENT * 2}v = worthy {sign} sure", f"{INDENT * 2}r = c[RELEVANT] | f[at + 12]"]
                    lines += [INDENT + line for line in after]
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

    def alike(self) -> str:
        """The table of all cards of the same kind, for each card."""
        masks = self.keys.kind_masks()
        return self.keys.program.emitter.tables.add([masks[kind] for kind in self.keys.likeness.kinds or []], "ALIKE")

    @property
    def sureness(self) -> Sureness:
        return Sureness(self.keys, self.sides, self.situation()[1])

    def idle(self) -> list[str]:
        """The function `idle(r, card)`: cards that come to the same as a card whose proof rests on `r`.

        That is all of its kind that are lower than what the proof needs, if the card itself is.
        """
        return [
            "def idle(r, card):",
            f"{INDENT}alike = {self.alike()}[card]",
            f"{INDENT}needed = r & alike",
            f"{INDENT}if not needed:",
            f"{INDENT * 2}return alike",
            f"{INDENT}low = needed & -needed",
            f"{INDENT}return alike & (low - 1) if 1 << card < low else 0",
        ]

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

    def sure(self) -> list[str]:
        """The functions `cash(s, c)` and `later(s, c)`, what either side is sure of."""
        return self.sureness.text() if self.cashes() else []


def cards_of(mask: int) -> list[int]:
    """The numbers of the cards of a mask."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def of_own_side(node: Node, me: Local) -> bool:
    """Whether a player is `me` or the partner, however the tests in it come out."""
    if isinstance(node, IfElse):
        test = node.test
        partner = Seat(type=PLAYER, op="partner", base=node.yes, steps=None)
        named = isinstance(test, Compare) and test.op == "==" and test.left == me and test.right == partner
        return (named or of_own_side(node.yes, me)) and of_own_side(node.no, me)
    return node == me or (isinstance(node, Seat) and node.op == "partner" and node.base == me)


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
