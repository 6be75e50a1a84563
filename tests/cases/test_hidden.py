"""Nobody is told what the rules hide: views, their JSON, what a bot decides by."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cases.table import by_chance, game_of, play
from tricktaker import Game, State, View
from tricktaker.bots.catalogue import check, create, names


def placed(view: View) -> dict[str, str]:
    """Every card that a view puts anywhere, with the place."""
    found = {}
    for name, zones in view.zones.items():
        for zone in zones:
            found |= {card.name: f"{name} {zone.owner}" for card in zone.cards if card is not None}
    return found


def hidden_from(state: State, seat: int | None) -> Iterator[tuple[str, int | None]]:
    """The places whose cards a seat does not see: other hands and the stock."""
    yield from (("hand", other) for other in range(state.game.players) if other != seat)
    yield "stock", None


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_places_no_hidden_card_but_those_that_were_seen_going_there(seat: int | None) -> None:
    game = game_of("fox")
    for number in range(3):
        seen_going: set[str] = set()
        round_no = 0
        for step, state in enumerate(by_chance(game, 8, number)):
            view = state.view(seat)
            if state.round_no != round_no:
                round_no, seen_going = state.round_no, set()
            for event in view.events[-12:]:
                if event.kind in ("swap", "move"):
                    seen_going |= {card.name for card in event.cards if card is not None}
            hidden = {card.name for zone, owner in hidden_from(state, seat) for card in state.zone(zone, owner)}
            told = {name for name in hidden if name in placed(view) or name in view.known}
            assert told <= seen_going
            if step % 9 == 0:
                text = json.dumps({key: view.to_json()[key] for key in ("hand", "zones", "known")})
                assert all(f'"{name}"' not in text for name in hidden - seen_going)


def test_who_watches_gets_counts() -> None:
    state = game_of("fox").deal(2)
    view = state.view(None)
    assert view.hand == () and view.legal_actions == () and view.decision is None
    assert {card for zone in view.zones["hand"] for card in zone.cards} == {None}
    assert [zone.size for zone in view.zones["hand"]] == [13, 13]
    assert set(view.zones["stock"][0].cards) == {None}
    assert view == state.view(None), "whoever comes again sees the same"


def test_unknown_cards_have_nothing_to_be_told_apart_by() -> None:
    game = game_of("fox")
    hands = {0: ["5b", "2k", "4k"], 1: ["3m", "6m", "8m"]}
    stock = ["2b", "3b", "4b", "6b", "7b", "8b"]
    views = []
    for buried in ("2k", "4k", "2b"):
        state = game.position(hands=hands, zones={"decree": ["7k"], "stock": stock})
        views.append(play(state, "play 5b", f"bury {buried}").view(1).to_json())
    assert views[0] == views[1] == views[2], "which card went under the stock can't be read from anything"


def other_deal(state: State, seat: int, chance: random.Random) -> State | None:
    """The same to a seat that knows nothing but its view: what it doesn't see is dealt anew."""
    game, view = state.game, state.view(seat)
    unknown = [
        card
        for name, owner in hidden_from(state, seat)
        for card in state.zone(name, owner)
        if card.name not in placed(view)
    ]
    if len(unknown) < 2 or any(card.name in view.known for card in unknown):
        return None
    twin = state.copy()
    pool = unknown[:]
    chance.shuffle(pool)
    again = dict(zip(unknown, pool, strict=True))
    zones = {
        name: [[again.get(card, card).short for card in state.zone(name, owner)] for owner in owners]
        for name, owners in (("hand", (0, 1)), ("stock", (None,)))
    }
    return _with(game, twin, zones)


def _with(game: Game, state: State, zones: dict[str, list[list[str]]]) -> State:
    """The state with other cards in these zones and nothing else changed, not even what anybody remembers."""
    from tricktaker.game.layer import Layer

    layer = Layer(game)
    for name, owners in zones.items():
        for owner, cards in enumerate(owners):
            seat = owner if len(owners) > 1 else None
            if name not in game.pile_zones:
                state._raw[game.program.layout.arrays[f"Z_{name}"].offset + (seat or 0)] = 0
            layer.put(state, name, seat, [game.card(text).index for text in cards])
    return state


@pytest.mark.parametrize("kind", [name for name in names() if not check(name).open_cards])
def test_a_bot_decides_by_what_its_seat_may_know(kind: str) -> None:
    game = game_of("fox")
    chance = random.Random(3)
    compared = 0
    for number in range(1):
        for step, state in enumerate(by_chance(game, 13, number)):
            if step % 3 or state.is_over or state.current_player is None or len(state.legal_actions) < 2:
                continue
            seat = state.current_player
            twin = other_deal(state, seat, chance)
            if twin is None:
                continue
            one, two = state.view(seat), twin.view(seat)
            assert one.to_json() == two.to_json(), "the view itself must not depend on it"
            assert create(kind, game, seat, 5, 0).choose(one) == create(kind, game, seat, 5, 0).choose(two)
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("name", ["fox", "duet", "cucumber"])
def test_a_view_survives_the_way_through_text(name: str) -> None:
    game = game_of(name)
    for step, state in enumerate(by_chance(game, 3)):
        if step % 11:
            continue
        for seat in (*range(game.players), None):
            view = state.view(seat)
            text = json.dumps(view.to_json())
            again = View.from_json(game, json.loads(text))
            assert again == view
            assert json.dumps(again.to_json()) == text


@pytest.mark.parametrize("seat", [-1, 2, 99, True, 1.0, "0", float("nan"), [0]], ids=str)
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: Any) -> None:
    with pytest.raises(ValueError, match="no seat"):
        game_of("fox").deal(1).view(seat)


def test_secret_answers_are_not_seen_before_all_have_answered() -> None:
    game = game_of("duet")
    state = game.position(hands={0: ["7s", "10s", "2r"], 1: ["4d", "6r", "8r"]}, zones={"decree": ["4r"]})
    play(state, "play 7s")
    before: dict[str, Any] = {}
    for given in ("10s", "2r"):
        twin = play(state.copy(), f"give {given}")
        view = twin.view(1)
        data = view.to_json()
        before.setdefault("view", data)
        assert data == before["view"], "the second player can't read the first one's answer"
        assert twin.current_player == 1
