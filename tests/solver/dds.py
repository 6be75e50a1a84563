"""Deals for a comparison with Bo Haglund's double dummy solver, as the package endplay brings it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tricktaker.game import State, load
from tricktaker.solver import Solver, deal_from_pbn
from tricktaker.solver.solver import MEMORY

VARIANT = Path(__file__).parent / "whist.yaml"
STRAINS = ("clubs", "diamonds", "hearts", "spades", "notrump")
RANKS = "23456789TJQKA"


@dataclass(frozen=True)
class Board:
    """A deal (as PBN, north first) with a strain and a leader; north is seat 0."""

    pbn: str
    strain: str
    opener: int


def random_board(cards: int, number: int, seed: int) -> Board:
    """A random deal; strains and leaders take turns."""
    rng = random.Random(f"{seed} {number}")
    deck = rng.sample([(suit, rank) for suit in range(4) for rank in range(13)], 4 * cards)
    hands = []
    for seat in range(4):
        held = sorted(deck[seat * cards : (seat + 1) * cards], key=lambda card: -card[1])
        hands.append(".".join("".join(RANKS[rank] for of, rank in held if of == suit) for suit in range(4)))
    return Board("N:" + " ".join(hands), STRAINS[number % 5], number // 5 % 4)


class Boards:
    """One solver for all boards: the strain is a variable of the variant."""

    def __init__(self, engine: str | None = None, memory: int = MEMORY) -> None:
        self.game = load(str(VARIANT))
        self.solver = Solver(self.game, by="tricks", engine=engine, memory=memory)

    def tricks(self, board: Board, every: bool = False) -> dict[str, int]:
        """Tricks that the leader's side takes: by the card led if `every`, else of the best lead."""
        return self.of(self.state(board), every)

    def state(self, board: Board) -> State:
        return deal_from_pbn(self.game, board.pbn, {"strain": board.strain}, board.opener)

    def of(self, state: State, every: bool = False) -> dict[str, int]:
        """What `tricks` says, of a position."""
        found = self.solver.solve(state, every=every, line=False)
        assert found.complete
        cards = len(state.zone("hand", 0))
        return {each.text.removeprefix("play "): (cards + int(each.value or 0)) // 2 for each in found.answers}


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
        return {
            f"{names.get(rank, rank)} of {suits[card.suit]}": tricks
            for card, tricks in found
            for rank in [next(mark for mark in RANKS if mark == str(card)[-1].upper())]
        }

    return solved
