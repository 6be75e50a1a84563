"""The solver agrees with a plain search of the whole tree, in every shipped game."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from tests.solver.minimax import Chance, Minimax, TooMany, late_positions
from tricktaker.compiler.engines import engines_here
from tricktaker.compiler.moments import STOP_ROUND
from tricktaker.game import Game, GameFault, State, load
from tricktaker.solver import Solver, Together, Unsolvable, read_position

ROOT = Path(__file__).parents[2]
VARIANTS = sorted(path.stem for path in (ROOT / "variants").glob("*.yaml"))
WIN = 1 << 32
SIZES = {"the-crew": (2, 1000)}
"""Cards to a hand and positions of the whole tree at most, where (3, 4000) takes hours: a round that fails early ends
with long hands."""


def worth_of(solver: Solver, state: State) -> tuple[int, ...]:
    """What each side has, by the public face of the state where it has it."""
    game, end = state.game, state.game.rules.end
    if game.cooperative:
        won = 0 if not state.is_over else WIN if str(state.result).startswith("won") else -WIN
        return ((sum(state.scores) if end.score_by == "table" else 0) + won,)
    if solver.measure.name == "tricks":
        return tuple(sum(state.tricks_won[seat] for seat in side) for side in solver.measure.sides)
    if solver.by == "score":
        return tuple(int(state.scores[side[0]]) for side in solver.measure.sides)
    ask = game.program.query(end.standings[0], (end.id,))
    return tuple(int(ask(state._raw, subject)) for subject in range(len(solver.measure.sides)))


def compare(game: Game, solver: Solver, state: State, most: int) -> bool:
    """Whether a position could be compared; asserts that all values are equal."""
    state._raw[game.at["stop"]] = STOP_ROUND
    plain = Minimax(
        game, solver.measure.sides, lambda end: worth_of(solver, end), state.round_no, most, game.cooperative
    )
    many = len(solver.measure.sides) > 2
    try:
        wanted = {
            game.text(action): (plain.leads if many else plain.value)(plain.behind(state, action))
            for action in state.legal_actions
        }
    except TooMany:
        return False
    except Chance:
        with pytest.raises(Unsolvable, match="chance decides"):
            solver.solve(state, every=True)
        return True
    except GameFault:
        return False
    found = solver.solve(state, every=True)
    side = plain.side(state)
    sides = len(solver.measure.sides)
    assert found.complete
    for answer in found.answers:
        want = wanted.pop(answer.text)
        if isinstance(want, tuple):
            scaled = [Fraction(part[side], sides - 1) for part in want]
            assert [answer.value, answer.range.low, answer.range.high] == scaled, (state.events, answer)
        else:
            value = answer.value
            if isinstance(value, Together):
                value = value.end * WIN + value.score
            assert value == (want if side == 0 else -want), (state.events, answer)
    assert not wanted
    check_line(game, solver, state, found.line, found.points)
    return True


def check_line(game: Game, solver: Solver, state: State, line: object, points: tuple[int, ...]) -> None:
    """The line can be played and comes to the points that are said."""
    twin = state.copy()
    for step in line:  # type: ignore[attr-defined]
        assert twin.current_player == step.seat
        twin.apply(game.action(step.text))
    assert twin.is_over or twin._word("halted")
    if not game.cooperative:
        assert points == worth_of(solver, twin)


def positions(name: str, count: int, hand: int, most: int, engine: str | None, by: str | None = None) -> None:
    game = load(name)
    solver = Solver(game, by=by, engine=engine, memory=64)
    done = 0
    for state in islice(late_positions(game, 41, hand), 4 * count):
        done += compare(game, solver, state, most)
        if done >= count:
            break
    assert done >= max(2, count // 4), "hardly any position was small enough"


@pytest.mark.parametrize("name", VARIANTS)
def test_all_values_are_those_of_a_plain_search(name: str) -> None:
    positions(name, 8, 2, 1000, "python")


@pytest.mark.parametrize("name", VARIANTS)
def test_by_tricks_too(name: str) -> None:
    if load(name).cooperative:
        pytest.skip("a game that all play together is solved for winning it")
    positions(name, 3, 2, 600, "python", "tricks")


@pytest.mark.parametrize(
    ("name", "position"),
    [
        # The queen beside the jack: which of them falls to the ace.
        ("hearts", "{hand: {0: [Js, Qs], 1: [As, 2c], 2: [3c, 4c], 3: [5d, 6d]}, leader: 1}"),
        # Sevens beside eights, a 3 beside a 4, and a 9 beside a 10.
        ("fox", "{hand: {0: [7k, 8k, 9m], 1: [3k, 4k, 10b]}, leader: 0, zones: {decree: [6b]}}"),
        ("fox", "{hand: {0: [9m, 10m, 2b], 1: [8b, 7b, 11m]}, leader: 0, zones: {decree: [6b]}}"),
    ],
)
def test_neighbours_of_two_kinds_are_two_choices(name: str, position: str) -> None:
    game = load(name)
    assert compare(game, Solver(game, engine="python"), read_position(game, position), 20_000)


@pytest.mark.parametrize("name", ["cucumber", "auction-pitch", "five-hundred", "bridge"])
def test_by_score_where_something_else_may_come_first(name: str) -> None:
    positions(name, 8, 2, 1000, "python", "score")


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("engine", engines_here())
def test_ten_thousand_positions(name: str, engine: str) -> None:
    hand, most = SIZES.get(name, (3, 4000))
    positions(name, 10_000 if engine == engines_here()[-1] else 300, hand, most, engine)
