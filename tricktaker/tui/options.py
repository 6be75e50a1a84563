"""What can be answered now: each legal action taken apart into what a person may say for it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tricktaker.game import Card, Decision, Game, View

DECLINE = "decline"
CHOOSE = "choose"
_SEAT = re.compile(r"(?:^|.* )seat (\d+)$")
_NUMBER = re.compile(r"(?:^|.* )(-?\d+)$")
_WAY = re.compile(r"(?P<rest>.+?) (?P<way>face down|as .+)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One action: its text and what that text is about."""

    action: int
    text: str
    card: Card | None = None
    way: str = ""
    """How the card is played, if not plainly: `as X`, `face down`."""
    verb: str = ""
    """The words before the card, number or seat."""
    number: int | None = None
    seat: int | None = None

    @property
    def declines(self) -> bool:
        return self.text == DECLINE


class Phrasebook:
    """The action texts of one game, taken apart. Made once a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._cards: dict[str, Card] = {}
        for card in game.cards:
            self._cards.setdefault(card.name, card)

    @cached_property
    def every_option(self) -> tuple[Option, ...]:
        """All actions of the game, to find out what an answer that isn't legal meant."""
        return tuple(self.option(action) for action in range(self.game.action_count))

    @cached_property
    def ranks(self) -> frozenset[str]:
        """The ranks there are, as they are compared with answers."""
        return frozenset(normal(card.rank) for card in self.game.cards if card.rank is not None)

    def option(self, action: int) -> Option:
        """What this action's text says."""
        text = self.game.text(action)
        if text == DECLINE:
            return Option(action=action, text=text)
        found = self._with_card(action, text)
        if found is not None:
            return found
        seat = _SEAT.match(text)
        if seat is not None:
            return Option(action=action, text=text, seat=int(seat[1]), verb=_before(text, f"seat {seat[1]}"))
        number = _NUMBER.match(text)
        if number is not None:
            return Option(action=action, text=text, number=int(number[1]), verb=_before(text, number[1]))
        return Option(action=action, text=text, verb=text.partition(" ")[0])

    def _with_card(self, action: int, text: str) -> Option | None:
        way = _WAY.match(text)
        for whole, how in ((text, ""), (way["rest"], way["way"]) if way is not None else ("", "")):
            words = whole.split(" ") if whole else []
            for start in range(len(words)):
                card = self._cards.get(" ".join(words[start:]))
                if card is not None:
                    return Option(action=action, text=text, card=card, way=how, verb=" ".join(words[:start]))
        return None


def said_verb(verb: str) -> str:
    """An option's verb; the one that a rule file didn't give says nothing."""
    return "" if verb == CHOOSE else verb


def _before(text: str, end: str) -> str:
    return text[: len(text) - len(end)].rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One decision as it is put to a person."""

    decision: Decision
    options: tuple[Option, ...]
    numbered: tuple[tuple[int, Card | Option], ...] = ()
    """Numbers that may be typed, and the card or option each stands for; none where numbers mean values."""
    sign: str = ""
    """What stands before such a number: `#` where a bare one is the rank of a card, or where the screen shows none."""

    @property
    def declining(self) -> Option | None:
        """The option not to choose, if there is one."""
        return next((option for option in self.options if option.declines), None)

    @property
    def choices(self) -> tuple[Option, ...]:
        """All options but that."""
        return tuple(option for option in self.options if not option.declines)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards among the options, each once."""
        seen: dict[str, Card] = {}
        for option in self.options:
            if option.card is not None:
                seen.setdefault(option.card.name, option.card)
        return tuple(seen.values())

    @property
    def only_cards(self) -> bool:
        """Whether every choice is a card."""
        return all(option.card is not None for option in self.choices)

    def from_hand(self, hand: Iterable[Card]) -> bool:
        """Whether every choice is a card of this hand. Copies of a card have one name and one action."""
        held = {card.name for card in hand}
        return all(option.card is not None and option.card.name in held for option in self.choices)

    def number_of(self, thing: Card | Option) -> int | None:
        """The number that stands for this card or option."""
        return next((number for number, each in self.numbered if each is thing or each == thing), None)

    def place_of(self, option: Option) -> str:
        """`#4`, as it is to be typed for this option or the card that it plays; nothing where there is no number."""
        number = self.number_of(option)
        if number is None and option.card is not None:
            name = option.card.name
            number = next((n for n, each in self.numbered if not isinstance(each, Option) and each.name == name), None)
        return "" if number is None else f"#{number}"


def offer_of(view: View, phrases: Phrasebook, hand: Sequence[Card], *, numbers: bool = True) -> Offer:
    """The decision of a view, with `hand` in the order in which it is shown; `numbers`: whether they are shown too."""
    decision = view.decision
    assert decision is not None
    options = tuple(phrases.option(action) for action in decision.options)
    plain = Offer(decision=decision, options=options)
    if not plain.choices or any(option.number is not None for option in options):
        return plain
    things: Sequence[Card | Option] = hand if plain.from_hand(hand) else plain.choices
    ranked = plain.cards and any(card.rank is not None and card.rank.isdecimal() for card in phrases.game.cards)
    sign = "#" if ranked or not numbers else ""
    return Offer(decision=decision, options=options, numbered=tuple(enumerate(things, 1)), sign=sign)


def normal(text: str) -> str:
    """An answer without differences that mean nothing: case, spaces, punctuation at the ends, wide digits."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("\ufe0f", "").replace("\ufe0e", "")
    return " ".join(folded.split()).strip(" .,;:!\"'")
