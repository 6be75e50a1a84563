"""Broken copies of three variant files, each by one change that a player would notice.

A change is `(old, new)`: `old` occurs exactly once in the file's rules (before its invariants and examples, which are
cut off, so that only the comparison can notice). The first five of each list are tried by default, all of them under
`pytest -m long`.
"""

from __future__ import annotations

from pathlib import Path

Change = tuple[str, str]

FOX: list[Change] = [
    ("trick.count(rank == 9) == 1", "trick.count(rank == 9) >= 1"),
    ("when: lost", "when: won"),
    ("(rank == 1 or rank == hand.where(suit == led).max(rank))", "rank == hand.where(suit == led).max(rank)"),
    ("at: bottom", "at: top"),
    ("    6: 3\n", "    6: 2\n"),
    ("0..3: 6 ", "0..3: 5 "),
    ("    4: 1 ", "    4: 2 "),
    ("    5: 2\n", "    5: 3\n"),
    ("7..9: 6 ", "7..9: 5 "),
    ("10..13: 0 ", "10..13: 1 "),
    ("default: 21", "default: 35"),
    ("ranks: 1..11", "ranks: 1..12"),
    ("trump: decree.top.suit", "trump: bells"),
    ("deal: {to: hand, count: 13}", "deal: {to: hand, count: 12}"),
    ("tricks: {count: 13}", "tricks: {count: 12}"),
    ("{score: trick_points(tricks_won), earned: trick_points(tricks_won)}", "{earned: trick_points(tricks_won)}"),
    ("{score: trick_points(tricks_won), earned: trick_points(tricks_won)}", "{score: trick_points(tricks_won)}"),
    ("cards: rank == 1\n", "cards: rank == 2\n"),
    ("next: me", "next: other(me)"),
    ("cards: rank == 3\n", "cards: rank == 4\n"),
    ("optional: true, as: new", "as: new"),
    ("swap: [new, decree.top]", "swap: [new, stock.top]"),
    ("cards: rank == 5\n", "cards: rank == 6\n"),
    ("      - move: {from: stock, count: 1, to: hand}\n", ""),
    ("move: {from: stock, count: 1, to: hand}", "move: {from: stock, count: 2, to: hand}"),
    ("as: buried", "optional: true, as: buried"),
    ("cards: rank == 7\n", "cards: rank == 8\n"),
    ("when: taken", "when: won"),
    ("add: {score: 1, earned: 1}", "add: {score: 2, earned: 2}"),
    ("add: {score: 1, earned: 1}", "add: {score: 1}"),
    ("add: {score: 1, earned: 1}", "add: {earned: 1}"),
    ("cards: rank == 9\n", "cards: rank == 10\n"),
    ("    if: trick.count(rank == 9) == 1\n", ""),
    ("joins: trump", "joins: led"),
    ("cards: rank == 11\n", "cards: rank == 10\n"),
    ("hand.where(suit == led).max(rank)", "hand.where(suit == led).min(rank)"),
    ("hand.where(suit == led).max(rank)", "hand.max(rank)"),
    ("score >= target", "score > target"),
    ("active.any(score >= target)", "active.all(score >= target)"),
    ("at_most: 60", "at_most: 60, dealer: {then: winner}"),
    ("at_most: 60", "at_most: 3"),
    ("standings: [score, earned]", "standings: [score]"),
    ("standings: [score, earned]", "standings: [-score, earned]"),
    ("standings: [score, earned]", "standings: [score, -earned]"),
]

DUET: list[Change] = [
    ("if goal.seat == 0 then -1 else 1", "if goal.seat == 0 then 1 else -1"),
    ("- if: gems_left == 0", "- if: gems_left == 1"),
    ("who: other(dealer)", "who: dealer"),
    ("trick.where(not ignored)", "trick"),
    ("set: {tracker: 5}", "set: {tracker: 4}"),
    ("1: 0, 2: 3", "1: 1, 2: 3"),
    ("2: 3, 3: 2", "2: 2, 3: 2"),
    ("4..5: 1", "4..5: 2"),
    ("8: 2, 9: 0", "8: 2, 9: 1"),
    ("7: 0", "7: 1"),
    ("10: 3}", "10: 2}"),
    ("1: 10, 2..3: 9", "1..3: 10"),
    ("1: [1, 1, 2, 1, 1, 0, 1, 1, 2, 1, 1]", "1: [1, 1, 2, 1, 1, 0, 1, 1, 2, 1, 2]"),
    ("3: [2, 1, 2, 1, 1, 0, 1, 2, 2, 2, 0]", "3: [2, 1, 2, 1, 0, 0, 1, 2, 2, 2, 0]"),
    ("1..3: [0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 0]", "1..3: [0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0]"),
    ("trump: decree.top.suit", "trump: none"),
    ("if toward == none then winner else toward", "winner"),
    ("reward: 10 * level", "reward: 20 * level"),
    (" + players.sum(hand.size)", ""),
    ("3 * forest", "2 * forest"),
    ("if round_no == 2 then 10", "if round_no == 3 then 10"),
    ("        gems[low + 1]: gems[low + 1] + gems[low]\n", ""),
    ("        gems[high]: 0\n", ""),
    ("        high: high - 1\n", ""),
    ("to: other(me).hand", "to: hand"),
    ("forest: tokens,", "forest: 3,"),
    ("deal: {to: hand, count: 11}", "deal: {to: hand, count: 10}"),
    ("if: round_no == 3\n", "if: round_no == 2\n"),
    ("max(low, min(high, k))", "max(low, min(high, k - 1))"),
    ("if: forest > 0", "if: forest > 1"),
    ("              if: tracker != low\n", ""),
    ("if: tracker != high", "if: tracker != low and tracker != high"),
    ("cards: rank == 1\n", "cards: rank == 2\n"),
    ("    if: toward == none ", "    if: true "),
    ("cards: rank == 3\n", "cards: rank == 4\n"),
    ("optional: true, as: new", "as: new"),
    ("cards: rank == 5\n", "cards: rank == 6\n"),
    ("optional: true, as: c", "as: c"),
    ("set: {c.ignored: true}", "set: {c.ignored: false}"),
    ("cards: rank == 7\n", "cards: rank == 8\n"),
    ("- if: decline\n", "- if: not decline\n"),
    ("players.all(not hand.empty)", "not other(me).hand.empty"),
    ("cards: rank == 9\n", "cards: rank == 10\n"),
    ("always: true", "must: suit == led"),
    ("if: spot in low..high", "if: spot in 0..high"),
    ("add:\n                  gems[tracker]: -1", "set:\n                  gems[tracker]: 0"),
    ("- if: forest == 0", "- if: forest == 1"),
    ("if: spot < low", "if: spot > low"),
    ("rounds: {count: 3}", "rounds: {count: 2}"),
    ("score: if gems_left == 0 then reward else 0", "score: reward"),
]

CUCUMBER: list[Change] = [
    ("pips, ties: last", "pips, ties: first"),
    ("score == limit and over == at_least", "score == limit and over == above"),
    ("must: pips >= to_beat or pips == hand.min(pips)", "must: pips > to_beat or pips == hand.min(pips)"),
    ("ace_rule == lead_forces_lowest and trick.first.ace", "ace_rule == lead_forces_lowest and trick.last.ace"),
    ("else left(dealer)}", "else dealer}"),
    ("hand_size:   {int: 1..10, default: 7", "hand_size:   {int: 1..10, default: 8"),
    (
        "must_beat:   {values: [choice, forced, match], default: choice",
        "must_beat:   {values: [choice, forced, match], default: forced",
    ),
    ("limit:       {int: 1..100, default: 30", "limit:       {int: 1..100, default: 29"),
    ("ranks: [2..10, J, Q, K, A]", "ranks: [A, 2..10, J, Q, K]"),
    ("copies: jokers", "copies: 2"),
    ("2 * hand_size - 2", "2 * hand_size - 1"),
    ("cards.size // players.size", "cards.size // active.size - 1"),
    ("final: trick_no == cards_each", "final: trick_no == 7"),
    ("card.ace: rank == A", "card.ace: rank == K"),
    ("then 15 else", "then 14 else"),
    ("and ace_last == low", "and ace_last == high"),
    ("if ace and final", "if ace"),
    ("order + 2", "order + 1"),
    ("trick.last.pips", "trick.first.pips"),
    ("else trick.max(pips)", "else trick.min(pips)"),
    ("ace_rule == next_forced_lowest and trick.last.ace", "ace_rule == next_forced_lowest and trick.any(ace)"),
    ("penalty: winning_card.pips", "penalty: 10"),
    ("if it == winner or last_tie == all", "if it == winner"),
    ("then -penalty else 0", "then penalty else 0"),
    ("score > limit or", "score > limit + 1 or"),
    ("active.where(not bust).max(score, 0)", "active.where(not bust).min(score, 0)"),
    ("active.where(not bust).max(score, 0)", "active.where(not bust).max(score, 1)"),
    ("cucumbers < lives", "cucumbers <= lives"),
    ("active.count(not bust) >= 3", "active.count(not bust) >= 2"),
    ("active.count(not bust) >= 3", "active.count(not bust) > 3"),
    ("score: max(0, score + cost)", "score: score + max(0, cost)"),
    ("if first_lead == taker then winner", "if first_lead == taker then left(winner)"),
    ("last_trick.lowest(pips)", "last_trick.highest(pips)"),
    ("add: {cucumbers: 1}", "add: {cucumbers: 2}"),
    ("if: not may_return", "if: may_return"),
    ("- if: reentry == auto_life", "- if: reentry == buy_in"),
    ("if: ace_bites", "if: not ace_bites"),
    ("must: pips == to_beat", "must: pips > to_beat"),
    ("if: must_beat == match", "if: must_beat == forced"),
    ("if: must_beat != choice", "if: must_beat == choice"),
    ("highest: pips", "lowest: pips"),
    ("then active.size < 2", "then active.size < 3"),
    ("else players.any(bust)", "else players.all(bust)"),
    ("first_lead == loser_deals then winner", "first_lead == taker then winner"),
    ("or bust then -score else 0", "or bust then score else 0"),
    ("    - deals\n", ""),
    ("at_most: 400", "at_most: 4"),
]

CHANGES: dict[str, list[Change]] = {"fox": FOX, "duet": DUET, "cucumber": CUCUMBER}


def rules_of(file: Path) -> str:
    """The file without its invariants and examples."""
    text = file.read_text(encoding="utf-8")
    for heading in ("\ninvariants:", "\nexamples:"):
        text = text.partition(heading)[0]
    return text + "\n"


def broken(file: Path, change: Change) -> str:
    """The rules of the file with one change; raises ValueError if the place is not there exactly once."""
    old, new = change
    text = rules_of(file)
    if text.count(old) != 1:
        raise ValueError(f"{file.name}: {old!r} occurs {text.count(old)} times")
    return text.replace(old, new)
