"""Explains why an action is not allowed, from the lines of the cascade that struck it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.game.faults import Refusal
from tricktaker.game.game import Card
from tricktaker.game.history import LINE

if TYPE_CHECKING:
    from tricktaker.game.state import State

BITS = 63


def refusal(state: State, action: int) -> Refusal:
    """The first line that leaves `action` out, and the cards it kept instead."""
    game = state.game
    legal = tuple(game.text(number) for number in state.legal_actions)
    if state.is_over:
        return Refusal(rule="the game is over", says=None, because=(), legal=())
    site_number = state._word("site")
    site = game.program.sites[site_number]
    bits = game.bits(site_number, action)
    if action in state.legal_actions:
        return Refusal(rule="it is allowed", says=None, because=(), legal=legal)
    if not bits:
        return Refusal(rule="that is not asked now", says=None, because=(), legal=legal)
    if game.program.actions.cards[action] is None:
        return Refusal(rule="that is not offered now", says=None, because=(), legal=legal)
    held = {
        card.index for card in state.zone("hand", state._word("turn") if site.kind == "play" else state._word("actor"))
    }
    card = game.program.actions.cards[action]
    same = [c.index for c in game.cards if card is not None and c.name == game.cards[card].name]
    if site.kind == "play" and not held & set(same):
        return Refusal(rule="that card is not in the hand", says=None, because=(), legal=legal)
    for entry in state._trace:
        if entry[0] != LINE:
            continue
        line = game.program.lines[entry[1]]
        words = entry[2:]
        kept = _codes(words)
        if not any(bit in kept for bit in bits) and line.kind != "always":
            cards: list[Card] = []
            for code in kept:
                if code < len(game.rules.plays):
                    found = game.cards[game.rules.plays[code].card]
                    if found not in cards:
                        cards.append(found)
            return Refusal(rule=line.name, says=line.says, because=tuple(cards), legal=legal)
    return Refusal(rule="that card can't be chosen now", says=None, because=(), legal=legal)


def _codes(words: tuple[int, ...]) -> list[int]:
    found: list[int] = []
    for number, word in enumerate(words):
        while word:
            bit = word & -word
            word ^= bit
            found.append(number * BITS + bit.bit_length() - 1)
    return found
