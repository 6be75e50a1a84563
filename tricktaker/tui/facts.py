"""What a view shows besides cards: variables, piles and scores, sorted into the places where people look for them.

Takes a View, never a State: what a seat may not know can't be shown to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tricktaker.diagnostics.display import printable
from tricktaker.tui.labels import Labels, counted, spoken

if TYPE_CHECKING:
    from tricktaker.game import Card, View, ZoneView

HAND, WON, SCORE = "hand", "won", "score"


def hand_in_order(view: View, suits: Sequence[str]) -> tuple[Card, ...]:
    """The viewer's hand by suit, low to high as the deck lists its cards, cards without a suit last."""
    places = {suit: place for place, suit in enumerate(suits)}
    return tuple(sorted(view.hand, key=lambda card: (places.get(card.suit or "", len(places)), card.index)))


def by_suit(cards: Sequence[Card]) -> list[tuple[str | None, list[Card]]]:
    """The cards in groups of one suit, in the order given."""
    groups: list[tuple[str | None, list[Card]]] = []
    for card in cards:
        if not groups or groups[-1][0] != card.suit:
            groups.append((card.suit, []))
        groups[-1][1].append(card)
    return groups


def points_of(view: View, seat: int, teams: Sequence[Sequence[int]]) -> int | None:
    """The score of a seat (of its team where teams score), None where the table has one score."""
    scores = view.scores
    if not isinstance(scores, Sequence):
        return None
    if len(scores) == len(view.tricks_won):
        return int(scores[seat])
    for team, members in enumerate(teams):
        if seat in members and team < len(scores):
            return int(scores[team])
    return None


def player_facts(view: View, seat: int, labels: Labels) -> list[str]:
    """The variables of one player that say something, such as `bid 3`."""
    found = []
    for name, value in view.vars.items():
        if name == SCORE or _kinds(labels, name) != ("player",) or not isinstance(value, Sequence):
            continue
        said = _said(labels, view, name, value[seat])
        if said is not None:
            found.append(said)
    return found


def table_facts(view: View, labels: Labels) -> list[str]:
    """The variables of the table, teams, suits, cards ... that say something."""
    found = []
    for name, value in view.vars.items():
        kinds = _kinds(labels, name)
        if kinds == ("player",) or (name == SCORE and kinds):
            continue
        if not kinds:
            said = _said(labels, view, name, value)
        else:
            said = _said_of_many(labels, view, name, kinds, value)
        if said is not None:
            found.append(said)
    return found


def piles(view: View) -> list[tuple[str, list[ZoneView]]]:
    """The zones worth a line: not the hands, not empty, and not tricks that only their number is known of."""
    found = []
    for name, zones in view.zones.items():
        if name == HAND:
            shown = [zone for zone in zones if zone.owner != view.seat and any(card is not None for card in zone.cards)]
        elif name == WON:
            shown = [zone for zone in zones if any(card is not None for card in zone.cards)]
        else:
            shown = [zone for zone in zones if zone.size]
        if shown:
            found.append((name, shown))
    return found


def hand_size(view: View, seat: int) -> int | None:
    """How many cards a seat holds."""
    return next((zone.size for zone in view.zones.get(HAND, ()) if zone.owner == seat), None)


def tricks_text(number: int) -> str:
    return counted(number, "trick")


def _kinds(labels: Labels, name: str) -> tuple[str, ...]:
    declared = labels.game.rules.names.vars.get(name)
    return () if declared is None else tuple(index.kind for index in declared.per)


def value_text(labels: Labels, name: str, value: Any, viewer: int | None) -> str:
    """A variable's value in words."""
    declared = labels.game.rules.names.vars.get(name)
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if declared is not None and declared.type.kind == "player" and isinstance(value, int):
        return labels.seat(value, viewer)
    return spoken(str(value))


def _said(labels: Labels, view: View, name: str, value: Any) -> str | None:
    """`tracker 5`; nothing for what is none or false; a flag that is up is its name alone."""
    if value is None or value is False:
        return None
    if value is True:
        return spoken(name)
    return f"{spoken(name)} {value_text(labels, name, value, view.seat)}"


def _said_of_many(labels: Labels, view: View, name: str, kinds: tuple[str, ...], value: Any) -> str | None:
    entries = list(_entries(value))
    if all(each in (0, None, False) for _, each in entries):
        return None
    if kinds == ("int",):
        numbers = " ".join(f"{key}:{value_text(labels, name, each, view.seat)}" for key, each in entries)
        return f"{spoken(name)} {numbers}"
    told = []
    for key, each in entries:
        if each not in (0, None, False):
            what = "" if each is True else f" {value_text(labels, name, each, view.seat)}"
            told.append(_key_text(labels, view, kinds, key) + what)
    return f"{spoken(name)}: {', '.join(told)}"


def _entries(value: Any) -> list[tuple[str, Any]]:
    """All that an indexed variable holds, with its indices in words."""
    if isinstance(value, Mapping):
        out = []
        for key, each in value.items():
            if isinstance(each, Mapping | list | tuple):
                out += [(f"{key} {inner}", deep) for inner, deep in _entries(each)]
            else:
                out.append((str(key), each))
        return out
    out = []
    for place, each in enumerate(value):
        if isinstance(each, Mapping | list | tuple):
            out += [(f"{place} {inner}", deep) for inner, deep in _entries(each)]
        else:
            out.append((str(place), each))
    return out


def _key_text(labels: Labels, view: View, kinds: tuple[str, ...], key: str) -> str:
    first, _, rest = key.partition(" ")
    if kinds[0] == "player" and first.isdecimal():
        return f"{labels.seat(int(first), view.seat)} {rest}".rstrip()
    if kinds[0] == "team" and first.isdecimal():
        return f"{team_name(labels, int(first), view.seat)} {rest}".rstrip()
    return printable(key)


def team_name(labels: Labels, team: int, viewer: int | None) -> str:
    """A team by its members."""
    members = labels.game.teams[team]
    names = [labels.seat(seat, viewer) for seat in members]
    return " and ".join(names)
