"""Taking a decision back: allowed as long as nobody has learned anything since, besides the decision itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tricktaker.game import State, View

NOTHING = "you have decided nothing yet"
NOTHING_HERE = "you have decided nothing since the game was taken up"
SOMEBODY_ELSE = "somebody else has decided since"
SEEN = "something new has been seen since"
DRAWN = "chance has decided something since"


@dataclass(frozen=True, slots=True)
class Moment:
    """A game just before somebody decided."""

    state: State
    seat: int
    by_itself: bool
    """The only choice, made without asking: going back to it would only make it again."""


class Past:
    """The moments of one sitting that may still be gone back to."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self._deciders: list[int] = []
        self.taken_up = False

    def remember(self, state: State, seat: int, *, by_itself: bool = False) -> None:
        """Keep the game as it is now, before this seat's decision is applied."""
        self.moments.append(Moment(state.copy(), seat, by_itself))
        if not by_itself:
            self._deciders.append(seat)

    def end(self) -> None:
        """A bot has decided: nothing before that can be gone back to."""
        self.moments.clear()

    def back(self, seat: int, now: State) -> tuple[State, int] | str:
        """The game before this seat's last decision and how many decisions that takes back, or why it may not be."""
        if seat not in self._deciders:
            return NOTHING_HERE if self.taken_up else NOTHING
        taken = 0
        for moment in reversed(self.moments):
            taken += 1
            if moment.seat != seat:
                return SOMEBODY_ELSE
            if moment.by_itself:
                continue
            reason = learned_since(moment.state, now, seat)
            if reason is not None:
                return reason
            del self.moments[-taken:]
            self._deciders.pop()
            return moment.state, taken
        return SOMEBODY_ELSE


def learned_since(before: State, now: State, actor: int) -> str | None:
    """Why a decision can't be taken back: what any seat, or a spectator, has seen since; None if that is nothing.

    What chance has decided counts as well: nobody need have seen the lot drawn, but who is asked what shows it.
    """
    if any(decided.seat != actor for decided in now.decisions[len(before.decisions) :]):
        return SOMEBODY_ELSE
    for seat in (*range(now.game.players), None):
        then = before.view(seat)
        after = now.view(seat)
        known = _known(then)
        for event in after.events[len(then.events) :]:
            if event.kind == "play":
                known |= {card.index for card in event.cards if card is not None}
                continue
            if event.kind in _ALWAYS_NEW or any(card is not None and card.index not in known for card in event.cards):
                return SEEN
        if not _known(after) <= known:
            return SEEN  # a hand that was laid open
    return DRAWN if before._word("x") != now._word("x") else None


_ALWAYS_NEW = frozenset(
    {"shuffle", "deal", "show", "set", "round_start", "redeal", "round_end", "game_end", "eliminate"}
)
"""A variable may have been set from what lay hidden, so its change counts as news."""


def _known(view: View) -> set[int]:
    """The cards whose place this seat knows."""
    cards = [*view.hand, *(card for _, card, _ in (*view.trick, *(view.last_trick or ())))]
    cards += [card for zones in view.zones.values() for zone in zones for card in zone.cards]
    names = {card.name: card.index for card in view.game.cards}
    return {card.index for card in cards if card is not None} | {names[name] for name in view.known if name in names}
