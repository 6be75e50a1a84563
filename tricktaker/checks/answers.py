"""What an example expects, compared with what is so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from tricktaker.diagnostics import Report, Span
from tricktaker.expr.checker import Checker
from tricktaker.expr.names import Scope
from tricktaker.expr.nodes import Lit, Node, ZoneRef
from tricktaker.expr.types import PLAYER, Type
from tricktaker.game import Game, PositionError, State
from tricktaker.game.notation import find_card


class Anywhere:
    """Where an expression of an example stands: nowhere in particular."""

    def at(self, start: int, end: int) -> Span:
        return Span("example", 1, start + 1, 1, end + 1)


class Answers:
    """Expectations of one example; what isn't met goes to `failures`.

    `listener` is told of every expression that is asked, while somebody counts what examples look at.
    """

    listener: ClassVar[Callable[[State, Node], None] | None] = None

    def __init__(self, game: Game, example: Mapping[str, Any]) -> None:
        self.game = game
        self.example = example
        self.failures: list[str] = []
        self.asked: list[int] = []

    def get(self, key: str, default: Any = None) -> Any:
        return self.example.get(key, default)

    def card_text(self, text: object) -> str:
        base, separator, way = str(text).partition(" as ")
        found = find_card(self.game, base)
        return (found[0].name if found else base) + separator + way

    def forms(self, text: str) -> tuple[str, ...]:
        """An answer in all the ways it may be meant: cards in short form, alone or after a verb, words with `_`."""
        verb, blank, last = text.rpartition(" ")
        return tuple(
            dict.fromkeys((text, self.card_text(text), f"{verb}{blank}{self.card_text(last)}", text.replace("_", " ")))
        )

    def check_asks(self) -> None:
        if "asks" not in self.example:
            return
        wanted = [int(str(seat).removeprefix("P")) for seat in self.get("asks")]
        if wanted != self.asked:
            self.failures.append(f"asks: expected {wanted}, found {self.asked}")

    def check_values(self, state: State, wanted: Mapping[str, Any], what: str) -> None:
        for text, value in wanted.items():
            if text == "result":
                self.check_result(state, value, what)
                continue
            found = self.ask(state, str(text))
            if not self.same(found, value):
                self.failures.append(f"{what}: `{text}`: expected {value}, found {found}")

    def check_decides(self, state: State) -> None:
        """Whose decision a state has come to."""
        if "decides" in self.example:
            wanted = str(self.get("decides")).removeprefix("P")
            if str(state.current_player) != wanted:
                self.failures.append(f"decides: expected {wanted}, found {state.current_player}")

    def check_seen(self, state: State) -> None:
        """Which cards of a zone everybody (or `me`) knows."""
        view = state.view(None if self.get("me") is None else int(str(self.get("me")).removeprefix("P")))
        for text, cards in self.get("seen").items():
            name, _, owner = str(text).replace("/", " ").partition(" ")
            seat = int(owner.strip().removeprefix("P")) if owner.strip() else None
            zone = next((zone for zone in view.zones.get(name, ()) if zone.owner == seat), None)
            if zone is None:
                self.failures.append(f"seen: there is no `{text}`")
                continue
            found = sorted(card.name for card in zone.cards if card is not None)
            wanted = sorted(self.card_text(card) for card in cards)
            if found != wanted:
                self.failures.append(
                    f"seen: {text}: expected {', '.join(wanted) or 'none'}; found {', '.join(found) or 'none'}"
                )

    def check_winners(self, state: State, wanted: Sequence[Any]) -> None:
        """Who has won the game; nobody yet, if the list is empty."""
        seats = sorted(int(str(seat).removeprefix("P")) for seat in wanted)
        if not state.is_over:
            if seats:
                self.failures.append(f"winners: expected {seats}, found that the game goes on")
        elif sorted(state.winners) != seats:
            self.failures.append(f"winners: expected {seats}, found {sorted(state.winners)}")

    def check_result(self, state: State, value: Any, what: str) -> None:
        found = state.result if state.is_over else None
        wanted: str | None = None
        if isinstance(value, Mapping):
            (kind, _why), *_ = value.items()
            wanted = "won" if kind == "win" else "lost"
        elif value is not None and str(value) != "none":
            wanted = str(value)
        if wanted is None:
            if found is not None:
                self.failures.append(f"{what}: expected the game to go on, found {found}")
        elif found is None or not found.startswith(wanted):
            self.failures.append(f"{what}: expected {value}, found {found or 'no end'}")

    def ask(self, state: State, text: str) -> Any:
        """The value of an expression; a bare variable per player or team is the list of all."""
        names = self.game.rules.names
        if text in names.vars and names.vars[text].per:
            return state.variable(text)
        report = Report()
        scope = Scope()
        me = self.get("me")
        if me is not None:
            scope = scope.with_me(Lit(type=PLAYER, value=int(str(me).removeprefix("P"))))
        node = Checker(names, report).check(text, Anywhere(), scope)
        if node is None:
            raise PositionError(tuple(f"`{text}`: {d.message}" for d in report.diagnostics))
        return self.value(state, node)

    def value(self, state: State, node: Node) -> Any:
        if Answers.listener is not None:
            Answers.listener(state, node)
        try:
            answer = self.game.program.query(node)(state._raw)
        except ValueError as error:
            raise PositionError((str(error),)) from None
        if node.type.kind != "set":
            return self.game.value(node.type, int(answer)) if node.type.kind != "bool" else bool(answer)
        elem = node.type.elem
        assert elem is not None
        if isinstance(node, ZoneRef) and node.name in self.game.pile_zones:
            owner = None if node.owner is None else int(self.game.program.query(node.owner)(state._raw))
            return tuple(card.name for card in state.zone(node.name, owner))
        return [
            self.element(elem, number * 63 + bit)
            for number, word in enumerate(answer)
            for bit in range(63)
            if word >> bit & 1
        ]

    def element(self, elem: Type, index: int) -> Any:
        return self.game.value(elem, index + (elem.lo if elem.kind == "int" else 0))

    def same(self, found: Any, value: Any) -> bool:
        """Whether an answer is what the file says, in any of the forms people write."""
        if isinstance(found, tuple) and isinstance(value, Sequence) and not isinstance(value, str):
            return list(found) == [self.card_text(item) for item in value]
        if isinstance(found, list) and isinstance(value, Sequence) and not isinstance(value, str):
            if all(isinstance(item, str) for item in found):
                cards = [self.card_text(item) for item in value]
                if sorted(found) == sorted(cards):
                    return True
            return len(found) == len(value) and all(self.same(a, b) for a, b in zip(found, value, strict=True))
        if found is None:
            return value is None or str(value) == "none"
        if isinstance(found, bool) or isinstance(value, bool):
            return str(found).lower() == str(value).lower()
        if isinstance(found, int):
            return str(value).removeprefix("P").removeprefix("seat ") == str(found)
        return str(value) == str(found) or self.card_text(value) == found
