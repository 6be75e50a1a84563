"""Where chance decides: finds the step for those who are told that a position can't be solved."""

from __future__ import annotations

from collections.abc import Sequence

from tricktaker.compiler.layout import BITS
from tricktaker.compiler.moments import EV_REDEAL, EV_STEP
from tricktaker.diagnostics import Span
from tricktaker.game import Game
from tricktaker.model import steps as m
from tricktaker.model.walking import rule_steps


def chance_step(game: Game, position: Sequence[int], path: Sequence[int]) -> tuple[str, Span | None]:
    """What decides by chance behind these answers, in words, and its place in the rules."""
    at = game.at
    state = list(position)
    before = state[at["x"]]
    log: list[tuple[int, ...]] = []
    answers = list(path)
    while state[at["x"]] == before and not state[at["over"]] and not state[at["halted"]]:
        state[at["choice"]] = answers.pop(0) if answers else _first(game, state)
        log.clear()
        game.program.advance(state, log)
    if any(event[0] == EV_REDEAL for event in log):
        return "the cards are dealt again", _span(game, log, m.End)
    span = _span(game, log, m.Shuffle, m.Draw)
    if span is None:
        return "a card is dealt or a value drawn at random", None
    drawn = any(isinstance(step, m.Draw) and step.span == span for step in rule_steps(game.rules))
    return ("a value is drawn at random" if drawn else "cards are shuffled"), span


def _span(game: Game, log: Sequence[tuple[int, ...]], *kinds: type[m.Step]) -> Span | None:
    wanted = [step.span for step in rule_steps(game.rules) if isinstance(step, kinds)]
    for event in log:
        if event[0] == EV_STEP and game.program.steps[event[1]] in wanted:
            return game.program.steps[event[1]]
    return None


def _first(game: Game, state: Sequence[int]) -> int:
    """The bit of the first legal answer."""
    words = game.program.sites[state[game.at["site"]]].words
    for word in range(words):
        mask = state[game.at["m0"] + word]
        if mask:
            return (mask & -mask).bit_length() - 1 + word * BITS
    raise AssertionError("a decision without an answer")
