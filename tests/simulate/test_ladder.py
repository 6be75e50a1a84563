"""A tournament of bots: who does better on the same deals, and what rating that comes to."""

from __future__ import annotations

import json
import math
import random

import pytest
from click.testing import CliRunner

import tricktaker
from tricktaker.bots.greed import Greedy
from tricktaker.cli import main
from tricktaker.simulate.ladder import Match, inverted, ladder, rated, table_of


def test_ratings_find_the_strengths_that_made_the_matches() -> None:
    strengths = {"a": 300.0, "b": 0.0, "c": -100.0, "d": -200.0}
    chance = random.Random(5)
    matches = []
    kinds = list(strengths)
    for number, one in enumerate(kinds):
        for two in kinds[number + 1 :]:
            p = 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
            better = sum(chance.random() < p for _ in range(2000))
            matches.append(Match(one, two, better, 0, 2000 - better))
    found = dict(rated(kinds, matches))
    assert [kind for kind, _ in rated(kinds, matches)] == kinds
    assert abs(sum(each.value for each in found.values())) < 1e-6
    for kind, strength in strengths.items():
        assert found[kind].low - 10 < strength < found[kind].high + 10
        assert 10 < found[kind].high - found[kind].low < 40


def test_two_players_differ_by_the_odds_of_their_match() -> None:
    (one, first), (two, second) = rated(["x", "y"], [Match("x", "y", 750, 0, 250)])
    assert (one, two) == ("x", "y")
    assert first.value - second.value == pytest.approx(400 * math.log10(3), abs=1)


def test_a_match_that_one_side_won_whole_has_a_finite_rating() -> None:
    found = dict(rated(["x", "y"], [Match("x", "y", 20, 0, 0)]))
    assert 0 < found["x"].value < 2000


def test_the_interval_of_a_match_holds_the_truth_as_often_as_it_says() -> None:
    for deals, truth in ((3, 0.4), (10, 0.15), (30, 0.5), (30, 0.9)):
        missed = 0.0
        for better in range(deals + 1):
            won = Match("a", "b", better, 0, deals - better).won
            if not won.low <= truth <= won.high:
                missed += math.comb(deals, better) * truth**better * (1 - truth) ** (deals - better)
        assert missed < 0.07, (deals, truth)
    even = Match("a", "b", 0, 8, 0).won
    assert even.value == 0.5 and even.low < 0.3 and even.high > 0.7


def test_the_inverse_of_a_matrix() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 0.0, 3.0], [4.0, 1.0, 0.0]]
    inverse = inverted(matrix)
    for i in range(3):
        for j in range(3):
            assert sum(matrix[i][k] * inverse[k][j] for k in range(3)) == pytest.approx(float(i == j))


def test_team_mates_are_of_one_kind() -> None:
    assert table_of(tricktaker.load("spades"), "a", "b") == ["a", "b", "a", "b"]
    assert table_of(tricktaker.load("cucumber", players=5), "a", "b") == ["a", "b", "a", "b", "a"]


def test_greedy_is_above_random() -> None:
    found = ladder(tricktaker.load("slobberhannes"), ["random", "greedy"], 30, 3)
    assert [kind for kind, _ in found.ratings] == ["greedy", "random"]
    (match,) = found.matches
    assert match.deals == 30
    assert match.worse > match.better


def test_games_won_together_are_rated_by_their_share() -> None:
    found = ladder(tricktaker.load("duet"), ["random", "greedy"], 10, 3)
    assert not found.matches
    assert {kind for kind, _ in found.shares} == {"random", "greedy"}
    assert all(share.count == 10 for _, share in found.shares)


def stopped(monkeypatch: pytest.MonkeyPatch, asked: int) -> None:
    """Ctrl-C comes when `greedy` is asked for the so many-eth time."""
    times = iter(range(1, asked + 1))
    choose = Greedy.choose

    def counted(self: Greedy, view: tricktaker.View) -> int:
        if next(times, asked) == asked:
            raise KeyboardInterrupt
        return choose(self, view)

    monkeypatch.setattr(Greedy, "choose", counted)


PLAYERS = ["greedy", "random", "mc:simulations=1:engine=python"]


def test_an_interrupt_leaves_the_deals_that_all_have_played_in_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tricktaker.load("agram", players=3)
    stopped(monkeypatch, 400)
    told: list[str] = []
    found = ladder(game, PLAYERS, 20, 8, on_match=told.append)
    assert told == ["greedy beside random"], "the matches behind it aren't begun"
    assert found.interrupted
    assert 0 < found.matches[0].deals < 20
    monkeypatch.undo()
    assert found.matches == ladder(game, PLAYERS[:2], found.matches[0].deals, 8).matches
    assert [kind for kind, _ in found.ratings] == [kind for kind, _ in rated(PLAYERS[:2], found.matches)]
    assert found.not_played == (
        "greedy beside mc:simulations=1:engine=python",
        "random beside mc:simulations=1:engine=python",
    )
    text = found.text()
    assert "Stopped before the end: these are the deals so far.\nNot played: greedy beside mc" in text
    assert text.count("mc:simulations=1:engine=python") == 2, "in no table"


@pytest.mark.parametrize(("game", "what"), [("agram", "deals"), ("duet", "games")])
def test_an_interrupt_before_the_first_deal_leaves_no_table(
    game: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped(monkeypatch, 1)
    found = ladder(tricktaker.load(game), PLAYERS, 2, 3)
    assert found.interrupted and not found.ratings and len(found.not_played) == 3 == len(set(found.not_played))
    assert found.text().splitlines()[1:] == [f"Stopped before the end: no {what} were played."]


def test_an_interrupt_between_matches_keeps_those_before() -> None:
    def tell(match: str) -> None:
        if match.startswith("greedy"):
            raise KeyboardInterrupt

    found = ladder(tricktaker.load("agram"), ["random", *PLAYERS[::2]], 2, 3, on_match=tell)
    assert found.interrupted
    assert [(each.one, each.two, each.deals) for each in found.matches] == [
        ("random", "greedy", 2),
        ("random", "mc:simulations=1:engine=python", 2),
    ]
    assert found.not_played == ("greedy beside mc:simulations=1:engine=python",)


def test_an_interrupt_of_games_won_together_leaves_the_kinds_that_played(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tricktaker.load("duet")
    stopped(monkeypatch, 1)
    found = ladder(game, ["random", "greedy"], 4, 3)
    assert found.interrupted and found.not_played == ("greedy",)
    assert [(kind, each.count) for kind, each in found.shares] == [("random", 4)]
    assert not found.ratings, "beside nobody there is no rating"
    monkeypatch.undo()
    stopped(monkeypatch, 600)
    found = ladder(game, ["random", "greedy"], 30, 3)
    counts = {kind: each.count for kind, each in found.shares}
    assert counts["random"] == 30 and 0 < counts["greedy"] < 30
    assert {kind: each.count for kind, each in found.ratings} == counts


def test_the_command_says_that_it_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = (
        "agram",
        "--ladder",
        "--players",
        "random,greedy,mc:simulations=1:engine=python",
        "-n",
        "9",
        "--seed",
        "2",
    )
    stopped(monkeypatch, 400)
    code, text = run(*arguments)
    assert code == 130
    assert "Stopped before the end" in text and "random beside greedy" in text
    monkeypatch.undo()
    stopped(monkeypatch, 400)
    code, text = run(*arguments, "--format", "json")
    data = json.loads(text)
    assert code == 130 and data["interrupted"]
    assert len(data["matches"]) == 1 and len(data["not_played"]) == 2


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["simulate", *arguments], catch_exceptions=False)
    return result.exit_code, result.stdout or result.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_prints_a_table_that_does_not_depend_on_jobs(jobs: str) -> None:
    code, text = run(
        "agram", "--ladder", "--players", "random,greedy", "-n", "10", "--seed", "2", "--jobs", jobs, "--format", "json"
    )
    assert code == 0
    data = json.loads(text)
    assert [each["player"] for each in data["ratings"]] == ["greedy", "random"]
    assert sum(data["matches"][0][each] for each in ("better", "even", "worse")) == 10


def test_what_does_not_go_together_is_said() -> None:
    assert run("agram", "--ladder", "--versus", "fox")[0] == 2
    code, text = run("agram", "--ladder", "--players", "random,gready", "--seed", "1")
    assert code == 2
    assert "did you mean `greedy`" in text
    code, text = run("agram", "--ladder", "--players", "greedy", "--seed", "1")
    assert code == 2
    assert "at least two kinds of player" in text
