"""The package and a referee, side by side: one random game, every decision compared.

`play_in_step` raises `Disagreement` at the first difference; its message holds all that is needed to see it again.
`SUBJECTS` says which referee judges which variant file and over which player counts and options; `tables` spreads
them so that every pair of values meets. This is the only module here that knows the package, and only its public face.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import tricktaker
from tests.referees import Deal, Referee, RefereeFactory, cucumber, duet, fox

FOLDERS = (Path(__file__).parents[2] / "variants", Path(__file__).parents[1] / "variants")
DECISIONS_AT_MOST = 20_000

Setting = int | str | bool
Chooser = Callable[[Any, random.Random], str]
"""Picks one of the referee's legal texts."""


class Disagreement(AssertionError):
    """The package and the referee differ."""


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A variant file, who judges it, and what may be set at its table."""

    name: str
    make: RefereeFactory
    players: tuple[int, ...]
    options: Mapping[str, tuple[Setting, ...]]
    choosers: tuple[Chooser, ...]
    """One of them plays a whole game for every seat."""
    open_state: Callable[[Any], dict[str, object]]
    """What else of the referee everybody can see, by the name it has in the variant file."""

    @property
    def file(self) -> Path:
        """The rule file, shipped or kept for tests."""
        return next(folder / f"{self.name}.yaml" for folder in FOLDERS if (folder / f"{self.name}.yaml").is_file())


@dataclass(frozen=True)
class Table:
    players: int
    options: Mapping[str, Setting] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.players} players, {dict(self.options)}"


# -- choosing


def _sorted(referee: Referee) -> list[str]:
    return sorted(referee.legal())


def anything(referee: Any, rng: random.Random) -> str:
    return rng.choice(_sorted(referee))


def one_sided(referee: Any, rng: random.Random) -> str:
    """Seat 0 plays high and seat 1 low: rounds in which one player takes nearly everything."""
    texts = _sorted(referee)
    if not texts[0].startswith("play "):
        return rng.choice(texts)
    order = sorted(texts, key=lambda text: (fox.rank_of(text.removeprefix("play ")), text))
    return order[-1] if referee.current == 0 else order[0]


def hoarder(referee: Any, rng: random.Random) -> str:
    """Always the lowest card: last tricks full of equal high cards, several players out at once."""
    texts = _sorted(referee)
    if not texts[0].startswith("play "):
        return rng.choice(texts)
    return min(texts, key=lambda text: (referee.value(text.removeprefix("play ")), text))


class _OutOfSight(Exception):
    """Looking ahead reached the next deal."""


def _twin(referee: Any) -> Any:
    """A copy that can be played on without touching the original, up to the end of the round."""

    def no_deal(round_no: int) -> Sequence[str]:
        raise _OutOfSight

    twin = copy.copy(referee)
    for name, value in vars(referee).items():
        if isinstance(value, list):
            setattr(twin, name, [list(item) if isinstance(item, list) else item for item in value])
        elif isinstance(value, dict):
            setattr(twin, name, dict(value))
    twin._deal = no_deal
    return twin


def _promise(table: duet.Referee) -> int:
    if table.current is None:
        return 1000 if table.result == "won" else -1000
    steps = [abs(space - table.tracker) for space, gems in enumerate(table.gems) if gems]
    return 8 * table.forest - 10 * sum(table.gems) - min(steps)


def _best_of_trick(table: duet.Referee, trick_no: int) -> int:
    """What the two can make of this trick together, with open hands."""
    if table.current is None or table.trick_no != trick_no or any(text.startswith("give") for text in table.legal()):
        return _promise(table)
    return max(_after(table, text, trick_no) for text in table.legal())


def _after(table: duet.Referee, text: str, trick_no: int) -> int:
    twin = _twin(table)
    try:
        twin.apply(text)
    except _OutOfSight:
        return 0
    return _best_of_trick(twin, trick_no)


def gem_hunter(referee: Any, rng: random.Random) -> str:
    """Chance alone never wins the co-operative game; this wins most games, and errs now and then."""
    texts = _sorted(referee)
    if rng.random() < 0.05:
        return rng.choice(texts)
    worths = {text: _after(referee, text, referee.trick_no) for text in texts}
    return rng.choice([text for text in texts if worths[text] == max(worths.values())])


def half_hearted(referee: Any, rng: random.Random) -> str:
    """A gem hunter half of the time."""
    return gem_hunter(referee, rng) if rng.random() < 0.5 else anything(referee, rng)


# -- what is compared


def _fox_open(table: fox.Referee) -> dict[str, object]:
    return {"earned": table.earned}


def _duet_open(table: duet.Referee) -> dict[str, object]:
    return {
        "tracker": table.tracker,
        "low": table.low,
        "high": table.high,
        "forest": table.forest,
        "gems": table.gems + [0] * (11 - len(table.gems)),  # the file has a place for the longest path
    }


def _cucumber_open(table: cucumber.Referee) -> dict[str, object]:
    return {"cucumbers": table.lives_used}


SUBJECTS: dict[str, Subject] = {
    "fox": Subject(
        name="fox",
        make=fox.Referee,
        players=(2,),
        options={"target": (21, 16, 35)},
        choosers=(*[anything] * 6, one_sided),
        open_state=_fox_open,
    ),
    "duet": Subject(
        name="duet",
        make=duet.Referee,
        players=(2,),
        options={"level": (1, 2, 3), "tokens": (4, 3), "decline": (False, True), "history": (True, False)},
        choosers=(anything, half_hearted, anything, anything, gem_hunter, anything, half_hearted, anything),
        open_state=_duet_open,
    ),
    "cucumber": Subject(
        name="cucumber",
        make=cucumber.Referee,
        players=(2, 3, 4, 5, 6, 7),
        options={
            "hand_size": (7, 6, 3),
            "shrinking": (False, True),
            "must_beat": ("choice", "forced", "match"),
            "compare_to": ("highest", "previous"),
            "ace_rule": ("none", "lead_forces_lowest", "next_forced_lowest"),
            "ace_last": ("high", "low"),
            "last_tie": ("last_only", "all", "earlier_reduced"),
            "limit": (30, 21, 12),
            "over": ("at_least", "above"),
            "reentry": ("none", "auto_life", "buy_in"),
            "lives": (2, 1, 3),
            "end_mode": ("last_survivor", "first_over_loses"),
            "first_lead": ("left_of_dealer", "loser_deals", "taker", "lowest_card"),
            "jokers": (0, 2, 3),
        },
        choosers=(anything, anything, anything, hoarder),
        open_state=_cucumber_open,
    ),
}


EXTREMES = replace(
    SUBJECTS["cucumber"],
    options={**SUBJECTS["cucumber"].options, "hand_size": (10, 1, 7), "limit": (1, 100, 30)},
)
"""Whole-number options at their lowest and highest; games may be long."""


def _form(name: str, players: Sequence[int]) -> Subject:
    """A regional form: a file of its own, judged as a set of options."""

    def make(*, players: int, options: Mapping[str, object], dealer: int, deal: Deal) -> Referee:
        preset = {**cucumber.PRESETS[name], **options}
        return cucumber.Referee(players=players, options=preset, dealer=dealer, deal=deal)

    return Subject(
        name=name,
        make=make,
        players=tuple(players),
        options={},
        choosers=(anything, hoarder),
        open_state=_cucumber_open,
    )


FORMS: dict[str, Subject] = {
    "agurk": _form("agurk", range(2, 8)),
    "gurka": _form("gurka", range(3, 9)),
    "ogorek": _form("ogorek", range(3, 9)),
    "kurkku": _form("kurkku", range(3, 5)),
    "agurk-norwegian": _form("agurk-norwegian", range(2, 8)),
    "cucumber-bga": _form("cucumber-bga", range(2, 9)),
    "five-cucumbers": replace(_form("cucumber", range(2, 7)), name="five-cucumbers", make=cucumber.FiveCucumbers),
}


def all_pairs(factors: Mapping[str, Sequence[Setting]]) -> Iterator[dict[str, Setting]]:
    """Rows of one value per factor such that every two values of two factors meet in some row; defaults come first."""
    names = list(factors)
    missing = {
        ((one, a), (two, b))
        for one, two in combinations(range(len(names)), 2)
        for a in range(len(factors[names[one]]))
        for b in range(len(factors[names[two]]))
    }
    row = dict.fromkeys(range(len(names)), 0)
    while True:
        missing -= set(combinations(sorted(row.items()), 2))
        yield {name: factors[name][row[place]] for place, name in enumerate(names)}
        if not missing:
            return
        row = dict(min(missing))
        for place in range(len(names)):
            if place not in row:
                row[place] = max(
                    range(len(factors[names[place]])),
                    key=lambda value: sum(tuple(sorted(((place, value), other))) in missing for other in row.items()),
                )


def tables(subject: Subject) -> list[Table]:
    """The defaults at every player count, then tables for every pair of option values and player counts."""
    found = [Table(players) for players in subject.players]
    if not subject.options:
        return found
    for row in all_pairs({"players": subject.players, **subject.options}):
        players = row.pop("players")
        assert isinstance(players, int)
        found.append(Table(players, row))
    return found


def load(subject: Subject, table: Table, file: Path | None = None) -> tricktaker.Game:
    return tricktaker.load(str(file or subject.file), players=table.players, **table.options)


def play_in_step(subject: Subject, game: tricktaker.Game, table: Table, *, seed: int, number: int) -> int:
    """Play game `number` to its end and return how many decisions it had; raises Disagreement."""
    state = game.deal(seed, game=number)
    rng = random.Random(f"{subject.name} {seed} {number}")
    choose = rng.choice(subject.choosers)
    moves: list[str] = []

    def differ(what: str, package: object, referee: object) -> Disagreement:
        tail = "\n".join(f"  {len(moves) - len(moves[-15:]) + i + 1}. {move}" for i, move in enumerate(moves[-15:]))
        return Disagreement(
            f"{what}: the package says {package!r}, the referee {referee!r}\n"
            f"{subject.name}, {table}, seed {seed}, game {number}, after\n{tail}"
        )

    def deck(round_no: int) -> Sequence[str]:
        if state.is_over or state.round_no != round_no:
            raise differ("round", "over" if state.is_over else state.round_no, round_no)
        return list(state.deck_order())

    try:
        referee: Referee = subject.make(players=table.players, options=table.options, dealer=state.dealer, deal=deck)
    except ValueError as problem:
        raise differ("the first deal", "nothing", str(problem)) from None
    texts = _texts(game)
    while len(moves) < DECISIONS_AT_MOST:
        for what, package, judge in _facts(subject, state, referee, texts):
            if package != judge:
                raise differ(what, package, judge)
        if referee.current is None:
            return len(moves)
        text = choose(referee, rng)
        moves.append(f"seat {referee.current}: {text}")
        state.apply(next(action for action in state.legal_actions if texts[action] == text))
        referee.apply(text)
    raise differ("end", "none", "none")


def _texts(game: tricktaker.Game) -> list[str]:
    return [game.text(action) for action in range(game.action_count)]


def _facts(
    subject: Subject, state: tricktaker.State, referee: Referee, texts: Sequence[str]
) -> Iterator[tuple[str, object, object]]:
    """What both must agree on, the most telling things first."""
    yield "over", state.is_over, referee.current is None
    yield "round", state.round_no, referee.round_no
    yield "dealer", state.dealer, referee.dealer
    for name, value in subject.open_state(referee).items():
        yield name, state.variable(name), value
    if referee.current is None:
        yield "scores", list(state.scores), referee.scores
        yield "winners", tuple(state.winners), referee.winners
        yield "result", state.result.partition(":")[0] if state.result else None, referee.result
        return
    yield "seat to act", state.current_player, referee.current
    yield "legal actions", sorted({texts[action] for action in state.legal_actions}), sorted(referee.legal())
    yield "leader", state.leader, referee.leader
    yield "trick", state.trick_no, referee.trick_no
    yield "tricks won", list(state.tricks_won), referee.tricks_won
    if not state.game.cooperative:
        yield "scores", list(state.scores), referee.scores
