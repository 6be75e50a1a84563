"""The referees alone, against positions with known answers from the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from tests.referees import Referee, RefereeFactory, cucumber, duet, fox

SUITS = {"b": "bells", "k": "keys", "m": "moons", "d": "doves", "r": "roses", "s": "stars"}
PACK_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
FOX_DECK = [f"{rank} of {suit}" for suit in ("bells", "keys", "moons") for rank in range(1, 12)]
DUET_DECK = [f"{rank} of {suit}" for suit in ("doves", "roses", "stars") for rank in range(1, 11)]
PACK = [f"{rank} of {suit}" for suit in PACK_SUITS.values() for rank in [*map(str, range(2, 11)), *"JQKA"]]
SIXTY = [f"{rank} of {suit}" for suit in PACK_SUITS.values() for rank in range(1, 16)]


def cards(text: str, suits: Mapping[str, str] = SUITS) -> list[str]:
    """`11k 3b` written out; a word that is no card stays as it is."""
    return [f"{word[:-1]} of {suits[word[-1]]}" if word[0] in "123456789JQKA" else word for word in text.split()]


def plays(text: str, suits: Mapping[str, str] = SUITS) -> set[str]:
    return {f"play {card}" for card in cards(text, suits)}


# -- the competitive fox game


def fox_at(decree: str, leader_hand: str, follower_hand: str, *, stock: str = "2m 4m 6m 8m 2k 4b") -> fox.Referee:
    """Seat 0 leads the first trick with the given hands."""
    table = fox.Referee(players=2, options={}, dealer=1, deal=lambda _: FOX_DECK)
    table.decree = cards(decree)[0]
    table.hands = [cards(leader_hand), cards(follower_hand)]
    table.stock = cards(stock)
    return table


def answer_first(table: fox.Referee) -> None:
    """Bury anything and exchange nothing, until the next card is to be played."""
    while (texts := sorted(table.legal())) and not texts[0].startswith("play "):
        table.apply("decline" if "decline" in texts else texts[0])


@pytest.mark.parametrize(
    ("led", "decree", "hand", "legal"),
    [
        ("4k", "6b", "2k 9k 11m 3b", "2k 9k"),
        ("4k", "6b", "11m 3b 8b", "11m 3b 8b"),
        ("11k", "6b", "1k 4k 8k 10b", "1k 8k"),
        ("11k", "6b", "1k 10b", "1k"),
        ("11k", "6b", "4k 9k 2m", "9k"),
        ("11k", "6b", "4k 6k 10m", "6k"),
        ("11k", "6b", "1k 3k 7b", "1k 3k"),
        ("5b", "6b", "2b 9k", "2b"),
        ("5b", "6b", "9k 11m", "9k 11m"),
        ("9k", "6b", "2k 10b", "2k"),
        ("11k", "6m", "5m 2b", "5m 2b"),
        ("6b", "5m", "2k 8k 4m", "2k 8k 4m"),
    ],
)
def test_fox_following(led: str, decree: str, hand: str, legal: str) -> None:
    table = fox_at(decree, f"{led} 2m", hand)
    table.apply(f"play {cards(led)[0]}")
    answer_first(table)
    assert table.legal() == plays(legal)


def test_fox_leading_is_free() -> None:
    assert fox_at("6b", "11k 1b 9m", "2k").legal() == plays("11k 1b 9m")


@pytest.mark.parametrize(
    ("trick", "decree", "winner", "leads_next", "points"),
    [
        ("11k 9k", "6b", 1, 1, 0),
        ("11k 9k", "6k", 0, 0, 0),
        ("2k 11k", "6b", 1, 1, 0),
        ("1k 5k", "6b", 1, 0, 0),
        ("1k 8m", "6b", 0, 0, 0),
        ("10k 1b", "6b", 1, 1, 0),
        ("1k 1m", "6b", 0, 1, 0),
        ("1k 1b", "6b", 1, 0, 0),
        ("9k 9m", "6b", 0, 0, 0),
        ("9k 9b", "6b", 1, 1, 0),
        ("9k 10k", "6b", 0, 0, 0),
        ("9k 10b", "6b", 1, 1, 0),
        ("9k 8b", "6b", 0, 0, 0),
        ("10b 9k", "6b", 0, 0, 0),
        ("5b 9k", "6b", 1, 1, 0),
        ("7k 7m", "6b", 0, 0, 2),
        ("7k 2b", "6b", 1, 1, 1),
        ("10k 9k", "6m", 1, 1, 0),
        ("8k 9m", "6k", 1, 1, 0),
        ("9m 9k", "6b", 0, 0, 0),
        ("5k 1k", "6m", 0, 1, 0),
    ],
)
def test_fox_winner(trick: str, decree: str, winner: int, leads_next: int, points: int) -> None:
    led, answer = cards(trick)
    table = fox_at(decree, f"{trick.split()[0]} 2m", f"{trick.split()[1]} 4m")
    table.hands[1] = [answer]
    table.apply(f"play {led}")
    answer_first(table)
    table.apply(f"play {answer}")
    answer_first(table)
    assert table.last_trick_winner == winner
    assert table.tricks_won[winner] == 1
    assert table.tricks_won[1 - winner] == 0
    assert (table.leader, table.current, table.trick_no) == (leads_next, leads_next, 2)
    assert table.scores[winner] == points
    assert table.scores[1 - winner] == 0


@pytest.mark.parametrize(("swap", "winner"), [(True, 0), (False, 1)])
def test_fox_exchange_by_the_leader(swap: bool, winner: int) -> None:
    table = fox_at("8b", "3k 10k", "11b 2b")
    table.apply("play 3 of keys")
    assert table.current == 0
    assert table.legal() == {"exchange 10 of keys", "decline"}
    table.apply("exchange 10 of keys" if swap else "decline")
    assert table.current == 1
    table.apply("play 11 of bells")
    assert table.last_trick_winner == winner
    assert table.hands[0] == cards("8b" if swap else "10k")
    assert table.decree == cards("10k" if swap else "8b")[0]


@pytest.mark.parametrize(
    ("decree", "led", "hand", "played", "new", "winner", "left"),
    [
        ("8b", "10k", "3m 7m", "3m", "7m", 1, "8b"),
        ("8b", "10k", "3k 2m", "3k", "2m", 0, "8b"),
        ("8b", "11k", "3m 6m", "3m", "6m", 1, "8b"),
        ("2b", "11k", "1k 3k 7b", "3k", "1k", 0, "7b 2b"),
    ],
)
def test_fox_exchange_by_the_follower(
    decree: str, led: str, hand: str, played: str, new: str, winner: int, left: str
) -> None:
    table = fox_at(decree, f"{led} 4k", hand)
    table.apply(f"play {cards(led)[0]}")
    table.apply(f"play {cards(played)[0]}")
    table.apply(f"exchange {cards(new)[0]}")
    assert table.last_trick_winner == winner
    assert table.hands[1] == cards(left)
    assert table.decree == cards(new)[0]
    assert sum(table.scores) == 0


def test_fox_last_cards() -> None:
    table = fox_at("6b", "3k", "5k", stock="1b 2b 3b 4b 5b 7b")
    table.trick_no = 13
    table.tricks_won = [6, 6]
    table.apply("play 3 of keys")
    assert table.current == 1
    table.apply("play 5 of keys")
    assert table.legal() == {"bury 1 of bells"}
    table.apply("bury 1 of bells")
    assert (table.round_no, table.dealer, table.scores) == (2, 0, [3, 6])
    assert (table.current, table.trick_no, table.tricks_won) == (1, 1, [0, 0])


def test_fox_woodcutter_keeps_six_cards_below() -> None:
    table = fox_at("6b", "5k 8m 10m", "2k 4k", stock="1b 2b 3b 4b 5b 7b")
    table.apply("play 5 of keys")
    assert table.legal() == {"bury 8 of moons", "bury 10 of moons", "bury 1 of bells"}
    table.apply("bury 8 of moons")
    assert table.stock == cards("2b 3b 4b 5b 7b 8m")
    assert table.hands[0] == cards("10m 1b")


def fox_round_ends(
    before: Sequence[int], tricks: Sequence[int], earned: Sequence[int], *, target: int = 21
) -> fox.Referee:
    """The last trick of a round is played, after which `tricks` are won and `earned` points came by treasures."""
    table = fox.Referee(players=2, options={"target": target}, dealer=1, deal=lambda _: FOX_DECK)
    winner = 0 if tricks[0] else 1
    table.decree = "6 of moons"
    table.hands = [["4 of keys"], ["2 of keys"]] if winner == 0 else [["2 of keys"], ["4 of keys"]]
    table.trick_no = 13
    table.tricks_won = list(tricks)
    table.tricks_won[winner] -= 1
    table.earned = list(earned)
    table.scores = [before[seat] + earned[seat] for seat in (0, 1)]
    for _ in (0, 1):
        table.apply(sorted(table.legal())[0])
    return table


@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        ((0, 13), (6, 0)),
        ((3, 10), (6, 0)),
        ((4, 9), (1, 6)),
        ((5, 8), (2, 6)),
        ((6, 7), (3, 6)),
        ((7, 6), (6, 3)),
        ((9, 4), (6, 1)),
        ((10, 3), (0, 6)),
        ((13, 0), (0, 6)),
    ],
)
def test_fox_points_of_a_round(tricks: tuple[int, int], points: tuple[int, int]) -> None:
    table = fox_round_ends((0, 0), tricks, (0, 0))
    assert table.scores == list(points)
    assert (table.round_no, table.dealer, table.leader) == (2, 0, 1)


@pytest.mark.parametrize(
    ("before", "tricks", "earned", "scores", "winners"),
    [
        ((15, 16), (7, 6), (0, 2), [21, 21], (0,)),
        ((15, 15), (7, 6), (0, 3), [21, 21], (0, 1)),
        ((16, 20), (9, 4), (0, 1), [22, 22], (0,)),
        ((20, 16), (10, 3), (1, 0), [21, 22], (1,)),
        ((20, 15), (10, 3), (2, 1), [22, 22], (1,)),
    ],
)
def test_fox_end(
    before: tuple[int, int], tricks: tuple[int, int], earned: tuple[int, int], scores: list[int], winners: object
) -> None:
    table = fox_round_ends(before, tricks, earned)
    assert table.current is None
    assert table.legal() == set()
    assert table.scores == scores
    assert table.winners == winners


@pytest.mark.parametrize(("target", "over"), [(16, True), (21, False), (35, False)])
def test_fox_target(target: int, over: bool) -> None:
    assert (fox_round_ends((10, 8), (7, 6), (0, 0), target=target).current is None) is over


def test_fox_treasure_counts_at_once_and_ends_nothing() -> None:
    table = fox_at("6b", "7k 2m", "2k 4m")
    table.scores = [20, 16]
    table.apply("play 7 of keys")
    table.apply("play 2 of keys")
    assert table.scores == [21, 16]
    assert table.current == 0


def test_fox_deal() -> None:
    table = fox.Referee(players=2, options={}, dealer=0, deal=lambda _: FOX_DECK)
    assert table.current == 1
    assert [len(hand) for hand in table.hands] == [13, 13]
    assert table.hands[1] == FOX_DECK[0:26:2]
    assert table.decree == FOX_DECK[26]
    assert table.stock == FOX_DECK[27:]


# -- the co-operative fox game


def duet_at(leader_hand: str, follower_hand: str, *, decree: str = "4r", **given: object) -> duet.Referee:
    """Seat 0 leads the first trick with the given hands."""
    table = duet.Referee(players=2, options=given, dealer=1, deal=lambda _: DUET_DECK)
    table.decree = cards(decree)[0]
    table.hands = [cards(leader_hand), cards(follower_hand)]
    return table


def duet_trick(table: duet.Referee, trick: str, *answers: str) -> None:
    led, answer = cards(trick)
    table.apply(f"play {led}")
    table.apply(f"play {answer}")
    for text in answers:
        table.apply(text)


@pytest.mark.parametrize(
    ("trick", "decree", "tracker", "answers", "winner", "goal", "gems_left"),
    [
        ("6s 2s", "4r", 5, [], 0, 0, 11),
        ("6s 4s", "4r", 5, [], 0, 2, 11),
        ("3r 2r", "4d", 5, [], 0, 0, 11),
        ("9d 7d", "4r", 2, [], 0, 2, 11),
        ("9d 7d", "4r", 5, [], 0, 5, 12),
        ("4s 6s", "4r", 7, [], 1, 10, 11),
        ("1s 10s", "4r", 5, ["toward seat 0"], 1, 2, 11),
        ("1s 10s", "4r", 5, ["toward seat 1"], 1, 8, 11),
        ("1s 8d", "4r", 5, ["toward seat 1"], 0, 7, 11),
        ("5r 10r", "4r", 5, ["decline"], 1, 9, 11),
        ("5r 10r", "4r", 5, ["ignore 5 of roses"], 1, 8, 11),
        ("5r 10r", "4r", 5, ["ignore 10 of roses"], 1, 6, 11),
        ("5r 1d", "4s", 5, ["decline", "toward seat 1"], 0, 6, 11),
        ("5r 1d", "4s", 5, ["ignore 5 of roses", "toward seat 1"], 0, 5, 12),
        ("1r 1d", "4s", 5, ["toward seat 1"], 0, 5, 12),
        ("5r 5d", "4s", 5, ["decline", "decline"], 0, 3, 11),
        ("5r 5d", "4s", 5, ["decline", "ignore 5 of roses"], 0, 4, 11),
        ("5r 5d", "4s", 5, ["ignore 5 of doves", "ignore 5 of roses"], 0, 5, 12),
        ("5r 5d", "4s", 5, ["ignore 5 of doves", "decline"], 0, 4, 11),
        ("2s 10d", "4r", 5, [], 0, 5, 12),
        ("4d 10d", "2s", 6, [], 1, 10, 11),
    ],
)
def test_duet_movement(
    trick: str, decree: str, tracker: int, answers: list[str], winner: int, goal: int, gems_left: int
) -> None:
    led, answer = trick.split()
    table = duet_at(led, answer, decree=decree)
    table.tracker = tracker
    if trick.startswith("3r"):
        table.hands[0].append("6 of doves")
        for text in ("play 3 of roses", "decline", "play 2 of roses"):
            table.apply(text)
    else:
        duet_trick(table, trick, *answers)
    assert table.last_trick_winner == winner
    assert table.tracker == goal
    assert sum(table.gems) == gems_left
    assert (table.current, table.leader, table.trick_no) == (winner, winner, 2)


def test_duet_leaving_the_path() -> None:
    table = duet_at("4s 4d", "8s 8d")
    table.tracker = 8
    duet_trick(table, "4s 8s")
    assert (table.tracker, table.low, table.high, table.forest) == (5, 0, 9, 3)
    assert table.gems == [1, 1, 2, 1, 1, 0, 1, 1, 2, 2, 0]
    table.tracker = 8
    table.leader = table.current = 0
    duet_trick(table, "4d 8d")
    assert (table.tracker, table.low, table.high, table.forest) == (5, 0, 8, 2)
    assert table.gems == [1, 1, 2, 1, 1, 0, 1, 1, 4, 0, 0]


def test_duet_lost_in_the_forest() -> None:
    table = duet_at("9d 2d", "4d 3d")
    table.forest, table.low, table.tracker = 0, 4, 4
    duet_trick(table, "9d 4d")
    assert (table.current, table.result, table.winners, table.scores) == (None, "lost", (), [0])


def test_duet_four_tokens_on_one_side() -> None:
    table = duet_at("4s", "8s")
    for _ in range(4):
        table._cover("high")
    assert (table.low, table.high, table.forest) == (0, 6, 0)
    assert table.gems == [1, 1, 2, 1, 1, 0, 6, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [("9s", "2s 10r", "2s 10r"), ("8s", "9s 10r", "9s"), ("4d", "3d 5r", "3d"), ("4d", "6r 5r", "6r 5r")],
)
def test_duet_following(led: str, hand: str, legal: str) -> None:
    table = duet_at(led, hand)
    table.apply(f"play {cards(led)[0]}")
    assert table.legal() == plays(legal)


@pytest.mark.parametrize(("swap", "winner"), [(True, 0), (False, 1)])
def test_duet_exchange(swap: bool, winner: int) -> None:
    table = duet_at("3d 8d", "10r")
    table.apply("play 3 of doves")
    assert table.legal() == {"exchange 8 of doves", "decline"}
    table.apply("exchange 8 of doves" if swap else "decline")
    table.apply("play 10 of roses")
    assert table.last_trick_winner == winner
    assert table.tracker == (0 if swap else 10)


@pytest.mark.parametrize("decline", [False, True])
def test_duet_gift_before_the_follow(decline: bool) -> None:
    table = duet_at("7s 10s", "4d 6r", decline=decline)
    table.apply("play 7 of stars")
    if decline:
        assert table.current == 0
        assert table.legal() == {"keep", "exchange"}
        table.apply("exchange")
    assert table.current == 0  # left of the dealer
    table.apply("give 10 of stars")
    assert table.current == 1
    assert table.legal() == {"give 4 of doves", "give 6 of roses"}
    table.apply("give 4 of doves")
    assert table.hands == [cards("4d"), cards("6r 10s")]
    assert table.legal() == plays("10s")
    table.apply("play 10 of stars")
    assert (table.last_trick_winner, table.tracker) == (1, 8)


def test_duet_gift_order_does_not_depend_on_who_plays_it() -> None:
    table = duet_at("4s 10s", "7s 6r")
    table.apply("play 4 of stars")
    table.apply("play 7 of stars")
    assert table.current == 0
    table.apply("give 10 of stars")
    assert table.current == 1


def test_duet_gift_declined_or_empty() -> None:
    table = duet_at("7s 10s", "4d 6r", decline=True)
    table.apply("play 7 of stars")
    table.apply("keep")
    assert table.legal() == plays("4d 6r")
    table = duet_at("7s", "4d")
    table.apply("play 7 of stars")
    assert table.legal() == plays("4d")


def duet_round_ends(*, round_no: int = 1, dealer: int = 1, **changes: object) -> duet.Referee:
    """The eleventh trick is over: no step, tracker wherever `changes` put it."""
    table = duet_at("9s", "7s")
    table.round_no, table.trick_no, table.dealer = round_no, 11, dealer
    for name, value in changes.items():
        setattr(table, name, value)
    duet_trick(table, "9s 7s")
    return table


def test_duet_end_of_round() -> None:
    table = duet_round_ends()
    assert table.current == 0  # the next dealer
    assert table.legal() == {"low end", "high end"}
    table.apply("low end")
    assert table.gems == [0, 3, 2, 2, 2, 0, 2, 1, 3, 1, 1]
    assert (table.low, table.high, table.forest, table.tracker) == (1, 10, 3, 5)
    assert (table.round_no, table.dealer, table.leader, table.current) == (2, 0, 1, 1)


def test_duet_token_never_on_the_tracker() -> None:
    table = duet_round_ends(tracker=0, gems=[0, 1, 2, 1, 1, 0, 1, 1, 2, 1, 1])
    assert table.legal() == {"high end"}
    table.apply("high end")
    assert (table.low, table.high, table.tracker) == (0, 9, 0)


def test_duet_covered_plus() -> None:
    table = duet_round_ends(low=2, gems=[0, 0, 3, 1, 1, 0, 1, 1, 2, 1, 1])
    table.apply("high end")
    assert (table.low, table.high) == (2, 9)
    assert table.gems == [0, 0, 4, 2, 2, 0, 2, 1, 3, 2, 0]


def test_duet_no_token_left_at_the_end_of_a_round() -> None:
    table = duet_round_ends(round_no=2, forest=0, low=3, high=7, gems=[0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0])
    assert (table.round_no, table.forest) == (3, 0)
    assert table.gems == [0, 0, 0, 2, 1, 0, 1, 3, 0, 0, 0]
    assert (table.low, table.high) == (3, 7)
    assert table.leader == table.current == 1


def test_duet_out_of_time() -> None:
    table = duet_round_ends(round_no=3)
    assert (table.current, table.result, table.scores, table.round_no) == (None, "lost", [0], 3)


@pytest.mark.parametrize(
    ("level", "tokens_left", "round_no", "trick_no", "score"),
    [(2, 1, 2, 11, 33), (1, 2, 2, 10, 28), (3, 0, 3, 4, 44)],
)
def test_duet_win(level: int, tokens_left: int, round_no: int, trick_no: int, score: int) -> None:
    table = duet_at("9s", "7s", level=level)
    table.hands = [
        ["9 of stars", *["2 of doves"] * (11 - trick_no)],
        ["7 of stars", *["4 of doves"] * (11 - trick_no)],
    ]
    table.forest, table.round_no, table.trick_no, table.tracker = tokens_left, round_no, trick_no, 4
    table.gems = [0] * len(table.gems)
    table.gems[4] = 1
    table.apply("play 9 of stars")
    table.apply("play 7 of stars")
    if table.current is not None:  # the gift of the follower
        table.apply("give 2 of doves")
        table.apply("give 4 of doves")
    assert (table.current, table.result, table.winners, table.scores) == (None, "won", (0, 1), [score])
    assert table.round_no == round_no


@pytest.mark.parametrize(("level", "spaces", "total"), [(1, 11, 12), (2, 10, 12), (3, 10, 14)])
def test_duet_boards(level: int, spaces: int, total: int) -> None:
    table = duet.Referee(players=2, options={"level": level, "tokens": 3}, dealer=0, deal=lambda _: DUET_DECK)
    assert (len(table.gems), sum(table.gems), table.gems[5], table.tracker) == (spaces, total, 0, 5)
    assert (table.low, table.high, table.forest) == (0, spaces - 1, 3)
    assert table.current == 1


# -- cucumber

DANISH = cucumber.PRESETS["agurk"]


def cucumber_at(
    hands: Sequence[str], *, options: Mapping[str, object] | None = None, leader: int = 0, last: bool = False
) -> cucumber.Referee:
    """A table with these hands; `last` makes it the last trick."""
    table = cucumber.Referee(players=len(hands), options=options or {}, dealer=len(hands) - 1, deal=lambda _: PACK)
    table.hands = [pack(hand) for hand in hands]
    if last:
        table.trick_no = table.hand_size
    table.leader = table.current = leader
    return table


def pack(text: str) -> list[str]:
    return cards(text, PACK_SUITS)


def play_out(table: cucumber.Referee, text: str) -> None:
    for card in pack(text):
        table.apply(f"play {card}")


@pytest.mark.parametrize(
    ("trick", "hand", "options", "legal"),
    [
        ("9c", "3c 7c 9d Qc", {}, "3c 9d Qc"),
        ("9c", "3c 7c 9d Qc", {"must_beat": "forced"}, "9d Qc"),
        ("Kc", "3c 3d 7c Qc", {}, "3c 3d"),
        ("5c", "6c 8c", {}, "6c 8c"),
        ("Jc", "9c 9d 10c", {}, "9c 9d"),
        ("Ac", "2c 9c Ad", {}, "2c Ad"),
        ("Ac", "2c 9c Ad", {"ace_rule": "lead_forces_lowest"}, "2c"),
        ("Ac", "Ad Ah", {"ace_rule": "lead_forces_lowest"}, "Ad Ah"),
        ("5c Ac", "5d Ad", {"ace_rule": "lead_forces_lowest"}, "5d Ad"),
        ("5c Ac", "5d Ad", {"ace_rule": "next_forced_lowest"}, "5d"),
        ("3c Ac 5h", "5d Ad Ah", {"ace_rule": "next_forced_lowest", "must_beat": "forced"}, "Ad Ah"),
        ("9c 3d", "2c 5d Jc", {"compare_to": "previous"}, "2c 5d Jc"),
        ("9c 3d", "4c 5d Jc", {"compare_to": "previous", "must_beat": "forced"}, "4c 5d Jc"),
        ("9c 3d", "3c 9d Jc", {"compare_to": "previous", "must_beat": "match"}, "3c"),
        ("9c", "2c 9d Jc", {"must_beat": "match"}, "9d"),
        ("9c", "2c 10d Jc", {"must_beat": "match"}, "10d Jc"),
        ("9c", "2c 7d 2h", {"must_beat": "match"}, "2c 2h"),
        ("9h Qd", "4c 4d 10s Jc", {}, "4c 4d"),
        ("5h", "3c 5d 9h 9s", {}, "3c 5d 9h 9s"),
    ],
)
def test_cucumber_following(trick: str, hand: str, options: dict[str, object], legal: str) -> None:
    earlier = trick.split()
    table = cucumber_at([f"{card} 2s" for card in earlier] + [hand], options=options)
    table.trick = []
    for card in pack(trick):
        assert table.current is not None
        table.trick.append((table.current, card))
        table.current += 1
    assert table.legal() == plays(legal, PACK_SUITS)


def test_cucumber_leading_is_free() -> None:
    assert cucumber_at(["2c Ac", "3c 4c"]).legal() == plays("2c Ac", PACK_SUITS)


@pytest.mark.parametrize(
    ("trick", "winner"), [("8c Jc Kc Kd 3c 9c", 3), ("9c 9d 9s", 2), ("Kc 2c Kd", 2), ("Kc Kd 2c", 1), ("9h Qd Qs", 2)]
)
def test_cucumber_winner_leads(trick: str, winner: int) -> None:
    table = cucumber_at([f"{card} {card}" for card in trick.split()])
    table.trick_no = 2
    table.hands = [[card] for card in pack(trick)]
    for card in pack(trick):
        table.apply(f"play {card}")
    assert (table.last_trick_winner, table.leader, table.current, table.trick_no) == (winner, winner, winner, 3)
    assert sum(table.scores) == 0


@pytest.mark.parametrize(
    ("trick", "options", "before", "after"),
    [
        ("5c Qc Qd 2c", {}, [0, 0, 0, 0], [0, 0, 12, 0]),
        ("5c Qc Qd 2c", {"last_tie": "all"}, [0, 0, 0, 0], [0, 12, 12, 0]),
        ("5c Qc Qd 2c", {"last_tie": "earlier_reduced"}, [0, 9, 4, 0], [0, 0, 16, 0]),
        ("7c 7d 7h", {"last_tie": "all"}, [0, 0, 0], [7, 7, 7]),
        ("7c 7d 7h", {"last_tie": "earlier_reduced"}, [8, 1, 0], [1, 0, 7]),
        ("Ac 5c 9c", {"ace_last": "low"}, [0, 0, 0], [0, 0, 9]),
        ("Ac Ad Ah", {"ace_last": "low", "last_tie": "all"}, [0, 0, 0], [1, 1, 1]),
        ("4c 4d", {}, [0, 0], [0, 4]),
        ("9h 4d 2c", DANISH, [12, 0, 0], [21, 0, 0]),
        ("Qc 4d 2c", DANISH, [9, 0, 0], [21, 0, 0]),
        ("Ac 4d 2c", {**cucumber.PRESETS["cucumber-bga"]}, [16, 0, 0], [30, 0, 0]),
        ("joker Ac 2c", {"jokers": 2}, [0, 0, 0], [15, 0, 0]),
    ],
)
def test_cucumber_last_trick(trick: str, options: dict[str, object], before: list[int], after: list[int]) -> None:
    deck = PACK + ["joker"] * int(str(options.get("jokers", 0)))
    table = cucumber.Referee(
        players=len(trick.split()), options=options, dealer=len(trick.split()) - 1, deal=lambda _: deck
    )
    table.hands = [[card] for card in pack(trick)]
    table.trick_no = table.hand_size
    table.scores = list(before)
    play_out(table, trick)
    assert table.scores == after
    assert (table.round_no, table.dealer, table.trick_no) == (2, 0, 1)
    assert table.active == list(range(len(trick.split())))


@pytest.mark.parametrize(
    ("scores", "used", "after", "active", "lives"),
    [
        ([18, 7, 10], [0, 0, 0], [18, 7, 18], [0, 1, 2], [0, 0, 1]),
        ([18, 7, 18], [0, 0, 1], [18, 7, 30], [0, 1], [0, 0, 2]),
        ([0, 15, 20], [0, 0, 1], [0, 15, 32], [0, 1], [0, 0, 2]),
    ],
)
def test_cucumber_lives(
    scores: list[int], used: list[int], after: list[int], active: list[int], lives: list[int]
) -> None:
    table = cucumber_at(["3c", "8d", "Qh"], options=DANISH, last=True)
    table.scores, table.lives_used = scores, used
    play_out(table, "3c 8d Qh")
    assert (table.scores, table.active, table.lives_used) == (after, active, lives)


def test_cucumber_lives_of_several_at_once() -> None:
    table = cucumber_at(["6c", "6d"], options={"last_tie": "all", "reentry": "auto_life"}, last=True)
    table.scores = [25, 26]
    play_out(table, "6c 6d")
    assert (table.scores, table.active, table.lives_used) == ([0, 0], [0, 1], [1, 1])


def test_cucumber_out() -> None:
    table = cucumber_at(["3c", "8d", "Ah"], last=True)
    table.scores = [0, 0, 16]
    play_out(table, "3c 8d Ah")
    assert (table.scores, table.active, table.current) == ([0, 0, 30], [0, 1], 1)


def buy_in(scores: list[int]) -> cucumber.Referee:
    hands = ["3c", "8d", "9d", "Ah"][-len(scores) :]
    table = cucumber_at(hands, options={"reentry": "buy_in"}, last=True)
    table.scores = scores
    play_out(table, " ".join(hands))
    return table


def test_cucumber_buying_in() -> None:
    table = buy_in([22, 17, 9, 17])
    assert (table.current, table.scores[3], table.round_no) == (3, 31, 1)
    assert table.legal() == {"buy in", "drop out"}
    table.apply("buy in")
    assert (table.scores, table.active, table.round_no) == ([22, 17, 9, 22], [0, 1, 2, 3], 2)
    table.hands = [pack(card) for card in ("3c", "8d", "9d", "Ah")]
    table.trick_no, table.leader, table.current = 7, 0, 0
    play_out(table, "3c 8d 9d Ah")
    assert (table.scores, table.active, table.round_no) == ([22, 17, 9, 36], [0, 1, 2], 3)


def test_cucumber_dropping_out_or_not_asked() -> None:
    table = buy_in([22, 17, 9, 17])
    table.apply("drop out")
    assert (table.scores[3], table.active) == (31, [0, 1, 2])
    table = buy_in([22, 17, 17])
    assert (table.active, table.round_no) == ([0, 1], 2)


@pytest.mark.parametrize(
    ("active", "dealer", "over", "next_dealer", "leader"),
    [([0, 1, 3], 1, None, 3, 0), ([0, 1, 2, 3], 1, 1, 2, 3), ([0, 2, 3], 3, None, 0, 2)],
)
def test_cucumber_rotation(active: list[int], dealer: int, over: int | None, next_dealer: int, leader: int) -> None:
    table = cucumber_at(["2c", "3c", "4c", "5c"], last=True)
    table.active, table.dealer = list(active), dealer
    if over is not None:
        table.scores[over] = 29
        table.hands[over] = pack("Ac")
    table.leader = table.current = active[0]
    while table.round_no == 1:
        table.apply(min(table.legal()))
    assert (table.dealer, table.leader, table.current) == (next_dealer, leader, leader)
    assert [bool(hand) for hand in table.hands] == [seat in table.active for seat in range(4)]


def test_cucumber_everybody_out_at_once() -> None:
    table = cucumber_at(["6c", "6d"], options={"last_tie": "all"}, last=True)
    table.scores = [29, 28]
    play_out(table, "6c 6d")
    assert (table.current, table.scores, table.winners) == (None, [35, 34], (1,))
    table = cucumber_at(["6c", "6d"], options={"last_tie": "all"}, last=True)
    table.scores = [28, 28]
    play_out(table, "6c 6d")
    assert table.winners == (0, 1)


def test_cucumber_last_one_in_wins() -> None:
    table = cucumber_at(["6c", "7d"], last=True)
    table.scores = [29, 28]
    play_out(table, "6c 7d")
    assert (table.current, table.scores, table.winners) == (None, [29, 35], (0,))


def test_cucumber_first_over_loses() -> None:
    table = cucumber_at(["6c", "7d", "2c"], options=cucumber.PRESETS["kurkku"], last=True)
    table.scores = [10, 28, 12]
    play_out(table, "6c 7d 2c")
    assert table.current is None
    assert 1 not in table.winners


@pytest.mark.parametrize(("players", "size"), [(2, 7), (7, 7), (8, 6)])
def test_cucumber_hand_size(players: int, size: int) -> None:
    table = cucumber.Referee(players=players, options={}, dealer=2 % players, deal=lambda _: PACK)
    assert [len(hand) for hand in table.hands] == [size] * players
    assert table.current == table.leader == 3 % players


@pytest.mark.parametrize(
    ("first_lead", "over", "dealer", "leader"),
    [
        ("left_of_dealer", False, 0, 1),
        ("loser_deals", False, 1, 2),
        ("taker", False, 0, 1),
        ("lowest_card", False, 0, 2),
        ("loser_deals", True, 2, 3),
        ("taker", True, 0, 2),
    ],
)
def test_cucumber_first_lead(first_lead: str, over: bool, dealer: int, leader: int) -> None:
    table = cucumber_at(["6c", "7d", "2c", "5c"], options={"first_lead": first_lead}, last=True)
    table.scores = [10, 29 if over else 5, 12, 0]
    play_out(table, "6c 7d 2c 5c")
    assert (table.dealer, table.leader, table.current) == (dealer, leader, leader)


def test_cucumber_shrinking_hands() -> None:
    table = cucumber.Referee(
        players=2, options={"hand_size": 3, "shrinking": True, "limit": 100}, dealer=0, deal=lambda _: PACK
    )
    sizes: list[int] = []
    while table.current is not None and table.round_no < 9:
        if len(sizes) < table.round_no:
            sizes.append(table.hand_size)
        table.apply(min(table.legal()))
    assert sizes == [3, 2, 1, 2, 3, 2, 1, 2]


@pytest.mark.parametrize(("lives", "used", "active"), [(1, 0, 2), (2, 0, 3), (2, 1, 2), (3, 1, 3), (3, 2, 2)])
@pytest.mark.parametrize("reentry", ["auto_life", "buy_in"])
def test_cucumber_number_of_lives(reentry: str, lives: int, used: int, active: int) -> None:
    hands = ["3c", "8d", "9c", "Qh"]
    table = cucumber_at(hands, options={"reentry": reentry, "lives": lives}, last=True)
    table.scores, table.lives_used = [0, 0, 0, 29], [0, 0, 0, used]
    play_out(table, "3c 8d 9c Qh")
    if "buy in" in table.legal():
        table.apply("buy in")
    assert len(table.active) == active + 1


@pytest.mark.parametrize(
    ("trick", "scores", "leads"),
    [
        ("12 1 9", [8, 0, 0], 1),
        ("15 4 3", [5, 0, 0], 0),
        ("3 10 5", [0, 3, 0], 1),
        ("3 5 4", [0, 1, 0], 1),
        ("3 6 7", [0, 0, 2], 2),
        ("1 1 1", [0, 0, 0], 2),
        ("1 2 11", [0, 0, 6], 0),
    ],
)
def test_five_cucumbers(trick: str, scores: list[int], leads: int) -> None:
    table = cucumber.FiveCucumbers(players=3, options={}, dealer=2, deal=lambda _: SIXTY)
    hands = [f"{rank} of {suit}" for rank, suit in zip(trick.split(), PACK_SUITS.values(), strict=False)]
    table.hands = [[card] for card in hands]
    table.trick_no = 7
    for card in hands:
        table.apply(f"play {card}")
    assert table.scores == scores
    assert table.active == [seat for seat in range(3) if scores[seat] <= 5]
    assert table.leader == leads


# -- all of them


@pytest.mark.parametrize(
    ("make", "deck", "players", "options"),
    [
        (fox.Referee, FOX_DECK, 2, {}),
        (fox.Referee, FOX_DECK, 2, {"target": 35}),
        (duet.Referee, DUET_DECK, 2, {"decline": True}),
        (duet.Referee, DUET_DECK, 2, {"level": 3, "tokens": 3}),
        (cucumber.Referee, PACK, 2, {}),
        (cucumber.Referee, PACK, 7, {"last_tie": "all", "reentry": "buy_in"}),
        *((cucumber.Referee, PACK, 4, preset) for preset in cucumber.PRESETS.values()),
        (cucumber.FiveCucumbers, SIXTY, 5, {}),
    ],
)
def test_random_games_end(make: RefereeFactory, deck: list[str], players: int, options: Mapping[str, object]) -> None:
    for game in range(20):
        rng = random.Random(f"referee {game}")

        def deal(round_no: int, rng: random.Random = rng) -> list[str]:
            return rng.sample(deck, len(deck))

        table: Referee = make(players=players, options=options, dealer=game % players, deal=deal)
        for _ in range(20_000):
            if table.current is None:
                break
            table.apply(rng.choice(sorted(table.legal())))
        assert table.current is None
        assert table.legal() == set()
        assert table.winners or table.result == "lost"


def test_a_wrong_answer_changes_nothing() -> None:
    table = fox_at("6b", "4k 2m", "2k 9m")
    table.apply("play 4 of keys")
    for text in ("play 9 of moons", "play 11 of bells", "decline", "nonsense"):
        with pytest.raises(ValueError, match="not among"):
            table.apply(text)
    assert table.hands == [cards("2m"), cards("2k 9m")]
    assert table.current == 1
