"""A view is the same after it was sent.

Views travel as JSON to browsers, bots and logs. Read back, a view must be equal to what was written; what only
the seat whose turn it is may know (its legal actions, the question it is asked) is in no other view.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Property, Scene
from tricktaker.game import View


def look(scene: Scene) -> Iterator[Broken]:
    game, state = scene.game, scene.recent
    viewer = scene.chance.choice([None, *range(game.players)])
    view = state.view(viewer)
    text = json.dumps(view.to_json())
    back = View.from_json(game, json.loads(text))
    if json.dumps(back.to_json()) != text:
        yield Broken("a view that was written as JSON and read back is another")
    if viewer != state.current_player and (view.legal_actions or view.decision is not None):
        yield Broken(f"the view of {viewer} shows what seat {state.current_player} is asked")


PROPERTY = Property(name="view-differs", about=__doc__, look=look, every=17)
