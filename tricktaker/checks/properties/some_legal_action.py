"""Every decision has a legal action.

Whoever is asked can answer: there is at least one legal action, each is listed once and in ascending order, the
mask of legal actions says the same, and who is asked is a seat of the game.

A game in which a seat is asked and may do nothing would stand still for ever. In a rule file it comes from an
`only` line that leaves nothing without `stuck`; that, the loader mostly sees before any game is played.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Property, Scene


def look(scene: Scene) -> Iterator[Broken]:
    state = scene.state
    legal = state.legal_actions
    if not legal:
        yield Broken(f"seat {state.current_player} has to decide and nothing is legal")
    if list(legal) != sorted(set(legal)):
        yield Broken("legal actions are not in ascending order")
    if state.legal_mask != sum(1 << action for action in legal):
        yield Broken("the mask of legal actions says otherwise than their list")
    if state.current_player not in range(scene.game.players):
        yield Broken(f"seat {state.current_player} has to decide, which isn't at the table")


PROPERTY = Property(name="no-legal-action", about=__doc__, look=look)
