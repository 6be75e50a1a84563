"""Plays an example: the position it describes, on to the moment it asks about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tricktaker.checks.answers import Answers
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
from tricktaker.game import Game, PositionError, State
from tricktaker.game.given import Reader
from tricktaker.game.layer import Layer
from tricktaker.game.notation import find_card
from tricktaker.game.position import reach, resume

MOST_DECISIONS = 2_000


class Staging(Answers):
    """Lays out the position of an example, plays it on, and compares."""

    def __init__(self, game: Game, example: Mapping[str, Any]) -> None:
        super().__init__(game, example)
        self.script = list(example.get("script", ()))
        self.layer = Layer(game)
        self.reached: State | None = None
        """Where the example has come to."""

    def go(self) -> None:
        example = self.example
        if "dealt" in example:
            self.dealt()
        elif "options" in example:
            self.first_choice()
        else:
            if "play" in example:
                self.play()
            else:
                if "legal" in example:
                    self.legal()
                if any(key in example for key in ("winner", "next", "goes", "after")):
                    self.trick()
            if "score" in example or "winners" in example or ("asks" in example and not self._trick_asks()):
                self.score()
            if "eval" in example:
                self.check_values(self.base(STOP_TURN), self.get("eval"), "eval")
        if "seen" in example:
            self.check_seen(self.reached or self.position())
        if self.script and not self.failures:
            self.failures.append(f"nobody asked for `{self.script[0]}` of the script")

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
        given = Reader(self.game).read(
            zones=self.zones(),
            trick=self.get("trick"),
            vars=self.get("vars"),
            cards=self.get("cards"),
            tricks=self.get("tricks"),
            leader=self.get("leader", 0),
            dealer=self.get("dealer", self.game.players - 1),
            round_no=self.get("round", 1),
            trick_no=self.get("trick_no", 2),
        )
        state = reach(self.game, moment, 0, given.round_no)
        self.layer.lay(state, given, seed=None)
        last = self.get("last_winner")
        winner = self.game.at["winner"]
        state._raw[winner] = -1 if last is None else int(str(last).removeprefix("P"))
        return state

    def position(self) -> State:
        """The position of the example at its first decision about a card."""
        state = self.base(STOP_TURN)
        self.run_to(state, 0)
        return state

    def legal(self) -> None:
        self.check_legal(self.position())

    def check_legal(self, state: State) -> None:
        """The cards that may be played at the decision that a state has come to."""
        found = sorted(self.game.text(action).removeprefix("play ") for action in state.legal_actions)
        if state.decision is not None and state.decision.kind != "play":
            self.failures.append(f"expected a card to be played, found a {state.decision.kind}: {', '.join(found)}")
            return
        wanted = sorted(self.card_text(text) for text in self.get("legal"))
        if found != wanted:
            self.failures.append(f"legal: expected {', '.join(wanted) or 'none'}; found {', '.join(found) or 'none'}")
        self.check_decides(state)

    def trick(self) -> None:
        """A complete trick: who wins, what follows, where the cards go."""
        state = self.base(STOP_COMPLETE)
        self.run_to(state, STOP_WON)
        self.completed(state, [str(card) for card in self.get("trick", ())])

    def completed(self, state: State, cards: Sequence[str]) -> None:
        """What is expected of a trick whose winner has just been decided."""
        if "winner" in self.example:
            wanted = self.get("winner")
            void = any(event.kind == "trick_void" for event in state.events)
            found: object = "none" if void else state._word("winner")
            if str(wanted).removeprefix("P") != str(found):
                self.failures.append(f"winner: expected {wanted}, found {found}")
        if "asks" in self.example and "score" not in self.example:
            self.check_asks()
        if any(key in self.example for key in ("next", "goes", "after", "seen")) and not state.is_over:
            self.run_to(state, STOP_TRICK_END)
            self.check_goes(state)
            if "next" in self.example and str(state.leader) != str(self.get("next")).removeprefix("P"):
                self.failures.append(f"next: expected {self.get('next')}, found {state.leader}")
        if "after" in self.example:
            self.check_values(state, self.get("after"), "after")
        self.reached = state

    def check_goes(self, state: State) -> None:
        for text, where in self.get("goes", {}).items():
            found = find_card(self.game, str(text))
            zone, _, owner = str(where).replace("/", " ").partition(" ")
            seat = int(owner.strip().removeprefix("P")) if owner.strip() else None
            held = state.zone(zone, seat)
            if not found or found[0] not in held:
                self.failures.append(f"goes: `{text}` is not in {where}")

    def play(self) -> None:
        """The next seat plays a card; if that completes the trick, the trick runs out."""
        state = self.base(STOP_TURN)
        self.run_to(state, STOP_PLAYED)
        state.apply(self.game.action(f"play {self.card_text(self.get('play'))}"))
        self.drive(state)
        cards = [*self.get("trick", ()), self.get("play")]
        if any(key in self.example for key in ("winner", "next", "goes")):
            if len(cards) < self.game.players:
                self.failures.append("the trick isn't complete: it has no winner yet")
                return
            self.run_to(state, STOP_WON)
            self.completed(state, [str(card) for card in cards])
            return
        self.check_asks()
        self.reached = state
        if "after" in self.example:
            self.check_values(state, self.get("after"), "after")
        if "legal" in self.example:
            resume(state)
            self.check_legal(state)

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
        if "winners" in self.example:
            if not state.is_over:
                resume(state)
            self.check_winners(state, self.get("winners"))

    def end_tricks(self, state: State) -> None:
        for name, place in self.game.at.items():
            if name.startswith("most_"):
                state._raw[place] = 0

    def dealt(self) -> None:
        """The deal up to the first trick."""
        state = self.opened(STOP_TRICKS)
        self.drive(state, chance=True)
        self.check_asks()
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
        self.reached = state

    def opened(self, stop: int) -> State:
        """The start of the round with the variables and the dealer given, run on to the first decision or `stop`."""
        given = Reader(self.game).read(
            vars=self.get("vars"),
            cards=self.get("cards"),
            dealer=self.get("dealer", self.game.players - 1),
            round_no=self.get("round", 1),
        )
        state = reach(self.game, STOP_START, self.get("seed", 0), given.round_no)
        self.layer.variables(state, given)
        if given.dealer is not None:
            state._raw[self.game.at["dealer"]] = given.dealer
        resume(state, stop)
        return state

    def first_choice(self) -> None:
        """What the first decision of the round (or of the position, of `me`, after the script's answers) offers."""
        me = self.get("me")
        if any(key in self.example for key in ("hand", "trick", "zones")):
            state = self.base(STOP_TURN)
            resume(state)
        else:
            state = self.opened(0)
        vars = self.get("vars", {})
        for _ in range(MOST_DECISIONS):
            if state.is_over or (not self.script and (me is None or state.current_player == me)):
                break
            self.answer(state, vars)
        found = [self.game.text(action) for action in state.legal_actions]
        if not self.match(found, [str(item) for item in self.get("options")]):
            wanted = ", ".join(str(item) for item in self.get("options"))
            self.failures.append(f"options: expected {wanted}; found {', '.join(found)}")
        self.check_decides(state)

    def match(self, found: Sequence[str], wanted: Sequence[str]) -> bool:
        """Whether these are exactly the answers wanted, each in full or without its verb, cards also in short form."""
        left = list(found)
        for item in wanted:
            forms = self.forms(item)
            text = next(
                (text for text in left if text in forms or text.endswith(tuple(f" {form}" for form in forms))), None
            )
            if text is None:
                return False
            left.remove(text)
        return not left

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
                if state.current_player is not None:
                    self.asked.append(state.current_player)
                if chance:
                    state.apply(state.legal_actions[0])
                    continue
                asks = decision.ask or decision.kind if decision else ""
                self.failures.append(f"seat {state.current_player} is asked ({asks}) and the script has no answer")
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
        forms = self.forms(wanted)
        for text, action in texts.items():
            if text in forms or text.endswith(tuple(f" {form}" for form in forms)):
                state.apply(action)
                return
        raise PositionError((f"`{wanted}` is no answer; legal: {', '.join(texts)}",))
