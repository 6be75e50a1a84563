"""What `show` has laid open, to whom and how long: what certainly holds when somebody decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tricktaker.expr.nodes import (
    All,
    Attr,
    Local,
    Node,
    Query,
    SetLit,
    Starting,
    Trick,
    VarRef,
    Wins,
    Word,
    ZoneRef,
    walk,
)
from tricktaker.model import Rules
from tricktaker.model import steps as m
from tricktaker.model.visibility import mentioned, places
from tricktaker.model.walking import all_steps, rule_steps

LASTING_WORDS = frozenset({"dealer", "round_no"})
"""Words that mean the same for a whole round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Cards or a variable that some players have been shown (`to` None: all).

    `anyone` names a local that stands for any player: the same was done for each of them.
    """

    what: Node
    to: Node | None
    anyone: str | None = None

    @property
    def to_all(self) -> bool:
        return is_to_all(self.to)

    def whose(self, node: Node) -> tuple[Node | None] | None:
        """None if what an expression asks was not shown; else the player for whom `anyone` stands there."""
        if self.anyone is None:
            return (None,) if node == self.what else None
        what = self.what
        if not isinstance(node, ZoneRef) or not isinstance(what, ZoneRef) or node.name != what.name:
            return None
        return (node.owner,)

    def addressees(self, whose: Node | None) -> tuple[Node, ...]:
        """Who was shown it, if not all."""
        to = self.to
        if to is None:
            return ()
        if whose is not None and isinstance(to, Local) and to.id == self.anyone:
            return (whose,)
        return to.items if isinstance(to, SetLit) else (to,)


Open = tuple[Shown, ...]


class Showing:
    """Follows the steps of a round: what is shown where somebody chooses, and in all tricks.

    Nothing counts here that is shown under a condition, or that may have changed since: then another card may lie
    there, or the words may mean something else.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.of_trick = {variable.decl.name for variable in rules.variables if variable.decl.lasts == "trick"}
        self.between = (*rules.trick.stuck, *(s for ability in (*rules.abilities, *rules.hooks) for s in ability.do))
        self._at: dict[int, Open] = {}
        self._in_tricks: Open | None = None
        self._follow(rules.setup, ())
        self._follow(rules.round, ())
        self.in_tricks: Open = self._in_tricks or ()
        self._follow(rules.trick.stuck, self.in_tricks)
        for ability in (*rules.abilities, *rules.hooks):
            self._follow(ability.do, () if ability.when == "round_end" else self.in_tricks)

    def before(self, step: m.Choose) -> Open:
        """What is shown when a choice is made."""
        return self._at.get(id(step), ())

    def _follow(self, steps: m.Steps, shown: Open) -> Open:
        """Goes through steps; returns what is shown after them."""
        for step in steps:
            match step:
                case m.Show():
                    shown = (*shown, _shown(step))
                    continue
                case m.Choose():
                    self._at[id(step)] = shown
                    for inner in (step.then, step.otherwise, *(entry.then for entry in step.menu)):
                        self._follow(inner, self._kept(shown, (step,)))
                case m.Branch():
                    for inner in (step.then, step.otherwise):
                        self._follow(inner, shown)
                case m.Call():
                    shown = self._follow(step.do, shown)
                    continue
                case m.Each() | m.Repeat():
                    start = self._kept(shown, all_steps(step.do))
                    new = self._follow(step.do, start)
                    shown = (*start, *self._for_each(step, new))
                    continue
                case m.Tricks():
                    shown = self._kept(shown, (step, *all_steps(self.between)))
                    self._in_tricks = (
                        shown if self._in_tricks is None else tuple(s for s in self._in_tricks if s in shown)
                    )
                    continue
            shown = self._kept(shown, all_steps((step,)))
        return shown

    def _for_each(self, step: m.Each | m.Repeat, new: Open) -> Open:
        """What has been shown of every player, one after the other."""
        if not isinstance(step, m.Each) or step.until is not None:
            return ()
        base = step.base.base if isinstance(step.base, Starting) else step.base
        if not isinstance(base, All) or base.what not in ("players", "active"):
            return ()
        if base.what == "active" and any(isinstance(one, m.Eliminate) for one in rule_steps(self.rules)):
            return ()
        found = tuple(
            Shown(what=one.what, to=one.to, anyone=step.id)
            for one in new
            if isinstance(one.what, ZoneRef) and isinstance(one.what.owner, Local) and one.what.owner.id == step.id
        )
        return self._kept(found, all_steps(step.do))

    def _kept(self, shown: Open, steps: Iterable[m.Step]) -> Open:
        """What of it is the same after some steps."""
        for step in steps:
            shown = tuple(one for one in shown if self._outlasts(one, step))
        return shown

    def _outlasts(self, shown: Shown, step: m.Step) -> bool:
        parts = [part for root in (shown.what, shown.to) if root is not None for part in walk(root)]
        zones = {part.name for part in parts if isinstance(part, ZoneRef)}
        variables = {part.name for part in parts if isinstance(part, VarRef)}
        whole = isinstance(shown.what, ZoneRef)
        match step:
            case m.Assign():
                return variables.isdisjoint(target.name for target, _, _ in step.changes)
            case m.Choose():
                targets = [step.target, *(entry.target for entry in step.menu)]
                return variables.isdisjoint(target.name for target in targets if target is not None)
            case m.Move():
                return not zones or (whole and zones.isdisjoint(places(step.to)))
            case m.Deal():
                return zones.isdisjoint((step.deck, step.to))
            case m.Shuffle():
                return zones.isdisjoint(mentioned(step.zone))
            case m.Swap():
                return not zones
            case m.Eliminate():
                return False
            case m.Tricks():
                trick = self.rules.trick
                taking = {*places(trick.collect), *places(trick.goes_to)}
                return (
                    (whole or "hand" not in zones)
                    and zones.isdisjoint(taking)
                    and variables.isdisjoint(self.of_trick)
                    and not any(_of_trick(part) for part in parts)
                )
        return True


def is_to_all(to: Node | None) -> bool:
    """Whether all who play are meant."""
    return to is None or (isinstance(to, All) and to.what in ("players", "active"))


def _shown(step: m.Show) -> Shown:
    what = step.what
    if isinstance(what, Query) and what.op == "gather" and isinstance(what.base, All):
        whose = what.arg.owner if isinstance(what.arg, ZoneRef) else None
        if isinstance(whose, Local) and whose.id == what.id:
            return Shown(what=what.arg, to=step.to, anyone=what.id)
    return Shown(what=what, to=step.to)


def _of_trick(node: Node) -> bool:
    """Whether a trick changes the answer."""
    if isinstance(node, Word):
        return node.name not in LASTING_WORDS
    return isinstance(node, Trick | Wins) or (isinstance(node, Attr) and node.name in ("by", "tricks_won"))
