"""Oh Hell: cards as rank * suits + suit; the number of tricks, the dealer, the deal, the turned card, bids, tricks."""

from __future__ import annotations

from collections.abc import Sequence

from tests.openspiel.comparison import Comparison, Setting, as_dealt, names
from tricktaker.game.state import State

CARDS = names("2 3 4 5 6 7 8 9 10 J Q K A", "clubs diamonds spades hearts")


class OhHell(Comparison):
    name = "oh_hell"

    def settings(self) -> Sequence[Setting]:
        """Every number of players and of tricks, with what OpenSpiel pays for a trick and for a miss."""
        found = []
        for players in range(3, 8):
            for tricks in range(1, 51 // players + 1):
                for points in (1, 3):
                    penalty = (players + tricks + points) % 2 == 0
                    theirs = {"players": players, "points_per_trick": points, "off_bid_penalty": penalty}
                    ours = {"largest": tricks, "scoring": "misses_cost" if penalty else "tricks_too"}
                    if points > 1:
                        ours["per_trick"] = points
                    variant = "oh-hell-openspiel" if points > 1 else "oh-hell"
                    found.append(Setting(theirs, variant, ours, players=players, chance=(tricks,)))
        return found

    def dealer(self, dealt: Sequence[int], setting: Setting) -> int:
        return dealt[1]

    def deck(self, dealt: Sequence[int], dealer: int) -> list[str]:
        *cards, turned = [CARDS[card] for card in dealt[2:]]
        players = len(cards) // dealt[0]
        first = [*as_dealt([cards[seat::players] for seat in range(players)], dealer), turned]
        return [*first, *(name for name in CARDS if name not in first)]

    def answers(self, ours: State) -> dict[int, tuple[int, ...]]:
        found = {}
        for action in ours.legal_actions:
            verb, what = ours.game.text(action).split(" ", 1)
            found[CARDS.index(what) if verb == "play" else 52 + int(what)] = (action,)
        return found
