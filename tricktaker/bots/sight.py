"""What a bot makes of a decision: the cards in its hand, the trick, who is winning it, and what each card would do.

The rules are asked, not guessed: a situation is laid out as the engine lays out a state, with the cards that the
viewer knows and no others, and the declared tiers say whether a card would win.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import ref

from tricktaker.compiler.emission import NONE
from tricktaker.compiler.layout import index_size
from tricktaker.expr.nodes import Local, Node, Wins
from tricktaker.expr.types import BOOL, CARD, Type
from tricktaker.game.layer import Layer
from tricktaker.game.state import State

if TYPE_CHECKING:
    from tricktaker.game import Game, View
    from tricktaker.model import Variable

Kind = tuple[int, int]
"""What a card is good for: the first tier it can win by (a high number: none but the last), its rank's place."""

NO_TIER = 9


@dataclass(slots=True)
class Sight:
    """One decision. `raw` is laid out like a state; `seat` is whose cards are played, `side` whose good is sought."""

    kind: str
    seat: int
    side: int
    hand: tuple[int, ...]
    trick: tuple[int, ...]
    """Play codes in the order played."""
    seats: tuple[int, ...]
    players: int
    """How many play to this trick."""
    won: int
    """Tricks that this seat has won in the round."""
    needs: tuple[int, ...]
    """How far this seat's own numbers, such as a bid, are above the tricks it has won."""
    raw: list[int]
    kinds: dict[int, Kind] = field(default_factory=dict)
    best: int | None = None
    """The place of the card that wins so far, once asked."""


class Eye:
    """Looks at the situations of one game."""

    def __init__(self, game: Game) -> None:
        # What is learned of a game may not keep it alive.
        self._game = ref(game)
        rules, at = game.rules, game.at
        self.plays = rules.plays
        self.top = max(1, *(play.order for play in rules.plays))
        self.side = [next((t for t, team in enumerate(rules.teams) if s in team), s) for s in range(game.players)]
        self._wins = self._ask(Wins(type=BOOL, card=Local(type=CARD, id="card")), ("card",))
        self._tiers = [
            (None if tier.condition is None else self._ask(tier.condition, ()), self._ask(tier.test, (tier.id,)))
            for tier in rules.trick.wins[:-1]
        ]
        self._led = None if rules.trick.led is None else self._ask(rules.trick.led, ())
        self._codes: dict[int, tuple[int, ...]] = {}
        for site in game.program.sites:
            if site.kind == "play":
                for code, action in enumerate(site.options[: len(rules.plays)]):
                    if action is not None and code not in self._codes.get(action, ()):
                        self._codes[action] = (*self._codes.get(action, ()), code)
        self._ways = {(play.card, play.way): code for code, play in enumerate(rules.plays)}
        self._down = next((code for code, play in enumerate(rules.plays) if play.down), None)
        self._goals = [variable for variable in rules.variables if is_goal(variable)][:2]
        arrays = game.program.layout.arrays
        self._trick, self._seats = arrays["TRICK"].offset, arrays["SEAT"].offset
        self._won = arrays["TRICKS_WON"].offset
        self._tn, self._turn, self._fault = at["tn"], at["turn"], 1

    @property
    def game(self) -> Game:
        """The game that is looked at."""
        found = self._game()
        assert found is not None
        return found

    def _ask(self, node: Node, params: Sequence[str]) -> Callable[..., Any] | None:
        """A question to the rules; None where it needs what isn't kept."""
        try:
            return self.game.program.query(node, params)
        except ValueError:
            return None

    # -- looking

    def code(self, sight: Sight, action: int) -> int | None:
        """The play code of an action, None if it plays no card."""
        codes = self._codes.get(action, ())
        return next((code for code in codes if self.plays[code].card in sight.hand), codes[0] if codes else None)

    def of_state(self, state: State) -> Sight:
        """As the seat to decide sees a state: for games of the bot's own."""
        game, raw = self.game, list(state._raw)
        kind = game.program.sites[raw[game.at["site"]]].kind
        actor = raw[game.at["actor"]]
        seat = raw[self._turn] if kind == "play" else actor
        count = raw[self._tn]
        goals = [state._array(f"V_{variable.decl.name}")[seat] for variable in self._goals]
        return self._sight(
            kind,
            seat,
            actor,
            hand=tuple(card.index for card in state.zone("hand", seat)),
            trick=tuple(raw[self._trick : self._trick + count]),
            seats=tuple(raw[self._seats : self._seats + count]),
            players=raw[game.at["active"]].bit_count(),
            goals=goals,
            raw=raw,
        )

    def of_view(self, view: View) -> Sight:
        """As a view shows it: what the viewer doesn't know isn't there."""
        assert view.seat is not None and view.decision is not None
        game = self.game
        kind, seat, hand = view.decision.kind, view.seat, tuple(card.index for card in view.hand)
        if kind == "play":
            seat, hand = self._whose(view, seat, hand)
        codes = [self._code_of(card.index if card is not None else None, way) for _, card, way in view.trick]
        trick = tuple(code for code in codes if code is not None)
        seats = tuple(player for (player, _, _), code in zip(view.trick, codes, strict=True) if code is not None)
        state, layer = State(game, self._laid(view, seat, trick, seats)), Layer(game)
        for name, zones in view.zones.items():
            for zone in zones:
                layer.put(state, name, zone.owner, [card.index for card in zone.cards if card is not None])
        raw = state._raw
        if trick:
            raw[game.at["led"]] = layer.led(state, trick) if self._led is None else int(self._led(raw))
        goals = [value if isinstance(value := view.vars[g.decl.name][seat], int) else 0 for g in self._goals]
        return self._sight(
            kind, seat, view.seat, hand=hand, trick=trick, seats=seats, players=len(view.active), goals=goals, raw=raw
        )

    def _sight(
        self,
        kind: str,
        seat: int,
        actor: int,
        *,
        hand: tuple[int, ...],
        trick: tuple[int, ...],
        seats: tuple[int, ...],
        players: int,
        goals: Sequence[int],
        raw: list[int],
    ) -> Sight:
        won = raw[self._won + seat]
        needs = tuple(max(-3, min(3, goal - won)) for goal in goals)
        return Sight(kind, seat, self.side[actor], hand, trick, seats, players, won, needs, raw)

    def _whose(self, view: View, seat: int, hand: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Whose cards are to be played: a partner's, if they lie open."""
        wanted = {self.plays[code].card for action in view.legal_actions for code in self._codes.get(action, ())}
        if not wanted or wanted & set(hand):
            return seat, hand
        for zone in view.zones["hand"]:
            cards = tuple(card.index for card in zone.cards if card is not None)
            if zone.owner is not None and wanted & set(cards):
                return zone.owner, cards
        return seat, hand

    def _code_of(self, card: int | None, way: str | None) -> int | None:
        return self._down if card is None else self._ways.get((card, way), card)

    def _laid(self, view: View, seat: int, trick: Sequence[int], seats: Sequence[int]) -> list[int]:
        """A state vector with everything of the view but its cards."""
        game, at = self.game, self.game.at
        raw = [0] * game.program.layout.size
        for variable in game.rules.variables:
            decl = variable.decl
            values = flat(view.vars.get(decl.name)) if decl.name in view.vars else []
            if not decl.per:
                raw[at[f"v_{decl.name}"]] = self._raw(decl.type, values[0] if values else None)
                continue
            start, size = game.program.layout.arrays[f"V_{decl.name}"].offset, 1
            for kind in decl.per:
                size *= index_size(game.rules, kind)
            for place in range(size):
                raw[start + place] = self._raw(decl.type, values[place] if place < len(values) else None)
        known = {
            "tn": len(trick),
            "turn": seat,
            "leader": view.leader,
            "dealer": view.dealer,
            "trick_no": view.trick_no,
            "round_no": view.round_no,
            "led": -1,
            "winner": -1,
            "winning": -1,
            "active": sum(1 << player for player in view.active),
        }
        for name, value in known.items():
            raw[at[name]] = value
        raw[self._trick : self._trick + len(trick)] = trick
        raw[self._seats : self._seats + len(seats)] = seats
        raw[self._won : self._won + game.players] = view.tricks_won
        return raw

    def _raw(self, type: Type, value: Any) -> int:
        """A value as the state stores it."""
        if value is None:
            return NONE if type.kind == "int" else -1
        if type.kind == "symbol":
            return self.game.rules.names.domains[type.name].positions.get(str(value), -1)
        if type.kind == "card":
            return next((card.index for card in self.game.cards if card.name == value), -1)
        return int(value)

    # -- asking

    def kind_of(self, sight: Sight, code: int) -> Kind:
        """What a card is good for, as things are."""
        kind = sight.kinds.get(code)
        if kind is None:
            tier = NO_TIER
            for number, (condition, test) in enumerate(self._tiers):
                if (condition is None or condition(sight.raw)) and test is not None and test(sight.raw, code):
                    tier = number
                    break
            sight.raw[self._fault] = 0
            kind = sight.kinds[code] = tier, self.plays[code].order
        return kind

    def wins(self, sight: Sight, code: int) -> bool:
        """Whether the card would be winning if it were played now."""
        won = self._wins is not None and bool(self._wins(sight.raw, code))
        sight.raw[self._fault] = 0
        return won

    def leading_side(self, sight: Sight) -> int:
        """The side whose card wins so far. There must be one."""
        if sight.best is None:
            raw, best = sight.raw, 0
            for place in range(1, len(sight.trick)):
                raw[self._tn] = place
                if self.wins(sight, sight.trick[place]):
                    best = place
                # asking has written over what lies behind
                raw[self._trick + place], raw[self._seats + place] = sight.trick[place], sight.seats[place]
            raw[self._tn] = len(sight.trick)
            sight.best = best
        return self.side[sight.seats[sight.best]]

    def standing(self, sight: Sight, code: int) -> str:
        """What the card would do: lead; win or lose, as the last card or not, over or under one's own side."""
        if not sight.trick:
            return "lead"
        last = len(sight.trick) >= sight.players - 1
        own = self.leading_side(sight) == self.side[sight.seat]
        return ("win" if self.wins(sight, code) else "lose") + (" last" if last else "") + (" own" if own else "")


def is_goal(variable: Variable) -> bool:
    """Whether a variable is a number of each player that all see and that starts anew each round, such as a bid."""
    decl = variable.decl
    indexed = len(decl.per) == 1 and decl.per[0].kind == "player"
    return indexed and decl.type.kind == "int" and decl.lasts != "game" and decl.see == "everyone"


def flat(value: Any) -> list[Any]:
    """A value, or the values of rows one after the other."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if not isinstance(value, list | tuple):
        return [value]
    return [item for part in value for item in flat(part)]
