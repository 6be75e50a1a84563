"""Any situation of a game, written down instead of played.

The machine runs a game of its own to the moment that is wanted; then cards, variables and the trick are laid out as
given. What isn't given is as at the start of a round.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tricktaker.compiler.moments import STOP_TURN
from tricktaker.game.faults import GameFault, PositionError
from tricktaker.game.given import Given, Reader
from tricktaker.game.layer import Layer
from tricktaker.game.state import State

if TYPE_CHECKING:
    from tricktaker.game.game import Game

MOST_TRIES = 300
MOST_DECISIONS = 5_000


def position(
    game: Game,
    *,
    hands: Mapping[int, Sequence[str]] | Sequence[Sequence[str]] | None = None,
    trick: Sequence[str] = (),
    zones: Mapping[str, Any] | None = None,
    vars: Mapping[str, Any] | None = None,
    cards: Mapping[str, Mapping[str, Any]] | None = None,
    tricks: Sequence[int] | None = None,
    leader: int = 0,
    dealer: int | None = None,
    round_no: int = 1,
    trick_no: int = 2,
    seed: int = 0,
    fill: bool = True,
) -> State:
    """A state in the middle of a trick, with the next seat to play.

    `hands` by seat, `trick` in the order played (first by `leader`), `zones` and `vars` by name (per player: a list or
    a mapping by seat), `cards`: variables kept for cards, and `by`, who played them, `tricks`: tricks won by seat.
    With `fill`, cards that are nowhere are dealt to the hands that aren't given, as many as the longest given one has
    (evenly, if none is given), the rest to the deck; without, they are set aside. Raises PositionError with every
    reason why the position can't be.
    """
    given = Reader(game).read(
        hands=hands,
        zones=zones,
        trick=trick,
        vars=vars,
        cards=cards,
        tricks=tricks,
        leader=leader,
        dealer=dealer,
        round_no=round_no,
        trick_no=trick_no,
    )
    return laid_out(game, given, seed, fill)


def laid_out(game: Game, given: Given, seed: int, fill: bool) -> State:
    """The state of a position that has been read. Raises PositionError if no game can come to it."""
    state = reach(game, STOP_TURN, seed, given.round_no)
    Layer(game).lay(state, given, seed if fill else None)
    if len(given.trick) >= state._raw[game.at["seats"]].bit_count():
        raise PositionError(("the trick is complete: nobody is to play",))
    resume(state)
    return state


def reach(game: Game, moment: int, seed: int, round_no: int, dealer: int | None = None) -> State:
    """A game run by chance to the first time the machine halts at `moment`. Raises PositionError if it never does."""
    from tricktaker.game.game import seeds

    for number in range(MOST_TRIES):
        raw = [0] * game.program.layout.size
        raw[game.at["seed_a"]], raw[game.at["seed_b"]] = seeds(seed, number)
        raw[game.at["round_no"]] = raw[game.at["deal_no"]] = round_no - 1
        raw[game.at["stop"]] = moment
        state = State(game, raw)
        rng = random.Random(number)
        try:
            state._advance()
            for _ in range(MOST_DECISIONS):
                if state._raw[game.at["halted"]] or state.is_over or state.round_no != round_no:
                    break
                state.apply(rng.choice(state.legal_actions))
        except GameFault:
            continue
        if state._raw[game.at["halted"]] == moment and state.round_no == round_no:
            if dealer is None or state.dealer == dealer:
                return state
    raise PositionError(("no game comes to this point",))


def resume(state: State, stop: int = 0) -> None:
    """Goes on from a halt; `stop` says where to halt next."""
    state._raw[state.game.at["halted"]] = 0
    state._raw[state.game.at["stop"]] = stop
    state._advance()
