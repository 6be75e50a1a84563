"""Random rule files that are well formed: each loads, compiles and can be played to its end."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

SUITS = ("acorns", "bells", "cups", "drums")
ABILITIES = (
    "{cards: rank == %(rank)s, when: lost, next: me}",
    "{cards: rank == %(rank)s, when: taken, do: [{add: {score: 1}}]}",
    "{cards: suit == %(suit)s, when: won, if: trick_no > 1, do: [{add: {score: 1}}]}",
    "{cards: rank == %(rank)s, when: played, do: [{choose: {from: hand, optional: true, as: c}, then: [{move: {"
    "cards: c, to: aside}}, {move: {from: stock, count: 1, up_to: true, to: hand}}]}]}",
    "{cards: rank == %(rank)s, when: led, follow: [{must: rank > %(rank)s}]}",
    "{cards: rank == %(rank)s, when: played, do: [{show: {cards: hand, to: players}}]}",
    "{cards: rank == %(rank)s, when: played, do: [{if: trick.size > 1, then: [{add: {score: 1}}]}]}",
    "{cards: rank == %(rank)s, joins: led, if: trick.count(rank == %(rank)s) == 1}",
)
LINES = (
    "suit",
    "{if: trump != none and led != none, must: suit == led or suit == trump}",
    "{must: wins(it)}",
    "{if: trick_no == 1, must: rank > 2}",
    "{if: led != none, must: suit == led}",
    "{rule: low is free, always: rank == 1}",
)
TIERS = (
    "trump",
    "led",
    "{rule: rank, cards: true, highest: rank}",
    "{rule: low, cards: rank < 3, lowest: rank, ties: last}",
    "{rule: alone, cards: true, highest: rank, ties: cancel}",
    "{if: trick_no % 2 == 0, cards: suit != led, highest: rank}",
)
SCORES = (
    "{add: {score: tricks_won}}",
    "{add: {score: points(tricks_won)}}",
    "{add: {score: won.sum(rank)}}",
    "{if: tricks_won == bid, then: [{add: {score: 5}}]}",
    "{if: tricks_won > players.sum(tricks_won) // players.size, then: [{add: {score: 2}}], else: [{add: {score: 1}}]}",
)
HOOKS = (
    "{when: trick_end, do: [{set: {last: winner}}]}",
    "{when: trick_start, do: [{if: trick_no == 2, then: [{set: {trump: suits.first}}]}]}",
    "{when: trick_won, if: trick.any(rank == 1), do: [{add: {score: 1}}]}",
)
TRUMPS: tuple[list[str], ...] = (
    [],
    ["{set: {trump: %(suit)s}}"],
    ["{move: {from: stock, count: 1, to: turned}}", "{set: {trump: turned.top.suit}}"],
    ["{choose: {who: left(dealer), from: suits, optional: true, set: trump, verb: name}}"],
    ["{random: {from: suits, as: s}}", "{set: {trump: s}}"],
)
BIDS: tuple[list[str], ...] = (
    [],
    ["{each: player, do: [{choose: {from: 0..3, set: bid, verb: bid}}]}"],
    ["{each: player, secretly: true, do: [{choose: {from: 0..3, set: bid, verb: bid}}]}"],
    ["{each: {players: players.starting(dealer), laps: 2}, do: [{choose: {from: 0..3, set: bid, verb: bid}}]}"],
    ["{each: player, do: [{choose: {menu: [{stay: }, {dare: {from: 1..3, set: bid}}]}}]}"],
)
LOOKS: tuple[list[str], ...] = (
    [],
    [
        "{show: {cards: stock, to: dealer}}",
        "{choose: {who: dealer, from: stock, as: wanted}, then: [{swap: [wanted, dealer.hand.first]}]}",
    ],
    [
        "{show: {cards: dealer.hand, to: left(dealer)}}",
        "{choose: {who: left(dealer), from: dealer.hand, optional: true, as: wanted}, "
        "then: [{swap: [wanted, left(dealer).hand.first]}]}",
    ],
)
"""Whoever has been shown cards that others don't see chooses among them."""
ROUNDS = ("{count: %(count)s}", "{until: players.any(score >= 9), at_most: %(count)s}")


@st.composite
def variants(draw: st.DrawFn) -> str:
    """The text of a rule file."""
    players = draw(st.integers(2, 4))
    suits = list(SUITS[: draw(st.integers(2, 4))])
    ranks = draw(st.integers(4, 9))
    hand = draw(st.integers(1, max(1, (len(suits) * ranks - 1) // players)))
    words = {
        "suit": draw(st.sampled_from(suits)),
        "rank": draw(st.integers(1, ranks)),
        "count": draw(st.integers(1, 3)),
    }

    def some(choices: Sequence[str], most: int, least: int = 0) -> list[str]:
        return draw(st.lists(st.sampled_from(choices), min_size=least, max_size=most, unique=True))

    def filled(text: str) -> str:
        return text % {**words, "rank": draw(st.integers(1, ranks))} if "%(" in text else text

    lines = [
        "tricktaker: 1",
        "name: A game of chance",
        "about: Made up.",
        f"players: {players}",
        f"deck: {{suits: [{', '.join(suits)}], ranks: 1..{ranks}}}",
        "zones:",
        "  stock: {see: nobody}",
        "  aside: {see: nobody}",
        "  turned: {see: everyone}",
        f"  won: {{see: {draw(st.sampled_from(['everyone', 'owner', 'nobody']))}}}",
        "vars:",
        "  score: {per: player, int: 0..2000, lasts: game}",
        "  bid: {per: player, int: 0..3}",
        "  trump: {type: suit, optional: true}",
        "  last: {type: player, optional: true}",
        "tables:",
        f"  points: {{0: {draw(st.integers(0, 5))}, 1..2: {draw(st.integers(0, 5))}, 3..{hand + 3}: 1}}",
        "round:",
        "  - {shuffle: deck}",
        f"  - {{deal: {{to: hand, count: {hand}}}}}",
        "  - {move: {from: deck, to: stock}}",
    ]
    before = (*draw(st.sampled_from(TRUMPS)), *draw(st.sampled_from(LOOKS)), *draw(st.sampled_from(BIDS)))
    for step in before:
        lines.append(f"  - {filled(step)}")
    lines.append(f"  - {{tricks: {{count: {hand}}}}}")
    lines += ["  - each: player", "    do:"]
    lines += [f"      - {step}" for step in some(SCORES, 3, 1)]
    lines.append("trick:")
    lines.append(f"  follow: [{', '.join(some(LINES, 3))}]")
    wins = catch_all_last(some(TIERS, 3, 1))
    lines.append(f"  wins: [{', '.join(wins)}]")
    if draw(st.booleans()):
        lines.append(f"  next: {draw(st.sampled_from(['winner', 'left(winner)', 'left(leader)']))}")
    abilities = some(ABILITIES, 3)
    if "led" not in wins:
        abilities = [one for one in abilities if "joins" not in one]
    if abilities:
        lines.append("abilities:")
        lines += [f"  Ability{number}: {filled(text)}" for number, text in enumerate(abilities)]
    hooks = some(HOOKS, 2)
    if hooks:
        lines.append("hooks:")
        lines += [f"  hook{number}: {text}" for number, text in enumerate(hooks)]
    lines.append(f"rounds: {filled(draw(st.sampled_from(ROUNDS)))}")
    return "\n".join(lines) + "\n"


def catch_all_last(tiers: list[str]) -> list[str]:
    """The tier that takes any card comes last: nothing behind it is ever asked."""
    return sorted(tiers, key=lambda tier: "cards: true" in tier)
