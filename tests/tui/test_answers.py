"""What a typed answer means: every form of a card, yes and no, numbers, and what is never guessed."""

from __future__ import annotations

import io
import random
from collections import Counter
from pathlib import Path

import pytest

import tricktaker
from tests.tui.stage import Stage, hand, offer
from tricktaker.loading.places import shipped_variants
from tricktaker.tui import nearest
from tricktaker.tui.answers import Answer, Chosen, NotUnderstood, Refused, Unclear, in_full, spelled, understood
from tricktaker.tui.facts import hand_in_order
from tricktaker.tui.labels import Labels
from tricktaker.tui.options import Offer, Option, Phrasebook, offer_of
from tricktaker.tui.screen import Screen
from tricktaker.tui.wording import grouped, option_piece

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    *shipped_variants().values(),
    *sorted((ROOT / "tests" / "variants").glob("*.yaml")),
    *sorted((ROOT / "examples").glob("*.yaml")),
]
NAMES = ("You", "Greedy", "Random")


def said(typed: str, held: tuple[str, ...], *texts: str, game: Stage | None = None, numbers: bool = True) -> Answer:
    game = game or Stage()
    cards = hand(*held)
    put, phrases = offer(game, cards, *texts, numbers=numbers)
    return understood(typed, put, phrases, NAMES, cards)


def meaning(typed: str, held: tuple[str, ...], *texts: str, game: Stage | None = None) -> str:
    """The text of the action, or what is wrong in one word."""
    game = game or Stage()
    answer = said(typed, held, *texts, game=game)
    match answer:
        case Chosen(action):
            return game.text(action)
        case Refused(option):
            return f"refused {option.text}"
        case Unclear(options):
            return "unclear: " + ", ".join(option.text for option in options)
        case NotUnderstood(which):
            return "which" if which else "nothing"


HELD = ("2b", "5b", "9k", "3m", "9m", "11m")
ALL = tuple(
    f"play {name}" for name in ("2 of bells", "5 of bells", "9 of keys", "3 of moons", "9 of moons", "11 of moons")
)


@pytest.mark.parametrize(
    "typed",
    ["9m", "9M", " 9m ", "9 m", "m9", "9 of moons", "9 moons", "moons 9", "9 OF MOONS", "play 9 of moons", "play 9m",
     "9 of moon", "9 moo", "9m.", "９m", "#5", "nine of moons", "play nine moons"],
)  # fmt: skip
def test_a_card_has_many_names(typed: str) -> None:
    assert meaning(typed, HELD, *ALL) == "play 9 of moons"


def test_a_symbol_names_its_suit() -> None:
    assert meaning("5♣", HELD, *ALL) == "play 5 of bells"
    assert meaning("♣ 5", HELD, *ALL) == "play 5 of bells"


def test_a_rank_alone_is_enough_where_one_card_has_it() -> None:
    assert meaning("11", HELD, *ALL) == "play 11 of moons"


def test_a_rank_alone_is_asked_about_where_two_cards_have_it() -> None:
    assert meaning("9", HELD, *ALL) == "unclear: play 9 of keys, play 9 of moons"


def test_a_bare_number_is_a_rank_and_never_a_place() -> None:
    # the fourth card is the 3 of moons, and no card is a 4; the fifth is the 9 of moons
    assert meaning("4", HELD, *ALL) == "nothing"
    assert meaning("5", HELD, *ALL) == "play 5 of bells"
    assert meaning("5", HELD, "play 3 of moons", "play 9 of moons", "play 11 of moons") == "refused play 5 of bells"


@pytest.mark.parametrize(
    ("typed", "ranks", "told"),
    [
        ("ace of spades", "A K Q", "a of spades"),
        ("ace", "1 2", "1"),
        ("ten of hearts", "10 J", "10 of hearts"),
        ("jack", "10 J", "j"),
        ("king of cups", "king 7", "king of cups"),
        ("two hearts", "A K", "two hearts"),
    ],
)
def test_ranks_in_words(typed: str, ranks: str, told: str) -> None:
    assert spelled(typed, frozenset(ranks.casefold().split())) == told


def test_a_rank_that_may_be_played_comes_before_a_number_that_may_not() -> None:
    assert meaning("5", HELD, "play 2 of bells", "play 5 of bells") == "play 5 of bells"


def test_a_number_sign_means_the_place_and_nothing_else() -> None:
    assert meaning("#2", HELD, *ALL) == "play 5 of bells"
    assert meaning("#7", HELD, *ALL) == "nothing"


def test_without_numbers_on_the_screen_a_number_is_a_rank() -> None:
    game = Stage()
    assert said("4", HELD, *ALL, game=game, numbers=False) == NotUnderstood()
    assert said("#4", HELD, *ALL, game=game, numbers=False) == Chosen(game.action("play 3 of moons"))
    menu = Stage("low end", "high end")
    assert said("2", (), "low end", "high end", game=menu, numbers=False) == NotUnderstood()
    assert said("#2", (), "low end", "high end", game=menu, numbers=False) == Chosen(menu.action("high end"))


@pytest.mark.parametrize("typed", ["2b", "2 of bells", "play 2b", "2", "#1"])
def test_a_card_in_hand_that_may_not_be_played_is_refused_not_misunderstood(typed: str) -> None:
    assert meaning(typed, HELD, "play 3 of moons", "play 9 of moons") == "refused play 2 of bells"


def test_a_card_that_is_not_in_the_hand_is_refused_too() -> None:
    assert meaning("10k", HELD, *ALL) == "refused play 10 of keys"


@pytest.mark.parametrize("typed", ["n", "N", "no", "NO", " NO ", "No.", "decline", "Decline"])
def test_no_declines(typed: str) -> None:
    assert meaning(typed, HELD, "exchange 2 of bells", "exchange 5 of bells", "decline") == "decline"


@pytest.mark.parametrize("typed", ["nope", "nein", "", " ", "never", "0", "x"])
def test_what_is_not_no_is_asked_again(typed: str) -> None:
    assert meaning(typed, HELD, "exchange 2 of bells", "exchange 5 of bells", "decline") == "nothing"


@pytest.mark.parametrize("typed", ["y", "Yes", " YES "])
def test_yes_is_the_only_choice_or_asks_which(typed: str) -> None:
    assert meaning(typed, HELD, "exchange 2 of bells", "decline") == "exchange 2 of bells"
    assert meaning(typed, HELD, "exchange 2 of bells", "exchange 5 of bells", "decline") == "which"


@pytest.mark.parametrize(
    ("typed", "text"), [("y", "open true"), ("n", "open false"), ("yes", "open true"), ("No", "open false")]
)
def test_yes_and_no_answer_a_question_of_true_or_false(typed: str, text: str) -> None:
    assert meaning(typed, HELD, "open true", "open false", game=Stage("open true", "open false")) == text


def test_numbers_mean_values_where_values_are_numbers() -> None:
    game = Stage("pass", *(f"bid {n}" for n in range(8)))
    texts = ("pass", "bid 2", "bid 3")
    assert meaning("3", HELD, *texts, game=game) == "bid 3"
    assert meaning("bid 2", HELD, *texts, game=game) == "bid 2"
    assert meaning("pass", HELD, *texts, game=game) == "pass"
    assert meaning("p", HELD, *texts, game=game) == "pass"
    assert meaning("1", HELD, *texts, game=game) == "refused bid 1"
    assert meaning("b", HELD, *texts, game=game) == "unclear: bid 2, bid 3"


def test_two_verbs_with_one_number_are_asked_about() -> None:
    game = Stage("bid 3", "raise 3")
    assert meaning("3", HELD, "bid 3", "raise 3", game=game) == "unclear: bid 3, raise 3"


def test_lines_of_a_menu_go_by_number_name_and_beginning() -> None:
    game = Stage("low end", "high end", "trump hearts", "trump spades")
    assert meaning("1", HELD, "low end", "high end", game=game) == "low end"
    assert meaning("high", HELD, "low end", "high end", game=game) == "high end"
    assert meaning("hearts", HELD, "trump hearts", "trump spades", game=game) == "trump hearts"
    assert meaning("s", HELD, "trump hearts", "trump spades", game=game) == "trump spades"
    assert meaning("end", HELD, "low end", "high end", game=game) == "unclear: low end, high end"


def test_seats_go_by_name_number_and_word() -> None:
    game = Stage("choose seat 0", "choose seat 1")
    texts = ("choose seat 0", "choose seat 1")
    assert meaning("greedy", HELD, *texts, game=game) == "choose seat 1"
    assert meaning("you", HELD, *texts, game=game) == "choose seat 0"
    assert meaning("seat 1", HELD, *texts, game=game) == "choose seat 1"
    assert meaning("2", HELD, *texts, game=game) == "choose seat 1"


def test_ways_of_playing_one_card_are_asked_about() -> None:
    game = Stage("play joker as high", "play joker as low", "play 2 of bells face down")
    texts = ("play joker as high", "play joker as low", "play 2 of bells", "play 2 of bells face down")
    held = ("2b", "jo")
    assert meaning("joker", held, *texts, game=game) == "unclear: play joker as high, play joker as low"
    assert meaning("joker low", held, *texts, game=game) == "play joker as low"
    assert meaning("jo as high", held, *texts, game=game) == "play joker as high"
    assert meaning("2b", held, *texts, game=game) == "play 2 of bells"
    assert meaning("2b down", held, *texts, game=game) == "play 2 of bells face down"


def test_cards_that_are_not_in_the_hand_have_numbers_of_their_own() -> None:
    assert meaning("#2", ("2b",), "play 9 of moons", "play 3 of keys") == "play 3 of keys"


def test_a_seat_goes_by_the_words_that_the_screen_shows_for_it() -> None:
    game = Stage("spy on seat 0", "spy on seat 1", "choose seat 0", "choose seat 1")
    texts = ("spy on seat 0", "spy on seat 1")
    for typed, text in (("spy on Greedy", 1), ("Spy on  greedy.", 1), ("spy on you", 0), ("spy on seat 1", 1)):
        assert meaning(typed, HELD, *texts, game=game) == texts[text]
    assert meaning("spy on g", HELD, *texts, game=game) == "spy on seat 1"
    # the first line, or the player with the number 1
    assert meaning("spy on 1", HELD, *texts, game=game) == "nothing"
    assert meaning("choose greedy", HELD, "choose seat 0", "choose seat 1", game=game) == "choose seat 1"


def test_whoever_is_asked_is_you_beside_other_people_too() -> None:
    game = Stage("toward seat 0", "toward seat 1")
    put, phrases = offer(game, (), "toward seat 0", "toward seat 1", seat=1)
    for typed, text in (("you", 1), ("toward you", 1), ("toward player 2", 1), ("toward Player 1", 0)):
        assert understood(typed, put, phrases, ("Player 1", "Player 2"), ()) == Chosen(
            game.action(f"toward seat {text}")
        )


def test_letters_that_a_terminal_has_not_may_be_typed_as_it_shows_them() -> None:
    game = Stage("trump żołędzie", "trump dzwonki")
    texts = ("trump żołędzie", "trump dzwonki")
    shown = "trump żołędzie".encode("ascii", nearest.ERRORS).decode()
    assert shown != "trump żołędzie"
    assert meaning(shown, HELD, *texts, game=game) == "trump żołędzie"


def labels_of(option: Option, put: Offer, labels: Labels) -> list[str]:
    """All that the screen shows for an option as something that can be typed."""
    shown = [option_piece(option, put.decision.seat, labels).text, *grouped(put.decision.seat, labels, [option])]
    if option.card is not None and not option.way and sum(each.card == option.card for each in put.options) == 1:
        shown += [labels.card_text(option.card), option.card.name, option.card.short]
    place = put.place_of(option)
    if place and not option.way:
        shown += [place] if put.sign else [place, place.removeprefix("#")]
    return ["n"] if option.declines else shown


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_all_that_is_shown_as_an_answer_is_understood(path: Path) -> None:
    """Every kind of question of every game, each answer in every form in which some screen shows it."""
    game = tricktaker.load(str(path))
    names = tuple(f"Greedy {seat + 1}" for seat in range(game.players))
    phrases = Phrasebook(game)
    screens = [
        (Labels(game, names, Screen(out=io.StringIO(), plain=plain, environment={}), symbols=symbols), coding)
        for plain, symbols, coding in ((False, True, "utf-8"), (False, False, "ascii"), (True, False, "ascii"))
    ]
    dice, seen = random.Random(1), Counter[object]()
    state = game.deal(1)
    for _ in range(400):
        if state.is_over:
            break
        decision = state.decision
        assert decision is not None
        kind = (decision.ask, decision.seat == 0, frozenset(phrases.option(each).verb for each in decision.options))
        seen[kind] += 1
        if seen[kind] <= 2:
            view = state.view(decision.seat)
            for labels, coding in screens:
                put = offer_of(view, phrases, hand_in_order(view, game.suits), numbers=not labels.words)
                for option in put.options:
                    for shown in labels_of(option, put, labels):
                        typed = shown.encode(coding, nearest.ERRORS).decode(coding)
                        found = understood(typed, put, phrases, labels.names, view.hand)
                        assert found == Chosen(option.action), f"{typed!r} for {option.text!r}: {decision}"
        state.apply(dice.choice(decision.options))
    assert seen


def test_what_the_screen_shows_as_an_answer_is_one_and_no_command() -> None:
    game = Stage("choose rules", "trump hint", "toward seat 1")
    put, _ = offer(game, (), "choose rules", "trump hint", "toward seat 1")
    for typed in ("rules", "choose rules", "trump hint", "toward Greedy"):
        assert in_full(typed, put, NAMES), typed
    assert not in_full("hint", put, NAMES)
