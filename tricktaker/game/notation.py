"""Cards as people type them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tricktaker.game.game import Card, Game


def find_card(game: Game, text: str) -> list[Card]:
    """All cards that `text` can mean: `9m`, `9 moons`, `9 of moons`, `Qs`, `joker`, `other_deck/9p`.

    The suit may be any beginning of its name that no other suit has, or its short form.
    """
    wanted = " ".join(text.replace(" of ", " ").split()).lower()
    deck, slash, rest = wanted.partition("/")
    zones = game.rules.deck_zones
    if slash:
        wanted = rest
    elif len(zones) > 1:
        for name in zones[1:]:
            label = name.replace("_", " ")
            if wanted.startswith(label + " "):
                deck, slash, wanted = name, "/", wanted[len(label) + 1 :]
    found: list[Card] = []
    for card, info in zip(game.cards, game.rules.cards, strict=True):
        if (info.deck != deck) if slash else (info.deck != zones[0]):
            continue
        if card.special is not None:
            if wanted.replace(" ", "_") in (card.special.lower(), f"0{card.special.lower()}"):
                found.append(card)
        elif card.rank is not None and card.suit is not None and wanted.startswith(card.rank.lower()):
            suit = wanted[len(card.rank) :].strip()
            if suit and suit_means(game, suit, card.suit):
                found.append(card)
    return found


def suit_means(game: Game, text: str, suit: str) -> bool:
    """Whether `text` names `suit`: its short form, its symbol, or a beginning no other suit has."""
    place = game.suits.index(suit)
    if text in (game.rules.suit_shorts[place].lower(), game.rules.suit_symbols[place]):
        return True
    if text in (short.lower() for short in game.rules.suit_shorts):
        return False
    plain = suit.replace("_", " ").lower()
    return plain.startswith(text) and sum(name.replace("_", " ").lower().startswith(text) for name in game.suits) == 1
