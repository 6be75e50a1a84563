"""Steps where they can't be: ends of what hasn't begun, tricks inside tricks, cards taken out of a trick."""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.diagnostics import Report, Span
from tricktaker.expr.nodes import Local, Node, Pick, Trick, Where, Wins, Word, ZoneRef, walk
from tricktaker.model import Ability, Rules
from tricktaker.model import steps as m
from tricktaker.model.steps import Step, Steps
from tricktaker.model.walking import all_steps, rule_nodes, rule_steps

OPEN_TRICK = ("played", "won", "lost", "taken", "turn", "trick_complete", "trick_won")
"""Moments at which cards lie in the trick."""
NO_STEPS = ("led", "held")


class Placement:
    """Looks at where the steps of checked rules stand."""

    def __init__(self, rules: Rules, report: Report) -> None:
        self.rules = rules
        self.report = report

    def check(self) -> None:
        rules = self.rules
        for step in all_steps(rules.setup):
            if isinstance(step, m.Tricks):
                self.wrong("no cards are dealt yet: tricks are played in `round`", step.span)
            elif isinstance(step, m.End) and step.what in ("tricks", "round", "redeal"):
                self.wrong(f"`end: {step.what}` in `setup`: no round has begun yet", step.span)
        for step in all_steps(rules.round):
            if isinstance(step, m.End) and step.what == "tricks":
                self.wrong("`end: tricks` where no tricks are played", step.span)
        for step in all_steps(rules.trick.stuck):
            self.in_trick(step, "`stuck`")
        for rule in (*rules.abilities, *rules.hooks):
            self.ability(rule)
        self.circular()
        self.orders()

    def orders(self) -> None:
        """A hand has no top and no bottom."""
        for node in rule_nodes(self.rules):
            if (
                isinstance(node, Pick)
                and node.op != "first"
                and isinstance(node.base, ZoneRef)
                and node.base.name == "hand"
            ):
                self.no_order(f"`{node.op}`", node.span)
        for step in rule_steps(self.rules):
            if isinstance(step, m.Shuffle) and _is_hand(step.zone):
                self.no_order("`shuffle`", step.span)
            elif isinstance(step, m.Move) and step.count is not None and _is_hand(step.source):
                self.no_order("`count`", step.span)
            elif isinstance(step, m.Move) and step.bottom and _is_hand(step.to):
                self.no_order("`at: bottom`", step.span)

    def no_order(self, what: str, span: Span | None) -> None:
        self.report.error(
            "no-order",
            f"{what} of a hand: its cards lie in no order",
            span,
            help="let the player `choose`, or ask `highest`, `lowest`, `random`",
        )

    def wrong(self, message: str, span: Span | None, help: str | None = None) -> None:
        self.report.error("misplaced-step", message, span, help=help)

    def in_trick(self, step: Step, where: str) -> None:
        if isinstance(step, m.Tricks):
            self.wrong(f"{where} can't play tricks: one is being played", step.span)

    def ability(self, rule: Ability) -> None:
        if rule.when in NO_STEPS and (rule.do or rule.next is not None):
            self.wrong(
                f"`do` and `next` need a moment, and `{rule.when}` lasts: it is for lines that bend the trick",
                rule.span,
                "say `when: played` and ask in `if` whether the card was led",
            )
        for step in all_steps(rule.do):
            self.in_trick(step, f"`{rule.name}`")
            if isinstance(step, m.End) and rule.when == "round_end" and step.what in ("tricks", "round", "redeal"):
                self.wrong(f"`end: {step.what}` after the end of the round", step.span)
        if rule.when in OPEN_TRICK:
            self.moved(rule)

    def moved(self, rule: Ability) -> None:
        """Cards of the trick go where `collect` says, and nowhere else."""
        for step, node in _moving(rule.do):
            if _of_trick(node, rule):
                self.report.error(
                    "card-in-trick",
                    "the cards of a trick can't be moved while it is on the table",
                    node.span or step.span,
                    help="`trick: {collect: …}` says of each card where it goes; at `trick_end` it can be moved on",
                )

    def circular(self) -> None:
        """What wins can't depend on what would win."""
        for tier in self.rules.trick.wins:
            for root in (tier.condition, tier.test, tier.key):
                for node in () if root is None else walk(root):
                    if isinstance(node, Wins) or (isinstance(node, Word) and node.name in ("winning_card", "winner")):
                        name = node.name if isinstance(node, Word) else "wins"
                        self.report.error(
                            "cyclic-definition",
                            f"which card wins can't depend on `{name}`",
                            node.span or tier.span,
                            help="compare with `trick.max(…)` or name the cards that win",
                        )


def _is_hand(node: Node | None) -> bool:
    return isinstance(node, ZoneRef) and node.name == "hand"


def _moving(steps: Steps) -> Iterator[tuple[Step, Node]]:
    """Cards that steps move."""
    for step in all_steps(steps):
        if isinstance(step, m.Move) and step.cards is not None:
            yield step, step.cards
        elif isinstance(step, m.Swap):
            yield step, step.first
            yield step, step.second


def _of_trick(node: Node, rule: Ability) -> bool:
    """Whether an expression names cards that lie in the trick."""
    if isinstance(node, Where | Pick):
        return _of_trick(node.base, rule)
    if isinstance(node, Trick):
        return node.which == "trick"
    if isinstance(node, Local):
        return node.id == rule.card_id
    return isinstance(node, Word) and node.name == "winning_card"
