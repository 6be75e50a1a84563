"""Questions asked of sets: any, all, count, sum, the extremes, size, an element by place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tricktaker.compiler.ir import If, Line
from tricktaker.expr.nodes import All, Let, Local, Members, Node, Pick, Query, RangeOf, Starting, Trick, Where, ZoneRef

if TYPE_CHECKING:
    from tricktaker.compiler.expressions import Expressions


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
            total = self.temp("sum")
            self.line(f"{total} = 0")

            def summed(element: str) -> None:
                self.bindings[node.id] = element
                self.line(f"{total} += {self.need(node.arg)}")

            self.iterate(node.base, summed)
            return total
        return self.extreme(node)

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

        def each(element: str) -> None:
            self.bindings[node.id] = element
            value = self.let(self.need(node.arg))
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
