"""Bots that look ahead: what they choose, what they answer, and that both engines think the same."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import tricktaker
from tests.loaded import game_for
from tricktaker.bots import UnknownBot, check, create, machinery, make_ready, play, search, shown
from tricktaker.bots.machinery import engine_of
from tricktaker.bots.scales import scales_of
from tricktaker.bots.search import Search
from tricktaker.bots.thought import Budget, think
from tricktaker.compiler.engines import engines_here
from tricktaker.compiler.rollout import STAGES, experience_words
from tricktaker.compiler.sites import Options
from tricktaker.compiler.standing import HOLDS, LED, LOSES, STANDINGS, TAKES
from tricktaker.compiler.tree import FREE, places_of
from tricktaker.game import Game, State, View
from tricktaker.game.worlds import NoWorlds, Worlds

ROOT = Path(__file__).resolve().parents[2]
FEW = "simulations=8:worlds=2:engine=python"
UNSURE = """
tricktaker: 1
name: Unsure
players: 2
deck:
  suits: [clubs, hearts]
  ranks: [1..6]
vars:
  score: {per: player, int: 0..100, lasts: game}
round:
  - shuffle: deck
  - deal: {to: hand, count: 3}
  - tricks: {count: 3}
  - add: {winner.score: 1}
rounds: {count: 2}
end:
  standings: ["10 // (round_no - 1)", score]
"""


def variants() -> list[Path]:
    return sorted([*(ROOT / "variants").glob("*.yaml"), *(ROOT / "tests" / "variants").glob("*.yaml")])


def load(name: str) -> Game:
    return game_for(next(path for path in variants() if path.stem == name), {})


def decisions(game: Game, seed: int, most: int = 400) -> Iterator[State]:
    """The situations of a game by chance in which there is something to choose."""
    state, chance = game.deal(seed), random.Random(seed)
    for _ in range(most):
        if state.is_over:
            return
        if len(state.legal_actions) > 1:
            yield state
        state.apply(chance.choice(state.legal_actions))


# -- what is chosen


def best_of(state: State, side: int) -> tuple[int, list[int]]:
    """What two players come to from here to the end of the round, cards open, and the first actions that lead there."""
    begun = state.round_no
    values = {}
    for action in state.legal_actions:
        twin = state.copy()
        twin.apply(action)
        if twin.is_over or twin.round_no != begun:
            values[action] = twin.scores[side] - twin.scores[1 - side]
        else:
            values[action], _ = best_of(twin, side)
    best = (max if state.current_player == side else min)(values.values())
    return best, [action for action, value in values.items() if value == best]


@pytest.mark.parametrize("kind", ["search", "cheat"])
def test_what_is_best_however_the_cards_lie_is_chosen(kind: str) -> None:
    """Near the end of a round, and where only one choice is best in each of many worlds."""
    game = load("fox")
    found = 0
    for seed in range(30):
        for state in decisions(game, seed, 40):
            seat = state.current_player
            assert seat is not None
            if state.trick_no < 12 or state.round_no > 1:
                continue
            view = state.view(seat)
            worlds = [state] if kind == "cheat" else view.worlds(8)
            right = [best_of(world, seat)[1] for world in worlds]
            if any(each != right[0] for each in right) or len(right[0]) > 1:
                continue
            bot = create(f"{kind}:simulations=400:worlds=40:engine=python", game, seat, 1)
            assert bot.choose(shown(bot, state)) == right[0][0]
            found += 1
        if found >= 3:
            return
    raise AssertionError(found)


def test_more_thinking_plays_better() -> None:
    """The points of a round against chance."""
    game = load("fox")
    gained = 0
    for number in range(8):
        for seat in (0, 1):
            state = game.deal(5, number)
            bots = [create(f"search:{FEW}" if each == seat else "random", game, each, 5, number) for each in (0, 1)]
            while not state.is_over and state.round_no == 1:
                mover = state.current_player
                assert mover is not None
                state.apply(bots[mover].choose(state.view(mover)))
            gained += state.scores[seat] - state.scores[1 - seat]
    assert gained > 0


@pytest.mark.parametrize("path", variants(), ids=lambda path: path.stem)
def test_every_decision_of_every_game_gets_a_legal_answer(path: Path) -> None:
    """Each kind of decision twice, by each bot that looks ahead."""
    game = game_for(path, {})
    asked: dict[int, int] = {}
    for seed in range(2):
        for state in decisions(game, seed):
            site, seat = state._word("site"), state.current_player
            assert seat is not None
            asked[site] = asked.get(site, 0) + 1
            if asked[site] > 2:
                continue
            kind = "search" if asked[site] == 1 else ("mc", "cheat")[site % 2]
            bot = create(f"{kind}:{FEW}", game, seat, seed)
            assert isinstance(bot, Search)
            view = shown(bot, state)
            try:
                found = bot.consider(view)
            except NoWorlds:
                assert bot.choose(view) in state.legal_actions
                continue
            assert sorted(choice.action for choice in found.choices) == list(state.legal_actions)
            assert sum(choice.visits for choice in found.choices) == found.simulations == 8
            assert found.best in state.legal_actions
    assert asked


# -- what they are given


def test_forced_decisions_are_not_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("fox")
    monkeypatch.setattr(search, "think", None)
    answered = 0
    for state in (game.deal(seed) for seed in range(3)):
        chance = random.Random(1)
        while not state.is_over and state.round_no == 1:
            seat = state.current_player
            assert seat is not None
            if len(state.legal_actions) == 1:
                assert create(f"search:{FEW}", game, seat, 1).choose(state.view(seat)) == state.legal_actions[0]
                answered += 1
            state.apply(chance.choice(state.legal_actions))
    assert answered


def test_without_a_world_it_looks_one_step_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("cucumber")
    state = game.deal(4)
    seat = state.current_player
    assert seat is not None

    def nothing(*_: object) -> None:
        raise NoWorlds("none")

    monkeypatch.setattr(Worlds, "pool", nothing)
    view = state.view(seat)
    assert create(f"search:{FEW}", game, seat, 1).choose(view) == create("greedy", game, seat, 1).choose(view)
    with pytest.raises(NoWorlds):
        create(f"search:{FEW}", game, seat, 1).consider(view)  # type: ignore[attr-defined]


def test_only_the_cheat_is_shown_everything() -> None:
    game = load("fox")
    state = game.deal(1)
    seat = state.current_player
    assert seat is not None
    told: list[State] = []

    class Watching(Search):
        def see(self, state: State) -> None:
            told.append(state)

    shown(Watching(game, seat, 1), state)
    assert not told
    Watching.open_cards = True
    assert isinstance(shown(Watching(game, seat, 1), state), View)
    assert told == [state] and told[0] is not state
    assert check("cheat").open_cards and not any(
        check(kind).open_cards for kind in ("search", "mc", "greedy", "random")
    )
    with pytest.raises(ValueError, match="shown to it first"):
        create(f"cheat:{FEW}", game, seat, 1).choose(state.view(seat))
    with pytest.raises(TypeError, match="sees what its seat sees"):
        create("search", game, seat, 1).see(state)


def test_nothing_is_decided_out_of_turn() -> None:
    state = load("fox").deal(1)
    seat = state.current_player
    assert seat is not None
    with pytest.raises(ValueError, match="nothing to decide"):
        create(f"search:{FEW}", state.game, 1 - seat, 1).consider(state.view(1 - seat))  # type: ignore[attr-defined]


# -- budgets and options


def test_the_same_seed_thinks_the_same() -> None:
    game = load("fox")
    one, two = (play(game, [f"search:{FEW}", "random"], 3, 1) for _ in range(2))
    assert one.decisions == two.decisions


def test_time_ends_it() -> None:
    game = load("fox")
    state = game.deal(2)
    seat = state.current_player
    assert seat is not None
    bot = create("search:time=0.01:worlds=2:engine=python", game, seat, 1)
    assert isinstance(bot, Search)
    found = bot.consider(state.view(seat))
    assert found.simulations >= 32 and found.engine == "python" and found.best in state.legal_actions


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("serch", "did you mean `search`"),
        ("search:tme=1", "did you mean `time`"),
        ("search:time", "has no value"),
        ("search:", "no option's name behind its colon: time, simulations"),
        ("search:time=soon", "a number from 0.001 to 3,600, not `soon`"),
        ("search:time=nan", "not `nan`"),
        ("search:time=1:time=2", "given twice"),
        ("search:simulations=2.5", "a whole number"),
        ("search:engine=gpu", "auto or python or numba"),
        ("random:time=1", "it has none"),
        ("mc:exploration=1", "no option `exploration`"),
    ],
)
def test_what_cannot_be_asked_for(text: str, told: str) -> None:
    with pytest.raises(UnknownBot, match=told):
        create(text, load("fox"), 0, 1)


def test_others_that_choose_by_chance() -> None:
    """Then only the first choice is looked at, and what looks better is tried more often."""
    game = load("fox")
    state = game.deal(2)
    seat = state.current_player
    assert seat is not None
    bots = [
        create(f"search:simulations=300:worlds=2:engine=python:others={how}", game, seat, 1)
        for how in ("search", "chance")
    ]
    clever, naive = (bot.consider(state.view(seat)) for bot in bots)  # type: ignore[attr-defined]
    assert [choice.visits for choice in clever.choices] != [choice.visits for choice in naive.choices]
    assert naive.choices[0].visits > 2 * naive.choices[-1].visits


def test_secret_choices_are_told_apart() -> None:
    """Others decide at the same place of the tree as whoever chose in secret."""
    game = load("hearts")
    state = game.deal(3)
    assert game.program.sites[state._word("site")].secret
    seat = state.current_player
    assert seat is not None
    found = create("search:simulations=1000:engine=python", game, seat, 1).consider(state.view(seat))  # type: ignore[attr-defined]
    tried = [choice for choice in found.choices if choice.visits > 20]
    assert len({round(choice.worth, 6) for choice in tried}) > 3


def test_what_is_learned_does_not_keep_a_game_alive() -> None:
    game = tricktaker.load("agram")
    play(game, ["greedy", f"search:{FEW}", "random", "random"], 3)
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is None


def test_where_nobody_can_tell_who_is_ahead_nobody_is(tmp_path: Path) -> None:
    path = tmp_path / "unsure.yaml"
    path.write_text(UNSURE)
    game = tricktaker.load(path)
    end = play(game, [f"search:{FEW}", "greedy"], 3)
    assert end.is_over


def test_options_reach_the_bot() -> None:
    bot = create(" Search : time=0.5: Worlds=7 :exploration=2:rounds=3", load("fox"), 0, 1)
    assert isinstance(bot, Search)
    assert bot.budget == Budget(time=0.5, worlds=7, exploration=2.0, rounds=3)
    assert create("search:simulations=7", load("fox"), 0, 1).budget == Budget(simulations=7)  # type: ignore[attr-defined]


@pytest.mark.parametrize("engine", engines_here())
def test_an_opinion_counts_until_simulations_say_more(engine: str) -> None:
    game = load("fox")
    state = game.deal(2)
    seat = state.current_player
    assert seat is not None
    worlds = Worlds(state.view(seat)).pool(2, 1)

    def found(simulations: int, prior: int, liked: int | None) -> tuple[int, list[tuple[int, float]]]:
        opinion = {action: 9.0 * (action == liked) for action in state.legal_actions}
        cells = engine_of(game, engine == "numba").row(list(worlds))
        budget = Budget(simulations=simulations, worlds=2, prior=prior)
        thought = think(game, engine == "numba", lambda *_: cells, budget, 5, None if liked is None else opinion)
        assert thought.simulations == simulations == sum(choice.visits for choice in thought.choices)
        return thought.best, [(choice.visits, choice.worth) for choice in thought.choices]

    bad = think(game, False, lambda *_: worlds, Budget(simulations=400, worlds=2), 5).choices[-1].action
    assert found(60, 5, bad)[0] == bad
    assert found(60, 0, bad) == found(60, 5, None) and found(60, 0, bad)[0] != bad
    assert found(3000, 1, bad)[0] != bad


def test_practice_is_heard_about_cards_alone() -> None:
    """What it thinks of bids is too little to go by."""
    for name, wanted in (("cucumber", True), ("oh-hell", False), ("duet", False)):
        game = load(name)
        state = game.deal(2)
        seat = state.current_player
        assert seat is not None
        view = state.view(seat)
        asked = create("search", game, seat, 1).opinion(view)  # type: ignore[attr-defined]
        assert (asked is not None and set(asked) == set(view.legal_actions)) is wanted
        assert create("search:prior=0", game, seat, 1).opinion(view) is None  # type: ignore[attr-defined]


def test_what_is_tried_evenly_is_chosen_by_its_worth() -> None:
    game = load("fox")
    state = game.deal(2)
    seat = state.current_player
    assert seat is not None
    choices = create("mc:simulations=400:engine=python", game, seat, 1).consider(state.view(seat)).choices  # type: ignore[attr-defined]
    assert max(choice.visits for choice in choices) - min(choice.visits for choice in choices) <= 1
    assert [choice.worth for choice in choices] == sorted((choice.worth for choice in choices), reverse=True)


# -- both engines


@pytest.mark.parametrize(
    "name",
    [
        "skull-king",
        *(
            pytest.param(name, marks=pytest.mark.long)
            for name in ("fox", "hearts", "tressette", "duet", "knockout-whist")
        ),
    ],
)
def test_machine_code_thinks_the_same(name: str) -> None:
    """Every word of the tree is the same after the same simulations."""
    pytest.importorskip("numba")
    game = load(name)
    states = [state.copy() for state in decisions(game, 7, 60)][::12]
    for state in states:
        trees = []
        for native in (False, True):
            engine = engine_of(game, native)
            places = places_of(game.program)
            tree = engine.words(places.first + 300 * places.record)
            tree[FREE] = places.first + places.record
            habits = engine.words(experience_words(game.program))
            words = (
                engine.words(game.program.layout.size),
                tree,
                habits,
                engine.words(1024),
                engine.row(scales_of(game)),
            )
            seats = (1 << game.players) - 1
            chance = engine.function("grow")(engine.row(state._raw), 1, 250, *words, seats, 64, 1, 0.7, 12345678901234)
            trees.append((int(chance), [int(word) for word in tree], [int(word) for word in habits]))
        assert trees[0] == trees[1]


def experience(game: Game, seats: int, simulations: int = 900) -> list[int]:
    """What is known of answers after the first decision of a deal."""
    state = game.deal(3)
    engine, places = engine_of(game, False), places_of(game.program)
    tree = engine.words(places.first + 1000 * places.record)
    tree[FREE] = places.first + places.record
    habits = engine.words(experience_words(game.program))
    words = (engine.words(game.program.layout.size), tree, habits, engine.words(1024), engine.row(scales_of(game)))
    engine.function("grow")(engine.row(state._raw), 1, simulations, *words, seats, 64, 1, 0.7, 12345678901234)
    return [int(word) for word in habits]


def known(game: Game, habits: Sequence[int], rank: str, trick: int, standing: int) -> tuple[int, int]:
    """What all cards of a rank have come to in a trick, and how often: of all seats together."""
    options = Options(game.program)
    count = options.count
    first = next(options.first[site.number] for site in game.program.sites if site.kind == "play")
    cards = [card.index for card in game.cards if card.rank == rank]
    row = [((seat * STAGES + trick) * STANDINGS + standing) * count + first for seat in range(game.players)]
    places = [2 * (place + card) for place in row for card in cards]
    return sum(habits[place] for place in places), sum(habits[place + 1] for place in places)


def test_what_an_answer_was_worth_is_kept_apart_by_trick() -> None:
    """A card that is good to be rid of early may be the worst to have at the end."""
    game = load("cucumber")
    habits = experience(game, (1 << game.players) - 1, 2500)
    early, late = (
        [
            sum(column)
            for column in zip(*(known(game, habits, "A", trick, each) for each in range(STANDINGS)), strict=True)
        ]
        for trick in (2, 7)
    )
    assert early[1] > 20 and late[1] > 20, (early, late)
    assert early[0] / early[1] > late[0] / late[1]


def test_what_an_answer_was_worth_is_kept_apart_by_how_it_stands() -> None:
    """A two is led or loses; an ace that loses was thrown on another suit."""
    game = load("hearts")
    habits = experience(game, 0b1111)
    tricks = range(13)
    often = {
        rank: [sum(known(game, habits, rank, trick, each)[1] for trick in tricks) for each in range(STANDINGS)]
        for rank in "2A"
    }
    assert often["2"][LED] > 100 and often["2"][LOSES] > 100
    assert often["2"][TAKES] == often["2"][HOLDS] == 0
    assert min(often["A"]) > 100


def test_only_seats_that_learn_prefer_anything() -> None:
    game = load("hearts")
    chance, first, all_seats = (experience(game, seats, 200) for seats in (0, 1, 0b1111))
    assert chance != first != all_seats != chance


def test_only_what_may_think_in_machine_code_is_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    game = tricktaker.load("fox")
    monkeypatch.setattr(machinery.Engine, "is_ready", lambda *_: False)
    thought: list[bool] = []
    monkeypatch.setattr(search, "think", lambda game, native, *_: thought.append(native))
    told: list[str] = []
    for kinds in (["greedy", "random"], ["search:engine=python", "greedy"]):
        make_ready(kinds, game, lambda: told.append("compiling"))
    assert (told, thought) == ([], [])
    assert not machinery.thinks_native(game)
    for _ in range(2):
        make_ready(["search:simulations=5", "greedy"], game, lambda: told.append("compiling"))
        assert (told, thought) == (["compiling"], [True]), "once"
    assert machinery.thinks_native(game) and not machinery.thinks_native(game, "python")


def test_an_engine_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machinery, "available", lambda: False)
    with pytest.raises(ValueError, match="isn't installed"):
        machinery.thinks_native(load("fox"), "numba")
    assert not machinery.thinks_native(tricktaker.load("fox"))


def test_scales_make_points_alike() -> None:
    """A point of a game with many weighs less."""
    assert scales_of(load("hearts"))[0] < scales_of(load("euchre"))[0]


def test_thinking_needs_no_bot() -> None:
    game = load("fox")
    state = game.deal(2)
    seat = state.current_player
    assert seat is not None
    found = think(game, False, Worlds(state.view(seat)).pool, Budget(simulations=40, worlds=4), 5)
    assert found.worlds == 4 and found.simulations == 40 and found.faults == 0
    assert [choice.visits for choice in found.choices] == sorted((c.visits for c in found.choices), reverse=True)
    assert all(choice.text == game.text(choice.action) for choice in found.choices)
    assert abs(sum(choice.visits * choice.worth for choice in found.choices)) < 1e-6
