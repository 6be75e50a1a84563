"""Positions from text: YAML or JSON, with the keys of a rule file's examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tricktaker.diagnostics import Report, did_you_mean
from tricktaker.game import Game, PositionError, State
from tricktaker.game.given import Reader
from tricktaker.game.position import laid_out
from tricktaker.loading.nodes import Mapping as LocatedMapping
from tricktaker.loading.reader import plain, read_text

GIVEN = ("hand", "zones", "trick", "vars", "cards", "tricks", "leader", "dealer", "round", "trick_no")
KEYS = ("about", *GIVEN, "fill")
SPELLED = {"hand": "hands", "round": "round_no"}
"""What `Game.position` calls a key, where it has another word."""

NO_MAPPING = ("wrong-type", "empty-file")
"""How the reader of rule files says that a text is no mapping."""


def read_position(game: Game, text: str, file: str = "position") -> State:
    """The state that a text describes: a mapping as in an example, hands under `zones: {hand: …}` or `hand`.

    `hand` holds the cards of each seat (a list of lists, or a mapping by seat). Cards that aren't named are set aside
    unless `fill: true`; without `trick_no`, the cards in hand say which trick it is. Raises VariantError for text that
    isn't YAML, PositionError with every reason why the position can't be.
    """
    report = Report()
    document = read_text(text, file, report)
    if any(each.slug in NO_MAPPING for each in report.diagnostics):
        raise PositionError(("a position is a mapping, such as {hand: {0: [Ah, Kd]}, leader: 0}",))
    report.raise_if_errors()
    assert isinstance(document, LocatedMapping)
    return lay_out(game, plain(document))


def lay_out(game: Game, data: Mapping[str, Any]) -> State:
    """The state of a position given as plain data. Raises PositionError with every reason why it can't be."""
    reader = Reader(game)
    for key in data:
        if key not in KEYS:
            near = did_you_mean(str(key), KEYS)
            reader.problems.append(f"a position has no `{key}`" + (f"; did you mean `{near}`?" if near else ""))
    fill = data.get("fill", False)
    if not isinstance(fill, bool):
        reader.problems.append(f"`fill` is true or false, not `{fill}`")
    said = {SPELLED.get(key, key): value for key, value in data.items() if key in GIVEN and value is not None}
    given = reader.read(**said)
    state = laid_out(game, given, 0, bool(fill))
    if "trick_no" not in said:
        number = trick_of(state)
        if number is not None and number != state.trick_no:
            state = laid_out(game, replace(given, trick_no=number), 0, bool(fill))
    return state


def trick_of(state: State) -> int | None:
    """Which trick of the round it is, by the cards that are held; None where their number doesn't say."""
    game = state.game
    most = [state._raw[place] for name, place in game.at.items() if name.startswith("most_")]
    seat = state.current_player
    if len(most) != 1 or seat is None or not 0 < most[0] <= len(game.cards):
        return None
    return max(1, most[0] - len(state.zone("hand", state._word("turn"))) + 1)


def cards_to_play(state: State) -> dict[int, int]:
    """By seat, of those who play cards: how many it holds, with the one that lies in the trick under way."""
    view = state.view(None)
    laid = {seat for seat, _, _ in view.trick}
    held = {seat: len(state.zone("hand", seat)) + (seat in laid) for seat in range(state.game.players)}
    return {seat: cards for seat, cards in held.items() if cards}
