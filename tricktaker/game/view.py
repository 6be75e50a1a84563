"""What one seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tricktaker.game.events import Event
from tricktaker.game.game import Card, Game
from tricktaker.game.knowledge import COMMON, UNKNOWN
from tricktaker.game.state import Decision
from tricktaker.game.story import Story, story

if TYPE_CHECKING:
    from tricktaker.game.state import State

Played = tuple[int, Card | None, str | None]
"""(seat, card or None if it lies face down, way)."""


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone as seen: piles top first; None stands for a card that isn't known."""

    name: str
    owner: int | None
    size: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that `seat` may know (None: a spectator)."""

    game: Game
    seat: int | None
    players: int
    names: tuple[str, ...]
    round_no: int
    trick_no: int
    dealer: int
    leader: int
    turn: int | None
    active: tuple[int, ...]
    scores: tuple[int, ...]
    tricks_won: tuple[int, ...]
    trick: tuple[Played, ...]
    last_trick: tuple[Played, ...] | None
    hand: tuple[Card, ...]
    zones: Mapping[str, tuple[ZoneView, ...]]
    vars: Mapping[str, Any]
    known: Mapping[str, str]
    lacks: tuple[tuple[Card, ...], ...]
    """By seat: cards that its plays have proven not to be in its hand."""
    events: tuple[Event, ...]
    legal_actions: tuple[int, ...]
    decision: Decision | None
    is_over: bool
    winners: tuple[int, ...]
    result: str | None
    story: Story | None = None
    """What its worlds are found from; None for spectators, and when there is nothing left to imagine."""

    def worlds(self, count: int, seed: int = 0) -> list[State]:
        """Whole situations that agree with everything this seat has seen; the same seed gives the same ones.

        In the long run every deal with every choice of the others that agrees comes up equally often. Raises ValueError
        for a spectator, for a game that is over and for a negative count, `NoWorlds` (a ValueError) if none is found.
        """
        from tricktaker.game.worlds import Worlds

        return Worlds(self).states(count, seed)

    def to_json(self) -> dict[str, Any]:
        """Plain data without the game; `from_json` is the way back."""

        def played(trick: tuple[Played, ...]) -> list[list[Any]]:
            return [[seat, None if card is None else card.index, way] for seat, card, way in trick]

        decision = None
        if self.decision is not None:
            d = self.decision
            decision = [d.seat, d.kind, d.ask, d.rule, list(d.options), d.optional, d.secret]
        return {
            "fingerprint": self.game.fingerprint,
            "seat": self.seat,
            "names": list(self.names),
            "round_no": self.round_no,
            "trick_no": self.trick_no,
            "dealer": self.dealer,
            "leader": self.leader,
            "turn": self.turn,
            "active": list(self.active),
            "scores": list(self.scores),
            "tricks_won": list(self.tricks_won),
            "trick": played(self.trick),
            "last_trick": None if self.last_trick is None else played(self.last_trick),
            "hand": [card.index for card in self.hand],
            "zones": {
                name: [[z.owner, z.size, [None if c is None else c.index for c in z.cards]] for z in zones]
                for name, zones in self.zones.items()
            },
            "vars": dict(self.vars),
            "known": dict(self.known),
            "lacks": [[card.index for card in cards] for cards in self.lacks],
            "events": [event.to_json() for event in self.events],
            "legal_actions": list(self.legal_actions),
            "decision": decision,
            "is_over": self.is_over,
            "winners": list(self.winners),
            "result": self.result,
            "story": None if self.story is None else self.story.to_json(),
        }

    @classmethod
    def from_json(cls, game: Game, data: Mapping[str, Any]) -> View:
        """A view from plain data. Raises ValueError if it is of other rules."""
        if data["fingerprint"] != game.fingerprint:
            raise ValueError("a view of other rules")

        def played(trick: list[list[Any]]) -> tuple[Played, ...]:
            return tuple((seat, None if card is None else game.cards[card], way) for seat, card, way in trick)

        decision = None
        if data["decision"] is not None:
            seat, kind, ask, rule, options, optional, secret = data["decision"]
            decision = Decision(seat, kind, ask, rule, tuple(options), optional, secret)
        return cls(
            game=game,
            seat=data["seat"],
            players=game.players,
            names=tuple(data["names"]),
            round_no=data["round_no"],
            trick_no=data["trick_no"],
            dealer=data["dealer"],
            leader=data["leader"],
            turn=data["turn"],
            active=tuple(data["active"]),
            scores=tuple(data["scores"]),
            tricks_won=tuple(data["tricks_won"]),
            trick=played(data["trick"]),
            last_trick=None if data["last_trick"] is None else played(data["last_trick"]),
            hand=tuple(game.cards[card] for card in data["hand"]),
            zones={
                name: tuple(
                    ZoneView(name, owner, size, tuple(None if c is None else game.cards[c] for c in cards))
                    for owner, size, cards in zones
                )
                for name, zones in data["zones"].items()
            },
            vars=data["vars"],
            known=data["known"],
            lacks=tuple(tuple(game.cards[card] for card in cards) for cards in data["lacks"]),
            events=tuple(Event.from_json(game, event) for event in data["events"]),
            legal_actions=tuple(data["legal_actions"]),
            decision=decision,
            is_over=data["is_over"],
            winners=tuple(data["winners"]),
            result=data["result"],
            story=None if data.get("story") is None else Story.from_json(data["story"]),
        )


def make_view(state: State, seat: int | None) -> View:
    """Built from an allow-list: each field is what the viewer saw or may see."""
    game = state.game
    if seat is not None and (type(seat) is not int or not 0 <= seat < game.players):
        raise ValueError(f"there is no seat {seat!r}")
    bit = game.players if seat is None else seat
    past = state._past
    belief = past.knowledge.beliefs[bit]
    zones: dict[str, tuple[ZoneView, ...]] = {}
    known: dict[str, str] = {}
    for number, zone in enumerate(game.rules.zones):
        name = zone.decl.name
        owners: tuple[int | None, ...] = tuple(range(game.players)) if zone.decl.per_player else (None,)
        views: list[ZoneView] = []
        for owner in owners:
            place = number * 16 + (COMMON if owner is None else owner)
            cards = state.zone(name, owner)
            open_now = past.knowledge.see[place] >> bit & 1 == 1
            shown = [card for card in cards if open_now or face_up(state, zone, card, seat, owner)]
            if name in game.pile_zones:
                memory: list[Card | None] = [
                    None if card == UNKNOWN else game.cards[card] for card in reversed(belief.piles[place])
                ]
                seen = tuple(
                    card if card in shown else remembered for card, remembered in zip(cards, memory, strict=True)
                )
            else:
                remembered_cards = [game.cards[card] for card in sorted(belief.sets[place])]
                present = sorted({*shown, *remembered_cards})
                seen = (*present, *([None] * (len(cards) - len(present))))
            for card in seen:
                if card is not None and card not in shown:
                    known[card.name] = name if owner is None else f"{name} {owner}"
            views.append(ZoneView(name, owner, len(cards), seen))
        zones[name] = tuple(views)
    turn = state.current_player
    mine = seat is not None and turn == seat
    hand = (
        tuple(state.zone("hand", seat))
        if seat is not None and past.knowledge.see[game.zone_numbers["hand"] * 16 + seat] >> seat & 1
        else ()
    )
    events = past.events_for(bit)
    return View(
        game=game,
        seat=seat,
        players=game.players,
        names=tuple(f"seat {number}" for number in range(game.players)),
        round_no=state.round_no,
        trick_no=state.trick_no,
        dealer=state.dealer,
        leader=state.leader,
        turn=turn,
        active=state.active,
        scores=tuple(state.scores) if state.is_over or game.scores_open else (),
        tricks_won=tuple(state.tricks_won),
        trick=open_trick(state, seat),
        last_trick=last_trick(events),
        hand=hand,
        zones=zones,
        vars=open_variables(state, bit),
        known=known,
        lacks=tuple(tuple(game.cards[card] for card in sorted(cards)) for cards in past.knowledge.lacks),
        events=events,
        legal_actions=state.legal_actions if mine else (),
        decision=state.decision if mine else None,
        is_over=state.is_over,
        winners=state.winners,
        result=state.result,
        story=None if seat is None or turn is None else story(game, past.minutes, seat, turn),
    )


def face_up(state: State, zone: Any, card: Card, seat: int | None, owner: int | None) -> bool:
    """Whether `face_up_if` shows a card to the viewer."""
    if zone.face_up_if is None:
        return False
    ask = state.game.program.query(zone.face_up_if, (zone.card_id, zone.viewer_id, zone.owner_id))
    return bool(ask(state._raw, card.index, -1 if seat is None else seat, -1 if owner is None else owner))


def open_trick(state: State, seat: int | None) -> tuple[Played, ...]:
    """The cards on the table; those played face down only for who played them."""
    game = state.game
    count = state._word("tn")
    cards, seats = state._array("TRICK")[:count], state._array("SEAT")[:count]
    found: list[Played] = []
    for code, player in zip(cards, seats, strict=True):
        play = game.rules.plays[code]
        card = None if play.down and player != seat else game.cards[play.card]
        found.append((player, card, play.way))
    return tuple(found)


def last_trick(events: tuple[Event, ...]) -> tuple[Played, ...] | None:
    """The trick that was completed last in this round, as seen."""
    end = len(events) - 1
    while end >= 0 and events[end].kind not in ("trick_won", "trick_void"):
        if events[end].kind == "round_start":
            return None
        end -= 1
    played: list[Played] = []
    while end >= 0 and events[end].kind != "lead":
        event = events[end]
        if event.kind == "play" and event.seat is not None:
            way = event.data.get("way")
            played.append((event.seat, event.cards[0], None if way is None else str(way)))
        end -= 1
    return tuple(reversed(played)) if end >= 0 or played else None


def open_variables(state: State, bit: int) -> dict[str, Any]:
    """Variables the viewer may see; None in place of what belongs to others."""
    game = state.game
    found: dict[str, Any] = {}
    for variable in game.rules.variables:
        decl = variable.decl
        if decl.see == "everyone":
            found[decl.name] = state.variable(decl.name)
        elif decl.see == "owner" and decl.per and decl.per[0].kind == "player" and bit < game.players:
            values = state.variable(decl.name)
            found[decl.name] = [value if owner == bit else None for owner, value in enumerate(values)]
    return found
