"""Deals for a comparison with Bo Haglund's double dummy solver, as the package endplay brings it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tricktaker.game import State, load
from tricktaker.solver import Solver

VARIANT = Path(__file__).parent / "whist.yaml"
STRAINS = ("clubs", "diamonds", "hearts", "spades", "notrump")
SUITS = ("spades", "hearts", "diamonds", "clubs")


@dataclass(frozen=True)
class Board:
    """A deal with a strain and a leader."""

    strain: str
    opener: int
    state: State

    @property
    def pbn(self) -> str:
        """The hands as PBN, north (seat 0) first."""
        hands = []
        for seat in range(4):
            held = self.state.zone("hand", seat)[::-1]
            hands.append(
                ".".join(
                    "".join("T" if card.rank == "10" else str(card.rank) for card in held if card.suit == suit)
                    for suit in SUITS
                )
            )
        return "N:" + " ".join(hands)


class Boards:
    """Random boards, and what they are worth; a solver for each strain, compiled once."""

    def __init__(self, cards: int, engine: str | None = None) -> None:
        self.cards = cards
        self.engine = engine
        self.solvers: dict[tuple[str, int], Solver] = {}

    def solver(self, strain: str, opener: int) -> Solver:
        key = strain, opener
        if key not in self.solvers:
            game = load(str(VARIANT), strain=strain, opener=opener, cards=self.cards)
            self.solvers[key] = Solver(game, by="tricks", engine=self.engine)
        return self.solvers[key]

    def boards(self, count: int, seed: int, opener: int | None = 0) -> Iterator[Board]:
        """Random deals, all strains alike; None for all leaders alike."""
        rng = random.Random(seed)
        for number in range(count):
            lead = rng.randrange(4) if opener is None else opener
            strain = STRAINS[number % len(STRAINS)]
            yield Board(strain, lead, self.solver(strain, lead).game.deal(seed=seed, game=number))

    def tricks(self, board: Board, every: bool = False) -> dict[str, int]:
        """Tricks that the leader's side takes: by the card led if `every`, else of the best lead."""
        found = self.solver(board.strain, board.opener).solve(board.state, every=every, line=False)
        assert found.complete
        return {each.text.removeprefix("play "): (self.cards + int(each.value or 0)) // 2 for each in found.answers}


def double_dummy() -> Callable[[Board, bool], dict[str, int]]:
    """What DDS says of a board in the same form. Raises ImportError without endplay."""
    from endplay.dds import solve_board
    from endplay.dds.solve import SolveMode
    from endplay.types import Deal, Denom, Player

    seats = (Player.north, Player.east, Player.south, Player.west)
    strains = dict(zip(STRAINS, (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt), strict=True))

    def solved(board: Board, every: bool) -> dict[str, int]:
        deal = Deal(board.pbn, first=seats[board.opener], trump=strains[board.strain])
        mode = SolveMode.Default if every else SolveMode.OptimalOne
        found = solve_board(deal, mode=mode)
        names = {"T": "10"}
        suits = {Denom.clubs: "clubs", Denom.diamonds: "diamonds", Denom.hearts: "hearts", Denom.spades: "spades"}
        ranks = "23456789TJQKA"
        return {
            f"{names.get(rank, rank)} of {suits[card.suit]}": tricks
            for card, tricks in found
            for rank in [next(mark for mark in ranks if mark == str(card)[-1].upper())]
        }

    return solved
