"""A game being played."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from tricktaker.compiler.moments import STOP_START, TRACED
from tricktaker.game.deals import Decided, GivenDeals, Shuffled
from tricktaker.game.events import Event
from tricktaker.game.faults import GameFault, IllegalAction, Refusal
from tricktaker.game.game import Card, Game, seeds
from tricktaker.game.history import BEGUN, CHOSEN, LACKS, LINE, PROVED, History, Raw
from tricktaker.game.proofs import lacks

if TYPE_CHECKING:
    from tricktaker.game.view import View

BITS = 63
UNTOLD = TRACED | {LINE, LACKS}
"""Events that say why, not what: they are no part of the history."""
MOST_STEPS = 1_000_000


@dataclass(frozen=True, slots=True)
class Decision:
    """What is asked: of whom, which kind (play, choose or menu), in which words, with which legal actions."""

    seat: int
    kind: str
    ask: str | None
    rule: str | None
    options: tuple[int, ...]
    optional: bool
    secret: bool


class State:
    """One situation of a game. `apply` changes it; `copy` is cheap; `view` is what one seat may know."""

    __slots__ = ("_given", "_history", "_legal", "_pending", "_raw", "_shuffles", "_trace", "game")

    listener: ClassVar[Callable[[State], None] | None] = None
    """Told whenever any state has moved, while somebody counts what goes on."""

    def __init__(self, game: Game, raw: list[int], given: Sequence[Shuffled] = ()) -> None:
        self.game = game
        self._raw = raw
        self._given = tuple(given)
        self._shuffles = 0
        self._history: History | None = History(game)
        self._pending: list[Raw] = []
        self._trace: list[Raw] = []
        self._legal: tuple[int, ...] | None = None

    @classmethod
    def start(cls, game: Game, seed: int, number: int, given: Sequence[Shuffled] = ()) -> State:
        """A new game; the first shuffles come out as `given`. Raises DealMismatch if they can't."""
        raw = [0] * game.program.layout.size
        raw[game.at["seed_a"]], raw[game.at["seed_b"]] = seeds(seed, number)
        state = cls(game, raw, given)
        state._advance()
        return state

    # -- the machine

    def _advance(self) -> None:
        log: list[Raw] = []
        if self._given:
            log = deals = GivenDeals(self.game, self._raw, self._given, self._shuffles)
            self._run(log)
            self._shuffles = deals.done
        else:
            self._run(log)
        self._legal = None
        self._trace = [entry for entry in log if entry[0] in UNTOLD]
        self._pending += [entry for entry in log if entry[0] not in UNTOLD]
        if State.listener is not None:
            State.listener(self)
        fault = self._raw[1]
        if fault:
            info = self.game.program.faults[fault - 1]
            raise GameFault(info.message, info.span)

    def _run(self, log: list[Raw]) -> None:
        """Runs the machine; where a deal begins, what lies there is noted on the way."""
        raw, at = self._raw, self.game.at
        if self._history is not None and not self._history.minutes.start and not self._pending:
            self._history.minutes.begin(tuple(raw), bool(raw[at["pc"]]))
        wanted = raw[at["stop"]]
        if wanted & STOP_START or not self.game.deals_anew:
            self.game.program.advance(raw, log)
            return
        while True:
            raw[at["stop"]] = wanted | STOP_START
            self.game.program.advance(raw, log)
            raw[at["stop"]] = wanted
            if raw[at["halted"]] != STOP_START or raw[1]:
                return
            raw[at["halted"]] = 0
            log.append((BEGUN, *raw))

    @property
    def _past(self) -> History:
        """The history up to now; raw events are digested when someone looks."""
        if self._history is None:
            self._history = History(self.game)
        if self._pending:
            pending, self._pending = self._pending, []
            for raw in pending:
                self._history.take(raw)
        return self._history

    def _word(self, name: str) -> int:
        return self._raw[self.game.at[name]]

    def _array(self, name: str) -> list[int]:
        array = self.game.program.layout.arrays[name]
        return self._raw[array.offset : array.offset + array.length]

    # -- whose turn, what is legal

    @property
    def is_over(self) -> bool:
        return self._word("over") != 0

    @property
    def current_player(self) -> int | None:
        """The seat to decide, None when the game is over."""
        return None if self.is_over else self._word("actor")

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """Legal actions in ascending order; none when the game is over."""
        if self._legal is None:
            self._legal = () if self.is_over else self._decode()
        return self._legal

    def _decode(self) -> tuple[int, ...]:
        site = self.game.program.sites[self._word("site")]
        first = self.game.at["m0"]
        found: set[int] = set()
        for word in range(site.words):
            mask = self._raw[first + word]
            while mask:
                bit = mask & -mask
                mask ^= bit
                action = site.options[word * BITS + bit.bit_length() - 1]
                assert action is not None
                found.add(action)
        return tuple(sorted(found))

    @property
    def legal_mask(self) -> int:
        """Legal actions as a bit mask over all actions."""
        mask = 0
        for action in self.legal_actions:
            mask |= 1 << action
        return mask

    @property
    def decision(self) -> Decision | None:
        """What is asked now, None when the game is over."""
        if self.is_over:
            return None
        site = self.game.program.sites[self._word("site")]
        return Decision(
            seat=self._word("actor"),
            kind=site.kind,
            ask=site.ask,
            rule=site.rule,
            options=self.legal_actions,
            optional=site.optional,
            secret=site.secret,
        )

    def apply(self, action: int) -> None:
        """Performs a legal action and runs to the next decision.

        Raises IllegalAction and leaves the state untouched if the action isn't legal; GameFault if the rules then
        ask for something that isn't there.
        """
        if not isinstance(action, int) or isinstance(action, bool) or action not in self.legal_actions:
            self._refuse(action)
        game, raw = self.game, self._raw
        site = raw[game.at["site"]]
        actor = raw[game.at["actor"]]
        first = game.at["m0"]
        for bit in game.bits(site, action):
            if raw[first + bit // BITS] >> (bit % BITS) & 1:
                break
        else:
            raise AssertionError("a legal action without its bit")
        before = list(raw)
        raw[game.at["choice"]] = bit
        seat = raw[game.at["turn"]] if game.program.sites[site].kind == "play" else actor
        self._pending.append((CHOSEN, seat, action, site, actor, bit))
        if game.program.sites[site].kind == "play" and bit < len(game.rules.plays):
            self._pending.append((PROVED, raw[game.at["turn"]], *sorted(lacks(game, before, self._trace, bit))))
        try:
            self._advance()
        except GameFault:
            self._raw = before
            self._legal = None
            raise

    def _refuse(self, action: object) -> None:
        legal = tuple(self.game.text(legal) for legal in self.legal_actions)
        if not isinstance(action, int) or isinstance(action, bool) or not 0 <= action < self.game.action_count:
            shown = "a very large number" if isinstance(action, int) and action.bit_length() > 64 else str(action)
            raise IllegalAction("no such action", shown, legal)
        raise IllegalAction(self.refusal(action).rule, self.game.text(action), legal)

    def refusal(self, action: int) -> Refusal:
        """Why an action is refused now: the rule, the cards that make it apply, and what is legal."""
        from tricktaker.game.refusals import refusal

        return refusal(self, action)

    def copy(self) -> State:
        """An independent copy."""
        twin = object.__new__(State)
        twin.game = self.game
        twin._raw = list(self._raw)
        twin._given, twin._shuffles = self._given, self._shuffles
        twin._history = self._past.copy()
        twin._pending = []
        twin._trace = list(self._trace)
        twin._legal = self._legal
        return twin

    # -- what everyone may ask

    @property
    def round_no(self) -> int:
        return self._word("round_no")

    @property
    def trick_no(self) -> int:
        return self._word("trick_no")

    @property
    def dealer(self) -> int:
        return self._word("dealer")

    @property
    def leader(self) -> int:
        """The seat that leads the present or next trick."""
        return self._word("leader")

    @property
    def tricks_won(self) -> list[int]:
        """Tricks won this round, by seat."""
        return self._array("TRICKS_WON")

    @property
    def active(self) -> tuple[int, ...]:
        """Seats still in the game."""
        mask = self._word("active")
        return tuple(seat for seat in range(self.game.players) if mask >> seat & 1)

    @property
    def scores(self) -> list[int]:
        """Points: by seat, by team, or one number for a co-operative table."""
        end = self.game.rules.end
        if end.score is None:
            return []
        ask = self.game.program.query(end.score, (end.id,))
        count = {"player": self.game.players, "team": len(self.game.teams), "table": 1}[end.score_by]
        return [int(ask(self._raw, subject)) for subject in range(count)]

    @property
    def winners(self) -> tuple[int, ...]:
        """Winning seats; none while the game goes on or when all have lost together."""
        from tricktaker.game.outcome import winners

        return winners(self) if self.is_over else ()

    @property
    def result(self) -> str | None:
        """`won: why` or `lost: why` when a co-operative game is over, or what an `end` step said."""
        if not self.is_over:
            return None
        return self.game.result_text(self._word("outcome"))

    @property
    def returns(self) -> tuple[float, ...]:
        """What the game is worth to each seat when it is over; zeros before."""
        from tricktaker.game.outcome import returns

        return returns(self)

    @property
    def events(self) -> list[Event]:
        """All that happened, hidden things included."""
        found = [seen.for_viewer(self.game, None) for seen in self._past.seen]
        return [event for event in found if event is not None]

    def view(self, seat: int | None) -> View:
        """What one seat may know, None for a spectator."""
        from tricktaker.game.view import make_view

        return make_view(self, seat)

    @property
    def first_dealer(self) -> int | None:
        """Who was drawn to deal first, None in a game where that isn't left to chance."""
        if self.game.rules.rounds.dealing.first != "random":
            return None
        found = self._past.first_dealer
        return self.dealer if found is None else found

    @property
    def decisions(self) -> tuple[Decided, ...]:
        """The decisions so far, in order."""
        return tuple(self._past.decisions)

    @property
    def shuffles(self) -> tuple[Shuffled, ...]:
        """Every shuffle so far, in order."""
        return tuple(self._past.shuffles)

    @property
    def tricks_ended(self) -> tuple[int | None, ...]:
        """Who won each trick of the game so far, None where nobody did."""
        return tuple(self._past.tricks)

    def deck_order(self, zone: str | None = None) -> list[str]:
        """This round's shuffled deck as card names, top first."""
        name = zone or self.game.rules.deck_zones[0]
        place = self.game.zone_numbers[name] * 16 + 15
        cards = self._past.deck.get(place)
        if cards is None:
            cards = tuple(card.index for card in self.game.rules.cards if card.deck == name)
        return [self.game.cards[card].name for card in reversed(cards)]

    def zone(self, name: str, owner: int | None = None) -> list[Card]:
        """The cards of a zone as they are, top first for piles."""
        place = self.game.program.layout.zones[name]
        seat = owner or 0
        if place.pile:
            if place.owners == 1:
                size, start = self._word(f"n_{name}"), 0
            else:
                size, start = self._array(f"N_Z_{name}")[seat], seat * place.capacity
            cards = self._array(f"Z_{name}")[start : start + size]
            return [self.game.cards[card] for card in reversed(cards)]
        found: list[Card] = []
        for word in range(place.words):
            mask = self._array(f"Z_{name}{word or ''}")[seat]
            for bit in range(BITS):
                if mask >> bit & 1:
                    found.append(self.game.cards[word * BITS + bit])
        return found

    def variable(self, name: str) -> Any:
        """A variable's value: one value, or a list over its (first) index, nested for a second."""
        for variable in self.game.rules.variables:
            if variable.decl.name == name:
                break
        else:
            raise KeyError(name)
        decl = variable.decl
        if not decl.per:
            return self.game.value(decl.type, self._word(f"v_{name}"))
        values = [self.game.value(decl.type, raw) for raw in self._array(f"V_{name}")]
        width = self.game.stride(decl)
        return values if width == 1 else [values[i : i + width] for i in range(0, len(values), width)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game is other.game and self._raw == other._raw

    def __hash__(self) -> int:
        return hash(tuple(self._raw))

    @property
    def fingerprint(self) -> str:
        """Sixteen hex digits of a hash of the state."""
        return hashlib.sha256(" ".join(map(str, self._raw)).encode()).hexdigest()[:16]

    def __repr__(self) -> str:
        who = "over" if self.is_over else f"seat {self.current_player} to decide"
        return f"<State of {self.game.id}: round {self.round_no}, trick {self.trick_no}, {who}>"
