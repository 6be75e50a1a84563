"""Hypothesis strategies for games: deals, positions, whole games, and what can be done and seen in them.

They draw deals as orders of the deck and decisions as places in the list of legal actions, so that a failure
shrinks to few decisions, first actions and a deck in order. Nothing is filtered: what is asked for is
constructed.
"""

from __future__ import annotations

import random

from hypothesis import strategies as st

from tricktaker.game import Game, State, View
from tricktaker.testing.dealing import Table, Undealable, Wish, Wishes, mended, table_of, wishes_of

MOST_CHOICES = 59
"""A decision is drawn as a number up to this, and counts round the legal actions."""

MOST_DRAWN = 20
"""Decisions of a whole game that are drawn one by one."""

SEEDS = 8
"""Seeds that are drawn: they choose the first dealer and what is shuffled later."""


@st.composite
def _deal(draw: st.DrawFn, game: Game, wishes: Wishes, tables: tuple[Table, ...]) -> State:
    if not tables:
        return State.start(game, draw(st.integers(0, 2**31 - 1)), 0)
    table = draw(st.sampled_from(tables))
    order = draw(st.permutations(table.cards))
    return State.start(game, table.seed, 0, (mended(table, order, wishes),))


def deals(game: Game, *, have: Wish | None = None, lack: Wish | None = None) -> st.SearchStrategy[State]:
    """Games at their first decision. `have` and `lack` say by seat which cards, or suits, a hand holds or doesn't.

    `deals(game, have={1: ["1m"]}, lack={1: "bells"})`. Raises Undealable if no deal can be like that.
    """
    wishes = wishes_of(game, have or {}, lack or {})
    tables = tuple(table for seed in range(SEEDS) if (table := table_of(game, seed)) is not None)
    if not tables and (have or lack):
        raise Undealable("this game isn't dealt before its first decision")
    for table in tables:
        mended(table, table.cards, wishes)
    return _deal(game, wishes, tables)


@st.composite
def _played(draw: st.DrawFn, start: st.SearchStrategy[State], most: int | None, rounds: int | None) -> State:
    """A few decisions drawn one by one, the others from a number of which 0 means: always the first legal action.

    Drawn all one by one they would be more than hypothesis likes to draw, and many games would be thrown away.
    """
    state = draw(start)
    first = iter(draw(st.lists(st.integers(0, MOST_CHOICES), max_size=MOST_DRAWN)))
    rest = draw(st.integers(0, 2**32 - 1))
    chance = random.Random(rest)
    made = 0
    while not state.is_over and (most is None or made < most) and (rounds is None or state.round_no <= rounds):
        legal = state.legal_actions
        choice = next(first, -1)
        if choice < 0:
            choice = chance.randrange(len(legal)) if rest else 0
        state.apply(legal[choice % len(legal)])
        made += 1
    return state


@st.composite
def _reached(draw: st.DrawFn, start: st.SearchStrategy[State], most: int) -> State:
    """Decisions as a list, of which any part can be left out: so whole tricks vanish when a failure shrinks."""
    state = draw(start)
    for choice in draw(st.lists(st.integers(0, MOST_CHOICES), max_size=most)):
        if state.is_over:
            break
        legal = state.legal_actions
        state.apply(legal[choice % len(legal)])
    return state


def playthroughs(
    game: Game, *, rounds: int | None = None, most: int | None = None, start: st.SearchStrategy[State] | None = None
) -> st.SearchStrategy[State]:
    """Games played to their end, for `rounds` rounds, or for `most` decisions, from any strategy of states."""
    return _played(deals(game) if start is None else start, most, rounds)


def positions(game: Game, *, most: int = 60, start: st.SearchStrategy[State] | None = None) -> st.SearchStrategy[State]:
    """Situations to which a game can come within `most` decisions, the first one among them."""
    return _reached(deals(game) if start is None else start, most)


def actions(state: State) -> st.SearchStrategy[int]:
    """The legal actions of a state."""
    return st.sampled_from(state.legal_actions)


@st.composite
def _view(draw: st.DrawFn, game: Game, most: int) -> View:
    state = draw(positions(game, most=most))
    return state.view(draw(st.sampled_from([*range(game.players), None])))


def views(game: Game, *, most: int = 60) -> st.SearchStrategy[View]:
    """What a seat, or a spectator, sees of a position."""
    return _view(game, most)
