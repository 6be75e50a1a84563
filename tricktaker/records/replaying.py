"""Plays a record again, and checks it at every step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tricktaker.diagnostics.display import printable
from tricktaker.game import GameFault, IllegalAction, State, UnknownAction
from tricktaker.game.deals import DealMismatch, Shuffled
from tricktaker.records.minutes import Minutes, card_labels, end_of, trick_of
from tricktaker.records.reading import load_record
from tricktaker.records.record import Deal, Entry, Move, Record, RecordError, Trick, kept_path

if TYPE_CHECKING:
    from tricktaker.game import Game

MOST_DRAWS = 2000
"""How many beginnings are tried for the dealer that the record names."""


def replay(record: Record | str | Path, game: Game, step: int | None = None, *, force: bool = False) -> State:
    """The state a record comes to, or the one after `step` decisions.

    Raises RecordError at the first thing that isn't so: other rules (unless `force`), a deal that doesn't fit, a
    decision that the rules don't allow, a trick or an end that comes out otherwise.
    """
    if not isinstance(record, Record):
        record = load_record(record)
    return _Replay(record, game).to(step, force=force)


def heading(game: Game, state: State, kinds: Sequence[str], seed: int, number: int) -> Record:
    """A record of a game that begins, without entries."""
    from tricktaker.version import __version__

    if len(kinds) != game.players:
        raise ValueError(f"{len(kinds)} players for {game.players} seats")
    return Record(
        engine=__version__,
        id=printable(game.id),
        name=printable(game.name),
        path=kept_path(game.path, game.id),
        fingerprint=game.fingerprint,
        options=game.options,
        players=tuple(kinds),
        number=number,
        seed=seed,
        dealer=state.first_dealer,
    )


def record_of(state: State, kinds: Sequence[str], seed: int, number: int = 0, *, file: str = "") -> Record:
    """The record of a game that `game.deal(seed, number)` began, as far as it has come."""
    game = state.game
    again = State.start(game, seed, number, state.shuffles)
    minutes = Minutes(game)
    minutes.take(again)
    for decided in state.decisions:
        again.apply(decided.action)
        minutes.take(again)
    head = heading(game, again, kinds, seed, number)
    return replace(head, entries=tuple(minutes.entries), end=end_of(again) if again.is_over else None, file=file)


class _Replay:
    def __init__(self, record: Record, game: Game) -> None:
        self.record = record
        self.game = game
        self.move = 0
        self.labels = card_labels(game)

    def wrong(self, message: str, entry: Entry | None = None, *, line: int | None = None) -> NoReturn:
        """The record isn't so; one that another version wrote says that too."""
        from tricktaker.version import __version__

        if self.record.engine != __version__:
            message += f" (recorded by version {self.record.engine}, replayed by {__version__})"
        where = line if entry is None else entry.line
        raise RecordError(message, file=self.record.file, line=where, move=self.move or None)

    def to(self, step: int | None, *, force: bool) -> State:
        record, game = self.record, self.game
        if record.fingerprint != game.fingerprint and not force:
            self.wrong(
                f"the rules differ: the record was played by rules {record.fingerprint}, "
                f"`{game.path}` has rules {game.fingerprint}"
            )
        if len(record.players) != game.players:
            self.wrong(f"a record of {len(record.players)} players, the game has {game.players} seats")
        state = self._begun()
        tricks = 0
        for entry in record.entries:
            if isinstance(entry, Move):
                if self.move == step:
                    return state
                self._decide(state, entry)
            elif isinstance(entry, Trick):
                self._compare(state, entry, tricks)
                tricks += 1
        if step is not None and step > self.move:
            self.move = 0
            self.wrong(f"the record has no move {step}, it ends after {len(record.moves)}")
        if record.end is not None:
            self._ended(state)
        return state

    def _begun(self) -> State:
        given = self._given()
        record = self.record
        for draw in range(MOST_DRAWS):
            try:
                # The number of the game says who deals first, where that is drawn.
                state = State.start(self.game, record.seed, record.number + draw, given)
            except DealMismatch as fault:
                self.wrong(str(fault))
            except GameFault as fault:
                self.wrong(f"the rules ask for what isn't there: {fault}")
            if state.first_dealer == record.dealer:
                return state
            if state.first_dealer is None or not given:
                break
        self.wrong(f"the record says that {seat_text(record.dealer)} is drawn to deal first, which can't be")

    def _given(self) -> list[Shuffled]:
        """The deals by card numbers."""
        numbers = {label: number for number, label in enumerate(self.labels)}
        given: list[Shuffled] = []
        moves = 0
        for entry in self.record.entries:
            moves += isinstance(entry, Move)
            if isinstance(entry, Deal):
                unknown = [label for label in entry.cards if label not in numbers]
                if unknown:
                    self.move = moves
                    self.wrong(f"there is no card `{unknown[0]}`", entry)
                given.append(Shuffled(moves, entry.zone, entry.seat, tuple(numbers[label] for label in entry.cards)))
        return given

    def _decide(self, state: State, move: Move) -> None:
        self.move += 1
        seat = state.current_player
        if seat is None:
            self.wrong("the game is over, and there is another decision", move)
        if seat != move.seat:
            self.wrong(f"seat {move.seat} decides, but seat {seat} is to decide", move)
        try:
            state.apply(self.game.action(move.action))
        except UnknownAction as fault:
            self.wrong(str(fault), move)
        except IllegalAction as fault:
            self.wrong(f"seat {seat}: {fault}", move)
        except DealMismatch as fault:
            self.wrong(str(fault), move)
        except GameFault as fault:
            self.wrong(f"the rules ask for what isn't there: {fault}", move)

    def _compare(self, state: State, trick: Trick, number: int) -> None:
        """A trick must have ended as it did when it was recorded."""
        ended = state.tricks_ended
        if number >= len(ended):
            self.wrong("the record says that a trick ends here, which it doesn't", trick)
        now = trick_of(state, ended[number], self.labels)
        for what, then, found in (
            ("the trick was won by", seat_text(trick.winner), seat_text(now.winner)),
            ("the round was", trick.round, now.round),
            ("the scores were", scores_text(trick.scores), scores_text(now.scores)),
        ):
            if then is not None and found is not None and then != found:
                self.wrong(f"{what} {then}, now {found}", trick)
        if trick.check != now.check:
            self.wrong("the situation after this trick was another one: the checks differ", trick)

    def _ended(self, state: State) -> None:
        end = self.record.end
        assert end is not None
        if not state.is_over:
            self.wrong("the record says that the game is over, which it isn't", line=end.line)
        now = end_of(state)
        for what, then, found in (
            ("the scores were", list(end.scores), list(now.scores)),
            ("the winners were", list(end.winners), list(now.winners)),
            ("the result was", end.result, now.result),
        ):
            if then != found:
                self.wrong(f"{what} {then}, now {found}", line=end.line)


def seat_text(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}"


def scores_text(scores: Sequence[int] | None) -> str | None:
    return None if scores is None else str(list(scores))
