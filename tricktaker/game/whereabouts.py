"""Which hand holds which card when, as far as what a seat saw tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tricktaker.game.events import Event

UNKNOWN, NOWHERE = -1, -2
"""The holder of a card that nothing is known of, and of one that is in no hand."""
DECISIONS = ("play", "choose", "pass")
BEGINNINGS = ("round_start", "redeal")


def whereabouts(events: Sequence[Event], held: Mapping[int, int]) -> list[int]:
    """Changes of what is known, in their order: (decisions noticed before it, card, who holds it from then on).

    A card that turns up in a hand is taken to have been there since the cards were shuffled last, which may be wrong of
    one that was drawn unseen. `held`: holders of cards that are seen, for those that no event names.
    """
    changes: list[int] = []
    before: dict[int, int] = {}
    decisions = 0
    parts = list(stretches(events))
    for number, stretch in enumerate(parts, 1):
        steps: list[tuple[int, int, int, int]] = []
        begun = decisions
        for event in stretch:
            decisions += event.kind in DECISIONS
            dealt = event.kind == "deal" and decisions == begun
            steps += [(decisions, card, after if dealt else holder, after) for card, holder, after in moved(event)]
        first = dict(held) if number == len(parts) else {}
        first |= {card: holder for _, card, holder, _ in reversed(steps)}
        for card, holder in {**before, **first}.items():
            changes += (begun - 1, card, holder)
        for when, card, _, after in steps:
            changes += (when, card, after)
        before = dict.fromkeys({*before, *first}, UNKNOWN)
    return changes


def stretches(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    """The events up to each shuffle and after the last one."""
    first = 0
    for place, event in enumerate(events):
        if event.kind == "shuffle":
            yield events[first:place]
            first = place
    yield events[first:]


def moved(event: Event) -> Iterator[tuple[int, int, int]]:
    """Each card that an event names: who held it before, who holds it afterwards."""
    data = event.data
    for place, card in enumerate(event.cards):
        if card is None:
            continue
        if event.kind == "play" and event.seat is not None:
            yield card.index, event.seat, NOWHERE
        elif event.kind == "deal" and event.seat is not None:
            yield card.index, NOWHERE, event.seat if data.get("zone") == "hand" else NOWHERE
        elif event.kind == "move":
            yield card.index, hand(data, "from"), hand(data, "to")
        elif event.kind == "swap":
            first, second = hand(data, "first"), hand(data, "second")
            yield (card.index, first, second) if place == 0 else (card.index, second, first)


def hand(data: Mapping[str, object], end: str) -> int:
    """The seat whose hand is one end of a move."""
    seat = data.get(f"{end}_seat")
    return seat if data.get(end) == "hand" and type(seat) is int else NOWHERE
