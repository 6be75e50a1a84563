"""A game that is nothing but cards and action texts, to try what answers mean without any rules."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from tricktaker.tui.options import Offer, Phrasebook, offer_of

SUITS = {"bells": "b", "keys": "k", "moons": "m"}


@dataclass(frozen=True)
class Card:
    """As the real one."""

    index: int
    name: str
    short: str
    suit: str | None
    rank: str | None
    special: str | None = None
    symbol: str | None = None
    abilities: tuple[str, ...] = ()


CARDS = [
    *(
        Card(index, f"{rank} of {suit}", f"{rank}{short}", suit, str(rank), symbol={"bells": "♣"}.get(suit))
        for index, (suit, short, rank) in enumerate((s, b, r) for s, b in SUITS.items() for r in range(1, 12))
    ),
    Card(33, "joker", "jo", None, None, "joker"),
]
BY_SHORT = {card.short: card for card in CARDS}


class Stage:
    """A game by its action texts."""

    def __init__(self, *more: str) -> None:
        self.cards = tuple(CARDS)
        self.suits = tuple(SUITS)
        self.texts = [*(f"play {card.name}" for card in CARDS), *(f"exchange {card.name}" for card in CARDS), "decline"]
        self.texts += more
        self.action_count = len(self.texts)
        self.rules = SimpleNamespace(names=SimpleNamespace(vars={}), abilities=(), hooks=())
        self.teams: tuple[tuple[int, ...], ...] = ()

    def text(self, action: int) -> str:
        return self.texts[action]

    def action(self, text: str) -> int:
        return self.texts.index(text)


def hand(*shorts: str) -> tuple[Any, ...]:
    """Cards in the order in which a hand is shown."""
    return tuple(sorted((BY_SHORT[short] for short in shorts), key=lambda card: card.index))


def offer(
    game: Stage, held: tuple[Any, ...], *texts: str, numbers: bool = True, seat: int = 0
) -> tuple[Offer, Phrasebook]:
    """A decision of a seat between these texts."""
    phrases = Phrasebook(game)  # type: ignore[arg-type]
    decision = SimpleNamespace(seat=seat, kind="play", ask=None, rule=None, options=tuple(map(game.action, texts)))
    view = SimpleNamespace(decision=decision, seat=seat, hand=held)
    return offer_of(view, phrases, held, numbers=numbers), phrases  # type: ignore[arg-type]
