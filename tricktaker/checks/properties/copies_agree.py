"""A copy goes the same way as the game it was made of, and leaves it alone.

A copied state answers all questions as the original does. If the same action is done to both, they come to the
same situation; if only the copy goes on, the original stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Property, Scene
from tricktaker.game import GameFault


def look(scene: Scene) -> Iterator[Broken]:
    state = scene.state
    before, seen = list(state._raw), len(state._past.seen)
    one, two = state.copy(), state.copy()
    if one != state or hash(one) != hash(state) or one.legal_actions != state.legal_actions:
        yield Broken("a copy differs from what it was copied from")
    action = scene.chance.choice(state.legal_actions)
    try:
        one.apply(action)
        two.apply(action)
    except GameFault:
        return  # seen and reported when the game itself gets there
    if one._raw != two._raw:
        yield Broken(f"two copies come to different situations after `{scene.game.text(action)}`")
    if state._raw != before or len(state._past.seen) != seen:
        yield Broken("the original changed when its copy went on")


PROPERTY = Property(name="copy-differs", about=__doc__, look=look, every=23)
