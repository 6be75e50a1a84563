"""A table without a terminal: whole games of every kind, what is asked, what is refused, what may be taken back."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import tricktaker
from tests.cases.table import small
from tests.tui.sitting import Doing, Sitting, bots, chance, legal, people, you_and_bots
from tricktaker import Game, State, View
from tricktaker.bots import BotFault
from tricktaker.loading.places import shipped_variants
from tricktaker.tui.past import SEEN, learned_since
from tricktaker.tui.seats import Seat
from tricktaker.tui.table import Table

HERE = Path(__file__).resolve().parents[1]
FILES = [*shipped_variants().values(), *sorted((HERE / "variants").glob("*.yaml"))]
SHORT = {"fox", "duet", "cucumber", "kurkku", "claim", "schnapsen", "skull-king"}


@cache
def game_of(name: str) -> Game:
    return tricktaker.load(name)


def script(*lines: str) -> Callable[[Table], str | None]:
    """Answers from a list, then the end of input."""
    rest: Iterator[str] = iter(lines)
    return lambda _: next(rest, None)


def fox(hands: dict[int, list[str]], **more: object) -> State:
    game = game_of("fox")
    used = {"6m", *(card for hand in hands.values() for card in hand), *more.get("trick", ())}  # type: ignore[attr-defined]
    stock = [card.short for card in game.cards if card.short not in used][:6]
    number = 14 - max(map(len, hands.values()))
    return game.position(zones={"decree": ["6m"], "hand": hands, "stock": stock}, trick_no=number, **more)


# -- whole games


@pytest.mark.parametrize("path", [path for path in FILES if path.stem in SHORT], ids=lambda path: path.stem)
@pytest.mark.parametrize("mode", ["you", "people", "bots", "plain"])
def test_short_games_are_played_to_their_ends(path: Path, mode: str) -> None:
    game = game_of(str(path))
    seats = {"you": you_and_bots, "people": people, "bots": bots, "plain": you_and_bots}[mode](game.players)
    sitting = Sitting(game, seats, legal(random.Random(1)), plain=mode == "plain")
    told = sitting.play()
    assert sitting.kept.over
    assert re.search(r"The game is (over|won|lost)", told)
    assert "_" not in told.replace("task_deck", "").replace("_ ", ""), "names of the rule file are told as words"
    if mode == "plain":
        assert not set(told) & set("\x1b\r")
        assert all(line.rstrip()[-1] in ".?:" for line in told.splitlines() if line and "? " not in line)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_record_is_told_every_decision(path: Path) -> None:
    game = game_of(str(path))
    questions = 60
    sitting = Sitting(game, people(game.players), _so_many(legal(random.Random(2)), questions))
    sitting.play()
    again = game.deal(1)
    for action in sitting.kept.actions:
        again.apply(action)
    assert again == sitting.table.state


def _so_many(say: Callable[[Table], str], most: int) -> Callable[[Table], str | None]:
    def limited(table: Table) -> str | None:
        nonlocal most
        most -= 1
        return say(table) if most >= 0 else None

    return limited


@pytest.mark.parametrize("at", range(12))
def test_input_may_end_at_any_question(at: int) -> None:
    sitting = Sitting(game_of("duet"), people(2), _so_many(legal(random.Random(3)), at))
    sitting.play()
    assert sitting.source.asked == at + 1
    assert not sitting.kept.over


def test_ears_are_told_what_eyes_see() -> None:
    told = Sitting(game_of("fox"), you_and_bots(2), script("#1"), seed=1, plain=True).play()
    seen = Sitting(game_of("fox"), you_and_bots(2), script("#1"), seed=1).play()
    for text in (told, seen):
        assert re.search(r"Round 1, trick 1\. (You deal|Random 2 deals)\.\n", text)
    assert re.search(r"Random 2: +0\spoints, 0\stricks, 13\scards", seen)
    assert re.search(r"Random 2 has 0 points, 0 tricks, 13 cards in hand, earned 0\.", told)
    assert "Random 2 has 0 points, 1 trick, 12 cards in hand" in told
    assert "You lead 1 of bells." in told


@pytest.mark.parametrize("plain", [False, True])
def test_what_is_known_is_shown_before_a_bot_thinks(plain: bool) -> None:
    """At the beginning of a round with the hand; afterwards what the player's own card has led to."""
    shown: list[str] = []

    def think(view: View) -> int:
        shown.append(sitting.out.getvalue())
        return view.legal_actions[0]

    seats = [Seat("Slow", "doing", Doing(think, 0)), Seat("You", "you")]
    state = fox({1: ["2b", "5b", "11m"], 0: ["6b", "3m", "4m"]}, leader=0)
    sitting = Sitting(game_of("fox"), seats, script("2b", "5b"), state=state, plain=plain)
    sitting.play()
    hand = "You hold 2 of bells, 5 of bells; 11 of moons." if plain else "Your hand:\n  bells:"
    assert hand in shown[0]
    assert "You play 2 of bells.\nSlow wins the trick with 6 of bells." in shown[1]
    assert hand not in shown[1][len(shown[0]) :].split("which card?")[1]
    assert mentioned(shown[0]) <= {"2b", "5b", "11m", "6m"}


def test_the_hand_is_shown_in_every_round_that_a_bot_begins() -> None:
    rounds: dict[int, bool] = {}

    def think(view: View) -> int:
        told = sitting.out.getvalue()
        rounds.setdefault(view.round_no, "Your hand" in told[told.rindex(f"Round {view.round_no}.") :])
        return view.legal_actions[0]

    seats = [Seat("Slow", "doing", Doing(think, 0)), Seat("You", "you"), Seat("Also", "doing", Doing(think, 2))]
    game = tricktaker.load("cucumber", players=3)
    inner = legal(random.Random(1))
    sitting = Sitting(game, seats, lambda table: inner(table) if table.state.round_no < 4 else None, seed=2)
    sitting.play()
    assert rounds == dict.fromkeys((1, 2, 3, 4), True)


# -- hidden things


CARD = re.compile(r"\b(\d+) of (bells|keys|moons)\b|\b(\d+)([bkm])\b")


def mentioned(text: str) -> set[str]:
    """The cards that a text names, in their short form."""
    return {f"{rank or short}{(suit or letter)[0]}" for rank, suit, short, letter in CARD.findall(text)}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("plain", [False, True])
def test_no_screen_shows_a_card_that_its_reader_may_not_know(seed: int, plain: bool) -> None:
    game = game_of("fox")
    inner = legal(random.Random(seed))
    begun = 0
    checked = 0

    def say(table: Table) -> str | None:
        nonlocal begun, checked
        state, decision = table.state, table.state.decision
        assert decision is not None
        shown = sitting.out.getvalue()
        if state.round_no > 1:
            return None
        if table.watcher != decision.seat:
            assert not mentioned(shown[shown.rindex("Pass the device") :])
            begun = len(shown)
            return ""
        view = state.view(decision.seat)
        known = {
            card.short for zones in view.zones.values() for zone in zones for card in zone.cards if card is not None
        }
        known |= {card.short for _, card, _ in view.trick if card is not None}
        hidden = {card.short for card in game.cards} - known
        assert not mentioned(shown[begun:]) & hidden
        checked += 1
        return inner(table)

    sitting = Sitting(game, people(2), say, seed=seed, plain=plain)
    sitting.play()
    assert checked >= 26


def test_people_are_kept_apart_by_a_screen_of_nothing() -> None:
    sitting = Sitting(game_of("fox"), people(2), _so_many(legal(random.Random(1)), 6))
    told = sitting.play()
    for screen in told.split("Pass the device")[1:]:
        question, _, shown = screen.partition("when only you can see the screen.")
        assert not mentioned(question)
        assert shown[:40].strip() == "" or "\n" * 20 in shown


# -- yes and no


def asked_to_exchange() -> State:
    state = fox({0: ["3k", "10k", "2m"], 1: ["11b", "4m", "5k"]}, leader=0)
    state.apply(state.game.action("play 3 of keys"))
    return state


@pytest.mark.parametrize("word", ["n", "N", "no", "NO", " NO ", "No.", "decline"])
def test_no_is_no_in_any_form(word: str) -> None:
    sitting = Sitting(game_of("fox"), you_and_bots(2), script(word), state=asked_to_exchange())
    sitting.play()
    assert game_of("fox").text(sitting.kept.actions[0]) == "decline"
    assert sitting.source.asked <= 2


@pytest.mark.parametrize("word", ["nope", "", "yes", "y", "nay", "0", "decree"])
def test_anything_else_is_asked_again_with_what_is_expected(word: str) -> None:
    sitting = Sitting(game_of("fox"), you_and_bots(2), script(word), state=asked_to_exchange())
    told = sitting.play()
    assert sitting.kept.actions == []
    assert sitting.source.asked == 2
    assert told.count("Exchange which card with the decree? (n to decline)") == 2
    assert "10k" in told and "or n to decline" in told


# -- choices


def test_nothing_is_played_for_anybody_who_has_a_choice() -> None:
    state = fox({0: ["1m", "10m", "4b"], 1: ["5b", "2b"]}, trick=["11m"], leader=1)
    sitting = Sitting(game_of("fox"), you_and_bots(2), script(), state=state, forced=True)
    sitting.play()
    assert sitting.kept.actions == []


def test_a_single_choice_is_asked_about_unless_the_player_wants_otherwise() -> None:
    def position() -> State:
        return fox({0: ["4m", "9b", "8k"], 1: ["6b", "2k"]}, trick=["7m"], leader=1)

    asked = Sitting(game_of("fox"), you_and_bots(2), script(), state=position())
    asked.play()
    assert asked.kept.actions == []
    forced = Sitting(game_of("fox"), you_and_bots(2), script(), state=position(), forced=True)
    told = forced.play()
    assert "Only one choice: play 4 of moons." in told
    assert game_of("fox").text(forced.kept.actions[0]) == "play 4 of moons"


def test_a_refused_card_is_explained() -> None:
    state = fox({0: ["2b", "5b", "11m"], 1: ["6k", "3m"]}, trick=["7b"], leader=1)
    told = Sitting(game_of("fox"), you_and_bots(2), script("11m", "4k"), state=state).play()
    assert "You can't play 11 of moons: " in told
    assert "You still hold 2 of bells and 5 of bells." in told
    assert "You may play: 2b or 5b." in told
    assert "You can't play 4 of keys: that card is not in the hand." in told


def test_the_rule_of_an_ability_is_named() -> None:
    state = fox({0: ["1k", "4k", "8k", "5m"], 1: ["6b", "3m"]}, trick=["11k"], leader=1)
    ability = next(name for name in game_of("fox").card("11k").abilities)
    told = Sitting(game_of("fox"), you_and_bots(2), script("4k"), state=state).play()
    assert f"You can't play 4 of keys: {ability}." in told
    assert "You may play: 1k or 8k." in told


def test_pasting_a_card_twice_plays_it_once() -> None:
    state = fox({0: ["2b", "5b", "11m"], 1: ["6b", "7b", "8b"]}, leader=0)
    told = Sitting(game_of("fox"), [*people(1), *bots(2)[1:]], script("2b", "2b"), state=state).play()
    assert "You can't play 2 of bells: that card is not in the hand." in told


def test_a_rank_of_two_cards_is_asked_about_with_the_place_of_each() -> None:
    state = fox({0: ["2b", "5b", "5m"], 1: ["6k", "3m", "4m"]}, leader=0)
    told = Sitting(game_of("fox"), you_and_bots(2), script("5", "1", "#2"), state=state).play()
    assert "That could be play 5 of bells (#2) or play 5 of moons (#3). Say which." in told
    assert "#1) 2b*" in told
    assert "Type a card, such as 2b, 2 of bells or #1" in told
    assert "You lead 5 of bells." in told


@pytest.mark.parametrize("word", ["q", "exit", "quit", "Q"])
def test_leaving_has_three_words(word: str) -> None:
    sitting = Sitting(game_of("fox"), you_and_bots(2), script(word), state=fox_lead())
    sitting.play()
    assert sitting.source.asked == 1


def test_q_is_a_queen_where_one_is_held_and_cards_are_asked_for() -> None:
    def sitting(queen: bool) -> Sitting:
        for seed in range(100):
            state = game_of("sueca").deal(seed)
            assert state.decision is not None
            seat = state.decision.seat
            if any(card.rank == "Q" for card in state.view(seat).hand) is queen:
                seats = bots(4)
                seats[seat] = people(1)[0]
                return Sitting(game_of("sueca"), seats, script("q"), state=state)
        raise AssertionError("no such deal")

    held, none = sitting(True), sitting(False)
    assert "You lead Q of " in held.play() or "That could be play Q of " in held.out.getvalue()
    none.play()
    assert none.source.asked == 1 and none.kept.actions == []


# -- help


def test_help_says_what_to_type_and_what_the_cards_do() -> None:
    state = fox({0: ["2b", "11m"], 1: ["6b", "7b"]}, leader=0)
    told = Sitting(
        game_of("fox"), you_and_bots(2), script("?", "? 11", "? 2b", "? 11m", "? nothing"), state=state
    ).play()
    abilities = {name: rule.text for rule in game_of("fox").rules.abilities for name in [rule.name]}
    (name,) = game_of("fox").card("11m").abilities
    assert "Type a card, such as 2b, 2 of bells or #1" in told
    assert " ".join(told.split()).count(str(abilities[name])) >= 2
    assert "2 of bells: no ability." in told
    assert "nothing" in told
    for command in ("undo", "rules", "quit"):
        assert f"{command}: " in told


def test_abilities_can_be_asked_for_by_name() -> None:
    name = game_of("fox").card("11m").abilities[0]
    told = Sitting(game_of("fox"), you_and_bots(2), script(f"? {name.lower()}")).play()
    assert f"{name} (11 of bells, keys and moons): " in " ".join(told.split())


def test_suits_are_told_in_the_order_of_the_deck() -> None:
    game = tricktaker.load(str(HERE.parent / "examples" / "ability.yaml"))
    told = Sitting(game, you_and_bots(game.players), script("? Magpie")).play()
    assert "Magpie (1 of amber, silver, glass and pearl): " in " ".join(told.split())


def test_the_table_can_be_looked_at_again() -> None:
    told = Sitting(game_of("fox"), you_and_bots(2), script("table")).play()
    assert told.count("Decree: ") == 2


# -- taking back


def test_a_card_can_be_taken_back_before_anything_new_is_seen() -> None:
    state = fox({0: ["3k", "10k", "2m"], 1: ["11b", "4m", "5k"]}, leader=0)
    before = state.fingerprint
    sitting = Sitting(game_of("fox"), you_and_bots(2), script("3k", "undo"), state=state)
    told = sitting.play()
    assert "Taken back." in told
    assert sitting.table.state.fingerprint == before
    assert sitting.kept.actions == []
    assert sitting.table.state.view(0).hand == fox({0: ["3k", "10k", "2m"], 1: ["11b", "4m", "5k"]}).view(0).hand


def test_nothing_drawn_can_be_unseen() -> None:
    state = fox({0: ["5b", "10k", "2m"], 1: ["11b", "4m", "6k"]}, leader=0)
    sitting = Sitting(game_of("fox"), you_and_bots(2), script("5b", "undo"), state=state)
    told = sitting.play()
    assert "That can't be taken back: something new has been seen since." in told
    assert len(sitting.kept.actions) == 1


def test_what_others_have_seen_stays() -> None:
    sitting = Sitting(game_of("fox"), people(2), script("", "3k", "10k", "undo"), state=fox_lead())
    told = sitting.play()
    assert "That can't be taken back: something new has been seen since." in told
    assert len(sitting.kept.actions) == 2


def fox_lead() -> State:
    return fox({0: ["3k", "10k", "2m"], 1: ["11b", "4m", "5k"]}, leader=0)


@pytest.mark.parametrize(("lot", "told"), [("random", "chance has decided something since"), ("set", "Taken back.")])
def test_a_lot_that_was_drawn_stays_drawn(tmp_path: Path, lot: str, told: str) -> None:
    """Who is asked next shows how the lot fell, though nothing else does."""
    draw = {"random": "random: {from: 1..2, as: lot}", "set": "set: {lot: 1}"}[lot]
    steps = f"""\
  - choose: {{who: dealer, from: 0..3, as: stake}}
  - {draw}
  - if: lot == 1
    then:
      - choose: {{who: dealer, from: 0..3, as: more}}
"""
    hidden = () if lot == "random" else (("vars:\n", "vars:\n  lot: {int: 0..2, see: nobody}\n"),)
    game = small(tmp_path, "", ("  - tricks:", f"{steps}  - tricks:"), *hidden)
    for seed in range(4):
        sitting = Sitting(game, people(2), script("", "0", "undo"), seed=seed)
        assert told in sitting.play()


def test_a_lead_that_laid_the_dummy_open_stays_led() -> None:
    game, dice = game_of("bridge"), random.Random(0)
    state = game.deal(0)
    while state.trick_no == 0:
        state.apply(dice.choice(state.legal_actions))
    before, leader = state.copy(), state.current_player
    assert leader is not None
    state.apply(dice.choice(state.legal_actions))
    assert len(set(state.view(leader).zones["hand"][(leader + 1) % 4].cards)) > 1
    assert learned_since(before, state, leader) == SEEN
    before = state.copy()
    state.apply(dice.choice(state.legal_actions))
    declarer = before.current_player
    assert declarer is not None and learned_since(before, state, declarer) is None


def test_the_one_before_can_take_back_before_the_device_is_passed() -> None:
    sitting = Sitting(game_of("fox"), people(2), script("", "2m", "undo", "", "10k"), state=fox_lead())
    told = sitting.play()
    assert "Taken back." in told
    assert [game_of("fox").text(action) for action in sitting.kept.actions] == ["play 10 of keys"]


def test_after_a_bot_has_decided_nothing_can_be_taken_back() -> None:
    state = fox({0: ["2m", "10k", "8m"], 1: ["11b", "4k", "6k"]}, leader=0)
    sitting = Sitting(game_of("fox"), you_and_bots(2), script("2m", "undo"), state=state)
    assert "That can't be taken back: somebody else has decided since." in sitting.play()


def test_nothing_to_take_back() -> None:
    told = Sitting(game_of("fox"), you_and_bots(2), script("undo"), state=fox_lead()).play()
    assert "That can't be taken back: you have decided nothing yet." in told


def test_who_has_decided_nothing_is_told_so_whoever_has() -> None:
    told = Sitting(game_of("fox"), people(2), script("", "2m", "", "undo"), state=fox_lead()).play()
    assert "That can't be taken back: you have decided nothing yet." in told


def test_sides_stand_with_their_points() -> None:
    told = Sitting(game_of("sueca"), you_and_bots(4), script()).play()
    assert "You (player 1) and Random 3: 0 points" in told
    assert "Random 2 and Random 4: 0 points" in told
    plain = Sitting(game_of("sueca"), you_and_bots(4), script(), plain=True).play()
    assert "You (player 1) and Random 3: 0 points." in plain


@pytest.mark.parametrize("plain", [False, True])
def test_who_played_what_cannot_be_misread(plain: bool) -> None:
    state = fox({0: ["2b", "5b", "11m"], 1: ["6k", "3m"]}, trick=["7b"], leader=1)
    told = Sitting(game_of("fox"), you_and_bots(2), script(), state=state, plain=plain).play()
    assert ("On the table: Random 2: 7 of bells." if plain else "On the table: Random 2: 7b") in told


def test_secret_picks_one_after_the_other_can_be_taken_back() -> None:
    game = game_of("hearts")

    def say(table: Table) -> str | None:
        steps = table.source_steps = getattr(table, "source_steps", 0) + 1  # type: ignore[attr-defined]
        decision = table.state.decision
        assert decision is not None
        if steps == 3:
            return "undo"
        return game.text(decision.options[0]) if steps < 5 else None

    sitting = Sitting(game, you_and_bots(4), say)
    told = sitting.play()
    assert "Pass which three cards?" in told
    assert "Taken back." in told


def test_of_several_choices_each_is_counted_and_none_is_made_twice() -> None:
    game = game_of("hearts")
    first: list[str] = []

    def say(table: Table) -> str | None:
        decision = table.state.decision
        assert decision is not None
        first.append(game.text(decision.options[0]).partition(" ")[2])
        answers = (0, 0, 1)
        return first[answers[len(first) - 1]] if len(first) <= 3 else None

    sitting = Sitting(game, you_and_bots(4), say)
    told = sitting.play()
    assert "Pass which three cards? (1 of 3)" in told
    assert f"Chosen: {first[0]}." in told
    assert f"You can't choose {first[0]}: you have chosen it already." in told
    assert f"Chosen: {first[0]} and {first[1]}." in told
    assert "Pass which three cards? (3 of 3)" in told


# -- bots


def test_a_bot_that_fails_is_named_with_its_place() -> None:
    def broken(_: object) -> int:
        raise ZeroDivisionError("by nothing")

    seats = [Seat("A", "broken", Doing(broken)), *bots(2)[1:]]
    with pytest.raises(BotFault, match=r"bot `doing` in seat 0, seed 1, .*move \d+: ZeroDivisionError: by nothing"):
        Sitting(game_of("fox"), seats, script()).play()


def test_moves_are_counted_from_the_beginning_of_a_game_that_was_taken_up() -> None:
    state, dice = game_of("fox").deal(1), random.Random(1)
    for _ in range(10):
        state.apply(dice.choice(state.legal_actions))
    seats = [Seat(f"A {seat}", "broken", Doing(lambda _: -1, seat)) for seat in range(2)]
    with pytest.raises(BotFault, match="move 11: chose -1"):
        Sitting(game_of("fox"), seats, script(), state=state).play()


def test_a_bot_that_cheats_is_named_with_its_place() -> None:
    seats = [Seat("A", "cheat", Doing(lambda view: 10**6)), Seat("B", "fair", chance(1, 1))]
    with pytest.raises(BotFault, match=r"seat 0, .*move 1: chose 1000000, which is not legal"):
        Sitting(game_of("fox"), seats, script(), state=fox_lead()).play()


def test_bots_alone_are_told() -> None:
    told = Sitting(game_of("fox"), bots(2), script()).play()
    assert "Random 1 leads " in told or "Random 2 leads " in told
    assert "Your hand" not in told
    assert not re.search(r"\bYou\b", told)
    assert "Round 1 is over." in told
