"""How a card would stand in the trick, as simulations tell it, is what the rules say of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.loaded import game_for
from tricktaker.bots.sight import Eye
from tricktaker.compiler.playout import names_in
from tricktaker.compiler.program import run
from tricktaker.compiler.standing import HOLDS, LED, LOSES, TAKES, Standing
from tricktaker.compiler.text import INDENT, joined
from tricktaker.game import Game

ROOT = Path(__file__).parents[2]
VARIANTS = sorted((ROOT / "variants").glob("*.yaml"))
UNTOLD = {"five-hundred", "french-tarot", "ninety-nine", "skull-king"}
"""Who wins there is no matter of one number a card."""
NEARLY = {"fox", "wizard"}
"""A card that changes what beats what is seen as what it is before it is played."""


def told(game: Game):  # type: ignore[no-untyped-def]
    """A function of the state and a play: its standing."""
    standing = Standing(game.program, 1)
    used = names_in(standing.lines)
    lines = [
        "def standing(s, code):",
        *(f"{INDENT}{name} = s[{at}]" for at, name in enumerate(game.program.layout.scalars) if name in used),
        *(INDENT + line for line in standing.lines),
        f"{INDENT}return stands + {standing.rise('code')}",
    ]
    space = {**game.program.space, **game.program.emitter.tables.values}
    run(joined(lines), "standing", space)
    return space["standing"], standing.strengths is not None


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_card_stands_as_the_rules_say(path: Path) -> None:
    game = game_for(path, {})
    ask, tells = told(game)
    assert tells == (path.stem not in UNTOLD)
    eye, chance = Eye(game), random.Random(5)
    met: set[int] = set()
    wrong = asked = 0
    for number in range(4):
        state = game.deal(5, number)
        for _ in range(300):
            seat = state.current_player
            if seat is None:
                break
            view = state.view(seat)
            if view.decision is not None and view.decision.kind == "play":
                sight = eye.of_view(view)
                for action in view.legal_actions:
                    code = eye.code(sight, action)
                    if code is None:
                        continue
                    found = ask(state._raw, code)
                    met.add(found)
                    asked += 1
                    if not view.trick:
                        assert found == LED
                    elif tells:
                        playing = state._word("seats").bit_count() or len(view.active)
                        wins = TAKES if len(view.trick) + 1 == playing else HOLDS
                        wrong += found != (wins if eye.wins(sight, code) else LOSES)
                    else:
                        assert found == LOSES
            state.apply(chance.choice(state.legal_actions))
    assert asked > 100
    assert wrong <= (asked // 50 if path.stem in NEARLY else 0)
    assert met >= ({LED, LOSES, TAKES} if tells else {LED, LOSES})
    assert (HOLDS in met) == (tells and game.players > 2)
