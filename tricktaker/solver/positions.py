"""Positions from text: YAML or JSON, with the keys of a rule file's examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tricktaker.diagnostics import Report, did_you_mean
from tricktaker.game import Game, PositionError, State
from tricktaker.loading.nodes import Mapping as LocatedMapping
from tricktaker.loading.reader import plain, read_text

KEYS = ("about", "hand", "zones", "trick", "vars", "cards", "tricks", "leader", "dealer", "round", "trick_no", "fill")

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
    problems = []
    for key in data:
        if key not in KEYS:
            near = did_you_mean(str(key), KEYS)
            problems.append(f"a position has no `{key}`" + (f"; did you mean `{near}`?" if near else ""))
    zones = _mapping(data, "zones", problems)
    hands = data.get("hand")
    if hands is not None:
        zones = {**zones, "hand": hands}
    for name, given in zones.items():
        _check_cards(name, given, problems)
    numbers: dict[str, int] = {}
    for key, name in (("leader", "leader"), ("dealer", "dealer"), ("round", "round_no"), ("trick_no", "trick_no")):
        value = data.get(key)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int):
            problems.append(f"`{key}` is a whole number")
        else:
            numbers[name] = value
    trick = data.get("trick") or ()
    if not _is_list(trick):
        problems.append("`trick` is a list of cards")
    tricks = data.get("tricks")
    if tricks is not None and (not _is_list(tricks) or len(tricks) != game.players):
        problems.append(f"`tricks` is a list of {game.players} numbers, tricks won by each seat")
    values, cards = _mapping(data, "vars", problems), _mapping(data, "cards", problems)
    if problems:
        raise PositionError(tuple(problems))
    given_: dict[str, Any] = {
        "zones": zones, "trick": [str(card) for card in trick], "vars": values, "cards": cards, "tricks": tricks,
        "fill": bool(data.get("fill", False)), **numbers,
    }  # fmt: skip
    state = game.position(**given_)
    if "trick_no" not in numbers:
        number = trick_of(state)
        if number is not None and number != state.trick_no:
            state = game.position(**given_, trick_no=number)
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


def _mapping(data: Mapping[str, Any], key: str, problems: list[str]) -> dict[str, Any]:
    value = data.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        problems.append(f"`{key}` is a mapping of names")
        return {}
    return {str(name): item for name, item in value.items()}


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _check_cards(name: str, given: object, problems: list[str]) -> None:
    """Cards of a zone: a list, a list of lists, or lists by seat."""
    if given is None:
        return
    if isinstance(given, Mapping):
        for seat, cards in given.items():
            if not str(seat).isdigit():
                problems.append(f"`{seat}` is no seat")
            if cards is not None and not _is_list(cards):
                problems.append(f"the cards of `{name}` of seat {seat} are a list")
    elif not _is_list(given):
        problems.append(f"the cards of `{name}` are a list")
