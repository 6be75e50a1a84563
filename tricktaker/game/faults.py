"""What can go wrong with a game that is played: refused actions, positions that can't be, games that can't go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tricktaker.diagnostics import Span

if TYPE_CHECKING:
    from tricktaker.game.game import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why an action is refused: the rule's name, what it says, the cards that make it apply, and what is legal."""

    rule: str
    says: str | None
    because: tuple[Card, ...]
    legal: tuple[str, ...]


class IllegalAction(ValueError):
    """An action that the rules don't allow now; the state is as it was.

    `rule` names the rule that refuses it, `legal` lists what is allowed, as texts.
    """

    def __init__(self, rule: str, action: str, legal: tuple[str, ...]) -> None:
        offered = ", ".join(legal) or "nothing"
        super().__init__(f"`{action}` is refused ({rule}); legal: {offered}")
        self.rule = rule
        self.action = action
        self.legal = legal


class UnknownAction(ValueError):
    """A text that is no action of this game; `suggestions` are near ones."""

    def __init__(self, text: str, suggestions: tuple[str, ...]) -> None:
        hint = f"; did you mean `{suggestions[0]}`?" if suggestions else ""
        super().__init__(f"no action `{text}`{hint}")
        self.text = text
        self.suggestions = suggestions


class GameFault(RuntimeError):
    """The rules ask for something that isn't there: the game can't go on. `span` is the place in the file."""

    def __init__(self, message: str, span: Span | None) -> None:
        where = f"{span.file}:{span.line}:{span.column}: " if span is not None else ""
        super().__init__(f"{where}{message}")
        self.message = message
        self.span = span


class PositionError(ValueError):
    """A position that can't be; `reasons` are all that is wrong with it."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons
