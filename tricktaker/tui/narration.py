"""What happened, in sentences, as one seat saw it. Reads a View's events and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktaker.diagnostics.display import printable
from tricktaker.tui import facts
from tricktaker.tui.labels import Labels, capital, counted, spoken
from tricktaker.tui.lines import Line, Piece, line
from tricktaker.tui.options import DECLINE, Phrasebook
from tricktaker.tui.wording import option_piece, way_text

if TYPE_CHECKING:
    from tricktaker.game import Card, Event, View

Parts = list[str | Piece]


class Narrator:
    """Tells one seat what it has seen since it was told last."""

    def __init__(self, labels: Labels, phrases: Phrasebook, seat: int | None) -> None:
        self.labels = labels
        self.phrases = phrases
        self.seat = seat
        self._told = 0
        self._on_table = 0
        self._begun = False
        self._winner: int | None = None

    def news(self, view: View) -> list[Line]:
        """Sentences for everything in the view that hasn't been told; from then on it has."""
        fresh = view.events[self._told :]
        self._told = len(view.events)
        lines: list[Line] = []
        for run in _runs(fresh):
            lines += [line(*_sentence(parts)) for parts in self._told_together(run)]
        return lines

    def forget(self, view: View) -> None:
        """Take everything in the view as told, without telling it: the game was taken up again."""
        self._told = len(view.events)
        self.rewind(view)

    def rewind(self, view: View) -> None:
        """The view may be of an earlier moment now: what came after it has not been told."""
        told = min(self._told, len(view.events))
        self._told, self._on_table, self._begun = 0, 0, False
        for event in view.events[:told]:
            self._sentences(event)
        self._told = told

    def _told_together(self, events: Sequence[Event]) -> list[Parts]:
        """Events that are told in one breath: cards dealt, cards moved from one place to one other."""
        if events[0].kind == "deal":
            return self._dealt(events)
        if events[0].kind == "move":
            return self._move(events)
        return [parts for event in events for parts in self._sentences(event)]

    def _sentences(self, event: Event) -> list[Parts]:
        match event.kind:
            case "round_start":
                self._on_table, self._begun = 0, False
                return [[Piece(f"Round {event.data['round']}.", "strong"), self._deals(event)]]
            case "play":
                self._begun = True
                return [self._play(event)]
            case "trick_won":
                self._on_table, self._winner = 0, event.seat
                return [[self._does(event.seat, "win", "wins"), " the trick", *self._with(event.cards), "."]]
            case "trick_void":
                self._on_table = 0
                return [["Nobody wins the trick", *self._with(event.cards), "."]]
            case "choose":
                self._begun = True
                return [self._choice(event)]
            case "pass":
                self._on_table += 1
                return [[self._does(event.seat, "stay out", "stays out"), " of the trick."]]
            case "stuck":
                self._on_table += 1
                return [[self._does(event.seat, "have", "has"), " no card that may be played."]]
            case "swap":
                return [self._swap(event)]
            case "show":
                return self._shown(event)
            case "set":
                return self._set(event)
            case "shuffle":
                return [[f"The {spoken(str(event.data['zone']))} is shuffled."]] if self._begun else []
            case "ability":
                return [self._ability(event)]
            case "lead":
                winner, self._winner = self._winner, None
                return [] if event.seat == winner else [[self._does(event.seat, "lead", "leads"), " next."]]
            case "no_effect":
                return [["It has no effect."]]
            case "eliminate":
                return [[self._does(event.seat, "are", "is"), " out."]]
            case "redeal":
                return [["The cards are dealt again."]]
            case "round_end":
                return [[f"Round {event.data['round']} is over."]]
            case _:
                return []

    # -- single events

    def _deals(self, event: Event) -> str:
        dealer = event.data.get("dealer")
        return f" {self._does(dealer, 'deal', 'deals')}." if isinstance(dealer, int) else ""

    def _play(self, event: Event) -> Parts:
        leads = self._on_table == 0
        self._on_table += 1
        verb = self._does(event.seat, "lead" if leads else "play", "leads" if leads else "plays")
        card = event.cards[0] if event.cards else None
        way = event.data.get("way")
        if card is None:
            return [f"{verb} a card face down."]
        how = f" {way_text(str(way))}" if way is not None else ""
        return [f"{verb} ", self.labels.full(card), f"{how}."]

    def _choice(self, event: Event) -> Parts:
        text = event.data.get("action")
        who = self.labels.subject(event.seat, self.seat) if event.seat is not None else "The table"
        if text is None:
            return [f"{who} {'choose' if event.seat == self.seat else 'chooses'} in secret."]
        if text == DECLINE:
            return [self._does(event.seat, "decline", "declines"), "."]
        try:
            option = self.phrases.option(self.phrases.game.action(str(text)))
        except Exception:  # a text that isn't an action of this game is told as it stands
            return [f"{who}: {spoken(str(text))}."]
        return [f"{who}: ", option_piece(option, self.seat, self.labels), "."]

    def _move(self, events: Sequence[Event]) -> list[Parts]:
        data = events[0].data
        source = self._place(data.get("from"), data.get("from_seat"))
        target = self._place(data.get("to"), data.get("to_seat"))
        if source == target:
            return []
        cards, several = self._counted([card for event in events for card in event.cards])
        way = "under" if data.get("bottom") else "to"
        return [
            [*cards, f" {'go' if several else 'goes'}" + (f" from {source}" if source else "") + f" {way} {target}."]
        ]

    def _dealt(self, events: Sequence[Event]) -> list[Parts]:
        """Cards dealt one after another to seats, as one sentence where all get as many."""
        counts = [int(str(event.data.get("count", len(event.cards)))) for event in events]
        if len(events) > 1 and len(set(counts)) == 1:
            return [[f"{len(events)} players get {counted(counts[0], 'card')} each."]]
        return [
            [self._does(event.seat, "get", "gets"), f" {counted(count, 'card')}."]
            for event, count in zip(events, counts, strict=True)
        ]

    def _swap(self, event: Event) -> Parts:
        first, second = (self._one(card) for card in (*event.cards, None, None)[:2])
        places = [self._place(event.data.get(which), event.data.get(f"{which}_seat")) for which in ("first", "second")]
        if not all(places) or places[0] == places[1]:
            return [*first, " and ", *second, " change places."]
        return [*first, f" goes to {places[1]}, ", *second, f" to {places[0]}."]

    def _shown(self, event: Event) -> list[Parts]:
        if event.cards:
            cards, several = self._counted(event.cards)
            return [[*cards, f" {'are' if several else 'is'} shown."]]
        return self._set(event)

    def _set(self, event: Event) -> list[Parts]:
        name, value = str(event.data.get("name")), event.data.get("value")
        index = event.data.get("index")
        owner = self._index(name, index)
        if name == facts.SCORE and owner is not None:
            return [[f"{capital(owner)} score: {value}."]]
        told = facts.value_text(self.labels, name, value, self.seat)
        return [[f"{capital(f'{owner} ' if owner else '')}{spoken(name)}: {told}."]]

    def _ability(self, event: Event) -> Parts:
        name = printable(str(event.data.get("name")))
        if event.cards and event.cards[0] is not None:
            return [f"{name} (", self.labels.full(event.cards[0]), ")."]
        return [f"{name}."]

    # -- words

    def _does(self, seat: int | None, you: str, other: str) -> str:
        if seat is None:
            return f"Somebody {other}"
        return f"{self.labels.subject(seat, self.seat)} {you if seat == self.seat else other}"

    def _place(self, zone: object, seat: object) -> str:
        if zone is None:
            return ""
        name = spoken(str(zone))
        return f"{self.labels.whose(seat, self.seat)} {name}" if isinstance(seat, int) else f"the {name}"

    def _index(self, name: str, index: object) -> str | None:
        if index is None:
            return None
        declared = self.labels.game.rules.names.vars.get(name)
        if declared is not None and [each.kind for each in declared.per] == ["player"]:
            return self.labels.whose(int(str(index)), self.seat)
        return f"{facts.index_text(self.labels, name, str(index), self.seat)}:"

    def _one(self, card: Card | None) -> Parts:
        return ["a card"] if card is None else [self.labels.full(card)]

    def _counted(self, cards: Sequence[Card | None]) -> tuple[Parts, bool]:
        """Cards by name, those unseen by number; and whether they are several."""
        told: Parts = []
        for card in cards:
            if card is not None:
                told += [", "] if told else []
                told.append(self.labels.full(card))
        hidden = sum(card is None for card in cards)
        if hidden:
            told += [" and "] if told else []
            told.append("a card" if hidden == 1 and not told else counted(hidden, "card"))
        return told, len(cards) != 1

    def _with(self, cards: Sequence[Card | None]) -> Parts:
        told, _ = self._counted(cards)
        return [" with ", *told] if len(cards) == 1 else []


def _sentence(parts: Parts) -> Parts:
    """The same, beginning with a capital; the name of a card stays as it is."""
    first, *rest = parts
    return [capital(first), *rest] if isinstance(first, str) else parts


def _runs(events: Sequence[Event]) -> list[list[Event]]:
    """The events, those together that are told in one breath."""
    runs: list[list[Event]] = []
    for event in events:
        if runs and _belong_together(runs[-1][-1], event):
            runs[-1].append(event)
        else:
            runs.append([event])
    return runs


def _belong_together(one: Event, other: Event) -> bool:
    if one.kind == other.kind == "move":
        return dict(one.data) == dict(other.data)
    return one.kind == other.kind == "deal"
