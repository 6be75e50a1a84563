"""The ways in which an example may write an answer."""

from __future__ import annotations

from typing import Any

import pytest

import tricktaker
from tricktaker.checks.examples import run_example

RULES = """\
tricktaker: 1
name: Answers
players: 3
deck: {standard: 32}
enums:
  contract: [no_tricks, all_tricks]
vars:
  score: {per: player, int: 0..99, lasts: game}
  named: {type: contract}
zones:
  away: {see: nobody}
round:
  - shuffle: deck
  - deal: {to: hand, count: 5}
  - choose: {who: dealer, from: contract, set: named}
  - tricks: {count: 5}
hooks:
  Before the lead:
    when: turn
    if: trick.empty and hand.size > 1
    do:
      - choose: {from: hand, optional: true, as: c, verb: put away}
        then:
          - move: {cards: c, to: away}
rounds: {count: 1}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tricktaker.Game:
    path = tmp_path_factory.mktemp("answers") / "answers.yaml"
    path.write_text(RULES, encoding="utf-8")
    return tricktaker.load(path)


def failures(game: tricktaker.Game, **example: Any) -> list[str]:
    return run_example(game, {"about": "an answer", **example})


@pytest.mark.parametrize(
    "answers",
    [
        ["7c", "Ad", "decline"],
        ["7 of clubs", "A of diamonds", "decline"],
        ["put away 7c", "put away Ad", "decline"],
        ["put away 7 of clubs", "put away A of diamonds", "decline"],
    ],
)
def test_cards_with_or_without_verb_long_or_short(game: tricktaker.Game, answers: list[str]) -> None:
    assert failures(game, hand=["7c", "Ad"], options=answers) == []


@pytest.mark.parametrize("answers", [["no_tricks", "all_tricks"], ["no tricks", "named all tricks"]])
def test_words_with_or_without_blanks(game: tricktaker.Game, answers: list[str]) -> None:
    assert failures(game, options=answers) == []


@pytest.mark.parametrize(
    "answers", [["7c", "decline"], ["7c", "8d", "decline"], ["throw 7c", "Ad", "decline"], ["7c", "Ad", "declines"]]
)
def test_other_answers_are_not_the_same(game: tricktaker.Game, answers: list[str]) -> None:
    assert failures(game, hand=["7c", "Ad"], options=answers) != []


@pytest.mark.parametrize("answer", ["all_tricks", "all tricks", "named all tricks"])
def test_a_script_may_write_them_so_too(game: tricktaker.Game, answer: str) -> None:
    assert failures(game, script=[answer], dealt={"named == all_tricks": True}, asks=[2]) == []
    assert failures(game, script=[answer], dealt={"named == no_tricks": True}) != []
