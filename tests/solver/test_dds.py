"""Every lead of random bridge deals is worth what Bo Haglund's double dummy solver says."""

from __future__ import annotations

import pytest

from tests.solver.dds import Boards, double_dummy, random_board
from tricktaker.compiler.engines import engines_here

pytest.importorskip("endplay", reason="endplay (and DDS inside it) is not installed: nothing to compare with")


@pytest.fixture(scope="module", params=engines_here())
def boards(request: pytest.FixtureRequest) -> Boards:
    return Boards(request.param)


def agree(boards: Boards, cards: int, count: int, seed: int, every: bool = True) -> None:
    """Asserts that all leads (or the best) of some random deals are worth what DDS says."""
    theirs = double_dummy()
    for number in range(count):
        board = random_board(cards, number, seed)
        ours, wanted = boards.tricks(board, every), theirs(board, every)
        if every:
            assert ours == wanted, board
        else:
            assert max(ours.values()) == max(wanted.values()), board


def test_all_leads_with_five_cards(boards: Boards) -> None:
    agree(boards, 5, 200 if boards.solver.engine == "numba" else 10, 3)


def test_all_leads_with_eight_cards(boards: Boards) -> None:
    agree(boards, 8, 40 if boards.solver.engine == "numba" else 0, 4)


@pytest.mark.long
def test_all_leads_of_a_thousand_deals_with_eight_cards(boards: Boards) -> None:
    agree(boards, 8, 1000 if boards.solver.engine == "numba" else 5, 8)


@pytest.mark.long
def test_a_hundred_deals_with_thirteen_cards(boards: Boards) -> None:
    if boards.solver.engine == "python":
        pytest.skip("takes minutes a deal")
    agree(boards, 13, 100, 13, every=False)
