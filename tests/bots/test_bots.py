"""Bots: what they are given, what they may answer, how they fail, how well they play."""

from __future__ import annotations

import gc
import json
import random
from pathlib import Path
from types import FunctionType, ModuleType
from weakref import WeakKeyDictionary

import pytest

import tricktaker
from tests.knowledge.worlds import VARIANTS, after, cards_seen, numbers_of, other_world, random_game
from tests.loaded import game_for
from tricktaker.bots import Bot, BotFault, Limits, UnknownBot, Watch, ask, create, names, play, practice
from tricktaker.bots.practice import Practice, worth_of
from tricktaker.game.game import bot_seed
from tricktaker.game.history import History
from tricktaker.game.knowledge import Knowledge
from tricktaker.game.state import State

ROOT = Path(__file__).resolve().parents[2]


HONEST = ("greedy", "random", "search:simulations=4:worlds=2:engine=python", "mc:simulations=4:worlds=2:engine=python")


def load(name: str) -> tricktaker.Game:
    folder = ROOT / "variants" if (ROOT / "variants" / f"{name}.yaml").is_file() else ROOT / "tests" / "variants"
    return game_for(folder / f"{name}.yaml", {})


def test_there_are_bots_by_name() -> None:
    assert names() == ("search", "greedy", "random", "mc", "cheat")
    game = load("fox")
    for name in names():
        bot = create(name, game, 1, 7)
        assert bot.name == name and bot.seat == 1 and bot.about
    with pytest.raises(UnknownBot, match="nobody"):
        create("nobody", game, 0, 7)


# -- what a bot is given


def test_no_object_in_a_view_leads_to_the_state() -> None:
    """Whatever a bot does with its view, it doesn't come to the real cards."""
    state = load("fox").deal(3)
    view = state.view(0)
    seen: set[int] = set()
    stack: list[object] = [view]
    while stack:
        found = stack.pop()
        if id(found) in seen or isinstance(found, ModuleType | type | FunctionType):
            continue
        seen.add(id(found))
        assert not isinstance(found, State | History | Knowledge)
        assert found is not state._raw
        stack += gc.get_referents(found)
    assert len(seen) > 1000, "the rules of the game can be reached, and are looked through"


def test_a_bot_does_the_same_in_every_world_that_looks_the_same() -> None:
    game = load("fox")
    compared = 0
    for seed in range(6):
        whole = random_game(game, seed, 60)
        chance = random.Random(seed)
        for count in range(3, 60, 4):
            state = after(whole, count, seed)
            seat = state.current_player
            assert seat is not None
            view = state.view(seat)
            hidden = [card.index for card in game.cards if card.index not in cards_seen(view)]
            hidden = [card for card in hidden if len(numbers_of(game)[game.cards[card].name]) == 1]
            if len(hidden) < 2:
                continue
            other = other_world(state, seed, *chance.sample(hidden, 2))
            if other is not None:
                compared += 1
                for kind in HONEST:
                    one, two = create(kind, game, seat, 5), create(kind, game, seat, 5)
                    assert one.choose(view) == two.choose(other.view(seat))
    assert compared > 30


@pytest.mark.parametrize("kind", HONEST)
def test_a_view_that_went_through_json_is_enough(kind: str) -> None:
    for name in ("fox", "cucumber", "hearts", "bridge"):
        game = load(name)
        state, chance = game.deal(2), random.Random(2)
        for _ in range(30):
            seat = state.current_player
            assert seat is not None
            view = state.view(seat)
            again = tricktaker.View.from_json(game, json.loads(json.dumps(view.to_json())))
            assert create(kind, game, seat, 1).choose(view) == create(kind, game, seat, 1).choose(again)
            state.apply(chance.choice(state.legal_actions))


# -- what a bot may answer


class Speechless(Exception):
    """Neither a bot's answer nor its error need be able to say what it is."""

    def __repr__(self) -> str:
        raise ValueError("no words")

    __str__ = __repr__


class Number(int):
    """As of a library that has numbers of its own."""


class Failing(Bot):
    """Answers with what it was made for, from its fifth decision on."""

    name = "failing"

    def __init__(self, game: tricktaker.Game, seat: int, answer: object) -> None:
        super().__init__(game, seat, 0)
        self.answer = answer
        self.asked = 0

    def choose(self, view: tricktaker.View) -> int:
        self.asked += 1
        if self.asked < 5:
            return view.legal_actions[0]
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (KeyError("x"), "KeyError: 'x'"),
        (-1, "chose -1, which is not legal"),
        (10**9, "chose 1000000000, which is not legal"),
        (None, "chose None, which is not legal"),
        ("play 2 of keys", "chose 'play 2 of keys', which is not legal"),
        (True, "chose True, which is not legal"),
        (float("nan"), "chose nan, which is not legal: actions are of type int, not float"),
        (2**70, "chose 1180591620717411303424, which is not legal"),
        (10**5000, "chose something of type int that can't be shown, which is not legal"),
        (Number(1), "which is not legal: actions are of type int, not Number"),
        ("y" * 10**6, "yyy…, which is not legal"),
        ([Speechless()], "chose something of type list that can't be shown"),
        (Speechless(), "Speechless: something of type Speechless that can't be shown"),
        (SystemExit(0), "SystemExit: 0"),
        (GeneratorExit(), "GeneratorExit"),
        (RuntimeError("\x1b[2Jone\ntwo\x07"), "RuntimeError: [2Jone two"),
    ],
    ids=type,
)
def test_a_bot_that_fails_is_named_with_seed_and_move(answer: object, told: str) -> None:
    game = load("fox")
    with pytest.raises(BotFault) as fault:
        play(game, [Failing(game, 0, answer), "random"], seed=42, number=3)
    text = str(fault.value)
    assert told in text
    assert "bot `failing` in seat 0, seed 42, game 3, move " in text
    assert fault.value.move >= 5 and fault.value.seed == 42
    assert text.isprintable() and len(text) < 1000
    limited = Watch(Limits(on_fault="replace", move_time=60), 42, 3)
    bot, state = Failing(game, 0, answer), game.deal(42, 3)
    bot.asked, bot.seat = 9, 77
    view = state.view(state.current_player)
    assert limited.ask(bot, view, 1) in view.legal_actions
    assert told in str(limited.first) and f"seat {view.seat}," in str(limited.first)


def test_an_action_of_another_moment_is_told_by_its_text() -> None:
    game = load("fox")
    state = game.deal(1)
    view = state.view(state.current_player)
    bot = Failing(game, 0, game.action("decline"))
    bot.asked = 9
    with pytest.raises(BotFault, match="chose `decline`, which is not legal"):
        ask(bot, view, seed=1, number=0, move=1)


def test_there_is_a_bot_for_every_seat() -> None:
    with pytest.raises(ValueError, match="3 bots for 2 seats"):
        play(load("fox"), ["random"] * 3)


# -- chance


def test_the_same_seed_is_the_same_game() -> None:
    game = load("cucumber")
    for kind in ("greedy", "random"):
        one, two = (play(game, [kind] * game.players, 4, 2) for _ in range(2))
        assert one.decisions == two.decisions
    games = {play(game, ["random"] * game.players, 4, number).fingerprint for number in range(20)}
    assert len(games) == 20


def test_who_plays_changes_no_deal_and_nobody_elses_chance() -> None:
    game = load("fox")
    deals = []
    for bots in (["random", "random"], ["greedy", "random"], ["random", "greedy"]):
        state = play(game, bots, 7)
        deals.append([shuffle.cards for shuffle in state.shuffles][:3])
    assert deals[0] == deals[1] == deals[2]
    assert len({bot_seed(seed, number, seat) for seed in range(5) for number in range(5) for seat in range(4)}) == 100


# -- every game


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_bots_play_every_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "DECISIONS", 400)
    monkeypatch.setattr(practice, "_learned", WeakKeyDictionary())
    game = game_for(path, {})
    bots = [create(("greedy", "random")[seat % 2], game, seat, 3) for seat in range(game.players)]
    state = game.deal(3)
    for move in range(1, 121):
        seat = state.current_player
        if seat is None:
            break
        state.apply(ask(bots[seat], state.view(seat), seed=3, number=0, move=move))


@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_bots_play_with_any_number_of_players(players: int) -> None:
    game = tricktaker.load("cucumber", players=players)
    assert play(game, ["greedy"] * players, 2).is_over


# -- how well


def share_won(name: str, games: int) -> float:
    """Of the games that greedy and random play with seats and deals exchanged, the share that greedy wins."""
    game = load(name)
    sides = [set(team) for team in game.teams] or [set(range(0, game.players, 2)), set(range(1, game.players, 2))]
    won = 0.0
    for number in range(games):
        for side in sides:
            bots = ["greedy" if seat in side else "random" for seat in range(game.players)]
            winners = set(play(game, bots, 11, number).winners)
            won += len(winners & side) / len(winners)
    return won / (games * len(sides))


@pytest.mark.parametrize("name", ["cucumber", "hearts", "euchre", "whist", "spades"])
def test_greedy_beats_random(name: str) -> None:
    assert share_won(name, 8) >= 0.75


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "fox",
        "belote",
        "bridge",
        "oh-hell",
        "omnibus-hearts",
        "schnapsen",
        "skat",
        "skull-king",
        "german-whist",
        "claim",
    ],
)
def test_greedy_beats_random_in_many_games(name: str) -> None:
    assert share_won(name, 60) > 0.55


def test_practice_teaches_the_same_every_time() -> None:
    game = tricktaker.load("fox")
    one, two = Practice(game).worth(), Practice(game).worth()
    assert one.weights == two.weights and one.appetite == two.appetite
    assert worth_of(game) is worth_of(game)


def test_practice_finds_out_what_tricks_are_good_for() -> None:
    assert worth_of(load("whist")).hunger > 0.2
    assert worth_of(load("hearts")).hunger < -0.05


def test_a_bot_sees_of_a_view_what_is_there_in_the_state() -> None:
    """Laid out from a view, a decision is judged as it is in the state, where nothing hidden counts."""
    for name in ("fox", "whist", "hearts", "cucumber"):
        game = load(name)
        worth = worth_of(game)
        state, chance = game.deal(6), random.Random(6)
        for _ in range(60):
            seat, legal = state.current_player, state.legal_actions
            if seat is None:
                break
            real, seen = worth.eye.of_state(state), worth.eye.of_view(state.view(seat))
            for action in legal:
                assert worth.value(real, action, 0) == worth.value(seen, action, 0)
            state.apply(chance.choice(legal))
