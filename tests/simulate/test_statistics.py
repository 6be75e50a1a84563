"""What simulation says, against what is known and against a plain count of played games."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

import tricktaker
from tests.simulate.files import path_of
from tricktaker.compiler.engines import Engine
from tricktaker.compiler.ir import Body, Line
from tricktaker.compiler.moments import EV_SWAP
from tricktaker.compiler.native import available
from tricktaker.compiler.probes import replaced, split
from tricktaker.game.game import keys, seeds
from tricktaker.simulate import Results, simulate
from tricktaker.simulate.intervals import mean, share
from tricktaker.simulate.work import Chunk, Parcel, do_chunk, remember

DEALS = Path(__file__).parents[1] / "benchmarks" / "variants"
needs_numba = pytest.mark.skipif(not available(), reason="numba isn't installed")
MANY = 400_000


def many(path: Path) -> Results:
    return simulate(tricktaker.load(path), games=MANY, seed=12, engine="numba")


def near(found: float, known: float, error: float) -> bool:
    """Within five standard errors, and the rounding of what is known."""
    return abs(found - known) < 5 * error + 0.0006


@needs_numba
def test_whist_with_a_fixed_trump() -> None:
    found = many(DEALS / "whist-deal.yaml")
    tricks = found.seats[0].tricks
    assert tricks is not None and near(tricks.value, 3.260, tricks.error)
    leader = found.by_leader[0].tricks
    assert leader is not None and leader.value == tricks.value


@needs_numba
def test_whist_with_a_turned_trump() -> None:
    leader = many(path_of("whist")).by_leader[0].tricks
    assert leader is not None and near(leader.value, 3.122, leader.error + 0.001)


@needs_numba
def test_one_deal_of_cucumber() -> None:
    found = many(DEALS / "cucumber-deal.yaml")
    points = [each.points for each in found.seats]
    assert all(each is not None for each in points)
    total = sum(each.value for each in points if each is not None)
    assert near(total, 11.819, sum(each.error for each in points if each is not None))


@needs_numba
def test_a_round_of_the_fox() -> None:
    found = many(DEALS / "fox-round.yaml")
    for each in found.seats:
        assert each.points is not None and near(each.points.value, 5.155, each.points.error)


@needs_numba
def test_swaps_of_the_decree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in the place of a hash, apart from all other counts."""
    from tricktaker.compiler import batch

    def swaps(body: Body) -> Body:
        return replaced(body, lambda event: [Line("h += 1")] if split(event.text)[0] == str(EV_SWAP) else [], [])

    monkeypatch.setattr(batch, "hashing", swaps)
    found = Engine(tricktaker.load(DEALS / "fox-round.yaml").program, native=True).hashes(keys(12), 0, MANY)
    number = mean(sum(found), sum(each * each for each in found), len(found))
    assert near(number.value, 1.770, number.error)


def counted(name: str, games: int) -> dict[str, float]:
    """Decisions, forced ones and points, of games between bots that choose by chance, by hand."""
    game = tricktaker.load(name)
    from tests.simulate.driving import BITS, choice
    from tricktaker.game.game import chance_seed

    sums = dict.fromkeys(("decisions", "forced", "rounds", "points", "wins"), 0)
    for number in range(games):
        state = game.deal(4, number)
        y = chance_seed(4, number)
        while not state.is_over:
            raw, at = state._raw, game.at
            site = game.program.sites[raw[at["site"]]]
            sums["decisions"] += 1
            sums["forced"] += len(state.legal_actions) == 1
            bit, y = choice(raw, at["m0"], site.words, y)
            action = site.options[bit]
            assert action is not None and bit < BITS
            state.apply(action)
        sums["rounds"] += state.round_no
        sums["points"] += state.scores[0]
        sums["wins"] += 0 in state.winners
    return dict(sums)


@pytest.mark.parametrize("engine", ["python", pytest.param("numba", marks=needs_numba)])
def test_counts_are_those_of_games_played_one_by_one(engine: str) -> None:
    games = 40
    known = counted("fox", games)
    found = simulate(tricktaker.load("fox"), games=games, seed=4, engine=engine)
    assert found.count("decisions") == known["decisions"]
    assert found.count("forced") == known["forced"]
    assert found.count("rounds") == known["rounds"]
    assert found.count("points", 0) == known["points"]
    assert found.count("wins", 0) == known["wins"]


@pytest.mark.parametrize("engine", ["python", pytest.param("numba", marks=needs_numba)])
def test_a_row_scores_once_for_each_seat_of_the_fox(engine: str) -> None:
    """Its step adds what a row says to two sums; every seat's tricks of a round are one row."""
    found = simulate(tricktaker.load("fox"), games=60, seed=4, engine=engine)
    rows = {int(row): hits for _, row, hits in found.rows}
    rounds = found.count("rounds")
    assert sum(rows.values()) == 2 * rounds
    assert sum(tricks * hits for tricks, hits in rows.items()) == 13 * rounds
    assert all(rows[tricks] == rows[13 - tricks] for tricks in rows)


ROWS = """
tricktaker: 1
name: Rows
players: 2
deck: {suits: [red, blue], ranks: 1..4}
vars:
  score: {per: player, int: 0..100000, lasts: game}
  extra: {int: 0..100000, lasts: game}
tables:
  twice: {0..4: 1}
  either: {0: 5, 1..4: 6}
  worth: {1: 1, 2: 2, 3: 3, 4: 4}
  asked: {0..4: 1}
round:
  - shuffle: deck
  - deal: {to: hand, count: 4}
  - tricks: {count: 4}
  - each: player
    do:
      - add: {score: twice(tricks_won), extra: twice(tricks_won) + twice(tricks_won)}
      - add: {score: if tricks_won > 0 then either(tricks_won) else either(0 * tricks_won)}
      - add: {score: won.sum(worth(rank))}
      - {if: asked(tricks_won) == 1, then: [{add: {extra: 1}}]}
      - add: {extra: players.sum(twice(tricks_won))}
rounds: {count: 3}
"""


@pytest.mark.parametrize("engine", ["python", pytest.param("numba", marks=needs_numba)])
@pytest.mark.parametrize("players", ["random", "greedy"])
def test_how_often_rows_score(tmp_path: Path, engine: str, players: str) -> None:
    path = tmp_path / "rows.yaml"
    path.write_text(ROWS)
    found = simulate(tricktaker.load(path), [players] * 2, games=20, seed=1, engine=engine)
    hits: dict[str, int] = {}
    for table, _, count in found.rows:
        hits[table] = hits.get(table, 0) + count
    seats = 20 * 3 * 2
    assert hits == {"twice": seats + 2 * seats, "either": seats}


def test_games_between_bots_are_counted_as_random_ones_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The path of bots that are asked, made to choose as random play does."""
    from tests.simulate.driving import choice
    from tricktaker.bots import Watch
    from tricktaker.game.game import chance_seed

    game = tricktaker.load("fox")
    current: dict[str, int] = {}

    def ask(watch: Watch, bot: object, view: object, move: int) -> int:
        state = states[-1]
        y = chance_seed(watch.seed, watch.number) if move == 1 else current["y"]
        site = game.program.sites[state._word("site")]
        bit, current["y"] = choice(state._raw, game.at["m0"], site.words, y)
        action = site.options[bit]
        assert action is not None
        return action

    states: list[tricktaker.State] = []
    deal = tricktaker.Game.deal

    def dealt(self: tricktaker.Game, seed: int = 0, number: int = 0) -> tricktaker.State:
        states.append(deal(self, seed, number))
        return states[-1]

    monkeypatch.setattr(Watch, "ask", ask)
    monkeypatch.setattr(tricktaker.Game, "deal", dealt)
    asked = simulate(game, ["greedy", "random"], games=25, seed=6)
    assert asked.tally == simulate(game, games=25, seed=6, engine="python").tally


def test_all_deals_of_a_seed_are_different() -> None:
    assert len({seeds(7, number) for number in range(20_000)}) == 20_000
    assert len({seeds(seed, 3) for seed in range(20_000)}) == 20_000


def test_a_shuffle_puts_every_card_everywhere_as_often() -> None:
    """Chi-square over (card, place) of the first round's deck."""
    game = tricktaker.load("fox")
    deals, cards = 4000, 33
    place = [[0] * cards for _ in range(cards)]
    pairs = [[0] * cards for _ in range(cards)]
    for number in range(deals):
        deck = game.deal(1, number).shuffles[0].cards
        for at, card in enumerate(deck):
            place[card][at] += 1
        for one, two in itertools.pairwise(deck):
            pairs[one][two] += 1
    expected = deals / cards
    chi = sum((hits - expected) ** 2 / expected for row in place for hits in row)
    free = (cards - 1) ** 2
    assert abs(chi - free) < 5 * (2 * free) ** 0.5
    wanted = deals / cards
    following = sum((pairs[a][b] - wanted) ** 2 / wanted for a in range(cards) for b in range(cards) if a != b)
    assert following / (33 * 32) < 1.25


def test_wilson_and_the_normal_interval() -> None:
    assert share(0, 0).high == 1.0
    found = share(8, 10)
    assert found.low == pytest.approx(0.4902, abs=1e-4)
    assert found.high == pytest.approx(0.9433, abs=1e-4)
    assert share(0, 20).low == 0 and share(20, 20).high == 1
    values = [3, 5, 5, 8, 13]
    middle = mean(sum(values), sum(v * v for v in values), len(values))
    assert middle.value == 6.8
    assert middle.error == pytest.approx(1.7436, abs=1e-4)


def test_a_chunk_is_the_same_wherever_it_is_cut() -> None:
    game = tricktaker.load("fox")
    parcel = Parcel.of(game)
    remember(parcel, game)

    def tally(*cuts: int) -> list[int]:
        total: list[int] = []
        for first, last in itertools.pairwise(cuts):
            done = do_chunk(Chunk(parcel, ("random", "random"), 3, first, last - first, False, False, False))
            total = [a + b for a, b in zip(total or [0] * len(done.tally), done.tally, strict=True)]
        return total

    assert tally(0, 60) == tally(0, 7, 31, 60)
    assert keys(3) == keys(3)
