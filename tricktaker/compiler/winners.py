"""Who wins a trick, complete or still being played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tricktaker.compiler.ir import Body, If, Line
from tricktaker.compiler.moments import EV_TIER
from tricktaker.compiler.predicates import MOST_ENTRIES
from tricktaker.expr import fold
from tricktaker.expr.nodes import Arith, IfElse, Lit, Local, Node, Wins
from tricktaker.expr.types import CARD, integer
from tricktaker.model import Tier

if TYPE_CHECKING:
    from tricktaker.compiler.expressions import Expressions


class Winners:
    """Part of the emitter: tiers."""

    def winner_index(self: Expressions) -> str:  # type: ignore[misc]
        """Emits the decision; the result is the place in the trick of the winning card (0 in an empty trick)."""
        best = self.temp("best")
        table = self.one_table(best)
        if not table:
            self.tier_by_tier(best)
        return best

    def strength(self: Expressions) -> tuple[Node, str, int] | None:  # type: ignore[misc]
        """All tiers as one number for each card (the local named second), 0 for none; the third is a tier's width.

        None where no single number can say who wins.
        """
        tiers = self.rules.trick.wins
        if not tiers or any(tier.nth != 1 or tier.ties not in ("first", "last") for tier in tiers):
            return None
        if len({tier.ties for tier in tiers}) > 1:
            return None
        id = self.temp("card")
        value: Node = Lit(type=integer(0, 0), value=0)
        card = Local(type=CARD, id=id)
        spread = 1
        for tier in tiers:
            if tier.key is not None:
                low, high = tier.key.type.lo, tier.key.type.hi
                if tier.key.type.kind == "symbol":
                    low, high = 0, self.elem_count(tier.key.type)
                if high - low > 1000 or tier.key.type.optional:
                    return None
                spread = max(spread, high - low + 1)
        for number, tier in reversed(list(enumerate(tiers))):
            key: Node = Lit(type=integer(0, 0), value=0)
            if tier.key is not None:
                low, high = tier.key.type.lo, tier.key.type.hi
                if tier.key.type.kind == "symbol":
                    low, high = 0, self.elem_count(tier.key.type)
                if tier.highest:
                    key = Arith(type=integer(), op="-", left=as_number(tier.key), right=number_of(low))
                else:
                    key = Arith(type=integer(), op="-", left=number_of(high), right=as_number(tier.key))
            base = number_of((len(tiers) - 1 - number) * spread + 1)
            rank = Arith(type=integer(), op="+", left=base, right=key)
            test = tier.test if tier.condition is None else fold.logic("and", tier.condition, tier.test)
            value = renamed(IfElse(type=integer(), test=test, yes=rank, no=value), tier.id, card)
        return value, id, spread

    def situation(self: Expressions) -> tuple[Body, str, list[list[int]]] | None:  # type: ignore[misc]
        """Who beats whom in a trick that is still being played, for text that stands by itself.

        Statements, the number of the situation, and the strengths of all cards in each; None where who wins is no
        matter of one number a card.
        """
        found = self.strength()
        if found is None:
            return None
        value, id, _ = found
        self.facts.clear()
        self.partial = True
        with self.block() as body:
            looked_up = self.looked_up(value, id, MOST_ENTRIES // len(self.rules.plays))
        return None if looked_up is None else (body, *looked_up)

    def one_table(self: Expressions, best: str) -> bool:  # type: ignore[misc]
        """All tiers as one number a card, if they can be tabulated."""
        tiers = self.rules.trick.wins
        if "strengths" in self.without or self.static:
            return False
        found = self.strength()
        if found is None:
            return False
        value, id, spread = found
        # An atom that may stop the game is asked only where some tier would ask it too.
        looked_up = self.looked_up(value, id, MOST_ENTRIES // len(self.rules.plays))
        if looked_up is None:
            return False
        index, rows = looked_up
        codes = len(self.rules.plays)
        strengths = [value for row in rows for value in row]
        first = tiers[0].ties == "first"
        # Cards that no tier wants are equal too, but among them the first wins, whatever `ties` says.
        whole = not self.partial and (first or min(strengths) > 0)
        if self.trick_size > 2 and whole:
            self.best_of_all(best, strengths, index, first, spread)
            return True
        table = self.tables.add(strengths, "STRENGTH")
        row_name = self.let(f"({index}) * {codes}" if index != "0" else "0", "row")
        if row_name != "0" and not row_name.isidentifier():
            row_name = self.let(row_name)
        sign = ">" if tiers[0].ties == "first" else ">="
        if self.trick_size == 2 and whole:
            self.line(f"{best} = 1 if {table}[{row_name} + s[TRICK + 1]] {sign} {table}[{row_name} + s[TRICK]] else 0")
            self.tier_event(f"{len(tiers)} - ({table}[{row_name} + s[TRICK + {best}]] + {spread - 1}) // {spread}")
            return True
        strength, top, i = self.temp("k"), self.temp("top"), self.temp("i")
        self.line(f"{best} = 0")
        self.line(f"{top} = 0" if sign == ">" else f"{top} = 1")

        def body() -> None:
            self.line(f"{strength} = {table}[{row_name} + s[TRICK + {i}]]")
            self.out.append(If(f"{strength} {sign} {top}", [Line(f"{top} = {strength}"), Line(f"{best} = {i}")]))

        self.loop(f"for {i} in range(tn):", body)
        self.tier_event(f"{len(tiers)} - ({table}[{row_name} + s[TRICK + {best}]] + {spread - 1}) // {spread}")
        return True

    def tier_event(self: Expressions, number: str) -> None:  # type: ignore[misc]
        """Notes which tier decided a complete trick; as many as there are if none did."""
        if self.complete:
            self.event(EV_TIER, number)

    def best_of_all(  # type: ignore[misc]
        self: Expressions, best: str, strengths: list[int], index: str, first: bool, spread: int
    ) -> None:
        """A complete trick without a branch: strengths times the number of cards, with the place in the remainder."""
        size = self.trick_size
        table = self.tables.add([strength * size for strength in strengths], "STRENGTH")
        row = self.let(f"({index}) * {len(self.rules.plays)}", "row") if index != "0" else ""
        plus = f"{row} + " if row else ""
        sign = "-" if first else "+"
        values = [f"{table}[{plus}s[TRICK{f' + {place}' if place else ''}]]" for place in range(size)]
        placed = [f"{value} {sign} {place}" if place else value for place, value in enumerate(values)]
        self.line(f"{best} = {'-' if first else ''}max({', '.join(placed)}) % {size}")
        strength = f"{table}[{plus}s[TRICK + {best}]] // {size}"
        self.tier_event(f"{len(self.rules.trick.wins)} - ({strength} + {spread - 1}) // {spread}")

    def tier_by_tier(self: Expressions, best: str) -> None:  # type: ignore[misc]
        self.line(f"{best} = -1")
        for number, tier in enumerate(self.rules.trick.wins):

            def decide(tier: Tier = tier, number: int = number) -> None:
                def tested() -> None:
                    self.in_tier(tier, best)
                    if self.complete:
                        self.when(f"{best} >= 0", lambda: self.tier_event(str(number)))

                if tier.condition is None:
                    tested()
                else:
                    test = self.scalar(tier.condition)
                    with self.block() as inner:
                        self.knows(tier.condition, True)
                        tested()
                    self.out.append(If(test, inner))

            self.when(f"{best} < 0", decide)
        with self.block() as none:
            self.line(f"{best} = 0")
            self.tier_event(str(len(self.rules.trick.wins)))
        self.out.append(If(f"{best} < 0", none))

    def in_tier(self: Expressions, tier: Tier, best: str) -> None:  # type: ignore[misc]
        """The best candidate of one tier."""
        i, card, top = self.temp("i"), self.temp("c"), self.temp("top")
        nothing = str(-(1 << 62))
        cancel = tier.ties == "cancel"
        taken = self.temp("out")
        rounds = self.temp("n")
        found = self.temp("w")
        self.line(f"{taken} = 0")
        self.line(f"{found} = -1")

        def scan() -> None:
            self.line(f"{top} = {nothing}")
            self.line(f"{found} = -1")
            if cancel:
                twice = self.temp("twice")
                self.line(f"{twice} = 0")

            def body() -> None:
                self.line(f"{card} = s[TRICK + {i}]")
                self.bindings[tier.id] = card
                test = self.scalar(tier.test)

                def candidate() -> None:
                    key = "0" if tier.key is None else self.let(self.need(tier.key))
                    value = key if tier.highest else self.let(f"-{key}")
                    better = f"{value} {'>=' if tier.ties == 'last' else '>'} {top}"
                    if cancel:
                        self.out.append(If(f"{value} == {top}", [Line(f"{twice} = 1")]))
                        self.out.append(
                            If(
                                f"{value} > {top}",
                                [Line(f"{top} = {value}"), Line(f"{found} = {i}"), Line(f"{twice} = 0")],
                            )
                        )
                    else:
                        self.out.append(If(better, [Line(f"{top} = {value}"), Line(f"{found} = {i}")]))

                self.when(f"({test}) and not ({taken} >> {i}) & 1", candidate)

            self.loop(f"for {i} in range(tn):", body)
            if cancel:
                again = self.temp("i")

                def strike() -> None:
                    self.line(f"{card} = s[TRICK + {again}]")
                    self.bindings[tier.id] = card
                    key = "0" if tier.key is None else self.let(self.need(tier.key))
                    value = key if tier.highest else self.let(f"-{key}")
                    self.out.append(If(f"{value} == {top}", [Line(f"{taken} |= 1 << {again}")]))

                def struck() -> None:
                    self.loop(f"for {again} in range(tn):", strike)
                    self.line(f"{found} = -1")

                self.when(f"{twice}", struck)

        if cancel:
            self.loop(
                f"for {rounds} in range({self.rules.players}):",
                lambda: self.when(f"{found} < 0", scan),
            )
        else:

            def one_more() -> None:
                scan()
                self.out.append(If(f"{found} >= 0 and {rounds} < {tier.nth - 1}", [Line(f"{taken} |= 1 << {found}")]))

            self.loop(f"for {rounds} in range({tier.nth}):", one_more)
        self.line(f"{best} = {found}")

    def winning_card(self: Expressions) -> str:  # type: ignore[misc]
        """The card that wins the trick so far."""
        name = self.temp("best_card")
        self.line(f"{name} = -1")

        def inside() -> None:
            place = self.winner_index()
            self.line(f"{name} = s[TRICK + {place}]")

        self.when("tn > 0", inside)
        return name

    def wins(self: Expressions, node: Wins) -> str:  # type: ignore[misc]
        """Tries the card on the trick and takes it back."""
        card = self.let(self.need(node.card))
        result, before = self.temp("wins"), self.temp("led")
        size = len(self.rules.plays)
        self.line(f"{result} = False")

        def inside() -> None:
            self.line(f"{before} = led")
            self.out.append(If("tn == 0", [Line(f"led = {self.group_of(card)}")]))
            self.line(f"s[TRICK + tn] = {card}")
            self.line("s[SEAT + tn] = turn")
            self.line("tn += 1")
            place = self.winner_index()
            self.line("tn -= 1")
            self.line(f"led = {before}")
            self.line(f"{result} = {place} == tn")

        self.when(f"{card} < {size} and tn < {self.rules.players}", inside)
        return result

    def group_of(self: Expressions, card: str) -> str:  # type: ignore[misc]
        """The group of a card, from a table (only where printed attributes decide it)."""
        group = self.rules.group
        if group is None:
            return f"SUIT[{card}]"
        if not self.is_static(group, {self.rules.group_id}):
            return "-1"
        values = self.card_values(group, self.rules.group_id)
        return "-1" if values is None else f"{self.tables.add(values, 'GROUP')}[{card}]"


def number_of(value: int) -> Lit:
    return Lit(type=integer(value, value), value=value)


def as_number(node: Node) -> Node:
    """A symbol's code as a number, for comparing."""
    return replace(node, type=integer())


def renamed(node: Node, id: str, to: Node) -> Node:
    """`node` with the local `id` replaced."""
    if isinstance(node, Local):
        return replace(to, span=node.span) if node.id == id else node
    changes: dict[str, object] = {}
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        if isinstance(value, Node):
            part = renamed(value, id, to)
            if part is not value:
                changes[name] = part
        elif isinstance(value, tuple) and any(isinstance(item, Node) for item in value):
            changes[name] = tuple(renamed(item, id, to) if isinstance(item, Node) else item for item in value)
    return replace(node, **changes) if changes else node  # type: ignore[arg-type]
