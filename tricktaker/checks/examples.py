"""Examples: positions of a variant file with their known answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tricktaker.compiler.moments import (
    STOP_COMPLETE,
    STOP_PLAYED,
    STOP_ROUND,
    STOP_START,
    STOP_TRICK_END,
    STOP_TRICKS,
    STOP_TURN,
    STOP_WON,
)
from tricktaker.diagnostics import Note, Report, Span, VariantError
from tricktaker.expr.checker import Checker
from tricktaker.expr.names import Scope
from tricktaker.expr.nodes import Lit, Node
from tricktaker.expr.types import PLAYER, Type
from tricktaker.game import Game, GameFault, IllegalAction, PositionError, State, UnknownAction
from tricktaker.game.notation import find_card
from tricktaker.game.position import Layer, reach, resume
from tricktaker.loading.options import BadOption, Value
from tricktaker.model import Rules

MOST_DECISIONS = 2_000


class Anywhere:
    """Where an expression of an example stands: nowhere in particular."""

    def at(self, start: int, end: int) -> Span:
        return Span("example", 1, start + 1, 1, end + 1)


Load = Callable[[Mapping[str, Value]], Game]


def check_examples(rules: Rules, load: Load, report: Report) -> int:
    """Runs the examples of a file and reports those that fail, each at its place; returns how many there are.

    `load` makes the game with options and the number of players (under `players`) as an example wants them.
    """
    known: dict[tuple[tuple[str, Value], ...], Game] = {}
    for example in rules.examples:
        setting: dict[str, Value] = {str(name): value for name, value in _chosen(example.data).items()}
        key = tuple(setting.items())
        try:
            if key not in known:
                known[key] = load(setting)
            failures = run_example(known[key], example.data)
        except BadOption as refusal:
            failures = [str(refusal)]
        except VariantError as refusal:
            failures = [found.message for found in refusal.report.errors]
        except (LookupError, TypeError, ValueError, AttributeError) as fault:
            failures = [f"it can't be read as a position ({fault})"]
        if failures:
            report.error(
                "example-fails",
                f"example `{example.about}` fails: {failures[0]}",
                example.span,
                notes=[Note(failure) for failure in failures[1:]],
            )
    return len(rules.examples)


def _chosen(data: Mapping[str, Any]) -> dict[str, Any]:
    chosen = data.get("set")
    setting = dict(chosen) if isinstance(chosen, Mapping) else {}
    if "players" in data:
        setting["players"] = data["players"]
    return setting


def run_example(game: Game, example: Mapping[str, Any]) -> list[str]:
    """What an example expects and the rules don't give, one sentence each; none if all is well."""
    run = _Run(game, example)
    try:
        run.go()
    except (PositionError, GameFault, IllegalAction, UnknownAction) as error:
        run.failures.append(str(error))
    return run.failures


class _Run:
    def __init__(self, game: Game, example: Mapping[str, Any]) -> None:
        self.game = game
        self.example = example
        self.failures: list[str] = []
        self.script = list(example.get("script", ()))
        self.asked: list[int] = []
        self.layer = Layer(game)
        self.events: list[str] = []

    def get(self, key: str, default: Any = None) -> Any:
        return self.example.get(key, default)

    def go(self) -> None:
        example = self.example
        if "dealt" in example:
            self.dealt()
        elif "options" in example:
            self.first_choice()
        else:
            if "legal" in example:
                self.legal()
            if "play" in example:
                self.play()
            elif "winner" in example or "next" in example or "goes" in example or "after" in example:
                self.trick()
            if "score" in example or ("asks" in example and not self._trick_asks()):
                self.score()
            if "eval" in example:
                self.evaluate()

    def _trick_asks(self) -> bool:
        return "play" in self.example or ("trick" in self.example and "score" not in self.example)

    # -- positions

    def zones(self) -> dict[str, Any]:
        zones = dict(self.get("zones", {}))
        hand = self.get("hand")
        if hand is not None:
            seat = (self.get("leader", 0) + len(self.get("trick", ()))) % self.game.players
            given = zones.get("hand", {})
            if not isinstance(given, Mapping):
                given = dict(enumerate(given))
            zones["hand"] = {**given, seat: hand}
        return zones

    def base(self, moment: int) -> State:
        """A state halted at `moment` and laid out as the example says."""
        zones, trick = self.zones(), self.get("trick", ())
        leader = self.get("leader", 0)
        vars, cards = self.get("vars", {}), self.get("cards", {})
        self.layer.check(zones, trick, vars, cards, leader, self.get("dealer"))
        state = reach(self.game, moment, 0, self.get("round", 1))
        self.layer.lay(
            state,
            zones,
            trick,
            vars,
            cards,
            self.get("tricks"),
            leader,
            self.get("dealer", self.game.players - 1),
            self.get("trick_no", 2),
            seed=None,
        )
        last = self.get("last_winner")
        winner = self.game.at["winner"]
        state._raw[winner] = -1 if last is None else int(str(last).removeprefix("P"))
        return state

    def legal(self) -> None:
        state = self.base(STOP_TURN)
        resume(state)
        found = sorted(self.game.text(action).removeprefix("play ") for action in state.legal_actions)
        if state.decision is not None and state.decision.kind != "play":
            self.failures.append(f"expected a card to be played, found a {state.decision.kind}: {', '.join(found)}")
            return
        wanted = sorted(self.card_text(text) for text in self.get("legal"))
        if found != wanted:
            self.failures.append(f"legal: expected {', '.join(wanted) or 'none'}; found {', '.join(found) or 'none'}")

    def card_text(self, text: object) -> str:
        base, separator, way = str(text).partition(" as ")
        found = find_card(self.game, base)
        return (found[0].name if found else base) + separator + way

    def trick(self) -> None:
        """A complete trick: who wins, what follows, where the cards go."""
        state = self.base(STOP_COMPLETE)
        watch = STOP_WON
        self.run_to(state, watch)
        if "winner" in self.example:
            wanted = self.get("winner")
            void = any(event.kind == "trick_void" for event in state.events)
            found: object = "none" if void else state._word("winner")
            if str(wanted) != str(found).removeprefix("P"):
                self.failures.append(f"winner: expected {wanted}, found {found}")
        if "asks" in self.example and "score" not in self.example:
            self.check_asks()
        trick_end = "next" in self.example or "goes" in self.example or "after" in self.example
        ended = state.is_over
        if trick_end and not ended:
            cards = [state._array("TRICK")[i] for i in range(len(self.get("trick", ())))]
            self.run_to(state, STOP_TRICK_END)
            self.check_goes(state, cards)
            if "next" in self.example and state.leader != self.get("next"):
                self.failures.append(f"next: expected {self.get('next')}, found {state.leader}")
        if "after" in self.example:
            self.check_values(state, self.get("after"), "after")

    def check_goes(self, state: State, cards: Sequence[int]) -> None:
        for text, where in self.get("goes", {}).items():
            found = find_card(self.game, str(text))
            zone, _, owner = str(where).replace("/", " ").partition(" ")
            seat = int(owner.strip().removeprefix("P")) if owner.strip() else None
            held = state.zone(zone, seat)
            if not found or found[0] not in held:
                self.failures.append(f"goes: `{text}` is not in {where}")

    def play(self) -> None:
        state = self.base(STOP_TURN)
        resume(state, STOP_PLAYED)
        text = f"play {self.card_text(self.get('play'))}"
        self.apply(state, self.game.action(text))
        self.drive(state)
        self.check_asks()
        if "after" in self.example:
            self.check_values(state, self.get("after"), "after")

    def score(self) -> None:
        """The steps after the last trick, up to the end of the round."""
        trick = self.get("trick", ())
        if trick:
            state = self.base(STOP_COMPLETE)
            for name, place in self.game.at.items():
                if name.startswith("most_"):
                    state._raw[place] = 0
            # The trick counts as the last one whatever hands are left.
            self.run_to(state, STOP_ROUND | STOP_TRICKS)
        else:
            state = self.base(STOP_TRICKS)
            if self.get("last_winner") is None:
                won = self.get("tricks", [0] * self.game.players)
                most = max(range(self.game.players), key=lambda seat: won[seat])
                state._raw[self.game.at["winner"]] = most
            self.end_tricks(state)
            self.run_to(state, STOP_ROUND | STOP_TRICKS)
        while state._word("halted") == STOP_TRICKS:
            self.end_tricks(state)
            self.run_to(state, STOP_ROUND | STOP_TRICKS)
        if "asks" in self.example:
            self.check_asks()
        if "score" in self.example:
            self.check_values(state, self.get("score"), "score")

    def end_tricks(self, state: State) -> None:
        for name, place in self.game.at.items():
            if name.startswith("most_"):
                state._raw[place] = 0

    def dealt(self) -> None:
        """The deal up to the first trick."""
        state = self.opened(STOP_TRICKS)
        self.drive(state, chance=True)
        wanted = dict(self.get("dealt"))
        if "leader" in wanted:
            leader = int(str(wanted.pop("leader")).removeprefix("P"))
            if state.leader != leader:
                self.failures.append(f"dealt: expected seat {leader} to lead, found {state.leader}")
        if "count" in wanted:
            count = wanted.pop("count")
            found = next((state._raw[place] for name, place in self.game.at.items() if name.startswith("most_")), None)
            if found != count:
                self.failures.append(f"dealt: expected {count} tricks, found {found}")
        self.check_values(state, wanted, "dealt")

    def opened(self, stop: int) -> State:
        """The start of the round with the variables and the dealer given, run on to the first decision or `stop`."""
        state = reach(self.game, STOP_START, 0, self.get("round", 1))
        self.layer.variables(state, self.get("vars", {}), self.get("cards", {}))
        state._raw[self.game.at["dealer"]] = self.get("dealer", self.game.players - 1)
        resume(state, stop)
        return state

    def first_choice(self) -> None:
        """What the first decision of a round (of `me`) offers."""
        me = self.get("me")
        state = self.opened(0)
        vars = self.get("vars", {})
        for _ in range(MOST_DECISIONS):
            if me is None or state.current_player == me or state.is_over:
                break
            self.answer(state, vars)
        found = [self.game.text(action) for action in state.legal_actions]
        wanted = [str(item) for item in self.get("options")]
        bare = [text.split(" ", 1)[-1] for text in found]
        if sorted(wanted) not in (sorted(found), sorted(bare)):
            self.failures.append(f"options: expected {', '.join(wanted)}; found {', '.join(found)}")

    def answer(self, state: State, vars: Mapping[str, Any]) -> None:
        """Seats before `me` answer as the variables say they did."""
        seat = state.current_player
        if self.script:
            self.scripted(state)
            return
        for action in state.legal_actions:
            text = self.game.text(action)
            for name, values in vars.items():
                if isinstance(values, Sequence) and seat is not None and seat < len(values):
                    if text in (f"{name} {values[seat]}", f"choose {values[seat]}"):
                        state.apply(action)
                        return
        state.apply(state.legal_actions[0])

    # -- running

    def run_to(self, state: State, moment: int) -> None:
        """On to the next halt at `moment`, answering decisions from the script."""
        resume(state, moment)
        self.drive(state)

    def drive(self, state: State, chance: bool = False) -> None:
        for _ in range(MOST_DECISIONS):
            if state.is_over or state._word("halted"):
                return
            decision = state.decision
            if decision is not None and decision.kind == "play":
                return
            if not self.script:
                if chance:
                    state.apply(state.legal_actions[0])
                    continue
                if state.current_player is not None:
                    self.asked.append(state.current_player)
                    self.failures.append(f"seat {state.current_player} is asked ({decision.ask or decision.kind if decision else ''}) and the script has no answer")
                return
            self.scripted(state)

    def scripted(self, state: State) -> None:
        answer = self.script.pop(0)
        if state.current_player is not None:
            self.asked.append(state.current_player)
        texts = {self.game.text(action): action for action in state.legal_actions}
        wanted = "decline" if answer is None or str(answer) in ("None", "none") else str(answer)
        if wanted in texts:
            state.apply(texts[wanted])
            return
        named = self.card_text(wanted)
        for text, action in texts.items():
            if text.endswith((f" {wanted}", f" {named}")) or text.replace(" ", "_") == wanted:
                state.apply(action)
                return
        raise PositionError((f"`{wanted}` is no answer; legal: {', '.join(texts)}",))

    def apply(self, state: State, action: int) -> None:
        state.apply(action)

    # -- expectations

    def check_asks(self) -> None:
        if "asks" not in self.example:
            return
        wanted = [int(str(seat).removeprefix("P")) for seat in self.get("asks")]
        if wanted != self.asked:
            self.failures.append(f"asks: expected {wanted}, found {self.asked}")

    def evaluate(self) -> None:
        state = self.base(STOP_TURN)
        self.check_values(state, self.get("eval"), "eval")

    def check_values(self, state: State, wanted: Mapping[str, Any], what: str) -> None:
        for text, value in wanted.items():
            if text == "result":
                self.check_result(state, value, what)
                continue
            found = self.ask(state, str(text))
            if not self.same(found, value):
                self.failures.append(f"{what}: `{text}`: expected {value}, found {found}")

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
        try:
            answer = self.game.program.query(node)(state._raw)
        except ValueError as error:
            raise PositionError((str(error),)) from None
        if node.type.kind != "set":
            return self.game.value(node.type, int(answer)) if node.type.kind != "bool" else bool(answer)
        elem = node.type.elem
        assert elem is not None
        return [self.element(elem, number * 63 + bit) for number, word in enumerate(answer) for bit in range(63) if word >> bit & 1]

    def element(self, elem: Type, index: int) -> Any:
        return self.game.value(elem, index + (elem.lo if elem.kind == "int" else 0))

    def same(self, found: Any, value: Any) -> bool:
        """Whether an answer is what the file says, in any of the forms people write."""
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
