"""Every lead of random bridge deals is worth what Bo Haglund's double dummy solver says."""

from __future__ import annotations

import pytest

from tests.solver.dds import Boards, double_dummy
from tricktaker.compiler.engines import engines_here

pytest.importorskip("endplay", reason="endplay (and DDS inside it) is not installed: nothing to compare with")


def agree(cards: int, count: int, seed: int, every: bool, engine: str | None, opener: int | None = 0) -> None:
    boards, theirs = Boards(cards, engine), double_dummy()
    for board in boards.boards(count, seed, opener):
        ours = boards.tricks(board, every)
        wanted = theirs(board, every)
        if every:
            assert ours == wanted, (board.strain, board.opener, board.pbn)
        else:
            assert max(ours.values()) == max(wanted.values()), (board.strain, board.opener, board.pbn)


@pytest.mark.parametrize("engine", engines_here())
def test_five_cards(engine: str) -> None:
    agree(5, 5 if engine == "python" else 60, 3, True, engine)


@pytest.mark.long
def test_all_leads_of_a_thousand_deals_with_eight_cards() -> None:
    agree(8, 1000, 8, True, engines_here()[-1])


@pytest.mark.long
def test_every_leader() -> None:
    agree(6, 400, 9, True, engines_here()[-1], None)


@pytest.mark.long
def test_a_hundred_deals_with_thirteen_cards() -> None:
    agree(13, 100, 13, False, engines_here()[-1])
