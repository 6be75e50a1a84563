"""An example for the rule file that fails as long as a property is broken as a game has shown it.

Not everything can be said by one position: what is compared between two games (seats, suits, hidden cards, replays),
and what no rule can mend (copies, texts, refusals), has no example. What is proposed has been run and does fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tricktaker.checks.document import Places
from tricktaker.checks.examples import run_example
from tricktaker.checks.properties.property import Broken, Playthrough, Property
from tricktaker.checks.properties.scores_add_up import scoring
from tricktaker.checks.reckoning import Ended, Reckoning, Unclear
from tricktaker.checks.walk import Done, Walk, fault_text, from_list, played
from tricktaker.checks.witness import card_text, flow, position_data, short_text
from tricktaker.expr.names import VarDecl
from tricktaker.expr.nodes import Node
from tricktaker.game import Game, GameFault, State

Proposal = tuple[dict[str, Any], str]
"""An example without `about`, and what must stand in one of its failures."""


def proposed(game: Game, play: Playthrough, prop: Property | None, broken: Broken, places: Places) -> str | None:
    """An entry for `examples`; None if there is none that fails like this game."""
    name = "fault" if prop is None else prop.name
    about = f"{name.replace('-', ' ')}, found by check"
    if name == "broken-invariant":
        about = next((f"{one.rule}, found by check" for one in game.rules.invariants if one.span == broken.span), about)
    makers = {
        "fault": faults,
        "no-legal-action": stuck,
        "broken-invariant": invariants,
        "out-of-range": ranges,
        "unfair-result": results,
        "scores-differ": scores,
    }
    if name not in makers:
        return None
    for data, said in makers[name](game, play, broken, places):
        entry: dict[str, Any] = {"about": about, **data}
        try:
            failures = run_example(game, entry)
        except (LookupError, TypeError, ValueError, AttributeError):
            continue
        if any(said in failure for failure in failures):
            return f"- {flow(entry)}"
    return None


def last_play(game: Game, play: Playthrough) -> tuple[State, str] | None:
    """The position before the last decision, if it was a card to be played, and that card."""
    if not play.choices:
        return None
    try:
        state = played(game, replace(play, choices=play.choices[:-1]))
    except GameFault:
        return None
    legal = state.legal_actions
    if not legal or state.decision is None or state.decision.kind != "play":
        return None
    return state, short_text(game, game.text(legal[play.choices[-1] % len(legal)]))


def with_the_last_play(game: Game, play: Playthrough, wanted: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The last card played to a position; and where it ends a trick, the trick gone through, and scored."""
    found = last_play(game, play)
    if found is None:
        return
    state, card = found
    data = position_data(game, state)
    yield {**data, "play": card, "after": dict(wanted)}
    if state._word("tn") == len(state.active) - 1:
        whole = laid_down(game, state, card)
        yield {**whole, "after": dict(wanted)}
        yield {**whole, "score": dict(wanted)}


def laid_down(game: Game, state: State, card: str) -> dict[str, Any]:
    """The position with a card of whose turn it is in the trick."""
    data = position_data(game, state)
    hands = data["zones"]["hand"]
    seat = state._word("turn")
    base = card.partition(" ")[0] if card not in hands[seat] else card
    left = [other for other in hands[seat] if other != base]
    hands = {**hands, seat: left} if left else {other: cards for other, cards in hands.items() if other != seat}
    zones = {**data["zones"], "hand": hands} if hands else {k: v for k, v in data["zones"].items() if k != "hand"}
    return {**data, "zones": zones, "trick": [*data.get("trick", ()), card]}


def faults(game: Game, play: Playthrough, broken: Broken, places: Places) -> Iterator[Proposal]:
    said = broken.message.removeprefix(fault_text(GameFault("", None)))
    for data in with_the_last_play(game, play, {}):
        yield data, said
    if not play.choices:
        yield {"dealer": game.players - 1, "dealt": {}}, said
        return
    state = played(game, replace(play, choices=play.choices[:-1]))
    yield {"dealer": state.dealer, "dealt": {}}, said
    if "may be played" in said:  # then nothing is claimed but that the game comes to a decision
        found = last_play(game, play)
        yield {**(position_data(game, state) if found is None else laid_down(game, *found)), "seen": {}}, said


def stuck(game: Game, play: Playthrough, broken: Broken, places: Places) -> Iterator[Proposal]:
    """The hand from which nothing can be played: that all of it may be is what most rules mean."""
    state = played(game, play)
    hand = [card_text(game, card.index) for card in state.zone("hand", state._word("turn"))]
    yield {**position_data(game, state), "legal": hand}, "legal: expected"


def invariants(game: Game, play: Playthrough, broken: Broken, places: Places) -> Iterator[Proposal]:
    """The last card played from a position that is right: one laid out wrong stays wrong when the rules are mended."""
    found = last_play(game, play)
    for invariant in game.rules.invariants:
        text = places.invariant_text(invariant.rule)
        if invariant.span != broken.span or text is None or found is None:
            continue
        forms = list(with_the_last_play(game, play, {text: True}))
        if invariant.at == "decision":
            if not holds(game, found[0], invariant.that):
                return
        elif invariant.at == "trick_end":
            if len(forms) == 1 or changed_in_the_trick(game, play):
                return
            # With a winner asked for, the trick runs out before anything else is.
            ended = played(game, play).tricks_ended
            winner = ended[-1] if ended else None
            forms = [*([{**forms[0], "winner": winner}] if winner is not None else []), forms[1]]
        elif invariant.at == "round_end":
            forms = [] if changed_in_the_trick(game, play) else forms[2:]
        else:
            return  # whether the game should be over is the question
        for data in forms:
            yield data, f"`{text}`: expected"


def holds(game: Game, state: State, test: Node) -> bool:
    twin = state.copy()
    return bool(game.program.query(test)(twin._raw))


def changed_in_the_trick(game: Game, play: Playthrough) -> bool:
    """Whether any variable was changed since the trick began, before its last card."""
    before = played(game, replace(play, choices=play.choices[:-1]))
    back = before._word("tn") + 1
    start = played(game, replace(play, choices=play.choices[:-back])) if len(play.choices) >= back else before
    names = [variable.decl.name for variable in game.rules.variables]
    return any(before.variable(name) != start.variable(name) for name in names)


def ranges(game: Game, play: Playthrough, broken: Broken, places: Places) -> Iterator[Proposal]:
    for variable in game.rules.variables:
        decl = variable.decl
        if decl.span != broken.span or decl.type.kind != "int":
            continue
        text = f"{decl.name} in {decl.type.lo}..{decl.type.hi}"
        if decl.per:
            text = f"{decl.per[0].kind}s.all({text})"
        for data in with_the_last_play(game, play, {text: True}):
            yield data, f"`{text}`: expected"


def results(game: Game, play: Playthrough, broken: Broken, places: Places) -> Iterator[Proposal]:
    """Who stands first at the end has won."""
    state = played(game, play)
    end = game.rules.end
    if not state.is_over or not end.standings:
        return
    sides = [tuple(team) for team in game.teams] if end.by_team else [(seat,) for seat in range(game.players)]
    asked = [game.program.query(node, (end.id,)) for node in end.standings]
    stand = [tuple(int(ask(state._raw, number)) for ask in asked) for number in range(len(sides))]
    first = sorted(seat for side, place in zip(sides, stand, strict=True) if place == max(stand) for seat in side)
    for data in with_the_last_play(game, play, {}):
        if "score" in data:
            yield {**data, "winners": first}, "winners: expected"


def scores(game: Game, play: Playthrough, broken: Broken, places: Places) -> Iterator[Proposal]:
    """What the steps after the tricks come to, worked out by hand."""
    walk = Walk(game, play.seed, play.number, play.given)
    before: list[int] | None = None
    try:
        for moment in walk.moments(from_list(play.choices)):
            if moment == "round_end" and walk.trick_over is not None:
                before = walk.trick_over
    except (Done, GameFault):
        pass
    if before is None:
        return
    own = Reckoning(game, before)
    try:
        own.run(scoring(game))
    except (Unclear, Ended):
        return
    wanted = {}
    for name in own.assigned:
        decl = game.rules.names.vars[name]
        if len(decl.per) < 2 and decl.type.kind == "int":
            wanted[name] = values(own, decl)
    for data in with_the_last_play(game, play, wanted):
        if "score" in data:
            yield data, "score: `"
    position = position_data(game, State(game, before))
    yield {**position, "score": wanted}, "score: `"


def values(own: Reckoning, decl: VarDecl) -> Any:
    if not decl.per:
        return own.raw[own.game.at[f"v_{decl.name}"]]
    array = own.game.program.layout.arrays[f"V_{decl.name}"]
    return own.raw[array.offset : array.offset + array.length]
