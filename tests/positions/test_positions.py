"""Known positions of the three shipped games, a named test each.

The positions are data (`fox.yaml`, `duet.yaml`, `cucumber.yaml` beside this file) in words of their own, so that they
judge the variant files and not the other way round. This module translates: what the `examples:` notation can say goes
through `run_example`, sequences and ends of games are played through the public face of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

import tricktaker
from tricktaker.checks.examples import run_example

Position = Mapping[str, Any]

HERE = Path(__file__).parent
PRESETS = {
    "default": "cucumber",
    "danish": "agurk",
    "swedish": "gurka",
    "polish": "ogorek",
    "finnish": "kurkku",
    "bga": "cucumber-bga",
    "five_cucumbers": "five-cucumbers",
}
COUNT = {"FF": 41, "FD": 30, "CU": 33}
PLAYED_IN_FULL = {"FD-29"}  # by a test of its own, below


def read(name: str) -> list[Position]:
    found: list[Position] = yaml.safe_load((HERE / f"{name}.yaml").read_text(encoding="utf-8"))
    return found


def these(positions: Sequence[Position], wanted: Callable[[Position], bool]) -> Any:
    chosen = [position for position in positions if wanted(position)]
    return pytest.mark.parametrize("position", chosen, ids=[position["id"] for position in chosen])


FOX, DUET, CUCUMBER = read("fox"), read("duet"), read("cucumber")


def test_no_position_is_missing() -> None:
    ids = {position["id"].split()[0] for position in (*FOX, *DUET, *CUCUMBER)} | PLAYED_IN_FULL
    assert ids == {f"{game}-{number:02}" for game, last in COUNT.items() for number in range(1, last + 1)}


# -- playing by text


def spelled(game: Any, text: str) -> str:
    """`play 3k` as the game says it: `play 3 of keys`."""
    verb, _, rest = text.partition(" ")
    names = {card.short: card.name for card in game.cards}
    return f"{verb} {names[rest]}" if rest in names else text


def may_play(state: Any) -> set[str]:
    """Short names of the cards that may be played now."""
    texts = {state.game.text(action) for action in state.legal_actions}
    return {card.short for card in state.game.cards if f"play {card.name}" in texts}


def perform(state: Any, texts: Sequence[str]) -> list[int]:
    """Does what `texts` say; returns the seats that had to decide something else than a play."""
    asked: list[int] = []
    for text in texts:
        if not text.startswith("play "):
            asked.append(state.current_player)
        state.apply(state.game.action(spelled(state.game, text)))
    return asked


def seen(state: Any, zone: str, seat: int) -> list[str | None]:
    """The cards of a pile from the top, as far as a seat knows them."""
    return [None if card is None else card.short for card in state.view(seat).zones[zone][0].cards]


def hands(state: Any) -> list[list[str]]:
    return [sorted(card.short for card in state.view(seat).hand) for seat in range(state.game.players)]


def finish_round(state: Any) -> Iterator[Any]:
    """Plays the first legal action until the round is over; yields the state before each."""
    round_no = state.round_no
    while not state.is_over and state.round_no == round_no:
        yield state
        state.apply(state.legal_actions[0])


# -- The Fox in the Forest


def fox_decree(position: Position) -> str:
    """The decree card, or any of its suit that the position does not name."""
    if "decree" in position:
        return str(position["decree"])
    named = {*position.get("trick", ()), *position.get("hand", ())}
    return next(card for rank in range(1, 12) if (card := f"{rank}{position['trump']}") not in named)


def fox_state(position: Position) -> Any:
    """The position with both hands as given, seat 0 to lead."""
    zones = {"decree": [fox_decree(position)]}
    if "stock" in position:
        zones["stock"] = position["stock"]
    game = tricktaker.load("fox")
    return game.position(hands=position["hands"], zones=zones, trick_no=position.get("trick_no", 2))


def fox_example(position: Position) -> dict[str, Any]:
    example: dict[str, Any] = {"about": position["id"]}
    if "trump" in position:
        example |= {"zones": {"decree": [fox_decree(position)]}, "trick": position["trick"]}
    if "hand" in position:
        return example | {"hand": position["hand"], "legal": position["legal"]}
    before = position.get("scores", [0, 0])
    if "totals" in position:
        scored = {"score": position["totals"], "earned": position["last_round"]}
        variables = {"score": before, "earned": position["treasures"]}
        return example | {"tricks": position["tricks"], "vars": variables, "score": scored}
    for key in ("trick_no", "tricks"):
        if key in position:
            example[key] = position[key]
    after = {"score": [total + more for total, more in zip(before, position["points"], strict=True)]}
    return example | {
        "vars": {"score": before},
        "winner": position["winner"],
        "next": position["leads"],
        "after": after,
    }


@these(FOX, lambda position: "do" not in position)
def test_fox(position: Position) -> None:
    assert run_example(tricktaker.load("fox"), fox_example(position)) == []


@these(FOX, lambda position: "do" in position)
def test_fox_played(position: Position) -> None:
    state = fox_state(position)
    tricks_before = state.view(None).tricks_won
    assert perform(state, position["do"]) == position["asked"]
    after = position["after"]
    if "decree" in after:
        assert seen(state, "decree", 0) == seen(state, "decree", 1) == [after["decree"]]
    assert hands(state) == [sorted(hand) for hand in after["hands"]]
    if "stock" in after:
        hidden = [None] * (len(after["stock"]) - 1)
        assert seen(state, "stock", 0) == [*hidden, after["stock"][-1]]
        assert seen(state, "stock", 1) == [*hidden, None]
        assert [card.short for card in state.zone("stock", None)] == after["stock"]
    if "winner" in position:
        won = [now - then for now, then in zip(state.view(None).tricks_won, tricks_before, strict=True)]
        assert won == [int(seat == position["winner"]) for seat in (0, 1)]
        assert state.current_player == position["leads"]
    if "points" in position:
        assert list(state.scores) == position["points"]


def test_fox_ff_37_the_round_goes_on_after_21() -> None:
    rest = [["2b", "4b", "6b", "8b", "10b", "2m", "4m", "6m"], ["4k", "6k", "8k", "10k", "8m", "10m", "1m", "7b"]]
    state = tricktaker.load("fox").position(
        hands=[["7k", *rest[0]], ["2k", *rest[1]]],
        zones={"decree": ["11b"]},
        trick_no=5,
        tricks=[2, 2],
        vars={"score": [20, 10]},
    )
    perform(state, ["play 7k", "play 2k"])
    assert list(state.scores) == [21, 10]
    assert not state.is_over
    assert max(state.trick_no for state in finish_round(state)) == 13
    assert state.is_over


@pytest.mark.parametrize(
    ("scores", "treasures", "tricks", "winners"),
    [
        pytest.param([15, 18], [0, 2], [6, 6], (0,), id="FF-38"),
        pytest.param([15, 18], [0, 3], [6, 6], (0, 1), id="FF-39"),
        pytest.param([16, 21], [0, 1], [8, 4], (0,), id="FF-40"),
    ],
)
def test_fox_level_at_the_end(
    scores: list[int], treasures: list[int], tricks: list[int], winners: tuple[int, ...]
) -> None:
    position = next(p for p in FOX if p.get("scores") == scores and p.get("treasures") == treasures)
    state = tricktaker.load("fox").position(
        hands=[["10k"], ["2k"]],
        zones={"decree": ["6m"]},
        trick_no=13,
        tricks=tricks,
        vars={"score": scores, "earned": treasures},
    )
    perform(state, ["play 10k", "play 2k"])
    assert state.is_over
    assert list(state.scores) == position["totals"]
    assert state.winners == winners == tuple(position["winners"])


# -- The Fox in the Forest Duet

DUET_NAMES = {
    "tracker": "tracker",
    "low": "low",
    "high": "high",
    "tokens": "forest",
    "gems": "gems",
    "total": "gems_left",
}
DUET_SUITS = {"d": "doves", "r": "roses", "s": "stars"}


def duet_decree(position: Position) -> str:
    if "decree" in position:
        return str(position["decree"])
    named = {*position.get("trick", ()), *position.get("hand", ())}
    trump = position.get("trump", "r")
    return next(card for rank in range(1, 11) if (card := f"{rank}{trump}") not in named)


def duet_setting(position: Position) -> dict[str, Any]:
    """Round, trick and variables in the variant's names."""
    before = position.get("before", {})
    setting: dict[str, Any] = {key: position[key] for key in ("round", "trick_no") if key in position}
    return setting | {"vars": {DUET_NAMES[key]: value for key, value in before.items()}}


def duet_expectations(after: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in after.items():
        if key == "gems" and isinstance(value, dict):
            found |= {f"gems[{space}]": gems for space, gems in value.items()}
        else:
            found[DUET_NAMES[key]] = value
    return found


def duet_example(position: Position) -> dict[str, Any]:
    example: dict[str, Any] = {"about": position["id"], "zones": {"decree": [duet_decree(position)]}}
    example |= duet_setting(position)
    if "answers" in position:
        example["script"] = position["answers"]
    if "hand" in position:
        return example | {key: position[key] for key in ("trick", "hand", "legal")}
    after = duet_expectations(position["after"])
    if position.get("round_end"):
        return example | {"score": after}
    asks = position.get("asked", [])
    return example | {"trick": position["trick"], "winner": position["winner"], "asks": asks, "after": after}


@these(DUET, lambda position: "do" not in position)
def test_duet(position: Position) -> None:
    game = tricktaker.load("duet")
    assert run_example(game, duet_example(position)) == []
    for answer in position.get("refused", ()):
        assert run_example(game, {**duet_example(position), "script": [answer]}) != []


@these(DUET, lambda position: "do" in position)
def test_duet_played(position: Position) -> None:
    game = tricktaker.load("duet", level=position.get("level", 1))
    state = game.position(
        hands=position["hands"],
        zones={"decree": [duet_decree(position)]},
        vars=duet_setting(position)["vars"],
        round_no=position.get("round", 1),
        trick_no=position.get("trick_no", 2),
    )
    tricks_before = state.view(None).tricks_won
    assert perform(state, position["do"]) == position["asked"]
    if "legal" in position:
        assert may_play(state) == set(position["legal"])
    if "winner" in position:
        won = [now - then for now, then in zip(state.view(None).tricks_won, tricks_before, strict=True)]
        assert won == [int(seat == position["winner"]) for seat in (0, 1)]
    after = dict(position.get("after", {}))
    variables = state.view(None).vars
    if "tracker" in after:
        assert variables["tracker"] == after["tracker"]
    if "trump" in after:
        assert state.view(None).zones["decree"][0].cards[0].suit == DUET_SUITS[after["trump"]]
    if "hands" in after:
        assert hands(state) == [sorted(hand) for hand in after["hands"]]
    if "total" in after:
        gems = variables["gems"]
        assert sum(gems.values() if isinstance(gems, dict) else gems) == after["total"]
    if "result" in after:
        assert state.is_over
        assert state.result is not None
        assert state.result.startswith(after["result"])
        assert state.scores == [after["score"]]
        assert state.returns == ((1.0, 1.0) if after["result"] == "won" else (-1.0, -1.0))


def test_duet_fd_29_the_lead_alternates() -> None:
    """Whoever won the last trick: the other player leads each next round."""
    game = tricktaker.load("duet")
    for seed in range(2000):
        state = game.deal(seed=seed)
        leads = {state.round_no: (state.dealer, state.current_player)}
        step = seed
        while not state.is_over:
            step = (step * 1103515245 + 12345) % 2**31
            state.apply(state.legal_actions[step % len(state.legal_actions)])
            if state.round_no not in leads and not state.is_over:
                leads[state.round_no] = (state.dealer, state.current_player)
        if len(leads) == 3:
            first = leads[1][1]
            assert [leads[number][1] for number in (1, 2, 3)] == [first, 1 - first, first]
            assert all(dealer == 1 - leader for dealer, leader in leads.values())
            return
    pytest.fail("no game reached the third round")


# -- Cucumber


def cucumber_game(position: Position) -> Any:
    return tricktaker.load(PRESETS[position.get("preset", "default")], **cucumber_table(position))


def cucumber_table(position: Position) -> dict[str, Any]:
    players = {"players": position["players"]} if "players" in position else {}
    return players | position.get("set", {})


def suited(ranks: Sequence[int], taken: dict[int, int], preset: str) -> list[str]:
    """Cards of these ranks, each a different one; `taken` counts those of a rank already used."""
    suits, labels = ("bgry", {}) if preset == "five_cucumbers" else ("cdhs", {11: "J", 12: "Q", 13: "K", 14: "A"})
    found: list[str] = []
    for rank in ranks:
        found.append(f"{labels.get(rank, rank)}{suits[taken.get(rank, 0)]}")
        taken[rank] = taken.get(rank, 0) + 1
    return found


def last_trick_of(position: Position) -> int:
    return 6 if position.get("preset") in ("swedish", "polish") else 7


def cucumber_example(position: Position) -> dict[str, Any]:
    taken: dict[int, int] = {}
    preset = position.get("preset", "default")
    example: dict[str, Any] = {"about": position["id"]}
    if "players" in position:
        example["players"] = position["players"]
    if "set" in position:
        example["set"] = position["set"]
    if "dealt" in position:
        return example | {"dealt": {"count": position["dealt"], f"players.all(hand.size == {position['dealt']})": True}}
    example["trick"] = suited(position["trick"], taken, preset)
    if "hand" in position:
        hand = suited(position["hand"], taken, preset)
        legal = [card for card, rank in zip(hand, position["hand"], strict=True) if rank in position["legal"]]
        return example | {"hand": hand, "legal": legal}
    example["winner"] = position["winner"]
    if not position.get("last"):
        return example | {"next": position["winner"]}
    variables = {"score": "scores", "cucumbers": "cucumbers"}
    example["vars"] = {name: position[key] for name, key in variables.items() if key in position}
    example["trick_no"] = last_trick_of(position)
    example["dealer"] = position.get("dealer", len(position["trick"]) - 1)
    if "answers" in position:
        example["script"] = position["answers"]
    if "asked" in position:
        example["asks"] = position["asked"]
    scored: dict[str, Any] = {"score": position["totals"]}
    if "lost_lives" in position:
        scored["cucumbers"] = position["lost_lives"]
    for seat in range(len(position["trick"]) if "out" in position else 0):
        scored[f"players.at({seat + 1}) in active"] = seat not in position["out"]
    return example | {"score": scored}


@these(CUCUMBER, lambda position: True)
def test_cucumber(position: Position) -> None:
    assert run_example(cucumber_game(position), cucumber_example(position)) == []


@these(CUCUMBER, lambda position: bool(position.get("last")))
def test_cucumber_played(position: Position) -> None:
    """The last trick, card by card, into the next round or to the end of the game."""
    example = cucumber_example(position)
    state = cucumber_game(position).position(
        hands=[[card] for card in example["trick"]],
        dealer=example["dealer"],
        trick_no=example["trick_no"],
        vars=example["vars"],
    )
    assert perform(state, [f"play {card}" for card in example["trick"]]) == []
    if "asked" in position:
        assert perform(state, position.get("answers", [])) == position["asked"]
    assert list(state.scores) == position["totals"]
    still_in = [seat for seat in range(len(position["totals"])) if seat not in position.get("out", [])]
    over = len(still_in) < 2 or "winners" in position
    assert state.is_over == over
    if over:
        assert state.winners == tuple(position.get("winners", still_in))
    else:
        assert state.round_no == 2
        assert [seat for seat in range(len(position["totals"])) if state.view(seat).hand] == still_in
    if "next_dealer" in position:
        assert (state.dealer, state.leader) == (position["next_dealer"], position["next_leader"])
