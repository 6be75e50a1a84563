"""Hidden cards that decide what everybody can see: legality that reads more than the actor knows, and variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tricktaker.diagnostics import Note, Report, Span
from tricktaker.expr.nodes import Empty, Let, Lit, Local, Node, Seat, Size, VarRef, Wins, Word, ZoneRef, children
from tricktaker.model import Rules
from tricktaker.model import steps as m
from tricktaker.model.visibility import mentioned, public_zones
from tricktaker.model.walking import all_steps, rule_steps


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever decides: everything in the rules that stands for that seat."""

    ids: frozenset[str]
    who: Node | None = None

    def is_meant(self, node: Node | None) -> bool:
        if isinstance(node, Local) and node.id in self.ids:
            return True
        return node is not None and self.who is not None and not isinstance(node, Lit) and node == self.who

    def called(self, id: str) -> Actor:
        return replace(self, ids=self.ids | {id})


class Secrets:
    """Looks through the decisions and the changes of variables of checked rules."""

    def __init__(self, rules: Rules, report: Report) -> None:
        self.rules = rules
        self.report = report
        shown: set[str] = set()
        for step in rule_steps(rules):
            if isinstance(step, m.Show):
                shown |= {*mentioned(step.what), *_variables(step.what)}
        sometimes = {zone.decl.name for zone in rules.zones if zone.face_up_if is not None}
        self.open = public_zones(rules) | sometimes | shown
        """Zones and variables that all can see, at least at times."""

    def check(self) -> None:
        trick = self.rules.trick
        for cascade in (trick.lead, trick.follow):
            actor = Actor(frozenset((cascade.me_id, trick.me_id)))
            for line in cascade.lines:
                self.decides((line.condition, line.test), actor, line.span)
        self.decides((trick.may_pass,), Actor(frozenset((trick.me_id,))), trick.span)
        self.dummy()
        for step in rule_steps(self.rules):
            if isinstance(step, m.Choose):
                self.choice(step)
            elif isinstance(step, m.Assign) and not step.announce:
                self.told(step)
            elif isinstance(step, m.Branch):
                self.told_by_change(step.test, (*step.then, *step.otherwise))
        for ability in (*self.rules.abilities, *self.rules.hooks):
            if ability.condition is not None:
                self.told_by_change(ability.condition, ability.do)

    def choice(self, step: m.Choose) -> None:
        who = None if isinstance(step.who, Local) else step.who
        actor = Actor(frozenset((step.me_id,)), who)
        faceless = step.unseen and isinstance(step.base, ZoneRef)
        asked: list[Node | None] = [None if faceless else step.base, step.count]
        for line in step.cascade.lines if step.cascade is not None else ():
            asked += (line.condition, line.test)
        for entry in step.menu:
            asked += (entry.test, entry.base)
        self.decides(asked, actor, step.span)

    def decides(self, asked: Iterable[Node | None], actor: Actor, span: Span | None) -> None:
        """Reports what expressions read that the actor can't see."""
        for root in asked:
            for node, why in () if root is None else self.unseen(root, actor):
                notes = (
                    []
                    if span is None or _inside(node.span, span)
                    else [Note("which decides what may be chosen here", span)]
                )
                self.report.error(
                    "leak",
                    f"what may be chosen depends on `{node.name}`, and {why}",
                    node.span or span,
                    help="ask what the one who decides can see: public zones and variables, sizes, their own hand",
                    notes=notes,
                )

    def unseen(self, node: Node, actor: Actor) -> Iterator[tuple[ZoneRef | VarRef, str]]:
        """Zones and variables that an expression reads and the actor can't see, and why not."""
        if isinstance(node, Size | Empty) and isinstance(node.base, ZoneRef):
            if node.base.owner is not None:
                yield from self.unseen(node.base.owner, actor)
            return
        if isinstance(node, Let):
            yield from self.unseen(node.value, actor)
            inside = actor.called(node.id) if actor.is_meant(node.value) else actor
            yield from self.unseen(node.body, inside)
            return
        if isinstance(node, ZoneRef):
            why = self.hidden_zone(node, actor)
            if why is not None:
                yield node, why
        elif isinstance(node, VarRef):
            why = self.hidden_variable(node, actor)
            if why is not None:
                yield node, why
        elif isinstance(node, Wins) or (isinstance(node, Word) and node.name == "winning_card"):
            for tier in self.rules.trick.wins:
                for part in (tier.condition, tier.test, tier.key):
                    if part is not None:
                        yield from self.unseen(part, actor)
        for child in children(node):
            yield from self.unseen(child, actor)

    def hidden_zone(self, node: ZoneRef, actor: Actor) -> str | None:
        see = self.rules.names.zones[node.name].see
        if node.name in self.open or see == "everyone":
            return None
        if see == "owner":
            return None if actor.is_meant(node.owner) else "only its owner sees it"
        if see == "others":
            return None if _is_another(node.owner, actor, self.rules.players) else "its owner doesn't see it"
        return "nobody sees it"

    def hidden_variable(self, node: VarRef, actor: Actor) -> str | None:
        see = self.rules.names.vars[node.name].see
        if see == "everyone" or node.name in self.open:
            return None
        if see == "owner":
            return None if node.index and actor.is_meant(node.index[0]) else "only its owner sees it"
        return "nobody sees it"

    def dummy(self) -> None:
        """Whoever plays for another seat must see that hand."""
        trick = self.rules.trick
        if "hand" in self.open:
            return
        self.blind()
        if trick.played_by is None:
            return
        if isinstance(trick.played_by, Local) and trick.played_by.id == trick.me_id:
            return
        self.report.error(
            "leak",
            "whoever plays for another seat can't see that hand",
            trick.played_by.span or trick.span,
            help="lay it open: `zones: {hand: {face_up_if: …}}`",
        )

    def blind(self) -> None:
        """Whoever plays from their hand must see it."""
        hand = self.rules.names.zones["hand"]
        if hand.see in ("owner", "everyone") or not any(isinstance(step, m.Tricks) for step in rule_steps(self.rules)):
            return
        self.report.error(
            "leak",
            "cards are played from `hand` by name, and its owner doesn't see it",
            hand.span,
            help="let the owner see it: `see: owner` or `see: everyone`",
        )

    def told(self, step: m.Assign) -> None:
        """A public variable takes a value that only hidden cards give."""
        nobody = Actor(frozenset())
        for target, value, _ in step.changes:
            if self.rules.names.vars[target.name].see != "everyone":
                continue
            for root in (*target.index, value):
                for node, why in self.unseen(root, nobody):
                    if not isinstance(node, ZoneRef):
                        continue
                    span = root.span or target.span or step.span
                    notes = [] if _inside(node.span, span) else [Note(f"`{node.name}` is read here", node.span)]
                    self.report.warning(
                        "leak",
                        f"everyone sees `{target.name}`, and it is computed from `{node.name}`: {why}",
                        span,
                        help="write `announce: true` beside the step if all may know it, or hide it with `see`",
                        notes=notes,
                    )

    def told_by_change(self, test: Node, steps: m.Steps) -> None:
        """A public variable changes only where hidden cards are as a condition asks."""
        asked = [(node, why) for node, why in self.unseen(test, Actor(frozenset())) if isinstance(node, ZoneRef)]
        if not asked:
            return
        node, why = asked[0]
        for step in all_steps(steps):
            if not isinstance(step, m.Assign) or step.announce:
                continue
            for target, _, _ in step.changes:
                if self.rules.names.vars[target.name].see == "everyone":
                    self.report.warning(
                        "leak",
                        f"everyone sees `{target.name}`, and whether it changes depends on `{node.name}`: {why}",
                        target.span or step.span,
                        help="write `announce: true` beside the step if all may know it, or hide it with `see`",
                        notes=[Note(f"`{node.name}` is read here", node.span or test.span)],
                    )


def _inside(span: Span | None, outer: Span | None) -> bool:
    return span is None or outer is None or outer.contains(span) or span.contains(outer)


def _variables(node: Node) -> Iterator[str]:
    if isinstance(node, VarRef):
        yield node.name
    for child in children(node):
        yield from _variables(child)


def _is_another(node: Node | None, actor: Actor, players: int) -> bool:
    """Whether a seat is certainly not the actor's."""
    if not isinstance(node, Seat) or not actor.is_meant(node.base):
        return False
    steps = 1 if node.steps is None else node.steps.value if isinstance(node.steps, Lit) else None
    return node.op in ("other", "partner") or (steps is not None and steps % players != 0)
