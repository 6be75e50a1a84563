"""Cards that nobody can tell apart are one answer, and still as many cards as they are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tricktaker
from tricktaker.game import Game, State

HEAD = """\
tricktaker: 1
name: Copies
players: 2
deck: {DECK}
zones:
  side: {per: player, see: everyone}
round:
  - shuffle: deck
  - deal: {to: hand, count: 5}
"""
TAIL = """
  - tricks: {until: players.any(hand.empty)}
rounds: {count: 1}
end: {standings: [tricks_won]}
"""


def made(folder: Path, steps: str, deck: str = "suits: [reds], ranks: 1..3, copies: 4") -> Game:
    path = folder / "copies.yaml"
    path.write_text(HEAD.replace("DECK", deck) + steps + TAIL, encoding="utf-8")
    return tricktaker.load(path)


def ranks(state: State, zone: str, seat: int) -> list[str]:
    return [card.short for card in state.zone(zone, seat)]


@pytest.mark.parametrize("secretly", [False, True])
def test_several_are_chosen_card_by_card(tmp_path: Path, secretly: bool) -> None:
    each = "each: player\n    secretly: true" if secretly else "each: player"
    game = made(
        tmp_path,
        f"  - {each}\n    do:\n      - choose: {{from: hand, count: 4, as: given}}\n        then:\n"
        "          - move: {cards: given, to: side}\n",
    )
    for number in range(12):
        state = game.deal(seed=1, game=number)
        held = [ranks(state, "hand", seat) for seat in range(2)]
        asked = 0
        while state.decision is not None and state.decision.kind == "choose":
            assert len(set(map(game.text, state.legal_actions))) == len(state.legal_actions)
            state.apply(state.legal_actions[0])
            asked += 1
        assert asked == 8
        for seat in range(2):
            assert ranks(state, "side", seat) == held[seat][:4]
            assert ranks(state, "hand", seat) == held[seat][4:]


def test_choosing_from_a_set_leaves_the_set_as_it_is(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        "  - choose: {who: dealer, from: dealer.hand, count: 4, as: some}\n    then:\n"
        "      - choose: {who: dealer, from: some, as: one}\n        then:\n"
        "          - move: {cards: some, to: dealer.side}\n",
    )
    for number in range(12):
        state = game.deal(seed=1, game=number)
        for _ in range(5):
            state.apply(state.legal_actions[0])
        assert len(state.zone("side", state.dealer)) == 4


def test_cards_nobody_sees_are_as_many_places_and_equally_likely(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        "  - choose: {who: dealer, from: left(dealer).hand, unseen: true, as: drawn}\n    then:\n"
        "      - move: {cards: drawn, to: dealer.side}\n",
    )
    drawn: Counter[bool] = Counter()
    for number in range(2500):
        state = game.deal(seed=1, game=number)
        held = Counter(ranks(state, "hand", 1 - state.dealer))
        assert len(state.legal_actions) == 5
        if sorted(held.values()) != [1, 4]:
            continue
        state.apply(state.legal_actions[number % 5])
        (card,) = ranks(state, "side", state.dealer)
        drawn[held[card] == 4] += 1
    share = drawn[True] / drawn.total()
    assert drawn.total() > 40
    assert 0.65 < share < 0.95, "four of five"


@pytest.mark.parametrize("test", ["", "\n              if: hand.size > 2"])
def test_a_menu_offers_the_same_card_once_and_worlds_agree(tmp_path: Path, test: str) -> None:
    game = made(
        tmp_path,
        "  - each: player\n    do:\n      - choose:\n          menu:\n            - keep:\n"
        f"            - give: {{from: hand, as: given}}{test}\n              then:\n"
        "                - move: {cards: given, to: left(me).hand}\n",
        "suits: [reds, blues], ranks: 1..4, copies: 2",
    )
    for number in range(20):
        state = game.deal(seed=1, game=number)
        for _ in range(2):
            texts = [game.text(action) for action in state.legal_actions]
            assert len(set(texts)) == len(texts)
            state.apply(state.legal_actions[-1])
        seat = state.current_player
        assert seat is not None
        view = state.view(seat)
        for world in view.worlds(4, seed=number):
            assert world.view(seat).hand == view.hand
