"""Menus, and decisions that all make before anything is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.compiler.ir import Decide, If, Line
from tricktaker.compiler.layout import BITS, words_for
from tricktaker.compiler.moments import EV_NOTHING
from tricktaker.compiler.sites import next_word, put
from tricktaker.expr.nodes import Local, Node
from tricktaker.model import steps as m

if TYPE_CHECKING:
    from tricktaker.compiler.statements import Statements


class Menus:
    """Part of the emitter: `menu` and `secretly`."""

    def menu(self: Statements, step: m.Choose) -> None:  # type: ignore[misc]
        site = self.site("menu", step)
        plain: list[tuple[m.Entry, int]] = []
        ranged: list[tuple[m.Entry, int, int, list[int]]] = []
        for entry in step.menu:
            if entry.base is None:
                bit = len(plain)
                plain.append((entry, bit))
                put(site.options, bit, self.actions.add(entry.name))
        decline: int | None = None
        if step.optional:
            decline = len(plain)
            put(site.options, decline, self.actions.add("decline"))
        first = "0" if not plain else self.temp("offer")
        if plain:
            self.line(f"{first} = 0")
            for entry, bit in plain:
                if entry.test is None:
                    self.line(f"{first} |= {1 << bit}")
                else:
                    test = self.scalar(entry.test)
                    self.out.append(If(test, [Line(f"{first} |= {1 << bit}")]))
        words: list[str] = [first]
        for entry in step.menu:
            if entry.base is None:
                continue
            assert entry.base.type.elem is not None
            start = max(BITS, next_word(site.options))
            names, values = self.offered(entry)
            for place, value in enumerate(values):
                text = f"{entry.name} {self.value_text(entry.base.type.elem, value)}"
                card = value if entry.base.type.elem.kind == "card" else None
                put(site.options, start + place, self.actions.add(text, card))
            ranged.append((entry, start, len(values), values))
            words += names
            origin = self.origin(entry.base)
            if origin is not None:
                self.origins[entry.id] = origin
        site.words = len(words)
        while len(words) < words_for(len(site.options)):
            words.append("0")
        site.words = len(words)

        def asked() -> None:
            offered = list(words)
            if decline is not None:
                offered[0] = f"{offered[0]} | {1 << decline}"
            self.out.append(Decide(site.number, step.me_id, [f"({word})" for word in offered]))
            self.forget()
            self.dispatch(step, plain, ranged, decline)

        def skipped() -> None:
            if not step.otherwise:
                self.event(EV_NOTHING, step.me_id)
            self.steps(step.otherwise)

        self.when(" | ".join(words), asked, skipped)

    def offered(self: Statements, entry: m.Entry) -> tuple[list[str], list[int]]:  # type: ignore[misc]
        assert entry.base is not None
        if entry.test is None:
            words, values = self.distinct(entry.base)
            return [self.let(word, "m") for word in words], values
        names: list[str] = []
        values = []
        test = self.scalar(entry.test)
        with self.block() as inner:
            self.knows(entry.test, True)
            words, values = self.distinct(entry.base)
            names = [self.temp("offer") for _ in words]
            for name, word in zip(names, words, strict=True):
                self.line(f"{name} = {word}")
        for name in names:
            self.line(f"{name} = 0")
        self.out.append(If(test, inner))
        return names, values

    def distinct(self: Statements, base: Node) -> tuple[list[str], list[int]]:  # type: ignore[misc]
        """What a range of a menu offers, each thing once."""
        words, values = self.choices(base)
        if base.type.elem is not None and base.type.elem.kind == "card":
            words = self.one_of_each(words)
        return words, values

    def dispatch(  # type: ignore[misc]
        self: Statements,
        step: m.Choose,
        plain: list[tuple[m.Entry, int]],
        ranged: list[tuple[m.Entry, int, int, list[int]]],
        decline: int | None,
    ) -> None:
        cases: list[tuple[str, object]] = []
        for entry, bit in plain:
            cases.append((f"choice == {bit}", lambda entry=entry: self.steps(entry.then)))
        for entry, start, size, values in ranged:

            def picked(entry: m.Entry = entry, start: int = start, values: list[int] = values) -> None:
                assert entry.base is not None and entry.base.type.elem is not None
                name = self.layout.scalar(entry.id)
                if values == list(range(len(values))):
                    self.line(f"{name} = choice - {start}")
                elif values == list(range(values[0], values[0] + len(values))):
                    self.line(f"{name} = choice - {start - values[0]}")
                else:
                    self.line(f"{name} = {self.tables.add(values, 'LIST')}[choice - {start}]")
                self.into(entry.target, name, entry.base.type.elem)
                self.steps(entry.then)

            cases.append((f"{start} <= choice < {start + size}", picked))
        if decline is not None:
            cases.append((f"choice == {decline}", lambda: self.steps(step.otherwise)))

        def chain(rest: list[tuple[str, object]]) -> None:
            if not rest:
                return
            test, act = rest[0]
            assert callable(act)
            self.when(test, act, (lambda: chain(rest[1:])) if rest[1:] else None)

        chain(cases)
        if step.then:
            if decline is None:
                self.steps(step.then)
            else:
                self.when(f"choice != {decline}", lambda: self.steps(step.then))

    # -- all answer before anything happens

    def do_secret(self: Statements, step: m.Each) -> None:  # type: ignore[misc]
        choose = step.do[0]
        assert isinstance(choose, m.Choose)
        players = self.rules.players
        label, again = self.label(), self.label()
        me = self.layout.scalar(step.id)
        base = choose.base
        assert base is not None and base.type.elem is not None
        holders = 1 if choose.count is None else self.elem_words(base.type.elem)
        arrays = [self.layout.array(f"SECRET_{choose.id}_{i}", players) for i in range(holders)]
        first = m.Choose(
            who=choose.who, me_id=choose.me_id, base=choose.base, count=choose.count, id=choose.id,
            optional=choose.optional, unseen=choose.unseen, cascade=choose.cascade, verb=choose.verb,
            ask=choose.ask, span=choose.span, rule=choose.rule,
        )  # fmt: skip
        if choose.menu:
            self.out.append(self.fault("a menu can't be secret", step.span))
            return

        def answer() -> None:
            outer, self.secret = self.secret, True
            self.do_choose(first)
            self.secret = outer
            for i, array in enumerate(arrays):
                holder = f"{choose.id}_{i}" if i else choose.id
                self.line(f"s[{array} + {me}] = {holder}")

        def act() -> None:
            assert base is not None and base.type.elem is not None
            for i, array in enumerate(arrays):
                holder = f"{choose.id}_{i}" if i else choose.id
                self.line(f"{self.layout.scalar(holder)} = s[{array} + {me}]")
            if not (isinstance(choose.who, Local) and choose.who.id == choose.me_id):
                self.line(f"{self.layout.scalar(choose.me_id)} = {self.need(choose.who)}")
            elem = base.type.elem

            def then() -> None:
                if choose.count is None:
                    self.into(choose.target, choose.id, elem)
                self.steps(choose.then)

            test = (
                f"{choose.id} >= 0"
                if choose.count is None
                else " | ".join(f"{choose.id}_{i}" if i else choose.id for i in range(holders))
            )
            if elem.kind == "int" and choose.count is None:
                test = f"{choose.id} > {-(1 << 62)}"
            self.when(test, then, (lambda: self.steps(choose.otherwise)) if choose.otherwise else None)

        self.each_seat(step.base, me, label, answer)
        self.each_seat(step.base, me, again, act)
