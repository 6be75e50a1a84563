"""A sampled world as a state with a past: the seat's story told again with the cards and choices of that world."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.game.deals import COMMON, Shuffled
from tricktaker.game.history import ROUND
from tricktaker.game.state import State

if TYPE_CHECKING:
    from tricktaker.game.worlds import Worlds


def retold(worlds: Worlds, number: int) -> State:
    """World `number` of those that were kept, played from where the story begins."""
    game, story = worlds.game, worlds.story
    raw = list(worlds.starts[number])
    at = game.at
    raw[at["seed_a"]], raw[at["seed_b"]], raw[at["x"]] = worlds.seeds[number]
    state = State(game, raw, shuffles(worlds, number))
    if story.laid:
        from tricktaker.game.layer import Layer

        Layer(game).remember(state)
    elif raw[at["pc"]]:
        state._pending.append((ROUND, raw[at["round_no"]], raw[at["dealer"]]))
        state._past.minutes.begin(tuple(raw), False)
    state._advance()
    for bit, lot in zip(worlds.choices[number], worlds.lots[number], strict=True):
        site = game.program.sites[raw[at["site"]]]
        action = site.options[bit]
        assert action is not None
        if lot:
            raw[at["x"]] = lot
        state.apply(action)
    return state


def shuffles(worlds: Worlds, number: int) -> list[Shuffled]:
    """The deals of a world, in the form in which deals are given."""
    found: list[Shuffled] = []
    left = worlds.deals[number]
    for cards, place in zip(worlds.story.shuffled, worlds.story.piles, strict=True):
        zone, owner = divmod(place, 16)
        name = worlds.game.rules.zones[zone].decl.name
        found.append(Shuffled(0, name, None if owner == COMMON else owner, tuple(reversed(left[: len(cards)]))))
        left = left[len(cards) :]
    return found
