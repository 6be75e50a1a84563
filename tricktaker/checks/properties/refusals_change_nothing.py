"""A refused action changes nothing and is refused for a reason.

Whatever isn't legal is refused: actions that are not asked for now, cards of others, numbers that are no
action. The state is as it was, nobody saw anything, and the refusal names a rule and what would be legal.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Property, Scene
from tricktaker.game import IllegalAction


def look(scene: Scene) -> Iterator[Broken]:
    game, state = scene.game, scene.state
    legal = set(state.legal_actions)
    before, seen = list(state._raw), len(state._past.seen)
    others = [action for action in range(game.action_count) if action not in legal]
    wrong = [-1, game.action_count, *scene.chance.sample(others, min(6, len(others)))]
    for action in wrong:
        name = game.text(action) if 0 <= action < game.action_count else str(action)
        try:
            state.copy().apply(action)
        except IllegalAction as refusal:
            if not refusal.rule or len(refusal.legal) != len(legal):
                yield Broken(f"`{name}` is refused without a reason")
        else:
            yield Broken(f"`{name}` is not legal and is not refused")
        with contextlib.suppress(IllegalAction):
            state.apply(action)
        if state._raw != before or len(state._past.seen) != seen:
            yield Broken(f"`{name}` is refused and changes something")
            return


PROPERTY = Property(name="refusal-changes", about=__doc__, look=look, every=19)
