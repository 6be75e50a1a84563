"""An action's text leads back to the action.

Actions are numbers; people, records and bots over a wire write them as text (`play 4 of keys`). Each legal
action must have a text of its own, and that text, in any case and with any number of spaces, must be this
action again.

In a rule file two things that can be chosen in one decision must not have the same name.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Property, Scene
from tricktaker.game import UnknownAction


def look(scene: Scene) -> Iterator[Broken]:
    game = scene.game
    texts: dict[str, int] = {}
    for action in scene.state.legal_actions:
        text = game.text(action)
        other = texts.setdefault(text.lower(), action)
        if other != action:
            yield Broken(f"two actions are both called `{text}`")
        for written in (text, f" {text.upper().replace(' ', '  ')} "):
            try:
                found = game.action(written)
            except UnknownAction:
                yield Broken(f"`{written}` is not understood, though it is a legal action")
                continue
            if found != action:
                yield Broken(f"`{written}` is understood as `{game.text(found)}`")


PROPERTY = Property(name="text-round-trip", about=__doc__, look=look, every=7)
