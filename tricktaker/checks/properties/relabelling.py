"""The same game under other names: seats moved round the table, or suits exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from tricktaker.checks.properties.property import Broken, Playthrough
from tricktaker.checks.walk import last_step
from tricktaker.diagnostics import Span
from tricktaker.expr.nodes import Node, Pick, Query, Starting, Where
from tricktaker.game import Game, GameFault, State
from tricktaker.game.deals import DealMismatch
from tricktaker.model import steps as m
from tricktaker.model.walking import rule_nodes, rule_steps


@dataclass(frozen=True, slots=True)
class Names:
    """How one game is told in the words of the other; `suspect` is where the rules go by the numbers of things."""

    seat: Callable[[int], int]
    text: Callable[[str], str]
    card: Mapping[int, int]
    what: str
    suspect: Span | None = None


def draws(game: Game) -> bool:
    """Whether chance picks among things, or mixes what is picked from unseen: which, depends on their numbers."""
    return any(
        isinstance(step, m.Draw) or (isinstance(step, m.Choose) and step.unseen) for step in rule_steps(game.rules)
    )


def in_order_of_numbers(game: Game, kinds: frozenset[str]) -> Span | None:
    """The first place at which the rules take elements of some kinds in the order of their numbers.

    That is a walk through them, or the first, the last, the highest or the lowest of several.
    """
    places: list[Span | None] = []
    for step in rule_steps(game.rules):
        if isinstance(step, m.Each) and not step.secretly and unordered(step.base, kinds):
            places.append(step.span)
    for node in rule_nodes(game.rules):
        picks = isinstance(node, Pick) or (isinstance(node, Query) and node.op in ("highest", "lowest"))
        if picks and unordered(node.base, kinds):  # type: ignore[attr-defined]
            places.append(node.span)
    return next((place for place in places if place is not None), None)


def unordered(base: Node, kinds: frozenset[str]) -> bool:
    """Whether a set of such elements has no order of its own."""
    elem = base.type.elem
    if elem is None or (elem.kind not in kinds and elem.name not in kinds):
        return False
    while isinstance(base, Where):
        base = base.base
    return not isinstance(base, Starting)


def rule_texts(game: Game) -> Iterator[Node]:
    """Every expression of the rules, invariants aside."""
    yield from rule_nodes(game.rules)
    for cascade in (game.rules.trick.lead, game.rules.trick.follow):
        for line in cascade.lines:
            yield line.test


def compared(game: Game, play: Playthrough, number: int, names: Names) -> Iterator[Broken]:
    """Plays a game and its relabelled twin side by side; stops at the first difference."""
    try:
        one = State.start(game, play.seed, play.number, play.given)
        whole = ended(game, play)
        given = tuple(
            replace(
                shuffle,
                cards=tuple(names.card.get(card, card) for card in shuffle.cards),
                owner=None if shuffle.owner is None else names.seat(shuffle.owner),
            )
            for shuffle in whole.shuffles
        )
        two = State.start(game, play.seed, number, given)
        if two.dealer != names.seat(one.dealer):
            return
        for choice in play.choices:
            found = difference(one, two, names)
            if found:
                span = names.suspect or last_step(one) or last_step(two)
                yield Broken(f"{names.what}, the game goes another way: {found}", span)
                return
            if one.is_over:
                return
            action = one.legal_actions[choice % len(one.legal_actions)]
            one.apply(action)
            two.apply(game.action(names.text(game.text(action))))
        found = difference(one, two, names)
        if found:
            span = names.suspect or last_step(one) or last_step(two)
            yield Broken(f"{names.what}, the game goes another way: {found}", span)
    except (GameFault, DealMismatch):
        return


def ended(game: Game, play: Playthrough) -> State:
    state = State.start(game, play.seed, play.number, play.given)
    for choice in play.choices:
        if state.is_over:
            break
        state.apply(state.legal_actions[choice % len(state.legal_actions)])
    return state


def difference(one: State, two: State, names: Names) -> str | None:
    """The first thing in which the twin isn't the same under other names."""
    game = one.game
    if one.is_over != two.is_over:
        return f"it is over in round {min(one.round_no, two.round_no)} in one of the two"
    if one.trick_no != two.trick_no or one.round_no != two.round_no:
        return f"trick {one.trick_no} of round {one.round_no} against trick {two.trick_no} of round {two.round_no}"
    if one.current_player is not None and two.current_player != names.seat(one.current_player):
        wanted = names.seat(one.current_player)
        return (
            f"seat {one.current_player} is asked, so seat {wanted} should be then, and it is seat {two.current_player}"
        )
    for what, left, right in (
        ("tricks won", one.tricks_won, two.tricks_won),
        ("scores", one.scores, two.scores) if game.rules.end.score_by == "player" else ("scores", [], []),
        *per_player(one, two),
    ):
        moved = [right[names.seat(seat)] for seat in range(len(left))]
        if list(left) != moved:
            return f"{what} {list(left)} and {moved}"
    if one.is_over:
        if sorted(names.seat(seat) for seat in one.winners) != sorted(two.winners):
            wanted_winners = sorted(names.seat(seat) for seat in one.winners)
            return (
                f"seats {list(one.winners)} win, so it should be {wanted_winners} then, and it is {list(two.winners)}"
            )
        return None
    left_legal = sorted(names.text(game.text(action)) for action in one.legal_actions)
    right_legal = sorted(game.text(action) for action in two.legal_actions)
    if left_legal != right_legal:
        odd = sorted(set(left_legal) ^ set(right_legal))
        return f"`{odd[0]}` is legal in one of the two"
    return None


def per_player(one: State, two: State) -> Iterator[tuple[str, list[int], list[int]]]:
    for variable in one.game.rules.variables:
        decl = variable.decl
        if len(decl.per) == 1 and decl.per[0].kind == "player" and decl.type.kind in ("int", "bool"):
            yield f"`{decl.name}`", one._array(f"V_{decl.name}"), two._array(f"V_{decl.name}")
