"""Whatever makes programs quick can be left out, and the games are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import tricktaker
from tests.simulate.files import NAMES, path_of
from tricktaker.compiler.emission import LEVERS
from tricktaker.compiler.engines import Engine
from tricktaker.compiler.native import available
from tricktaker.compiler.program import compile_rules
from tricktaker.compiler.questions import period_of
from tricktaker.game.game import keys
from tricktaker.loading.load import load_rules
from tricktaker.model import Rules

needs_numba = pytest.mark.skipif(not available(), reason="numba isn't installed")
WHERE_IT_SHOWS = {
    "tables": "fox",
    "strengths": "fox",
    "sums": "hearts",
    "folding": "cucumber",
    "numbers": "cucumber",
    "collecting": "hearts",
}
ENTRIES = ("hashes", "batch", "race")


def rules_of(name: str) -> Rules:
    return load_rules(path_of(name), None, {})


class Games:
    """What random games of some rules are; forms of which the text is known already aren't played again."""

    def __init__(self, rules: Rules, native: bool, games: int) -> None:
        self.rules, self.native, self.games = rules, native, games
        self.known: dict[str, object] = {}

    def of(self, entry: str, without: tuple[str, ...]) -> object:
        engine = Engine(compile_rules(self.rules, without), self.native)
        text = engine.text(entry) + str(engine.program.emitter.tables.values)
        if text not in self.known:
            if entry == "hashes":
                self.known[text] = engine.hashes(keys(2), 0, self.games)
            elif entry == "batch":
                self.known[text] = engine.batch(keys(2), 0, self.games, True)
            else:
                self.known[text] = engine.race(keys(2), 0, self.games)
        return self.known[text]


def same_without(rules: Rules, levers: list[tuple[str, ...]], *, native: bool, games: int) -> None:
    played = Games(rules, native, games)
    for entry in ENTRIES:
        plain = played.of(entry, ())
        for without in levers:
            assert played.of(entry, without) == plain, f"{rules.name}: {entry} without {', '.join(without)}"


@pytest.mark.parametrize("name", NAMES)
def test_the_games_are_the_same_without_all(name: str) -> None:
    rules = rules_of(name)
    plain, without = compile_rules(rules), compile_rules(rules, LEVERS)
    assert Engine(plain, False).hashes(keys(2), 0, 2) == Engine(without, False).hashes(keys(2), 0, 2)


@pytest.mark.parametrize("name", ["fox", "cucumber", "hearts"])
def test_the_games_are_the_same_without_each(name: str) -> None:
    same_without(rules_of(name), [(lever,) for lever in LEVERS], native=False, games=10)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_whole_games_are_the_same_without_each_and_without_all(name: str) -> None:
    rules = rules_of(name)
    same_without(rules, [(lever,) for lever in LEVERS], native=False, games=200)
    same_without(rules, [tuple(LEVERS)], native=False, games=1000)


@needs_numba
@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_in_machine_code_too_without_all(name: str) -> None:
    same_without(rules_of(name), [tuple(LEVERS)], native=True, games=1000)


@needs_numba
@pytest.mark.long
@pytest.mark.parametrize("name", ["fox", "cucumber", "whist", "hearts"])
def test_in_machine_code_too_without_each(name: str) -> None:
    same_without(rules_of(name), [(lever,) for lever in LEVERS], native=True, games=1000)


@pytest.mark.parametrize(("lever", "name"), WHERE_IT_SHOWS.items())
def test_a_lever_changes_the_text(lever: str, name: str) -> None:
    rules = rules_of(name)
    assert compile_rules(rules).text != compile_rules(rules, [lever]).text


def test_values_that_dont_repeat_are_halved() -> None:
    """Jokers lie behind the suits, so that these can't be laid over each other."""
    rules = load_rules(path_of("cucumber"), None, {"jokers": 2})
    assert compile_rules(rules).text == compile_rules(rules, ["folding"]).text
    assert compile_rules(rules).text != compile_rules(rules, ["halving"]).text
    same_without(rules, [("halving",)], native=False, games=50)


@pytest.mark.parametrize(
    ("values", "period"),
    [
        ([1, 2, 3, 1, 2, 3], 3),
        ([1, 2, 3, 1, 2, 3, 1], 3),
        ([3, 2, 2, 3, 2, 2], 3),
        ([1, 3, 2, 1, 3, 2], 0),
        ([1, 2, 3, 1, 2, 4], 0),
        ([1, 1, 1, 1], 0),
    ],
)
def test_suits_of_equal_values(values: list[int], period: int) -> None:
    assert period_of(values) == period


FALLING = """
tricktaker: 1
name: Falling
players: 2
deck: {suits: [red, blue, green, white, yellow], ranks: 1..7}
vars:
  score: {per: player, int: -1000..1000, lasts: game}
define:
  card.worth: 20 - 2 * rank
round:
  - shuffle: deck
  - deal: {to: hand, count: 9}
  - each: player
    do:
      - add: {score: 10 * hand.max(worth) - hand.min(worth)}
      - add:
          score: "hand.where(suit == red).max(worth, 3)"
rounds: {count: 4}
"""


def test_falling_values_are_laid_over_each_other_too(tmp_path: Path) -> None:
    path = tmp_path / "falling.yaml"
    path.write_text(FALLING)
    rules = load_rules(path, None, {})
    assert compile_rules(rules).text != compile_rules(rules, ["folding"]).text
    same_without(rules, [("folding",), ("folding", "halving")], native=False, games=200)


def test_the_most_of_a_trick_is_kept() -> None:
    rules = rules_of("cucumber")
    quick, plain = (Engine(compile_rules(rules, without), False).text("race") for without in ((), ("keeping",)))
    assert "place_last" in quick and "most_VALUE" in quick
    assert "place_last" not in plain and "most_VALUE" not in plain


def test_the_led_suit_is_looked_up_once() -> None:
    rules = rules_of("fox")
    quick, plain = (Engine(compile_rules(rules, without), True).text("race") for without in ((), ("leading",)))
    assert "led_MASK" in quick
    assert "led_MASK" not in plain


def test_dead_stores_are_left_out_of_playouts() -> None:
    rules = rules_of("fox")
    lean, whole = (Engine(compile_rules(rules, without), False).text("race") for without in ((), ("dead",)))
    assert "trick_no += 1" in whole
    assert "trick_no += 1" not in lean


NOBODY = """
tricktaker: 1
name: Nobody wants them
players: 2
deck: {suits: [red, blue], ranks: 1..9}
zones:
  won: {see: nobody}
vars:
  score: {per: player, int: 0..1000, lasts: game}
round:
  - shuffle: deck
  - deal: {to: hand, count: 9}
  - tricks: {count: 9}
  - {each: player, do: [{add: {score: tricks_won}}]}
trick:
  wins: [{rule: low, cards: rank < 3, lowest: rank, ties: last}]
rounds: {count: 1}
"""


def test_where_no_tier_wants_a_card_the_card_led_wins(tmp_path: Path) -> None:
    path = tmp_path / "nobody.yaml"
    path.write_text(NOBODY)
    game = tricktaker.load(path)
    same_without(game.rules, [("strengths",)], native=False, games=50)
    for number in range(20):
        state = game.deal(3, number)
        while not state.is_over:
            state.apply(state.legal_actions[-1])
        led: tuple[int | None, str] = (None, "")
        for event in state.events:
            if event.kind == "play" and not led[1]:
                led = event.seat, event.cards[0].rank or ""
                low = None
            if event.kind == "play" and event.cards[0].rank in ("1", "2"):
                low = event.seat
            if event.kind == "trick_won":
                assert low is not None or event.seat == led[0]
                led = None, ""
