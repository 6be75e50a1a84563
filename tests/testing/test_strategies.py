"""Deals to order, positions and whole games; what goes wrong is shown in a game of two tricks at most."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.statistics import collector

from tests.cases.table import small
from tricktaker.game import Game, State, View, load
from tricktaker.testing import actions, deals, playthroughs, positions, state_machine, views
from tricktaker.testing.dealing import Undealable, Wishes, cards_of, mended, table_of

HERE = Path(__file__).parent
FOX = load("fox")
SOUND = HERE.parent / "checks" / "sound.yaml"
QUICK = settings(max_examples=30, deadline=None, derandomize=True, database=None)


def statuses(check: Callable[[], None]) -> Counter[str]:
    """How hypothesis judged each example that it made: valid ones, and those that were thrown away."""
    told: list[dict[str, Any]] = []
    with collector.with_value(told.append):
        check()
    return Counter(case["status"] for case in told[0]["generate-phase"]["test-cases"])


def test_two_hundred_rare_deals_and_none_filtered() -> None:
    @settings(max_examples=200, deadline=None, database=None, derandomize=True, suppress_health_check=())
    @given(deals(FOX, have={1: ["1m"]}, lack={1: "bells"}))
    def check(state: State) -> None:
        hand = state.zone("hand", 1)
        assert "1 of moons" in [card.name for card in hand]
        assert not [card for card in hand if card.suit == "bells"]
        assert len(hand) == 13

    begun = time.process_time()
    assert statuses(check) == {"valid": 200}
    assert time.process_time() - begun < 10  # 0.7 s on an idle machine


def test_what_can_not_be_dealt_is_refused_at_once() -> None:
    with pytest.raises(Undealable):
        deals(FOX, have={0: ["1m"], 1: ["1m", "2m"]}, lack={0: "bells", 1: ["bells", "keys", "moons"]})
    with pytest.raises(Undealable):
        deals(FOX, have={0: ["14m"]})


@pytest.mark.parametrize(
    ("have", "lack", "why"),
    [
        ({2: ["1m"]}, {}, "no seat 2"),
        ({}, {-1: "bells"}, "no seat -1"),
        ({}, {7: "bells"}, "no seat 7"),
        ({True: "bells"}, {}, "no seat True"),
        ({0: ["1m"], 1: ["1m"]}, {}, "1 of moons"),
        ({0: ["1m"]}, {0: ["1m"]}, "1 of moons"),
        ({0: ["1m"]}, {0: "moons"}, "1 of moons"),
        ({0: "moons"}, {0: ["1m"]}, "a suit"),
        ({0: "moons", 1: ["1m"]}, {}, "1 of moons"),
        ({0: "moons", 1: "moons"}, {}, "a suit"),
    ],
    ids=str,
)
def test_wishes_that_nobody_could_grant_are_refused(have: Any, lack: Any, why: str) -> None:
    with pytest.raises(Undealable, match=why):
        deals(FOX, have=have, lack=lack)


def test_a_suit_and_one_of_its_cards_can_be_wished_for() -> None:
    deals(FOX, have={0: ["moons", "1m", "1m"]}, lack={1: "moons"})


def test_copies_are_dealt_one_by_one_and_lacked_together(tmp_path: Path) -> None:
    deck = "{blocks: [{suits: [bells, keys, moons], ranks: 1..11, copies: 2}]}"
    game = small(
        tmp_path, "", ("{suits: [bells, keys, moons], ranks: 1..11}", deck), ("hand, count: 4", "hand, count: 20")
    )

    @settings(max_examples=30, deadline=None, database=None, derandomize=True)
    @given(deals(game, have={0: ["1b", "1b", "2b"], 1: ["2b"]}, lack={1: ["3b", "4b"]}))
    def check(state: State) -> None:
        first, second = ([card.short for card in state.zone("hand", seat)] for seat in (0, 1))
        assert first.count("1b") == 2 and second.count("1b") == 0
        assert "2b" in first and "2b" in second
        assert not {"3b", "4b"} & set(second)

    check()
    with pytest.raises(Undealable, match="1 of bells"):
        deals(game, have={0: ["1b", "1b"], 1: ["1b"]})


def test_a_deal_is_mended_along_a_chain() -> None:
    table = table_of(FOX, 0)
    assert table is not None
    wishes = Wishes({0: cards_of(FOX, ["11m"])}, {1: cards_of(FOX, "keys"), 0: cards_of(FOX, ["1b", "2b"])})
    for order in (table.cards, table.cards[::-1]):
        given_cards = mended(table, order, wishes)
        assert sorted(given_cards.cards) == list(table.cards)
        state = State.start(FOX, table.seed, 0, (given_cards,))
        assert not [card for card in state.zone("hand", 1) if card.suit == "keys"]
        assert FOX.card("11m") in state.zone("hand", 0)


@QUICK
@given(playthroughs(FOX, rounds=1))
def test_a_round_is_played_to_its_end(state: State) -> None:
    assert state.round_no == 2 or state.is_over


@QUICK
@given(st.data())
def test_actions_are_legal(data: st.DataObject) -> None:
    state = data.draw(positions(FOX, most=10))
    state.apply(data.draw(actions(state)))


@QUICK
@given(views(FOX, most=10))
def test_views_are_of_any_seat(view: View) -> None:
    assert view.seat in (0, 1, None)


@pytest.mark.long
def test_three_hundred_rounds_take_under_ten_seconds() -> None:
    @settings(max_examples=300, deadline=None, database=None, derandomize=True, suppress_health_check=())
    @given(playthroughs(FOX, rounds=1))
    def check(state: State) -> None:
        assert state.round_no == 2 or state.is_over

    begun = time.process_time()
    seen = statuses(check)
    assert seen["valid"] == 300 and not seen["invalid"]
    assert time.process_time() - begun < 100  # under 10 s on an idle machine


TestSound = state_machine(load(SOUND)).TestCase
TestSound.settings = settings(max_examples=4, stateful_step_count=12, deadline=None, derandomize=True, database=None)


def one_rule_wrong(folder: Path, old: str, new: str) -> Game:
    text = SOUND.read_text(encoding="utf-8").partition("examples:")[0]
    assert old in text
    path = folder / "wrong.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return load(path)


def followed(state: State) -> bool:
    """Whether whoever plays off suit has none."""
    trick = state.view(None).trick
    if len(trick) < 2 or trick[0][1] is None or trick[-1][1] is None:
        return True
    led = trick[0][1].suit
    return trick[-1][1].suit == led or not [card for card in state.zone("hand", trick[-1][0]) if card.suit == led]


def winner_is_right(state: State) -> bool:
    ends = [n for n, event in enumerate(state.events) if event.kind == "trick_won"]
    if not ends:
        return True
    plays = [event for event in state.events[: ends[0]] if event.kind == "play"][-3:]
    trump, led = state.zone("turned")[0].suit, plays[0].cards[0].suit  # type: ignore[union-attr]

    def strength(event: object) -> tuple[bool, bool, int]:
        card = event.cards[0]  # type: ignore[attr-defined]
        return card.suit == trump, card.suit == led, int(card.rank)

    return state.events[ends[0]].seat == max(plays, key=strength).seat


def first_trick_led_by(state: State) -> bool:
    first = next((event for event in state.events if event.kind == "lead"), None)
    return first is None or first.seat == (state.dealer + 1) % 3


def bids_fit(state: State) -> bool:
    return all(bid <= 3 for bid in state.variable("bid"))


def next_leader_is_right(state: State) -> bool:
    events = state.events
    for number, event in enumerate(events):
        if event.kind == "trick_won":
            following = next((later for later in events[number:] if later.kind == "lead"), None)
            plays = [one for one in events[:number] if one.kind == "play"][-3:]
            ferrets = [one.seat for one in plays if one.cards[0].rank == "3" and one.seat != event.seat]  # type: ignore[union-attr]
            if following is not None and not ferrets and following.seat != event.seat:
                return False
    return True


def scores_only_sevens(state: State) -> bool:
    return state.round_no > 1 or sum(state.scores) == sum(
        card.rank == "7" for seat in range(3) for card in state.zone("won", seat)
    )


def owl_is_obeyed(state: State) -> bool:
    trick = state.view(None).trick
    if len(trick) < 2 or trick[0][1] is None or trick[0][1].rank != "1":
        return True
    seat, card, _ = trick[-1]
    assert card is not None
    high = [one for one in state.zone("hand", seat) if one.suit == trick[0][1].suit and int(one.rank or 0) > 4]
    return card.suit == trick[0][1].suit and int(card.rank or 0) > 4 if high else True


def hands_are_even(state: State) -> bool:
    return state.view(None).trick != () or len({len(state.zone("hand", seat)) for seat in range(3)}) == 1


def stock_is_two(state: State) -> bool:
    return len(state.zone("stock")) == 2


def trick_is_clockwise(state: State) -> bool:
    trick = state.view(None).trick
    return all((one[0] + 1) % 3 == two[0] for one, two in pairwise(trick))


BUGS: dict[str, tuple[str, str, Callable[[State], bool]]] = {
    "renege": ("    - suit\n", "    - {if: trick_no > 9, must: suit == led}\n", followed),
    "renege with trumps": ("    - suit\n", "    - {if: led != none, must: suit == led or suit == trump}\n", followed),
    "lowest wins": ("trick:\n", "trick:\n  wins: [{cards: suit == led, lowest: order}]\n", winner_is_right),
    "no trumps": ("trick:\n", "trick:\n  wins: [led]\n", winner_is_right),
    "last wins": ("trick:\n", "trick:\n  wins: [{cards: true, ties: last}]\n", winner_is_right),
    "the dealer leads": ("  - tricks: {count: 7}", "  - tricks: {count: 7, leader: dealer}", first_trick_led_by),
    "the next one leads": ("trick:\n", "trick:\n  next: left(winner)\n", next_leader_is_right),
    "a 6 counts": ("    cards: rank == 7", "    cards: rank == 6", scores_only_sevens),
    "the Owl is deaf": ("rank > 4", "rank > 7", owl_is_obeyed),
    "the stock is thin": ("count: 1, to: turned", "count: 2, to: turned", stock_is_two),
}


@pytest.mark.parametrize("name", BUGS)
def test_a_wrong_rule_is_shown_in_two_tricks(name: str, tmp_path: Path) -> None:
    old, new, holds = BUGS[name]
    game = one_rule_wrong(tmp_path, old, new)
    state = find(
        positions(game, most=24),
        lambda state: not holds(state),
        settings=settings(
            max_examples=2000,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert len(state.tricks_ended) + bool(state.view(None).trick) <= 2
    sound = load(SOUND)
    assert hands_are_even(sound.deal(0)) and trick_is_clockwise(sound.deal(0)) and bids_fit(sound.deal(0))
