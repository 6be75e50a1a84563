"""Questions asked of sets: any, all, count, sum, the extremes, size, an element by place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tricktaker.compiler.ir import If, Line
from tricktaker.compiler.predicates import MOST_ENTRIES
from tricktaker.expr.nodes import (
    All,
    Attr,
    Let,
    Local,
    Members,
    Node,
    Pick,
    Query,
    RangeOf,
    Starting,
    Trick,
    Where,
    ZoneRef,
)

if TYPE_CHECKING:
    from tricktaker.compiler.expressions import Expressions


MOST_VALUES = 6
"""Different values for which counting is quicker than a walk."""


MOST_HALVED = 64
"""Different values among which the least is sought by halving."""


class Questions:
    """Part of the emitter: questions asked of sets."""

    def any_element(self: Expressions, base: Node, test: Callable[[str], str]) -> str:  # type: ignore[misc]
        """Whether some element passes."""
        name = self.temp("any")
        self.line(f"{name} = False")
        direct = not isinstance(base, Where | Starting | Let)

        def each(element: str) -> None:
            condition = test(element)
            found: list[Line] = [Line(f"{name} = True")]
            if direct:
                found.append(Line("break"))
            self.out.append(If(condition, [*found]))

        self.iterate(base, each)
        return name

    def card_masks(self: Expressions, base: Node, test: Node, id: str) -> list[str] | None:  # type: ignore[misc]
        """The mask of cards of `base` that pass, where both are quickly had."""
        if base.type.elem is None or base.type.elem.kind != "card":
            return None
        passing = self.predicate(test, id)
        if passing is None:
            return None
        return [f"({a} & {b})" for a, b in zip(self.mask(base), passing, strict=True)]

    def query(self: Expressions, node: Query) -> str:  # type: ignore[misc]
        op = node.op
        if op in ("any", "count") and isinstance(node.base, Trick) and self.complete:
            in_trick = self.counted_in_trick(node)
            if in_trick is not None:
                return in_trick
        if op in ("any", "all", "count"):
            quick = not isinstance(node.base, Trick | Starting) and self.card_masks(node.base, node.arg, node.id)
            if quick and op == "any":
                return f"({' | '.join(quick)} != 0)" if len(quick) == 1 else f"(({' | '.join(quick)}) != 0)"
            if quick and op == "count":
                return f"({' + '.join(f'popc({word})' for word in quick)})"
        if op == "any":
            return self.any_element(node.base, lambda element: self.asked(node, element))
        if op == "all":
            return f"(not {self.any_element(node.base, lambda element: f'not {self.asked(node, element)}')})"
        if op == "count":
            total = self.temp("n")
            self.line(f"{total} = 0")

            def counted(element: str) -> None:
                self.out.append(If(self.asked(node, element), [Line(f"{total} += 1")]))

            self.iterate(node.base, counted)
            return total
        if op == "sum":
            weighed = self.weighed(node)
            if weighed is not None:
                return weighed
            total = self.temp("sum")
            self.line(f"{total} = 0")

            def summed(element: str) -> None:
                self.line(f"{total} += {of_card(element)}")

            of_card = self.card_number(node)
            self.iterate(node.base, summed)
            return total
        return self.extreme(node)

    def weighed(self: Expressions, node: Query) -> str | None:  # type: ignore[misc]
        """A sum of printed values over a set of cards: as many as have each value, times it."""
        base = node.base
        if self.static or "sums" in self.without or node.arg.type.optional or isinstance(base, Trick | Starting):
            return None
        if base.type.elem is None or base.type.elem.kind != "card" or not self.is_static(node.arg, {node.id}):
            return None
        values = self.card_values(node.arg, node.id)
        if values is None or len(set(values) - {0}) > MOST_VALUES:
            return None
        if isinstance(base, ZoneRef) and self.layout.zones[base.name].pile:
            return None
        words = [self.let(word, "m") for word in self.mask(base)]
        parts: list[str] = []
        for value in sorted(set(values) - {0}):
            for word, mask in zip(words, self.words_of([other == value for other in values]), strict=True):
                if mask:
                    parts.append(f"{'' if value == 1 else f'{value} * '}popc({word} & {mask})")
        return f"({' + '.join(parts)})" if parts else "0"

    def card_number(self: Expressions, node: Query) -> Callable[[str], str]:  # type: ignore[misc]
        """What gives a question's number for each element: a table over the cards, if it can be one."""
        table = self.number_table(node)
        if table is not None:
            return lambda element: f"{table}{element}]"

        def asked(element: str) -> str:
            self.bindings[node.id] = element
            return self.need(node.arg)

        return asked

    def number_table(self: Expressions, node: Query) -> str | None:  # type: ignore[misc]
        """The beginning of a look-up by card, `TABLE[` or `TABLE[row + `; its row is asked now."""
        elem, arg = node.base.type.elem, node.arg
        if self.static or elem is None or elem.kind != "card" or arg.type.optional or arg.type.kind != "int":
            return None
        if "numbers" in self.without:
            return None
        split = self.atoms(arg, node.id)
        if split is None or isinstance(arg, Attr):
            return None
        template, atoms = split
        codes = len(self.rules.plays)
        size = codes
        for atom in atoms:
            size *= len(atom.values)
        if size > MOST_ENTRIES:
            return None
        rows = self.rows(template, node.id, atoms, strict=True)
        if rows is None:
            return None
        with self.block() as inner:
            index = self.index_of(atoms, template)
        if index is None:
            return None
        self.out.extend(inner)
        table = self.tables.add([value for row in rows for value in row], "VALUE")
        if index == "0":
            return f"{table}["
        return f"{table}[{self.let(f'({index}) * {codes}', 'row')} + "

    def counted_in_trick(self: Expressions, node: Query) -> str | None:  # type: ignore[misc]
        """A printed question about the few cards of a complete trick, card by card without a loop."""
        if self.static or self.layout.words != 1 or not 2 <= self.trick_size <= 4:
            return None
        if not self.is_static(node.arg, {node.id}):
            return None
        values = self.card_values(node.arg, node.id)
        if values is None:
            return None
        has = self.tables.add(values, "HAS")
        bits = [f"{has}[s[TRICK{f' + {place}' if place else ''}]]" for place in range(self.trick_size)]
        return f"({' + '.join(bits)})" if node.op == "count" else f"({' | '.join(bits)} != 0)"

    def asked(self: Expressions, node: Query, element: str) -> str:  # type: ignore[misc]
        self.bindings[node.id] = element
        return self.scalar(node.arg)

    def extreme(self: Expressions, node: Query) -> str:  # type: ignore[misc]
        """max, min, highest, lowest."""
        quick = self.monotone(node)
        if quick is None:
            quick = self.printed_extreme(node)
        if quick is not None:
            return quick
        best, found = self.temp("best"), self.temp("e")
        wants_element = node.op in ("highest", "lowest")
        sign = ">" if node.op in ("max", "highest") else "<"
        nothing = str(-(1 << 62))
        self.line(f"{best} = {nothing}")
        if wants_element:
            self.line(f"{found} = -1")
        start = f"{best} == {nothing} or " if sign == "<" else ""

        of_card = self.card_number(node)

        def each(element: str) -> None:
            self.bindings[node.id] = element
            value = self.let(of_card(element))
            body = [Line(f"{best} = {value}")]
            if wants_element:
                body.append(Line(f"{found} = {element}"))
            self.out.append(If(f"{start}{value} {sign} {best}", [*body]))

        self.iterate(node.base, each)
        if wants_element:
            return found
        if node.default is not None:
            default = self.scalar(node.default)
            return f"({best} if {best} != {nothing} else {default})"
        if node.type.kind != "int" and node.type.optional:
            return f"({best} if {best} != {nothing} else -1)"
        return best

    def printed_extreme(self: Expressions, node: Query) -> str | None:  # type: ignore[misc]
        """The least or greatest printed value in a set of cards, without a walk over the cards."""
        base, elem = node.base, node.base.type.elem
        if self.static or elem is None or elem.kind != "card" or self.layout.words != 1:
            return None
        if node.op not in ("min", "max") or node.arg.type.optional or node.arg.type.kind != "int":
            return None
        while isinstance(base, Where):
            base = base.base
        if not isinstance(base, ZoneRef) or self.layout.zones[base.name].pile:
            return None
        if not self.is_static(node.arg, {node.id}):
            return None
        values = self.card_values(node.arg, node.id)
        if values is None:
            return None
        if "folding" not in self.without and (period := period_of(values)):
            return self.folded(node, values, period)
        if "halving" not in self.without and 2 <= len(set(values)) <= MOST_HALVED:
            return self.halved(node, values)
        return None

    def folded(self: Expressions, node: Query, values: list[int], period: int) -> str:  # type: ignore[misc]
        """Lays suits of equal values over each other; the value sought is at an end of what is left."""
        mask, place = self.let(self.mask(node.base)[0], "m"), self.temp("h")
        self.line(f"{place} = {mask}")
        step = period
        while 2 * step < len(values):
            step *= 2
        while step >= period:
            self.line(f"{place} |= {place} >> {step}")
            step //= 2
        self.line(f"{place} &= {(1 << period) - 1}")
        rising = values[0] <= values[period - 1]
        end = f"{place} & -{place}" if (node.op == "min") == rising else place
        nothing = self.no_number(node)
        results = self.tables.add(values[:period], "VALUE")
        return f"({results}[blen({end}) - 1] if {mask} else {nothing})"

    def no_number(self: Expressions, node: Query) -> str:  # type: ignore[misc]
        """What a query for the least or greatest number says of no card."""
        return str(-(1 << 62)) if node.default is None else self.let(self.scalar(node.default), "d")

    def halved(self: Expressions, node: Query, values: list[int]) -> str:  # type: ignore[misc]
        """Halves the values until one is left."""
        sign = 1 if node.op == "min" else -1
        steps = sorted(set(values), key=lambda value: sign * value)
        size = 1 << (len(steps) - 1).bit_length()
        steps += [steps[-1]] * (size - len(steps))
        upto = [self.words_of([sign * value <= sign * step for value in values])[0] for step in steps]
        masks, results = self.tables.add(upto, "UPTO"), self.tables.add(steps, "VALUE")
        mask, place = self.let(self.mask(node.base)[0], "m"), self.temp("h")
        half = size // 2
        self.line(f"{place} = 0 if {mask} & {upto[half - 1]} else {half}")
        while half > 1:
            half //= 2
            self.line(f"{place} += 0 if {mask} & {masks}[{place} + {half - 1}] else {half}")
        return f"({results}[{place}] if {mask} else {self.no_number(node)})"

    def size(self: Expressions, base: Node) -> str:  # type: ignore[misc]
        elem = base.type.elem
        assert elem is not None
        if isinstance(base, ZoneRef) and self.layout.zones[base.name].pile:
            return self.pile(base)[1]
        if isinstance(base, Trick):
            return "tn" if base.which == "trick" else "last_tn"
        if isinstance(base, RangeOf):
            low, high = self.let(self.need(base.low)), self.let(self.need(base.high))
            return f"({high} - {low} + 1 if {high} >= {low} else 0)"
        return f"({' + '.join(f'popc({word})' for word in self.mask(base))})"

    def size_or_mask(self: Expressions, base: Node) -> str:  # type: ignore[misc]
        """A number that is zero exactly if the set is empty."""
        if isinstance(base, ZoneRef) and self.layout.zones[base.name].pile:
            return self.pile(base)[1]
        if isinstance(base, Trick | RangeOf):
            return self.size(base)
        words = self.mask(base)
        return words[0] if len(words) == 1 else f"({' | '.join(words)})"

    def pick(self: Expressions, node: Pick) -> str:  # type: ignore[misc]
        base, op = node.base, node.op
        elem = base.type.elem
        assert elem is not None
        missing = str(-(1 << 62)) if elem.kind == "int" else "-1"
        if isinstance(base, ZoneRef) and self.layout.zones[base.name].pile:
            start, count = self.pile(base)
            if op == "at":
                assert node.place is not None
                place = self.let(self.need(node.place))
                return f"(s[{start} + {count} - {place}] if 1 <= {place} <= {count} else -1)"
            if op == "last":
                return f"(s[{start}] if {count} else -1)"
            return f"(s[{start} + {count} - 1] if {count} else -1)"
        if isinstance(base, Trick) and base.which == "trick":
            if op == "at":
                assert node.place is not None
                place = self.let(self.need(node.place))
                return f"(s[TRICK + {place} - 1] if 1 <= {place} <= tn else -1)"
            if node in self.facts:
                return "s[TRICK]" if op != "last" else "s[TRICK + tn - 1]"
            return "(s[TRICK] if tn else -1)" if op != "last" else "(s[TRICK + tn - 1] if tn else -1)"
        simple = not isinstance(base, Where | Starting | Trick | RangeOf | Let) or (
            isinstance(base, Where) and self.unordered(base)
        )
        if simple and op != "at" and elem.kind != "int" and self.elem_words(elem) == 1:
            mask = self.let(self.mask(base)[0], "m")
            bit = f"blen({mask} & -{mask}) - 1" if op != "last" else f"blen({mask}) - 1"
            return f"({bit})"
        found = self.temp("e")
        self.line(f"{found} = {missing}")
        if op == "at":
            assert node.place is not None
            left = self.temp("n")
            self.line(f"{left} = {self.need(node.place)}")

            def nth(element: str) -> None:
                self.line(f"{left} -= 1")
                self.out.append(If(f"{left} == 0", [Line(f"{found} = {element}")]))

            self.iterate(base, nth)
        elif op == "last":
            self.iterate(base, lambda element: self.line(f"{found} = {element}"))
        else:
            self.iterate(
                base, lambda element: self.out.append(If(f"{found} == {missing}", [Line(f"{found} = {element}")]))
            )
        return found

    def unordered(self: Expressions, node: Node) -> bool:  # type: ignore[misc]
        """Whether the first element is simply the lowest."""
        while isinstance(node, Where):
            node = node.base
        if isinstance(node, ZoneRef):
            return not self.layout.zones[node.name].pile
        return isinstance(node, All | Members | Local)


def period_of(values: list[int]) -> int:
    """After how many cards printed values that only rise, or only fall, begin again; 0 if they don't do so."""
    for period in range(2, len(values) // 2 + 1):
        if values == (values[:period] * (len(values) // period + 1))[: len(values)]:
            first = values[:period]
            return period if first in (sorted(first), sorted(first, reverse=True)) and first[0] != first[-1] else 0
    return 0
