"""What one seat's knowledge rests on, in the form that lets its worlds be found: where the deal began and what it saw.

A story holds nothing that its seat doesn't know: cards and values it can't see are left out of where it begins, and of
what happened it has what `tricktaker.compiler.observing` lets a seat observe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tricktaker.compiler.layout import BITS
from tricktaker.compiler.observing import Observer, viewers

if TYPE_CHECKING:
    from tricktaker.game.game import Game

COMMON = 15
ROUND_WORDS = frozenset(
    ["pc", "deal_no", "over", "outcome", "round_no", "trick_no", "dealer", "leader", "winner"]  # noqa: RUF005
    + ["winning", "led", "tn", "seats", "active", "leaving", "next_leader"]
)
"""Words that hold something when a round begins and that everyone knows."""
ROUND_ARRAYS = frozenset(["TRICKS_WON", "BY"])


@dataclass(frozen=True, slots=True)
class Story:
    """Where a seat's story begins and what it saw since.

    `start`: the state there as the seat knows it. `laid`: whether cards lay about already (a position that was set up).
    `seen`: its observations. `asked`: decisions it noticed, three numbers each: the decision point (-1 if the answer is
    hidden), who answered, the action (-1 if hidden). `shuffled`: the cards of each shuffle, in no order; zeros for
    those of a pile that isn't a whole deck; `piles`: where each was (zone * 16 + owner). `goal`: whose turn it is.
    """

    start: tuple[int, ...]
    laid: bool
    seen: tuple[int, ...]
    asked: tuple[int, ...]
    shuffled: tuple[tuple[int, ...], ...]
    piles: tuple[int, ...]
    goal: int

    def to_json(self) -> dict[str, Any]:
        return {
            "start": list(self.start),
            "laid": self.laid,
            "seen": list(self.seen),
            "asked": list(self.asked),
            "shuffled": [list(cards) for cards in self.shuffled],
            "piles": list(self.piles),
            "goal": self.goal,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Story:
        return cls(
            tuple(data["start"]),
            data["laid"],
            tuple(data["seen"]),
            tuple(data["asked"]),
            tuple(tuple(cards) for cards in data["shuffled"]),
            tuple(data["piles"]),
            data["goal"],
        )


class Minutes:
    """What has happened since a deal began, for all seats; `seen` and `asked` are read off by seat as they grow."""

    __slots__ = ("_asked", "_seen", "events", "laid", "questions", "shuffled", "start")

    def __init__(self) -> None:
        self.begin((), False)

    def begin(self, start: tuple[int, ...], laid: bool) -> None:
        self.start = start
        self.laid = laid
        self.events: list[Sequence[int]] = []
        self.questions: list[tuple[int, int, int, int, int]] = []
        """(decision point, who answers, action, who saw the action, who noticed)."""
        self.shuffled: list[tuple[int, ...]] = []
        """Each shuffle: the place, and the cards as they lie since."""
        self._seen: dict[int, tuple[int, list[int]]] = {}
        self._asked: dict[int, tuple[int, list[int]]] = {}

    def copy(self) -> Minutes:
        twin = Minutes()
        twin.start, twin.laid = self.start, self.laid
        twin.events, twin.questions, twin.shuffled = list(self.events), list(self.questions), list(self.shuffled)
        twin._seen = {eye: (count, list(found)) for eye, (count, found) in self._seen.items()}
        twin._asked = {eye: (count, list(found)) for eye, (count, found) in self._asked.items()}
        return twin

    def seen(self, observer: Observer, eye: int) -> tuple[int, ...]:
        count, found = self._seen.get(eye, (0, []))
        for event in self.events[count:]:
            found += observer.numbers(event, eye)
        self._seen[eye] = len(self.events), found
        return tuple(found)

    def asked(self, eye: int) -> tuple[int, ...]:
        count, found = self._asked.get(eye, (0, []))
        for site, actor, action, seen, noticed in self.questions[count:]:
            if noticed >> eye & 1:
                found += (site, actor, action) if seen >> eye & 1 else (-1, actor, -1)
        self._asked[eye] = len(self.questions), found
        return tuple(found)


def story(game: Game, minutes: Minutes, eye: int, goal: int) -> Story | None:
    """The story of a seat; None where it can't be told: of a position with cards that lie face down in the trick."""
    start = positioned(game, minutes.start, eye) if minutes.laid else begun(game, minutes.start)
    if start is None:
        return None
    whole = {name: [card.index for card in game.rules.cards if card.deck == name] for name in game.rules.deck_zones}
    shuffled = tuple(
        next((tuple(cards) for cards in whole.values() if sorted(cards) == sorted(laid)), (0,) * len(laid))
        for _, *laid in minutes.shuffled
    )
    piles = tuple(place for place, *_ in minutes.shuffled)
    return Story(start, minutes.laid, minutes.seen(game.observer, eye), minutes.asked(eye), shuffled, piles, goal)


def begun(game: Game, start: Sequence[int]) -> tuple[int, ...]:
    """A state at the beginning of a round or game: only what everyone knows then.

    No variable holds anything hidden there: what lasts a round starts anew, and where something hidden lasts longer, a
    story begins with the game.
    """
    found = [0] * len(start)
    for name, place in game.at.items():
        if name in ROUND_WORDS or name.startswith("n_"):
            found[place] = start[place]
    for name, array in game.program.layout.arrays.items():
        if name in ROUND_ARRAYS or name.startswith("N_Z_"):
            found[array.offset : array.offset + array.length] = start[array.offset : array.offset + array.length]
    for name in game.rules.deck_zones if start[game.at["pc"]] else ():
        cards = [card.index for card in game.rules.cards if card.deck == name]
        at = game.program.layout.arrays[f"Z_{name}"].offset
        found[at : at + len(cards)] = cards
    for variable in game.rules.variables:
        name = variable.decl.name
        if variable.decl.per:
            array = game.program.layout.arrays[f"V_{name}"]
            found[array.offset : array.offset + array.length] = start[array.offset : array.offset + array.length]
        else:
            found[game.at[f"v_{name}"]] = start[game.at[f"v_{name}"]]
    return tuple(found)


def variables(game: Game, start: Sequence[int], found: list[int], eye: int) -> None:
    """Variables the seat sees; the others are 0."""
    for variable in game.rules.variables:
        decl = variable.decl
        if not decl.per:
            place = game.at[f"v_{decl.name}"]
            found[place] = start[place] if decl.see == "everyone" else 0
            continue
        array = game.program.layout.arrays[f"V_{decl.name}"]
        stride = max(1, game.stride(decl))
        for flat in range(array.length):
            own = decl.see == "owner" and decl.per[0].kind == "player" and flat // stride == eye
            place = array.offset + flat
            found[place] = start[place] if decl.see == "everyone" or own else 0


def positioned(game: Game, start: Sequence[int], eye: int) -> tuple[int, ...] | None:
    """A position that was set up: cards the seat can't see change places, in order of their numbers."""
    found = list(start)
    for name in ("x", "seed_a", "seed_b"):
        found[game.at[name]] = 0
    variables(game, start, found, eye)
    layout = game.program.layout
    trick, seats = layout.arrays["TRICK"].offset, layout.arrays["SEAT"].offset
    for number in range(start[game.at["tn"]]):
        if game.rules.plays[start[trick + number]].down and start[seats + number] != eye:
            return None
    hidden: list[int] = []
    places = hidden_places(game, eye)
    for pile, offset, owner, size in places:
        hidden += cards_at(game, start, pile, offset, owner, size)
    hidden.sort()
    for pile, offset, owner, size in places:
        count = len(cards_at(game, start, pile, offset, owner, size))
        put_at(game, found, pile, offset, owner, hidden[:count])
        hidden = hidden[count:]
    return tuple(found)


def hidden_places(game: Game, eye: int) -> list[tuple[bool, str, int, int]]:
    """(whether a pile, zone, owner or 0, how many owners) of all places whose cards the seat doesn't see."""
    see = viewers(game.rules)
    found: list[tuple[bool, str, int, int]] = []
    for number, zone in enumerate(game.rules.zones):
        place = game.program.layout.zones[zone.decl.name]
        for owner in range(place.owners):
            code = number * 16 + (owner if zone.decl.per_player else COMMON)
            if not see[code] >> eye & 1:
                found.append((place.pile, zone.decl.name, owner, place.owners))
    return found


def cards_at(game: Game, s: Sequence[int], pile: bool, name: str, owner: int, owners: int) -> list[int]:
    """The cards of a place, piles from the bottom up."""
    layout = game.program.layout
    if pile:
        size = (
            s[game.at[f"n_{name}"]]
            if owners == 1 and f"n_{name}" in game.at
            else s[layout.arrays[f"N_Z_{name}"].offset + owner]
        )
        start = layout.arrays[f"Z_{name}"].offset + owner * layout.zones[name].capacity
        return list(s[start : start + size])
    found: list[int] = []
    for word in range(layout.zones[name].words):
        mask = s[layout.arrays[f"Z_{name}{word or ''}"].offset + owner]
        found += [word * BITS + bit for bit in range(BITS) if mask >> bit & 1]
    return found


def put_at(game: Game, s: list[int], pile: bool, name: str, owner: int, cards: Sequence[int]) -> None:
    """Lays other cards, as many, into a place."""
    layout = game.program.layout
    if pile:
        start = layout.arrays[f"Z_{name}"].offset + owner * layout.zones[name].capacity
        s[start : start + len(cards)] = cards
        return
    for word in range(layout.zones[name].words):
        mask = sum(1 << (card % BITS) for card in cards if card // BITS == word)
        s[layout.arrays[f"Z_{name}{word or ''}"].offset + owner] = mask
