"""Thinking about one decision: simulations in sampled worlds, and what they say of each choice."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tricktaker.bots.machinery import engine_of
from tricktaker.bots.scales import UNIT, scales_of
from tricktaker.compiler.layout import BITS
from tricktaker.compiler.rollout import TRAIL, experience_words
from tricktaker.compiler.tree import FAULTS, FREE, ORIGIN, TIMES, TOTAL, Places, places_of
from tricktaker.game.worlds import NoWorlds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tricktaker.game import Game

MOST_RECORDS = 1 << 17
FIRST_LOOK = 32
"""Simulations before it is known how fast they go."""
FIRST_WORLDS = 4
"""Worlds before it is known how long they take."""
SHARE = 0.3
"""Of the time there is, what worlds may take at most."""
EVENLY = 1 << 30
"""Exploration that tries every choice equally often."""
AT_ONCE = 1 << 14
"""Simulations in one call, where no clock is looked at."""
TO_THE_END = 1 << 30


@dataclass(frozen=True, slots=True)
class Choice:
    """What was found out about one action.

    `visits` is how many simulations began with it, `worth` their mean (an opinion there was before counts as some more)
    and `spread` their standard deviation, in units of the usual difference between sides after a round, above the mean
    of all simulations.
    """

    action: int
    text: str
    visits: int
    worth: float
    spread: float


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search came to: all choices, the best first."""

    choices: tuple[Choice, ...]
    simulations: int
    worlds: int
    faults: int
    """Simulations that met what the rules can't do."""
    engine: str
    seconds: float

    @property
    def best(self) -> int:
        """The action to choose."""
        return self.choices[0].action


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """When to stop thinking (at the first of `time`, in seconds, and `simulations`), and how to think.

    `depth`: most steps down the tree; `learns`: whether simulations prefer what did well in earlier ones; `rounds`: how
    many are looked ahead, 0 for one, or to the end where only the end says who is ahead; `others`: `search` if they too
    choose what is good for them, `chance` if they choose evenly, where a tree finds nothing below the first choice;
    `prior`: how many simulations an opinion from before them counts for.
    """

    time: float | None = None
    simulations: int | None = None
    worlds: int = 64
    exploration: float = 1.2
    rounds: int = 0
    depth: int = 1 << 20
    learns: bool = True
    others: str = "search"
    prior: int = 5

    @property
    def evenly(self) -> bool:
        """Whether all choices are tried equally often, so that this says nothing of them."""
        return self.exploration >= EVENLY


@dataclass(frozen=True, slots=True)
class Frame:
    """What thinking needs of a game, whatever happens in it."""

    places: Places
    experience: int
    """Words for what answers have been worth in simulations."""
    weights: list[int]


_frames: WeakKeyDictionary[Game, Frame] = WeakKeyDictionary()


def frame_of(game: Game) -> Frame:
    """The frame of a game, made once."""
    found = _frames.get(game)
    if found is None:
        found = Frame(places_of(game.program), experience_words(game.program), scales_of(game))
        _frames[game] = found
    return found


def horizon(game: Game, rounds: int) -> int:
    """How many ends of a round a simulation goes on to."""
    if rounds:
        return rounds
    return TO_THE_END if game.cooperative or not game.rules.end.standings else 1


def think(
    game: Game,
    native: bool,
    pool: Callable[[int, int], Any],
    budget: Budget,
    seed: int,
    opinion: Mapping[int, float] | None = None,
) -> Findings:
    """Simulations until the budget is used up; `pool(count, seed)` gives worlds.

    `opinion` says what each legal action seems to be worth, in units of the usual difference after a round; only
    differences count. The same for the same seed, if only simulations are limited: on either engine, on any machine.
    """
    start = perf_counter()
    limit = budget.simulations
    engine = engine_of(game, native)
    grow = engine.function("grow")
    frame = frame_of(game)
    places = frame.places
    worlds = budget.worlds if limit is None else min(budget.worlds, limit)
    cells, worlds = _imagined(pool, worlds, budget.time, seed)
    records = MOST_RECORDS if limit is None else min(MOST_RECORDS, 2 * (game.players + 1) * limit + 64)
    if not native and limit is None:
        records = min(records, 4096 + int(40_000 * (budget.time or 0)))
    tree = engine.words(places.first + places.record * records)
    tree[FREE] = places.first + places.record
    learners = _learners(game, int(cells[game.at["actor"]]), budget)
    habits = engine.words(frame.experience if learners else 2)
    scratch = engine.words(game.program.layout.size)
    rest = [scratch, tree, habits, engine.words(TRAIL), engine.row(frame.weights)]
    settings = [
        learners,
        1 if budget.others == "chance" else budget.depth,
        horizon(game, budget.rounds),
        float(budget.exploration),
    ]
    y = (seed & 0x3FFFFFFF) + 1 << 32 | (seed >> 30 & 0xFFFFFFFF)
    done, step = 0, FIRST_LOOK if budget.time is not None else AT_ONCE
    if opinion and budget.prior:
        # Each once, so that it is known what they come to on average.
        done = len(opinion) if limit is None else min(limit, len(opinion))
        y = int(grow(cells, worlds, done, *rest, *settings, y))
        _lean(game, cells, tree, opinion, budget.prior)
    while limit is None or done < limit:
        step = step if limit is None else min(step, limit - done)
        y = int(grow(cells, worlds, step, *rest, *settings, y))
        done += step
        if budget.time is not None:
            spent = perf_counter() - start
            left = budget.time - spent
            if left <= 0:
                break
            step = max(1, min(4 * step, int(0.9 * left * done / spent)))
    return _findings(game, cells, tree, worlds, budget.evenly, engine.name, perf_counter() - start)


def _imagined(pool: Callable[[int, int], Any], worlds: int, time: float | None, seed: int) -> tuple[Any, int]:
    """Worlds, and how many: as many as `worlds`, if there is time for them; one, if that took half of it."""
    if time is None or worlds <= FIRST_WORLDS:
        return pool(worlds, seed), worlds
    begun = perf_counter()
    first = pool(1, seed)
    again = perf_counter()
    if again - begun > time / 2:
        return first, 1
    try:
        pool(FIRST_WORLDS, seed)
        each = (perf_counter() - again) / FIRST_WORLDS
        worlds = max(FIRST_WORLDS, min(worlds, int(SHARE * time / max(each, 1e-9))))
        return pool(worlds, seed), worlds
    except NoWorlds:
        # They begin with the same search, which may be cut short then.
        return first, 1


def _learners(game: Game, me: int, budget: Budget) -> int:
    """The seats that prefer what did well, as a mask."""
    if not budget.learns:
        return 0
    return 1 << me if budget.others == "chance" else (1 << game.players) - 1


def edges_of(game: Game, cells: Any, tree: Any) -> dict[int, int]:
    """Where the edges of the root lie, by bit."""
    places = frame_of(game).places
    key = int(cells[game.at["site"]]) * game.players + int(cells[game.at["actor"]])
    found = {}
    node = int(tree[places.first + 5])
    while node and int(tree[node]) != key:
        node = int(tree[node + 1])
    edge = int(tree[node + 2]) if node else 0
    while edge:
        found[int(tree[edge])] = edge
        edge = int(tree[edge + 1])
    return found


def _lean(game: Game, cells: Any, tree: Any, opinion: Mapping[int, float], prior: int) -> None:
    """Adds to each choice at the root so many simulations that came to what was thought of it."""
    options = game.program.sites[int(cells[game.at["site"]])].options
    middle = int(tree[ORIGIN]) + int(tree[TOTAL]) / int(tree[TIMES])
    usual = sum(opinion.values()) / len(opinion)
    for bit, edge in edges_of(game, cells, tree).items():
        action = options[bit]
        assert action is not None
        tree[edge + 2] += prior
        tree[edge + 3] += prior * len(opinion)
        tree[edge + 4] += round(prior * (middle + UNIT * (opinion[action] - usual)))


def _findings(game: Game, cells: Any, tree: Any, worlds: int, evenly: bool, engine: str, seconds: float) -> Findings:
    places, program = frame_of(game).places, game.program
    site = program.sites[int(cells[game.at["site"]])]
    origin, edges = int(tree[ORIGIN]), edges_of(game, cells, tree)
    sums: dict[int, list[int]] = {}
    first = game.at["m0"]
    for bit, action in enumerate(site.options):
        if action is not None and int(cells[first + bit // BITS]) >> (bit % BITS) & 1:
            found = sums.setdefault(action, [0, 0, 0, 0, 0])
            for place in range(3):
                found[place] += int(tree[places.root + 3 * bit + place])
            if (edge := edges.get(bit)) is not None:
                weight = int(tree[edge + 2])
                found[3] += weight
                found[4] += int(tree[edge + 4]) - weight * origin
    done = int(tree[TIMES])
    usual = sum(total for _, total, *_ in sums.values()) / max(1, done)
    choices = []
    for action, (visits, total, squares, weight, leaning) in sums.items():
        mean = total / visits if visits else usual
        spread = max(0.0, squares / visits - mean * mean) ** 0.5 if visits else 0.0
        worth = leaning / weight if weight else usual
        choices.append(Choice(action, game.text(action), visits, (worth - usual) / UNIT, spread / UNIT))
    choices.sort(key=lambda choice: (0 if evenly else -choice.visits, -choice.worth, choice.action))
    return Findings(tuple(choices), done, worlds, int(tree[FAULTS]), engine, seconds)
