"""A tournament of bots: who does better on the same deals, and what rating that comes to."""

from __future__ import annotations

import json
import math
import random

import pytest
from click.testing import CliRunner

import tricktaker
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
