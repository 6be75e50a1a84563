"""What `?` answers: how to answer, the commands, and what the cards do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.tui.answers import card_named
from tricktaker.tui.labels import Labels, spoken
from tricktaker.tui.lines import Line, Piece, line
from tricktaker.tui.options import Offer, normal
from tricktaker.tui.wording import choices_text, listed

if TYPE_CHECKING:
    from tricktaker.game import Card, Game, View

COMMANDS = (
    ("?", "this help; with a card, a rank or a name (? 9): what it does"),
    ("rules", "the rules of this game"),
    ("table", "show the table and your hand again"),
    ("hint", "what a bot would do in your place, and what it expects; why tells what has been proven of hidden cards"),
    ("undo", "take back your last decision, while nobody has seen anything new"),
    ("quit", "leave, as q does where no card is a Q; the game is saved"),
)


def ability_texts(game: Game) -> dict[str, str]:
    """What each ability and each rule that belongs to no card says, by name; those without a text are left out."""
    texts: dict[str, str] = {}
    for each in (*game.rules.abilities, *game.rules.hooks):
        if each.text:
            texts.setdefault(each.name, each.text)
    return texts


def help_lines(view: View, labels: Labels, offer: Offer) -> list[Line]:
    """The answer to a bare `?`."""
    lines = [line(Piece(expected(view, labels, offer)))]
    lines += [line(Piece(word, "strong"), f": {meaning}.") for word, meaning in COMMANDS]
    texts = ability_texts(labels.game)
    seen: set[str] = set()
    visible = [*view.hand, *(card for _, card, _ in view.trick)]
    visible += [card for zones in view.zones.values() for zone in zones for card in zone.cards]
    for card in visible:
        for name in card.abilities if card is not None else ():
            if name in texts and name not in seen:
                seen.add(name)
                lines.append(_ability(name, texts[name], labels))
    on_cards = {name for card in labels.game.cards for name in card.abilities}
    lines += [_ability(name, text, labels) for name, text in texts.items() if name not in on_cards]
    return lines


def help_about(topic: str, labels: Labels) -> list[Line]:
    """The answer to `?` with a card, a rank or a name after it."""
    game = labels.game
    texts = ability_texts(game)
    named = [name for name in texts if normal(name) == normal(topic)]
    if named:
        return [_ability(name, texts[name], labels) for name in named]
    cards = card_named(topic, game.cards)
    if not cards:
        return [line(f"Nothing is called “{topic}” here. Ask for a card, a rank or an ability, such as ? 9.")]
    lines = []
    for names, group in _alike(cards).items():
        for name in names:
            lines.append(_ability(name, texts.get(name, "(no text)"), labels, of=group))
        if not names:
            lines.append(line(f"{listed([card.name for card in group], ' and ')}: no ability."))
    return lines


def expected(view: View, labels: Labels, offer: Offer) -> str:
    """What an answer looks like, with the answers there are."""
    told = choices_text(offer, view.seat, labels)
    if offer.only_cards and offer.choices:
        card = offer.choices[0].card
        assert card is not None
        ways = [card.short] if card.short != card.name else []
        ways.append(card.name)
        number = offer.number_of(card)
        if number is None:
            number = offer.number_of(offer.choices[0])
        if number is not None:
            ways.append(f"#{number}")
        how = f"Type a card, such as {listed(ways)}: {told}"
    else:
        how = f"Type one of: {told}"
    return f"{how}; or n to decline." if offer.declining is not None else f"{how}."


def _ability(name: str, text: str, labels: Labels, of: list[Card] | None = None) -> Line:
    cards = of if of is not None else [card for card in labels.game.cards if name in card.abilities]
    whose = f" ({_in_short(cards)})" if cards else ""
    return line(Piece(spoken(name), "strong"), f"{whose}: {text}")


def _in_short(cards: list[Card]) -> str:
    """Cards as `9 of moons`, as `every 9` if they are of one rank in several suits, or as a number."""
    ranks = {card.rank for card in cards}
    if len(cards) == 1:
        return cards[0].name
    if len(ranks) == 1 and cards[0].rank is not None:
        suits = list(dict.fromkeys(card.suit or "" for card in cards))
        return f"{cards[0].rank} of {listed(suits, ' and ')}"
    names = list(dict.fromkeys(card.name for card in cards))
    return listed(names, " and ") if len(names) <= 4 else f"{len(cards)} cards"


def _alike(cards: tuple[Card, ...]) -> dict[tuple[str, ...], list[Card]]:
    groups: dict[tuple[str, ...], list[Card]] = {}
    for card in cards:
        groups.setdefault(tuple(card.abilities), []).append(card)
    return groups
