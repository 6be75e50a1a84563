"""Who has won and what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tricktaker.game.state import State


def winners(state: State) -> tuple[int, ...]:
    """Winning seats of a finished game: full ties share."""
    game, end = state.game, state.game.rules.end
    outcome = state._word("outcome")
    everyone = tuple(range(game.players))
    if game.cooperative:
        won = outcome > 0 and game.program.outcomes[outcome - 1][0] == "win"
        return everyone if won else ()
    if end.winners is not None:
        mask = game.program.query(end.winners)(state._raw)[0]
        return tuple(seat for seat in everyone if mask >> seat & 1)
    if not end.standings:
        return ()
    asked = [game.program.query(node, (end.id,)) for node in end.standings]
    subjects = range(len(game.teams)) if end.by_team else everyone
    places = {subject: tuple(int(ask(state._raw, subject)) for ask in asked) for subject in subjects}
    best = max(places.values())
    first = [subject for subject, place in places.items() if place == best]
    if end.by_team:
        return tuple(sorted(seat for team in first for seat in game.teams[team]))
    return tuple(first)


def returns(state: State) -> tuple[float, ...]:
    """Utilities by seat: as the rules declare, else winners share +1 and the others −1 (co-operative: ±1 each)."""
    game, end = state.game, state.game.rules.end
    if not state.is_over:
        return (0.0,) * game.players
    if end.returns is not None:
        ask = game.program.query(end.returns, (end.id,))
        return tuple(float(ask(state._raw, seat)) for seat in range(game.players))
    won = winners(state)
    if game.cooperative:
        return ((1.0 if won else -1.0),) * game.players
    lost = game.players - len(won)
    if not won or not lost:
        return (0.0,) * game.players
    return tuple(1.0 / len(won) if seat in won else -1.0 / lost for seat in range(game.players))
