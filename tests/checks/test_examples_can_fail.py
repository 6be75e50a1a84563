"""An example that can't fail says nothing: each expectation of the shipped files, made false, must be noticed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import tricktaker
from tests.loaded import game_for
from tricktaker.checks.examples import run_example

VARIANTS = Path(__file__).parents[2] / "variants"


def falsified(game: tricktaker.Game, example: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The example with one expectation changed at a time."""
    if "legal" in example:
        yield {**example, "legal": example["legal"][1:]}
    for key in ("winner", "next"):
        if isinstance(example.get(key), int):
            yield {**example, key: (example[key] + 1) % game.players}
    for key in ("after", "score", "dealt", "eval"):
        for name, value in example.get(key, {}).items():
            wrong: Any = None
            if isinstance(value, bool):
                wrong = not value
            elif isinstance(value, int):
                wrong = value + 1
            elif isinstance(value, list) and value and isinstance(value[0], int):
                wrong = [*value[:-1], value[-1] + 1]
            elif name == "result":
                wrong = "won" if str(value).startswith("lost") else "lost"
            if wrong is not None:
                yield {**example, key: {**example[key], name: wrong}}
    if "asks" in example:
        yield {**example, "asks": [*example["asks"], 0]}


@pytest.mark.parametrize("name", ["fox", "duet", "cucumber", "agurk"])
def test_a_false_expectation_is_noticed(name: str) -> None:
    path = VARIANTS / f"{name}.yaml"
    tried = 0
    for example in yaml.safe_load(path.read_text(encoding="utf-8"))["examples"]:
        game = game_for(path, example)
        for wrong in falsified(game, example):
            tried += 1
            assert run_example(game, wrong), wrong
    assert tried > 10


def test_an_unknown_key_is_a_failure() -> None:
    game = tricktaker.load("fox")
    assert run_example(game, {"about": "x", "trick": ["2b", "3b"], "winnr": 1}) == ["an example has no key `winnr`"]


def test_a_play_that_completes_the_trick_runs_it_out() -> None:
    game = tricktaker.load("fox")
    example = {
        "about": "the second card decides",
        "zones": {"decree": ["6m"], "hand": {1: ["10k", "2b"]}},
        "trick": ["4k"],
        "play": "10k",
        "winner": 1,
        "next": 1,
    }
    assert run_example(game, example) == []
    assert run_example(game, {**example, "winner": 0})


def test_the_order_of_a_pile_counts() -> None:
    game = tricktaker.load("fox")
    example = {"about": "a pile", "zones": {"stock": ["2b", "7b"], "decree": ["6m"]}, "eval": {"stock": ["2b", "7b"]}}
    assert run_example(game, example) == []
    assert run_example(game, {**example, "eval": {"stock": ["7b", "2b"]}})


def test_who_has_won_can_be_expected() -> None:
    game = tricktaker.load("fox")
    example = {"about": "the end", "vars": {"score": [20, 3]}, "tricks": [7, 6], "winners": [0]}
    assert run_example(game, example) == []
    assert run_example(game, {**example, "winners": [1]})


def test_that_the_game_goes_on_can_be_expected() -> None:
    game = tricktaker.load("fox")
    example = {"about": "no end yet", "vars": {"score": [10, 3]}, "tricks": [7, 6], "winners": []}
    assert run_example(game, example) == []
    assert run_example(game, {**example, "vars": {"score": [20, 3]}})


def test_answers_that_nobody_asked_for_are_a_failure() -> None:
    game = tricktaker.load("fox")
    example = {"about": "the deal", "dealt": {"hand.size": 13}, "me": 0, "script": ["decline"]}
    assert run_example(game, example) == ["nobody asked for `decline` of the script"]


def test_a_seed_chooses_the_deal() -> None:
    game = tricktaker.load("fox")
    dealt = {seed: {"about": "the deal", "seed": seed, "dealt": {"trump": "keys"}} for seed in range(20)}
    found = {seed for seed, example in dealt.items() if not run_example(game, example)}
    assert 0 < len(found) < 20


def test_who_played_a_card_can_be_given() -> None:
    game = tricktaker.load("auction-pitch")
    example = {
        "about": "the lowest trump",
        "vars": {"trump": "hearts"},
        "zones": {"won": {0: ["Ah", "2h"]}},
        "cards": {"by": {"Ah": 0, "2h": 2}},
        "eval": {"scores_low": 2, "trumps.highest(order).by": 0},
    }
    assert run_example(game, example) == []
    assert run_example(game, {**example, "cards": {"by": {"Ah": 0, "2h": 1}}})


def test_decisions_before_a_play_are_answered_by_the_script() -> None:
    game = tricktaker.load("tressette")
    hand = ["3c", "2c", "Ac", "3o"]
    example = {"about": "a declaration", "trick_no": 1, "hand": hand, "options": ["nothing more", "napoletana cups"]}
    assert run_example(game, example) == []
    assert run_example(game, {**example, "hand": hand[1:]})
    played = {"about": "then a card", "trick_no": 1, "hand": hand, "script": ["napoletana cups", "nothing more"]}
    assert run_example(game, {**played, "play": "3c", "after": {"declared": [3, 0]}}) == []
    assert run_example(game, {**played, "legal": hand}) == []


def test_who_decides_and_what_is_seen_can_be_expected() -> None:
    game = tricktaker.load("minibridge")
    example = {
        "about": "the dummy",
        "vars": {"declarer": 1, "strain": "hearts"},
        "zones": {"hand": {0: ["2s"], 3: ["5s", "Ah"]}},
        "leader": 2,
        "trick": ["9s"],
        "legal": ["5s"],
        "decides": 1,
        "seen": {"hand 3": ["5s", "Ah"], "hand 0": []},
    }
    assert run_example(game, example) == []
    assert run_example(game, {**example, "decides": 3})
    assert run_example(game, {**example, "seen": {"hand 3": ["5s"]}})
    assert run_example(game, {**example, "seen": {"hand 0": ["2s"]}})
    assert run_example(game, {**example, "seen": {"hand 0": ["2s"]}, "me": 0}) == []
