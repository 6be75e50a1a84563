"""From what a person typed to an action, or to what is wrong with it.

Nothing is ever guessed: an answer that could mean two actions is asked about, and where cards have numbers for ranks
`9` means a nine and never the ninth card, which is `#9`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tricktaker.tui import nearest
from tricktaker.tui.options import CHOOSE, Offer, Option, Phrasebook, normal, said_verb

if TYPE_CHECKING:
    from tricktaker.game import Card

YES, NO = frozenset({"y", "yes"}), frozenset({"n", "no"})
_TRUE, _FALSE = frozenset({"true"}), frozenset({"false"})


@dataclass(frozen=True, slots=True)
class Chosen:
    """The answer is this action."""

    action: int


@dataclass(frozen=True, slots=True)
class Unclear:
    """The answer could mean any of these."""

    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer is understood, but the rules don't allow it now."""

    option: Option


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """The answer means nothing here; `which` if it was a yes that leaves open to what."""

    which: bool = False


Answer = Chosen | Unclear | Refused | NotUnderstood


def understood(typed: str, offer: Offer, phrases: Phrasebook, names: tuple[str, ...], hand: tuple[Card, ...]) -> Answer:
    """What an answer means among the options on offer and, failing that, among everything the game knows."""
    said = normal(typed)
    if not said:
        return NotUnderstood()
    called = _names_read(offer, names)
    answer = _understood(typed, said, offer, phrases, called, hand)
    again = spelled(said, phrases.ranks)
    if again == said or not isinstance(answer, NotUnderstood):
        return answer
    return _understood(typed, again, offer, phrases, called, hand)


def in_full(typed: str, offer: Offer, names: tuple[str, ...]) -> bool:
    """Whether this is an option on offer in all its words, as it is shown or as a record writes it."""
    said = normal(typed)
    called = _names_read(offer, names)
    return any(said in _typed(_whole(option, called)) for option in offer.options)


def _names_read(offer: Offer, names: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """What each seat is called by whoever is asked."""
    asked = offer.decision.seat
    return tuple(frozenset({name, "you"} if seat == asked else {name}) for seat, name in enumerate(names))


def _understood(
    typed: str, said: str, offer: Offer, phrases: Phrasebook, names: tuple[frozenset[str], ...], hand: tuple[Card, ...]
) -> Answer:
    meant = _meant(typed, said, offer, names)
    if meant:
        return Chosen(meant[0].action) if len(meant) == 1 else Unclear(tuple(meant))
    if said in YES:
        return NotUnderstood(which=len(offer.choices) > 1)
    begun = _distinct(
        option for option in offer.options if any(form.startswith(said) for form in _forms(option, names))
    )
    if len(begun) == 1 and not said.isdigit():
        return Chosen(begun[0].action)
    refused = _refused(said, offer, phrases, names, hand)
    if refused is not None:
        return refused
    return Unclear(tuple(begun)) if begun and not said.isdigit() else NotUnderstood()


def card_named(typed: str, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that these words name: by whole name, short form, symbol, or rank alone."""
    cards = tuple(cards)
    said = normal(typed)
    exact = tuple(card for card in cards if typed.strip() == card.short)
    if exact:
        return exact
    again = spelled(said, frozenset(normal(card.rank) for card in cards if card.rank is not None))
    return next((found for each in (said, again) if (found := _named(each, cards))), ())


def _named(said: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if said in card_forms(card)) or tuple(
        card for card in cards if card.rank is not None and said == normal(card.rank)
    )


_SPELLED = {"ace": ("a", "1"), "king": ("k",), "queen": ("q",), "jack": ("j",)} | {
    word: (str(number),)
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
}
"""Ranks in words, and the labels that they may stand for."""


def spelled(said: str, ranks: frozenset[str]) -> str:
    """An answer with the ranks that it spells out as this game writes them: `7 of clubs` for `seven of clubs`."""
    words = []
    for word in said.split(" "):
        labels = () if word in ranks else _SPELLED.get(word, ())
        words.append(next((label for label in labels if label in ranks), word))
    return " ".join(words)


def card_forms(card: Card) -> frozenset[str]:
    """All that may be typed for one card."""
    forms = {card.name, card.short}
    if card.rank is not None and card.suit is not None:
        suits = {card.suit} | ({card.symbol} if card.symbol else set())
        short = card.short.removeprefix(card.rank)
        if short != card.short and short:
            suits.add(short)
        for suit in suits:
            forms |= {f"{card.rank} of {suit}", f"{card.rank} {suit}", f"{card.rank}{suit}", f"{suit} {card.rank}"}
            forms.add(f"{suit}{card.rank}")
    return _typed(forms)


def _typed(forms: Iterable[str]) -> frozenset[str]:
    """The forms as they are compared with answers, also as a terminal shows them that has only plain letters."""
    told = {normal(form) for form in forms}
    plain = {form.encode("ascii", nearest.ERRORS).decode() for form in told if not form.isascii()}
    return frozenset(told | {form for form in plain if "?" not in form})


def _meant(typed: str, said: str, offer: Offer, names: tuple[frozenset[str], ...]) -> list[Option]:
    """The options that these words name in full."""
    bare = typed.strip()
    exact = [
        option
        for option in offer.options
        if bare == option.text or (option.card is not None and not option.way and bare == option.card.short)
    ]
    if len(exact) == 1:
        return exact
    if said.startswith("#"):
        return _numbered(said[1:], offer)
    named = [option for option in offer.options if said in _forms(option, names)]
    named += _answered(said, offer)
    if not named:
        named = [option for option in offer.options if option.card is not None and said in _ranks(option)]
    if not named and not offer.sign:
        named = _numbered(said, offer)
    return _distinct(named)


def _answered(said: str, offer: Offer) -> list[Option]:
    """What yes and no stand for."""
    if said not in YES | NO:
        return []
    if offer.declining is not None:
        if said in NO:
            return [offer.declining]
        return list(offer.choices) if len(offer.choices) == 1 else []
    wanted = _TRUE if said in YES else _FALSE
    return [option for option in offer.options if option.text.rpartition(" ")[2] in wanted]


def _numbered(said: str, offer: Offer) -> list[Option]:
    """The options of the card or line with this number."""
    if not said.isdecimal():
        return []
    for number, thing in offer.numbered:
        if number == int(said):
            if isinstance(thing, Option):
                return [thing]
            return [option for option in offer.options if option.card is not None and option.card.name == thing.name]
    return []


def _whole(option: Option, names: tuple[frozenset[str], ...]) -> set[str]:
    """One option in all its words: as a record writes it, and as the screen does, with a seat by its name."""
    forms = {option.text, option.text.removeprefix(f"{CHOOSE} ")}
    if option.seat is not None and option.seat < len(names):
        forms |= {f"{verb} {name}" for name in names[option.seat] for verb in {option.verb, said_verb(option.verb)}}
    return forms


def _forms(option: Option, names: tuple[frozenset[str], ...]) -> frozenset[str]:
    """All that may be typed for one option."""
    forms = _whole(option, names)
    if option.card is not None:
        short_way = option.way.removeprefix("as ").removeprefix("face ")
        ways = {option.way, short_way} if option.way else {""}
        verbs = {"", option.verb, "play"}
        for card in card_forms(option.card):
            forms |= {f"{verb} {card} {way}" for verb in verbs for way in ways}
            if option.way:
                forms.add(card)
    elif option.seat is not None:
        forms |= {f"seat {option.seat}", *names[option.seat]} if option.seat < len(names) else set()
    else:
        words = option.text.split(" ")
        forms |= {" ".join(words[start:]) for start in range(1, len(words))}
    return _typed(forms)


def _ranks(option: Option) -> frozenset[str]:
    """The rank of an option's card, alone and with the verb."""
    card = option.card
    if card is None or card.rank is None:
        return frozenset()
    return frozenset({normal(card.rank), normal(f"{option.verb} {card.rank}")})


def _refused(
    said: str, offer: Offer, phrases: Phrasebook, names: tuple[frozenset[str], ...], hand: tuple[Card, ...]
) -> Answer | None:
    """What the words mean although it isn't allowed: of the cards in hand first, then of all there are."""
    legal = {option.action for option in offer.options}
    verbs = {option.verb for option in offer.choices}
    bare = said.removeprefix("#")
    if bare.isdecimal() and (bare != said or not offer.sign):
        things = [thing for number, thing in offer.numbered if number == int(bare)]
        said = next((normal(thing.name) for thing in things if not isinstance(thing, Option)), said)
    held = {card.name for card in hand}
    others = [option for option in phrases.every_option if option.action not in legal and option.verb in verbs]
    tests: tuple[Callable[[Option], bool], ...] = (
        lambda option: said in _forms(option, names),
        lambda option: said in _ranks(option),
    )
    for test in tests:
        found = [option for option in others if test(option)]
        mine = [option for option in found if option.card is not None and option.card.name in held]
        for group in (mine, found):
            cards = {option.card.name if option.card is not None else option.text for option in group}
            if len(cards) == 1:
                return Refused(group[0])
    return None


def _distinct(options: Iterable[Option]) -> list[Option]:
    """Each action once, and of copies that look the same the first."""
    seen: dict[str, Option] = {}
    for option in options:
        seen.setdefault(option.text, option)
    return list(seen.values())
