"""How long a round can take at worst: everything is bounded, and what would take for ever is refused."""

from __future__ import annotations

from dataclasses import dataclass, field

from tricktaker.diagnostics import Report, Span
from tricktaker.expr.nodes import All, Members, Node, Query, RangeOf, SetLit, Starting, Trick, Where, Wins, children
from tricktaker.expr.types import Type
from tricktaker.model import Ability, Cascade, Rules
from tricktaker.model import steps as m
from tricktaker.model.steps import Step, Steps

MOST_OF_EXPRESSION = 300_000
"""Elements that one expression may look at."""
MOST_OF_ROUND = 20_000_000
"""Elements that all expressions of a round may look at together."""


@dataclass(slots=True)
class Effort:
    """Bounds the work of rules from above. Reports the innermost place that is too much, once."""

    rules: Rules
    report: Report
    known: dict[int, tuple[Node, int]] = field(default_factory=dict)
    told: bool = False

    def check(self) -> None:
        """Bounds setup and round, and what is asked outside of them."""
        rules, trick = self.rules, self.rules.trick
        self.steps(rules.setup)
        self.steps(rules.round)
        for ability in (*rules.abilities, *rules.hooks):
            self.rule(ability)
        end, rounds = rules.end, rules.rounds
        for node in (
            *end.standings, end.winners, end.score, end.returns, rounds.until, rounds.dealing.then, trick.next,
            *(invariant.that for invariant in rules.invariants),
        ):  # fmt: skip
            self.expression(node)

    # -- expressions

    def expression(self, node: Node | None, span: Span | None = None) -> int:
        """Elements that an expression looks at, at most."""
        if node is None:
            return 0
        found = self.of(node)
        if found > MOST_OF_EXPRESSION:
            self.tell("this looks at too many things, each for each other", node.span or span)
        return found

    def of(self, node: Node) -> int:
        known = self.known.get(id(node))
        if known is not None:
            return known[1]
        if isinstance(node, Where | Query):
            inner = node.test if isinstance(node, Where) else node.arg
            total = self.of(node.base) + self.most(node.base) * (1 + self.of(inner))
            if isinstance(node, Query) and node.default is not None:
                total += self.of(node.default)
        else:
            total = sum(self.of(child) for child in children(node))
            if isinstance(node, RangeOf):
                total += self.most(node)
            elif isinstance(node, Wins):
                total += self.rules.players * len(self.rules.trick.wins)
        total = min(total, 1 << 60)
        self.known[id(node)] = (node, total)
        return total

    def most(self, base: Node) -> int:
        """Elements that a set can have."""
        if isinstance(base, Where | Starting):
            return self.most(base.base)
        if isinstance(base, Trick | Members):
            return self.rules.players
        if isinstance(base, SetLit):
            return len(base.items)
        if isinstance(base, RangeOf):
            low, high = base.low.type.lo, base.high.type.hi
            return max(0, min(high - low + 1, 1 << 20))
        if isinstance(base, All) and base.what == "active":
            return self.rules.players
        elem = base.type.elem
        return 1 if elem is None else self.size(elem)

    def size(self, elem: Type) -> int:
        """Values of a type."""
        if elem.kind == "card":
            return len(self.rules.cards)
        if elem.kind == "player":
            return self.rules.players
        if elem.kind == "team":
            return len(self.rules.teams)
        if elem.kind == "symbol":
            return len(self.rules.names.domains[elem.name].labels)
        return max(1, min(elem.hi - elem.lo + 1, 126))

    # -- steps

    def steps(self, steps: Steps) -> int:
        return sum(self.step(step) for step in steps)

    def step(self, step: Step) -> int:
        """The work of a step, at most, with all that is inside it."""
        own = 1 + sum(self.expression(node, step.span) for node in _direct(step))
        match step:
            case m.Branch():
                own += max(self.steps(step.then), self.steps(step.otherwise))
            case m.Choose():
                menu = max((self.entry(entry) for entry in step.menu), default=0)
                own += menu + max(self.steps(step.then), self.steps(step.otherwise))
                if step.cascade is not None:
                    own += self.cascade(step.cascade)
            case m.Each():
                own += self.most(step.base) * (1 + self.steps(step.do) + self.expression(step.until))
            case m.Repeat():
                most = max(0, min(step.most.type.hi, 10_000))
                own += most * (1 + self.steps(step.do) + self.expression(step.until))
            case m.Tricks():
                most = 2 * len(self.rules.cards)
                if step.count is not None:
                    most = max(0, min(most, step.count.type.hi))
                own += most * (1 + self.trick() + self.expression(step.until) + self.expression(step.players))
            case m.Call():
                own += self.steps(step.do)
        if own > MOST_OF_ROUND:
            self.tell("a round could take for ever: this is done too often", step.span)
        return min(own, 1 << 60)

    def entry(self, entry: m.Entry) -> int:
        parts = (entry.test, entry.base, *(entry.target.index if entry.target is not None else ()))
        return sum(self.expression(node, entry.span) for node in parts) + self.steps(entry.then)

    def cascade(self, cascade: Cascade) -> int:
        cards = len(self.rules.cards)
        return sum(
            self.expression(line.condition, line.span) + cards * (1 + self.expression(line.test, line.span))
            for line in cascade.lines
        )

    def trick(self) -> int:
        """The work of one trick."""
        trick, players = self.rules.trick, self.rules.players
        tiers = 0
        for tier in trick.wins:
            each = 1 + self.expression(tier.test, tier.span) + self.expression(tier.key, tier.span)
            tiers += self.expression(tier.condition, tier.span) + players * each
        turn = self.cascade(trick.lead) + self.cascade(trick.follow)
        turn += self.expression(trick.may_pass) + self.expression(trick.played_by) + self.steps(trick.stuck)
        rest = sum(self.expression(node) for node in (trick.next, trick.nobody_takes))
        cards = sum(self.expression(node) for node in (trick.collect, trick.goes_to, trick.led))
        total = players * (turn + cards) + tiers + rest
        for ability in (*self.rules.abilities, *self.rules.hooks):
            times = (
                len(self.rules.cards)
                if ability.when in ("trick_start", "trick_end", "held") and ability.cards
                else players
            )
            total += times * self.rule(ability)
        return total

    def rule(self, ability: Ability) -> int:
        parts = (ability.cards, ability.condition, ability.next)
        return 1 + sum(self.expression(node, ability.span) for node in parts) + self.steps(ability.do)

    def tell(self, message: str, span: Span | None) -> None:
        if not self.told and not any(found.slug == "too-complex" for found in self.report.errors):
            self.told = True
            self.report.error(
                "too-complex",
                message,
                span,
                help="ask less inside questions, keep answers in variables, bound loops tighter",
            )


def _direct(step: Step) -> list[Node]:
    """Expressions of a step itself."""
    found: list[Node] = []
    for name in step.__dataclass_fields__:
        value = getattr(step, name)
        if isinstance(value, Node) and name != "until":
            found.append(value)
    if isinstance(step, m.Assign):
        for target, value, _ in step.changes:
            found += (*target.index, value)
    return found
