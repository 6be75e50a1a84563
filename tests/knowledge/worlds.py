"""Other deals that one viewer can't tell from the real one: two cards it hasn't seen this round change places.

The deal is changed before the round and the same decisions are made again, those about either card made about the
other. Whatever the viewer sees then must be the same.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import tricktaker
from tricktaker.game.state import State

ROOT = Path(__file__).resolve().parents[2]
VARIANTS = [
    Path(__file__).with_name("hidden.yaml"),
    *sorted((ROOT / "variants").glob("*.yaml")),
    *sorted((ROOT / "tests" / "variants").glob("*.yaml")),
]


def random_game(game: tricktaker.Game, seed: int, most: int = 3000) -> State:
    """A whole game by chance."""
    state, chance = game.deal(seed), random.Random(seed)
    while not state.is_over and len(state.decisions) < most:
        state.apply(chance.choice(state.legal_actions))
    return state


def after(whole: State, count: int, seed: int) -> State:
    """The game as it was after `count` decisions."""
    state = whole.game.deal(seed)
    for decided in whole.decisions[:count]:
        state.apply(decided.action)
    return state


def this_round(view: tricktaker.View) -> tuple[tricktaker.Event, ...]:
    """What the viewer saw since the cards were dealt last."""
    starts = [place for place, event in enumerate(view.events) if event.kind == "round_start"]
    return view.events[starts[-1] :] if starts else view.events


def cards_seen(view: tricktaker.View) -> set[int]:
    """The cards whose face the viewer has seen this round, wherever they are now."""
    found = {card.index for card in view.hand}
    found |= {card.index for zones in view.zones.values() for zone in zones for card in zone.cards if card is not None}
    found |= {card.index for _, card, _ in (*view.trick, *(view.last_trick or ())) if card is not None}
    for event in this_round(view):
        found |= {card.index for card in event.cards if card is not None}
        found |= cards_named(view.game, event.data)
    found |= cards_named(view.game, view.vars)
    return found


def cards_named(game: tricktaker.Game, value: Any) -> set[int]:
    """Cards whose name is somewhere in plain data."""
    if isinstance(value, dict):
        return set().union(*(cards_named(game, item) for item in value.values()), set())
    if isinstance(value, (list, tuple)):
        return set().union(*(cards_named(game, item) for item in value), set())
    if isinstance(value, str):
        return {index for name in names_of(game).findall(value) for index in numbers_of(game)[name]}
    return set()


@cache
def names_of(game: tricktaker.Game) -> re.Pattern[str]:
    names = sorted({card.name for card in game.cards}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")


@cache
def numbers_of(game: tricktaker.Game) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for card in game.cards:
        found.setdefault(card.name, []).append(card.index)
    return found


def swapped_text(text: str, one: str, two: str) -> str:
    """An action about one card as the same about the other."""
    return re.sub(
        rf"(?<!\w)(?:{re.escape(one)}|{re.escape(two)})(?!\w)", lambda found: two if found[0] == one else one, text
    )


def other_world(state: State, seed: int, one: int, two: int) -> State | None:
    """The game as it would be had these two cards lain in each other's place since the deal; None if that can't be."""
    game = state.game
    starts = [s.after for s in state.shuffles]
    if not starts:
        return None
    begun = round_begin(state)
    names = game.cards[one].name, game.cards[two].name
    exchange = {one: two, two: one}
    given = [
        replace(s, cards=tuple(exchange.get(card, card) for card in s.cards)) if s.after >= begun else s
        for s in state.shuffles
    ]
    try:
        other = State.start(game, seed, 0, given)
        for number, decided in enumerate(state.decisions):
            action = decided.action
            if number >= begun:
                action = game.action(swapped_text(game.text(action), *names))
            if action not in other.legal_actions or other.decision is None or other.decision.seat != decided.seat:
                return None
            other.apply(action)
    except (tricktaker.UnknownAction, tricktaker.GameFault, ValueError):
        return None
    alike = [asked(other) == asked(state), other.trick_no == state.trick_no, other.leader == state.leader]
    return other if all(alike) else None


def asked(state: State) -> tuple[int, str, str | None] | None:
    """What everybody at the table sees of a decision."""
    decision = state.decision
    return None if decision is None else (decision.seat, decision.kind, decision.ask)


def shown(view: tricktaker.View) -> list[tricktaker.Event]:
    """What the rules laid open."""
    return [event for event in view.events if event.kind == "show"]


def round_begin(state: State) -> int:
    """How many decisions there were before the present deal."""
    made = 0
    begun = 0
    for event in state.events:
        if event.kind == "round_start":
            begun = made
        elif event.kind in ("play", "choose", "pass"):
            made += 1
    return begun


def differences(one: tricktaker.View, two: tricktaker.View) -> dict[str, tuple[Any, Any]]:
    """The fields in which two views differ, with both values."""
    first, second = one.to_json(), two.to_json()
    return {name: (first[name], second[name]) for name in first if first[name] != second[name]}


@dataclass
class Outcome:
    """What comparing came to. `declared`: what the rules show to everyone told the worlds apart."""

    compared: int = 0
    declared: int = 0
    leaks: list[str] = field(default_factory=list)


def compare(game: tricktaker.Game, seed: int, moments: int, pairs: int, most: int = 110) -> Outcome:
    """Every viewer's view at some moments of a game, beside its view of worlds it can't tell from that one."""
    chance = random.Random(f"worlds {seed}")
    outcome = Outcome()
    whole = random_game(game, seed, most)
    for _ in range(moments):
        count = chance.randrange(len(whole.decisions))
        state = after(whole, count, seed)
        for seat in [*range(game.players), None]:
            view = state.view(seat)
            seen = cards_seen(view)
            hidden = [c.index for c in game.cards if c.index not in seen and len(numbers_of(game)[c.name]) == 1]
            for _ in range(pairs if len(hidden) > 1 else 0):
                one, two = chance.sample(hidden, 2)
                other = other_world(state, seed, one, two)
                if other is None:
                    continue
                outcome.compared += 1
                found = differences(view, other.view(seat))
                if "vars" in found or shown(view) != shown(other.view(seat)):
                    outcome.declared += 1
                elif found:
                    names = f"{game.cards[one]} / {game.cards[two]}"
                    outcome.leaks.append(f"seed {seed}, {count} decisions, seat {seat}, {names}: {found}")
    return outcome
