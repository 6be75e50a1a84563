"""Rulebook pages are prose that a table can play by: nothing of the notation is left in them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tricktaker.cli.opening import open_rules
from tricktaker.cli.parameters import Setting
from tricktaker.diagnostics import Report
from tricktaker.expr.parser import parse
from tricktaker.loading.extends import load_document
from tricktaker.loading.nodes import plain
from tricktaker.loading.places import shipped_variants, variants_dir
from tricktaker.rulebook import Page, as_markdown, as_text, rulebook
from tricktaker.rulebook.ideas import ideas_of
from tricktaker.rulebook.page import Item, Listing, Section, Table
from tricktaker.rulebook.phrases import Phrases
from tricktaker.rulebook.procedure import Instructions

HERE = Path(__file__).resolve().parents[1]
FILES = [*shipped_variants().values(), *sorted((HERE / "variants").glob("*.yaml"))]
NOTATION = re.compile(r" == | != | <= | >= |\w\.\w+\(|\bnone\(|\w_\w|\{|\}|\bNone\b|\bTrue\b|\bFalse\b")


@cache
def page_of(path: str, **settings: Setting) -> Page:
    return rulebook(open_rules(path, None, settings))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_of_the_notation_is_left(path: Path) -> None:
    text = as_text(page_of(str(path)), 100)
    assert not NOTATION.findall(text)
    assert all(len(line) <= 100 for line in text.splitlines())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_ability_text_is_on_the_page(path: Path) -> None:
    node = load_document(path, Report(), search=[variants_dir()])
    assert node is not None
    document = plain(node)
    text = " ".join(as_text(page_of(str(path)), 100).split())
    for section in ("abilities", "hooks"):
        for name, body in (document.get(section) or {}).items():
            if "text" in body and "if" not in body:
                assert name in text
                assert " ".join(body["text"].split()) in text


@pytest.mark.parametrize("width", [12, 20, 40])
def test_narrow_screens_lose_no_word(width: int) -> None:
    page = page_of("fox")
    narrow = as_text(page, width)
    assert all(len(line) <= max(width, 16) for line in narrow.splitlines())
    words = set(re.findall(r"[a-z]+", as_text(page, 100).lower()))
    assert words <= set(re.findall(r"[a-z]+", narrow.lower()))


def test_a_page_says_what_a_table_needs() -> None:
    text = as_text(page_of("fox"), 1000)
    for told in (
        "33 cards. Bells, keys and moons, each with 1 to 11.",
        "Deal 13 cards to each player.",
        "Follow suit if you can.",
        "The highest trump wins the trick, if there is one in it.",
        "Trump: the suit of the top card of the decree.",
        "10 to 13  0",
        "The highest score wins; if that is equal, the highest earned.",
        "Target: 16, 21 or 35; here 21.",
    ):
        assert told in text


def test_rules_that_cannot_apply_are_left_out() -> None:
    usual = as_text(page_of("cucumber"), 100)
    assert "Beat it or give up your lowest." in usual
    assert "Match the card." not in usual
    assert "Buy yourself in again?" not in usual
    forced = as_text(page_of("cucumber", must_beat="match", reentry="buy_in"), 100)
    assert "Match the card." in forced
    assert "Buy yourself in again?" in forced


def test_options_that_were_chosen_are_named() -> None:
    assert "here 16 (usually 21)" in as_text(page_of("fox", target=16), 100)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("decree.top.suit", "the suit of the top card of the decree"),
        ("trick.count(rank == 9)", "the number of cards in the trick of which the rank is 9"),
        ("hand.where(suit == led).max(rank)", "the highest rank in the hand of which the suit is the led suit"),
        ("suits.where(it != led)", "the suits that are not the led suit"),
        ("(1..6).where(it > score)", "1 to 6 that are more than the score"),
        ("active.size", "the number of players still in"),
        ("left(dealer)", "the player left of the dealer"),
        ("left(me, 2)", "the player 2 seats left of the player"),
        ("trick_points(tricks_won)", "the trick points for the tricks won"),
        ("2 * (1 + 2)", "6"),
        ("winner.score + 2 * earned", "the score of the winner of the trick + 2 × the earned"),
        ("(earned + 1) * 2", "(the earned + 1) × 2"),
        ("earned - (score - 1)", "the earned - (the score - 1)"),
        ("if score > 1 then 0 else -score", "0 if the score is more than 1, otherwise minus the score"),
        (
            "if score > 1 then (if score > 2 then 0 else 1) else 2",
            "(0 if the score is more than 2, otherwise 1) if the score is more than 1, otherwise 2",
        ),
        ("target", "21"),
        ("if target == 16 then 1 else 2", "2"),
        ("1..11", "1 to 11"),
        ("max(score, 3)", "the larger of the score and 3"),
        ("players.gather(hand)", "hand of all players"),
        ("abs(score - earned)", "the difference between the score and the earned"),
    ],
)
def test_things_in_words(written: str, told: str) -> None:
    assert phrases().thing(written) == told


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("suit == bells and rank == 2", "the 2 of bells"),
        ("wins(it)", "a card that would be winning"),
        ("suit == bells or rank == 2", "a card whose suit is bells or whose rank is 2"),
        ("score == 3", "a card such that the score is 3"),
    ],
)
def test_cards_in_words(written: str, told: str) -> None:
    own = {"it": "it", "suit": "its suit", "rank": "its rank"}
    assert phrases().candidate(written, own) == told


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("suit == led", "the suit is the led suit"),
        ("score >= 3 and hand.empty", "the score is at least 3 and the hand is empty"),
        ("not hand.empty", "the hand is not empty"),
        ("trick.any(rank == 9)", "a card of the trick has rank 9"),
        ("hand.any(suit == keys and rank == 9)", "a card of the hand is the 9 of keys"),
        ("not trick.any(rank == 9)", "no card of the trick has rank 9"),
        ("players.all(hand.empty)", "every one of the players is such that the hand is empty"),
        ("winner == none", "there is no winner of the trick"),
        ("winner != none", "there is a winner of the trick"),
        ("rank in 3..5", "the rank is from 3 to 5"),
        ("wins(it)", "it would be winning"),
        ("score == 1 or (score == 2 and earned == 3)", "the score is 1, or the score is 2 and the earned is 3"),
        ("target == 21", "true"),
    ],
)
def test_conditions_in_words(written: str, told: str) -> None:
    assert phrases().condition(written) == told


@cache
def phrases() -> Phrases:
    rules = open_rules("fox", None, {})
    node = load_document(Path(rules.path), Report())
    assert node is not None
    return Phrases(ideas_of(plain(node), rules))


def test_working_out_leaves_what_depends_on_the_game() -> None:
    ideas = phrases().ideas
    assert ideas.worked_out(parse("score > 1 or target == 16")) == ideas.worked_out(parse("score > 1"))


def test_of_those_of_which_something_always_holds_nothing_else_is_said() -> None:
    ideas = phrases().ideas
    assert ideas.worked_out(parse("players.where(target == 21)")) == ideas.worked_out(parse("players"))
    assert ideas.worked_out(parse("players.where(target == 21 and score > 1)")) != ideas.worked_out(parse("players"))


def test_markdown_takes_every_text_as_it_stands() -> None:
    page = Page(
        title="*A* <b>",
        about="_x_ [y](z) \x1b[2J",
        sections=(Section("S", (Table(("a|b",), (("`c`",),)), Listing((Item("1", (Item("2"),)),), numbered=True))),),
    )
    text = as_markdown(page)
    assert "\x1b" not in text
    for told in ("# \\*A\\* &lt;b>", "\\_x\\_ \\[y\\](z)", "a\\|b", "\\`c\\`", "1. 1", "   - 2"):
        assert told in text


_LARGEST = "The score becomes the smaller of the score and 9."
_CHOICE = "That player chooses one of 0 to 3 as score."


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ({"set": {"score": "max(score, 1)"}, "rule": "the floor is set"}, "The floor is set."),
        ({"set": {"score": 3}, "rule": "a gift"}, "A gift: the score becomes 3."),
        ({"each": "player", "do": [{"add": {"score": 1}}]}, "Their score goes up by 1."),
        ({"each": "player", "do": [{"set": {"score": "min(score, 9)"}}], "rule": "no more"}, "No more."),
        ({"each": "player", "do": [{"add": {"score": 1}}], "rule": "a gift"}, "Their score goes up by 1."),
        ({"if": "true", "then": [{"set": {"score": "min(score, 9)"}}], "rule": "no more"}, "No more."),
        ({"if": "score > 9", "then": [{"set": {"score": "min(score, 9)"}}], "rule": "no more"}, _LARGEST),
        ({"each": "player", "do": [{"choose": {"from": "0..3", "set": "score"}}], "rule": "bids"}, _CHOICE),
        ({"move": {"from": "deck", "to": "decree"}}, "Put all that is left of the deck into the decree."),
    ],
    ids=["arithmetic", "plain", "each", "arithmetic of each", "plain each", "decided", "open", "asked", "move"],
)
def test_steps_in_words(step: dict[str, Any], told: str) -> None:
    (item,) = Instructions(phrases()).items([step])
    assert (item.below[0] if item.below else item).text == told


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({"from": "hand", "as": "c"}, "Put the chosen card into the decree."),
        ({"from": "dealer.hand", "as": "c"}, "Put the chosen card into the decree."),
        ({"from": "dealer.hand.where(rank == 2)", "count": 2, "as": "given"}, "Put the chosen cards into the decree."),
        ({"from": "decree", "as": "given"}, "Put the chosen card into the decree."),
    ],
)
def test_what_was_chosen_is_called_what_it_is(chosen: dict[str, Any], told: str) -> None:
    step = {"choose": {"who": "dealer", **chosen}, "then": [{"move": {"cards": chosen["as"], "to": "decree"}}]}
    (item,) = Instructions(phrases()).items([step])
    assert item.below[0].below[0].text == told


def test_laps_go_round_again_and_again() -> None:
    step = {
        "each": {"players": "players.starting(dealer)", "laps": 9},
        "until": "hand.empty",
        "do": [{"add": {"score": 1}}],
    }
    (item,) = Instructions(phrases()).items([step])
    told = "Each of the players, starting with the dealer, in this order again and again, until the hand is empty:"
    assert item.text == told


def test_what_holds_at_times_is_told_with_its_condition(tmp_path: Path) -> None:
    path = tmp_path / "modes.yaml"
    path.write_text(
        "tricktaker: 1\nname: Modes\nplayers: 3\ndeck: {standard: 52}\n"
        "enums:\n  kind: [plain, upside_down]\n"
        "vars:\n  score: {per: player, int: 0..99, lasts: game}\n  named: {type: kind}\n"
        "round:\n  - shuffle: deck\n  - deal: {to: hand, count: 3}\n"
        "  - choose: {who: dealer, from: kind, set: named}\n  - tricks: {count: 3}\n"
        "modes:\n  upside:\n    if: named == upside_down\n    text: Low cards win.\n"
        "    trick:\n      lead: [{must: suit != hearts}]\n      follow: []\n"
        "      wins: [{cards: suit == led, lowest: order}]\n"
        "    hooks:\n      Toll: {when: trick_won, text: A point a trick., do: [{add: {score: 1}}]}\n"
        "rounds: {count: 2}\n",
        encoding="utf-8",
    )
    told = next(part for part in page_of(str(path)).sections if part.title == "Rules that hold at times")
    text = " ".join(as_text(Page(title="", sections=(told,)), 100).split())
    assert text.endswith(
        "- Upside, if the named is upside down: Low cards win. "
        "- Leading: - Play a card whose suit is not hearts, if you can. "
        "- Following: - Everybody may play any card. "
        "- Winning, the first that applies: "
        "- The card with the lowest place of the rank of which the suit is the led suit wins the trick. "
        "- Toll: A point a trick."
    )
