"""Decision points and the actions of a variant: one dense range of integers with a text for each."""

from __future__ import annotations

from dataclasses import dataclass, field

from tricktaker.compiler.layout import BITS
from tricktaker.diagnostics import Span


@dataclass(slots=True)
class Site:
    """One numbered decision point. `options[bit]` is the action that bit stands for (None: unused bit)."""

    number: int
    kind: str
    """play, choose or menu."""
    ask: str | None
    rule: str | None
    secret: bool
    optional: bool
    span: Span | None
    words: int = 1
    options: list[int | None] = field(default_factory=list)
    unseen: bool = False
    hidden: bool = False
    """Whether the answer goes into a variable that not everyone sees."""


@dataclass(slots=True)
class Actions:
    """All actions; the same text is the same action wherever it is offered."""

    texts: list[str] = field(default_factory=list)
    cards: list[int | None] = field(default_factory=list)
    """The card an action plays or chooses, where it is one."""
    numbers: dict[str, int] = field(default_factory=dict)

    def add(self, text: str, card: int | None = None) -> int:
        number = self.numbers.get(text)
        if number is None:
            number = len(self.texts)
            self.numbers[text] = number
            self.texts.append(text)
            self.cards.append(card)
        return number


def put(options: list[int | None], bit: int, action: int) -> None:
    """Notes that a bit stands for an action."""
    while len(options) <= bit:
        options.append(None)
    options[bit] = action


def next_word(options: list[int | None]) -> int:
    """The first bit of the next unused word."""
    return -(-len(options) // BITS) * BITS
