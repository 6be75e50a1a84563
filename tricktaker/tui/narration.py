"""What happened, in sentences, as one seat saw it. Reads a View's events and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktaker.diagnostics.display import printable
from tricktaker.tui import facts
from tricktaker.tui.labels import Labels, capital, counted, spoken
from tricktaker.tui.lines import Line, Piece, line
from tricktaker.tui.options import CHOOSE, DECLINE, Phrasebook
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
        self._setting_up = True
        self._chosen = ""
        self._values: dict[tuple[str, str], object] = {}

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
        self._told, self._on_table, self._begun, self._setting_up = 0, 0, False, True
        self._values.clear()
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
                self._on_table, self._begun, self._setting_up, self._winner = 0, False, False, None
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
                return self._lead(event)
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

    def _lead(self, event: Event) -> list[Parts]:
        """Who leads is told where it isn't the winner of the trick, as usual."""
        winner, self._winner = self._winner, None
        if winner is None or event.seat == winner:
            return []
        return [[self._does(event.seat, "lead", "leads"), " next."]]

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
        if text is None:
            return [self._does(event.seat, "choose", "chooses"), " in secret."]
        self._chosen = str(text)
        if text == DECLINE:
            return [self._does(event.seat, "decline", "declines"), "."]
        option = self.phrases.option(self.phrases.game.action(self._chosen))
        does = self._does(event.seat, "choose", "chooses")
        who = f"{does} " if option.verb == CHOOSE else f"{self._does(event.seat, '', '').rstrip()}: "
        return [who, option_piece(option, self.seat, self.labels), "."]

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
            if len(events) == self.labels.game.players:
                return [[f"Everybody gets {counted(counts[0], 'card')}."]]
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
        if self._setting_up:
            return []  # what a game begins with stands on the table
        name, value = str(event.data.get("name")), event.data.get("value")
        kinds = facts.index_kinds(self.labels, name)
        index = "" if event.data.get("index") is None else str(event.data["index"])
        if self._chosen == f"{spoken(name)} {value}":
            self._values[name, index] = value
            return []  # the choice has said it
        before, self._values[name, index] = self._values.get((name, index)), value
        if before == value or (before is None and value is False):
            return []
        if name == facts.SCORE and kinds in (("player",), ("team",)):
            return [[self._points(kinds[0], int(index), value)]]
        if kinds == ("player",):
            subject = f"{self.labels.whose(int(index), self.seat)} {spoken(name)}"
        else:
            subject = f"{spoken(name)} {facts.index_text(self.labels, name, index, self.seat)}".rstrip()
        return [[f"{subject}: {facts.value_text(self.labels, name, value, self.seat)}."]]

    def _points(self, kind: str, index: int, value: object) -> str:
        points = counted(value, "point") if isinstance(value, int) else f"{value} points"
        if kind == "player":
            return f"{self._does(index, 'have', 'has')} {points} now."
        return f"{facts.team_name(self.labels, index, self.seat)} have {points} now."

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
