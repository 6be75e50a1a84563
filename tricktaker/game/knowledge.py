"""What each seat knows about cards out of its sight, from the moves it saw.

A card seen moving into a hidden place is known to be there until it may have left unseen. Seats are numbered as in
the game; number `players` stands for spectators, who see what everybody sees.
"""

from __future__ import annotations

from dataclasses import dataclass

from tricktaker.compiler.observing import viewers
from tricktaker.model import Rules

COMMON = 15
UNKNOWN = -1


@dataclass(slots=True)
class Belief:
    """One viewer's knowledge: piles hold card numbers or UNKNOWN from the bottom up, sets the cards known to be in."""

    piles: dict[int, list[int]]
    sets: dict[int, set[int]]

    def copy(self) -> Belief:
        return Belief({k: list(v) for k, v in self.piles.items()}, {k: set(v) for k, v in self.sets.items()})


class Knowledge:
    """Follows every card, as it is and as each viewer knows it. Places are zone * 16 + owner."""

    __slots__ = ("beliefs", "lacks", "rules", "see", "true", "viewers")

    def __init__(self, rules: Rules, pile_zones: frozenset[str]) -> None:
        self.rules = rules
        self.viewers = rules.players + 1
        piles: dict[int, list[int]] = {}
        sets: dict[int, set[int]] = {}
        self.see = viewers(rules)
        for number, zone in enumerate(rules.zones):
            owners = range(rules.players) if zone.decl.per_player else (COMMON,)
            for owner in owners:
                place = number * 16 + owner
                if zone.decl.name in pile_zones:
                    piles[place] = []
                else:
                    sets[place] = set()
        self.true = Belief(piles, sets)
        self.beliefs = [self.true.copy() for _ in range(self.viewers)]
        self.lacks: list[set[int]] = [set() for _ in range(rules.players)]
        """By seat: cards that its plays have proven not to be in its hand."""

    def copy(self) -> Knowledge:
        twin = object.__new__(Knowledge)
        twin.rules, twin.viewers, twin.see = self.rules, self.viewers, self.see
        twin.true = self.true.copy()
        twin.beliefs = [belief.copy() for belief in self.beliefs]
        twin.lacks = [set(cards) for cards in self.lacks]
        return twin

    def new_round(self) -> None:
        """All cards are back in their decks, in an order nobody has seen yet."""
        for missing in self.lacks:
            missing.clear()
        decks: dict[str, list[int]] = {}
        for card in self.rules.cards:
            decks.setdefault(card.deck, []).append(card.index)
        for belief in (self.true, *self.beliefs):
            for pile in belief.piles.values():
                pile.clear()
            for members in belief.sets.values():
                members.clear()
        for number, zone in enumerate(self.rules.zones):
            cards = decks.get(zone.decl.name)
            if cards is not None:
                self.reset_pile(number * 16 + COMMON, cards)

    def reset_pile(self, place: int, cards: list[int]) -> None:
        """A pile in an order that only those who see its cards know."""
        self.true.piles[place] = list(cards)
        seen = self.see[place]
        for viewer, belief in enumerate(self.beliefs):
            belief.piles[place] = list(cards) if seen >> viewer & 1 else [UNKNOWN] * len(cards)

    def place_of(self, card: int) -> int:
        """Where a card is; -1 in the trick."""
        for place, pile in self.true.piles.items():
            if card in pile:
                return place
        for place, cards in self.true.sets.items():
            if card in cards:
                return place
        return -1

    def leave(self, card: int, place: int, seen: int, *, by_place: bool = False) -> int:
        """A card leaves; the result is who knows which card it was. `by_place`: all know from where in the pile."""
        if place in self.true.piles:
            pile = self.true.piles[place]
            index = pile.index(card)
            pile.pop(index)
            for viewer, belief in enumerate(self.beliefs):
                known = belief.piles[place]
                if seen >> viewer & 1 or by_place:
                    if known.pop(index) == card:
                        seen |= 1 << viewer
                else:
                    belief.piles[place] = [UNKNOWN] * (len(known) - 1)
            return seen
        self.true.sets[place].discard(card)
        for viewer, belief in enumerate(self.beliefs):
            known_set = belief.sets[place]
            if seen >> viewer & 1:
                known_set.discard(card)
            else:
                known_set.clear()
        return seen

    def arrive(self, card: int, place: int, seen: int, bottom: bool = False) -> None:
        """A card arrives; those in `seen` know which."""
        self.came(card, place, seen)
        if place in self.true.piles:
            for viewer, pile in (
                (-1, self.true.piles[place]),
                *((v, b.piles[place]) for v, b in enumerate(self.beliefs)),
            ):
                value = card if viewer < 0 or seen >> viewer & 1 else UNKNOWN
                if bottom:
                    pile.insert(0, value)
                else:
                    pile.append(value)
            return
        self.true.sets[place].add(card)
        for viewer, belief in enumerate(self.beliefs):
            if seen >> viewer & 1:
                belief.sets[place].add(card)

    def came(self, card: int, place: int, seen: int) -> None:
        """A hand that something comes into unseen may hold anything again."""
        zone, owner = divmod(place, 16)
        if owner != COMMON and self.rules.zones[zone].decl.name == "hand":
            everyone = (1 << self.viewers) - 1
            if seen & everyone == everyone:
                self.lacks[owner].discard(card)
            else:
                self.lacks[owner].clear()

    def move(self, card: int, origin: int, to: int, *, bottom: bool, by_place: bool) -> int:
        """A card moves from one place to another; the result is who knows which card."""
        seen = self.see[origin] | self.see[to]
        seen = self.leave(card, origin, seen, by_place=by_place)
        self.arrive(card, to, seen, bottom)
        return seen

    def swap(self, one: int, first: int, two: int, second: int) -> int:
        """Two cards trade places; the result is who saw both."""
        seen = self.see[first] | self.see[second]
        self.came(two, first, seen)
        self.came(one, second, seen)
        for belief in (self.true, *self.beliefs):
            for place, old, new in ((first, one, two), (second, two, one)):
                if place in belief.piles:
                    pile = belief.piles[place]
                    if old in pile:
                        pile[pile.index(old)] = -2 - new
                elif old in belief.sets[place]:
                    belief.sets[place].discard(old)
                    belief.sets[place].add(-2 - new)
            for place in (first, second):
                if place in belief.piles:
                    belief.piles[place] = [-2 - card if card < UNKNOWN else card for card in belief.piles[place]]
                else:
                    belief.sets[place] = {-2 - card if card < UNKNOWN else card for card in belief.sets[place]}
        for viewer, belief in enumerate(self.beliefs):
            if not seen >> viewer & 1:
                for place in (first, second):
                    if place in belief.piles:
                        belief.piles[place] = [UNKNOWN] * len(belief.piles[place])
                    else:
                        belief.sets[place].clear()
            else:
                for place, card in ((first, two), (second, one)):
                    if place in belief.sets:
                        belief.sets[place].add(card)
                    else:
                        belief.piles[place][self.true.piles[place].index(card)] = card
        return seen

    def show(self, card: int, mask: int) -> None:
        """Seats of `mask` learn where a card is."""
        place = self.place_of(card)
        if place < 0:
            return
        everyone = (1 << self.rules.players) - 1
        viewers = mask | (1 << self.rules.players if mask & everyone == everyone else 0)
        for viewer, belief in enumerate(self.beliefs):
            if not viewers >> viewer & 1:
                continue
            if place in belief.piles:
                belief.piles[place][self.true.piles[place].index(card)] = card
            else:
                belief.sets[place].add(card)

    def synchronise(self, piles: dict[int, list[int]], sets: dict[int, set[int]]) -> None:
        """Takes over a position that nobody saw come about: everyone knows what they see, nothing else."""
        for place, cards in piles.items():
            self.reset_pile(place, cards)
        for place, members in sets.items():
            self.true.sets[place] = set(members)
            for viewer, belief in enumerate(self.beliefs):
                belief.sets[place] = set(members) if self.see[place] >> viewer & 1 else set()
