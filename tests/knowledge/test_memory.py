"""What a seat remembers, known case by known case."""

from __future__ import annotations

import json
from pathlib import Path

import tricktaker

ROOT = Path(__file__).parents[2]
FOX = tricktaker.load("fox")


def position(**given: object) -> tricktaker.State:
    return FOX.position(leader=0, fill=False, **given)  # type: ignore[arg-type]


def play(state: tricktaker.State, *texts: str) -> None:
    for text in texts:
        state.apply(state.game.action(text))


def hand_of(view: tricktaker.View, seat: int) -> list[str | None]:
    return [None if card is None else card.name for card in view.zones["hand"][seat].cards]


def exchanged() -> tricktaker.State:
    state = position(
        hands={0: ["3k", "6m", "5b", "2b"], 1: ["8b", "4m", "9b"]},
        zones={"decree": ["8k"], "stock": ["7b", "8m", "1b", "1k", "2m", "7m"]},
    )
    play(state, "play 3 of keys", "exchange 6 of moons")
    return state


def test_an_exchange_with_the_decree_is_seen_by_all() -> None:
    state = exchanged()
    for seat in (1, None):
        view = state.view(seat)
        assert view.known["8 of keys"] == "hand 0"
        assert [card.name for card in view.zones["decree"][0].cards if card is not None] == ["6 of moons"]
        assert hand_of(view, 0) == ["8 of keys", None, None]
        swap = next(event for event in view.events if event.kind == "swap")
        assert [card.name for card in swap.cards if card is not None] == ["6 of moons", "8 of keys"]


def test_what_was_taken_is_forgotten_when_it_may_have_left_unseen() -> None:
    state = exchanged()
    play(state, "play 4 of moons", "play 8 of bells", "play 5 of bells")
    assert hand_of(state.view(1), 0) == ["8 of keys", None, None]
    # a card goes under the stock that nobody else sees: it may be the one that was taken
    play(state, "bury 2 of bells")
    assert hand_of(state.view(1), 0) == [None, None]
    assert "2 of bells" not in json.dumps(state.view(1).to_json())


def test_what_was_taken_is_known_until_it_is_played() -> None:
    state = exchanged()
    play(state, "play 4 of moons", "play 8 of bells", "play 2 of bells")
    assert hand_of(state.view(1), 0) == ["8 of keys", None]
    assert state.view(1).known["8 of keys"] == "hand 0"


def woodcutter() -> tricktaker.State:
    state = position(
        hands={0: ["5k", "4m", "2m"], 1: ["2k", "3k", "4k"]},
        zones={"decree": ["6m"], "stock": ["2b", "3b", "4b", "6b", "7b", "8b"]},
    )
    play(state, "play 5 of keys", "bury 4 of moons")
    return state


def test_drawing_and_burying_are_counts_for_the_others() -> None:
    state = woodcutter()
    for seat in (1, None):
        view = state.view(seat)
        moves = [event for event in view.events if event.kind == "move"]
        assert [event.cards for event in moves] == [(None,), (None,)]
        assert set(view.zones["stock"][0].cards) == {None} and view.zones["stock"][0].size == 6
        text = json.dumps(view.to_json())
        assert "2 of bells" not in text and "bury 4 of moons" not in text


def test_who_buried_a_card_knows_where_it_lies() -> None:
    view = woodcutter().view(0)
    bottom = view.zones["stock"][0].cards[-1]
    assert bottom is not None and bottom.name == "4 of moons"
    assert view.known["4 of moons"] == "stock"


def test_no_mark_joins_a_hidden_card_to_its_later_place() -> None:
    """All that stands for a hidden card is None: the others' views are equal whichever card was buried."""
    texts = []
    for buried in ("4 of moons", "2 of bells"):
        state = position(
            hands={0: ["5k", "4m", "2m"], 1: ["2k", "3k", "4k"]},
            zones={"decree": ["6m"], "stock": ["2b", "3b", "4b", "6b", "7b", "8b"]},
        )
        play(state, "play 5 of keys", f"bury {buried}")
        texts.append([json.dumps(state.view(seat).to_json()) for seat in (1, None)])
    assert texts[0] == texts[1]


def test_what_happens_in_a_trick_has_one_order() -> None:
    def told() -> list[str]:
        state = position(
            hands={0: ["5b", "9b", "2b"], 1: ["3m", "6m", "8k"]},
            zones={"decree": ["10k"], "stock": ["7b", "8m", "1b", "1k", "2m", "7m"]},
        )
        play(state, "play 5 of bells", "bury 9 of bells", "play 3 of moons", "exchange 6 of moons")
        return [json.dumps(event.to_json()) for event in state.events]

    first = told()
    kinds = [json.loads(text)["kind"] for text in first]
    wanted = ["play", "ability", "move", "choose", "move", "play", "ability", "choose", "swap", "trick_won"]
    assert [kind for kind in kinds if kind in wanted] == wanted
    assert all(told() == first for _ in range(20))


def test_spectators_see_counts_however_they_come_and_go() -> None:
    state = FOX.deal(3)
    for _ in range(20):
        view = state.view(None)
        assert view.hand == () and view.legal_actions == () and view.decision is None
        assert state.view(None).to_json() == view.to_json()
        for zone in (*view.zones["hand"], *view.zones["stock"]):
            assert set(zone.cards) <= {None} | {card for card in zone.cards if card and card.name in view.known}
        state.apply(state.legal_actions[0])


def test_cards_that_are_dealt_hide_where_known_ones_stand_among_them() -> None:
    game = tricktaker.load(ROOT / "variants/whist.yaml")
    state = game.deal(5)
    dealer = state.dealer
    for seat in range(game.players):
        view = state.view(seat)
        dealt = next(event for event in view.events if event.kind == "deal" and event.seat == dealer)
        if seat != dealer:
            # the last card was shown to all; the hidden ones stand behind it
            assert [card is not None for card in dealt.cards] == [True] + [False] * 12


BURYING = """
tricktaker: 1
name: Burying
players: 3
deck:
  blocks:
    - {suits: [fog, gale], ranks: 1..3}
    - {special: beacon, copies: 3}
zones:
  pier: {see: nobody}
vars:
  score: {per: player, int: 0..9, lasts: game}
round:
  - shuffle: deck
  - deal: {to: hand, count: 3}
  - choose: {who: dealer, from: dealer.hand, as: c}
    then:
      - move: {cards: c, to: pier}
  - tricks: {count: 2}
trick:
  led: none
  follow: []
  wins:
    - {cards: special == beacon}
    - {highest: order}
rounds: {count: 1}
"""


def test_whoever_holds_another_copy_does_not_see_a_copy_chosen_in_secret(tmp_path: Path) -> None:
    path = tmp_path / "burying.yaml"
    path.write_text(BURYING, encoding="utf-8")
    game = tricktaker.load(str(path))
    buried = game.action("choose beacon")
    looked = 0
    for seed in range(30):
        state = game.deal(seed=seed)
        dealer = state.current_player
        if buried not in state.legal_actions:
            continue
        state.apply(buried)
        for seat in range(3):
            told = [event.data["action"] for event in state.view(seat).events if event.kind == "choose"]
            assert told == ["choose beacon" if seat == dealer else None]
            looked += "beacon" in hand_of(state.view(seat), seat)
    assert looked > 20
