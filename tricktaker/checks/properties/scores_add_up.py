"""Scores are what the file says they are.

What the steps of `round` after the last trick come to (points, tables, bonuses, whatever variable they change) is
worked out a second time: not by the compiled game, but along the tree of the rules, from the cards and tricks as they
lay when the last trick was over. Both must agree. When a game is over, its scores and standings are worked out
likewise.

Steps that move cards or ask somebody aren't worked out, nor what abilities and hooks do during the tricks; then
nothing is said. Rows that are written wrongly in a file are right for this property: only `examples` know better.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Property, Scene
from tricktaker.checks.reckoning import Ended, Reckoning, Unclear
from tricktaker.game import Game
from tricktaker.model import steps as m
from tricktaker.model.steps import Steps
from tricktaker.model.walking import all_steps


def look(scene: Scene) -> Iterator[Broken]:
    if scene.moment == "round_end":
        yield from after_the_tricks(scene)
    else:
        yield from at_the_end(scene)


def scoring(game: Game) -> Steps:
    """The steps of a round after its last tricks."""
    steps = game.rules.round
    last = max((place for place, step in enumerate(steps) if isinstance(step, m.Tricks)), default=len(steps))
    return steps[last + 1 :]


def changed_later(game: Game) -> set[str]:
    """Variables that abilities and hooks change when the round is over."""
    found: set[str] = set()
    for one in (*game.rules.abilities, *game.rules.hooks):
        if one.when == "round_end":
            for step in all_steps(one.do):
                if isinstance(step, m.Assign):
                    found |= {target.name for target, _, _ in step.changes}
                elif isinstance(step, m.Choose) and step.target is not None:
                    found.add(step.target.name)
    return found


def after_the_tricks(scene: Scene) -> Iterator[Broken]:
    game, state = scene.game, scene.state
    steps = scoring(game)
    if scene.trick_over is None or not steps:
        return
    own = Reckoning(game, scene.trick_over)
    try:
        own.run(steps)
    except (Unclear, Ended):
        return
    later = changed_later(game)
    for variable in game.rules.variables:
        decl = variable.decl
        if decl.name in later:
            continue
        if decl.per:
            start, count = (lambda array: (array.offset, array.length))(game.program.layout.arrays[f"V_{decl.name}"])
        else:
            start, count = game.at[f"v_{decl.name}"], 1
        is_so, should = state._raw[start : start + count], own.raw[start : start + count]
        if is_so != should:
            span = own.assigned.get(decl.name) or decl.span
            yield Broken(f"`{decl.name}` is {is_so} after the round, and the steps come to {should}", span)
            return


def at_the_end(scene: Scene) -> Iterator[Broken]:
    game, state, end = scene.game, scene.state, scene.game.rules.end
    own = Reckoning(game, state._raw)
    count = {"player": game.players, "team": len(game.teams), "table": 1}[end.score_by]
    try:
        if end.score is not None:
            should = [own.of(end.id, number, end.score) for number in range(count)]
            if should != state.scores:
                yield Broken(f"the scores are {state.scores}, and come to {should}", end.score.span)
        sides = range(len(game.teams) if end.by_team else game.players)
        for node in end.standings:
            ask = game.program.query(node, (end.id,))
            found = [int(ask(state._raw, side)) for side in sides]
            should = [own.of(end.id, side, node) for side in sides]
            if found != should:
                yield Broken(f"the sides stand at {found}, and it comes to {should}", node.span)
    except Unclear:
        return


PROPERTY = Property(name="scores-differ", about=__doc__, moments=frozenset(["round_end", "game_end"]), look=look)
