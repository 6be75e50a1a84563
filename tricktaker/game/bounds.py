"""What everyone can tell of a cascade's line that compares a card with the hand it is in.

Such a line (`rank == hand.max(rank)`) is told by the cards that pass it whatever else is held, by those that pass
it if they are the best of the hand, and by the order in which cards are better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tricktaker.expr.nodes import All, Compare, Lit, Local, Logic, Node, Query, Where, ZoneRef
from tricktaker.expr.types import BOOL, CARD, PLAYER, set_of
from tricktaker.model.visibility import is_public, public_zones

if TYPE_CHECKING:
    from tricktaker.game.game import Game
    from tricktaker.model import Line

BITS = 63
BEST = {"max": ("==", ">="), "min": ("==", "<="), "highest": ("==",), "lowest": ("==",)}
"""How a card is compared with the best that the hand holds: only the best pass."""
MIRRORED = {"==": "==", ">=": "<=", "<=": ">="}

_known: WeakKeyDictionary[Game, dict[int, Bounds | None]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Order:
    """By card: the cards that are better than it, and those at least as good, itself among them."""

    better: tuple[int, ...]
    level: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a situation and a seat are asked: cards that surely pass, that may, that are compared, and their worth."""

    surely: Callable[..., Sequence[int]]
    perhaps: Callable[..., Sequence[int]]
    among: Callable[..., Sequence[int]]
    worths: Callable[[list[int], int], tuple[int, ...]]
    most: bool
    orders: dict[tuple[int, ...], Order]

    def masks(self, raw: list[int], seat: int) -> tuple[int, int, int]:
        return _whole(self.surely(raw, seat)), _whole(self.perhaps(raw, seat)), _whole(self.among(raw, seat))

    def order(self, raw: list[int], seat: int) -> Order:
        worths = self.worths(raw, seat)
        if worths not in self.orders:
            sign = 1 if self.most else -1
            self.orders[worths] = Order(
                tuple(_having([(value - limit) * sign > 0 for value in worths]) for limit in worths),
                tuple(_having([(value - limit) * sign >= 0 for value in worths]) for limit in worths),
            )
        return self.orders[worths]


@dataclass(frozen=True, slots=True)
class Extreme:
    """The best of the hand's cards that pass `test` (of the element `id`), by `worth` of the element `of`."""

    test: Node
    id: str
    worth: Node
    of: str
    most: bool


def bounds_of(game: Game, line: int) -> Bounds | None:
    """The bounds of a line; None if it doesn't compare with the best of the hand, or part of it is hidden."""
    known = _known.setdefault(game, {})
    if line not in known:
        known[line] = _bounds(game, game.program.lines[line])
    return known[line]


def _bounds(game: Game, line: Line) -> Bounds | None:
    rules = game.rules
    cascade = next((each for each in (rules.trick.lead, rules.trick.follow) if line in each.lines), None)
    if cascade is None or len(rules.plays) != len(rules.cards):
        return None
    found: list[Extreme] = []
    surely, perhaps = (_with(line.test, line.id, cascade.me_id, value, found) for value in (0, 1))
    if not found or any(extreme != found[0] for extreme in found):
        return None
    extreme, zones = found[0], public_zones(rules)
    asked = (surely, perhaps, extreme.test, extreme.worth, *([] if line.condition is None else [line.condition]))
    if extreme.worth.type.optional or not all(is_public(node, rules, zones) for node in asked):
        return None

    cards = range(len(rules.cards))

    def mask(test: Node, id: str) -> Callable[..., Any]:
        kind = set_of(CARD, ordered=True)
        everything = All(type=kind, what="cards")
        return game.program.query(Where(type=kind, base=everything, id=id, test=test), (cascade.me_id,))

    program = game.program
    if program.emitter.is_static(extreme.worth, {extreme.of}):
        fixed = tuple(program.query(extreme.worth, (extreme.of,))([0] * program.layout.size, card) for card in cards)

        def worths(raw: list[int], seat: int) -> tuple[int, ...]:
            return fixed
    else:
        worth = program.query(extreme.worth, (extreme.of, cascade.me_id))

        def worths(raw: list[int], seat: int) -> tuple[int, ...]:
            return tuple(int(worth(raw, card, seat)) for card in cards)

    return Bounds(
        mask(surely, line.id), mask(perhaps, line.id), mask(extreme.test, extreme.id), worths, extreme.most, {}
    )


def _with(node: Node, id: str, me: str, value: int, found: list[Extreme]) -> Node:
    """`node` with comparisons with the best of the hand, where more of them true makes more true, as `value`."""
    if isinstance(node, Logic):
        left, right = _with(node.left, id, me, value, found), _with(node.right, id, me, value, found)
        return Logic(type=node.type, op=node.op, left=left, right=right, span=node.span)
    if isinstance(node, Compare):
        for mine, best, op in ((node.left, node.right, node.op), (node.right, node.left, MIRRORED.get(node.op, ""))):
            extreme = _extreme(mine, op, best, id, me)
            if extreme is not None:
                found.append(extreme)
                return Lit(type=BOOL, value=value)
    return node


def _extreme(mine: Node, op: str, best: Node, id: str, me: str) -> Extreme | None:
    if not isinstance(best, Query) or op not in BEST.get(best.op, ()):
        return None
    wanted: Node = Local(type=mine.type, id=id) if best.op in ("highest", "lowest") else _renamed(best.arg, best.id, id)
    if mine != wanted:
        return None
    base = best.base
    test, name = (base.test, base.id) if isinstance(base, Where) else (Lit(type=BOOL, value=1), best.id)
    hand = base.base if isinstance(base, Where) else base
    if not (isinstance(hand, ZoneRef) and hand.name == "hand" and hand.owner == Local(type=PLAYER, id=me)):
        return None
    return Extreme(test, name, best.arg, best.id, best.op in ("max", "highest"))


def _renamed(node: Node, old: str, new: str) -> Node:
    """`node` about the element `new`."""
    if isinstance(node, Local):
        return replace(node, id=new) if node.id == old else node
    changes: dict[str, Any] = {}
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        if isinstance(value, Node):
            changes[name] = _renamed(value, old, new)
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            changes[name] = tuple(_renamed(item, old, new) for item in value)
    return replace(node, **changes) if changes else node


def _whole(words: Sequence[int]) -> int:
    return sum(word << (BITS * place) for place, word in enumerate(words))


def _having(cards: Sequence[bool]) -> int:
    return sum(1 << card for card, has in enumerate(cards) if has)
