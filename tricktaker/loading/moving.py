"""Steps that move cards, gone through on paper."""

from __future__ import annotations

from dataclasses import dataclass, field

from tricktaker.diagnostics import Span as Place_
from tricktaker.expr.nodes import IfElse, Let, Local, Node, Pick, SetLit, Where, ZoneRef
from tricktaker.loading.asking import Asking
from tricktaker.loading.stock import Place, Span, Stock
from tricktaker.model import steps as m


@dataclass(slots=True)
class Moving(Asking):
    """Follows cards. `guarded`: how many conditions of their own the steps at hand depend on."""

    origins: dict[str, Node] = field(default_factory=dict)
    """Where the cards lie that locals stand for."""
    each_alone: bool = False
    """Whether a pass of a loop stands for itself: then only what no condition decides is certain."""
    guarded: int = 0
    certain_tricks: int = 0
    """Which trick is gone through, counted from 1, if it is certain that it comes about; else 0."""

    @property
    def sure(self) -> bool:
        """Whether what fails here is certain to fail where it is reached."""
        return self.loud and not (self.each_alone and self.guarded)

    def eliminate(self, step: m.Eliminate, stock: Stock) -> Stock:
        self.ask(step.player, stock, self.sure, needed=True)
        if step.cards_to is None:
            return stock
        seat = self.seat(step.player)
        owners = range(self.rules.players) if seat is None else (seat,)
        hands: list[Place] = [("hand", owner) for owner in owners]
        low, high = stock.hull(hands)
        stock = stock.added(hands, (-high, 0 if seat is None else -low))
        return stock.added(self.places(step.cards_to), (low, high))

    def deal(self, step: m.Deal, stock: Stock) -> Stock | None:
        players, deck = self.rules.players, (step.deck, None)
        low, high = stock.size(deck)
        seats: list[Place] = [(step.to, seat) for seat in range(players)]
        if step.count is None:
            least = 1 if self.eliminates else players
            share = (low // players, -(-high // least))
            for seat in seats:
                stock = stock.added([seat], (0 if self.eliminates else share[0], share[1]))
            return stock.with_size(deck, (0, 0))
        self.ask(step.count, stock, self.sure, needed=True)
        least, most = self.number(step.count, stock)
        if step.span is not None and self.loud:
            (self.right if most * players <= low and least >= 0 else self.doubtful).add(step.span)
        if least * players > high:
            if self.sure:
                each = _cards(least) if least == most else f"at least {_cards(least)}"
                self.find(
                    "too-few-cards",
                    f"{each} each for {players} players are {least * players}, but `{step.deck}` holds {high}",
                    step.span,
                    f"deal at most {high // players} to each",
                )
            return None
        for seat in seats:
            stock = stock.added([seat], (0 if self.eliminates else least, most))
        return stock.with_size(deck, (low - most * players, high - least * (1 if self.eliminates else players)))

    def move(self, step: m.Move, stock: Stock) -> Stock | None:
        for node in (step.source, step.to):
            self.ask(node, stock, self.sure)
        to = self.places(step.to)
        if step.cards is None:
            assert step.source is not None
            origins = self.places(step.source)
            low, high = stock.hull(origins)
            count = (low, high)
            if step.count is not None:
                self.ask(step.count, stock, self.sure, needed=True)
                count = self.number(step.count, stock)
                if not self._supplied(step, count, (low, high)):
                    return None
                count = (max(0, min(count[0], high)), max(0, min(count[1], high)))
            return self._moved(origins, to, count, stock)
        self.ask(step.cards, stock, self.sure, needed=step.cards.type.kind == "card")
        if isinstance(step.cards, SetLit):
            for item in step.cards.items:
                self.ask(item, stock, self.sure, needed=True)
                stock = self._moved(self._lying(item), to, (1, 1), stock)
            return stock
        count = (1, 1) if step.cards.type.kind == "card" else self.amount(step.cards, stock)
        return self._moved(self._lying(step.cards), to, count, stock)

    def _supplied(self, step: m.Move, count: Span, held: Span) -> bool:
        """Whether there can be cards enough."""
        good = count[0] >= 0 and (step.up_to or count[1] <= held[0])
        if step.span is not None and self.loud:
            (self.right if good else self.doubtful).add(step.span)
        if step.up_to or count[0] <= held[1]:
            return True
        if not self.sure:
            return False
        name = step.source.name if isinstance(step.source, ZoneRef) else "the zone"
        wanted = _cards(count[0]) if count[0] == count[1] else f"at least {_cards(count[0])}"
        self.find(
            "too-few-cards",
            f"{wanted} can't be taken: `{name}` never holds more than {held[1]} here",
            step.span,
            "put `up_to: true` beside `count` if fewer will do",
        )
        return False

    def _moved(self, origins: list[Place] | None, to: list[Place], count: Span, stock: Stock) -> Stock:
        """So many cards go from one of the places (None: it isn't known which) to one of the others."""
        if origins is None:
            origins = list(stock.sizes)
        return stock.added(origins, (-count[1], -count[0])).added(to, count)

    def _lying(self, node: Node) -> list[Place] | None:
        """Where cards lie that an expression names."""
        if isinstance(node, ZoneRef):
            return self.places(node)
        if isinstance(node, Where | Pick):
            return self._lying(node.base)
        if isinstance(node, Let):
            return self._lying(node.body)
        if isinstance(node, Local):
            known = self.origins.get(node.id)
            return None if known is None else self._lying(known)
        if isinstance(node, IfElse):
            yes, no = self._lying(node.yes), self._lying(node.no)
            return None if yes is None or no is None else list(dict.fromkeys((*yes, *no)))
        return None

    def _keep_origin(self, id: str, base: Node) -> None:
        self.origins[id] = base

    def _pickable(self, base: Node, stock: Stock, span: Place_ | None) -> None:
        low, high = self.amount(base, stock)
        if span is None or not self.loud:
            return
        (self.right if low > 0 else self.doubtful).add(span)
        if high == 0 and self.sure:
            self.find("always-empty", "there is never anything to pick from here", span)

    def hand_empty(self, step: m.Tricks, count: int) -> None:
        """A seat has to play and has no card, whatever happened."""
        before = self.certain_tricks - 1
        self.find(
            "too-few-cards",
            f"no card is left in a hand for trick {before + 1} of {count}",
            (step.count.span if step.count is not None else None) or step.span,
            "deal more cards, or play fewer tricks",
        )

    def _seat(self, id: str, node: Node) -> None:
        seat = self.seat(node)
        if seat is None:
            self.seats.pop(id, None)
        else:
            self.seats[id] = seat


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
