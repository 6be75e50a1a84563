"""What cards do: may and must, empty piles, the order of events, what the others see of it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.cases.table import HEAD, by_chance, game_of, play, slugs, small, written
from tricktaker import State, View
from tricktaker.checks import check_variant


def legal(state: State) -> set[str]:
    return {state.game.text(action) for action in state.legal_actions}


def test_an_exchange_may_be_declined_and_a_burial_must_be_made() -> None:
    game = game_of("fox")
    hands = {0: ["3k", "5k", "4m", "8b"], 1: ["2k", "4k", "6k", "8k"]}
    stock = ["2b", "3b", "4b", "6b", "7b", "9b"]
    state = game.position(hands=hands, zones={"decree": ["6m"], "stock": stock})
    play(state, "play 3k")
    assert legal(state) == {"decline", "exchange 5 of keys", "exchange 4 of moons", "exchange 8 of bells"}
    play(state, "exchange 8b", "play 8k")
    assert state.current_player == 1, "8 beats 3"
    play(state, "play 2k", "play 5k")
    assert "decline" not in legal(state)
    assert legal(state) == {"bury 4 of moons", "bury 6 of moons", "bury 2 of bells"}
    play(state, "bury 2b")
    assert [card.short for card in state.zone("stock")] == ["3b", "4b", "6b", "7b", "9b", "2b"]


DRAW = """\
abilities:
  Draw:
    cards: rank == 5
    text: Draw a card.
    when: played
    do:
      - move: {{from: stock, count: {count}, {how}to: hand}}
"""


def test_too_few_cards_to_draw_are_found_by_the_check_at_the_line(tmp_path: Path) -> None:
    draw = DRAW.format(count=1, how="")
    found = {each.slug: each for each in check_variant(written(tmp_path, draw), games=60).report.diagnostics}
    assert found["fault"].span is not None
    assert "move:" in draw.splitlines()[found["fault"].span.line - len(HEAD.splitlines()) - 1]
    assert "too-few-cards" in slugs(tmp_path, DRAW.format(count=3, how="")), "what can never be is found at once"


@pytest.mark.parametrize("more", ["", "trick:\n  follow: [suit]\n"], ids=["no trick section", "a trick section"])
def test_a_trick_too_many_is_shown_at_the_step_that_plays_it(tmp_path: Path, more: str) -> None:
    file = written(tmp_path, more, ("  - tricks: {count: 4}", "  - tricks: {until: stock.empty}"))
    found = {each.slug: each for each in check_variant(file, games=2).report.diagnostics}
    assert found["fault"].message == "the game can't go on: a player has no card to play"
    assert found["fault"].span is not None
    assert file.read_text(encoding="utf-8").splitlines()[found["fault"].span.line - 1].startswith("  - tricks:")


@pytest.mark.parametrize("place", ["round_no + 2", "round_no - 1"])
def test_a_place_where_no_card_lies_is_shown_at_the_question(tmp_path: Path, place: str) -> None:
    step = f"  - move: {{cards: stock.at({place}), to: discard}}\n  - tricks:"
    found = check_variant(written(tmp_path, "", ("  - tricks:", step)), games=2).report.diagnostics
    (fault,) = [each for each in found if each.slug == "fault"]
    assert fault.message == "the game can't go on: `stock.at` of a place where no card lies is none here"
    assert fault.span is not None and fault.span.line == 16


TWO = """\
abilities:
  Draw:
    cards: rank == 5
    text: Draw two cards, then bury as many.
    when: played
    do:
      - set: {drawn: "min(2, stock.size)"}
      - move: {from: stock, count: 2, up_to: true, to: hand}
      - choose: {from: hand, count: drawn, as: buried, verb: bury}
        then:
          - move: {cards: buried, to: stock, at: bottom}
"""


def test_two_cards_are_drawn_and_buried_or_one_where_there_is_but_one(tmp_path: Path) -> None:
    one = ("count: 2, to: stock", "count: 1, to: stock")
    game = small(tmp_path, TWO, one, ("vars:\n", "vars:\n  drawn: {int: 0..2}\n"))
    state = game.position(hands={0: ["5b", "2k"], 1: ["3m", "6m"]}, zones={"stock": ["9b"]})
    play(state, "play 5b")
    assert legal(state) == {"bury 2 of keys", "bury 9 of bells"}
    play(state, "bury 9b")
    assert state.current_player == 1
    assert [card.short for card in state.zone("stock")] == ["9b"]
    for number in range(20):
        *_, state = by_chance(game, 3, number)
        assert state.is_over and len(state.zone("stock")) == 1


def test_a_step_that_takes_what_is_there_goes_on_with_less(tmp_path: Path) -> None:
    game = small(tmp_path, DRAW.format(count=3, how="up_to: true, "))
    sizes = set()
    for number in range(60):
        for state in by_chance(game, 3, number):
            sizes.add(len(state.zone("stock")))
        assert state.is_over
    assert 0 in sizes


@pytest.mark.parametrize(
    ("trump", "trick", "winner", "leads"),
    [
        ("6k", ["1b", "4k"], 1, 0),
        ("6k", ["10b", "1m"], 0, 1),
        ("6m", ["1b", "1k"], 0, 1),
        ("6m", ["1b", "1m"], 1, 0),
        ("6k", ["11b", "1k"], 1, 1),
    ],
    ids=str,
)
def test_a_1_that_loses_leads_whatever_its_suit(trump: str, trick: list[str], winner: int, leads: int) -> None:
    game = game_of("fox")
    hands = {0: [trick[0], "2m"], 1: [trick[1], "8m"]}
    state = game.position(hands=hands, zones={"decree": [trump]})
    play(state, f"play {trick[0]}", f"play {trick[1]}")
    assert state.tricks_won[winner] == 1
    assert state.leader == state.current_player == leads


def test_things_happen_in_one_order() -> None:
    game = game_of("fox")
    hands = {0: ["5b", "2k", "4k"], 1: ["3m", "6m", "8m"]}
    state = game.position(hands=hands, zones={"decree": ["7k"], "stock": ["2b", "3b", "4b", "6b", "7b", "8b"]})
    play(state, "play 5b", "bury 2k", "play 3m", "exchange 6m")
    kinds = [event.kind for event in state.events]
    wanted = ["play", "ability", "move", "choose", "move", "play", "ability", "choose", "swap", "trick_won", "lead"]
    places = iter(kinds)
    assert all(kind in places for kind in wanted), kinds


def test_one_seed_and_the_same_choices_are_one_story() -> None:
    game = game_of("fox")
    stories = set()
    for _ in range(10):
        *_, state = by_chance(game, 4)
        stories.add(json.dumps([event.to_json() for event in state.events]))
    assert len(stories) == 1


def test_an_exchange_is_seen_and_the_taken_card_is_known() -> None:
    game = game_of("fox")
    hands = {0: ["10b", "2k", "4k"], 1: ["3m", "6m", "8m"]}
    state = game.position(hands=hands, zones={"decree": ["5k"]})
    play(state, "play 10b", "play 3m", "exchange 6m")
    view = state.view(0)
    assert view.known["5 of keys"] == "hand 1"
    assert not {"6 of moons", "8 of moons"} & view.known.keys()
    assert [card and card.short for card in view.zones["decree"][0].cards] == ["6m"]
    swap = next(event for event in view.events if event.kind == "swap")
    assert [card and card.short for card in swap.cards] == ["6m", "5k"]


def test_a_drawn_and_a_buried_card_are_seen_by_nobody_else() -> None:
    game = game_of("fox")
    hands = {0: ["5b", "2k", "4k"], 1: ["3m", "6m", "8m"]}
    stock = ["2b", "3b", "4b", "6b", "7b", "8b"]
    state = game.position(hands=hands, zones={"decree": ["7k"], "stock": stock})
    play(state, "play 5b", "bury 2k")
    for seat in (1, None):
        view = state.view(seat)
        moves = [event for event in view.events if event.kind == "move"]
        assert [event.cards for event in moves] == [(None,), (None,)]
        assert set(view.zones["stock"][0].cards) == {None}
        text = json.dumps([event.to_json() for event in view.events if event.kind in ("move", "choose")])
        assert "2 of" not in text and "bury" not in text
    own = state.view(0)
    assert own.known["2 of keys"] == "stock"
    assert own.zones["stock"][0].cards[-1] == game.card("2k")


def test_nothing_is_chosen_for_a_player_who_has_two_choices() -> None:
    game = game_of("fox")
    asked = game.position(hands={0: ["2b"], 1: ["1m", "10m"]}, zones={"decree": ["6k"]}, trick=["11m"])
    assert legal(asked) == {"play 1 of moons", "play 10 of moons"}
    single = game.position(hands={0: ["2b"], 1: ["4m", "9k"]}, zones={"decree": ["6k"]}, trick=["8m"])
    assert legal(single) == {"play 4 of moons"}, "one choice is a decision too"


def test_an_ability_that_plays_itself_again_is_no_endless_game(tmp_path: Path) -> None:
    procs = """\
procs:
  again:
    - add: {dealer.score: 1}
    - call: again
"""
    assert "recursion" in slugs(tmp_path, procs, ("  - each: player", "  - call: again\n  - each: player"))
    loop = """\
hooks:
  Spin:
    when: trick_won
    do:
      - repeat: 50
        until: score > 150
        do:
          - add: {score: 0}
"""
    chance = random.Random(1)
    state = small(tmp_path, loop).deal(1)
    with pytest.raises(RuntimeError, match=r"small.yaml:[0-9]+:[0-9]+: the loop ran out"):
        while not state.is_over:
            state.apply(chance.choice(state.legal_actions))


AGAIN = "hooks:\n  Again:\n    when: trick_won\n    do:\n      - end: redeal\n"
FIRST = ("  - tricks:", "  - if: stock.size == 2\n    then:\n      - end: redeal\n  - tricks:")


@pytest.mark.parametrize(("more", "changes"), [(AGAIN, ()), ("", (FIRST,))], ids=["after a trick", "at once"])
def test_cards_that_are_dealt_again_for_ever_stop_the_game_at_the_step(
    tmp_path: Path, more: str, changes: tuple[tuple[str, str], ...]
) -> None:
    file = written(tmp_path, more, *changes)
    found = {each.slug: each for each in check_variant(file, games=1).report.diagnostics}
    assert "dealt again too often" in found["fault"].message
    assert found["fault"].span is not None
    assert file.read_text(encoding="utf-8").splitlines()[found["fault"].span.line - 1].strip() == "- end: redeal"


def test_hands_that_are_filled_again_after_each_trick_come_to_an_end(tmp_path: Path) -> None:
    refill = """\
trick:
  collect: stock
hooks:
  Refill:
    when: trick_end
    do:
      - each: player
        do:
          - move: {from: stock, count: 1, to: hand}
"""
    game = small(tmp_path, refill, ("  - tricks: {count: 4}", "  - tricks: {until: false}"))
    *_, state = by_chance(game, 1)
    assert state.is_over and state.round_no == 2


def test_views_of_a_player_who_leaves_at_once_tell_where_the_cards_went(tmp_path: Path) -> None:
    leaving = """\
hooks:
  Out:
    when: trick_won
    do:
      - if: trick_no == 1
        then:
          - eliminate: winner
            now: {cards_to: discard}
end:
  winners: active
"""
    game = small(tmp_path, leaving, ("players: 2", "players: 3"))
    *_, state = by_chance(game, 1)
    moves = [event for event in state.view(None).events if event.data.get("to") == "discard"]
    assert moves and all(isinstance(state.view(seat), View) for seat in (0, 1, 2))
