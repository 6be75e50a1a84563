"""What the schema finds, in words: one diagnostic for one mistake, at its place."""

from __future__ import annotations

import pytest

from tricktaker.diagnostics import Diagnostic, Report
from tricktaker.loading.reader import read_text
from tricktaker.loading.shape import check_shape

BASE = {
    "tricktaker": "tricktaker: 1",
    "name": "name: My Game",
    "players": "players: 2",
    "deck": "deck: {standard: 52}",
    "round": "round: [{shuffle: deck}]",
    "rounds": "rounds: {count: 1}",
}


def found_in(line: str) -> list[tuple[Diagnostic, str]]:
    """What is found in a variant with this line, and the text each is about."""
    lines = {**BASE, line.partition(":")[0]: line}
    report = Report()
    node = read_text("\n".join(lines.values()) + "\n", "f.yaml", report)
    assert node is not None
    check_shape(node, report)
    found = []
    for diagnostic in report.diagnostics:
        assert diagnostic.span is not None
        source = report.sources["f.yaml"][diagnostic.span.line - 1]
        found.append((diagnostic, source[diagnostic.span.column - 1 : diagnostic.span.end_column - 1]))
    return found


ASK = "`ask` stands beside `choose`, not inside its braces"
BID = "put `from` inside the braces of `bid`"
LINES = "write `- key: value` lines below it"

CASES = [
    ("trick: {folow: [suit]}", "unknown-key", "folow", "did you mean `follow`?"),
    ("trick: {follow: suit}", "wrong-type", "suit", "write a list: `[suit]`"),
    ("trick: {follow: [sut]}", "bad-value", "sut", "did you mean `suit`?"),
    ("trick: {follow: [{must: a, only: b}]}", "ambiguous-step", "only", "keep one of them"),
    ("trick: {follow: [{rule: a}]}", "ambiguous-step", "rule", "one of `must`, `only`, `always` or `then`"),
    ("trick: {follow: [{mst: a}]}", "unknown-key", "mst", "did you mean `must`?"),
    ("trick: {wins: [{highest: a, lowest: b}]}", "misplaced-key", "lowest", None),
    ("trick: {wins: []}", "bad-value", "[]", None),
    (
        "setup: [{if: a, choose: {from: hand}}]",
        "ambiguous-step",
        "choose",
        "put `choose` below `then:`, as a step of its own",
    ),
    ("setup: [{set: {x: 1}, add: {y: 1}}]", "ambiguous-step", "add", "make two steps: start each with `- `"),
    ("setup: [{move: {from: a, to: b}, until: c}]", "misplaced-key", "until", "it goes with `each` and `repeat`"),
    ("setup: [{move: {cards: a, from: x, to: b}}]", "misplaced-key", "from", None),
    ("setup: [{move: {to: b}}]", "missing-key", "move", None),
    (
        "setup: [{choose: {from: a, ask: b}}]",
        "unknown-key",
        "ask",
        "`ask` stands beside `choose`, not inside its braces",
    ),
    ("setup: [{choose: {as: b}, from: c}]", "unknown-key", "from", "put `from` inside the braces of `choose`"),
    ("setup: [{shufle: deck}]", "unknown-key", "shufle", "did you mean `shuffle`?"),
    ("setup: [{each: playr, do: []}]", "bad-value", "playr", "did you mean `player`?"),
    ("setup: [{each: {over: 1..3}}]", "missing-key", "each", None),
    ("setup: [{repeat: }]", "wrong-type", "repeat", "it needs an expression"),
    ("setup: [shuffle]", "wrong-type", "shuffle", "write `- shuffle: …`"),
    ("setup: {shuffle: deck}", "wrong-type", "{shuffle: deck}", "start each entry of the list with `- `"),
    ("setup: [{end: game}]", "bad-value", "game", "one of `tricks`, `round` or `redeal`"),
    ("setup: [{end: {win: 3}}]", "wrong-type", "3", 'quote it: `"3"`'),
    ("setup: [{set: {x: [1]}}]", "wrong-type", "[1]", None),
    ("setup: [{tricks: 13}]", "wrong-type", "13", "write `{count: 13}`"),
    ("setup: [{choose: {menu: [{pass: }], from: hand}}]", "misplaced-key", "from", None),
    ("setup: [{choose: {menu: [{bid: {frm: a}}]}}]", "unknown-key", "frm", "did you mean `from`?"),
    ("setup: [{choose: {menu: [{pass: , thn: []}]}}]", "unknown-key", "thn", "did you mean `then`?"),
    (
        "setup: [{choose: {menu: [{bid: , from: a}]}}]",
        "ambiguous-step",
        "from",
        "put `from` inside the braces of `bid`",
    ),
    ("setup: [{choose: {menu: [{pass: , take: }]}}]", "ambiguous-step", "take", "start each entry with `- `"),
    ("setup: [{choose: {menu: [{if: a}]}}]", "ambiguous-step", "if", "the name is the first key: `- pass:`"),
    ("vars: {x: {per: player}}", "missing-key", "x", None),
    ("vars: {x: {int: 1..2, bool: true}}", "misplaced-key", "bool", "keep one of them"),
    ("vars: {x: {bool: no}}", "wrong-type", "no", "write `true` or `false`"),
    ("vars: {x: {int: 0..2, optional: yes}}", "wrong-type", "yes", "write `true` or `false`"),
    ("vars: {x: {int: 0..2, lasts: gam}}", "bad-value", "gam", "did you mean `game`?"),
    ("vars: {x: }", "wrong-type", "x", "it needs a map of keys"),
    ("vars: {x: none}", "nothing-to-remove", "none", "remove the line, or say what `x` is"),
    ("vars: none", "nothing-to-remove", "none", "remove the line, or say what `vars` is"),
    ("vars: {1x: {int: 1..2}}", "bad-name", "1x", "names are letters, digits and `_`, not beginning with a digit"),
    ("options: {o: {values: [1, 1]}}", "bad-value", "1", None),
    ("options: {o: {default: 2}}", "missing-key", "o", None),
    ("options: [a]", "wrong-type", "[a]", "write `key: value` lines without `- `"),
    ("abilities: {Swan: {when: lost}}", "missing-key", "Swan", None),
    ("abilities: {Swan: {cards: x, do: []}}", "missing-key", "Swan", None),
    ("abilities: {Swan: {cards: x, when: on_led}}", "bad-value", "on_led", "did you mean `led`?"),
    (
        "abilities: {Swan: {cards: x, when: lost, do: lead_nxt}}",
        "wrong-type",
        "lead_nxt",
        "write `- key: value` lines below it",
    ),
    ("examples: [{winner: 1}]", "missing-key", "winner", None),
    ("end: {standings: score}", "wrong-type", "score", "write a list: `[score]`"),
    ("enums: {e: [null]}", "wrong-type", "null", "`null` means nothing in YAML; for a text, quote it"),
    ("Abilities: {}", "unknown-key", "Abilities", "did you mean `abilities`?"),
    ("source: 66", "wrong-type", "66", 'quote it: `"66"`'),
    ("decks: {deck: {standard: 52}}", "misplaced-key", "deck", "move it under `decks` as `deck`"),
    ("about: ''", "bad-value", "about", "write something, or remove the key"),
    ("players: two", "bad-value", "two", "a number such as `4`, or a range such as `2..8`"),
    ("players: 99", "bad-value", "99", None),
    ("players: {default: 3}", "missing-key", "players", None),
    ("deck: {suits: [a], rank: 1..3}", "unknown-key", "rank", "did you mean `ranks`?"),
    ("deck: {leave_out: x}", "missing-key", "deck", None),
    ("deck: {standard: 33}", "bad-value", "33", "one of `24`, `32`, `36`, `40` or `52`"),
    ("deck: {standard: 52, suits: [a]}", "misplaced-key", "suits", "keep one of them"),
    ("deck: {blocks: [{copies: 3}]}", "missing-key", "copies", None),
    ("deck: {blocks: [{special: x, suits: [a]}]}", "misplaced-key", "suits", None),
    ("tricktaker: 2", "bad-value", "2", "write `tricktaker: 1`"),
    ("rounds: {until: x}", "missing-key", "rounds", None),
    ("rounds: {until: x, at_most: 3, count: 3}", "misplaced-key", "count", None),
    ("rounds: {count: 3, dealer: {first: 1:30}}", "bad-value", "1:30", "one of `random` or `choose`"),
]


@pytest.mark.parametrize(("line", "slug", "text", "help"), CASES, ids=[case[0] for case in CASES])
def test_one_mistake(line: str, slug: str, text: str, help: str | None) -> None:
    found = found_in(line)
    assert [diagnostic.slug for diagnostic, _ in found] == [slug]
    diagnostic, place = found[0]
    assert place == text
    assert diagnostic.help == help
    assert len(diagnostic.message) < 300


def test_the_base_is_fine() -> None:
    assert found_in(BASE["name"]) == []


def test_several_mistakes_at_once() -> None:
    found = found_in("vars: {a: {int: 0..1, lasst: game}, b: {bool: no}, c: {type: suit, see: al}}")
    assert [diagnostic.slug for diagnostic, _ in found] == ["unknown-key", "wrong-type", "bad-value"]


def test_many_unknown_keys_take_no_time() -> None:
    report = Report()
    node = read_text("".join(f"k{number}: 1\n" for number in range(20_000)), "f.yaml", report)
    assert node is not None
    check_shape(node, report)
    assert 10 < len(report.diagnostics) < 100
