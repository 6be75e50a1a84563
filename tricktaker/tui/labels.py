"""What cards, suits and seats are called on this screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktaker.diagnostics.display import printable
from tricktaker.tui.lines import GLUE, Piece, glued

if TYPE_CHECKING:
    from tricktaker.game import Card, Game
    from tricktaker.tui.screen import Screen


class Labels:
    """Names for one screen: with symbols where they can be shown, whole words where they are read aloud."""

    def __init__(self, game: Game, names: Sequence[str], screen: Screen, *, symbols: bool = True) -> None:
        self.game = game
        self.names = tuple(names)
        self.words = screen.plain
        self._styles = {suit: f"suit{number % 6}" for number, suit in enumerate(game.suits)}
        self._symbols: dict[str, str] = {}
        if symbols and not screen.plain:
            found = {card.suit: card.symbol for card in game.cards if card.suit is not None and card.symbol}
            self._symbols = {suit: symbol for suit, symbol in found.items() if screen.takes(symbol)}

    def card(self, card: Card) -> Piece:
        """A card as briefly as the screen allows, in its suit's colour."""
        style = self._styles.get(card.suit or "", "strong")
        return Piece(self.card_text(card), style)

    def card_text(self, card: Card) -> str:
        """A card as briefly as the screen allows."""
        if self.words:
            return printable(card.name)
        symbol = self._symbols.get(card.suit or "")
        if symbol is None or card.rank is None:
            return glued(printable(card.short if card.suit is not None else card.name))
        return printable(f"{card.rank}{symbol}")

    def full(self, card: Card) -> Piece:
        """A card by its whole name."""
        return Piece(printable(card.name), self._styles.get(card.suit or "", "strong"))

    def cards(self, cards: Sequence[Card | None]) -> list[str | Piece]:
        """Cards one after another; those whose face may not be seen are counted at the end."""
        shown: list[str | Piece] = []
        for card in cards:
            if card is not None:
                if shown:
                    shown.append(", " if self.words else " ")
                shown.append(self.card(card))
        hidden = sum(card is None for card in cards)
        if hidden:
            if shown:
                shown.append(" and ")
            shown.append(f"{counted(hidden, 'card')}{' face down' if shown else ''}")
        return shown

    def suit(self, suit: str) -> Piece:
        """A suit's name, with its symbol where there is one."""
        symbol = self._symbols.get(suit)
        name = printable(suit)
        return Piece(f"{name}{GLUE}{symbol}" if symbol else name, self._styles.get(suit, ""))

    def seat(self, seat: int, viewer: int | None) -> str:
        """A seat's name in the middle of a sentence."""
        return "you" if seat == viewer else self.names[seat]

    def subject(self, seat: int, viewer: int | None) -> str:
        """A seat's name at the start of a sentence."""
        return "You" if seat == viewer else self.names[seat]

    def whose(self, seat: int, viewer: int | None) -> str:
        """`your`, or the seat's name as an owner."""
        return "your" if seat == viewer else f"{self.names[seat]}'s"


def counted(number: int, word: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {word}" if abs(number) == 1 else f"{number} {word}s"


def spoken(name: str) -> str:
    """A name of the rule file as words: `_` is a space."""
    return printable(name).replace("_", " ")


def capital(text: str) -> str:
    """The text with a capital at its start, the rest as it is."""
    return text[:1].upper() + text[1:]
