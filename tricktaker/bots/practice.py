"""Games that a bot plays by itself, by chance, to learn what pays. They are never the game that is played."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tricktaker.bots.sight import Eye, Kind, Sight
from tricktaker.bots.worth import Lesson, Mean, Worth
from tricktaker.game.faults import GameFault
from tricktaker.game.history import TRICK_VOID, TRICK_WON
from tricktaker.game.state import State

if TYPE_CHECKING:
    from tricktaker.game import Game

SEED = 0x7072616374696365
DECISIONS = 6000
MOST_STEPS = 12_000
WON = 5.0
"""What winning together is worth beside a point."""

_learned: WeakKeyDictionary[Game, Worth] = WeakKeyDictionary()


def worth_of(game: Game) -> Worth:
    """What practice teaches of a game; the same every time, and done once for each game that is loaded."""
    found = _learned.get(game)
    if found is None:
        found = _learned[game] = Practice(game).worth()
    return found


class Practice:
    """Plays and notes what came of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.eye = Eye(game)
        self.found = Worth(self.eye)
        self.chance = random.Random(SEED)
        self.lessons: list[Lesson] = []
        self.hands: defaultdict[Kind, Mean] = defaultdict(Mean)
        end = game.rules.end
        self._standing = game.program.query(end.standings[0], (end.id,)) if end.standings else None

    def worth(self) -> Worth:
        """Practises, and learns from it."""
        number, steps = 0, 0
        while len(self.lessons) < DECISIONS and steps < MOST_STEPS:
            steps += self._game(number)
            number += 1
        found = self.found
        everything = Mean(sum(m.total for m in self.hands.values()), sum(m.count for m in self.hands.values()))
        usual = everything.total / everything.count if everything.count else 0.0
        for kind, mean in self.hands.items():
            found.strength[kind] = (mean.total - usual * mean.count) / (mean.count + 20)
        chosen = [lesson for lesson in self.lessons if lesson.sight.kind != "play"]
        for lesson in chosen:
            lesson.force = found.force(lesson.sight)
        found.usual = sum(lesson.force for lesson in chosen) / len(chosen) if chosen else 0.0
        for lesson in chosen:
            lesson.force -= found.usual
        found.learn(self.lessons, self.chance)
        return found

    def points(self, state: State) -> list[float]:
        """What each seat has come to, as the rules rank it at the end."""
        game, raw = self.game, state._raw
        if game.cooperative:
            return [sum(state.scores) + WON * state.returns[0]] * game.players
        if self._standing is None:
            return list(state.returns)
        subjects = self.eye.side if game.rules.end.by_team else range(game.players)
        found = [self._standing(raw, subject) for subject in subjects]
        # Where the rules can't tell, nobody has anything.
        raw[1] = 0
        return [float(points or 0) for points in found]

    def gains(self, now: Sequence[float], before: Sequence[float]) -> list[float]:
        """What each seat has gained, beside the mean of the other sides."""
        gained = [after - since for after, since in zip(now, before, strict=True)]
        if self.game.cooperative:
            return gained
        side, seats = self.eye.side, range(self.game.players)
        others = [[gained[other] for other in seats if side[other] != side[seat]] for seat in seats]
        return [gained[seat] - sum(others[seat]) / max(1, len(others[seat])) for seat in seats]

    def _game(self, number: int) -> int:
        """One game by chance; how many decisions it took."""
        steps = 0
        try:
            state = State.start(self.game, SEED, number)
            while not state.is_over and len(self.lessons) < DECISIONS and steps < MOST_STEPS:
                steps += self._round(state)
        except GameFault:
            steps += 100
        return steps

    def _round(self, state: State) -> int:
        """The rest of the round: lessons are what it came to."""
        begun, before = state.round_no, self.points(state)
        lessons: list[tuple[int, Lesson]] = []
        open_tricks: list[Lesson] = []
        steps = 0
        held: dict[int, tuple[Kind, ...]] = {}
        tricks: list[int] = state.tricks_won
        while not state.is_over and state.round_no == begun and steps < MOST_STEPS:
            steps += 1
            legal = state.legal_actions
            action = self.chance.choice(legal)
            sight = self.eye.of_state(state)
            actor = state.current_player
            assert actor is not None
            if sight.kind == "play" and sight.seat not in held:
                held[sight.seat] = tuple(self.eye.kind_of(sight, card) for card in sight.hand)
            if len(legal) > 1 or sight.kind == "play":
                lesson = self._lesson(sight, action)
                if len(legal) > 1:
                    lessons.append((actor, lesson))
                if lesson.code is not None:
                    open_tricks.append(lesson)
            tricks = state.tricks_won
            state.apply(action)
            for winner in tricks_in(state):
                if winner is not None:
                    tricks[winner] += 1
                for lesson in open_tricks:
                    lesson.took = winner is not None and self.eye.side[winner] == self.eye.side[lesson.sight.seat]
                    lesson.own = winner == lesson.sight.seat
                open_tricks = []
        gains = self.gains(self.points(state), before)
        for actor, lesson in lessons:
            lesson.gain = gains[actor]
            self.lessons.append(lesson)
        for seat, kinds in held.items():
            for kind in kinds:
                self.hands[kind].add(tricks[seat])
        return steps

    def _lesson(self, sight: Sight, action: int) -> Lesson:
        code = self.eye.code(sight, action) if sight.kind == "play" else None
        standing = None if code is None else self.eye.standing(sight, code)
        features = self.found.features(sight, action, code, standing)
        return Lesson(sight, action, code, standing, self.found.situation(sight), features)


def tricks_in(state: State) -> list[int | None]:
    """Who won the tricks that ended just now. What happened is not kept: nobody will look back at these games."""
    events, state._pending = state._pending, []
    return [event[1] if event[0] == TRICK_WON else None for event in events if event[0] in (TRICK_WON, TRICK_VOID)]
