"""Each word of the language in the smallest game that shows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tricktaker
from tests.loaded import game_for
from tricktaker.checks.examples import run_example

Make = Callable[..., tricktaker.Game]

HEAD = """
tricktaker: 1
name: Small
"""
PARTS = {
    "players": "players: 3",
    "deck": "deck: {suits: [red, green, blue], ranks: 1..8}",
    "vars": "vars:\n  score: {per: player, int: -50..50, lasts: game}",
    "round": """
round:
  - shuffle: deck
  - deal: {to: hand, count: 8}
  - tricks: {count: 8}
  - each: player
    do:
      - add: {score: tricks_won}
""",
    "rounds": "rounds: {count: 1}",
}


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def build(*extra: str, **parts: str) -> tricktaker.Game:
        path = tmp_path / "small.yaml"
        body = {**PARTS, **parts}
        path.write_text(HEAD + "\n".join([*body.values(), *extra]) + "\n", encoding="utf-8")
        return tricktaker.load(path)

    return build


def holds(game: tricktaker.Game, **example: Any) -> None:
    assert run_example(game, {"about": "it", **example}) == []


def played(game: tricktaker.Game, seed: int = 1, pick: int = 0) -> tricktaker.State:
    """A game in which everyone takes the same legal action."""
    state = game.deal(seed)
    while not state.is_over:
        state.apply(state.legal_actions[min(pick, len(state.legal_actions) - 1)])
    return state


# -- winning


def test_equal_cards_cancel(make: Make) -> None:
    game = make("trick: {wins: [{highest: order, ties: cancel}]}")
    holds(game, trick=["8r", "8g", "3b"], winner=2)
    holds(game, trick=["8r", "8g", "8b"], winner=0)
    holds(game, trick=["2r", "8g", "3b"], winner=1)


def test_the_second_best_can_win(make: Make) -> None:
    game = make("trick: {wins: [{highest: order, nth: 2}]}")
    holds(game, trick=["8r", "5g", "3b"], winner=1)
    holds(game, trick=["2r", "5g", "7b"], winner=1)


def test_the_lowest_can_win_and_the_last_of_equals(make: Make) -> None:
    game = make("trick: {wins: [{lowest: order, ties: last}]}")
    holds(game, trick=["8r", "3g", "3b"], winner=2)


def test_without_a_candidate_the_first_card_wins(make: Make) -> None:
    game = make("trick: {wins: [{cards: suit == blue, highest: order}]}")
    holds(game, trick=["2r", "8g", "7r"], winner=0)
    holds(game, trick=["2r", "1b", "7r"], winner=1)


def test_a_tier_asks_about_the_whole_trick(make: Make) -> None:
    game = make(
        "trick: {wins: [{if: trick.count(suit == green) == 2, cards: suit == green, lowest: order}, led]}",
    )
    holds(game, trick=["8r", "5g", "3g"], winner=2)
    holds(game, trick=["8r", "5g", "3b"], winner=0)


# -- following


def test_always_adds_to_what_the_other_lines_leave(make: Make) -> None:
    game = make("trick: {follow: [suit, {always: rank == 8}]}")
    holds(game, trick=["2r"], hand=["3r", "8g", "4b"], legal=["3r", "8g"])


def test_only_may_leave_nothing_and_the_seat_plays_no_card(make: Make) -> None:
    game = make(
        """
trick:
  follow:
    - only: suit == led
  stuck:
    - add: {score: -1}
"""
    )
    state = game.position(hands={0: ["2r", "3r"], 1: ["4g", "5g"], 2: ["4r", "6g"]}, leader=0, fill=False)
    state.apply(game.action("play 2 of red"))
    assert state.scores == [0, -1, 0]
    assert state.current_player == 2
    state.apply(game.action("play 4 of red"))
    assert state.tricks_won == [0, 0, 1]


def test_a_seat_may_stay_out_of_a_trick(make: Make) -> None:
    game = make("trick: {may_pass: trick.size > 0}")
    state = game.position(hands={0: ["2r", "3r"], 1: ["4r"], 2: ["4g"]}, leader=0, fill=False)
    assert "pass" not in [game.text(action) for action in state.legal_actions]
    state.apply(game.action("play 2 of red"))
    state.apply(game.action("pass"))
    state.apply(game.action("play 4 of green"))
    assert state.tricks_won == [1, 0, 0]


def test_another_decides_what_a_seat_plays(make: Make) -> None:
    game = make("trick: {played_by: if me.seat == 1 then dealer else me}", zones="zones: {hand: {see: everyone}}")
    state = game.position(hands={0: ["2r"], 1: ["4r"], 2: ["4g"]}, leader=0, dealer=2, fill=False)
    state.apply(game.action("play 2 of red"))
    assert state.current_player == 2
    assert [game.text(action) for action in state.legal_actions] == ["play 4 of red"]


def test_blocks_of_lines_share_a_condition(make: Make) -> None:
    game = make("trick: {follow: [{if: trick_no > 3, then: [suit, {must: rank > 4}]}]}")
    holds(game, trick_no=2, trick=["2r"], hand=["3r", "8g"], legal=["3r", "8g"])
    holds(game, trick_no=4, trick=["2r"], hand=["3r", "6r", "8g"], legal=["6r"])


# -- cards that bend rules


def test_a_card_has_several_ways(make: Make) -> None:
    game = make(
        """
trick:
  follow: [suit, {always: special != none}]
  wins: [{cards: special == wild, highest: order}, led]
abilities:
  Shifter:
    cards: special == shifter
    play_as: {as: [wild, dull]}
""",
        deck="""
deck:
  blocks:
    - {suits: [red, green, blue], ranks: 1..8}
    - {special: wild}
    - {special: dull}
    - {special: shifter}
""",
    )
    holds(game, trick=["2r"], hand=["3r", "shifter", "8g"], legal=["3r", "shifter as wild", "shifter as dull"])
    holds(game, trick=["2r", "shifter as wild", "8r"], winner=1)
    holds(game, trick=["2r", "shifter as dull", "8r"], winner=2)


def test_a_card_face_down_counts_for_nothing(make: Make) -> None:
    game = make(
        """
abilities:
  Hideable:
    cards: rank == 1
    play_as: {face: down}
"""
    )
    state = game.position(hands={0: ["2r"], 1: ["1r", "3g"], 2: ["4r"]}, leader=0, fill=False)
    state.apply(game.action("play 2 of red"))
    assert {game.text(action) for action in state.legal_actions} == {"play 1 of red"}
    game = make(
        """
trick: {follow: [{must: suit == led or special == none and suit == none}]}
abilities:
  Hideable:
    cards: rank == 1
    play_as: {face: down}
""",
        deck="deck: {blocks: [{suits: [red, green, blue], ranks: 1..8}, {special: odd}]}",
    )
    state = game.position(hands={0: ["2r"], 1: ["1g", "3g"], 2: ["4r"]}, leader=0, fill=False)
    state.apply(game.action("play 2 of red"))
    texts = {game.text(action) for action in state.legal_actions}
    assert "play 1 of green face down" in texts
    state.apply(game.action("play 1 of green face down"))
    assert state.view(2).trick[1] == (1, None, "face down")
    assert state.view(1).trick[1][1] is not None


# -- decisions


CHOICES = """
round:
  - shuffle: deck
  - deal: {to: hand, count: 4}
  - each: player
    secretly: true
    do:
      - choose: {from: hand, count: 2, as: given, verb: give}
        then:
          - move: {cards: given, to: left(me).hand}
  - choose:
      who: dealer
      optional: true
      menu:
        - stop:
          then:
            - end: round
        - bid: {from: (1..5).where(it % 2 == 1), as: n}
          then:
            - add: {dealer.score: n}
      otherwise: []
  - tricks: {count: 4}
"""


def test_cards_are_passed_after_all_have_chosen(make: Make) -> None:
    game = make(round=CHOICES.replace("      otherwise: []\n", ""))
    state = game.deal(4)
    before = [set(state.zone("hand", seat)) for seat in range(3)]
    first = state.current_player
    for _ in range(5):
        state.apply(state.legal_actions[0])
        assert [set(state.zone("hand", seat)) for seat in range(3)] == before
    choosers = {event.seat for event in state.view(first).events if event.kind == "choose"}
    assert choosers == {first}
    state.apply(state.legal_actions[0])
    after = [set(state.zone("hand", seat)) for seat in range(3)]
    assert all(len(now & old) == 2 for now, old in zip(after, before, strict=True))
    assert [game.text(action) for action in state.legal_actions] == ["stop", "decline", "bid 1", "bid 3", "bid 5"] or {
        game.text(action) for action in state.legal_actions
    } == {"stop", "decline", "bid 1", "bid 3", "bid 5"}
    state.apply(game.action("bid 3"))
    assert state.scores[state.dealer] == 3


@pytest.mark.parametrize("menu", [False, True])
def test_nothing_to_choose_from_runs_otherwise(make: Make, menu: bool) -> None:
    """Only where nothing happens instead is there nothing to tell."""
    picked = "{from: dealer.hand.where(order == round_no + 20), as: c}"
    asked = f"{{who: dealer, menu: [{{take: {picked}}}]}}" if menu else f"{{who: dealer, {picked[1:]}"
    step = f"  - choose: {asked}\n    then:\n      - add: {{dealer.score: 1}}\n"
    start = "round:\n  - shuffle: deck\n  - deal: {to: hand, count: 4}\n"
    for otherwise, points in (("    otherwise:\n      - add: {dealer.score: 7}\n", 7), ("", 0)):
        state = make(round=f"{start}{step}{otherwise}  - tricks: {{count: 4}}\n").deal(1)
        assert state.scores[state.dealer] == points
        assert any(event.kind == "no_effect" for event in state.events) == (not otherwise)


def test_a_cascade_narrows_what_may_be_chosen(make: Make) -> None:
    game = make(
        round="""
round:
  - shuffle: deck
  - deal: {to: hand, count: 8}
  - choose:
      who: dealer
      from: dealer.hand
      as: laid
      rules:
        - must: suit == red
        - only: rank >= 1
    then:
      - move: {cards: laid, to: out}
  - tricks: {count: 7, players: players}
""",
        zones="zones: {out: {see: nobody}}",
    )
    for seed in range(20):
        state = game.deal(seed)
        hand = state.zone("hand", state.dealer)
        red = [card for card in hand if card.suit == "red"]
        offered = {game.text(action) for action in state.legal_actions}
        assert offered == {f"choose {card.name}" for card in (red or hand)}


# -- cards on the move


PILES = """
round:
  - shuffle: deck
  - deal: {to: hand, count: 2}
  - move: {from: deck, count: 5, to: heap}
  - move: {from: heap, count: 2, to: side}
  - move: {from: side, count: 1, to: heap, at: bottom}
  - move: {from: heap, count: dealer.seat * 3, to: side, up_to: true}
  - tricks: {count: 2}
"""


def test_piles_keep_their_order(make: Make) -> None:
    game = make(
        round=PILES,
        rounds="rounds: {count: 1, dealer: {first: 2}}",
        zones="zones:\n  heap: {see: everyone}\n  side: {see: everyone}",
    )
    state = game.deal(9)
    deck = state.deck_order()[6:]
    a, b, c, d, e = deck[:5]
    # 5 to heap; a b to side; a under the heap: c d e a; then all of it on top of b
    assert [card.name for card in state.zone("side")] == [c, d, e, a, b]
    assert state.zone("heap") == []


SWAPS = """
round:
  - shuffle: deck
  - deal: {to: hand, count: 2}
  - move: {from: deck, count: 4, to: heap}
  - swap: [heap.top, heap.last]
  - swap: [heap.at(2), dealer.hand.highest(order)]
  - swap: [dealer.hand.lowest(order), left(dealer).hand.highest(order)]
  - tricks: {count: 2}
"""


def test_cards_trade_places_wherever_they_lie(make: Make) -> None:
    game = make(round=SWAPS, zones="zones:\n  heap: {see: everyone}")
    for seed in range(30):
        state = game.deal(seed)
        deck = [game.card(name) for name in state.deck_order()]
        first = (state.dealer + 1) % 3
        hands = {(first + seat) % 3: {deck[seat], deck[seat + 3]} for seat in range(3)}
        heap = deck[6:10]
        heap[0], heap[3] = heap[3], heap[0]

        def by_order(card: tricktaker.Card) -> tuple[int, int]:
            return int(card.rank or 0), -card.index

        best = max(hands[state.dealer], key=by_order)
        hands[state.dealer] = hands[state.dealer] - {best} | {heap[1]}
        heap[1] = best
        low = min(hands[state.dealer], key=lambda card: (int(card.rank or 0), card.index))
        high = max(hands[first], key=by_order)
        hands[state.dealer] = hands[state.dealer] - {low} | {high}
        hands[first] = hands[first] - {high} | {low}
        assert state.zone("heap") == heap
        assert all(set(state.zone("hand", seat)) == hands[seat] for seat in range(3))


def test_too_few_cards_stop_the_game_at_the_line(make: Make) -> None:
    game = make(
        round=PILES.replace(", up_to: true", ""),
        rounds="rounds: {count: 1, dealer: {first: 2}}",
        zones="zones:\n  heap: {see: everyone}\n  side: {see: everyone}",
    )
    with pytest.raises(tricktaker.GameFault, match=r"heap.*too few") as caught:
        game.deal(9)
    assert caught.value.span is not None
    assert "count: dealer.seat" in Path(caught.value.span.file).read_text().splitlines()[caught.value.span.line - 1]


def test_a_whole_deck_is_dealt_one_by_one(make: Make) -> None:
    game = make(
        round="round:\n  - shuffle: deck\n  - deal: {to: hand}\n  - tricks: {count: 7}",
        deck="deck: {suits: [red, green], ranks: 1..11}",
    )
    state = game.deal(2)
    first = (state.dealer + 1) % 3
    sizes = [len(state.zone("hand", (first + seat) % 3)) for seat in range(3)]
    assert sizes == [8, 7, 7]
    assert state.deck_order()[0] in [card.name for card in state.zone("hand", first)]


def test_all_targets_change_at_once(make: Make) -> None:
    game = make(
        round="""
round:
  - shuffle: deck
  - deal: {to: hand, count: 2}
  - set:
      a: b
      b: a
      row[a]: row[b] + 5
      row[b]: row[a] + 1
  - tricks: {count: 2}
""",
        vars="""
vars:
  score: {per: player, int: 0..9, lasts: game}
  a: {int: 0..5, default: 2}
  b: {int: 0..5, default: 4}
  row: {per: 0..5, int: 0..50}
""",
    )
    state = game.deal(1)
    assert (state.variable("a"), state.variable("b")) == (4, 2)
    assert state.variable("row") == [0, 0, 5, 0, 1, 0]


def test_a_value_outside_its_range_stops_the_game(make: Make) -> None:
    game = make(
        round="""
round:
  - shuffle: deck
  - deal: {to: hand, count: 2}
  - each: {over: 1..4, as: k}
    do:
      - add: {n: k}
  - tricks: {count: 2}
""",
        vars="vars:\n  score: {per: player, int: 0..9, lasts: game}\n  n: {int: 0..5}",
    )
    with pytest.raises(tricktaker.GameFault, match=r"`n` leaves its range 0\.\.5"):
        game.deal(1)


# -- rounds


def test_players_leave_and_the_deal_passes_on(make: Make) -> None:
    game = make(
        "end: {winners: active}",
        rounds="rounds: {until: active.size == 1, at_most: 9, dealer: {first: 0}}",
        round="""
round:
  - shuffle: deck
  - deal: {to: hand, count: 2}
  - tricks: {count: 2}
  - eliminate: left(dealer)
""",
    )
    state = game.deal(1)
    dealers: list[tuple[int, int]] = []
    while not state.is_over:
        if not dealers or dealers[-1] != (state.round_no, state.dealer):
            dealers.append((state.round_no, state.dealer))
        state.apply(state.legal_actions[0])
    assert dealers == [(1, 0), (2, 2)]
    assert state.winners == (2,)


def test_laps_go_round_until_it_holds_and_ask_anew_who_is_in(make: Make) -> None:
    auction = """
round:
  - shuffle: deck
  - deal: {to: hand, count: 8}
  - each: {players: players.starting(dealer).where(not out), laps: LAPS}
    until: players.count(out) == 2
    do:
      - choose:
          menu:
            - stay:
            - go:
              then:
                - set: {out: true}
  - tricks: {count: 8}
"""
    variables = PARTS["vars"] + "\n  out: {per: player, bool: false}"
    rounds = "rounds: {count: 1, dealer: {first: 1}}"
    game = make(vars=variables, rounds=rounds, round=auction.replace("LAPS", "4"))
    state, asked = game.deal(1), []
    for answer in ("stay", "go", "stay", "stay", "stay", "go"):
        asked.append(state.current_player)
        state.apply(game.action(answer))
    assert asked == [1, 2, 0, 1, 0, 1]
    assert state.decision is not None and state.decision.kind == "play"
    state = make(vars=variables, rounds=rounds, round=auction.replace("LAPS", "2")).deal(1)
    with pytest.raises(tricktaker.GameFault):
        for _ in range(6):
            state.apply(game.action("stay"))


def test_a_redeal_keeps_the_dealer_and_the_round(make: Make) -> None:
    game = make(
        round="""
round:
  - shuffle: deck
  - deal: {to: hand, count: 8}
  - if: dealer.hand.count(suit == red) > 2
    then:
      - end: redeal
  - tricks: {count: 8}
"""
    )
    redeals = 0
    for seed in range(12):
        state = game.deal(seed)
        assert state.round_no == 1
        assert sum(card.suit == "red" for card in state.zone("hand", state.dealer)) <= 2
        starts = [event for event in state.events if event.kind == "round_start"]
        redeals += len(starts) - 1
        assert len({event.data["dealer"] for event in starts}) == 1
    assert redeals


def test_two_words_of_cards_play_as_one(make: Make) -> None:
    suits = "[red, green, blue, white, yellow, pink]"
    game = make(
        deck=f"deck: {{suits: {suits}, ranks: 1..20}}",
        players="players: 4",
        round="round:\n  - shuffle: deck\n  - deal: {to: hand}\n  - tricks: {count: 30}",
    )
    state = game.deal(5)
    for _ in range(119):
        view = state.view(state.current_player)
        hand = list(view.hand)
        if view.trick:
            led = view.trick[0][1]
            assert led is not None
            same = [card for card in hand if card.suit == led.suit]
            expected = same or hand
        else:
            expected = hand
        assert {game.text(a) for a in state.legal_actions} == {f"play {card.name}" for card in expected}
        before = list(view.trick)
        winner_before = state.tricks_won
        state.apply(state.legal_actions[-1])
        if len(before) == 3:
            won = next(seat for seat in range(4) if state.tricks_won[seat] > winner_before[seat])
            trick = state.view(None).last_trick
            assert trick is not None and trick[0][1] is not None
            suit = trick[0][1].suit
            best = max((play for play in trick if play[1] and play[1].suit == suit), key=lambda p: int(p[1].rank or 0))  # type: ignore[union-attr]
            assert best[0] == won


def test_chance_is_fair(make: Make) -> None:
    """The first card of the deck over many seeds: chi square below the 0.999 quantile of 23 degrees."""
    game = make()
    counts = [0] * 24
    games = 2400
    for number in range(games):
        top = game.deal(7, number).deck_order()[0]
        counts[game.card(top).index] += 1
    expected = games / 24
    assert sum((count - expected) ** 2 / expected for count in counts) < 49.73


def test_random_picks_without_disturbing(make: Make) -> None:
    game = make(
        round="""
round:
  - shuffle: deck
  - deal: {to: hand, count: 8}
  - random: {from: dealer.hand, as: c}
  - show: {cards: c, to: left(dealer)}
  - add: {dealer.score: 1}
  - tricks: {count: 8}
"""
    )
    state = game.deal(3)
    neighbour = (state.dealer + 1) % 3
    known = state.view(neighbour).known
    assert len(known) == 1
    assert not state.view((state.dealer + 2) % 3).known


def test_tables_take_two_keys_and_a_rest(make: Make) -> None:
    game = make(
        "tables:\n  one: {0: 5, 3..4: 9, else: -1}\n  two:\n    1: [4, 5]\n    2..3: [6, 7]",
        "define:\n  a: one(0) + one(1)\n  b: two(3, 1)",
    )
    holds(game, eval={"a": 4, "b": 7})


def test_the_same_file_is_the_same_game_under_any_name(tmp_path: Path) -> None:
    fox = Path(__file__).parents[2] / "variants/fox.yaml"
    copy = tmp_path / "zebra.yaml"
    copy.write_text(
        fox.read_text(encoding="utf-8").replace("name: The Fox in the Forest", "name: Zebra"), encoding="utf-8"
    )
    one, two = game_for(fox, {}), tricktaker.load(copy)
    assert one.fingerprint == two.fingerprint and two.name == "Zebra"
    for number in range(200):
        a, b = one.deal(1, number), two.deal(1, number)
        while not a.is_over and a.round_no == 1:
            assert a.legal_actions == b.legal_actions
            action = a.legal_actions[number % len(a.legal_actions)]
            a.apply(action)
            b.apply(action)
        assert a.scores == b.scores
