"""Hidden cards that decide what everybody can see: legality that reads more than the actor knows, and variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tricktaker.diagnostics import Note, Report, Span
from tricktaker.expr.nodes import (
    Compare,
    Empty,
    IfElse,
    Let,
    Lit,
    Local,
    Node,
    Seat,
    Size,
    VarRef,
    Wins,
    Word,
    ZoneRef,
    children,
)
from tricktaker.expr.types import CARD, PLAYER, set_of
from tricktaker.loading.showing import Open, Showing, is_to_all
from tricktaker.model import Rules
from tricktaker.model import steps as m
from tricktaker.model.visibility import mentioned, public_zones
from tricktaker.model.walking import all_steps, rule_steps

SEEN = "ask what the one who decides can see: public zones and variables, sizes, their own hand"


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever decides: everything in the rules that stands for that seat."""

    ids: frozenset[str]
    who: Node | None = None
    shown: Open = ()
    """What `show` has laid open when this seat decides."""

    def is_meant(self, node: Node | None) -> bool:
        if isinstance(node, Local) and node.id in self.ids:
            return True
        return node is not None and self.who is not None and not isinstance(node, Lit) and node == self.who

    def is_shown(self, node: Node) -> bool:
        """Whether what an expression asks was shown to this seat."""
        for one in self.shown:
            whose = one.whose(node)
            if whose is not None and (one.to_all or any(self.is_meant(to) for to in one.addressees(whose[0]))):
                return True
        return False

    def called(self, id: str) -> Actor:
        return replace(self, ids=self.ids | {id})


class Secrets:
    """Looks through the decisions and the changes of variables of checked rules."""

    def __init__(self, rules: Rules, report: Report) -> None:
        self.rules = rules
        self.report = report
        self.showing = Showing(rules)
        self.shows = [step for step in rule_steps(rules) if isinstance(step, m.Show)]
        sometimes = {zone.decl.name for zone in rules.zones if zone.face_up_if is not None}
        self.open = public_zones(rules) | sometimes
        """Zones that all can see, at least at times."""
        to_all = (step for step in self.shows if is_to_all(step.to))
        self.told_openly = {name for step in to_all for name in mentioned(step.what)}
        """Zones of which all are shown something."""

    def check(self) -> None:
        trick, shown = self.rules.trick, self.showing.in_tricks
        for cascade in (trick.lead, trick.follow):
            actor = Actor(frozenset((cascade.me_id, trick.me_id)), shown=shown)
            for line in cascade.lines:
                self.decides((line.condition, line.test), actor, line.span)
        self.decides((trick.may_pass,), Actor(frozenset((trick.me_id,)), shown=shown), trick.span)
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
        actor = Actor(frozenset((step.me_id,)), who, self.showing.before(step))
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
                notes = shown = self.other_shows(node)
                if span is not None and not _inside(node.span, span):
                    notes = [Note("which decides what may be chosen here", span), *shown]
                self.report.error(
                    "leak",
                    f"what may be chosen depends on `{node.name}`, and {why}",
                    node.span or span,
                    help=_how_to_show(node) if shown else SEEN,
                    notes=notes,
                )

    def other_shows(self, node: ZoneRef | VarRef) -> list[Note]:
        """A word on a `show` that doesn't lay open what is asked, though it shows something of it."""
        for step in self.shows:
            if node.name in (*mentioned(step.what), *_variables(step.what)):
                return [Note("what is shown here isn't enough for that", step.span)]
        return []

    def unseen(self, node: Node, actor: Actor) -> Iterator[tuple[ZoneRef | VarRef, str]]:
        """Zones and variables that an expression reads and the actor can't see, and why not."""
        if actor.is_shown(node):
            return
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
        me = Local(type=PLAYER, id=trick.me_id)
        if trick.played_by is None or self.sees_hand(trick.played_by, me, (me,)):
            return
        self.report.error(
            "leak",
            "whoever plays for another seat can't see that hand",
            trick.played_by.span or trick.span,
            help="lay it open: `zones: {hand: {face_up_if: …}}`",
            notes=self.other_shows(self.hand_of(me)),
        )

    def sees_hand(self, player: Node, me: Local, owners: tuple[Node, ...]) -> bool:
        """Whether a player who plays for `me` sees that hand; `owners` are the names it has here."""
        if player in owners:
            return True
        if isinstance(player, IfElse):
            test, same = player.test, owners
            if isinstance(test, Compare) and test.op == "==" and me in (test.left, test.right):
                same = (*owners, test.right if test.left == me else test.left)
            return self.sees_hand(player.yes, me, same) and self.sees_hand(player.no, me, owners)
        actor = Actor(frozenset(), player, self.showing.in_tricks)
        return any(actor.is_shown(self.hand_of(owner)) for owner in owners)

    def hand_of(self, owner: Node) -> ZoneRef:
        return ZoneRef(type=set_of(CARD, ordered=True), name="hand", owner=owner)

    def blind(self) -> None:
        """Whoever plays from their hand must see it."""
        hand = self.rules.names.zones["hand"]
        me = Local(type=PLAYER, id=self.rules.trick.me_id)
        if Actor(frozenset((me.id,)), shown=self.showing.in_tricks).is_shown(self.hand_of(me)):
            return
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
                    if not isinstance(node, ZoneRef) or node.name in self.told_openly:
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
        asked = [
            (node, why)
            for node, why in self.unseen(test, Actor(frozenset()))
            if isinstance(node, ZoneRef) and node.name not in self.told_openly
        ]
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


def _how_to_show(node: ZoneRef | VarRef) -> str:
    how = f"all of `{node.name}`" if isinstance(node, ZoneRef) else f"`{node.name}`"
    return (
        f"show {how} to the very seat that decides, or to everyone, before it decides and under no condition; "
        "or say with `see` who sees it"
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
