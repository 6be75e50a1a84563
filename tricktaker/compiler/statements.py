"""Steps as statements."""

from __future__ import annotations

from dataclasses import dataclass, field

from tricktaker.compiler.decisions import Decisions
from tricktaker.compiler.expressions import Expressions
from tricktaker.compiler.ir import Break, If, Line, Loop
from tricktaker.compiler.menus import Menus
from tricktaker.compiler.moments import EV_ELIMINATE, EV_SET, EV_STEP
from tricktaker.compiler.movement import Movement
from tricktaker.compiler.sites import Actions, Site
from tricktaker.compiler.trick_end import TrickEnd
from tricktaker.compiler.tricks import TrickPlay
from tricktaker.diagnostics import Span
from tricktaker.expr.nodes import (
    All,
    Let,
    Node,
    Query,
    RangeOf,
    Starting,
    TableRef,
    VarRef,
    Where,
    children,
)
from tricktaker.model import Line as CascadeLine
from tricktaker.model import Variable
from tricktaker.model import steps as m
from tricktaker.model.steps import Step, Steps
from tricktaker.model.walking import all_steps


@dataclass(slots=True)
class Statements(Decisions, Menus, TrickPlay, TrickEnd, Movement, Expressions):
    """Turns steps into statements of the program."""

    sites: list[Site] = field(default_factory=list)
    actions: Actions = field(default_factory=Actions)
    origins: dict[str, Node] = field(default_factory=dict)
    """Where the cards lie that locals stand for, as long as nothing has moved since they were chosen."""
    outcomes: list[tuple[str, str]] = field(default_factory=list)
    labels: int = 0
    round_label: int = 0
    game_label: int = 0
    tricks_labels: list[int] = field(default_factory=list)
    secret: bool = False
    proving: bool = False
    """Whether a cascade of plays is emitted: what its lines prove about hands is noted."""
    open_zones: frozenset[str] = frozenset()
    fresh_decks: set[str] = field(default_factory=set)
    """Decks that the next shuffle lays out anew: nothing has been taken from them."""
    cascade_lines: list[CascadeLine] = field(default_factory=list)
    reached: dict[Span, int] = field(default_factory=dict)
    """The number of each step, by its place in the file."""
    weights: list[tuple[int, Span]] = field(default_factory=list)
    """How many lines each step became."""
    node_list: list[Node] = field(default_factory=list)

    def reset(self, variable: Variable) -> None:
        """A variable takes its start value."""
        raise NotImplementedError

    def label(self) -> int:
        self.labels += 1
        return self.labels

    def steps(self, steps: Steps) -> None:
        for step in steps:
            before = self.lines
            self.step(step)
            if step.span is not None:
                self.weights.append((self.lines - before, step.span))

    def largest(self) -> Span | None:
        """The place of the innermost step that makes up half of the program, else of the largest."""
        half = [(lines, span) for lines, span in self.weights if 2 * lines >= self.lines]
        if half:
            return min(half, key=lambda found: found[0])[1]
        return max(self.weights, key=lambda found: found[0])[1] if self.weights else self.span

    def step(self, step: Step) -> None:
        self.comment(step.span)
        if step.span is not None:
            self.event(EV_STEP, self.reached.setdefault(step.span, len(self.reached)))
        match step:
            case m.Assign():
                self.do_assign(step)
                self.forget()
            case m.Branch():
                self.do_branch(step)
                self.forget()
            case m.Move():
                self.do_move(step)
                self.forget()
                self.origins.clear()
            case m.Deal():
                self.do_deal(step)
                self.forget()
                self.origins.clear()
            case m.Shuffle():
                self.do_shuffle(step)
                self.forget()
            case m.Swap():
                self.do_swap(step)
                self.forget()
                self.origins.clear()
            case m.Show():
                self.do_show(step)
            case m.Draw():
                self.do_draw(step)
            case m.Choose():
                self.do_choose(step)
                self.forget()
            case m.Each():
                self.may_move(step)
                self.do_each(step)
                self.forget()
            case m.Repeat():
                self.may_move(step)
                self.do_repeat(step)
                self.forget()
            case m.Tricks():
                self.do_tricks(step)
                self.forget()
            case m.Call():
                if step.by is not None:
                    self.line(f"{self.layout.scalar(step.me_id)} = {self.need(step.by)}")
                self.steps(step.do)
            case m.End():
                self.do_end(step)
            case m.Eliminate():
                self.do_eliminate(step)
                self.forget()
                self.origins.clear()
            case _:
                raise AssertionError(step)

    def may_move(self, loop: Step) -> None:
        """A pass of a loop can't rely on where cards lay before the loop, if the passes move any."""
        if any(isinstance(step, m.Move | m.Deal | m.Swap | m.Eliminate) for step in all_steps((loop,))):
            self.origins.clear()

    def stored(self, node: Node, optional: bool) -> str:
        """A value in the form variables hold it."""
        text = self.scalar(node) if optional else self.need(node)
        if node.type.kind != "bool":
            return text
        return {"True": "1", "False": "0"}.get(text, f"(1 if {text} else 0)")

    def do_assign(self, step: m.Assign) -> None:
        pending: list[tuple[VarRef, str, str, str]] = []
        single = len(step.changes) == 1
        self.uncounted = self.amounts(tuple(value for _, value, _ in step.changes), set())
        for target, value, adding in step.changes:
            index = self.flat_index(target) if target.index else "0"
            if not single and target.index:
                index = self.kept(index)
            place = f"s[V_{target.name} + {index}]" if target.index else f"v_{target.name}"
            text = self.stored(value, target.type.optional)
            kind = target.type
            if adding:
                text = f"{place} + {text}"
                low, high = kind.lo + value.type.lo, kind.hi + value.type.hi
            else:
                low, high = value.type.lo, value.type.hi
            if kind.kind == "int" and (low < kind.lo or high > kind.hi):
                text = self.kept(text)
                none = f"{text} > {-(1 << 62)} and " if kind.optional else ""
                tests = []
                if low < kind.lo:
                    tests.append(f"{text} < {kind.lo}")
                if high > kind.hi:
                    tests.append(f"{text} > {kind.hi}")
                bad = f"{none}({' or '.join(tests)})" if none else " or ".join(tests)
                self.check(bad, f"`{target.name}` leaves its range {kind.lo}..{kind.hi}", target.span or step.span)
            elif not single:
                text = self.kept(text)
            pending.append((target, index, place, text))
        self.uncounted = set()
        names = [variable.decl.name for variable in self.rules.variables]
        for target, index, place, text in pending:
            self.line(f"{place} = {text}")
            self.event(EV_SET, names.index(target.name), index, place)

    def amounts(self, values: tuple[Node, ...], cards: set[str]) -> set[Node]:
        """The look-ups in printed tables that values are made of.

        Not those made for each of many `cards` (what a card is worth): how often these are is the compiler's affair.
        """
        found: set[Node] = set()
        for value in values:
            if isinstance(value, TableRef) and not self._mentions(value, cards):
                found.add(value)
            inner = cards
            if isinstance(value, Where | Query) and value.base.type.elem is not None:
                if value.base.type.elem.kind == "card":
                    inner = cards | {value.id}
            elif isinstance(value, Let) and self._mentions(value.value, cards):
                inner = cards | {value.id}
            found |= self.amounts(tuple(children(value)), inner)
        return found

    def kept(self, text: str) -> str:
        """A value as it is now, whatever changes afterwards."""
        if text.strip("-()").isdigit():
            return text
        name = self.temp("t")
        self.line(f"{name} = {text}")
        return name

    def do_branch(self, step: m.Branch) -> None:
        test = self.scalar(step.test)

        def then() -> None:
            self.knows(step.test, True)
            self.steps(step.then)

        def otherwise() -> None:
            self.knows(step.test, False)
            self.steps(step.otherwise)

        self.when(test, then, otherwise if step.otherwise else None)

    def do_draw(self, step: m.Draw) -> None:
        elem = step.base.type.elem
        assert elem is not None
        name = self.layout.scalar(step.id)
        words = [self.let(word, "m") for word in self.mask(step.base)]
        count, k = self.temp("n"), self.temp("k")
        self.line(f"{count} = {' + '.join(f'popc({word})' for word in words)}")
        self.check(f"{count} == 0", "nothing to pick from by chance", step.span)
        self.line("x = (x & 0xFFFFFFFF) * 1791398085 + (x >> 32)")
        self.line(f"{k} = ((x & 0xFFFFFFFF) * {count}) >> 32")
        self.line(f"{name} = -1")

        def each(value: str) -> None:
            self.out.append(If(f"{k} == 0", [Line(f"{name} = {value}")]))
            self.line(f"{k} -= 1")

        self.iterate_mask(words, each)
        if elem.kind == "int" and elem.lo:
            self.line(f"{name} += {elem.lo}")
        base = self.origin(step.base)
        if base is not None:
            self.origins[step.id] = base

    def do_each(self, step: m.Each) -> None:
        if step.secretly:
            self.do_secret(step)
            return
        elem = step.base.type.elem
        assert elem is not None
        label = self.label()
        name = self.layout.scalar(step.id)

        def one() -> None:
            if step.until is not None:
                test = self.scalar(step.until)
                self.out.append(If(test, [Break(label)]))
            self.steps(step.do)

        if elem.kind == "player":
            self.each_seat(step.base, name, label, one)
            return
        if isinstance(step.base, RangeOf):
            last = self.layout.scalar(f"{step.id}_last")
            following = self.layout.scalar(f"{step.id}_next")
            self.line(f"{following} = {self.need(step.base.low)}")
            self.line(f"{last} = {self.need(step.base.high)}")
            with self.block() as inner:
                self.out.append(If(f"{following} > {last}", [Break(label)]))
                self.line(f"{name} = {following}")
                self.line(f"{following} += 1")
                self.forget()
                one()
            self.out.append(Loop(label, inner))
            return
        words = self.mask(step.base)
        left = [self.layout.scalar(f"{step.id}_left{number}") for number in range(len(words))]
        for holder, word in zip(left, words, strict=True):
            self.line(f"{holder} = {word}")
        with self.block() as inner:
            self.out.append(If(" and ".join(f"{holder} == 0" for holder in left), [Break(label)]))
            self.lowest(left, name)
            if elem.kind == "int" and elem.lo:
                self.line(f"{name} += {elem.lo}")
            self.forget()
            one()
        self.out.append(Loop(label, inner))

    def lowest(self, left: list[str], name: str) -> None:
        """Takes the lowest bit of a set into `name`."""
        body: list[Line | If] = [
            Line(f"{name} = blen({left[-1]} & -{left[-1]}) - 1 + {63 * (len(left) - 1)}"),
            Line(f"{left[-1]} &= {left[-1]} - 1"),
        ]
        for number in range(len(left) - 2, -1, -1):
            holder = left[number]
            first: list[Line | If] = [
                Line(f"{name} = blen({holder} & -{holder}) - 1 + {63 * number}"),
                Line(f"{holder} &= {holder} - 1"),
            ]
            body = [If(f"{holder}", [*first], [*body])]
        self.out.extend(body)

    def each_seat(self, base: Node, name: str, label: int, one: object) -> None:
        """A loop over players in order; decisions may be inside."""
        assert callable(one)
        count = self.rules.players
        following = self.layout.scalar(f"{name}_next")
        passes = self.layout.scalar(f"{name}_n")
        ordered = base
        while isinstance(ordered, Where):
            ordered = ordered.base
        first = ordered.first if isinstance(ordered, Starting) else None
        inner_base = base.base if isinstance(base, Starting) else base
        everyone = isinstance(inner_base, All) and (inner_base.what == "players" or not self.eliminates)
        mask = ""
        if not everyone:
            mask = self.layout.scalar(f"{name}_among")
            self.line(f"{mask} = {self.mask(base)[0]}")
        self.line(f"{following} = {'0' if first is None else self.need(first)}")
        self.line(f"{passes} = 0")
        with self.block() as inner:
            self.out.append(If(f"{passes} == {count}", [Break(label)]))
            self.line(f"{name} = {following}")
            self.line(f"{following} = {following} + 1 if {following} < {count - 1} else 0")
            self.line(f"{passes} += 1")
            self.forget()
            if everyone:
                one()
            else:
                self.when(f"({mask} >> {name}) & 1", one)
        self.out.append(Loop(label, inner))

    def do_repeat(self, step: m.Repeat) -> None:
        label = self.label()
        left = self.layout.scalar(f"repeat_{label}")
        self.line(f"{left} = {self.need(step.most)}")
        with self.block() as inner:
            if step.until is not None:
                self.out.append(If(self.scalar(step.until), [Break(label)]))
                self.check(f"{left} <= 0", "the loop ran out before its `until` held", step.span)
            else:
                self.out.append(If(f"{left} <= 0", [Break(label)]))
            self.line(f"{left} -= 1")
            self.forget()
            self.steps(step.do)
        self.out.append(Loop(label, inner))

    def do_end(self, step: m.End) -> None:
        if step.what == "tricks":
            if self.tricks_labels:
                self.out.append(Break(self.tricks_labels[-1]))
            return
        if step.what == "round":
            self.out.append(Break(self.round_label))
            return
        if step.what == "redeal":
            self.line(f"{self.layout.scalar('redeal')} = 1")
            self.out.append(Break(self.round_label))
            return
        outcome = (step.what, step.why or "")
        if outcome not in self.outcomes:
            self.outcomes.append(outcome)
        self.line(f"outcome = {self.outcomes.index(outcome) + 1}")
        self.out.append(Break(self.game_label))

    def do_eliminate(self, step: m.Eliminate) -> None:
        seat = self.let(self.need(step.player), "seat")
        if step.cards_to is None:
            self.line(f"leaving |= 1 << {seat}")
        else:
            self.line(f"active &= ~(1 << {seat})")
            to = step.cards_to
            hand = self.zone_ref("hand", 0)
            code = [zone.decl.name for zone in self.rules.zones].index("hand")
            words = [self.let(f"s[Z_hand{word or ''} + {seat}]", "m") for word in range(self.layout.words)]

            def each(card: str) -> None:
                self.take_card(hand, seat, card)

                def put(ref: object) -> None:
                    from tricktaker.expr.nodes import ZoneRef

                    assert isinstance(ref, ZoneRef)
                    owner = self.owner_of(ref)
                    self.put_card(ref, owner, card, False)
                    self.event(3, card, f"{code * 16} + {seat}", self.where_code(ref, owner), 0, 0)

                self.at_place(to, put)

            if not self.layout.zones["hand"].pile:
                self.iterate_mask(words, each)
        self.event(EV_ELIMINATE, seat)
