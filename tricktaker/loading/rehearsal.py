"""A round gone through on paper: how many cards lie where at each step, and what is none then.

What fails whatever the cards are is a finding; what was seen to be always right is remembered, so that nobody has
to doubt it. Where a step depends on the number of the round, each round is gone through by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tricktaker.expr.nodes import All, Local, Node, Starting, VarRef, Word, ZoneRef, walk
from tricktaker.loading.moving import Moving
from tricktaker.loading.stock import SOME, Span, Stock, bare, dealt, joined, starting, unknown, widened
from tricktaker.model import Ability, Rules
from tricktaker.model import steps as m
from tricktaker.model.steps import Step, Steps
from tricktaker.model.walking import all_steps, rule_steps

MOST_ROUNDS = 24
"""Rounds that are gone through one by one; later ones are together."""
MOST_PASSES = 64
"""Passes of a loop that are gone through one by one."""

Pass = Callable[[Stock], Stock | None]


def rehearsed(rules: Rules, deals_only: bool = False) -> Rehearsal:
    """The rehearsal of a variant's setup and rounds; of a round only what comes before the tricks if so wanted."""
    whole = Rehearsal(
        rules, any(isinstance(step, m.Eliminate) for step in rule_steps(rules)), (1, rules.rounds.at_most)
    )
    if deals_only:
        whole.deal_only()
    else:
        whole.go()
    return whole


@dataclass(slots=True)
class Rehearsal(Moving):
    """Goes through the steps."""

    leaving: list[Stock | None] = field(default_factory=list)
    """For each `tricks` at hand, what is so when a step ends it."""
    may_end: bool = False
    """Whether some step ends tricks, round or game before their time."""

    def go(self) -> None:
        self.loud = True
        self.may_end = any(isinstance(step, m.End) for step in rule_steps(self.rules))
        self.steps(self.rules.setup, Stock(bare(self.rules), starting(self.rules, first=True)))
        last = self.rules.rounds.at_most
        rounds: list[Span] = [(1, last)]
        if self._by_round():
            rounds = [(number, number) for number in range(1, min(last, MOST_ROUNDS) + 1)]
            if last > MOST_ROUNDS:
                rounds.append((MOST_ROUNDS + 1, last))
        for number, span in enumerate(rounds):
            self.round = span
            known = dict(self.findings)
            stock = self.steps(self.rules.round, dealt(self.rules))
            if number and self.rules.rounds.until is not None:
                self.findings = known  # the game may be over by then
            self._after(stock)
        self._elsewhere()

    def deal_only(self) -> None:
        """Setup and round up to the first step that plays tricks."""
        self.loud = True
        self.steps(self.rules.setup, Stock(bare(self.rules), starting(self.rules, first=True)))
        before: list[Step] = []
        for step in self.rules.round:
            if any(isinstance(each, m.Tricks) for each in all_steps((step,))):
                break
            before.append(step)
        self.steps(tuple(before), dealt(self.rules))

    def _by_round(self) -> bool:
        roots: list[Node | None] = []
        for step in rule_steps(self.rules):
            if isinstance(step, m.Deal | m.Move | m.Tricks):
                roots.append(step.count)
        return any(isinstance(n, Word) and n.name == "round_no" for root in roots if root for n in walk(root))

    # -- steps

    def steps(self, steps: Steps, stock: Stock | None) -> Stock | None:
        """What is so after the steps; None if they never come to their end."""
        for step in steps:
            if stock is None:
                return None
            self.failed = False
            stock = self.step(step, stock)
            if self.failed:
                self.failed = False
                return None
            if isinstance(step, m.Move | m.Swap | m.Deal | m.Eliminate):
                self.origins.clear()
        return stock

    def step(self, step: Step, stock: Stock) -> Stock | None:
        match step:
            case m.Assign():
                return self.assign(step, stock)
            case m.Branch():
                self.ask(step.test, stock, self.sure)
                self.guarded += 1
                then = self._when(step.test, True, stock, step.then)
                otherwise = self._when(step.test, False, stock, step.otherwise)
                self.guarded -= 1
                return joined(then, otherwise)
            case m.Move():
                return self.move(step, stock)
            case m.Deal():
                return self.deal(step, stock)
            case m.Shuffle():
                self.ask(step.zone, stock, self.sure)
            case m.Swap():
                for node in (step.first, step.second):
                    self.ask(node, stock, self.sure, needed=True)
            case m.Show():
                self.ask(step.what, stock, self.sure, needed=step.what.type.kind == "card")
                self.ask(step.to, stock, self.sure, needed=True)
            case m.Draw():
                self.ask(step.base, stock, self.sure)
                self._pickable(step.base, stock, step.span)
                self._keep_origin(step.id, step.base)
            case m.Choose():
                return self.choose(step, stock)
            case m.Each():
                return self.each(step, stock)
            case m.Repeat():
                return self.repeat(step, stock)
            case m.Tricks():
                from tricktaker.loading.trick_rehearsal import tricks

                return tricks(self, step, stock)
            case m.Call():
                if step.by is not None:
                    self.ask(step.by, stock, self.sure, needed=True)
                    self._seat(step.me_id, step.by)
                return self.steps(step.do, stock)
            case m.End():
                if step.what == "tricks" and self.leaving:
                    self.leaving[-1] = joined(self.leaving[-1], stock)
                return None
            case m.Eliminate():
                return self.eliminate(step, stock)
        return stock

    def _when(self, test: Node, holds: bool, stock: Stock, steps: Steps) -> Stock | None:
        return self.steps(steps, self.refined(test, holds, stock))

    def assign(self, step: m.Assign, stock: Stock) -> Stock:
        after = stock
        for target, value, _ in step.changes:
            for index in target.index:
                self.ask(index, stock, self.sure, needed=True)
            self.ask(value, stock, self.sure, needed=not target.type.optional)
            if not target.index and target.type.optional:
                after = after.with_value(target.name, self.what(value, stock))
        return after

    # -- decisions

    def choose(self, step: m.Choose, stock: Stock) -> Stock | None:
        self.ask(step.who, stock, self.sure, needed=True)
        if not (isinstance(step.who, Local) and step.who.id == step.me_id):
            self._seat(step.me_id, step.who)
        self.guarded += 1
        try:
            return self._menu(step, stock) if step.menu else self._picked(step, stock)
        finally:
            self.guarded -= 1

    def _picked(self, step: m.Choose, stock: Stock) -> Stock | None:
        if step.base is None:
            return stock
        self.ask(step.base, stock, self.sure)
        self.ask(step.count, stock, self.sure, needed=True)
        for line in step.cascade.lines if step.cascade else ():
            self.ask(line.condition, stock, False)
            self.ask(line.test, stock, False)
        low, high = self.amount(step.base, stock)
        chosen, otherwise = stock if high else None, None
        if step.optional or not low or step.cascade is not None:
            otherwise = self.steps(step.otherwise, stock)
        if chosen is not None:
            if isinstance(step.base, ZoneRef) and len(places := self.places(step.base)) == 1:
                size = chosen.size(places[0])
                chosen = chosen.with_size(places[0], (max(1, size[0]), size[1]))
            self.origins[step.id] = step.base
            if step.count is not None:
                least, most = self.number(step.count, stock)
                sure = not step.optional and step.cascade is None
                self.amounts[step.id] = (max(1, min(least, low)) if sure else 1, max(1, min(most, high)))
            chosen = self._into(step.target, chosen)
            chosen = self.steps(step.then, chosen)
        return joined(chosen, otherwise)

    def _into(self, target: Node | None, stock: Stock) -> Stock:
        if isinstance(target, VarRef):
            for index in target.index:
                self.ask(index, stock, self.sure, needed=True)
            if not target.index:
                return stock.with_value(target.name, SOME)
        return stock

    def _menu(self, step: m.Choose, stock: Stock) -> Stock | None:
        after: Stock | None = None
        for entry in step.menu:
            self.ask(entry.test, stock, False)
            inside = stock if entry.test is None else self.refined(entry.test, True, stock)
            if inside is None:
                continue
            if entry.base is not None:
                self.ask(entry.base, inside, False)
                if self.amount(entry.base, inside)[1] == 0:
                    continue
                self.origins[entry.id] = entry.base
                inside = self._into(entry.target, inside)
            after = joined(after, self.steps(entry.then, inside))
        after = self.steps(step.then, after)
        if step.optional or all(entry.test is not None or entry.base is not None for entry in step.menu):
            after = joined(after, self.steps(step.otherwise, stock))
        return after

    # -- loops

    def each(self, step: m.Each, stock: Stock) -> Stock | None:
        self.ask(step.base, stock, self.sure)
        if step.base.type.elem is not None and step.base.type.elem.kind == "player":
            return self._each_seat(step, stock)

        def one(stock: Stock) -> Stock | None:
            self.ask(step.until, stock, False)
            if step.until is not None:
                inside = self.refined(step.until, False, stock)
                return None if inside is None else self.steps(step.do, inside)
            return self.steps(step.do, stock)

        return self.looped(self.amount(step.base, stock), one, stock, step.until)

    def _each_seat(self, step: m.Each, stock: Stock) -> Stock | None:
        base = step.base.base if isinstance(step.base, Starting) else step.base
        everyone = isinstance(base, All) and (base.what == "players" or not self.eliminates)
        current: Stock | None = stock
        stopped: Stock | None = None
        met: Stock | None = None
        loud, alone = self.loud, self.each_alone
        self.loud = loud and everyone and step.until is None
        self.each_alone = True
        for seat in range(self.rules.players):
            if current is None:
                break
            self.seats[step.id] = seat
            entry = current if step.until is None else self.refined(step.until, False, current)
            if step.until is not None:
                stopped = joined(stopped, self.refined(step.until, True, current))
            met = joined(met, entry)
            after = None if entry is None else self.steps(step.do, entry)
            current = after if everyone else joined(current, after)
        self.loud, self.each_alone = loud, alone
        self.seats.pop(step.id, None)
        if met is not None and loud:
            self.ask(step.until, stock, False)
            findings = dict(self.findings)
            self.steps(step.do, met)
            if not everyone:
                self.findings = {**self.findings, **findings}
        return joined(current, stopped)

    def repeat(self, step: m.Repeat, stock: Stock) -> Stock | None:
        self.ask(step.most, stock, self.sure, needed=True)

        def one(stock: Stock) -> Stock | None:
            self.ask(step.until, stock, False)
            inside = stock if step.until is None else self.refined(step.until, False, stock)
            return None if inside is None else self.steps(step.do, inside)

        return self.looped(self.number(step.most, stock), one, stock, step.until)

    def looped(self, times: Span, one: Pass, stock: Stock, until: Node | None) -> Stock | None:
        """What is so after a loop whose pass is `one`."""
        loud, self.loud = self.loud, False
        met: Stock | None
        if times[0] == times[1] <= MOST_PASSES and until is None:
            met, current = None, stock
            for _ in range(times[0]):
                met = joined(met, current)
                after = one(current)
                if after is None:
                    break
                current = after
            else:
                after = current
        else:
            met = after = self.settled(one, stock)
            if until is not None and met is not None:
                after = self.refined(until, True, met)
        self.loud = loud
        if met is not None and loud:
            alone, self.each_alone = self.each_alone, False
            one(met)
            self.each_alone = alone
        return after

    def settled(self, one: Pass, stock: Stock) -> Stock:
        """What is so before each pass of a loop of any length."""
        current = stock
        for number in range(20):
            after = joined(current, one(current))
            assert after is not None
            if after == current:
                break
            current = widened(current, after, len(self.rules.cards)) if number > 1 else after
        return current

    # -- the rest

    def hook(self, hook: Ability, seat: int | None, stock: Stock) -> Stock | None:
        """A hook, or what a card does: if its condition holds."""
        if seat is None:
            self.seats.pop(hook.me_id, None)
        else:
            self.seats[hook.me_id] = seat
        condition = hook.condition
        self.ask(condition, stock, self.sure)
        self.guarded += 1
        inside = stock if condition is None else self.refined(condition, True, stock)
        after = None if inside is None else self.steps(hook.do, inside)
        if inside is not None:
            self.ask(hook.next, inside, self.sure)
        self.guarded -= 1
        passed = None if condition is None and hook.cards is None else stock
        if condition is not None and hook.cards is None:
            passed = self.refined(condition, False, stock)
        return joined(after, passed)

    def _after(self, stock: Stock | None) -> None:
        """What happens after the steps of a round."""
        whole = joined(stock, unknown(self.rules)) or unknown(self.rules)
        for ability in (*self.rules.abilities, *self.rules.hooks):
            if ability.when == "round_end":
                self.hook(ability, None, whole)

    def _elsewhere(self) -> None:
        """Expressions that are asked at any time: nothing is known then."""
        anything = unknown(self.rules)
        end, rounds = self.rules.end, self.rules.rounds
        for node in self._loose():
            self.ask(node, anything, False)
        for asked in (*end.standings, end.winners, end.score, end.returns, rounds.until, rounds.dealing.then):
            self.ask(asked, anything, False, asked is not None)

    def _loose(self) -> Iterator[Node]:
        yield from (zone.face_up_if for zone in self.rules.zones if zone.face_up_if is not None)
        yield from (variable.default for variable in self.rules.variables)
        if self.rules.group is not None:
            yield self.rules.group
