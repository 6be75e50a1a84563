"""What may be played is decided by the engine, completely, and a refusal says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.table import by_chance, game_of, holds, may_play, slugs, small
from tricktaker import IllegalAction


def test_a_void_follower_may_play_the_whole_hand() -> None:
    holds("fox", "void", zones={"decree": ["6m"]}, trick=["6b"], hand=["2k", "8k", "4m"], legal=["2k", "8k", "4m"])


def test_in_every_deal_a_hand_without_the_led_suit_is_free_and_one_with_it_is_not() -> None:
    game = game_of("fox")
    met = {True: 0, False: 0}
    for number in range(8):
        for state in by_chance(game, 5, number):
            if state.decision is None or state.decision.kind != "play":
                continue
            view = state.view(state.current_player)
            if not view.trick:
                assert may_play(state) == {card.short for card in view.hand}
                continue
            led = view.trick[0][1]
            assert led is not None
            suit = {card.short for card in view.hand if card.suit == led.suit}
            met[bool(suit)] += 1
            if not suit:
                assert may_play(state) == {card.short for card in view.hand}
            elif led.rank != "11":
                assert may_play(state) == suit
    assert min(met.values()) > 30


def test_trumping_with_the_led_suit_in_hand_is_refused_and_changes_nothing() -> None:
    game = game_of("fox")
    state = game.position(hands={0: ["4k"], 1: ["2b", "11m"]}, zones={"decree": ["6m"]}, trick=["7b"])
    before, copy = state.fingerprint, state.copy()
    with pytest.raises(IllegalAction) as refusal:
        state.apply(game.action("play 11 of moons"))
    assert refusal.value.rule == "follow suit"
    assert refusal.value.legal == ("play 2 of bells",)
    assert state.fingerprint == before
    assert state == copy and state.current_player == 1
    assert state.view(None) == copy.view(None)


@pytest.mark.parametrize("where", ["the other hand", "played", "undealt", "another deck"])
def test_a_card_that_is_not_in_the_hand_can_not_be_played(where: str) -> None:
    game = game_of("cucumber", 2)
    state = game.position(hands={0: ["Kc", "3h"], 1: ["2c", "5d", "9h"]}, trick=["7s"], zones={"table": {0: ["Qd"]}})
    before = state.fingerprint
    if where == "another deck":
        with pytest.raises(ValueError, match="no action"):
            game.action("play 9 of moons")
        return
    card = {"the other hand": "king of clubs", "played": "Q of diamonds", "undealt": "K of spades"}[where]
    with pytest.raises(IllegalAction, match="not in the hand"):
        state.apply(game.action(f"play {card.replace('king', 'K')}"))
    assert state.fingerprint == before


@pytest.mark.parametrize("seat", [0, 1])
def test_a_lead_that_waits_for_a_suit_to_be_broken_has_a_way_out(tmp_path: Path, seat: int) -> None:
    game = small(
        tmp_path,
        """\
trick:
  lead:
    - rule: not before one was discarded
      if: not broken
      must: suit != moons
hooks:
  Broken:
    when: trick_won
    if: last_trick.any(suit == moons)
    do:
      - set: {broken: true}
""",
        ("vars:\n", "vars:\n  broken: {bool: false}\n"),
    )
    closed = game.position(hands={seat: ["2m", "3k"], 1 - seat: ["4k", "5k"]}, leader=seat)
    assert may_play(closed) == {"3k"}
    only = game.position(hands={seat: ["2m", "3m"], 1 - seat: ["4k", "5k"]}, leader=seat)
    assert may_play(only) == {"2m", "3m"}, "the rule would leave nothing, so it doesn't bind"
    open_now = game.position(hands={seat: ["2m", "3k"], 1 - seat: ["4k", "5k"]}, leader=seat, vars={"broken": True})
    assert may_play(open_now) == {"2m", "3k"}


def test_a_card_without_suit_and_without_a_rule_of_its_own_is_an_error(tmp_path: Path) -> None:
    blocks = ("deck: {suits: [bells, keys, moons], ranks: 1..11}",)
    with_fool = "deck:\n  blocks:\n    - {suits: [bells, keys, moons], ranks: 1..11}\n    - {special: fool}\n"
    assert "special-without-rule" in slugs(tmp_path, "", (blocks[0], with_fool))


def test_legality_leaves_out_no_card_that_is_as_good_as_another() -> None:
    holds("cucumber", "both nines", trick=["5h"], hand=["3c", "5d", "9h", "9s"], legal=["3c", "5d", "9h", "9s"])
    holds("cucumber", "an ace that was not led", players=3, trick=["5h", "Ac"], hand=["3c", "As"], legal=["3c", "As"])


def test_the_end_of_a_game_allows_nothing() -> None:
    *_, state = by_chance(game_of("fox"), 1)
    assert state.is_over and state.legal_actions == () and state.current_player is None
    before = state.fingerprint
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply(0)
    assert state.fingerprint == before


@pytest.mark.parametrize("action", [-1, -13, 10**30, 10**5000, True, False, "play 9m", None, 1.0, [1], b"1"], ids=type)
def test_what_is_no_action_is_refused_and_changes_nothing(action: object) -> None:
    state = game_of("fox").deal(1)
    before = state.fingerprint
    with pytest.raises(IllegalAction, match="no such action"):
        state.apply(action)  # type: ignore[arg-type]
    assert state.fingerprint == before


def test_a_refusal_names_the_rule_the_cards_and_the_choice() -> None:
    game = game_of("fox")
    state = game.position(hands={0: ["4k"], 1: ["2b", "5b", "11m"]}, zones={"decree": ["6k"]}, trick=["3b"])
    why = state.refusal(game.action("play 11 of moons"))
    assert why.rule == "follow suit"
    assert [card.short for card in why.because] == ["2b", "5b"]
    assert why.legal == ("play 2 of bells", "play 5 of bells")
