"""Bots that look ahead beside OpenSpiel's own, with the same time for each move and the same deals.

    pip install open_spiel 'tricktaker[fast]'
    python tests/benchmarks/against_ismcts.py hearts euchre oh_hell [--deals N] [--bot BOT] [--time S] [--their-time S]

Each deal is played twice, the two kinds of player changing seats (every second seat is one kind's). Theirs is
`ISMCTSBot` in C++ with one random rollout a simulation; how many simulations it may do is set, decision by decision, to
what takes it its time. Both times are processor time of the whole decision, ours with making the view. What is compared
is what the seats get by OpenSpiel's own returns: a side's mean less the other's, with the 95 % interval over deals.

Where not all cards are dealt the two don't know the same: the states that OpenSpiel samples for a seat always have the
very cards in play that were dealt, so that its search knows which ones lie in the stock (and what a dealer has put away
in Euchre). `--knows` counts this. With `--known` ours is shown these cards too, by a variant that lays them open.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import pyspiel

from tests.openspiel.comparison import Comparison, Setting, our_game, their_game
from tests.openspiel.euchre import Euchre
from tests.openspiel.hearts import Hearts
from tests.openspiel.oh_hell import OhHell
from tricktaker.bots import create, make_ready
from tricktaker.bots.machinery import now_native

GAMES: dict[str, Comparison] = {"hearts": Hearts(), "euchre": Euchre(), "oh_hell": OhHell()}


KNOWN = {"euchre-openspiel": "euchre-openspiel-known", "oh-hell": "oh-hell-known"}
"""Variants in which the cards that aren't in play lie open."""
DEALT = {"euchre": (1, 20), "oh_hell": (2, 0), "hearts": (1, 52)}
"""Where the cards dealt lie in OpenSpiel's history, and how many: in Oh Hell four a trick."""


def setting_of(comparison: Comparison, tricks: int = 10) -> Setting:
    """One usual form of each game; Hearts without passing, where their search doesn't work; `tricks` of Oh Hell."""
    if isinstance(comparison, Hearts):
        flags = {"jd_bonus": False, "no_pts_on_first_trick": True, "must_break_hearts": True, "qs_breaks_hearts": False}
        flags |= dict.fromkeys(("can_lead_any_club", "can_lead_hearts_instead_of_qs", "avoid_all_tricks_bonus"), False)
        return comparison._setting({**flags, "pass_cards": False}, 0)
    if isinstance(comparison, OhHell):
        return next(each for each in comparison.settings() if each.players == 4 and each.chance == (tricks,))
    return comparison.settings()[0]


@dataclass
class Theirs:
    """Their bot, with as many simulations as take it its time at each length of the game."""

    game: Any
    seconds: float
    rates: dict[int, float] = field(default_factory=dict)
    spent: list[float] = field(default_factory=list)
    done: list[int] = field(default_factory=list)

    def step(self, state: Any, seed: int) -> int:
        depth = len(state.history())
        near = min(self.rates, key=lambda at: abs(at - depth), default=None)
        count = max(8, int(self.seconds * (self.rates[near] if near is not None else 20_000)))
        bot = pyspiel.ISMCTSBot(
            seed,
            pyspiel.RandomRolloutEvaluator(1, seed),
            2.0,
            count,
            -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
        )
        start = time.process_time()
        action = int(bot.step(state))
        spent = time.process_time() - start
        self.spent.append(spent)
        self.done.append(count)
        rate = count / max(spent, 1e-6)
        self.rates[depth] = 0.7 * self.rates[depth] + 0.3 * rate if depth in self.rates else rate
        return action


def dealt(comparison: Comparison, setting: Setting, rng: random.Random) -> Any:
    """A state of theirs at its first decision."""
    state = their_game(comparison.name, tuple(setting.theirs.items())).new_initial_state()
    while state.is_chance_node():
        even = [action for action, _ in state.chance_outcomes()]
        decided = len(state.history())
        state.apply_action(setting.chance[decided] if decided < len(setting.chance) else rng.choice(even))
    return state


def knows(comparison: Comparison, setting: Setting, games: int) -> str:
    """How often a state that OpenSpiel samples for a seat has exactly the cards in play that were dealt."""
    first, count = DEALT[comparison.name]
    count = count or 4 * setting.chance[0]
    same = asked = 0
    for number in range(games):
        rng = random.Random(f"{comparison.name} {number}")
        state = dealt(comparison, setting, rng)
        while not state.is_terminal():
            legal, history = state.legal_actions(), state.history()
            if len(legal) > 1:
                sampled = state.resample_from_infostate(state.current_player(), rng.random).history()
                asked += 1
                same += {*sampled[first : first + count]} == {*history[first : first + count]}
            state.apply_action(rng.choice(legal))
    return f"{comparison.name:8} {same} of {asked} sampled states have the very {count} cards in play that were dealt"


def play(
    comparison: Comparison,
    setting: Setting,
    number: int,
    ours_even: bool,
    theirs: Theirs,
    kind: str,
    spent: list[float],
) -> float:
    """What our side gets above theirs in one game."""
    rng = random.Random(f"{comparison.name} {number}")
    state = dealt(comparison, setting, rng)
    game = our_game(setting.variant, setting.players, tuple(setting.ours.items()))
    ours = comparison.start(game, state.history(), setting)
    players = game.players
    mine = [seat for seat in range(players) if (seat % 2 == 0) == ours_even]
    bots = {seat: create(kind, game, seat, number) for seat in mine}
    while not state.is_terminal():
        seat = state.current_player()
        answers = comparison.answers(ours)
        if seat in bots:
            start = time.process_time()
            first = bots[seat].choose(ours.view(seat))
            if len(ours.legal_actions) > 1:
                spent.append(time.process_time() - start)
            action = next(there for there, here in answers.items() if here[0] == first)
        else:
            legal = state.legal_actions()
            action = legal[0] if len(legal) == 1 else theirs.step(state, number)
        state.apply_action(action)
        for step in answers[action]:
            ours.apply(step)
    returns = state.returns()
    others = [seat for seat in range(players) if seat not in mine]
    return statistics.mean(returns[seat] for seat in mine) - statistics.mean(returns[seat] for seat in others)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--time", type=float, default=0.005)
    parser.add_argument(
        "--bot", help="ours, instead of search:time=TIME: on a busy machine, with simulations that take it"
    )
    parser.add_argument("--their-time", type=float, default=0.005)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--tricks", type=int, default=10, help="of Oh Hell; with 12 all cards but four are in play")
    parser.add_argument("--known", action="store_true", help="ours is shown the cards that aren't in play")
    parser.add_argument("--knows", action="store_true", help="count what OpenSpiel's samples give away, and stop")
    parser.add_argument("--seconds", type=float, default=3600, help="stop a game's match after so long")
    given = parser.parse_args()
    for name in given.games:
        comparison = GAMES[name]
        setting = setting_of(comparison, given.tricks)
        if given.knows:
            print(knows(comparison, setting, given.deals), flush=True)
            continue
        if given.known:
            setting = replace(setting, variant=KNOWN.get(setting.variant, setting.variant))
        game = our_game(setting.variant, setting.players, tuple(setting.ours.items()))
        make_ready(["search"], game, lambda: None)
        now_native(game)
        theirs = Theirs(their_game(comparison.name, tuple(setting.theirs.items())), given.their_time)
        # Making the view and naming the worlds take some tenths of a millisecond that `time` doesn't count.
        kind = given.bot or f"search:time={max(0.001, given.time - 0.0005)}"
        found: list[float] = []
        spent: list[float] = []
        start = time.monotonic()
        for number in range(given.first, given.first + given.deals):
            both = [play(comparison, setting, number, even, theirs, kind, spent) for even in (True, False)]
            found.append(statistics.mean(both))
            if time.monotonic() - start > given.seconds and len(found) > 1:
                break
        mean, error = statistics.mean(found), statistics.stdev(found) / len(found) ** 0.5
        simulations = statistics.mean(theirs.done)
        print(
            f"{name:8} {mean:+.3f} ± {1.96 * error:.3f} ({len(found)} deals, {2 * len(found)} games); a move took us "
            f"{1000 * statistics.mean(spent):.1f} ms, them {1000 * statistics.mean(theirs.spent):.1f} ms for "
            f"{simulations:.0f} simulations",
            flush=True,
        )


if __name__ == "__main__":
    main()
