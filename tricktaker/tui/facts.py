"""What a view shows besides cards: variables, piles and scores, sorted into the places where people look for them.

Takes a View, never a State: what a seat may not know can't be shown to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tricktaker.tui.labels import Labels, capital, counted, spoken

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


def where_it_stands(view: View, labels: Labels) -> str:
    """The round, the trick and who deals, in sentences."""
    where = f"Round {view.round_no}" + (f", trick {view.trick_no}" if view.trick_no else "")
    return f"{where}. {labels.subject(view.dealer, view.seat)} {'deal' if view.dealer == view.seat else 'deals'}."


def points_of(view: View, seat: int) -> int | None:
    """The score of a seat, of its team where teams score; None where the table has one score, or it is hidden."""
    by = view.game.rules.end.score_by
    if not view.scores or by == "table":
        return None
    if by == "team":
        return next(view.scores[team] for team, members in enumerate(view.game.teams) if seat in members)
    return view.scores[seat]


def table_score(view: View) -> int | None:
    """The one score of a table that plays together."""
    return view.scores[0] if view.scores and view.game.rules.end.score_by == "table" else None


def team_scores(view: View) -> bool:
    """Whether the sides have the points, and the viewer may see them."""
    return bool(view.scores) and view.game.rules.end.score_by == "team"


def sides(view: View, labels: Labels) -> list[str]:
    """Who plays with whom, by the numbers that the rules call the players, and the points of each side."""
    teams = [capital(side_name(labels, team, view.seat)) for team in range(len(view.game.teams))]
    if team_scores(view):
        return [f"{team}: {counted(score, 'point')}" for team, score in zip(teams, view.scores, strict=True)]
    return [f"Partners: {'; '.join(teams)}"] if teams else []


def side_name(labels: Labels, team: int, viewer: int | None) -> str:
    """A team by its members, each with the number that the rules call it: `you (player 1) and Greedy 3`."""
    told = []
    for seat in labels.game.teams[team]:
        name, number = labels.seat(seat, viewer), str(seat + 1)
        told.append(name if name.endswith(f" {number}") else f"{name} (player {number})")
    return " and ".join(told)


def open_cards(view: View, zone: ZoneView) -> tuple[Card | None, ...]:
    """The cards of a zone that lie open before the viewer: not those that only a good memory knows are there."""
    place = zone.name if zone.owner is None else f"{zone.name} {zone.owner}"
    return tuple(None if card is not None and view.known.get(card.name) == place else card for card in zone.cards)


def last_trick_lies_open(view: View) -> bool:
    """Whether the cards of the last trick can be looked at, wherever they went."""
    if not view.last_trick:
        return False
    lying = {card.index for zones in view.zones.values() for zone in zones for card in open_cards(view, zone) if card}
    return all(card is not None and card.index in lying for _, card, _ in view.last_trick)


def player_facts(view: View, seat: int, labels: Labels) -> list[str]:
    """The variables of one player that say something, such as `bid 3`."""
    found = []
    for name, value in view.vars.items():
        if name == SCORE or index_kinds(labels, name) != ("player",) or not isinstance(value, Sequence):
            continue
        said = _said(labels, view, name, value[seat])
        if said is not None:
            found.append(said)
    return found


def table_facts(view: View, labels: Labels) -> tuple[list[str], list[str]]:
    """The variables that say something: those of the table itself, and those counted by team, suit, card ..."""
    single, many = [], []
    for name, value in view.vars.items():
        kinds = index_kinds(labels, name)
        if not kinds:
            said = _said(labels, view, name, value)
            if said is not None:
                single.append(said)
        elif kinds != ("player",) and name != SCORE:
            said = _said_of_many(labels, view, name, kinds, value)
            if said is not None:
                many.append(said)
    return single, many


def piles(view: View) -> list[tuple[str, list[ZoneView]]]:
    """The zones worth a line: not empty, hands and tricks won only where they lie open."""
    found = []
    for name, zones in view.zones.items():
        shown = [zone for zone in zones if zone.size]
        if name in (HAND, WON):
            shown = [zone for zone in shown if any(card is not None for card in open_cards(view, zone))]
        if name == HAND:
            shown = [zone for zone in shown if zone.owner != view.seat]
        if shown:
            found.append((name, shown))
    return found


def hand_size(view: View, seat: int) -> int | None:
    """How many cards a seat holds."""
    return next((zone.size for zone in view.zones.get(HAND, ()) if zone.owner == seat), None)


def index_kinds(labels: Labels, name: str) -> tuple[str, ...]:
    """What a variable is counted by: nothing, or players, teams, cards, numbers ..."""
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
    """`gems 0:1 1:2`; of cards, suits and the like only those for which it says something."""
    entries = list(enumerate(_flat(value)))
    telling = [(place, each) for place, each in entries if each not in (0, None, False)]
    if not telling:
        return None
    if kinds == ("int",):
        told = [f"{_index(labels, view, name, place)}:{_value(labels, view, name, each)}" for place, each in entries]
        return f"{spoken(name)} {' '.join(told)}"
    told = []
    for place, each in telling:
        what = "" if each is True else f" {_value(labels, view, name, each)}"
        told.append(_index(labels, view, name, place) + what)
    return f"{spoken(name)}: {', '.join(told)}"


def _flat(value: Any) -> Iterator[Any]:
    for each in value:
        if isinstance(each, list | tuple):
            yield from _flat(each)
        else:
            yield each


def _value(labels: Labels, view: View, name: str, value: Any) -> str:
    return value_text(labels, name, value, view.seat)


def _index(labels: Labels, view: View, name: str, place: int) -> str:
    return index_text(labels, name, labels.game.index_text(labels.game.rules.names.vars[name], place), view.seat)


def index_text(labels: Labels, name: str, index: str, viewer: int | None) -> str:
    """An index of a variable in words: players and teams by their names."""
    kinds = index_kinds(labels, name)
    told = []
    for kind, part in zip(kinds, index.split(", "), strict=False):
        if kind == "player" and part.isdecimal():
            told.append(labels.seat(int(part), viewer))
        elif kind == "team" and part.isdecimal():
            told.append(team_name(labels, int(part), viewer))
        else:
            told.append(spoken(part))
    return " ".join(told)


def team_name(labels: Labels, team: int, viewer: int | None) -> str:
    """A team by its members."""
    names = [labels.seat(seat, viewer) for seat in labels.game.teams[team]]
    return " and ".join(names)
