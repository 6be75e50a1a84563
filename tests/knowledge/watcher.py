"""A seat that remembers for itself: from nothing but the events it was told, where may it know a card to be?

Written without a look at the package's own bookkeeping, and generous where that may be strict: it must never know
less than a view shows.
"""

from __future__ import annotations

import json

import tricktaker
from tests.knowledge.worlds import cards_named

Place = tuple[str, int | None]


class Leak(AssertionError):
    """A view shows what its viewer can't know."""


class Watcher:
    """Follows one viewer's views of one game."""

    def __init__(self, game: tricktaker.Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self.told = 0
        self.piles: dict[Place, list[int | None]] = {}
        self.sets: dict[Place, set[int]] = {}
        self.seen: set[int] = set()
        self.shown: set[int] = set()
        self.see = {zone.decl.name: zone.decl.see for zone in game.rules.zones}
        self.turned = {zone.decl.name for zone in game.rules.zones if zone.face_up_if is not None}
        self.open_vars = {v.decl.name for v in game.rules.variables if v.decl.see == "everyone"}
        self.own_vars = {v.decl.name for v in game.rules.variables if v.decl.see == "owner"}

    def sees(self, place: Place) -> bool:
        zone, owner = place
        match self.see[zone]:
            case "everyone":
                return True
            case "owner":
                return owner is not None and owner == self.seat
            case "others":
                return self.seat is not None and owner != self.seat
        return False

    def wrong(self, what: str) -> None:
        raise Leak(f"seat {self.seat}: {what}")

    def knows(self, card: int, place: Place) -> bool:
        return card in self.sets.get(place, ()) or card in self.piles.get(place, ())

    # -- events

    def watch(self, view: tricktaker.View) -> None:
        """Takes in what is new, then checks everything the view shows."""
        for event in view.events[self.told :]:
            self.take(event)
        self.told = len(view.events)
        self.check(view)

    def place(self, event: tricktaker.Event, name: str) -> Place:
        zone, owner = event.data[name], event.data.get(f"{name}_seat")
        assert isinstance(zone, str) and (owner is None or type(owner) is int)
        return zone, owner

    def allow(self, card: int | None, event: tricktaker.Event, *places: Place) -> None:
        """A card's face in an event must have been visible at one of these places, or known there."""
        if card is None or any(self.sees(place) or place[0] in self.turned for place in places):
            return
        if card not in self.shown and not any(
            card in self.sets.get(place, ()) or card in self.piles.get(place, ()) for place in places
        ):
            self.wrong(f"{self.game.cards[card]} is shown in {event}")

    def take(self, event: tricktaker.Event) -> None:
        cards = [None if card is None else card.index for card in event.cards]
        match event.kind:
            case "round_start":
                self.sets, self.piles, self.seen, self.shown = {}, {}, set(), set()
                for name in self.game.rules.deck_zones:
                    own = [card.index for card in self.game.rules.cards if card.deck == name]
                    self.piles[name, None] = list(own) if self.sees((name, None)) else [None] * len(own)
            case "shuffle":
                place = self.place(event, "zone")
                if place in self.piles:
                    self.piles[place] = [None] * len(self.piles[place])
                self.sets.pop(place, None)
            case "deal":
                to = self.place(event, "zone")[0], event.seat
                for card in cards:
                    if card is not None and not self.sees(to) and card not in self.shown:
                        self.wrong(f"{self.game.cards[card]} is shown in {event}")
                    self.put(to, card)
            case "move":
                origin, to = self.place(event, "from"), self.place(event, "to")
                self.allow(cards[0], event, origin, to)
                self.take_out(origin, cards[0])
                self.put(to, cards[0], bottom=event.data.get("bottom") is True)
            case "swap":
                first, second = self.place(event, "first"), self.place(event, "second")
                for card in cards:
                    self.allow(card, event, first, second)
                self.take_out(first, cards[0])
                self.take_out(second, cards[1])
                self.put(first, cards[1])
                self.put(second, cards[0])
            case "play":
                assert event.seat is not None
                if event.data.get("way") == "face down":
                    self.allow(cards[0], event, ("hand", event.seat))
                self.take_out(("hand", event.seat), cards[0])
            case "show":
                for card in cards:
                    if card is not None:
                        self.shown.add(card)
            case "collect":
                to = self.place(event, "to")
                if not self.sees(to) and cards[0] not in self.seen | {None}:
                    self.wrong(f"{event} tells of a card that was never seen")
                self.put(to, cards[0], bottom=True)
            case "ability" | "trick_won" | "trick_void":
                if not set(cards) <= self.seen | {None}:
                    self.wrong(f"{event} tells of a card that was never seen")
            case "set":
                name = event.data["name"]
                mine = name in self.own_vars and event.seat == self.seat
                if event.data["value"] is not None and name not in self.open_vars and not mine:
                    self.wrong(f"{event} tells of a hidden variable")
            case "choose":
                self.chosen(event)
        self.seen |= {card for card in cards if card is not None}

    def chosen(self, event: tricktaker.Event) -> None:
        action = event.data["action"]
        if action is None or event.seat == self.seat:
            return
        for card in cards_named(self.game, action):
            where = [
                p for p in (*self.sets, *self.piles) if card in self.sets.get(p, ()) or card in self.piles.get(p, ())
            ]
            if not where and card not in self.shown and not self.seen & {card}:
                self.wrong(f"{event} names a card that was never seen")

    def put(self, place: Place, card: int | None, *, bottom: bool = False) -> None:
        if place[0] in self.game.pile_zones:
            pile = self.piles.setdefault(place, [])
            pile.insert(0, card) if bottom else pile.append(card)
        elif card is not None:
            self.sets.setdefault(place, set()).add(card)

    def take_out(self, place: Place, card: int | None) -> None:
        if place[0] not in self.game.pile_zones:
            if card is None:
                self.sets.pop(place, None)
            else:
                self.sets.get(place, set()).discard(card)
            return
        pile = self.piles.setdefault(place, [])
        if card in pile:
            # The top one of several unknown ones: that is how cards leave a pile unseen.
            del pile[len(pile) - 1 - pile[::-1].index(card)]
        elif None in pile:
            del pile[len(pile) - 1 - pile[::-1].index(None)]

    # -- views

    def check(self, view: tricktaker.View) -> None:
        """Everything in the view must be visible or remembered."""
        for zones in view.zones.values():
            for zone in zones:
                place = zone.name, zone.owner
                if self.sees(place) or zone.name in self.turned:
                    continue
                known = self.sets.get(place, set()) | set(self.piles.get(place, ())) | self.shown
                for card in zone.cards:
                    if card is not None and card.index not in known:
                        self.wrong(f"{card} is shown in {place}")
        for _, card, _ in (*view.trick, *(view.last_trick or ())):
            if card is not None and card.index not in self.seen:
                self.wrong(f"{card} is shown in a trick, and was never played")
        if view.hand and view.seat is None:
            self.wrong("a spectator has a hand")
        for name in view.vars:
            if name not in self.open_vars | self.own_vars:
                self.wrong(f"the variable {name} is shown")
        for name in self.own_vars & set(view.vars):
            for owner, value in enumerate(view.vars[name]):
                if value is not None and owner != self.seat:
                    self.wrong(f"{name} of seat {owner} is shown")
        if view.seat != view.turn and (view.legal_actions or view.decision is not None):
            self.wrong("what somebody else may do is shown")
        self.check_text(view)

    def check_text(self, view: tricktaker.View) -> None:
        """No name of a card that the viewer hasn't seen is anywhere in the text of the view."""
        facts = view.to_json()
        for part in ("events", "decision", "vars", "trick", "last_trick"):
            facts.pop(part)
        text = json.dumps(facts, ensure_ascii=False)
        known = self.seen | self.shown | {card.index for card in view.hand}
        for zones in view.zones.values():
            known |= {card.index for zone in zones for card in zone.cards if card is not None}
        names = {self.game.cards[index].name for index in known}
        unknown = {self.game.cards[index].name for index in cards_named(self.game, text)} - names
        if unknown:
            self.wrong(f"the text of the view names {sorted(unknown)}")


def true_places(state: tricktaker.State) -> dict[int, Place]:
    """Where every card that is in a zone lies."""
    found: dict[int, Place] = {}
    for zone in state.game.rules.zones:
        owners: list[int | None] = list(range(state.game.players)) if zone.decl.per_player else [None]
        for owner in owners:
            for card in state.zone(zone.decl.name, owner):
                found[card.index] = zone.decl.name, owner
    return found


def check_truth(state: tricktaker.State, view: tricktaker.View) -> None:
    """What a view knows is so, and piles are in order."""
    for zones in view.zones.values():
        for zone in zones:
            cards = state.zone(zone.name, zone.owner)
            if len(cards) != zone.size or len(zone.cards) != zone.size:
                raise AssertionError(f"{zone.name} {zone.owner} holds {len(cards)} cards, shown are {zone}")
            if zone.name in state.game.pile_zones:
                wrong = [c for c, true in zip(zone.cards, cards, strict=True) if c is not None and c != true]
            else:
                wrong = [c for c in zone.cards if c is not None and c not in cards]
            if wrong:
                raise AssertionError(f"{wrong} isn't there: {zone}")
    for seat, missing in enumerate(view.lacks):
        held = set(state.zone("hand", seat)) & set(missing)
        if held:
            raise AssertionError(f"seat {seat} holds {held}, which it is said to lack")
