"""The random games of the comparison reach what is rare: a comparison that never gets there would prove nothing.

Played by the referees alone, with the choosers and tables of the comparison.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.referees import cucumber, duet, fox, suit_of
from tests.referees.compare import SUBJECTS, Table, tables
from tests.referees.test_referees import DUET_DECK, FOX_DECK, PACK

GAMES = {"fox": 300, "duet": 200, "cucumber": 600}
Watch = Callable[[Any, str, Counter[str]], None]


def watch_fox(table: fox.Referee, text: str, seen: Counter[str]) -> None:
    verb, _, card = text.partition(" ")
    if len(table.trick) == 2 and verb == "exchange":
        before, after = table.trump, suit_of(card)
        if fox.winning_place(table.trick, before) != fox.winning_place(table.trick, after):
            seen["the follower's exchange changes the winner"] += 1
    if verb != "play":
        return
    if table.trick_no == 13 and fox.rank_of(card) == fox.WOODCUTTER:
        seen["woodcutter as the last card"] += 1
    if not table.trick:
        return
    led, answer = fox.rank_of(table.trick[0]), fox.rank_of(card)
    if led == answer:
        seen[f"two cards of rank {led}"] += 1
    if led == fox.MONARCH and answer == fox.SWAN and suit_of(table.trick[0]) == suit_of(card):
        seen[
            "monarch answered by the lone 1" if len(table.legal()) == 1 else "monarch answered by the 1 by choice"
        ] += 1
    if table.trick_no == 13 and sorted(table.tricks_won) == [6, 6]:
        seen["seven tricks to six"] += 1


def watch_duet(table: duet.Referee, text: str, seen: Counter[str]) -> None:
    if text.startswith("play "):
        rank = duet.rank_of(text.removeprefix("play "))
        if rank == duet.GIFT and table.trick_no == 11:
            seen["gift in trick 11"] += 1
        if table.trick and rank == duet.rank_of(table.trick[0]):
            seen[f"two cards of rank {rank}"] += 1
    if text in ("low end", "high end", "keep"):
        seen[text] += 1
    if table.low > 0:
        seen["forest at the low end"] += 1
    if table.high < len(table.gems) - 1:
        seen["forest at the high end"] += 1


def watch_cucumber(table: cucumber.Referee, text: str, seen: Counter[str]) -> None:
    if table.asking:
        seen[text] += 1
    elif table.trick_no == table.hand_size and len(table.trick) == len(table.active) - 1:
        cards = [card for _, card in table.trick] + [text.removeprefix("play ")]
        values = [table.last_value(card) for card in cards]
        if values.count(max(values)) >= 3:
            seen["three equal highest in the last trick"] += 1
        if max(values) == 1:
            seen["nothing but low aces in the last trick"] += 1


FOX_RARE = [
    "the follower's exchange changes the winner",
    "woodcutter as the last card",
    "monarch answered by the lone 1",
    "monarch answered by the 1 by choice",
    "seven tricks to six",
    *(f"two cards of rank {rank}" for rank in range(1, 12)),
    "equal totals",
]
DUET_RARE = [
    "gift in trick 11",
    "low end",
    "high end",
    "keep",
    "forest at the low end",
    "forest at the high end",
    *(f"two cards of rank {rank}" for rank in range(1, 11)),
    "result won",
    "result lost",
]
CUCUMBER_RARE = [
    "buy in",
    "drop out",
    "three equal highest in the last trick",
    "several out at once",
]


@pytest.mark.parametrize(
    ("name", "watch", "deck", "rare"),
    [
        ("fox", watch_fox, FOX_DECK, FOX_RARE),
        ("duet", watch_duet, DUET_DECK, DUET_RARE),
        ("cucumber", watch_cucumber, PACK, CUCUMBER_RARE),
    ],
)
def test_rare_states_are_reached(name: str, watch: Watch, deck: Sequence[str], rare: list[str]) -> None:
    subject = SUBJECTS[name]
    seatings = tables(subject)
    seen: Counter[str] = Counter()
    for number in range(GAMES[name]):
        seating = seatings[number % len(seatings)]
        rng = random.Random(f"rare {name} {number}")

        def deal(round_no: int, rng: random.Random = rng, seating: Table = seating) -> list[str]:
            full = [*deck, *["joker"] * int(str(seating.options.get("jokers", 0)))]
            return rng.sample(full, len(full))

        dealer = number % seating.players
        table: Any = subject.make(players=seating.players, options=seating.options, dealer=dealer, deal=deal)
        choose = rng.choice(subject.choosers)
        while table.current is not None:
            text = choose(table, rng)
            watch(table, text, seen)
            still_in = len(getattr(table, "active", ()))
            table.apply(text)
            if still_in - len(getattr(table, "active", ())) > 1:
                seen["several out at once"] += 1
        seen[f"result {table.result}"] += 1
        if table.scores.count(table.scores[0]) == 2:
            seen["equal totals"] += 1
    assert {event: seen[event] for event in rare if seen[event] < 5} == {}
