"""Every property can fail: the program is broken on purpose, and the property says so."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tricktaker.checks.properties import (
    cards_conserved,
    copies_agree,
    fair_result,
    game_ends,
    hidden_cards_stay_hidden,
    knowledge_true,
    offers_are_seen,
    refusals_change_nothing,
    replays_agree,
    same_seed,
    scores_add_up,
    some_legal_action,
    text_round_trip,
    values_in_range,
    views_serialise,
    worlds_agree,
)
from tricktaker.checks.properties.catalogue import FINDINGS, MODULES, manual, properties
from tricktaker.checks.properties.property import Broken, Playthrough, Scene
from tricktaker.checks.properties.swapping import chosen_so_far, pair_to_swap, swapped, unseen
from tricktaker.checks.walk import Walk
from tricktaker.diagnostics import Span
from tricktaker.game import Game, IllegalAction, State, View, load

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def game() -> Game:
    return load(HERE / "sound.yaml")


def scene_after(game: Game, moves: int, seed: int = 0) -> Scene:
    """A decision some moves into a game, with the state before it."""
    rng = random.Random(seed)
    walk = Walk(game, seed)
    walk.keep = True
    for moment in walk.moments(lambda state: rng.randrange(len(state.legal_actions))):
        if moment == "decision" and len(walk.choices) >= moves:
            break
    return walk.scene(moment)


def ended(game: Game) -> Scene:
    walk = Walk(game, 1)
    for _moment in walk.moments(lambda state: 0):
        pass
    return walk.scene("game_end")


def messages(look: Callable[[Scene], Any], scene: Scene) -> list[str]:
    found: list[Broken] = list(look(scene))
    return [one.message for one in found]


def test_each_property_has_a_page_and_a_name_of_its_own() -> None:
    names = [prop.name for prop in properties()]
    assert len(set(names)) == len(names) == len(MODULES)
    assert len(manual()) == len(MODULES) + len(FINDINGS) + 1
    for page in manual().values():
        assert page.startswith("# ") and page.count("\n\n") >= 1
    files = {path.stem for path in (Path(game_ends.__file__).parent).glob("*.py")}
    assert files - {"__init__", "property", "catalogue", "swapping", "relabelling"} == {*MODULES, *FINDINGS}


def test_nothing_is_found_in_a_sound_game(game: Game) -> None:
    for moves in (0, 5, 30):
        scene = scene_after(game, moves)
        for prop in properties():
            if prop.look is not None and "decision" in prop.moments:
                assert messages(prop.look, scene) == []


def test_no_legal_action(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_after(game, 5)
    scene.state._legal = ()
    assert "nothing is legal" in messages(some_legal_action.look, scene)[0]


def test_a_text_that_means_something_else(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "action", lambda self, text: 0)
    assert messages(text_round_trip.look, scene_after(game, 9))


def test_a_lost_card(game: Game) -> None:
    scene = scene_after(game, 5)
    scene.state._raw[game.program.layout.arrays["Z_hand"].offset] = 0
    assert "nowhere" in messages(cards_conserved.look, scene)[0]


def test_a_round_too_many(game: Game) -> None:
    scene = scene_after(game, 5)
    scene.state._raw[game.at["round_no"]] = 41
    assert messages(game_ends.look, scene) == ["round 41 is played, and there are at most 40"]


def test_a_value_outside_its_range(game: Game) -> None:
    scene = scene_after(game, 5)
    scene.state._raw[game.program.layout.arrays["V_bid"].offset] = 7
    assert messages(values_in_range.look, scene) == ["`bid` is 7, outside 0..3"]


def test_a_winner_who_did_not_win(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = ended(game)
    assert messages(fair_result.look, scene) == []
    monkeypatch.setattr(State, "winners", property(lambda self: (0, 1, 2)))
    assert messages(fair_result.look, scene)


def test_a_copy_that_shares_something(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_after(game, 5)
    copy = State.copy

    def shallow(self: State) -> State:
        twin = copy(self)
        twin._raw = self._raw
        return twin

    monkeypatch.setattr(State, "copy", shallow)
    assert messages(copies_agree.look, scene)


def test_a_refusal_that_leaves_traces(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_after(game, 5)
    refuse = State._refuse

    def careless(self: State, action: object) -> None:
        self._raw[self.game.at["deal_no"]] += 1
        refuse(self, action)

    monkeypatch.setattr(State, "_refuse", careless)
    assert "changes something" in messages(refusals_change_nothing.look, scene)[0]


def test_an_action_that_is_not_refused(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_after(game, 5)
    monkeypatch.setattr(State, "_refuse", lambda self, action: None)
    monkeypatch.setattr(State, "_advance", lambda self: None)
    monkeypatch.setattr(Game, "bits", lambda self, site, action: [0])
    scene.state._raw[game.at["m0"]] |= 1
    assert "is not refused" in messages(refusals_change_nothing.look, scene)[0]


def test_a_wrong_clue(game: Game) -> None:
    scene = scene_after(game, 8)
    knowledge = scene.state._past.knowledge
    held = {card.index for card in scene.state.zone("hand", 0)}
    for belief in knowledge.beliefs:
        place = game.zone_numbers["hand"] * 16 + 0
        belief.sets[place] = {next(card.index for card in game.cards if card.index not in held)}
    assert messages(knowledge_true.look, scene)


def test_a_view_that_changes_on_its_way(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_after(game, 8)
    monkeypatch.setattr(View, "from_json", classmethod(lambda cls, game, data: scene.state.view(2)))
    assert messages(views_serialise.look, scene) or messages(views_serialise.look, scene_after(game, 9))


def test_a_view_that_shows_too_much(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    import tricktaker.game.view as module

    monkeypatch.setattr(
        module, "open_variables", lambda state, bit: {"peek": [card.index for card in state.zone("hand", 1)][:1]}
    )
    scenes = [scene_after(game, moves) for moves in range(3, 30)]
    assert any(messages(hidden_cards_stay_hidden.look, scene) for scene in scenes)


def offered_at_choices(path: Path, seed: int = 0) -> list[str]:
    rng = random.Random(seed)
    walk = Walk(load(path), seed)
    found: list[str] = []
    for moment in walk.moments(lambda state: rng.randrange(len(state.legal_actions))):
        if moment == "decision":
            found += messages(offers_are_seen.look, walk.scene(moment))
    return found


def test_a_hidden_card_that_is_offered_by_name(tmp_path: Path) -> None:
    path = HERE / "broken" / "hidden-card-offered.yaml"
    found = offered_at_choices(path)
    assert found and all("is offered the" in text for text in found)
    other = tmp_path / "other.yaml"
    for was, now in (
        ("trick_no > 0", "trick_no >= 0"),
        ("from: stock, as", "from: cards, as"),
        (", as: wanted", ", unseen: true, as: wanted"),
    ):
        text = path.read_text(encoding="utf-8")
        assert was in text
        other.write_text(text.replace(was, now), encoding="utf-8")
        assert offered_at_choices(other) == [], now


@pytest.mark.parametrize(("when", "hidden"), [("trick_no > 1", True), ("true", False)])
def test_a_hidden_hand_that_is_played_for_another_seat(tmp_path: Path, when: str, hidden: bool) -> None:
    path = tmp_path / "dummy.yaml"
    text = (HERE / "sound.yaml").read_text(encoding="utf-8")
    assert "trick:\n" in text and "zones:\n" in text
    text = text.replace("trick:\n", "trick:\n  played_by: left(me)\n", 1).partition("\nexamples:")[0] + "\n"
    path.write_text(text.replace("zones:\n", f"zones:\n  hand: {{face_up_if: {when}}}\n", 1), encoding="utf-8")
    assert bool(offered_at_choices(path)) == hidden


def test_a_replay_that_differs(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Playthrough(4, 0, (), (1, 2, 0) * 10)
    assert list(replays_agree.compare(game, play)) == []
    assert list(same_seed.compare(game, play)) == []
    monkeypatch.setattr(State, "fingerprint", property(lambda self: str(random.random())))
    assert list(replays_agree.compare(game, play))
    assert list(same_seed.compare(game, play))


def test_two_cards_trade_places_and_nothing_else(game: Game) -> None:
    state = scene_after(game, 9).state
    view = state.view(0)
    pair = pair_to_swap(state, view, unseen(state, view), random.Random(1))
    assert pair is not None
    other = swapped(state, *pair, 0)
    assert other != state
    assert swapped(other, *pair, 0) == state
    assert other.view(0).to_json() == view.to_json()
    assert sorted(card.index for seat in range(3) for card in other.zone("hand", seat)) != []


@pytest.mark.parametrize("name", ["leak-through-picks", "leak-through-secret-picks"])
def test_what_was_picked_already_trades_places_as_well(name: str) -> None:
    game = load(HERE / "broken" / f"{name}.yaml")
    state = game.deal(0)
    while "think of" not in game.text(state.legal_actions[0]):
        state.apply(state.legal_actions[0])
    picker = state.current_player
    viewer = (picker + 1) % 3  # type: ignore[operator]
    for number in range(2 if "secret" in name else 1):
        picked = game.program.actions.cards[state.legal_actions[0]]
        state.apply(state.legal_actions[0])
        assert number or picked in chosen_so_far(state)
    first = next(card for card in chosen_so_far(state) if game.cards[card] in state.zone("hand", picker))
    other = next(card.index for card in state.zone("stock"))
    twin = swapped(state, first, other, viewer)
    assert game.cards[other] in twin.zone("hand", picker)
    assert other in chosen_so_far(twin) and first not in chosen_so_far(twin)
    assert twin.view(viewer).to_json() == state.view(viewer).to_json()
    assert swapped(twin, first, other, viewer) == state


def at_round_end(game: Game, seed: int = 0) -> Scene:
    rng = random.Random(seed)
    walk = Walk(game, seed)
    for moment in walk.moments(lambda state: rng.randrange(len(state.legal_actions))):
        if moment == "round_end":
            break
    return walk.scene(moment)


def test_scores_that_do_not_add_up(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = at_round_end(game)
    assert messages(scores_add_up.look, scene) == []
    place = game.program.layout.arrays["V_earned"].offset
    scene.state._raw[place] += 1
    (broken,) = scores_add_up.look(scene)
    assert broken.message.startswith("`earned` is [") and "the steps come to" in broken.message
    assert broken.span is not None and "- add: {score: points" in line_of(game, broken.span)
    scene = ended(game)
    assert messages(scores_add_up.look, scene) == []
    monkeypatch.setattr(State, "scores", property(lambda self: [1, 2, 3]))
    assert "the scores are [1, 2, 3], and come to" in messages(scores_add_up.look, scene)[0]


def line_of(game: Game, span: Span) -> str:
    return game.rules.source_lines[span.file][span.line - 1]


@pytest.mark.parametrize(
    ("was", "now"),
    [("0: 3", "0: 4"), ("tricks_won == bid", "tricks_won != bid"), ("{score: 2, earned: 2}", "{score: 3, earned: 3}")],
)
def test_a_game_that_was_compiled_from_other_rules(game: Game, was: str, now: str, tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    path.write_text((HERE / "sound.yaml").read_text(encoding="utf-8").replace(was, now, 1), encoding="utf-8")
    other = load(path)
    found = []
    for seed in range(8):
        scene = at_round_end(other, seed)
        assert messages(scores_add_up.look, scene) == []
        scene.state.game = game  # whose rules say otherwise
        found += messages(scores_add_up.look, scene)
    assert found


def test_worlds_that_do_not_agree(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_after(game, 8)
    assert messages(worlds_agree.look, scene) == []
    monkeypatch.setattr(View, "worlds", lambda self, count, seed: [game.deal(5)])
    assert "other `" in messages(worlds_agree.look, scene)[0]

    def impossible(self: View, count: int, seed: int) -> list[State]:
        twin = scene.state.copy()
        last = twin._past.decisions[-1]
        twin._past.decisions[-1] = replace(last, action=twin._past.decisions[-2].action)
        return [twin]

    monkeypatch.setattr(View, "worlds", impossible)
    assert "was not legal" in messages(worlds_agree.look, scene)[0]

    def torn(self: View, count: int, seed: int) -> list[State]:
        raise IllegalAction("no such card", "play 9 of bells", ())

    monkeypatch.setattr(View, "worlds", torn)
    assert "imagines what can't be" in messages(worlds_agree.look, scene)[0]
