"""Sets: as bit masks where that is enough, element by element where order or a question needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tricktaker.compiler.emission import TooLarge
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
MOST_WORDS = 32
"""Words of a set of numbers."""


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
        if elem.kind == "card":
            return self.layout.words
        words = words_for(self.elem_count(elem))
        if words > MOST_WORDS:
            raise TooLarge(self.span, "a set of numbers that lie too far apart")
        return words

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
                if not (isinstance(base, ZoneRef) and self.layout.zones[base.name].pile) and not isinstance(
                    base, Trick
                ):
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
