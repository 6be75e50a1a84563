"""What only shows when all parts of a file are known."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tricktaker.diagnostics import Report, Severity, VariantError, render_text
from tricktaker.game import Game
from tricktaker.loading.load import try_rules
from tricktaker.loading.rehearsal import rehearsed

ROOT = Path(__file__).parents[2]
FOX = ROOT / "variants" / "fox.yaml"
RULE_FILES = sorted([*(ROOT / "variants").glob("*.yaml"), *(ROOT / "tests" / "variants").glob("*.yaml")])
HEAD = """\
tricktaker: 1
name: My Game
players: 3
deck: {suits: [bells, keys, moons], ranks: 1..11}
vars:
  score: {per: player, int: 0..99, lasts: game}
round:
  - shuffle: deck
  - deal: {to: hand, count: 10}
  - tricks: {count: 10}
  - each: player
    do:
      - add: {score: tricks_won}
rounds: {count: 2}
"""
Said = Callable[[str], Report]


@pytest.fixture
def said(tmp_path: Path) -> Said:
    def of(text: str) -> Report:
        file = tmp_path / "mygame.yaml"
        file.write_text(text, encoding="utf-8")
        report = Report()
        try_rules(file, report)
        return report

    return of


def steps(before_tricks: str, text: str = HEAD) -> str:
    return text.replace("  - tricks", f"{before_tricks}  - tricks")


def errors(report: Report) -> list[tuple[str, int]]:
    return [(found.slug, found.span.line) for found in report.errors if found.span is not None]


@pytest.mark.parametrize("file", RULE_FILES, ids=lambda file: file.stem)
def test_nothing_is_wrong_with_what_is_right(file: Path) -> None:
    report = Report()
    rules = try_rules(file, report)
    assert rules is not None and not report.diagnostics, render_text(report)
    paper = rehearsed(rules)
    assert not paper.findings
    assert paper.right - paper.doubtful


def test_seven_mistakes_of_one_line_are_seven_errors_at_once(said: Said) -> None:
    text = FOX.read_text(encoding="utf-8").partition("\nexamples:")[0] + "\n"
    for old, new in (
        ("players: 2\n", "players: {count: 4.5, teams: [[0], [9]]}\n"),
        ("suits: [bells, keys, moons]", "suits: []"),
        ("deal: {to: hand, count: 13}", "deal: {to: hand, count: 99}"),
        ("  Fox:\n", "  Swan:\n"),
        ("\nabilities:\n", "\ntrick:\n  folow: [suit]\n\nhooks:\n  Draw: {when: on_trick_end, do: []}\n\nabilities:\n"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    lines = text.splitlines()
    report = said(text)
    wanted = ["players:", "players:", "suits: []", "count: 99", "folow:", "on_trick_end", "  Swan:"]
    assert len(report.errors) == 7
    for (_, line), part in zip(errors(report), wanted, strict=True):
        assert part in lines[line - 1]


@pytest.mark.parametrize(
    ("count", "wrong"),
    [("11", False), ("12", True), ("if round_no == 1 then 11 else 12", True), ("3 * round_no + 5", False)],
)
def test_deals_are_added_up_for_each_round(said: Said, count: str, wrong: bool) -> None:
    text = HEAD.replace("count: 10}\n  - tricks: {count: 10}", f"count: {count}}}\n  - tricks: {{count: 1}}")
    assert errors(said(text)) == ([("too-few-cards", 9)] if wrong else [])


def test_what_is_left_of_the_deck_is_followed(said: Said) -> None:
    take = "  - move: {from: deck, count: 3, to: aside}\n"
    zones = "zones:\n  aside: {see: nobody}\n"
    assert not errors(said(zones + steps(take)))
    assert errors(said(zones + steps(take + take))) == [("too-few-cards", 13)]
    assert errors(said(zones + steps(take + "  - move: {from: aside, count: 4, to: deck}\n"))) == [
        ("too-few-cards", 13)
    ]
    fewer = "  - move: {from: deck, count: 3, to: aside, up_to: true}\n"
    assert not errors(said(zones + steps(take + fewer)))
    unknown = "  - if: dealer.score > 3\n    then:\n      - move: {from: deck, count: 3, to: aside}\n"
    assert not errors(said(zones + steps(unknown + take)))


def test_abilities_draw_from_what_there_is(said: Said) -> None:
    ability = (
        "abilities:\n  Ferret:\n    cards: rank == 3\n    when: played\n    do:\n"
        "      - move: {from: deck, count: 1, to: hand}\n"
    )
    assert not errors(said(HEAD + ability))
    assert errors(said(HEAD.replace("count: 10", "count: 11") + ability)) == [("too-few-cards", 20)]


def test_more_tricks_than_cards(said: Said) -> None:
    assert errors(said(HEAD.replace("tricks: {count: 10}", "tricks: {count: 11}"))) == [("too-few-cards", 10)]
    assert not errors(said(HEAD.replace("tricks: {count: 10}", "tricks: {count: 11, until: players.all(hand.empty)}")))


def test_nobody_has_won_before_the_first_trick(said: Said) -> None:
    line = "  - set: {winner.score: 3}\n"
    assert errors(said(steps(line))) == [("always-empty", 10)]
    assert not errors(said(steps("  - if: winner != none\n    then:\n      - set: {winner.score: 3}\n")))
    assert not errors(said(HEAD.replace("  - each: player", line + "  - each: player")))


def test_optional_values_are_followed_through_what_sets_them(said: Said) -> None:
    text = HEAD.replace("vars:\n", "vars:\n  maker: {type: player, optional: true}\n")
    use = "  - set: {maker.score: 3}\n"
    assert errors(said(steps(use, text))) == [("always-empty", 11)]
    assert not errors(said(steps("  - set: {maker: dealer}\n" + use, text)))
    assert not errors(said(steps("  - choose: {who: dealer, from: players, set: maker}\n" + use, text)))
    guard = "  - if: maker == none\n    then:\n      - end: round\n"
    assert not errors(said(steps(guard + use, text)))


def test_a_deal_is_added_up_although_something_else_is_wrong(said: Said) -> None:
    text = HEAD.replace("count: 10}\n  - tricks", "count: 12}\n  - tricks").replace(
        "rounds: {count: 2}", "rounds: {count: x}"
    )
    assert errors(said(text)) == [("too-few-cards", 9), ("unknown-name", 14)]


@pytest.mark.parametrize(
    ("menu", "leaks"),
    [
        ("from: players.where(hand.empty)", False),
        ("from: players.where(hand.size > 2)", False),
        ("from: players.where(hand.any(rank == 3))", True),
        ("from: hand.where(rank == 3)", False),
        ("from: deck", True),
        ("from: players.where(won.any(rank == 3))", False),
        ("from: left(me).secret..9", True),
        ("from: secret..9", False),
    ],
)
def test_what_may_be_chosen_depends_on_what_the_chooser_sees(said: Said, menu: str, leaks: bool) -> None:
    text = HEAD.replace("vars:\n", "vars:\n  secret: {per: player, int: 0..9, default: 1, see: owner}\n")
    report = said(steps(f"  - each: player\n    do:\n      - choose: {{{menu}, as: c}}\n", text))
    assert [found.slug for found in report.errors] == (["leak"] if leaks else [])


CHOICE = "  - choose: {who: dealer, from: stock, as: c}\n"
SHOW = "  - show: {cards: stock, to: dealer}\n"
EACH = "  - each: player\n    do:\n"
BOX = "  - deal: {to: box, count: 1}\n"
DRAW = "  - move: {from: deck, count: 1, to: left(me).hand}\n"


@pytest.mark.parametrize(
    ("lines", "leaks"),
    [
        (CHOICE, True),
        (SHOW + CHOICE, False),
        ("  - show: stock\n" + CHOICE, False),
        ("  - show: {cards: stock, to: players}\n" + CHOICE, False),
        (SHOW.replace("to: dealer", 'to: "[left(dealer), dealer]"') + CHOICE, False),
        (SHOW.replace("to: dealer", "to: left(dealer)") + CHOICE, True),
        (SHOW.replace("to: dealer", "to: players.where(score == 0)") + CHOICE, True),
        (CHOICE + SHOW, True),
        # a part of what is chosen from
        (SHOW.replace("stock,", "stock.top,") + CHOICE, True),
        ("  - show: stock.top\n" + CHOICE, True),
        (SHOW + CHOICE.replace("stock,", "stock.where(rank == 3),"), False),
        (
            SHOW.replace("stock,", "stock.top,")
            + CHOICE.replace("from: stock", "from: hand.where(rank > stock.top.rank)"),
            False,
        ),
        # to one of all who choose
        (SHOW + EACH + "      - choose: {from: stock, as: c}\n", True),
        ("  - show: stock\n" + EACH + "      - choose: {from: stock, as: c}\n", False),
        (EACH + "      - show: {cards: stock, to: me}\n      - choose: {from: stock, as: c}\n", False),
        (EACH + "      - choose: {from: stock, as: c}\n      - show: {cards: stock, to: me}\n", True),
        (EACH + "      - show: {cards: stock, to: me}\n" + CHOICE, True),
        # under a condition
        ("  - if: round_no == 1\n    then:\n    " + SHOW + CHOICE, True),
        ("  - if: round_no == 1\n    then:\n    " + SHOW + "    " + CHOICE, False),
        # something has changed since
        (SHOW + "  - move: {from: deck, count: 1, to: stock}\n" + CHOICE, True),
        (SHOW + "  - move: {from: stock, count: 1, to: deck}\n" + CHOICE, False),
        (SHOW + "  - shuffle: stock\n" + CHOICE, True),
        (SHOW + "  - swap: [stock.top, deck.top]\n" + CHOICE, True),
        (SHOW + "  - repeat: 3\n    do:\n    " + CHOICE + "      - move: {from: deck, count: 1, to: stock}\n", True),
        (SHOW + "  - repeat: 3\n    do:\n    " + CHOICE + "      - move: {from: stock, count: 1, to: deck}\n", False),
        ("  - show: {cards: stock, to: maker}\n" + CHOICE.replace("dealer", "maker"), False),
        (
            "  - show: {cards: stock, to: maker}\n  - set: {maker: dealer}\n" + CHOICE.replace("dealer", "maker"),
            True,
        ),
        # of each player
        ("  - show: {cards: players.gather(hand)}\n" + CHOICE.replace("stock", "left(dealer).hand"), False),
        (EACH + "      - show: hand\n" + CHOICE.replace("stock", "left(dealer).hand"), False),
        (EACH + "      - show: {cards: hand, to: me}\n" + CHOICE.replace("stock", "left(dealer).hand"), True),
        (EACH + "      - show: hand\n    until: round_no == 2\n" + CHOICE.replace("stock", "left(me).hand"), True),
        (EACH + "      - show: {cards: hand, to: dealer}\n" + CHOICE.replace("stock", "left(dealer).hand"), False),
        (BOX + EACH + "      - show: {cards: box, to: me}\n" + EACH + "      - choose: {from: box, as: c}\n", False),
        (
            BOX
            + EACH
            + "      - show: {cards: box, to: me}\n"
            + EACH
            + "      - choose: {from: left(me).box, as: c}\n",
            True,
        ),
        (EACH + f"    {DRAW}      - show: hand\n" + CHOICE.replace("stock", "left(dealer).hand"), True),
        (
            EACH + "      - show: hand\n" + CHOICE.replace("stock", "left(dealer).hand") + "  - eliminate: dealer\n",
            True,
        ),
        ("  - show: {cards: players.gather(hand)}\n" + CHOICE.replace("stock", "left(dealer).hand"), False),
        (
            "  - show: {cards: players.gather(hand)}\n  - deal: {to: hand, count: 1}\n"
            + CHOICE.replace("stock", "left(dealer).hand"),
            True,
        ),
        # something else has changed
        (
            "  - show: stock.top\n  - move: {from: stock, count: 1, to: deck}\n"
            + CHOICE.replace("from: stock", "from: hand.where(rank > stock.top.rank)"),
            True,
        ),
        (
            "  - show: {cards: stock, to: maker}\n  - choose: {who: dealer, from: players, set: maker}\n"
            + CHOICE.replace("dealer", "maker"),
            True,
        ),
        (SHOW + "  - eliminate: left(dealer)\n" + CHOICE, True),
        # in a procedure
        ("  - call: tell\n" + CHOICE, False),
        # a variable
        ("  - choose: {who: dealer, from: 1..mate, as: n}\n", True),
        ("  - show: mate\n  - choose: {who: dealer, from: 1..mate, as: n}\n", False),
        ("  - show: {cards: mate, to: left(dealer)}\n  - choose: {who: dealer, from: 1..mate, as: n}\n", True),
        ("  - show: mate\n  - set: {mate: 3}\n  - choose: {who: dealer, from: 1..mate, as: n}\n", True),
    ],
)
def test_what_was_shown_to_the_chooser_may_be_chosen_from(said: Said, lines: str, leaks: bool) -> None:
    report = said(steps("  - move: {from: deck, count: 2, to: stock}\n" + lines, WITH_STOCK))
    assert [found.slug for found in report.errors] == (["leak"] if leaks else []), render_text(report)
    if leaks and "show:" in lines:
        assert "to the very seat that decides" in (report.errors[0].help or "")


WITH_STOCK = HEAD.replace("count: 10", "count: 8").replace(
    "vars:\n",
    "zones:\n  stock: {see: nobody}\n  box: {per: player, see: nobody}\nprocs:\n  tell:\n    - show: stock\nvars:\n"
    "  glow: {int: 1..9, see: nobody, lasts: trick}\n  maker: {type: player, default: dealer}\n"
    "  mate: {int: 1..9, see: nobody}\n",
)


@pytest.mark.parametrize(
    ("show", "played_by", "leaks"),
    [
        ("", "partner", True),
        ("  - show: {cards: players.gather(hand)}\n", "left(me)", False),
        (EACH + "      - show: hand\n", "left(me)", False),
        (EACH + "      - show: {cards: hand, to: left(me)}\n", "left(me)", True),
        ("  - show: {cards: dealer.hand, to: left(dealer)}\n", "left(me)", True),
        ("  - show: dealer.hand\n", "left(me)", True),
        ("  - show: dealer.hand\n", "if me == dealer then left(dealer) else me", False),
        ("  - show: dealer.hand\n", "if dealer == me then left(me) else me", False),
        ("  - show: dealer.hand\n", "if me == dealer then me else left(me)", True),
        ("  - show: left(dealer).hand\n", "if me == dealer then left(dealer) else me", True),
        ("  - show: {cards: dealer.hand, to: left(dealer)}\n", "if me == dealer then left(dealer) else me", False),
        ("  - show: {cards: dealer.hand, to: right(dealer)}\n", "if me == dealer then left(dealer) else me", True),
        ("  - show: dealer.hand\n", "if me != dealer then left(me) else me", True),
        ("  - show: maker.hand\n", "if me == maker then left(maker) else me", False),
        ("  - show: maker.hand\n  - set: {maker: left(dealer)}\n", "if me == maker then dealer else me", True),
    ],
)
def test_whoever_plays_for_another_was_shown_that_hand(said: Said, show: str, played_by: str, leaks: bool) -> None:
    text = steps(show, WITH_STOCK) + f"trick:\n  played_by: {played_by.replace('partner', 'right(me)')}\n"
    report = said(text)
    assert [found.slug for found in report.errors] == (["leak"] if leaks else []), render_text(report)


HAND_CHANGES = """\
hooks:
  Draw:
    when: trick_end
    do:
      - move: {from: deck, count: 1, up_to: true, to: winner.hand}
"""


@pytest.mark.parametrize(
    ("show", "more", "leaks"),
    [
        ("", "", True),
        ("  - show: {cards: players.gather(hand)}\n", "", False),
        ("  - show: {cards: players.gather(hand)}\n", HAND_CHANGES, True),
        ("  - show: {cards: players.gather(hand)}\n", HAND_CHANGES.replace("to: winner.hand", "to: winner.won"), False),
        ("  - show: {cards: players.gather(hand), to: dealer}\n", "", True),
        ("  - show: {cards: left(dealer).hand}\n", "", True),
    ],
)
def test_lines_of_the_trick_may_ask_what_was_shown_to_all(said: Said, show: str, more: str, leaks: bool) -> None:
    line = "trick:\n  follow:\n    - {if: left(me).hand.any(rank == 3), must: rank > 2}\n"
    report = said(steps(show, WITH_STOCK) + line + more)
    assert [found.slug for found in report.errors] == (["leak"] if leaks else []), render_text(report)


@pytest.mark.parametrize(
    ("lines", "value", "trick", "leaks"),
    [
        ("", "mate", "", True),
        ("  - show: mate\n", "mate", "", False),
        ("  - show: mate\n  - tricks: {count: 2}\n", "mate", "", False),
        ("  - tricks: {count: 2}\n  - show: mate\n", "mate", "", True),
        ("  - show: glow\n", "glow", "", True),
        ("  - show: stock.top\n", "stock.top.rank", "", False),
        ("  - show: dealer.hand\n", "dealer.hand.first.rank", "", False),
        ("  - show: dealer.hand.first\n", "dealer.hand.first.rank", "", True),
        ("  - show: left(leader).hand\n", "left(leader).hand.first.rank", "", True),
        ("  - show: stock\n", "stock.top.rank", "", False),
        ("  - show: stock\n", "stock.top.rank", "  collect: stock\n", True),
    ],
)
def test_what_was_shown_holds_in_tricks_that_do_not_change_it(
    said: Said, lines: str, value: str, trick: str, leaks: bool
) -> None:
    text = steps(
        "  - move: {from: deck, count: 2, to: stock}\n" + lines,
        WITH_STOCK.replace("tricks: {count: 8", "tricks: {count: 2"),
    )
    report = said(text + f"trick:\n{trick}  follow:\n    - {{must: rank > {value}}}\n")
    assert [found.slug for found in report.errors] == (["leak"] if leaks else []), render_text(report)


@pytest.mark.parametrize(("when", "leaks"), [("trick_start", False), ("round_end", True)])
def test_what_was_shown_before_the_tricks_may_be_chosen_from_in_them(said: Said, when: str, leaks: bool) -> None:
    hook = f"hooks:\n  Look:\n    when: {when}\n    do:\n      {CHOICE.strip()}\n"
    report = said(steps("  - move: {from: deck, count: 2, to: stock}\n" + SHOW, WITH_STOCK) + hook)
    assert [found.slug for found in report.errors] == (["leak"] if leaks else []), render_text(report)


@pytest.mark.parametrize(("show", "leaks"), [(EACH + "      - show: hand\n", False), (SHOW, True)])
def test_a_hand_nobody_sees_may_be_shown(said: Said, show: str, leaks: bool) -> None:
    report = said(steps(show, WITH_STOCK.replace("zones:\n", "zones:\n  hand: {see: nobody}\n")))
    assert [found.slug for found in report.errors] == (["leak"] if leaks else []), render_text(report)


@pytest.mark.parametrize(("to", "said_of"), [("", False), (", to: players", False), (", to: dealer", True)])
def test_what_one_seat_was_shown_is_not_public(said: Said, to: str, said_of: bool) -> None:
    report = said(
        steps(f"  - show: {{cards: deck.top{to}}}\n  - set: {{dealer.score: deck.top.rank}}\n"),
    )
    assert ("leak" in {found.slug for found in report.diagnostics}) == said_of


@pytest.mark.parametrize(("see", "leaks"), [("owner", False), ("everyone", False), ("others", True), ("nobody", True)])
def test_a_hand_that_is_played_from_is_seen_by_its_owner(said: Said, see: str, leaks: bool) -> None:
    report = said(HEAD.replace("vars:\n", f"zones:\n  hand: {{see: {see}}}\nvars:\n"))
    assert [found.slug for found in report.errors] == (["leak"] if leaks else [])


@pytest.mark.parametrize(
    ("step", "said_of"),
    [
        ("set: {score: hand.count(rank == 3)}", True),
        ("set: {score: hand.size}", False),
        ("set: {score: won.count(rank == 3)}", False),
        ("set: {score: hand.count(rank == 3)}\n        announce: true", False),
        ("set: {private: hand.count(rank == 3)}", False),
    ],
)
def test_public_numbers_of_hidden_cards_are_announced(said: Said, step: str, said_of: bool) -> None:
    text = HEAD.replace("vars:\n", "vars:\n  private: {per: player, int: 0..9, see: owner}\n")
    report = said(steps(f"  - each: player\n    do:\n      - {step}\n", text))
    assert not report.errors
    assert ("leak" in {found.slug for found in report.diagnostics}) == said_of


@pytest.mark.parametrize(
    ("test", "said_of"),
    [
        ("hand.any(rank == 3)", True),
        ("deck.top.rank == 3", True),
        ("hand.empty", False),
        ("private == 3", False),
        ("won.any(rank == 3)", False),
    ],
)
@pytest.mark.parametrize("where", ["step", "inner step", "otherwise", "announced", "hidden", "hook"])
def test_a_public_number_that_changes_where_hidden_cards_say_so_is_announced(
    said: Said, test: str, said_of: bool, where: str
) -> None:
    text = HEAD.replace("vars:\n", "vars:\n  private: {per: player, int: 0..9, see: owner}\n")
    change = "set: {score: 1}"
    match where:
        case "hidden":
            change = "set: {private: 1}"
        case "announced":
            change += "\n            announce: true"
        case "inner step":
            change = f"if: round_no == 1\n            then:\n              - {change}"
    if where == "hook":
        text += f"hooks:\n  Told:\n    when: trick_won\n    if: {test}\n    do:\n      - {change}\n"
    else:
        other = "then:\n          - add: {private: 0}\n        else" if where == "otherwise" else "then"
        step = f"      - if: {test}\n        {other}:\n          - {change}\n"
        text = steps(f"  - each: player\n    do:\n{step}", text)
    report = said(text)
    assert not report.errors, render_text(report)
    assert ("leak" in {found.slug for found in report.diagnostics}) == (
        said_of and where not in ("announced", "hidden")
    )


@pytest.mark.parametrize(
    ("step", "stale"),
    [
        ("add: {maker.score: share}", False),
        ("set:\n      won_by[maker]: share", False),
        ("set: {pot: share}", True),
        ("set: {maker.score: 1, pot: share}", True),
    ],
)
def test_what_changes_is_the_variable_and_not_whose_it_is(said: Said, step: str, stale: bool) -> None:
    text = HEAD.replace(
        "vars:\n", "vars:\n  maker: {type: player}\n  pot: {int: 0..99}\n  won_by: {per: player, int: 0..99}\n"
    )
    text = text.replace("round:\n", "define:\n  share: pot // 2 + maker.tricks_won\nround:\n")
    report = said(steps(f"  - {step}\n  - add: {{maker.score: share}}\n", text))
    assert not report.errors
    assert ("stale-definition" in {found.slug for found in report.diagnostics}) == stale


def test_only_with_other_options_is_no_dead_line(said: Said) -> None:
    text = HEAD + "trick:\n  lead:\n    - {if: mild, must: suit != moons}\n"
    assert not said("options:\n  mild: {bool: false}\n" + text).diagnostics
    dead = text.replace("if: mild", "if: 1 > 2")
    assert [found.slug for found in said(dead).diagnostics] == ["unreachable"]
    assert said(dead).diagnostics[0].severity is Severity.WARNING


@pytest.mark.parametrize("head", ["a{0}", "player.a{0}", "a{0}(player p)"])
def test_definitions_that_grow_without_end_are_refused_at_once(said: Said, head: str) -> None:
    use = "(p)" if "(" in head else ""
    last = {"a{0}": "round_no", "player.a{0}": "score", "a{0}(player p)": "p.score"}[head]
    lines = [f"  {head.format(n)}: a{n + 1}{use} + a{n + 1}{use}\n" for n in range(28)]
    asked = {"a{0}": "a0", "player.a{0}": "dealer.a0", "a{0}(player p)": "a0(dealer)"}[head]
    text = "define:\n" + "".join(lines) + f"  {head.format(28)}: {last}\n" + HEAD.replace("tricks_won", asked)
    begun = time.perf_counter()
    report = said(text)
    assert time.perf_counter() - begun < 5  # half a second on an idle machine
    assert [slug for slug, _ in errors(report)] == ["too-complex"]


@pytest.mark.parametrize(
    "text",
    [
        "define:\n  a: " + "not " * 120 + "true\n",
        "define:\n  a: " + "-" * 400 + "round_no\n",
        "define:\n  a: " + "1+" * 240 + "1\n",
        "define:\n  a: " + "(" * 39 + "1" + ")" * 39 + "\n",
        "define:\n  a: " + "cards.any(" * 30 + "true" + ")" * 30 + "\n",
        "define:\n" + "".join(f"  a{n}: a{n + 1}{'+1' * 50}\n" for n in range(28)) + "  a28: round_no\n",
        "define:\n" + "".join(f"  card.a{n}: cards.any(a{n + 1})\n" for n in range(28)) + "  card.a28: rank == 3\n",
        "procs:\n" + "".join(f"  p{n}:\n" + f"    - call: p{n + 1}\n" * 5 for n in range(11)) + "  p11: []\n",
    ],
)
def test_depth_and_width_are_bounded(said: Said, text: str) -> None:
    begun = time.perf_counter()
    report = said(text + HEAD)
    assert time.perf_counter() - begun < 5
    assert {slug for slug, _ in errors(report)} <= {"too-complex"}


def test_loops_that_take_for_ever_are_refused(said: Said) -> None:
    loop = "  - repeat: 1000\n    do:\n      - repeat: 1000\n        do:\n          - repeat: 1000\n            do:\n"
    assert errors(said(steps(loop + "              - shuffle: deck\n"))) == [("too-complex", 10)]


def test_a_module_has_an_end(tmp_path: Path) -> None:
    file = tmp_path / "mygame.yaml"
    long = "  - if: dealer.score > 3\n    then:\n      - move: {cards: cards.highest(order), to: deck}\n"
    for many, fits in ((50, True), (900, False)):
        file.write_text(steps(long * many), encoding="utf-8")
        rules = try_rules(file, Report())
        assert rules is not None
        if fits:
            assert Game(rules).program.text.count("\n") < 20_000
            continue
        with pytest.raises(VariantError) as refusal:
            Game(rules)
        ((slug, line),) = errors(refusal.value.report)
        assert slug == "too-large" and line > 10
    wide = steps('  - set:\n      dealer.score: "[1, 1000000000].where(it > 4).size"\n')
    file.write_text(wide, encoding="utf-8")
    rules = try_rules(file, Report())
    assert rules is not None
    with pytest.raises(VariantError) as refusal:
        Game(rules)
    assert errors(refusal.value.report) == [("too-large", 10)]
