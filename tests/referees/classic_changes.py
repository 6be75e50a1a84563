"""Broken copies of the seven files of `classics`, each by one change that a player would notice.

As in `mutations`: `(old, new)`, where `old` occurs exactly once in the file's rules. The first two of each list are
tried by default, all of them under `pytest -m long`.
"""

from __future__ import annotations

from tests.referees.mutations import Change

HEARTS: list[Change] = [
    ("must: suit != hearts", "must: suit != spades"),
    ("2: 2, 3: 0}", "2: 3, 3: 0}"),
    ("then 13 else 0", "then 12 else 0"),
    ("rule: hearts are not broken, if: not broken,", "rule: hearts are not broken, if: trick_no == 1,"),
    ("must: penalty == 0", "must: penalty != 1"),
    ("trick_no == 1 and not first_trick_points", "trick_no <= 2 and not first_trick_points"),
    ("if it == shooter then 0 else 26", "if it == shooter then 26 else 0"),
    ("(if it == shooter then -26 else 0)", "(if it == shooter then 0 else 26)"),
    ("won.sum(penalty) == 26", "won.sum(penalty) == 13"),
    ("then 10 else 0", "then -10 else 0"),
    ("count: 3, as: given", "count: 2, as: given"),
    ("end: {standings: [-score]}", "end: {standings: [score]}"),
    ("penalty == 13 and hearts_led", "penalty == 1 and hearts_led"),
    ("score >= target", "score > target"),
]

SPADES: list[Change] = [
    ("must: suit != spades", "must: suit != hearts"),
    ("if tricks_won == 0 then nil_worth", "if tricks_won <= 1 then nil_worth"),
    ("if: not broken,", "if: breaking,"),
    ("trump: spades", "trump: hearts"),
    ("else -10 * contract", "else -10"),
    ("useful_tricks >= contract then", "useful_tricks > contract then"),
    ("side.score: -100 * (side.bags // 10)", "side.score: -100 * (side.bags // 11)"),
    ("max(0, useful_tricks - contract) + tricks_won - useful_tricks", "max(0, useful_tricks - contract)"),
    ("bid == 0 and failed_nil == bags_only", "bid == 0"),
    ("(if nil then 0 else 1)..13", "0..13"),
    ("if blind then 200", "if blind then 100"),
    (".score >= 100\n", ".score >= 101\n"),
    ("starting(left(dealer)).where(behind)", "where(behind)"),
    ("if contract == 0 then 0 else max", "max"),
    ("any(abs(score) >= target)", "any(score >= target)"),
]

OH_HELL: list[Change] = [
    ("me != dealer or it + said != size", "me == dealer or it + said != size"),
    ("player.met: 10 + bid", "player.met: 10"),
    ("trump: if trumps then turned.top.suit", "trump: if trumps then hearts"),
    ("then away + 1 else most - away", "then most - away else away + 1"),
    ("then most else 2 * most - 1", "then most else 2 * most - 2"),
    ("then most else 2 * most - 1", "then 1 else 2 * most - 1"),
    ("tricks_won == bid then met", "tricks_won >= bid then met"),
    ("-abs(tricks_won - bid)", "-abs(tricks_won)"),
    ("scoring == tricks_too then tricks_won", "scoring == tricks_too then bid"),
    ("not hook or me", "hook or me"),
    ("min(largest, 51", "min(largest, 45"),
]

GERMAN_WHIST: list[Change] = [
    ("trick_no > 13", "trick_no > 12"),
    ("move: {from: prize, to: winner.hand}", "move: {from: prize, to: other(winner).hand}"),
    ("trump: prize.top.suit", "trump: spades"),
    ("tricks: {count: 26}", "tricks: {count: 25}"),
    ("winner.score: 1", "other(winner).score: 1"),
    ("count: 1, to: other(winner).hand", "count: 1, to: winner.hand"),
    ("rounds: {count: 1}\n", "rounds: {count: 1}\nend: {standings: [-score]}\n"),
    ("count: 13}", "count: 12}"),
    ("or counting == all", "or counting != all"),
]

BRISCOLA: list[Change] = [
    ("K, 3, A]", "K, A, 3]"),
    ("follow: []", "follow: [suit]"),
    ("J: 2, Q: 3", "J: 3, Q: 2"),
    ("then seat % 2 else seat", "then seat // 2 else seat"),
    ("players.starting(winner)", "players.starting(dealer)"),
    ("trump: stock.last.suit", "trump: stock.top.suit"),
    ("rank == 2\n", "rank == 4\n"),
    ("where(not level)", "where(true)"),
    ("players.max(side_points)", "players.min(side_points)"),
    ("3: 10, A: 11", "3: 11, A: 10"),
    ("score == target", "score == target + 1"),
    ("    if: not stock.empty\n", "    if: stock.size > players.size\n"),
]

TRESSETTE: list[Change] = [
    ("K, A, 2, 3]", "K, A, 3, 2]"),
    ("(if winner.team == it then 3 else 0)", "(if winner.team == it then 2 else 0)"),
    ("won_thirds // 3 + declared", "won_thirds // 3"),
    ("won_thirds // 3 + declared", "(won_thirds + 2) // 3 + declared"),
    ("A: 3, 2: 1", "A: 2, 2: 1"),
    ("J: 1, else: 0", "J: 0, else: 0"),
    ("alike(it) >= 3 and", "alike(it) >= 2 and"),
    ("add: {team.declared: alike(r)}", "add: {team.declared: 3}"),
    ("add: {team.declared: 3}", "add: {team.declared: 4}"),
    ("if: declarations and trick_no == 1", "if: declarations and trick_no == 2"),
    ("score >= target", "score > target"),
    ("and teams.first.score != teams.last.score", ""),
    ("suit == s) == 3", "suit == s) >= 2"),
]

BELOTE: list[Change] = [
    ("then: [trump, overtrump]", "then: [trump]"),
    ("winning_card.by != partner(me)", "winning_card.by == partner(me)"),
    ("if: led == trump or (winning_card", "if: led != trump and (winning_card"),
    (" and (undertrump or hand.any(suit == trump and wins(it)))", ""),
    ("9: 14, J: 20", "9: 20, J: 14"),
    ("held: if waits then ours.points", "held: if waits then ours.counted"),
    ("A: 5, 9: 6, J: 7}", "A: 5, 9: 7, J: 6}"),
    ("then 100 else if", "then 10 else if"),
    ("then 10 else 0\n", "then 20 else 0\n"),
    ("then 20 else 0\n", "then 10 else 0\n"),
    ("then ours.points + held else 0)", "then ours.points else 0)"),
    ("ours.points + theirs.points + held", "theirs.points + held"),
    ("if made or waits then theirs.points", "if made then theirs.points"),
    ("(if belote_helps then bonus else 0)", "bonus"),
    ("suits.where(it != turned.top.suit)", "suits"),
    ("if me == taker then 2 else 3", "if me == dealer then 2 else 3"),
    ("ours.counted > theirs.counted", "ours.counted >= theirs.counted"),
    ("trick.last.royal and hand.any(royal)", "trick.last.royal"),
    ("rank in [K, Q]", "rank in [K, J]"),
    ("score >= target", "score > target"),
]

CLASSIC_CHANGES: dict[str, list[Change]] = {
    "hearts": HEARTS,
    "spades": SPADES,
    "oh-hell": OH_HELL,
    "german-whist": GERMAN_WHIST,
    "briscola": BRISCOLA,
    "tressette": TRESSETTE,
    "belote": BELOTE,
}
