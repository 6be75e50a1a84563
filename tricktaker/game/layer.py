"""Lays cards and values into a game that was run to some moment: what a position says instead of what was played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktaker.compiler.layout import BITS, index_size
from tricktaker.expr.names import VarDecl
from tricktaker.game.given import Given
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

    def lay(self, state: State, given: Given, seed: int | None) -> None:
        """Overwrites a halted state; without a seed cards not given are set aside."""
        game = self.game
        raw, at = state._raw, game.at
        self.variables(state, given)
        self.clear(state)
        for (name, owner), cards in given.zones.items():
            self.put(state, name, owner, cards)
        codes = given.trick
        places = game.program.layout.arrays
        start, seats = places["TRICK"].offset, places["SEAT"].offset
        if "BY" in places:
            offset = places["BY"].offset
            for card in range(len(game.cards)):
                raw[offset + card] = given.by.get(card, -1)
        raw[at["leader"]] = given.leader
        if given.dealer is not None:
            raw[at["dealer"]] = given.dealer
        raw[at["trick_no"]] = given.trick_no
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
                raw[place] = given.trick_no
        won = places["TRICKS_WON"].offset
        raw[won : won + game.players] = given.tricks
        raw[at["led"]] = self.led(state, codes)
        if seed is not None:
            self.fill(state, given, playing[: len(codes)], seed)
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

    def led(self, state: State, codes: Sequence[int]) -> int:
        """The group of the first card."""
        if not codes:
            return -1
        rules = self.game.rules
        if rules.group is None:
            suit = rules.plays[codes[0]].suit
            return -1 if suit is None else suit
        return int(self.game.program.query(rules.group, (rules.group_id,))(state._raw, codes[0]))

    def variables(self, state: State, given: Given) -> None:
        """Variables of round and trick start anew, then those given are set."""
        game, raw = self.game, state._raw
        for variable in game.rules.variables:
            decl = variable.decl
            if decl.lasts != "game":
                ask = game.program.query(variable.default, (variable.id,))
                kind = decl.per[0] if decl.per else None
                low = kind.lo if kind is not None and kind.kind == "int" else 0
                for flat in range(self.size(decl)):
                    value = int(ask(raw, flat + low))
                    if variable.init is not None:
                        value = int(game.program.query(variable.init[flat])(raw))
                    self.store(state, decl, flat, value)
        for decl, place, value in given.values:
            self.store(state, decl, place, value)

    def size(self, decl: VarDecl) -> int:
        total = 1
        for kind in decl.per:
            total *= index_size(self.game.rules, kind)
        return total

    def store(self, state: State, decl: VarDecl, flat: int, value: int) -> None:
        if decl.per:
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

    def fill(self, state: State, given: Given, played_seats: Sequence[int], seed: int) -> None:
        """Deals the cards that are nowhere to the hands that aren't given, the rest to the decks."""
        game = self.game
        taken = {card for cards in given.zones.values() for card in cards}
        taken |= {game.rules.plays[code].card for code in given.trick}
        rest = [card.index for card in game.rules.cards if card.index not in taken]
        random.Random(seed).shuffle(rest)
        main = game.rules.deck_zones[0]
        pool = [card for card in rest if game.rules.cards[card].deck == main]
        seats = range(game.players)
        open_seats = [seat for seat in seats if ("hand", seat) not in given.zones]
        held = [len(state.zone("hand", seat)) + (seat in played_seats) for seat in seats if seat not in open_seats]
        full = max(held) if held else len(pool) // game.players
        for seat in open_seats:
            want = max(0, full - (seat in played_seats))
            cards, pool = pool[:want], pool[want:]
            self.put(state, "hand", seat, cards)
        for deck in game.rules.deck_zones:
            if (deck, None) not in given.zones:
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
