"""Raw events of the machine become events that know who saw them; knowledge follows along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.game.deals import Decided, Shuffled
from tricktaker.game.events import Event, Seen, Value
from tricktaker.game.knowledge import COMMON, Knowledge
from tricktaker.game.story import Minutes

if TYPE_CHECKING:
    from tricktaker.game.game import Game

ROUND, SHUFFLE, MOVE, DEAL, SWAP, SHOW, SET, _CALL, ELIMINATE, NOTHING = range(1, 11)
PLAY, ABILITY, TRICK_WON, TRICK_VOID, LEAD, COLLECT, LACKS, LINE, PASS, STUCK = range(11, 21)
ROUND_END, GAME_END, REDEAL = 21, 22, 23
CHOSEN, PROVED, BEGUN = 100, 101, 102
BITS = 63

Raw = tuple[int, ...]


class History:
    """The events of one game so far. `deck` is the last shuffled order, bottom first; `down` has who saw the face of
    each card that was played face down.

    `told` keeps the events as each viewer saw them. `decisions`, `shuffles` and `tricks` (who won each) are what a
    record of the game needs.
    """

    __slots__ = (
        "decisions",
        "deck",
        "down",
        "first_dealer",
        "game",
        "knowledge",
        "minutes",
        "seen",
        "shuffles",
        "told",
        "tricks",
    )

    def __init__(self, game: Game) -> None:
        self.game = game
        self.knowledge = Knowledge(game.rules, game.pile_zones)
        self.seen: list[Seen] = []
        self.deck: dict[int, tuple[int, ...]] = {}
        self.down: dict[int, int] = {}
        self.decisions: list[Decided] = []
        self.shuffles: list[Shuffled] = []
        self.tricks: list[int | None] = []
        self.first_dealer: int | None = None
        self.told: dict[int, tuple[int, list[Event]]] = {}
        self.minutes = Minutes()

    def copy(self) -> History:
        twin = object.__new__(History)
        twin.game = self.game
        twin.knowledge = self.knowledge.copy()
        twin.seen = list(self.seen)
        twin.deck = dict(self.deck)
        twin.down = dict(self.down)
        twin.decisions = list(self.decisions)
        twin.shuffles = list(self.shuffles)
        twin.tricks = list(self.tricks)
        twin.first_dealer = self.first_dealer
        twin.told = {viewer: (count, list(events)) for viewer, (count, events) in self.told.items()}
        twin.minutes = self.minutes.copy()
        return twin

    def place_data(self, name: str, place: int) -> dict[str, Value]:
        zone, owner = divmod(place, 16)
        data: dict[str, Value] = {name: self.game.rules.zones[zone].decl.name}
        if owner != COMMON:
            data[f"{name}_seat"] = owner
        return data

    def add(
        self,
        kind: str,
        seat: int | None = None,
        cards: tuple[tuple[int, int], ...] = (),
        data: dict[str, Value] | None = None,
        secret: dict[str, tuple[Value, int]] | None = None,
        whole: int = -1,
    ) -> None:
        self.seen.append(Seen(kind, seat, cards, data or {}, secret or {}, whole))

    def events_for(self, viewer: int) -> tuple[Event, ...]:
        """All events so far as one viewer saw them."""
        count, events = self.told.get(viewer, (0, []))
        for seen in self.seen[count:]:
            event = seen.for_viewer(self.game, viewer)
            if event is not None:
                events.append(event)
        self.told[viewer] = len(self.seen), events
        return tuple(events)

    def take(self, raw: Raw) -> None:
        """One raw event."""
        code = raw[0]
        knowledge, game = self.knowledge, self.game
        if code < CHOSEN:
            self.minutes.events.append(raw)
        match code:
            case 1:
                knowledge.new_round()
                self.deck = {}
                self.down = {}
                if self.first_dealer is None:
                    self.first_dealer = raw[2]
                self.add("round_start", None, (), {"round": raw[1], "dealer": raw[2]})
            case 2:
                place, cards = raw[1], raw[2:]
                self.deck[place] = cards
                self.minutes.shuffled.append((place, *cards))
                knowledge.reset_pile(place, list(cards))
                self.shuffled(place, cards)
                self.add("shuffle", None, (), self.place_data("zone", place))
            case 3:
                card, origin, to, bottom, by_place = raw[1:6]
                seen = knowledge.move(card, origin, to, bottom=bool(bottom), by_place=bool(by_place))
                data = {**self.place_data("from", origin), **self.place_data("to", to)}
                if bottom:
                    data["bottom"] = True
                self.add("move", None, ((card, seen),), data)
            case 4:
                self.deal(raw)
            case 5:
                one, first, two, second = raw[1:5]
                seen = knowledge.swap(one, first, two, second)
                data = {**self.place_data("first", first), **self.place_data("second", second)}
                self.add("swap", None, ((one, seen), (two, seen)), data)
            case 6:
                self.show(raw)
            case 7:
                self.set(raw)
            case 9:
                self.add("eliminate", raw[1])
            case 10:
                self.add("no_effect", raw[1])
            case 11:
                seat, play = raw[1:3]
                info = game.rules.plays[play]
                hand = game.zone_numbers["hand"] * 16 + seat
                everyone = (1 << knowledge.viewers) - 1
                seen = everyone
                if info.down:
                    seen = self.down[info.card] = knowledge.see[hand]
                knowledge.leave(info.card, hand, seen)
                self.add("play", seat, ((info.card, seen),), {"way": info.way} if info.way else {})
            case 12:
                ability = game.rules.abilities[raw[1]]
                self.add("ability", raw[2], (self.played(raw[3]),), {"name": ability.name})
            case 13 | 14:
                shown = () if raw[2] < 0 else (self.played(raw[2]),)
                self.tricks.append(raw[1] if code == 13 else None)
                self.add("trick_won" if code == 13 else "trick_void", raw[1], shown)
            case 15:
                self.add("lead", raw[1])
            case 16:
                card, seen = self.played(raw[1])
                knowledge.arrive(card, raw[2], seen | knowledge.see[raw[2]], bottom=True)
                self.add("collect", None, ((card, seen | knowledge.see[raw[2]]),), self.place_data("to", raw[2]))
            case 19:
                self.add("pass", raw[1])
            case 20:
                self.add("stuck", raw[1])
            case 21:
                self.add("round_end", None, (), {"round": raw[1]})
            case 22:
                self.add("game_end", None, (), {"result": game.result_text(raw[1])})
            case 23:
                self.add("redeal")
            case 100:
                self.chosen(raw)
            case 102:
                self.minutes.begin(raw[1:], False)
            case 101:
                knowledge.lacks[raw[1]].update(raw[2:])

    def played(self, play: int) -> tuple[int, int]:
        """The card of a play, and who has seen its face."""
        card = self.game.rules.plays[play].card
        return card, self.down.get(card, -1)

    def shuffled(self, place: int, cards: Raw) -> None:
        zone, owner = divmod(place, 16)
        name = self.game.rules.zones[zone].decl.name
        after = len(self.decisions)
        self.shuffles.append(Shuffled(after, name, None if owner == COMMON else owner, cards[::-1]))

    def deal(self, raw: Raw) -> None:
        seat, zone, words = raw[1], raw[2], raw[3:]
        to = zone * 16 + seat
        cards: list[tuple[int, int]] = []
        for word, mask in enumerate(words):
            while mask:
                bit = mask & -mask
                mask ^= bit
                card = word * BITS + bit.bit_length() - 1
                place = self.knowledge.place_of(card)
                seen = self.knowledge.see[to] | self.knowledge.see[place]
                # Dealing is by place, which everyone sees: what was known of the deck stays known.
                pile = self.knowledge.true.piles[place]
                index = pile.index(card)
                for viewer, belief in enumerate(self.knowledge.beliefs):
                    if belief.piles[place][index] == card:
                        seen |= 1 << viewer
                    belief.piles[place].pop(index)
                pile.pop(index)
                self.knowledge.arrive(card, to, seen)
                cards.append((card, seen))
        name = self.game.rules.zones[zone].decl.name
        self.add("deal", seat, tuple(cards), {"zone": name, "count": len(cards)})

    def show(self, raw: Raw) -> None:
        if raw[1] >= 0:
            self.knowledge.show(raw[1], raw[2])
            mask = raw[2] | (
                1 << self.game.players if raw[2] & (1 << self.game.players) - 1 == (1 << self.game.players) - 1 else 0
            )
            self.add("show", None, ((raw[1], mask),), {}, {}, mask)
            return
        decl = self.game.rules.variables[-1 - raw[1]].decl
        value = self.game.value(decl.type, raw[4])
        self.add("show", None, (), {"name": decl.name}, {"value": (value, raw[2])}, raw[2])

    def set(self, raw: Raw) -> None:
        decl = self.game.rules.variables[raw[1]].decl
        data: dict[str, Value] = {"name": decl.name}
        owner: int | None = None
        if decl.per:
            data["index"] = self.game.index_text(decl, raw[2])
            if decl.per[0].kind == "player":
                owner = raw[2] // max(1, self.game.stride(decl))
        seen = self.game.who_sees(decl, owner)
        self.add("set", owner, (), data, {"value": (self.game.value(decl.type, raw[3]), seen)}, seen)

    def picked(self, site: int, action: int, bit: int) -> int | None:
        """The card that an answer picks. Copies share their text: the bits that stand for it follow their order."""
        game = self.game
        card = game.program.actions.cards[action]
        if card is None or not game.observer.copies:
            return card
        copies = [other.index for other in game.rules.cards if other.name == game.rules.cards[card].name]
        return copies[game.bits(site, action).index(bit) % len(copies)]

    def chosen(self, raw: Raw) -> None:
        """A decision: its text is seen by those who see what was chosen."""
        seat, action, site_number, actor, bit = raw[1:6]
        site = self.game.program.sites[site_number]
        everyone = (1 << self.knowledge.viewers) - 1
        seen = everyone
        card = self.picked(site_number, action, bit)
        if site.secret or site.hidden:
            seen = 1 << seat
        elif card is not None and site.kind != "play":
            place = self.knowledge.place_of(card)
            if place >= 0:
                seen = self.knowledge.see[place] | 1 << seat
                for viewer, belief in enumerate(self.knowledge.beliefs):
                    if place in belief.piles and card in belief.piles[place]:
                        seen |= 1 << viewer
        whole = 1 << seat if site.secret else everyone
        plays = self.game.rules.plays
        if site.kind == "play" and any(
            code < len(plays) and plays[code].down for code in self.game.bits(site_number, action)
        ):
            seen = 0
        told = whole if site.kind != "play" else everyone
        self.minutes.questions.append((site_number, actor, action, (seen & told) | 1 << actor, told | 1 << actor))
        self.decisions.append(Decided(actor, action, open=whole & seen & everyone == everyone))
        if site.kind != "play":
            self.add("choose", actor, (), {}, {"action": (self.game.text(action), seen)}, whole)
