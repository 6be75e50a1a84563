"""Decisions: what a seat may choose, and what its choice leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.compiler.ir import Break, Decide, If, Line, Loop, shown, stops
from tricktaker.compiler.layout import BITS, words_for
from tricktaker.compiler.moments import EV_LACKS, EV_LINE, EV_NOTHING
from tricktaker.compiler.sites import Site, put
from tricktaker.expr.nodes import Lit, Local, Node, SetLit, VarRef, Where
from tricktaker.expr.types import Type
from tricktaker.model import Cascade
from tricktaker.model import Line as CascadeLine
from tricktaker.model import steps as m
from tricktaker.model.visibility import is_public, public_part

if TYPE_CHECKING:
    from tricktaker.compiler.statements import Statements

LINE_KINDS = ("must", "only", "always")


class Decisions:
    """Part of the emitter: `choose`."""

    def site(self: Statements, kind: str, step: m.Choose) -> Site:  # type: ignore[misc]
        site = Site(
            len(self.sites), kind, step.ask, step.rule, self.secret, step.optional, step.span, unseen=step.unseen
        )
        for into in (step.target, *(entry.target for entry in step.menu)):
            if into is not None and self.rules.names.vars[into.name].see != "everyone":
                site.hidden = True
        self.sites.append(site)
        return site

    # -- what can be chosen

    def listed(self: Statements, base: Node) -> list[int] | None:  # type: ignore[misc]
        """The values of a written set of numbers, below any `where`."""
        while isinstance(base, Where):
            base = base.base
        elem = base.type.elem
        if elem is not None and elem.kind == "int" and isinstance(base, SetLit):
            if all(isinstance(item, Lit) for item in base.items):
                return sorted({item.value or 0 for item in base.items if isinstance(item, Lit)})
        return None

    def choices(self: Statements, base: Node) -> tuple[list[str], list[int]]:  # type: ignore[misc]
        """(words of the set, the value that each bit stands for)."""
        elem = base.type.elem
        assert elem is not None
        values = self.listed(base)
        if values is None:
            words = [self.let(word, "m") for word in self.mask(base)]
            low = elem.lo if elem.kind == "int" else 0
            size = len(self.rules.cards) if elem.kind == "card" else self.elem_count(elem)
            return words, list(range(low, low + size))
        names = [self.temp("m") for _ in range(words_for(len(values)))]
        for name in names:
            self.line(f"{name} = 0")
        tests: list[Where] = []
        node = base
        while isinstance(node, Where):
            tests.append(node)
            node = node.base
        table = self.tables.add(values, "LIST")
        place, value = self.temp("i"), self.temp("k")

        def body() -> None:
            self.line(f"{value} = {table}[{place}]")

            def passed(rest: list[Where]) -> None:
                if not rest:
                    self.add_bit(names, place)
                    return
                self.bindings[rest[-1].id] = value
                test = self.scalar(rest[-1].test)
                self.when(test, lambda: passed(rest[:-1]))

            passed(tests)

        self.loop(f"for {place} in range({len(values)}):", body)
        return names, values

    def value_text(self: Statements, elem: Type, value: int) -> str:  # type: ignore[misc]
        """A value as people write it."""
        if elem.kind == "card":
            return self.rules.cards[value].name
        if elem.kind == "player":
            return f"seat {value}"
        if elem.kind == "team":
            return f"team {value}"
        if elem.kind == "symbol":
            return self.rules.names.domains[elem.name].labels[value].replace("_", " ")
        return str(value)

    def cascade(self: Statements, cascade: Cascade, words: list[str], into: list[str] | None = None) -> list[str]:  # type: ignore[misc]
        """Narrows candidates line by line (in the names `into`); each line's outcome is an event for explanations."""
        names = into or [self.temp("legal") for _ in words]
        always = [self.temp("also") for _ in words] if any(line.kind == "always" for line in cascade.lines) else []
        for name, word in zip(names, words, strict=True):
            if name != word:
                self.line(f"{name} = {word}")
        for also in always:
            self.line(f"{also} = 0")
        start = [self.temp("all") for _ in words] if always else []
        for name, word in zip(start, words, strict=False):
            self.line(f"{name} = {word}")
        for line in cascade.lines:
            self.comment(line.span)

            open_condition = line.condition is None or self.open_to_all(line.condition)

            def narrowed(line: CascadeLine = line, open_condition: bool = open_condition) -> None:
                if line.condition is not None:
                    self.knows(line.condition, True)
                if line.kind == "always":
                    passing = self.passing(line.test, line.id, start)
                    if open_condition:
                        self.proof(line)
                    for also, word in zip(always, passing, strict=True):
                        self.line(f"{also} |= {word}")
                    self.event(EV_LINE, self.line_number(line), *names)
                    return
                passing = [self.let(word, "t") for word in self.passing(line.test, line.id, names)]
                if open_condition:
                    self.proof(line)
                keep = [Line(f"{name} = {word}") for name, word in zip(names, passing, strict=True)]
                if line.kind == "must":
                    self.out.append(If(" | ".join(passing), [*keep]))
                else:
                    self.out.extend(keep)
                self.event(EV_LINE, self.line_number(line), *names)

            if line.condition is None:
                narrowed()
                continue
            if not open_condition:
                # Whether the line applies is hidden: it is noted either way, and that nothing is known of it.
                self.unproven(line)
            test = self.scalar(line.condition)
            if test == "True":
                narrowed()
            elif test != "False":
                self.when(test, narrowed)
        for name, also in zip(names, always, strict=False):
            self.line(f"{name} |= {also}")
        return names

    def open_to_all(self: Statements, node: Node) -> bool:  # type: ignore[misc]
        return is_public(node, self.rules, self.open_zones)

    def proof(self: Statements, line: CascadeLine) -> None:  # type: ignore[misc]
        """Notes for explanations of a play what everyone can tell of a line: its cards, exactly or at most.

        An event of `EV_LACKS`: kind of line (0 must, 1 only, 2 always), whether the mask is exact, the mask.
        """
        if not self.proving:
            return
        part = public_part(line.test, self.rules, self.open_zones)
        with self.block() as body:
            mask = None if part is None else self.predicate(part, line.id)
        if mask is None or any(stops(stmt) for stmt in body):
            self.unproven(line)
            return
        self.out.extend(shown(body))
        self.event(EV_LACKS, LINE_KINDS.index(line.kind), int(part == line.test), *mask)

    def unproven(self: Statements, line: CascadeLine) -> None:  # type: ignore[misc]
        """Notes a line of which nobody can tell which cards pass."""
        if self.proving:
            self.event(EV_LACKS, LINE_KINDS.index(line.kind), 0, *["-1"] * self.layout.words)

    def line_number(self: Statements, line: CascadeLine) -> int:  # type: ignore[misc]
        """A cascade line's place among all lines, for explanations."""
        if line not in self.cascade_lines:
            self.cascade_lines.append(line)
        return self.cascade_lines.index(line)

    def passing(self: Statements, test: Node, id: str, words: list[str]) -> list[str]:  # type: ignore[misc]
        """The candidates that pass a test."""
        mask = self.predicate(test, id)
        if mask is not None:
            return [f"{word} & {part}" for word, part in zip(words, mask, strict=True)]
        names = [self.temp("m") for _ in words]
        for name in names:
            self.line(f"{name} = 0")

        def each(card: str) -> None:
            self.bindings[id] = card
            condition = self.scalar(test)
            with self.block() as inner:
                self.add_bit(names, card)
            self.out.append(If(condition, inner))

        self.iterate_mask(words, each)
        return names

    def one_of_each(self: Statements, words: list[str]) -> list[str]:  # type: ignore[misc]
        """Of cards that nobody can tell apart only the lowest: they are one action."""
        groups: dict[tuple[object, ...], list[int]] = {}
        for code, play in enumerate(self.rules.plays):
            card = self.rules.cards[play.card]
            groups.setdefault((card.name, play.way), []).append(code)
        twins = [group for group in groups.values() if len(group) > 1]
        if not twins:
            return words
        names = [self.temp("m") for _ in words]
        for name, word in zip(names, words, strict=True):
            # Never in place: a word may be a set that goes by a name in the rules.
            self.line(f"{name} = {word}")
        if len(words) == 1 and all(group[-1] < BITS for group in twins):
            name = names[0]
            for group in twins:
                mask = sum(1 << code for code in group)
                self.line(f"{name} = ({name} & ~{mask}) | ({name} & {mask} & -({name} & {mask}))")
            return names
        for group in twins:
            seen = self.temp("seen")
            self.line(f"{seen} = 0")
            for code in group:
                name, bit = names[code // BITS], 1 << (code % BITS)
                self.out.append(If(f"{name} & {bit}", [If(seen, [Line(f"{name} &= ~{bit}")], [Line(f"{seen} = 1")])]))
        return names

    # -- choosing a value

    def do_choose(self: Statements, step: m.Choose) -> None:  # type: ignore[misc]
        me = self.layout.scalar(step.me_id)
        if not (isinstance(step.who, Local) and step.who.id == step.me_id):
            self.line(f"{me} = {self.need(step.who)}")
        if step.menu:
            self.menu(step)
        elif step.count is not None:
            self.several(step)
        elif step.base is not None:
            self.single(step)

    def base_words(self: Statements, step: m.Choose) -> tuple[list[str], list[int]]:  # type: ignore[misc]
        assert step.base is not None
        words, values = self.choices(step.base)
        if step.cascade is not None:
            words = self.cascade(step.cascade, words)
        return [self.let(word, "m") for word in words], values

    def describe(self: Statements, site: Site, step: m.Choose, values: list[int], decline: int | None) -> None:  # type: ignore[misc]
        assert step.base is not None and step.base.type.elem is not None
        elem = step.base.type.elem
        for bit, value in enumerate(values):
            if step.unseen:
                put(site.options, bit, self.actions.add(f"{step.verb} number {bit + 1}"))
                continue
            text = f"{step.verb} {self.value_text(elem, value)}"
            put(site.options, bit, self.actions.add(text, value if elem.kind == "card" else None))
        if decline is not None:
            put(site.options, decline, self.actions.add("decline"))
        site.words = words_for(len(site.options))

    def with_decline(self: Statements, words: list[str], count: int, optional: bool) -> tuple[list[str], int | None]:  # type: ignore[misc]
        if not optional:
            return words, None
        word = count // BITS
        extended = [*words, *(["0"] * (word + 1 - len(words)))]
        extended[word] = f"{extended[word]} | {1 << (count % BITS)}"
        return extended, count

    def got(self: Statements, name: str, values: list[int]) -> None:  # type: ignore[misc]
        """`choice` as the value it stands for."""
        if values == list(range(len(values))):
            self.line(f"{name} = choice")
        elif values == list(range(values[0], values[0] + len(values))):
            self.line(f"{name} = choice + {values[0]}" if values[0] > 0 else f"{name} = choice - {-values[0]}")
        else:
            self.line(f"{name} = {self.tables.add(values, 'LIST')}[choice]")

    def into(self: Statements, target: VarRef | None, name: str, elem: Type) -> None:  # type: ignore[misc]
        """Stores a chosen value in the variable of `set:`."""
        if target is None:
            return
        value: Node = Local(type=elem, id=name)
        if elem.kind == "symbol" and elem.name != target.type.name:
            from tricktaker.expr.nodes import Convert

            source = self.rules.names.domains[elem.name].labels
            positions = self.rules.names.domains[target.type.name].positions
            value = Convert(type=target.type, base=value, table=tuple(positions[label] for label in source))
        self.do_assign(m.Assign(changes=((target, value, False),), span=target.span))

    def single(self: Statements, step: m.Choose) -> None:  # type: ignore[misc]
        assert step.base is not None and step.base.type.elem is not None
        words, values = self.base_words(step)
        site = self.site("choose", step)
        hidden = [self.layout.scalar(f"{step.id}_hidden{i}") for i in range(len(words))] if step.unseen else []
        if step.unseen:
            words = self.places(words, hidden)
        elif step.base.type.elem.kind == "card":
            words = self.one_of_each(words)
        options, decline = self.with_decline(words, len(values), step.optional)
        self.describe(site, step, values, decline)
        name = self.layout.scalar(step.id)
        origin = self.origin(step.base)
        if origin is not None:
            self.origins[step.id] = origin

        def chosen() -> None:
            if step.unseen:
                self.from_hidden(name, hidden)
            else:
                self.got(name, values)
            self.into(step.target, name, step.base.type.elem)  # type: ignore[union-attr,arg-type]
            self.facts.add(Local(type=step.base.type.elem.maybe, id=step.id))  # type: ignore[union-attr]
            self.steps(step.then)

        def declined() -> None:
            self.line(f"{name} = {self.nothing(step.base)}")  # type: ignore[arg-type]
            self.steps(step.otherwise)

        def asked() -> None:
            self.out.append(Decide(site.number, step.me_id, [f"({word})" for word in options]))
            self.forget()
            if decline is None:
                chosen()
            else:
                self.when(f"choice != {decline}", chosen, declined)

        def skipped() -> None:
            if not step.otherwise:
                self.event(EV_NOTHING, step.me_id)
            declined()

        self.when(" | ".join(words), asked, skipped)

    def places(self: Statements, words: list[str], hidden: list[str]) -> list[str]:  # type: ignore[misc]
        """Cards nobody sees are chosen by number: as many places as there are cards."""
        for holder, word in zip(hidden, words, strict=True):
            if holder != word:
                self.line(f"{holder} = {word}")
        count = self.let(" + ".join(f"popc({word})" for word in words), "n")
        found: list[str] = []
        for i in range(len(words)):
            name = self.temp("m")
            inside = f"{count} - {BITS * i}" if i else count
            self.line(f"{name} = (1 << min(max({inside}, 0), {BITS})) - 1")
            found.append(name)
        return found

    def from_hidden(self: Statements, name: str, hidden: list[str]) -> None:  # type: ignore[misc]
        """Which card lies at a place is chance: a set has no order that the chooser could use."""
        left = self.temp("k")
        self.line("x = (x & 0xFFFFFFFF) * 1791398085 + (x >> 32)")
        self.line(f"{left} = ((x & 0xFFFFFFFF) * ({' + '.join(f'popc({word})' for word in hidden)})) >> 32")
        self.line(f"{name} = -1")

        def each(card: str) -> None:
            self.out.append(If(f"{left} == 0", [Line(f"{name} = {card}")]))
            self.line(f"{left} -= 1")

        self.iterate_mask(list(hidden), each)

    def nothing(self: Statements, base: Node) -> str:  # type: ignore[misc]
        elem = base.type.elem
        return str(-(1 << 62)) if elem is not None and elem.kind == "int" else "-1"

    def several(self: Statements, step: m.Choose) -> None:  # type: ignore[misc]
        """Single picks in a row; the name is the set of them."""
        assert step.base is not None and step.base.type.elem is not None and step.count is not None
        words, values = self.base_words(step)
        left = [self.layout.scalar(f"{step.id}_from{i}") for i in range(len(words))]
        elem_words = self.elem_words(step.base.type.elem)
        picked = [self.layout.scalar(f"{step.id}_{i}" if i else step.id) for i in range(elem_words)]
        count = self.layout.scalar(f"{step.id}_count")
        for holder, word in zip(left, words, strict=True):
            self.line(f"{holder} = {word}")
        for holder in picked:
            self.line(f"{holder} = 0")
        self.line(f"{count} = {self.need(step.count)}")
        origin = self.origin(step.base)
        if origin is not None:
            self.origins[step.id] = origin
        site = self.site("choose", step)
        options, decline = self.with_decline(list(left), len(values), step.optional)
        self.describe(site, step, values, decline)
        label = self.label()
        with self.block() as inner:
            empty = " and ".join(f"{holder} == 0" for holder in left)
            self.out.append(If(f"{count} <= 0 or ({empty})", [Break(label)]))
            offered = options
            if step.unseen:
                offered, decline = self.with_decline(self.places(left, left), len(values), step.optional)
            elif step.base.type.elem.kind == "card":
                offered, decline = self.with_decline(self.one_of_each(left), len(values), step.optional)
            self.out.append(Decide(site.number, step.me_id, [f"({word})" for word in offered]))
            if decline is not None:
                self.out.append(If(f"choice == {decline}", [Break(label)]))
            if step.unseen:
                value = self.layout.scalar(f"{step.id}_value")
                self.from_hidden(value, left)
                self.line(f"choice = {value}")
            for i, holder in enumerate(left):
                drop = Line(f"{holder} &= ~(1 << choice)" if not i else f"{holder} &= ~(1 << (choice - {BITS * i}))")
                if len(left) == 1:
                    self.out.append(drop)
                else:
                    self.out.append(If(f"{BITS * i} <= choice < {BITS * (i + 1)}", [drop]))
            value = self.temp("value")
            self.got(value, values)
            low = step.base.type.elem.lo if step.base.type.elem.kind == "int" else 0
            self.add_bit(picked, value, low)
            self.line(f"{count} -= 1")
        self.out.append(Loop(label, inner))
        self.forget()
        self.when(" | ".join(picked), lambda: self.steps(step.then), lambda: self.steps(step.otherwise))
