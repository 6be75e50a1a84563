"""The rare cases come about in the games in which properties are looked at; a test that never meets them says nothing.

Each game is played by chance with a liking for what is rare, and right after each case every property is looked at.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import pytest

from tests.cases.table import by_chance, game_of
from tests.testing.soundness import looked_at
from tricktaker import Card, Game, State
from tricktaker.checks.properties.property import Playthrough
from tricktaker.checks.walk import Done, Walk, from_list
from tricktaker.testing.dealing import Wishes, cards_of, mended, table_of

ENOUGH = 5
"""So often each case must have come about."""

TIE = "a tie on points"

Case = Callable[[State, int], Iterable[str]]
"""What a decision is an instance of, seen before it is made."""


def played(state: State, action: int) -> tuple[Card, list[Card], list[Card]] | None:
    """The card of a play, the hand it comes from, the cards on the table; None for other decisions."""
    number = state.game.program.actions.cards[action]
    if number is None or state.decision is None or state.decision.kind != "play":
        return None
    return state.game.cards[number], state.zone("hand", state.current_player), on_the_table(state)


def on_the_table(state: State) -> list[Card]:
    codes = state._array("TRICK")[: state._word("tn")]
    return [state.game.cards[state.game.rules.plays[code].card] for code in codes]


def in_the_forest(state: State, action: int) -> Iterable[str]:
    """Cases of the two-player game with thirteen tricks."""
    found = played(state, action)
    if found is None:
        if state.game.text(action).startswith("exchange") and len(on_the_table(state)) == 2:
            yield from foxes(state, action)
        return
    card, hand, trick = found
    if card.rank == "5" and len(hand) == 1:
        yield "5 as the last card"
    if not trick:
        return
    led = trick[0]
    if led.rank == card.rank and card.rank in "179":
        yield f"two {card.rank}"
    if led.rank == "11" and card.rank == "1" and card.suit == led.suit:
        yield "11 answered by the 1"
        if sum(other.suit == led.suit for other in hand) == 1:
            yield "11 answered by a lone 1"


def foxes(state: State, action: int) -> Iterable[str]:
    """An exchange by whoever answers, that makes another card win."""
    number = state.game.program.actions.cards[action]
    assert number is not None
    led, answer = on_the_table(state)
    before, after = state.zone("decree")[0].suit, state.game.cards[number].suit
    if "9" not in (led.rank, answer.rank) and answered(led, answer, before) != answered(led, answer, after):
        yield "3 that changes the winner"


def answered(led: Card, answer: Card, trump: str | None) -> bool:
    """Whether the second of two cards wins."""
    if led.suit == answer.suit:
        return int(answer.rank or 0) > int(led.rank or 0)
    return answer.suit == trump


def on_the_path(state: State, action: int) -> Iterable[str]:
    """Cases of the game for two together."""
    found = played(state, action)
    if found is None:
        return
    card, hand, trick = found
    if card.rank == "7" and len(hand) == 1:
        yield "7 on the last trick"
    if trick and trick[0].rank == card.rank == "5":
        yield "two 5"


def at_the_last_trick(state: State, action: int) -> Iterable[str]:
    """Cases of the game in which the last trick hurts."""
    if state.game.text(action) == "buy in":
        yield "a player who buys in again"


def liking(game: Game, chance: random.Random, cases: Case) -> Callable[[State], int]:
    """Chance, unless something is a case, or answers a card with an equal one."""

    def choose(state: State) -> int:
        legal = state.legal_actions
        rare = [place for place, action in enumerate(legal) if any(True for _ in cases(state, action))]
        if rare and chance.random() < 0.9:
            return chance.choice(rare)
        trick = on_the_table(state)
        if trick and state.decision is not None and state.decision.kind == "play" and chance.random() < 0.6:
            ranks = {card.rank for card in trick}
            equal = [place for place, action in enumerate(legal) if (f := played(state, action)) and f[0].rank in ranks]
            if equal:
                return chance.choice(equal)
        return chance.randrange(len(legal))

    return choose


def count(game: Game, cases: Case, wanted: Sequence[str], most: int) -> Counter[str]:
    """How often each case came about in games until all have come about often enough, at most so many games."""
    seen: Counter[str] = Counter()
    shown: list[Playthrough] = []
    for seed in range(most):
        if all(seen[case] >= ENOUGH for case in wanted):
            break
        choose = liking(game, random.Random(seed), cases)
        due: list[str] = []
        watch = Ends(game)

        def decide(
            state: State, choose: Callable[[State], int] = choose, due: list[str] = due, watch: Ends = watch
        ) -> int:
            place = choose(state)
            due += cases(state, state.legal_actions[place])
            watch.before(state)
            return place

        walk = Walk(game, seed)
        for moment in walk.moments(decide):
            due += watch.cases(walk.state, moment)
            walk.state._pending.clear()
            new = [case for case in due if case in wanted and seen[case] < ENOUGH]
            if new:
                shown.append(walk.play)
            seen.update(new)
            due.clear()
    for play in shown:
        walk = Walk(game, play.seed)
        walk.keep = True
        try:
            for moment in walk.moments(from_list(play.choices)):
                if len(walk.choices) == len(play.choices):
                    assert not looked_at(walk, moment, 0)
        except Done:
            continue
    return seen


class Ends:
    """Cases that show when a trick, a round or a game is over."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = {variable.decl.name for variable in game.rules.variables}
        self.path = (0, 0)
        self.active = 0

    def before(self, state: State) -> None:
        """The situation before a decision."""
        self.active = len(state.active)
        if "tracker" in self.names:
            self.path = state._word("v_low"), state._word("v_high")

    def cases(self, state: State, moment: str) -> Iterable[str]:
        if "earned" in self.names:
            if moment == "round_end":
                yield ":".join(str(tricks) for tricks in sorted(state.tricks_won, reverse=True))
            if moment == "game_end" and len(set(state.scores)) == 1:
                yield TIE
        if "tracker" in self.names and moment == "trick_end":
            if state._word("v_low") > self.path[0]:
                yield "off the low end"
            if state._word("v_high") < self.path[1]:
                yield "off the high end"
        if "cucumbers" in self.names:
            if moment == "trick_end":
                codes = state._array("LAST")[: state._word("last_tn")]
                orders = [self.game.rules.plays[code].order for code in codes]
                if orders.count(max(orders)) >= 3:
                    yield "three equal highest cards"
            if moment == "round_end" and self.active - len(state.active) >= 2:
                yield "two who leave at once"


FOX = ["two 9", "11 answered by the 1", "11 answered by a lone 1", "3 that changes the winner", "5 as the last card",
       "two 1", "two 7", "7:6", TIE]  # fmt: skip
DUET = ["off the low end", "off the high end", "two 5", "7 on the last trick"]
CUCUMBER = ["three equal highest cards", "two who leave at once", "a player who buys in again"]


@pytest.mark.parametrize(
    ("name", "options", "cases", "wanted", "most"),
    [
        ("fox", {}, in_the_forest, [case for case in FOX if case != TIE], 100),
        pytest.param("fox", {"target": 16}, in_the_forest, [TIE], 900, marks=pytest.mark.long),
        ("duet", {}, on_the_path, DUET, 100),
        ("cucumber", {"reentry": "buy_in", "limit": 20, "last_tie": "all"}, at_the_last_trick, CUCUMBER, 60),
    ],
)
def test_the_rare_cases_come_about(
    name: str, options: dict[str, object], cases: Case, wanted: list[str], most: int
) -> None:
    seen = count(game_of(name, **options), cases, wanted, most)
    assert {case: min(seen[case], ENOUGH) for case in wanted} == dict.fromkeys(wanted, ENOUGH)


@pytest.mark.parametrize("name", ["fox", "cucumber"])
def test_it_is_always_the_turn_of_one(name: str) -> None:
    game = game_of(name, **({"players": 3, "limit": 8} if name == "cucumber" else {}))
    left: set[int] = set()
    for number in range(3):
        for state in by_chance(game, 4, number):
            left.add(len(state.active))
            turns = [seat for seat in range(game.players) if state.view(seat).legal_actions]
            assert turns == ([] if state.is_over else [state.current_player])
            assert state.is_over or state.current_player in state.active
    assert name != "cucumber" or 2 in left, "somebody was out while the others went on"


def test_all_tricks_to_one_player() -> None:
    game = game_of("fox")
    strong = cards_of(game, ["2m", "3m", "4m", "5m", "6m", "7m", "8m", "10m", "11m", "9b", "9k", "9m", "11b"])
    turned = cards_of(game, ["1m"])
    table = next(
        table for seed in range(20) if (table := table_of(game, seed)) and State.start(game, seed, 0).dealer == 1
    )
    decree = next(
        place
        for place, card in enumerate(State.start(game, table.seed, 0).shuffles[0].cards)
        if card == State.start(game, table.seed, 0).zone("decree")[0].index
    )
    seen: Counter[str] = Counter()
    for number in range(ENOUGH):
        order = list(table.cards)
        random.Random(number).shuffle(order)
        place = order.index(next(iter(turned)))
        order[place], order[decree] = order[decree], order[place]
        deal = mended(table, order, Wishes({0: strong}, {1: turned}))
        state = State.start(game, table.seed, 0, (deal,))
        while state.round_no == 1 and not state.is_over:
            texts = {game.text(action): action for action in state.legal_actions}
            if state.current_player == 0 and "play 11 of moons" in texts:
                state.apply(texts["play 11 of moons"])
            else:
                state.apply(texts.get("decline", state.legal_actions[-1]))
            seen.update([f"{max(state.tricks_won)} tricks"] if sum(state.tricks_won) == 13 else [])
        rounds = [event for event in state.events if event.kind == "trick_won"][:13]
        seen["13:0"] += len({event.seat for event in rounds}) == 1
    assert seen["13:0"] == ENOUGH
