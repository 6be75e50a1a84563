"""A failure on paper: the record of the game that shows it, and positions in the words of an example."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tricktaker.checks.properties.property import Playthrough
from tricktaker.checks.walk import played
from tricktaker.game import Game, GameFault, State
from tricktaker.game.deals import Shuffled
from tricktaker.game.notation import find_card
from tricktaker.records import Deal, Move, Record, record_of
from tricktaker.records.minutes import card_labels
from tricktaker.records.writing import lines_of

FOLDER = ".tricktaker"
"""Where failures are kept, in the folder from which the check was started."""
MOST_DRAWS = 2000
_PLAIN = re.compile(r"[A-Za-z0-9_.-][A-Za-z0-9_. -]*[A-Za-z0-9_.]|[A-Za-z0-9_]")


def write_failure(game: Game, play: Playthrough, name: str, folder: Path) -> Path:
    """Writes the record of a failing game, with open cards, and says where."""
    kinds = ["random"] * game.players
    try:
        record = record_of(played(game, play), kinds, play.seed, play.number)
    except GameFault:
        before = played(game, replace(play, choices=play.choices[:-1]))
        seat, legal = before.current_player or 0, before.legal_actions
        record = record_of(before, kinds, play.seed, play.number)
        last = Move(seat=seat, action=game.text(legal[play.choices[-1] % len(legal)]))
        record = replace(record, entries=(*record.entries, last))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.id}-{name}.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines_of(record, seal=False)), encoding="utf-8")
    return path


def playthrough_of(record: Record, game: Game) -> Playthrough:
    """The game of a record, as far as its decisions can be made. Raises ValueError if its deals aren't of this game."""
    numbers = {label: number for number, label in enumerate(card_labels(game))}
    given: list[Shuffled] = []
    moves = 0
    for entry in record.entries:
        moves += isinstance(entry, Move)
        if isinstance(entry, Deal):
            if any(label not in numbers for label in entry.cards):
                raise ValueError(f"the record has a card that `{game.id}` hasn't")
            given.append(Shuffled(moves, entry.zone, entry.seat, tuple(numbers[label] for label in entry.cards)))
    for draw in range(MOST_DRAWS):
        state = State.start(game, record.seed, record.number + draw, given)
        if state.first_dealer == record.dealer:
            break
    choices: list[int] = []
    for move in record.moves:
        texts = [game.text(action) for action in state.legal_actions]
        if move.action not in texts:
            break
        choices.append(texts.index(move.action))
        try:
            state.apply(state.legal_actions[choices[-1]])
        except GameFault:
            break
    return Playthrough(record.seed, record.number + draw, tuple(given), tuple(choices))


def short_text(game: Game, action: str) -> str:
    """`play 4 of keys as …` as an example writes it."""
    name, separator, way = action.removeprefix("play ").partition(" as ")
    found = find_card(game, name)
    return (card_text(game, found[0].index) if found else name) + separator + way


def card_text(game: Game, number: int) -> str:
    card = game.cards[number]
    deck = game.rules.cards[number].deck
    same = find_card(game, card.short)
    return card.short if same and game.rules.cards[same[0].index].deck == deck else f"{deck}/{card.short}"


def position_data(game: Game, state: State) -> dict[str, Any]:
    """A situation in the words of an example."""
    data: dict[str, Any] = {}
    chosen = {option.name: option.chosen for option in game.rules.options if option.chosen != option.default}
    if chosen:
        data["set"] = chosen
    if len(game.rules.player_counts) > 1:
        data["players"] = game.players
    if state.round_no > 1:
        data["round"] = state.round_no
    data["dealer"], data["leader"], data["trick_no"] = state.dealer, max(0, state.leader), max(1, state.trick_no)
    if any(state.tricks_won):
        data["tricks"] = state.tricks_won
    values = {}
    for variable in game.rules.variables:
        value = state.variable(variable.decl.name)
        if len(variable.decl.per) < 2 and (any(value) if isinstance(value, list) else value):
            values[variable.decl.name] = value
    if values:
        data["vars"] = values
    zones: dict[str, Any] = {}
    for zone in game.rules.zones:
        name = zone.decl.name
        if zone.decl.per_player:
            held: Any = {
                seat: [card_text(game, card.index) for card in state.zone(name, seat)]
                for seat in range(game.players)
                if state.zone(name, seat)
            }
        else:
            held = [card_text(game, card.index) for card in state.zone(name)]
        if held:
            zones[name] = held
    if zones:
        data["zones"] = zones
    codes = state._array("TRICK")[: state._word("tn")]
    if codes:
        data["trick"] = [played_text(game, code) for code in codes]
    return data


def played_text(game: Game, code: int) -> str:
    play = game.rules.plays[code]
    text = card_text(game, play.card)
    return text if play.way is None else f"{text} {play.way}"


def flow(value: object) -> str:
    """A value in YAML's flow style, on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    text = str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
