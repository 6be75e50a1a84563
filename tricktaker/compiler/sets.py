"""Sets: as bit masks where that is enough, element by element where order or a question needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tricktaker.compiler.ir import If, Line
from tricktaker.compiler.layout import BITS, words_for, zone_name
from tricktaker.expr.nodes import (
    All,
    IfElse,
    Let,
    Lit,
    Local,
    Members,
    Node,
    Pick,
    Query,
    RangeOf,
    SetLit,
    Starting,
    Trick,
    Where,
    ZoneRef,
)
from tricktaker.expr.types import Type

if TYPE_CHECKING:
    from tricktaker.compiler.expressions import Expressions

Each = Callable[[str], None]


class Sets:
    """Part of the emitter: sets and the questions asked of them."""

    def elem_count(self: Expressions, elem: Type) -> int:  # type: ignore[misc]
        """How many values an element can have: bits of a mask."""
        if elem.kind == "card":
            return len(self.rules.plays)
        if elem.kind == "player":
            return self.rules.players
        if elem.kind == "team":
            return len(self.rules.teams)
        if elem.kind == "symbol":
            return len(self.rules.names.domains[elem.name].labels)
        return elem.hi - elem.lo + 1

    def elem_words(self: Expressions, elem: Type) -> int:  # type: ignore[misc]
        return self.layout.words if elem.kind == "card" else words_for(self.elem_count(elem))

    # -- masks

    def mask(self: Expressions, node: Node) -> list[str]:  # type: ignore[misc]
        """A set as the words of a bit mask; numbers count from the lowest the type allows."""
        elem = node.type.elem
        assert elem is not None
        words = self.elem_words(elem)
        match node:
            case ZoneRef():
                place = self.layout.zones[node.name]
                if place.pile:
                    return self.gathered(node, words)
                owner = "0" if node.owner is None else self.need(node.owner)
                name = zone_name(node.name)
                return [f"s[{name}{word or ''} + {owner}]" for word in range(words)]
            case All(what="active"):
                return ["active"]
            case All(what=what):
                size = len(self.rules.cards) if what == "cards" else self.elem_count(elem)
                return full_words(size, words)
            case Members(team=team):
                masks = [sum(1 << seat for seat in group) for group in self.rules.teams]
                return [f"{self.tables.add(masks, 'TEAMS')}[{self.need(team)}]"]
            case Local(id=id):
                base = self.bindings.get(id, id)
                return [f"{base}_{word}" if word else base for word in range(words)]
            case Starting(base=base):
                return self.mask(base)
            case Where():
                return self.where_mask(node)
            case SetLit(items=items) if all(isinstance(item, Lit) for item in items):
                values = [item.value or 0 for item in items if isinstance(item, Lit)]
                low = elem.lo if elem.kind == "int" else 0
                return bits_words([value - low for value in values], words)
            case IfElse():
                return self.chosen_mask(node, words)
            case Let():
                self.bindings[node.id] = self.let(self.scalar(node.value), "a")
                return self.mask(node.body)
        return self.gathered(node, words)

    def chosen_mask(self: Expressions, node: IfElse, words: int) -> list[str]:  # type: ignore[misc]
        names = [self.temp("m") for _ in range(words)]
        test = self.scalar(node.test)
        bodies = []
        for holds, branch in ((True, node.yes), (False, node.no)):
            with self.block() as inner:
                self.knows(node.test, holds)
                for name, text in zip(names, self.mask(branch), strict=True):
                    self.line(f"{name} = {text}")
            bodies.append(inner)
        self.out.append(If(test, bodies[0], bodies[1]))
        return names

    def gathered(self: Expressions, node: Node, words: int) -> list[str]:  # type: ignore[misc]
        """The mask of a set that is walked element by element."""
        elem = node.type.elem
        assert elem is not None
        names = [self.temp("m") for _ in range(words)]
        for name in names:
            self.line(f"{name} = 0")
        low = elem.lo if elem.kind == "int" else 0
        if isinstance(node, Query) and node.op == "gather":

            def union(element: str) -> None:
                self.bindings[node.id] = element
                for name, text in zip(names, self.mask(node.arg), strict=True):
                    self.line(f"{name} |= {text}")

            self.iterate(node.base, union)
            return names
        if isinstance(node, Query):

            def distinct(element: str) -> None:
                self.bindings[node.id] = element
                self.add_bit(names, self.need(node.arg), low)

            self.iterate(node.base, distinct)
            return names
        self.iterate(node, lambda element: self.add_bit(names, element, low))
        return names

    def add_bit(self: Expressions, names: list[str], element: str, low: int = 0) -> None:  # type: ignore[misc]
        index = element if not low else f"({element} - {low})" if low > 0 else f"({element} + {-low})"
        if len(names) == 1:
            self.line(f"{names[0]} |= 1 << {index}")
            return
        index = self.let(index)
        for word, name in enumerate(names):
            test = f"{index} < {BITS * (word + 1)}" if word == 0 else f"{BITS * word} <= {index} < {BITS * (word + 1)}"
            shift = index if word == 0 else f"({index} - {BITS * word})"
            self.out.append(If(test, [Line(f"{name} |= 1 << {shift}")]))

    def where_mask(self: Expressions, node: Where) -> list[str]:  # type: ignore[misc]
        base = node.base
        elem = node.type.elem
        assert elem is not None
        if elem.kind == "card":
            test = self.predicate(node.test, node.id)
            if test is not None:
                if not (isinstance(base, ZoneRef) and self.layout.zones[base.name].pile) and not isinstance(base, Trick):
                    return [f"({a} & {b})" for a, b in zip(self.mask(base), test, strict=True)]
                return [f"({a} & {b})" for a, b in zip(self.gathered(base, len(test)), test, strict=True)]
        return self.gathered(node, self.elem_words(elem))

    # -- walking

    def iterate(self: Expressions, node: Node, each: Each) -> None:  # type: ignore[misc]
        """Emits a loop that calls `each` with every element, in the set's order."""
        elem = node.type.elem
        assert elem is not None
        match node:
            case Where():

                def tested(element: str) -> None:
                    self.bindings[node.id] = element
                    test = self.scalar(node.test)
                    with self.block() as inner:
                        self.knows(node.test, True)
                        each(element)
                    self.out.append(If(test, inner))

                self.iterate(node.base, tested)
            case ZoneRef() if self.layout.zones[node.name].pile:
                self.iterate_pile(node, each)
            case Trick(which="trick"):
                index, card = self.temp("i"), self.temp("c")
                self.loop(f"for {index} in range(tn):", lambda: self._named(card, f"s[TRICK + {index}]", each))
            case Trick():
                self.layout.array("LAST", self.rules.players)
                self.layout.scalar("last_tn")
                index, card = self.temp("i"), self.temp("c")
                self.loop(f"for {index} in range(last_tn):", lambda: self._named(card, f"s[LAST + {index}]", each))
            case All(what="players" | "teams"):
                seat = self.temp("p")
                self.loop(f"for {seat} in range({self.elem_count(elem)}):", lambda: each(seat))
            case All(what=what) if what != "active":
                value = self.temp("e")
                size = len(self.rules.cards) if what == "cards" else self.elem_count(elem)
                self.loop(f"for {value} in range({size}):", lambda: each(value))
            case Starting():
                self.iterate_seats(node, each)
            case RangeOf(low=low, high=high):
                value = self.temp("k")
                first, last = self.need(low), self.need(high)
                self.loop(f"for {value} in range({first}, {last} + 1):", lambda: each(value))
            case SetLit(items=items) if elem.kind == "int":
                value = self.temp("k")
                texts = list(dict.fromkeys(self.need(item) for item in items))
                if texts:
                    self.loop(f"for {value} in ({', '.join(texts)},):", lambda: each(value))
            case SetLit(items=items) if not all(isinstance(item, Lit) for item in items):
                names = [self.temp("m") for _ in range(self.elem_words(elem))]
                for name in names:
                    self.line(f"{name} = 0")
                for item in items:
                    self.add_bit(names, self.need(item))
                self.iterate_mask(names, each)
            case Let():
                self.bindings[node.id] = self.let(self.scalar(node.value), "a")
                self.iterate(node.body, each)
            case _:
                low_value = elem.lo if elem.kind == "int" else 0
                if low_value:
                    self.iterate_mask(self.mask(node), lambda element: each(f"({element} + {low_value})"))
                else:
                    self.iterate_mask(self.mask(node), each)

    def _named(self: Expressions, name: str, text: str, each: Each) -> None:  # type: ignore[misc]
        self.line(f"{name} = {text}")
        each(name)

    def iterate_mask(self: Expressions, words: list[str], each: Each) -> None:  # type: ignore[misc]
        for word, text in enumerate(words):
            mask, card = self.temp("m"), self.temp("c")
            self.line(f"{mask} = {text}")

            def body(mask: str = mask, card: str = card, word: int = word) -> None:
                shift = f" + {BITS * word - 1}" if word else " - 1"
                self.line(f"{card} = blen({mask} & -{mask}){shift}")
                self.line(f"{mask} &= {mask} - 1")
                each(card)

            self.loop(f"while {mask}:", body)

    def iterate_pile(self: Expressions, node: ZoneRef, each: Each) -> None:  # type: ignore[misc]
        start, count = self.pile(node)
        index, card = self.temp("i"), self.temp("c")
        self.loop(
            f"for {index} in range({count} - 1, -1, -1):",
            lambda: self._named(card, f"s[{start} + {index}]", each),
        )

    def pile(self: Expressions, node: ZoneRef) -> tuple[str, str]:  # type: ignore[misc]
        """(where a pile starts, how many cards it holds); the top is its last place."""
        name = zone_name(node.name)
        if node.owner is None:
            return name, f"n_{node.name}"
        owner = self.let(self.need(node.owner))
        capacity = self.layout.zones[node.name].capacity
        return f"{name} + {owner} * {capacity}", f"s[N_{name} + {owner}]"

    def iterate_seats(self: Expressions, node: Starting, each: Each) -> None:  # type: ignore[misc]
        seat = self.temp("p")
        count = self.rules.players
        everyone = isinstance(node.base, All) and (node.base.what == "players" or not self.eliminates)
        mask = "" if everyone else self.let(self.mask(node.base)[0], "m")
        self.line(f"{seat} = {self.need(node.first)}")

        def body() -> None:
            if everyone:
                each(seat)
            else:
                with self.block() as inner:
                    each(seat)
                self.out.append(If(f"({mask} >> {seat}) & 1", inner))
            self.line(f"{seat} = {seat} + 1 if {seat} < {count - 1} else 0")

        self.loop(f"for {self.temp('i')} in range({count}):", body)

    # -- questions

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
            counted = self.counted_in_trick(node)
            if counted is not None:
                return counted
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
            self.iterate(base, lambda element: self.out.append(If(f"{found} == {missing}", [Line(f"{found} = {element}")])))
        return found

    def unordered(self: Expressions, node: Node) -> bool:  # type: ignore[misc]
        """Whether the first element is simply the lowest."""
        while isinstance(node, Where):
            node = node.base
        if isinstance(node, ZoneRef):
            return not self.layout.zones[node.name].pile
        return isinstance(node, All | Members | Local)


def full_words(size: int, words: int) -> list[str]:
    """The mask of all of `size` values."""
    found: list[str] = []
    for word in range(words):
        count = min(BITS, max(0, size - BITS * word))
        found.append(str((1 << count) - 1))
    return found


def bits_words(bits: list[int], words: int) -> list[str]:
    """The mask of some bits."""
    values = [0] * words
    for bit in bits:
        values[bit // BITS] |= 1 << (bit % BITS)
    return [str(value) for value in values]
