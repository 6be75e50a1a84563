"""The machine and the playout are the same game: same seeds and choices, same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loaded import game_for
from tricktaker.game import Game
from tricktaker.game.game import seeds

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "variants").glob("*.yaml"), *(ROOT / "tests/variants").glob("*.yaml")])
BITS = 63


def step(y: int) -> int:
    """The generator of choices: multiply with carry."""
    return (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)


def by_machine(game: Game, raw: list[int], y: int) -> int:
    """Plays as the playout does: one draw a decision, the k-th set bit of the offered words."""
    at, sites = game.at, game.program.sites
    game.program.advance(raw, [])
    while not raw[at["over"]]:
        assert not raw[at["fault"]]
        words = [raw[at["m0"] + number] for number in range(sites[raw[at["site"]]].words)]
        y = step(y)
        k = ((y & 0xFFFFFFFF) * sum(word.bit_count() for word in words)) >> 32
        for number, word in enumerate(words):
            if k < word.bit_count():
                for _ in range(k):
                    word &= word - 1
                raw[at["choice"]] = number * BITS + (word & -word).bit_length() - 1
                break
            k -= word.bit_count()
        game.program.advance(raw, [])
    return y


def started(game: Game, number: int) -> list[int]:
    raw = [0] * game.program.layout.size
    raw[game.at["seed_a"]], raw[game.at["seed_b"]] = seeds(11, number)
    return raw


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_both_forms_play_the_same_games(path: Path) -> None:
    game = game_for(path, {})
    variables = [variable.decl for variable in game.rules.variables if variable.decl.lasts == "game"]
    y = 987654321
    for number in range(6):
        one, two = started(game, number), started(game, number)
        after = by_machine(game, one, y)
        y = game.program.playout(two, y)
        assert y == after
        for name in ("over", "outcome", "round_no", "deal_no", "dealer", "active"):
            assert one[game.at[name]] == two[game.at[name]], name
        for decl in variables:
            if decl.per:
                array = game.program.layout.arrays[f"V_{decl.name}"]
                place = slice(array.offset, array.offset + array.length)
                assert one[place] == two[place], decl.name
            else:
                assert one[game.at[f"v_{decl.name}"]] == two[game.at[f"v_{decl.name}"]], decl.name
