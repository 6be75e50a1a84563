"""Lays cards and values into a game that was run to some moment: what a position says instead of what was played."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tricktaker.compiler.emission import NONE
from tricktaker.compiler.layout import BITS, index_size
from tricktaker.expr.names import VarDecl
from tricktaker.expr.types import PLAYER, Type
from tricktaker.game.faults import PositionError
from tricktaker.game.notation import find_card
from tricktaker.model.steps import Tricks
from tricktaker.model.walking import all_steps

if TYPE_CHECKING:
    from tricktaker.game.game import Game
    from tricktaker.game.state import State

COMMON = 15


class Layer:
    """Lays cards and values into a state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.problems: list[str] = []

    # -- reading what is given

    def card(self, text: object, taken: set[int]) -> int | None:
        """The number of a card that isn't placed yet."""
        found = find_card(self.game, str(text))
        if not found:
            self.problems.append(f"there is no card `{text}`")
            return None
        for card in found:
            if card.index not in taken:
                taken.add(card.index)
                return card.index
        self.problems.append(f"`{text}` is in two places")
        return None

    def play(self, text: object, taken: set[int]) -> int | None:
        """The play code of a card in a trick; a way follows behind ` as ` or ` face down`."""
        words = str(text)
        base, separator, way = words.partition(" as ")
        wanted = f"as {way}" if separator else None
        if words.endswith(" face down"):
            base, wanted = words[: -len(" face down")], "face down"
        card = self.card(base, taken)
        if card is None or wanted is None:
            return card
        for code, play in enumerate(self.game.rules.plays):
            if play.card == card and play.way == wanted:
                return code
        self.problems.append(f"`{base}` can't be played `{wanted}`")
        return None

    def by_owner(self, name: str, given: Any) -> dict[int | None, Sequence[Any]]:
        decl = self.game.rules.names.zones.get(name)
        if decl is None:
            self.problems.append(f"there is no zone `{name}`")
            return {}
        if not decl.per_player:
            return {None: given or ()}
        if isinstance(given, Mapping):
            return {int(seat): cards or () for seat, cards in given.items()}
        return {seat: cards or () for seat, cards in enumerate(given)}

    def check(
        self,
        zones: Mapping[str, Any],
        trick: Sequence[Any],
        vars: Mapping[str, Any],
        cards: Mapping[str, Any],
        leader: int,
        dealer: int | None,
    ) -> None:
        """Raises PositionError with everything that is wrong with names, cards and seats."""
        taken: set[int] = set()
        for name, given in zones.items():
            for owner, listed in self.by_owner(name, given).items():
                if owner is not None and not 0 <= owner < self.game.players:
                    self.problems.append(f"there is no seat {owner}")
                for text in listed:
                    self.card(text, taken)
        for text in trick:
            self.play(text, taken)
        if len(trick) > self.game.players:
            self.problems.append(f"a trick of {len(trick)} cards for {self.game.players} players")
        for name in (*vars, *cards):
            if name not in self.game.rules.names.vars and not (name == "by" and name in cards):
                self.problems.append(f"there is no variable `{name}`")
        for seat in (leader, dealer):
            if seat is not None and not 0 <= seat < self.game.players:
                self.problems.append(f"there is no seat {seat}")
        if self.problems:
            raise PositionError(tuple(self.problems))

    def raw(self, type: Type, value: Any) -> int:
        """A value in stored form. Raises PositionError if it isn't of the type."""
        if value is None or (isinstance(value, str) and value == "none"):
            return NONE if type.kind == "int" else -1
        if type.kind == "bool":
            return int(value is True or value == "true")
        if type.kind == "symbol":
            code = self.game.rules.names.domains[type.name].positions.get(str(value))
            if code is None:
                raise PositionError((f"`{value}` is no {type.name}",))
            return code
        if type.kind == "card":
            found = find_card(self.game, str(value))
            if not found:
                raise PositionError((f"there is no card `{value}`",))
            return found[0].index
        text = str(value).removeprefix("seat ").removeprefix("team ").removeprefix("P")
        try:
            return int(text)
        except ValueError:
            raise PositionError((f"`{value}` is no {type}",)) from None

    # -- laying out

    def lay(
        self,
        state: State,
        zones: Mapping[str, Any],
        trick: Sequence[Any],
        vars: Mapping[str, Any],
        cards: Mapping[str, Mapping[str, Any]],
        tricks: Sequence[int] | None,
        leader: int,
        dealer: int | None,
        trick_no: int,
        seed: int | None,
    ) -> None:
        """Overwrites a halted state; without a seed cards not given are set aside."""
        game = self.game
        raw, at = state._raw, game.at
        self.variables(state, vars, cards)
        self.clear(state)
        taken: set[int] = set()
        given: set[tuple[str, int | None]] = set()
        for name, listed in zones.items():
            for owner, texts in self.by_owner(name, listed).items():
                given.add((name, owner))
                found = [card for text in texts if (card := self.card(text, taken)) is not None]
                self.put(state, name, owner, found)
        codes = [code for text in trick if (code := self.play(text, taken)) is not None]
        if self.problems:
            raise PositionError(tuple(self.problems))
        places = game.program.layout.arrays
        start, seats = places["TRICK"].offset, places["SEAT"].offset
        if "BY" in places:
            self.players_of(state, cards.get("by", {}))
        raw[at["leader"]] = leader
        if dealer is not None:
            raw[at["dealer"]] = dealer
        raw[at["trick_no"]] = trick_no
        playing = self.playing(state, [game.rules.plays[code].card for code in codes])
        raw[at["seats"]] = sum(1 << seat for seat in playing)
        for number, code in enumerate(codes):
            raw[start + number] = code
            raw[seats + number] = playing[number]
            if "BY" in places:
                raw[places["BY"].offset + game.rules.plays[code].card] = playing[number]
        raw[at["tn"]] = len(codes)
        raw[at["leader"]] = playing[0]
        raw[at["turn"]] = playing[len(codes) % len(playing)]
        for name, place in at.items():
            if name.startswith("played_") and name != "played_card":
                raw[place] = trick_no
        won = places["TRICKS_WON"].offset
        for seat in range(game.players):
            raw[won + seat] = 0 if tricks is None else int(tricks[seat])
        raw[at["led"]] = self.led(state, codes)
        if seed is not None:
            self.fill(state, taken, given, playing[: len(codes)], trick_no, seed)
        self.remember(state)

    def playing(self, state: State, trick: Sequence[int]) -> list[int]:
        """The seats that play in this trick, the leader first, by the rules of the first tricks of a round."""
        game = self.game
        leader = state._raw[game.at["leader"]]
        everyone = [(leader + number) % game.players for number in range(game.players)]
        step = next((each for each in all_steps(game.rules.round) if isinstance(each, Tricks)), None)
        if step is None or step.players is None:
            return everyone
        ask, found = game.program.query(step.players), everyone
        for _ in everyone:
            # The rules ask before the trick begins, when its cards are still in the hands.
            before = state.copy()
            for seat, card in zip(found, trick, strict=False):
                self.put(before, "hand", seat, [card])
            mask = int(ask(before._raw)[0])
            again = [seat for seat in everyone if mask >> seat & 1]
            if again == found:
                break
            found = again
        # Where hands aren't told, nobody may seem to have any.
        return found if len(found) >= max(1, len(trick)) else everyone

    def players_of(self, state: State, given: Mapping[str, Any]) -> None:
        """Who played the cards that lie elsewhere: as given, else nobody."""
        offset, count = self.game.program.layout.arrays["BY"].offset, len(self.game.cards)
        state._raw[offset : offset + count] = [-1] * count
        for text, seat in given.items():
            for card in find_card(self.game, str(text)):
                state._raw[offset + card.index] = self.raw(PLAYER, seat)

    def led(self, state: State, codes: Sequence[int]) -> int:
        """The group of the first card."""
        if not codes:
            return -1
        rules = self.game.rules
        if rules.group is None:
            suit = rules.plays[codes[0]].suit
            return -1 if suit is None else suit
        return int(self.game.program.query(rules.group, (rules.group_id,))(state._raw, codes[0]))

    def variables(self, state: State, vars: Mapping[str, Any], cards: Mapping[str, Mapping[str, Any]]) -> None:
        """Variables of round and trick start anew, then those given are set."""
        game, raw = self.game, state._raw
        for variable in game.rules.variables:
            decl = variable.decl
            if decl.lasts != "game" and decl.name not in vars:
                ask = game.program.query(variable.default, (variable.id,))
                kind = decl.per[0] if decl.per else None
                low = kind.lo if kind is not None and kind.kind == "int" else 0
                for flat in range(self.size(decl)):
                    value = int(ask(raw, flat + low))
                    if variable.init is not None:
                        value = int(game.program.query(variable.init[flat])(raw))
                    self.store(state, decl, flat, value)
        for name, value in vars.items():
            decl = game.rules.names.vars[name]
            if not decl.per:
                self.store(state, decl, 0, self.raw(decl.type, value))
            elif isinstance(value, Mapping):
                for key, item in value.items():
                    self.store(state, decl, self.raw(decl.per[0], key) - self.low(decl), self.raw(decl.type, item))
            else:
                for flat, item in enumerate(flatten(value)):
                    self.store(state, decl, flat, self.raw(decl.type, item))
        for name, values in cards.items():
            if name == "by":
                continue
            decl = game.rules.names.vars[name]
            for text, value in values.items():
                found = find_card(game, str(text))
                if found:
                    self.store(state, decl, found[0].index, self.raw(decl.type, value))

    @staticmethod
    def low(decl: VarDecl) -> int:
        return decl.per[0].lo if decl.per and decl.per[0].kind == "int" else 0

    def size(self, decl: VarDecl) -> int:
        total = 1
        for kind in decl.per:
            total *= index_size(self.game.rules, kind)
        return total

    def store(self, state: State, decl: VarDecl, flat: int, value: int) -> None:
        if decl.per:
            if flat >= self.size(decl):
                raise PositionError((f"`{decl.name}` has {self.size(decl)} places",))
            state._raw[self.game.program.layout.arrays[f"V_{decl.name}"].offset + flat] = value
        else:
            state._raw[self.game.at[f"v_{decl.name}"]] = value

    def clear(self, state: State) -> None:
        """Takes every card off the table."""
        game, raw = self.game, state._raw
        arrays = game.program.layout.arrays
        for name, zone in game.program.layout.zones.items():
            if zone.pile and zone.owners == 1:
                raw[game.at[f"n_{name}"]] = 0
            elif zone.pile:
                offset = arrays[f"N_Z_{name}"].offset
                raw[offset : offset + zone.owners] = [0] * zone.owners
            else:
                for word in range(zone.words):
                    offset = arrays[f"Z_{name}{word or ''}"].offset
                    raw[offset : offset + zone.owners] = [0] * zone.owners

    def put(self, state: State, name: str, owner: int | None, cards: Sequence[int]) -> None:
        """Lays cards into a zone, the first on top of a pile."""
        game, raw = self.game, state._raw
        arrays, zone = game.program.layout.arrays, game.program.layout.zones[name]
        seat = owner or 0
        if zone.pile:
            start = arrays[f"Z_{name}"].offset + seat * zone.capacity
            for number, card in enumerate(reversed(cards)):
                raw[start + number] = card
            if zone.owners == 1:
                raw[game.at[f"n_{name}"]] = len(cards)
            else:
                raw[arrays[f"N_Z_{name}"].offset + seat] = len(cards)
            return
        for card in cards:
            raw[arrays[f"Z_{name}{card // BITS or ''}"].offset + seat] |= 1 << (card % BITS)

    def fill(
        self,
        state: State,
        taken: set[int],
        given: set[tuple[str, int | None]],
        played_seats: Sequence[int],
        trick_no: int,
        seed: int,
    ) -> None:
        """Deals the cards that are nowhere to the hands that aren't given, the rest to the decks."""
        game = self.game
        rest = [card.index for card in game.rules.cards if card.index not in taken]
        random.Random(seed).shuffle(rest)
        main = game.rules.deck_zones[0]
        pool = [card for card in rest if game.rules.cards[card].deck == main]
        sizes = [len(state.zone("hand", seat)) for seat in range(game.players) if ("hand", seat) in given]
        full = max(
            [
                len(state.zone("hand", seat)) + (seat in played_seats)
                for seat in range(game.players)
                if ("hand", seat) in given
            ],
            default=0,
        )
        open_seats = [seat for seat in range(game.players) if ("hand", seat) not in given]
        if not sizes:
            full = len(pool) // max(1, len(open_seats))
        for seat in open_seats:
            want = max(0, full - (seat in played_seats))
            cards, pool = pool[:want], pool[want:]
            self.put(state, "hand", seat, cards)
        for deck in game.rules.deck_zones:
            if (deck, None) not in given:
                own = pool if deck == main else [c for c in rest if game.rules.cards[c].deck == deck]
                self.put(state, deck, None, own)

    def remember(self, state: State) -> None:
        """Nobody has a past here: everyone knows what they see."""
        state._pending = []
        state._history = None
        past = state._past
        past.knowledge.new_round()
        piles: dict[int, list[int]] = {}
        sets: dict[int, set[int]] = {}
        for number, zone in enumerate(self.game.rules.zones):
            name = zone.decl.name
            owners: Sequence[int | None] = range(self.game.players) if zone.decl.per_player else (None,)
            for owner in owners:
                place = number * 16 + (COMMON if owner is None else owner)
                cards = [card.index for card in state.zone(name, owner)]
                if name in self.game.pile_zones:
                    piles[place] = cards[::-1]
                else:
                    sets[place] = set(cards)
        past.knowledge.synchronise(piles, sets)


def flatten(value: Any) -> list[Any]:
    """A list of values, rows one after the other."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return [value]
    found: list[Any] = []
    for item in value:
        if isinstance(item, Sequence) and not isinstance(item, str):
            found += flatten(item)
        else:
            found.append(item)
    return found
