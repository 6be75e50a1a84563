"""Takes down a game as it goes: what a record says of each decision, deal and trick."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktaker.diagnostics.display import printable
from tricktaker.records.reading import MOST_TEXT
from tricktaker.records.record import Deal, End, Entry, Move, Trick

if TYPE_CHECKING:
    from tricktaker.game import Game, State
    from tricktaker.game.deals import Shuffled


class Minutes:
    """The entries of one game so far."""

    def __init__(self, game: Game, entries: Sequence[Entry] = ()) -> None:
        self.game = game
        self.labels = card_labels(game)
        self.entries = list(entries)
        self.counts = Counter(type(entry) for entry in entries)

    def take(self, state: State) -> list[Entry]:
        """What is new in `state` since the last time."""
        new: list[Entry] = []
        shuffles = list(state.shuffles[self.counts[Deal] :])
        begun = self.counts[Move]
        decisions = state.decisions
        for number, decided in enumerate(decisions[begun:], begun):
            new += self._deals(shuffles, number)
            new.append(Move(seat=decided.seat, action=self.game.text(decided.action), open=decided.open))
        new += [trick_of(state, winner, self.labels) for winner in state.tricks_ended[self.counts[Trick] :]]
        new += self._deals(shuffles, len(decisions))
        self.entries += new
        self.counts.update(type(entry) for entry in new)
        return new

    def _deals(self, shuffles: list[Shuffled], after: int) -> list[Entry]:
        found: list[Entry] = []
        while shuffles and shuffles[0].after <= after:
            shuffle = shuffles.pop(0)
            cards = tuple(self.labels[card] for card in shuffle.cards)
            found.append(Deal(zone=shuffle.zone, seat=shuffle.owner, cards=cards))
        return found

    def take_back(self, count: int) -> None:
        """Forgets the last `count` decisions and all that came after them."""
        while count:
            gone = type(self.entries.pop())
            count -= gone is Move
            self.counts[gone] -= 1


def trick_of(state: State, winner: int | None, labels: Sequence[str]) -> Trick:
    """What is noted when a trick has ended and `state` is the situation at the next decision."""
    scores = tuple(state.scores) if state.is_over or state.game.scores_open else None
    return Trick(round=state.round_no, winner=winner, scores=scores, check=checksum(state, labels))


def end_of(state: State) -> End:
    """How a game that is over ended."""
    result = None if state.result is None else printable(state.result)[:MOST_TEXT]
    return End(scores=tuple(state.scores), winners=state.winners, result=result)


def checksum(state: State, labels: Sequence[str]) -> str:
    """Twelve hex digits of a hash of all there is: whose turn, scores, every card's place, every variable."""
    game = state.game
    zones = {}
    for zone in game.rules.zones:
        name = zone.decl.name
        owners: Sequence[int | None] = range(game.players) if zone.decl.per_player else (None,)
        zones[name] = [[labels[card.index] for card in state.zone(name, owner)] for owner in owners]
    facts = {
        "round": state.round_no,
        "trick": state.trick_no,
        "dealer": state.dealer,
        "leader": state.leader,
        "turn": state.current_player,
        "scores": state.scores,
        "tricks": state.tricks_won,
        "zones": zones,
        "vars": {variable.decl.name: state.variable(variable.decl.name) for variable in game.rules.variables},
        "result": state.result,
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:12]


def card_labels(game: Game) -> tuple[str, ...]:
    """The cards by name, further copies of one numbered: `9 of moons`, `9 of moons #2`."""
    seen: Counter[str] = Counter()
    labels = []
    for card in game.cards:
        seen[card.name] += 1
        labels.append(card.name if seen[card.name] == 1 else f"{card.name} #{seen[card.name]}")
    return tuple(labels)
