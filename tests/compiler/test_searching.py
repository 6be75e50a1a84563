"""The tree of a search: who stands where, what is counted, what it does when it is full."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tricktaker
from tests.loaded import game_for
from tricktaker.bots.machinery import engine_of
from tricktaker.bots.scales import scales_of
from tricktaker.bots.thought import edges_of
from tricktaker.compiler.aims import aims
from tricktaker.compiler.ir import Block
from tricktaker.compiler.layout import BITS
from tricktaker.compiler.machine import DONE, Machine
from tricktaker.compiler.rollout import HORIZON, Descent, entries, experience_words, to_horizon
from tricktaker.compiler.sites import Options
from tricktaker.compiler.tree import FAULTS, FREE, TIMES, TOTAL, places_of
from tricktaker.game import Game, State

ROOT = Path(__file__).resolve().parents[2]
ENDLESS = 1 << 20


def load(name: str) -> Game:
    paths = [*(ROOT / "variants").glob("*.yaml"), *(ROOT / "tests" / "variants").glob("*.yaml")]
    return game_for(next(path for path in paths if path.stem == name), {})


def grown(state: State, simulations: int, *, records: int = 4000, rounds: int = 1, depth: int = 64) -> list[int]:
    """The words of a tree after simulations from one situation."""
    game = state.game
    engine, places = engine_of(game, False), places_of(game.program)
    tree: Any = engine.words(places.first + records * places.record)
    tree[FREE] = places.first + places.record
    habits = engine.words(experience_words(game.program))
    rest = (tree, habits, engine.words(1024), engine.row(scales_of(game)))
    grow = engine.function("grow")
    grow(list(state._raw), 1, simulations, engine.words(len(state._raw)), *rest, 1, depth, rounds, 0.7, 1 << 33 | 7)
    return list(tree)


def nodes(game: Game, tree: list[int]) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """Every node at which somebody chose: its key, and the (key, bit) of all edges that lead to it."""
    first = places_of(game.program).first
    stack: list[tuple[int, tuple[tuple[int, int], ...]]] = [(first, ())]
    while stack:
        edge, path = stack.pop()
        node = tree[edge + 5]
        while node:
            child, chosen = tree[node + 2], False
            while child:
                chosen = chosen or tree[child + 3] > 0
                stack.append((child, (*path, (tree[node], tree[child]))))
                child = tree[child + 1]
            if chosen:
                yield tree[node], path
            node = tree[node + 1]


@pytest.mark.parametrize("name", ["hearts", "ninety-nine", "duet", "skull-king", "fox"])
def test_nobody_acts_on_an_answer_that_was_hidden_from_it(name: str) -> None:
    """On the way to where a seat decides there is no answer of another that it hasn't seen."""
    game = load(name)
    options = Options(game.program)
    chance = random.Random(3)
    state = game.deal(3)
    hidden = others = 0
    for _ in range(30):
        if state.is_over:
            break
        site = game.program.sites[state._word("site")]
        if len(state.legal_actions) > 1 and (site.kind != "play" or any(zone.face_up_if for zone in game.rules.zones)):
            for key, path in nodes(game, grown(state, 200)):
                actor = key % game.players
                for above, bit in path:
                    at, who = divmod(above, game.players)
                    if who == actor:
                        assert bit < BITS * game.program.site_words, "a seat knows its own answers"
                        continue
                    others += 1
                    seen = options.hidden if bit == options.hidden else options.seen[options.first[at] + bit]
                    assert seen == bit
                    hidden += bit == options.hidden
        state.apply(chance.choice(state.legal_actions))
    assert others > 0


def test_secret_answers_move_nobody_else() -> None:
    """While cards are passed, every seat decides where the search began but for its own answers."""
    game = load("hearts")
    state = game.deal(3)
    seat = state.current_player
    assert seat is not None
    found = [(key % game.players, path) for key, path in nodes(game, grown(state, 400, records=8000))]
    passing = state._word("site")
    for actor, path in found:
        assert all(above % game.players == actor for above, _ in path if above // game.players == passing)
    assert any(actor != seat for actor, _ in found)


def test_sites_say_who_sees_what() -> None:
    game = load("fox")
    options = Options(game.program)
    assert options.hidden == BITS
    for site in game.program.sites:
        for bit, action in enumerate(site.options):
            seen = options.seen[options.first[site.number] + bit]
            if site.kind == "play":
                assert seen == bit
            elif action is not None and game.program.actions.cards[action] is not None:
                assert seen == options.hidden, "a card chosen from a hand is seen by whoever chose it"
    hearts = load("hearts")
    secret = next(site for site in hearts.program.sites if site.secret)
    first = Options(hearts.program).first[secret.number]
    assert set(Options(hearts.program).seen[first : first + len(secret.options)]) == {-1}


@pytest.mark.parametrize(
    ("name", "simulations"),
    [("fox", 150), ("hearts", 150), ("skat", 150), ("duet", 150), pytest.param("hearts", 1000, id="hearts-deep")],
)
def test_visits_add_up(name: str, simulations: int) -> None:
    """Also where others decide at the same place, because they saw nothing of the answer."""
    game = load(name)
    state = game.deal(4)
    tree = grown(state, simulations, records=20 * simulations)
    places = places_of(game.program)
    root = tree[places.root : places.root + 3 * BITS * places.words : 3]
    assert sum(root) == simulations
    edges, visits = edges_of(game, list(state._raw), tree), {}
    for edge in edges.values():
        visits[tree[edge]] = tree[edge + 2]
        assert tree[edge + 2] <= tree[edge + 3] <= simulations, "no answer is taken more often than it could be"
    assert visits == {bit: count for bit, count in enumerate(root) if count}


STUMBLE = """
tricktaker: 1
name: Stumble
players: 2
deck:
  suits: [clubs, hearts]
  ranks: [1..6]
vars:
  score: {per: player, int: 0..100}
round:
  - shuffle: deck
  - deal: {to: hand, count: 3}
  - tricks: {count: 3}
  - add: {winner.score: 6 // (winner.tricks_won - 1)}
rounds: {count: 1}
"""


def test_what_the_rules_cannot_do_teaches_nothing(tmp_path: Path) -> None:
    """It counts for the seat that thinks as the mean so far, for others not at all, and leaves no experience."""
    path = tmp_path / "stumble.yaml"
    path.write_text(STUMBLE)
    game = tricktaker.load(path)
    state = game.deal(5)
    seat = state.current_player
    assert seat is not None
    engine, places = engine_of(game, False), places_of(game.program)
    tree: Any = engine.words(places.first + 4000 * places.record)
    tree[FREE] = places.first + places.record
    habits = engine.words(experience_words(game.program))
    rest = (tree, habits, engine.words(1024), engine.row(scales_of(game)))
    grow, y, sums = engine.function("grow"), 1 << 33 | 7, []
    for _ in range(200):
        faults, known, total, done = tree[FAULTS], sum(habits), tree[TOTAL], tree[TIMES]
        y = grow(list(state._raw), 1, 1, engine.words(len(state._raw)), *rest, 3, 64, 1, 0.7, y)
        if tree[FAULTS] > faults:
            assert sum(habits) == known
            assert tree[TOTAL] == total + total // (done + 1)
        else:
            sums.append(sum(habits))
    assert 20 < tree[FAULTS] < 200 and len(set(sums)) > 3


def test_a_full_tree_goes_on_counting() -> None:
    """Without room for more nodes, simulations still choose at the root, and among what is there as a whole."""
    game = load("fox")
    state = game.deal(4)
    places = places_of(game.program)
    tree = grown(state, 400, records=40)
    root = tree[places.root : places.root + 3 * BITS * places.words : 3]
    assert sum(root) == 400 and len([count for count in root if count]) == len(state.legal_actions)
    assert tree[FREE] <= len(tree)


def test_depth_one_has_no_node_but_the_root() -> None:
    game = load("fox")
    found = list(nodes(game, grown(game.deal(4), 100, depth=1)))
    assert len(found) == 1 and found[0][1] == ()


def test_the_horizon_is_the_end_of_a_round() -> None:
    """One round ahead is shorter than all: what is left of a simulation's trail tells."""
    game = load("hearts")
    state = game.deal(4)
    one, all_of_it = grown(state, 1), grown(state, 1, rounds=ENDLESS)
    assert one[2] == 64, "twelve cards are passed and fifty-two played"
    assert all_of_it[2] > 200
    assert one[FAULTS] == all_of_it[FAULTS] == 0


@pytest.mark.parametrize("name", ["fox", "skat", "bridge", "five-hundred"])
def test_every_resting_place_has_its_twin(name: str) -> None:
    """A simulation can begin wherever the machine may rest."""
    program = load(name).program
    descent = Descent(program, False)
    descent.emit([Block(HORIZON, to_horizon(program.body))], descent.new(), 0, DONE)
    plain = Machine(program.site_words, log=True)
    plain.emit(program.body, plain.new(), 0, DONE)
    starts = entries(program, descent)
    assert len(plain.entries) == len(descent.entries) >= 1
    assert [starts[rests] for rests in plain.entries] == descent.entries


def test_what_is_missing_to_a_won_game() -> None:
    """The conditions of a win that compare numbers, and nothing where nobody wins together."""
    (pairs,) = aims(load("duet").rules)
    assert len(pairs) == 2, "no gem is left: neither more nor fewer"
    assert aims(load("fox").rules) == []
