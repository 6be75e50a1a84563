"""What an action is worth, learned from games played by chance.

Three things are learned of a game, all as means over practice: how often a card wins the trick it is played to, what
winning a trick does for the side's points (which may be harm, and may depend on how many it has or bid), and what is
left of the difference between good and bad rounds, by simple features of the action.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tricktaker.bots.sight import Eye, Kind, Sight

if TYPE_CHECKING:
    import random

Feature = tuple[Hashable, float]

LATER = 0.5
"""What a trick that a card may win later counts against one that it wins now."""
FEW = 8
MANY = 1000
"""How much experience outweighs what is known of similar situations."""
EPOCHS = 5
STEP = 0.01
SLOWING = 0.1
RARE = 0.1
"""How fast features of single cards are learned, beside those of many."""


@dataclass(slots=True)
class Lesson:
    """A decision of a practice game, and what came of it."""

    sight: Sight
    action: int
    code: int | None
    standing: str | None
    situation: tuple[Hashable, ...]
    features: tuple[Feature, ...]
    force: float = 0.0
    took: bool | None = None
    """Whether this side won the trick."""
    own: bool = False
    """Whether this very card's seat did."""
    gain: float = 0.0
    """How much better the round went for this side than for the others."""


@dataclass(slots=True)
class Mean:
    total: float = 0.0
    count: float = 0.0

    def add(self, value: float) -> None:
        self.total += value
        self.count += 1


@dataclass(slots=True)
class Slope:
    """How much y changes with a yes-or-no x."""

    n: int = 0
    x: float = 0.0
    y: float = 0.0
    xy: float = 0.0

    def add(self, x: float, y: float) -> None:
        self.n += 1
        self.x += x
        self.y += y
        self.xy += x * y

    @property
    def value(self) -> float:
        if not self.n:
            return 0.0
        mean = self.x / self.n
        spread = mean * (1 - mean)
        return 0.0 if spread < 1e-6 else (self.xy / self.n - mean * self.y / self.n) / spread


@dataclass(slots=True)
class Worth:
    """What has been learned of one game."""

    eye: Eye
    taking: defaultdict[Hashable, Mean] = field(default_factory=lambda: defaultdict(Mean))
    """How often the side took the trick, by standing and kind of card."""
    winning: defaultdict[Hashable, Mean] = field(default_factory=lambda: defaultdict(Mean))
    """How often a card won its trick, by kind."""
    appetite: dict[Hashable, float] = field(default_factory=dict)
    hunger: float = 0.0
    """What a trick is worth to the side; `appetite` says it by what the seat has and needs."""
    weights: dict[Hashable, float] = field(default_factory=dict)
    strength: dict[Kind, float] = field(default_factory=dict)
    usual: float = 0.0

    # -- features

    def situation(self, sight: Sight) -> tuple[Hashable, ...]:
        """What a decision has no influence on, but which explains how the round will go."""
        kinds = tuple(("has", self.eye.kind_of(sight, card)) for card in sight.hand)
        return (("cards", len(sight.hand)), ("won", sight.won), ("needs", sight.needs), *kinds)

    def features(self, sight: Sight, action: int, code: int | None, standing: str | None) -> tuple[Feature, ...]:
        """What may make an action good or bad, beside the tricks it wins."""
        eye = self.eye
        if code is None or standing is None:
            found: list[Feature] = [(("do", action), 1.0)]
            card = eye.game.program.actions.cards[action]
            if card is not None and sight.kind != "play":
                tier, order = kind = eye.kind_of(sight, card)
                found += [(("pick", kind), 0.5), (("pick", tier), order / eye.top)]
            return tuple(found)
        tier, order = kind = eye.kind_of(sight, code)
        card, height, left = eye.plays[code].card, order / eye.top, len(sight.hand)
        found = [
            ((standing,), 1.0),
            ((standing, "tier", tier), 1.0),
            ((standing, "height", tier), height),
            ((standing, "needs", sight.needs), 1.0),
            ((standing, "won", sight.won), 0.5),
            ((standing, "left", left), 0.5),
            ((standing, "height left", left // 3), height),
            ((not sight.trick, "kind", kind), RARE),
            ((not sight.trick, "card", card), RARE),
        ]
        if standing.startswith("win last"):
            found += [(("take", eye.plays[other].card), 1.0) for other in (*sight.trick, code)]
        elif standing.startswith("lose last"):
            found.append((("give", standing, card), 1.0))
        return tuple(found)

    def force(self, sight: Sight) -> float:
        """How many tricks the hand may win, compared with the usual."""
        return sum(self.strength.get(self.eye.kind_of(sight, card), 0.0) for card in sight.hand) - self.usual

    # -- what is expected

    def prospect(self, sight: Sight, code: int, standing: str) -> float:
        """What the card does for the tricks of the side, now and later, times what a trick is worth."""
        kind = self.eye.kind_of(sight, code)
        now = rate(self.taking, (standing, kind), (standing, kind[0]), standing)
        later = LATER * rate(self.winning, kind, kind[0], None) if len(sight.hand) > 1 else 0.0
        return self.appetite.get(hungry_for(sight), self.hunger) * (now - later)

    def value(self, sight: Sight, action: int, force: float) -> float:
        """What an action is worth, in no unit; only differences count."""
        code = self.eye.code(sight, action) if sight.kind == "play" else None
        standing = None if code is None else self.eye.standing(sight, code)
        weights = self.weights
        total = sum(weights.get(name, 0.0) * much for name, much in self.features(sight, action, code, standing))
        if code is None or standing is None:
            return total + weights.get(("force", action), 0.0) * force
        return total + self.prospect(sight, code, standing)

    def best(self, sight: Sight, actions: Sequence[int]) -> int:
        """The action of the highest worth, the first of equals."""
        force = 0.0 if sight.kind == "play" else self.force(sight)
        return max(actions, key=lambda action: self.value(sight, action, force))

    # -- learning

    def learn(self, lessons: Sequence[Lesson], chance: random.Random) -> None:
        """Takes all lessons in."""
        if not lessons:
            return
        mean = sum(lesson.gain for lesson in lessons) / len(lessons)
        spread = (sum((lesson.gain - mean) ** 2 for lesson in lessons) / len(lessons)) ** 0.5 or 1.0
        gains = [(lesson.gain - mean) / spread for lesson in lessons]
        self._count_tricks(lessons)
        names = Numbers()
        base = [[(names.of(name), 1.0) for name in lesson.situation] for lesson in lessons]
        line = Line(names, chance)
        line.fit(base, gains, 2)
        told = [line.at(inputs) for inputs in base]
        self._find_appetite(lessons, [gain - tell for gain, tell in zip(gains, told, strict=True)])
        for number, lesson in enumerate(lessons):
            base[number] += [(names.of(name), much) for name, much in lesson.features]
            if lesson.force:
                base[number].append((names.of(("force", lesson.action)), lesson.force))
            if lesson.code is not None and lesson.standing is not None:
                gains[number] -= self.prospect(lesson.sight, lesson.code, lesson.standing)
        line.fit(base, gains, EPOCHS)
        self.weights = {name: line.weights[number] for name, number in names.numbers.items()}

    def _count_tricks(self, lessons: Sequence[Lesson]) -> None:
        for lesson in lessons:
            if lesson.took is not None and lesson.code is not None and lesson.standing is not None:
                kind = self.eye.kind_of(lesson.sight, lesson.code)
                for key in ((lesson.standing, kind), (lesson.standing, kind[0]), lesson.standing):
                    self.taking[key].add(lesson.took)
                for own in (kind, kind[0], None):
                    self.winning[own].add(lesson.own)

    def _find_appetite(self, lessons: Sequence[Lesson], rests: Sequence[float]) -> None:
        slopes: defaultdict[Hashable, Slope] = defaultdict(Slope)
        for lesson, rest in zip(lessons, rests, strict=True):
            if lesson.took is not None:
                for key in (None, hungry_for(lesson.sight)):
                    slopes[key].add(lesson.took, rest)
        self.hunger = slopes[None].value
        for key, slope in slopes.items():
            if key is not None:
                self.appetite[key] = (slope.n * slope.value + MANY * self.hunger) / (slope.n + MANY)


class Numbers:
    """Names as numbers, from 0 in the order of their first use."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}

    def of(self, name: Hashable) -> int:
        return self.numbers.setdefault(name, len(self.numbers))


class Line:
    """A sum of weights that comes near what was seen: least squares, one case at a time."""

    def __init__(self, names: Numbers, chance: random.Random) -> None:
        self._names = names
        self._chance = chance
        self.weights: list[float] = []
        self._seen: list[float] = []

    def at(self, inputs: Sequence[tuple[int, float]]) -> float:
        weights = self.weights
        return sum([weights[number] * much for number, much in inputs])

    def fit(self, cases: Sequence[Sequence[tuple[int, float]]], wanted: Sequence[float], epochs: int) -> None:
        """Goes through all cases several times; what has been seen often moves in smaller steps."""
        more = len(self._names.numbers) - len(self.weights)
        self.weights += [0.0] * more
        self._seen += [1.0] * more
        weights, seen = self.weights, self._seen
        order = list(range(len(cases)))
        for _ in range(epochs):
            self._chance.shuffle(order)
            for case in order:
                inputs = cases[case]
                told = 0.0
                for number, much in inputs:
                    told += weights[number] * much
                miss = STEP * (told - wanted[case])
                for number, much in inputs:
                    seen[number] += SLOWING * abs(much)
                    weights[number] -= miss * much / seen[number] ** 0.5


def hungry_for(sight: Sight) -> Hashable:
    """What decides how much another trick is wanted: what is missing to a bid, or what has been won."""
    return sight.needs or sight.won


def rate(means: defaultdict[Hashable, Mean], *keys: Hashable) -> float:
    """The mean of the first key, leaning on those of the wider ones behind it the less is known of it."""
    found = 0.3
    for key in reversed(keys):
        mean = means.get(key)
        if mean is not None:
            found = (mean.total + FEW * found) / (mean.count + FEW)
    return found
