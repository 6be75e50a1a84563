"""Which cards the rules tell apart, and how: by what is printed on them, or only by which of two is higher.

Cards get a *kind*: two cards of a kind agree in everything that any rule asks of a single card. Beyond that, rules
may compare two cards. If the result of every comparison follows from the kinds of the two and from which has the
lower number, then only the order of the cards still in play matters: positions whose cards, taken in order, agree in
kind and place are the same position, and neighbours of a kind in one hand are the same choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tricktaker.compiler.influence import BY, LAST, Influence, variable
from tricktaker.compiler.predicates import MOST_MASKS
from tricktaker.compiler.winners import renamed
from tricktaker.expr.nodes import Attr, Compare, Lit, Local, Logic, Node, Pick, Query, Trick, Where, ZoneRef, children
from tricktaker.expr.types import CARD

if TYPE_CHECKING:
    from tricktaker.compiler.flow import Flow

MOST_COMPARISONS = 4_000_000
MOST_ROWS = 4096
Row = tuple[int, ...]


class ToldApart(Exception):
    """Some rule tells every card from every other."""


@dataclass(slots=True)
class Likeness:
    """Looks through all that the rules ask. `kinds` is None where every card is one of its own."""

    influence: Influence
    emitter: Flow
    printed: dict[Row, None] = field(default_factory=dict)
    """What is asked of a single card: a value for each."""
    orders: dict[Row, None] = field(default_factory=dict)
    """Comparisons: the card with the larger number is the higher."""
    kinds: list[int] | None = None
    winners: tuple[Row, ...] = ()
    """Who beats whom, for each situation: 0 for cards that cannot win."""
    only_winners: bool = True
    """Whether cards are compared for nothing but who wins a trick."""
    rising: bool = False
    """Whether of two of a kind the one with the larger number is never the lower, and kinds alone decide otherwise."""

    def __post_init__(self) -> None:
        rules = self.influence.rules
        if len(rules.plays) != len(rules.cards):
            return
        try:
            self._gather()
            self.kinds = self._refined()
        except ToldApart:
            self.kinds = None

    # -- what is asked

    def _gather(self) -> None:
        influence, rules = self.influence, self.influence.rules
        if {BY, LAST} & influence.relevant:
            raise ToldApart
        for each in rules.variables:
            if variable(each.decl.name) in influence.relevant:
                if each.decl.type.kind == "card" or any(kind.kind == "card" for kind in each.decl.per):
                    raise ToldApart
        tiers = {id(node) for tier in rules.trick.wins for node in (tier.condition, tier.test, tier.key)}
        for node in influence.asked():
            if id(node) not in tiers:
                self._look(node, ())
        self._strengths()

    def _strengths(self) -> None:
        """Who wins: as one number a card for each situation."""
        found = self.emitter.strength()
        if found is None:
            raise ToldApart
        value, id, _ = found
        split = self.emitter.atoms(value, id)
        if split is None:
            raise ToldApart
        template, atoms = split
        size = 1
        for atom in atoms:
            size *= len(atom.values)
            self._look(atom.node, ())
        rows = self.emitter.rows(template, id, atoms) if size <= MOST_ROWS else None
        if rows is None:
            raise ToldApart
        self.winners = tuple(dict.fromkeys(tuple(row) for row in rows))

    def _look(self, node: Node, known: tuple[Node, ...]) -> None:
        """Notes what a tree asks of cards; `known` holds beside it."""
        if isinstance(node, Lit):
            if node.type.kind == "card" and node.value is not None:
                self.printed[tuple(int(card == node.value) for card in self._cards)] = None
            return
        if isinstance(node, Logic) and node.op == "and":
            parts = conjuncts(node)
            for part in parts:
                self._look(part, tuple(other for other in (*parts, *known) if other is not part))
            return
        card = self._card_of(node)
        if card is not None:
            if not isinstance(node, Local):
                self.printed[self._values(node, card)] = None
            return
        if isinstance(node, Compare) and self._comparison(node, known):
            return
        if isinstance(node, Query) and node.op in ("highest", "lowest") and self._extreme(node):
            return
        if isinstance(node, Attr) and node.base.type.kind == "card" and not isinstance(node.base, Local):
            self.printed[self._attribute(node)] = None
        if isinstance(node, Query) and node.op in ("highest", "lowest"):
            self.only_winners = False
        if isinstance(node, Pick) and not _in_trick(node.base):
            # The first and last of a hand compare cards of all kinds.
            self.only_winners = False
        for child in children(node):
            self._look(child, known if isinstance(node, Logic) else ())

    @property
    def _cards(self) -> range:
        return range(len(self.influence.rules.cards))

    def _card_of(self, node: Node) -> str | None:
        """The one card that a printed question is about."""
        found = free(node)
        if len(found) != 1:
            return None
        id, kind = found.popitem()
        return id if kind == "card" and self.emitter.is_static(node, {id}) else None

    def _values(self, node: Node, id: str) -> Row:
        values = self.emitter.card_values(node, id)
        if values is None:
            raise ToldApart
        return tuple(values)

    def _attribute(self, node: Attr) -> Row:
        return self._values(Attr(type=node.type, name=node.name, base=Local(type=CARD, id="card")), "card")

    # -- comparisons of two cards

    def _comparison(self, node: Compare, known: tuple[Node, ...]) -> bool:
        """A card's number beside the same number of another card in play; whether that is what it is."""
        if node.left.type.kind == "card" or node.right.type.kind == "card":
            return False
        for one, two in ((node.left, node.right), (node.right, node.left)):
            if isinstance(one, Query) or isinstance(two, Lit):
                continue
            numbers = self._number(one)
            if numbers is None:
                continue
            values, id = numbers
            if isinstance(two, Attr) and isinstance(two.base, Pick) and _in_trick(two.base.base):
                if self._attribute(two) == values:
                    return self._note(values, None)
            if isinstance(two, Query) and two.op in ("max", "min"):
                if self._same_extreme(two, values, id, known):
                    return True
        return False

    def _number(self, node: Node) -> tuple[Row, str | None] | None:
        """The number asked of a card, and the card's name; of a card on the table it has none."""
        card = self._card_of(node)
        if card is not None:
            return self._values(node, card), card
        if isinstance(node, Attr) and isinstance(node.base, Pick) and _in_trick(node.base.base):
            return self._attribute(node), None
        return None

    def _same_extreme(self, query: Query, values: Row, id: str | None, known: tuple[Node, ...]) -> bool:
        """The highest or lowest such number among cards in play."""
        if self._card_of(query.arg) != query.id or self._values(query.arg, query.id) != values:
            return False
        base, tests = query.base, []
        while isinstance(base, Where):
            tests.append((base.test, base.id))
            base = base.base
        if not (_in_trick(base) or (isinstance(base, ZoneRef) and base.name == "hand")):
            return False
        if query.default is not None:
            if not isinstance(query.default, Lit) or query.default.value is None:
                return False
            if min(values) <= query.default.value <= max(values):
                return False
        for test, name in tests:
            self._look(test, ())
            if id is not None:
                same = renamed(test, name, Local(type=CARD, id=id))
                if any(part == same for part in known):
                    return self._note(values, (test, name))
        return self._note(values, None)

    def _extreme(self, query: Query) -> bool:
        """The card with the highest or lowest number among cards in play."""
        base = query.base
        while isinstance(base, Where):
            self._look(base.test, ())
            base = base.base
        if not (_in_trick(base) or (isinstance(base, ZoneRef) and base.name == "hand")):
            return False
        if self._card_of(query.arg) != query.id:
            return False
        return self._note(self._values(query.arg, query.id), None)

    def _note(self, values: Row, among: tuple[Node, str] | None) -> bool:
        """Cards are compared by these numbers, all with all or only those that pass a test."""
        lowest = min(values) - 1
        rows: Sequence[Sequence[int]] | None = None
        if among is not None:
            split = self.emitter.atoms(*among)
            if split is not None:
                size = 1
                for atom in split[1]:
                    size *= len(atom.values)
                rows = self.emitter.rows(split[0], among[1], split[1]) if size <= MOST_MASKS else None
        for row in rows or ([1] * len(values),):
            self.orders[tuple(value - lowest if row[card] else 0 for card, value in enumerate(values))] = None
        self.only_winners = False
        return True

    # -- kinds

    def _refined(self) -> list[int]:
        """Kinds so fine that kinds and order say how any two cards compare."""
        rows = [*self.winners, *self.orders]
        cards = list(self._cards)
        if len(rows) * len(cards) ** 2 > MOST_COMPARISONS:
            raise ToldApart
        kinds = numbered([tuple(values[card] for values in self.printed) for card in cards])
        signs = [
            [tuple((row[one] > row[two]) - (row[one] < row[two]) for row in rows) for two in cards] for one in cards
        ]
        codes: dict[Row, int] = {}
        coded = [[codes.setdefault(sign, len(codes)) for sign in line] for line in signs]
        while True:
            members: dict[int, list[int]] = {}
            for card in cards:
                members.setdefault(kinds[card], []).append(card)
            split: list[tuple[object, ...]] = []
            for card in cards:
                parts: list[object] = [kinds[card]]
                for kind, others in members.items():
                    below = {coded[card][other] for other in others if other < card}
                    above = {coded[card][other] for other in others if other > card}
                    mine = members[kinds[card]]
                    if _varies(coded, mine, others):
                        parts.append((kind, tuple(coded[card][other] for other in others)))
                    else:
                        parts.append((kind, len(below) > 1, len(above) > 1))
                split.append(tuple(parts))
            new = numbered(split)
            if len(set(new)) == len(set(kinds)):
                self.rising = all(
                    min(signs[two][one]) >= 0 if kinds[one] == kinds[two] else coded[two][one] == coded[three][four]
                    for one in cards
                    for two in cards[one + 1 :]
                    for three, four in [_first_pair(kinds, kinds[two], kinds[one])]
                )
                return new
            kinds = new


def _varies(coded: list[list[int]], mine: list[int], others: list[int]) -> bool:
    """Whether cards of two kinds compare differently from pair to pair that stand in the same order."""
    below = {coded[one][two] for one in mine for two in others if two < one}
    above = {coded[one][two] for one in mine for two in others if two > one}
    return len(below) > 1 or len(above) > 1


def _first_pair(kinds: list[int], one: int, two: int) -> tuple[int, int]:
    """The first cards of two kinds."""
    return kinds.index(one), kinds.index(two)


def numbered(values: Iterable[object]) -> list[int]:
    """A small number for each different value, in order of appearance."""
    known: dict[object, int] = {}
    return [known.setdefault(value, len(known)) for value in values]


def conjuncts(node: Node) -> list[Node]:
    if isinstance(node, Logic) and node.op == "and":
        return [*conjuncts(node.left), *conjuncts(node.right)]
    return [node]


def free(node: Node) -> dict[str, str]:
    """Local names that a tree doesn't bind itself, with their kinds."""
    if isinstance(node, Local):
        return {node.id: node.type.kind}
    found: dict[str, str] = {}
    for child in children(node):
        found |= free(child)
    bound = getattr(node, "id", None)
    if bound is not None:
        found.pop(bound, None)
    return found


def _in_trick(node: Node) -> bool:
    return isinstance(node, Trick) and node.which == "trick"
