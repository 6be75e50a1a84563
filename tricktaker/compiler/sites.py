"""Decision points and the actions of a variant: one dense range of integers with a text for each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tricktaker.compiler.layout import BITS
from tricktaker.diagnostics import Span

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program


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


class Options:
    """The options of all decision points in one row: where each begins, and what others see of a choice."""

    def __init__(self, program: Program) -> None:
        plays, cards = program.rules.plays, program.actions.cards
        self.first: list[int] = []
        """For each decision point: its first option in the row."""
        self.seen: list[int] = []
        """For each option: its bit where everyone sees which it is, `hidden` where others only see that one was
        taken, -1 where they see nothing."""
        self.hidden = BITS * program.site_words
        for site in program.sites:
            self.first.append(len(self.seen))
            for bit, action in enumerate(site.options):
                if site.secret:
                    self.seen.append(-1)
                elif site.kind == "play":
                    down = bit < len(plays) and plays[bit].down
                    self.seen.append(self.hidden if down else bit)
                else:
                    covered = site.hidden or (action is not None and cards[action] is not None)
                    self.seen.append(self.hidden if covered else bit)
        self.count = len(self.seen)
