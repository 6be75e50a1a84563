"""The tricks of a round gone through on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.expr.nodes import Lit, Node
from tricktaker.loading.stock import SOME, Place, Span, Stock, joined
from tricktaker.model import Ability
from tricktaker.model import steps as m

if TYPE_CHECKING:
    from tricktaker.loading.rehearsal import Rehearsal

MOST_TRICKS = 64
"""Tricks that are gone through one by one."""


def tricks(paper: Rehearsal, step: m.Tricks, stock: Stock) -> Stock | None:
    """What is so after the tricks of a step; None if the round never goes on."""
    for node in (step.count, step.leader):
        paper.ask(node, stock, paper.sure, needed=True)
    paper.leaving.append(None)
    count = (0, 2 * len(paper.rules.cards)) if step.count is None else paper.number(step.count, stock)
    met: Stock | None
    loud, paper.loud = paper.loud, False
    if count[0] == count[1] <= MOST_TRICKS:
        met, after = _one_by_one(paper, step, count[0], stock, loud)
    else:
        met = after = paper.settled(lambda before: _trick(paper, step, _going_on(paper, step, before)), stock)
    paper.loud = loud
    if met is not None and loud:
        alone, paper.each_alone = paper.each_alone, False
        paper.ask(step.until, met, False)
        inside = _going_on(paper, step, met)
        if inside is not None:
            _asked(paper, step, inside)
            _trick(paper, step, inside)
        paper.each_alone = alone
    return joined(after, paper.leaving.pop())


def _going_on(paper: Rehearsal, step: m.Tricks, stock: Stock) -> Stock | None:
    return stock if step.until is None else paper.refined(step.until, False, stock)


def _one_by_one(
    paper: Rehearsal, step: m.Tricks, count: int, stock: Stock, loud: bool
) -> tuple[Stock | None, Stock | None]:
    """(what is so before any of the tricks, what is so after the last)."""
    certain = loud and step.until is None and not paper.may_end and not (paper.each_alone and paper.guarded)
    met: Stock | None = None
    ended: Stock | None = None
    current: Stock | None = stock
    for number in range(count):
        if current is None:
            break
        if step.until is not None:
            ended = joined(ended, paper.refined(step.until, True, current))
            current = _going_on(paper, step, current)
            if current is None:
                break
        met = joined(met, current)
        paper.certain_tricks = number + 1 if certain and _everyone_plays(paper, step) else 0
        current = _trick(paper, step, current)
    paper.certain_tricks = 0
    return met, joined(current, ended)


def _everyone_plays(paper: Rehearsal, step: m.Tricks) -> bool:
    trick = paper.rules.trick
    return step.players is None and trick.may_pass is None and not trick.stuck and not paper.eliminates


def _trick(paper: Rehearsal, step: m.Tricks, before: Stock | None) -> Stock | None:
    """What is so after one trick."""
    if before is None:
        return None
    trick, players = paper.rules.trick, paper.rules.players
    for variable in paper.rules.variables:
        decl = variable.decl
        if decl.lasts == "trick" and decl.name in before.values:
            before = before.with_value(decl.name, paper.what(variable.default, before))
    stock: Stock | None = _held(paper, "trick_start", before)
    stock = _hooks(paper, "trick_start", stock)
    everyone = _everyone_plays(paper, step)
    for seat in range(players):
        stock = _hooks(paper, "turn", stock, seat)
        if stock is None:
            return None
        hand: Place = ("hand", seat)
        if paper.loud and step.asked is not None:
            (paper.right if stock.size(hand)[0] > 0 else paper.doubtful).add(step.asked)
        if stock.size(hand)[1] == 0 and everyone:
            if paper.certain_tricks and step.count is not None:
                paper.hand_empty(step, paper.number(step.count, stock)[0])
            return None
        stuck = paper.steps(trick.stuck, stock) if trick.stuck else None
        played = _happening(paper, "played", stock.added([hand], (-1, -1)), seat, 1)
        stock = played if everyone else joined(joined(stock, played), stuck)
    stock = _hooks(paper, "trick_complete", stock)
    for event in ("won", "lost", "taken"):
        stock = _happening(paper, event, stock, None, players)
    stock = _hooks(paper, "trick_won", stock)
    if stock is None:
        return None
    stock = stock.with_value("winner", SOME)
    stock = _collected(paper, (players if everyone else 0, players), stock)
    stock = _hooks(paper, "trick_end", stock)
    return None if stock is None else _held(paper, "trick_end", stock)


def _hooks(paper: Rehearsal, event: str, stock: Stock | None, seat: int | None = None) -> Stock | None:
    for hook in paper.rules.hooks:
        if hook.when == event and stock is not None:
            if event in ("trick_won", "trick_end", "trick_complete"):
                stock = stock.with_value("winner", SOME)
            after = paper.hook(hook, seat, stock)
            # a trick that counts for nobody is not won
            stock = joined(stock, after) if event == "trick_won" and paper.rules.trick.nobody_takes else after
    return stock


def _happening(paper: Rehearsal, event: str, stock: Stock | None, seat: int | None, times: int) -> Stock | None:
    """What cards of the trick do at an event; each at most `times` times."""
    for _ in range(times):
        for rule in (*paper.rules.abilities, *paper.rules.hooks):
            if rule.when == event and stock is not None:
                inside = stock if event == "played" else stock.with_value("winner", SOME)
                after = paper.hook(rule, seat, inside)
                sure = event == "played" and rule.cards is None
                stock = after if sure else joined(stock, after)
    return stock


def _held(paper: Rehearsal, event: str, stock: Stock) -> Stock:
    """What cards in hands do at an event, each any number of times."""
    for rule in paper.rules.abilities:
        if rule.when == event and rule.do:
            loud, paper.loud = paper.loud, False

            def one(before: Stock, rule: Ability = rule) -> Stock | None:
                return paper.hook(rule, None, before)

            stock = paper.settled(one, stock)
            paper.loud = loud
            if loud:
                one(stock)
    return stock


def _collected(paper: Rehearsal, cards: Span, stock: Stock) -> Stock:
    trick = paper.rules.trick
    void = trick.nobody_takes
    after: Stock | None = None
    if void is None or paper.truth(void, stock) is not True:
        after = _put(paper, trick.collect, cards, stock)
    if void is not None and trick.goes_to is not None and paper.truth(void, stock) is not False:
        after = joined(after, _put(paper, trick.goes_to, cards, stock))
    return after or stock


def _put(paper: Rehearsal, place: Node, cards: Span, stock: Stock) -> Stock:
    places = paper.places(place)
    if len(places) == 1:
        return stock.added(places, cards)
    for each in places:
        low, high = stock.size(each)
        stock = stock.with_size(each, (low, high + cards[1]))
    return stock


def _asked(paper: Rehearsal, step: m.Tricks, stock: Stock) -> None:
    """What the rules of the trick ask while it is played and when it is over."""
    trick = paper.rules.trick
    paper.ask(step.players, stock, False)
    for seat in range(paper.rules.players):
        for id in (trick.me_id, trick.lead.me_id, trick.follow.me_id):
            paper.seats[id] = seat
        hand: Place = ("hand", seat)
        low, high = stock.size(hand)
        holding = stock.with_size(hand, (max(low, 1), high)) if high else stock
        for line in (*trick.lead.lines, *trick.follow.lines):
            paper.ask(line.condition, holding, False)
            inside = holding if line.condition is None else paper.refined(line.condition, True, holding)
            if inside is not None:
                paper.ask(line.test, inside, False)
        paper.ask(trick.may_pass, holding, False)
        paper.ask(trick.played_by, holding, False, needed=True)
    won = stock.with_value("winner", SOME)
    for tier in trick.wins:
        paper.ask(tier.condition, stock, False)
        inside = (
            stock
            if tier.condition is None or isinstance(tier.condition, Lit)
            else paper.refined(tier.condition, True, stock)
        )
        if inside is not None:
            paper.ask(tier.test, inside, False)
            paper.ask(tier.key, inside, False, needed=True)
    paper.ask(trick.next, won, False, needed=True)
    paper.ask(trick.nobody_takes, won, False)
    paper.ask(trick.collect, won, False)
    paper.ask(trick.goes_to, won, False)
    for ability in paper.rules.abilities:
        paper.ask(ability.cards, stock, False)
