"""Bots that look ahead: they play on in worlds that agree with what they have seen."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from tricktaker.bots.bot import Bot
from tricktaker.bots.greed import Greedy
from tricktaker.bots.machinery import engine_of, now_native, thinks_native
from tricktaker.bots.practice import worth_of
from tricktaker.bots.thought import EVENLY, Budget, Findings, frame_of, think
from tricktaker.compiler.native import available
from tricktaker.game.worlds import NoWorlds, Worlds, tables_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tricktaker.game import Game, State, View

SIMULATIONS = 1000
"""As many as Python does in about 0.2 s; a number and not a time, so that the same seed is the same game everywhere."""


class Search(Bot):
    """Looks ahead in worlds that agree with what it has seen, each seat choosing by what it could know itself."""

    name = "search"
    about = "looks ahead"
    plan: ClassVar[Budget] = Budget()

    def __init__(self, game: Game, seat: int, seed: int, *, engine: str = "auto", **options: Any) -> None:
        super().__init__(game, seat, seed)
        self.engine = engine
        self.budget = replace(self.plan, **options)
        if self.budget.time is None and self.budget.simulations is None:
            self.budget = replace(self.budget, simulations=SIMULATIONS)

    @property
    def _hears(self) -> bool:
        """Whether what `greedy` has learned counts for anything."""
        return bool(self.budget.prior) and not self.game.cooperative

    def warm_up(self) -> None:
        """Learns and makes what is needed once for a game."""
        if self._hears:
            worth_of(self.game)
        frame_of(self.game)
        native = thinks_native(self.game, self.engine)
        engine_of(self.game, native).function("grow")
        tables_of(self.game, native).engine.function("sample")

    def choose(self, view: View) -> int:
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        try:
            return self.consider(view).best
        except NoWorlds:
            # Rare enough to look no further than one step then.
            return Greedy(self.game, self.seat, 0).choose(view)

    def consider(self, view: View) -> Findings:
        """What it makes of every choice.

        Raises ValueError if it isn't this view's turn, NoWorlds if it can't imagine how the cards may lie.
        """
        if not view.legal_actions:
            raise ValueError("there is nothing to decide")
        native = thinks_native(self.game, self.engine)
        seed = self.random.getrandbits(62)
        return think(self.game, native, self.pool(view, native), self.budget, seed, self.opinion(view))

    def opinion(self, view: View) -> dict[int, float] | None:
        """What each card seems to be worth at once, as `greedy` has learned.

        Of other choices it knows too little, and of winning together nothing: by chance nobody does.
        """
        assert view.decision is not None
        if not self._hears or view.decision.kind != "play":
            return None
        worth = worth_of(self.game)
        sight = worth.eye.of_view(view)
        return {action: worth.value(sight, action, 0.0) for action in view.legal_actions}

    def pool(self, view: View, native: bool) -> Callable[[int, int], Any]:
        """What gives worlds to play on in."""
        return Worlds(view, native, self.budget.time).pool


def compile_ahead(game: Game, told: Callable[[], None]) -> None:
    """Compiles what thinking in machine code needs and isn't there yet, once `told` has said so."""
    if not available() or thinks_native(game):
        return
    told()
    state = game.deal()
    while (seat := state.current_player) is not None:
        view = state.view(seat)
        if len(view.legal_actions) > 1:
            with suppress(NoWorlds):
                think(game, True, Worlds(view, True).pool, Budget(simulations=1), 0)
                now_native(game)
            return
        state.apply(view.legal_actions[0])


class MonteCarlo(Search):
    """Plays on by chance in worlds that agree with what it has seen, after each choice equally often."""

    name = "mc"
    about = "plays on by chance and counts"
    plan = Budget(depth=1, learns=False, exploration=EVENLY)


class Cheat(Search):
    """Looks ahead as `search` does, with all cards open. No bot could do better; to measure others by."""

    name = "cheat"
    about = "looks ahead with all cards open"
    open_cards = True
    _state: State | None = None

    def see(self, state: State) -> None:
        self._state = state

    def pool(self, view: View, native: bool) -> Callable[[int, int], Any]:
        """Copies of the situation as it is; only what chance will bring differs."""
        if self._state is None:
            raise ValueError("the cards have to be shown to it first")
        game, raw = self.game, self._state._raw

        def copies(count: int, seed: int) -> Any:
            row = []
            y = (seed & 0x3FFFFFFF) + 1 << 32 | (seed >> 31 & 0xFFFFFFFF)
            for _ in range(count):
                world = list(raw)
                for name in ("seed_a", "seed_b", "x"):
                    y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)
                    world[game.at[name]] = y if name == "x" else y & 0x7FFFFFFF
                row += world
            return engine_of(game, native).row(row)

        return copies
