"""Worlds: whole situations that agree with everything one seat has seen, found from its view alone."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tricktaker.compiler.engines import Engine
from tricktaker.compiler.layout import BITS
from tricktaker.compiler.replaying import (
    ALLOWED,
    ASKED_END,
    CHANCE,
    GIVEN_END,
    GOAL,
    INFO,
    MOST_DECISIONS,
    PICKS,
    SEEN_END,
    TRIED,
)
from tricktaker.game.story import Story, hidden_places
from tricktaker.game.whereabouts import BEGINNINGS, DECISIONS, whereabouts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tricktaker.game.events import Event
    from tricktaker.game.game import Game
    from tricktaker.game.state import State
    from tricktaker.game.view import View

MIXING = 12
"""Steps of the random walk between two worlds of a pool, where a wholly new one is rarely consistent."""


MOST_TRIES = 64_000
"""Playings until a first world is given up."""
TRIES = 16
"""Playings between two looks at the clock."""


class NoWorlds(ValueError):
    """No situation that agrees with what the seat saw was found."""


@dataclass(frozen=True, slots=True)
class Tables:
    """What sampling needs of a game, whatever happens in it."""

    engine: Engine
    see: Any
    closed: Any
    firsts: Any
    nexts: Any
    sizes: Any
    options: Any
    cards: Any
    width: int


_tables: WeakKeyDictionary[Game, dict[bool, Tables]] = WeakKeyDictionary()


def tables_of(game: Game, native: bool) -> Tables:
    """The tables of a game, made once."""
    kept = _tables.setdefault(game, {})
    if native not in kept:
        kept[native] = _make(game, native)
    return kept[native]


def _make(game: Game, native: bool) -> Tables:
    engine = Engine(game.program, native)
    sites, actions = game.program.sites, game.action_count
    width = max((len(site.options) for site in sites), default=1)
    firsts, nexts = [-1] * (len(sites) * actions), [-1] * (len(sites) * width)
    options = [-1] * (len(sites) * width)
    for site in sites:
        last: dict[int, int] = {}
        for bit, action in enumerate(site.options):
            if action is None:
                continue
            options[site.number * width + bit] = action
            if action in last:
                nexts[site.number * width + last[action]] = bit
            else:
                firsts[site.number * actions + action] = bit
            last[action] = bit
    see = [0] * (len(game.rules.zones) * 16)
    for place, mask in game.observer.see.items():
        see[place] = mask
    closed = [int(site.secret) for site in sites]
    cards = [-1 if card is None else card for card in game.program.actions.cards]
    row = engine.row
    return Tables(
        engine=engine,
        see=row(see),
        closed=row(closed),
        firsts=row(firsts),
        nexts=row(nexts),
        sizes=row([actions, width, MOST_DECISIONS]),
        options=row(options),
        cards=row(cards),
        width=width,
    )


class Worlds:
    """The sampler of one view. `pool` gives states as the engine takes them, `states` as people do.

    `seconds`: how long a first world is looked for, all pools together; None for as many tries as there are.
    Raises ValueError for a view from which no worlds can be told: of a spectator, or of a game that is over.
    """

    def __init__(self, view: View, native: bool = False, seconds: float | None = None) -> None:
        if view.seat is None or view.story is None:
            raise ValueError("worlds are what a seat at the table can imagine while the game goes on")
        self.view = view
        self.game = view.game
        self.story: Story = view.story
        self.tables = tables_of(view.game, native)
        known = {card.index for zones in view.zones.values() for zone in zones for card in zone.cards if card}
        known |= {card.index for _, card, _ in view.trick if card is not None}
        self.free = [card.index for card in view.game.cards if card.index not in known]
        self.until = None if seconds is None else perf_counter() + seconds
        self.tried = 0
        """Playings it took to find the first world of the last pool, or to give up."""
        self.deals: list[list[int]] = []
        self.choices: list[list[int]] = []
        self.lots: list[list[int]] = []
        self.seeds: list[tuple[int, int, int]] = []
        self.starts: list[list[int]] = []

    def pool(self, count: int, seed: int, mixing: int = MIXING, keep: bool = False) -> Any:
        """`count` states one after another. Raises NoWorlds if none is found.

        With `keep`, how each came about is noted in `deals`, `choices`, `lots`, `seeds` and `starts`.
        """
        game, tables, story = self.game, self.tables, self.story
        row, words = tables.engine.row, tables.engine.words
        size, cards = game.program.layout.size, len(game.cards)
        deck, laid = self.shuffles()
        numbers = {name: number for number, name in enumerate(game.rules.deck_zones)}
        decks = [numbers[card.deck] for card in game.rules.cards]
        is_free = [0] * cards
        for card in self.free:
            is_free[card] = 1
        info = [0] * INFO
        info[SEEN_END], info[ASKED_END], info[GIVEN_END] = len(story.seen), len(story.asked) // 3, len(deck)
        info[GOAL] = story.goal
        info[CHANCE] = (seed >> 31 & 0x3FFFFFFF) + 1 << 32 | (seed * 2654435761 & 0xFFFFFFFF)
        told = self.events()
        pool = words(size * count)
        deals, starts = words(len(deck) * count if keep else 0), words(size * count if keep else 0)
        choices, made = words(2 * MOST_DECISIONS * count if keep else 0), words(5 * count if keep else 0)
        namings = len(laid) // 2 + 1
        slots = max([len(deck), *laid])
        names = (words(cards * namings), words(cards * namings), words(slots), row(laid), row(decks))
        info = row(info)
        arguments = (
            pool,
            count,
            mixing,
            words(size),
            row(story.start),
            self.view.seat,
            names,
            row(deck),
            row(self.homes()),
            row(self.script(told)),
            row(story.seen),
            words(3 * PICKS),
            words(2 * MOST_DECISIONS),
            info,
            row(self.needs()),
            (tables.see, tables.closed, tables.firsts, tables.nexts, tables.sizes),
            row(sorted(self.free, key=lambda card: (decks[card], card))),
            row(is_free),
            row(self.sets()),
            tables.options,
            tables.cards,
            words(cards * namings),
            row(self.moves(told)),
            words(cards),
            row(self.hands()),
            words(3 * PICKS),
            words(slots),
            deals,
            choices,
            starts,
            made,
        )
        sample = tables.engine.function("sample")
        done, allowed = 0, 0
        while done == 0 and allowed < MOST_TRIES:
            allowed = min(allowed + TRIES, MOST_TRIES) if self.until is not None else MOST_TRIES
            info[ALLOWED] = allowed
            done = int(sample(*arguments))
            if self.until is not None and perf_counter() > self.until:
                break
        self.tried = int(info[TRIED])
        if done < count:
            raise NoWorlds(f"no world of seat {self.view.seat} was found")
        if keep:
            for number in range(count):
                taken, seed_a, seed_b, x, given = (int(value) for value in made[number * 5 : number * 5 + 5])
                start = number * len(deck)
                self.deals.append([int(card) for card in deals[start : start + given]])
                start = number * 2 * MOST_DECISIONS
                self.choices.append([int(bit) for bit in choices[start : start + taken]])
                start += MOST_DECISIONS
                self.lots.append([int(lot) for lot in choices[start : start + taken]])
                self.seeds.append((seed_a, seed_b, x))
                self.starts.append([int(value) for value in starts[number * size : (number + 1) * size]])
        return pool

    def shuffles(self) -> tuple[list[int], list[int]]:
        """The cards of each shuffle in a reference deal, and where those of each naming but the first begin and end.

        A shuffle of cards that have been somewhere before has the number of its naming, negative, for each card.
        """
        whole: dict[str, list[int]] = {}
        for card in self.game.rules.cards:
            whole.setdefault(card.deck, []).append(card.index)
        fresh = [] if self.story.laid else list(whole.values())
        deck: list[int] = []
        later: list[int] = []
        for cards in self.story.shuffled:
            found = next((known for known in fresh if sorted(cards) == known), None)
            if found is not None:
                fresh.remove(found)
                deck += cards
                continue
            later += (len(deck), len(deck) + len(cards))
            deck += [-(len(later) // 2)] * len(cards)
        count = len(self.game.cards)
        for number in range(self.lot_count()):
            later += (len(deck) + number * count, len(deck) + (number + 1) * count)
        return deck, later

    def lot_count(self) -> int:
        """How many cards have been picked unseen, at most, as far as that is kept account of."""
        sites = self.game.program.sites
        if not any(site.unseen for site in sites):
            return 0
        return min(PICKS, sum(site < 0 or sites[site].unseen for site in self.story.asked[::3]))

    def homes(self) -> list[int]:
        """Where cards lie that the seat doesn't see when its story begins: (offset, count, word or -1)."""
        if not self.story.laid:
            return []
        game, layout = self.game, self.game.program.layout
        found: list[int] = []
        for number, (pile, name, owner, owners) in enumerate(hidden_places(game, self.view.seat or 0)):
            if pile:
                one = owners == 1 and f"n_{name}" in game.at
                size = game.at[f"n_{name}"] if one else layout.arrays[f"N_Z_{name}"].offset + owner
                start = layout.arrays[f"Z_{name}"].offset + owner * layout.zones[name].capacity
                found += (start, self.story.start[size], -1)
                continue
            for word in range(layout.zones[name].words):
                found += (layout.arrays[f"Z_{name}{word or ''}"].offset + owner, number, word)
        return found

    def sets(self) -> list[int]:
        """Every word of every set of cards, with the cards proven not to be there."""
        layout = self.game.program.layout
        found: list[int] = []
        for name, zone in layout.zones.items():
            if zone.pile:
                continue
            for owner in range(zone.owners):
                missing = self.view.lacks[owner] if name == "hand" else ()
                for word in range(zone.words):
                    lacked = sum(1 << (card.index % BITS) for card in missing if card.index // BITS == word)
                    found += (layout.arrays[f"Z_{name}{word or ''}"].offset + owner, word, lacked)
        return found

    def moves(self, told: Sequence[Event]) -> list[int]:
        """Which hands are known to hold which cards, and from when on."""
        held = {
            card.index: zone.owner
            for zone in self.view.zones["hand"]
            for card in zone.cards
            if card is not None and zone.owner is not None
        }
        return whereabouts(told, held)

    def events(self) -> Sequence[Event]:
        """What happened since the story began: since the round began in which the first decision it knows was made."""
        events, count = self.view.events, len(self.story.asked) // 3
        made = [place for place, event in enumerate(events) if event.kind in DECISIONS]
        first = made[-count] if 0 < count <= len(made) else len(events)
        return events[next((at for at in range(first - 1, -1, -1) if events[at].kind in BEGINNINGS), 0) :]

    def script(self, told: Sequence[Event]) -> list[int]:
        """The decisions that were noticed, each with the card that was played, where others are called the same."""
        asked = self.story.asked
        made = iter([event for event in told if event.kind in DECISIONS])
        found: list[int] = []
        for start in range(0, len(asked), 3):
            event = next(made, None)
            known = asked[start] >= 0 and event is not None and event.kind == "play"
            card = event.cards[0] if known and event is not None else None
            exact = card.index if card is not None and self.game.observer.copies else -1
            found += (*asked[start : start + 3], exact)
        return found

    def hands(self) -> list[int]:
        """Where the hands begin in the state, by word."""
        layout = self.game.program.layout
        return [layout.arrays[f"Z_hand{word or ''}"].offset for word in range(layout.zones["hand"].words)]

    def needs(self) -> list[int]:
        """Cards that the seat sees in a set, or knows to be there: (offset, word, cards)."""
        layout = self.game.program.layout
        found: list[int] = []
        for name, zones in self.view.zones.items():
            if layout.zones[name].pile:
                continue
            for zone in zones:
                seen = [card.index for card in zone.cards if card is not None]
                for word in range(layout.zones[name].words):
                    mask = sum(1 << (card % BITS) for card in seen if card // BITS == word)
                    if mask:
                        found += (layout.arrays[f"Z_{name}{word or ''}"].offset + (zone.owner or 0), word, mask)
        return found

    def states(self, count: int, seed: int) -> list[State]:
        """`count` states, each played again from where the seat's story begins."""
        from tricktaker.game.retelling import retold

        if type(count) is not int or type(seed) is not int:
            raise TypeError(f"a count and a seed are integers, not {count!r} and {seed!r}")
        if count < 0:
            raise ValueError(f"{count} worlds can't be imagined")
        if count == 0:
            return []
        self.deals, self.choices, self.lots, self.seeds, self.starts = [], [], [], [], []
        self.pool(count, seed, mixing=3 * len(self.free) + MIXING, keep=True)
        return [retold(self, number) for number in range(count)]
