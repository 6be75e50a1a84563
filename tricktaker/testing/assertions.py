"""Assertions about whole rule files and bots."""

from __future__ import annotations

import random
from pathlib import Path

from tricktaker.bots import Bot, create
from tricktaker.checks import check_variant
from tricktaker.checks.properties.swapping import pair_to_swap, swapped, unseen
from tricktaker.diagnostics import render_text
from tricktaker.game import Game, load


def assert_variant(
    path: str | Path, *, games: int = 20, deep: bool = False, seconds: float = 40, strict: bool = False
) -> None:
    """A rule file is sound: it loads, its examples and invariants hold; with `deep` every property does.

    Warnings count only if `strict`. Raises AssertionError with all that is wrong, as `tricktaker check` prints it.
    """
    if deep:
        from tricktaker.checks.deep import check_deep

        report = check_deep(path, games=games, seconds=seconds).report
    else:
        report = check_variant(path, games=games).report
    if report.has_errors or (strict and report.diagnostics):
        raise AssertionError(f"\n{render_text(report)}")


def assert_bot(bot: type[Bot] | str, game: Game | str | Path, *, games: int = 3, seed: int = 0) -> None:
    """A bot plays fair: legal actions, the same ones again for the same seed, and nothing it can't see matters to it.

    For the last, two cards that it sees nowhere trade places, and it must choose as before.
    """
    played = game if isinstance(game, Game) else load(game)
    for number in range(games):
        chance = random.Random(seed + number)
        state = played.deal(seed, number)
        first, second = ([_made(bot, played, seat, seed + number) for seat in range(played.players)] for _ in range(2))
        while (seat := state.current_player) is not None:
            view = state.view(seat)
            kept = view.to_json()
            action = first[seat].choose(view)
            where = f"game {number} of seed {seed}, round {state.round_no}, trick {state.trick_no}, seat {seat}"
            assert type(action) is int, f"{where}: a {type(action).__name__} is not legal, an action is an int"
            assert action in state.legal_actions, f"{where}: {action} is not legal"
            assert view.to_json() == kept, f"{where}: the bot changed its view"
            other = view
            pair = pair_to_swap(state, view, unseen(state, view), chance)
            if pair is not None and chance.random() < 0.5:
                other = swapped(state, *pair, seat).view(seat)
            again = second[seat].choose(other)
            assert again == action, f"{where}: `{played.text(action)}`, and `{played.text(again)}` " + (
                "the second time" if other is view else "when two cards it can't see trade places"
            )
            state.apply(action)


def _made(bot: type[Bot] | str, game: Game, seat: int, seed: int) -> Bot:
    return create(bot, game, seat, seed) if isinstance(bot, str) else bot(game, seat, seed)
