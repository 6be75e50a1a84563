"""Nobody can tell hidden cards apart.

If two cards lie where a seat sees neither, and nothing it has seen says which is which, they may change places
without that seat noticing: its view is the same, it is offered the same actions, and
after the next action, as long as both worlds show it the same events, still the same.

So rules can't leak: a legal action that depends on what another holds, a public variable computed from hidden
cards, a zone whose `face_up_if` looks at the wrong side. What is meant to become known is said by `show`, or by
`announce: true` beside a step.
"""

from __future__ import annotations

from collections.abc import Iterator

from tricktaker.checks.properties.property import Broken, Property, Scene, with_short_memory
from tricktaker.checks.properties.swapping import chosen_so_far, pair_to_swap, place_text, swapped, unseen
from tricktaker.checks.walk import last_step
from tricktaker.compiler.moments import EV_STEP
from tricktaker.diagnostics import Span
from tricktaker.game import Event, GameFault, IllegalAction, State, View
from tricktaker.model import steps as m
from tricktaker.model.walking import rule_steps

PAIRS = 3
"""Pairs of cards that are tried at a moment when some have just been chosen."""


def look(scene: Scene) -> Iterator[Broken]:
    state, game = scene.recent, scene.game
    viewers: list[int | None] = [None, *range(game.players)]
    viewer = state.current_player if scene.chance.random() < 0.5 else scene.chance.choice(viewers)
    who = "a spectator" if viewer is None else f"seat {viewer}"
    view = state.view(viewer)
    hidden = unseen(state, view)
    chosen = frozenset() if scene.before is None else chosen_so_far(scene.before)
    for _ in range(PAIRS if chosen else 1):
        pair = pair_to_swap(state, view, hidden, scene.chance, chosen)
        if pair is None:
            return
        one, two = pair
        said = (
            f"the {game.cards[one].name} ({place_text(hidden[one])}) and the {game.cards[two].name} "
            f"({place_text(hidden[two])}) trade places"
        )
        other = swapped(state, one, two, viewer).view(viewer)
        field = difference(view, other)
        if field:
            found = f"{who} sees a difference in `{field}` when {said}, both hidden from it"
            yield Broken(found, declared(view, other, field))
            return
        if scene.before is not None and scene.action >= 0:
            yield from afterwards(scene, with_short_memory(scene.before), viewer, said, pair)


def afterwards(scene: Scene, before: State, viewer: int | None, said: str, pair: tuple[int, int]) -> Iterator[Broken]:
    """The last action done in both worlds: who sees the same must be offered the same."""
    game = scene.game
    if game.program.actions.cards[scene.action] in pair:
        return  # in the other world that card lies elsewhere
    who = "a spectator" if viewer is None else f"seat {viewer}"
    then = before.view(viewer)
    earlier = unseen(before, then)
    if pair[0] not in earlier or pair[1] not in earlier or not differs(earlier, pair, game.pile_zones):
        return
    other = swapped(before, *pair, viewer)
    real = before.copy()
    for state in (real, other):
        state._raw[game.at["stop"]] = 0
    try:
        real.apply(scene.action)
        other.apply(scene.action)
    except (IllegalAction, GameFault):
        return  # in that world the game takes another way
    left, right = real.view(viewer), other.view(viewer)
    if any(card in {c.index for c in left.hand} for card in pair):
        return
    parted = next(
        (number for number, pair in enumerate(zip(left.events, right.events, strict=False)) if pair[0] != pair[1]), None
    )
    if parted is None and len(left.events) == len(right.events):
        field = difference(left, right)
        if field:
            yield Broken(
                f"after `{game.text(scene.action)}` {who} can tell by `{field}` whether {said}",
                declared(left, right, field) or last_step(real),
            )
        return
    if parted is not None and told(left.events[parted], right.events[parted]) and not announced(scene, left, parted):
        name = str(left.events[parted].data.get("name"))
        yield Broken(f"`{name}` shows {who} whether {said}", setter(real, name) or last_step(real))


def setter(state: State, name: str) -> Span | None:
    """The step that gave a variable its value since the state moved last."""
    rules, program = state.game.rules, state.game.program
    places = {
        step.span
        for step in rule_steps(rules)
        if isinstance(step, m.Assign) and any(target.name == name for target, _, _ in step.changes)
    }
    ran = [program.steps[entry[1]] for entry in state._trace if entry[0] == EV_STEP]
    return next((span for span in ran if span in places), None)


def told(one: Event, two: Event) -> bool:
    """Whether two events differ in the value of one variable only."""
    return one.kind == two.kind == "set" and one.data.get("name") == two.data.get("name")


def announced(scene: Scene, view: View, number: int) -> bool:
    """Whether some step is meant to make this variable known."""
    name = view.events[number].data.get("name")
    for step in rule_steps(scene.game.rules):
        if isinstance(step, m.Assign) and step.announce and any(target.name == name for target, _, _ in step.changes):
            return True
        if isinstance(step, m.Choose) and step.target is not None and step.target.name == name:
            return True
    return False


def differs(places: dict[int, tuple[str, int | None]], pair: tuple[int, int], piles: frozenset[str]) -> bool:
    return places[pair[0]] != places[pair[1]] or places[pair[0]][0] in piles


def difference(one: View, two: View) -> str | None:
    """The first part in which two views differ as text."""
    left, right = one.to_json(), two.to_json()
    if left == right:
        return None
    return next(name for name, value in left.items() if value != right[name])


def declared(one: View, two: View, field: str) -> Span | None:
    """Where the zone or the variable is declared in which two views differ."""
    rules = one.game.rules
    if field == "zones":
        names = [name for name, zones in one.zones.items() if zones != two.zones[name]]
        # What only `see` decides is no fault of the zone.
        return next((z.decl.span for z in rules.zones if z.decl.name in names and z.face_up_if is not None), None)
    if field == "vars":
        names = [name for name, value in one.vars.items() if value != two.vars.get(name)]
        return next((v.decl.span for v in rules.variables if v.decl.name in names), None)
    return None


PROPERTY = Property(name="hidden-cards-told", about=__doc__, look=look, every=6, after=True)
