"""Games between bots that look at what they are shown, counted as games in machine code are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tricktaker.bots import Limits, Watch, create, shown
from tricktaker.compiler.engines import Engine
from tricktaker.compiler.moments import (
    EV_ABILITY,
    EV_LEAD,
    EV_ROUND,
    EV_ROUND_END,
    EV_SCORED,
    EV_TRICK_WON,
)
from tricktaker.compiler.tally import MOST_TRICKS
from tricktaker.game import Game, State


def seating(number: int, players: int, paired: bool) -> tuple[int, list[int]]:
    """The number that deals a numbered game, and who sits where: places in the list of players, by seat.

    Paired: as many games as there are seats have the same deals, and in each the players sit one further.
    """
    deal, turn = divmod(number, players) if paired else (number, 0)
    return deal, [(seat - turn) % players for seat in range(players)]


class SeatedGames:
    """Plays numbered games (`seating`) and keeps all counts."""

    def __init__(
        self, game: Game, engine: Engine, players: Sequence[str], seed: int, paired: bool, limits: Limits
    ) -> None:
        from tricktaker.simulate.work import groups_of

        plain = engine if not engine.native else Engine(game.program, False)
        self.game = game
        self.plan = plain.tally
        self.outcome: Any = plain.helper("outcome")
        self.add: Any = plain.helper("add")
        self.players = tuple(players)
        self.seed = seed
        self.paired = paired
        self.limits = limits
        self.faults: Counter[str] = Counter()
        """Answers by chance in place of those of bots that failed, by bot."""
        self.first_fault: str | None = None
        self.tally = [0] * self.plan.size
        self.entries = [[0, 0, 0, 0] for _ in players]
        self.kinds = groups_of(players)
        self.pairs = [0] * (1 + 4 * (len(self.kinds) - 1)) if paired else []
        self._points = [0] * len(players)
        self._wins = [0] * len(players)

    def play(self, number: int) -> list[int]:
        """One game; returns its line."""
        game, count = self.game, len(self.players)
        deal, places = seating(number, count, self.paired)
        bots = [create(self.players[places[seat]], game, seat, self.seed, deal) for seat in range(count)]
        state = game.deal(self.seed, deal)
        row = [0] * self.plan.width
        counts = _Counts(self, state, row)
        counts.look()
        move = 0
        watch = Watch(self.limits, self.seed, deal)
        while (seat := state.current_player) is not None:
            move += 1
            counts.decision()
            state.apply(watch.ask(bots[seat], shown(bots[seat], state), move))
            counts.look()
        counts.end()
        self.faults += watch.faults
        if self.first_fault is None and watch.first is not None:
            self.first_fault = str(watch.first)
        self.outcome(state._raw, row)
        self.add(self.tally, row)
        self._of_players(number, places, row)
        return row

    def _of_players(self, number: int, sitting: list[int], row: list[int]) -> None:
        points, winners = self.plan.row["points"], row[self.plan.row["winners"]]
        for seat, place in enumerate(sitting):
            value, won = row[points + seat], winners >> seat & 1
            entry = self.entries[place]
            entry[0] += 1
            entry[1] += won
            entry[2] += value
            entry[3] += value * value
            self._points[place] += value
            self._wins[place] += won
        if not self.paired or number % len(self.players) != len(self.players) - 1:
            return
        self.pairs[0] += 1
        _, first = self.kinds[0]
        for kind, (_, places) in enumerate(self.kinds[1:]):
            at = 1 + 4 * kind
            for offset, sums in ((0, self._points), (2, self._wins)):
                one, two = sum(sums[place] for place in first), sum(sums[place] for place in places)
                difference = one * len(places) - two * len(first)
                self.pairs[at + offset] += difference
                self.pairs[at + offset + 1] += difference * difference
        self._points = [0] * len(self.players)
        self._wins = [0] * len(self.players)


class _Counts:
    """What happens in one game, counted from the machine's own events."""

    def __init__(self, table: SeatedGames, state: State, row: list[int]) -> None:
        self.plan, self.tally, self.row, self.state = table.plan, table.tally, row, state
        self.players = len(table.players)
        self.tricks = [0] * self.players
        self.dealer = self.first_dealer = self.first_leader = self.leader = -1
        self.decisions = self.forced = 0
        self.open_round = False

    def look(self) -> None:
        """Takes the events since the last decision."""
        at, tally = self.plan.at, self.tally
        for event in (*self.state._trace, *self.state._pending):
            kind = event[0]
            if kind == EV_TRICK_WON:
                self.tricks[event[1]] += 1
            elif kind == EV_ABILITY:
                tally[at["abilities"] + event[1]] += 1
            elif kind == EV_SCORED:
                tally[at["rows"] + self.plan.tables[event[1]][1] + event[2]] += 1
            elif kind == EV_ROUND:
                self.dealer = event[2]
                if event[1] == 1:
                    self.first_dealer = event[2]
                self.tricks = [0] * self.players
                self.leader, self.open_round = -1, True
            elif kind == EV_LEAD:
                if self.leader < 0:
                    self.leader = event[1]
                    if self.first_leader < 0:
                        self.first_leader = event[1]
            elif kind == EV_ROUND_END:
                self._round_over()

    def _round_over(self) -> None:
        at, tally, row = self.plan.at, self.tally, self.row
        for seat, tricks in enumerate(self.tricks):
            row[self.plan.row["tricks"] + seat] += tricks
            tally[at["tricks"] + seat] += tricks
            tally[at["tricks2"] + seat] += tricks * tricks
            tally[at["dealer_tricks"] + (seat - self.dealer) % self.players] += tricks
            if self.leader >= 0:
                place = (seat - self.leader) % self.players
                tally[at["leader_tricks"] + place] += tricks
                tally[at["leader_tricks2"] + place] += tricks * tricks
        if self.leader >= 0:
            tally[at["led_rounds"]] += 1
        self.open_round = False

    def decision(self) -> None:
        """Counts what is legal at a decision."""
        state, at = self.state, self.plan.at
        site = state.game.program.sites[state._word("site")]
        first = state.game.at["m0"]
        legal = sum(word.bit_count() for word in state._raw[first : first + site.words])
        trick = min(state.trick_no, MOST_TRICKS - 1)
        self.decisions += 1
        self.forced += legal == 1
        self.tally[at["asked"] + trick] += 1
        self.tally[at["legal"] + trick] += legal

    def end(self) -> None:
        """Completes the line of the game."""
        if self.open_round:
            self._round_over()
        values = {
            "outcome": self.state._word("outcome"),
            "rounds": self.state.round_no,
            "decisions": self.decisions,
            "forced": self.forced,
            "dealer": self.first_dealer,
            "leader": self.first_leader,
        }
        for name, value in values.items():
            self.row[self.plan.row[name]] = value
