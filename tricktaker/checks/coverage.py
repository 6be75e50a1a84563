"""Which rules were at work in the games that were played: lines, tiers, steps, abilities, table rows, menu
entries.

A rule is known by its place in the file, so that what games with other options or numbers of players show adds
up.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from tricktaker.checks.reckoning import Reckoning, Unclear
from tricktaker.compiler.layout import BITS
from tricktaker.compiler.moments import EV_ABILITY, EV_HOOK, EV_LINE, EV_ROW, EV_STEP, EV_TIER
from tricktaker.diagnostics import Span
from tricktaker.expr.names import TableDecl
from tricktaker.expr.nodes import Let, Logic, Node, walk
from tricktaker.game import Game, State
from tricktaker.model import Ability
from tricktaker.model import steps as m
from tricktaker.model.walking import rule_steps

Key = tuple[str, str, int, int, str]
"""kind, file, line, column, and what tells two of one place apart."""


@dataclass(frozen=True, slots=True)
class Point:
    """One rule that can be at work. `kind`: line, tier, step, ability, hook, row, entry or way."""

    kind: str
    label: str
    span: Span | None
    parent: Key | None = None
    """The rule without which this one is never asked."""

    @property
    def key(self) -> Key:
        if self.span is None:
            return (self.kind, "", 0, 0, self.label)
        return (self.kind, self.span.file, self.span.line, self.span.column, self.label)


@dataclass(slots=True)
class Coverage:
    """Counts over all games. `asked`: how often a rule applied; `mattered`: how often something came of it."""

    points: dict[Key, Point] = field(default_factory=dict)
    asked: Counter[Key] = field(default_factory=Counter)
    mattered: Counter[Key] = field(default_factory=Counter)
    choices: dict[Point, list[int]] = field(default_factory=dict)
    """By decision point: how often it was come to, and how often with more than one legal action."""
    uncounted: set[str] = field(default_factory=set)
    """Tables of which nobody can tell which rows matter: the compiler has asked them all."""
    games: int = 0
    rounds: int = 0
    decisions: int = 0

    @property
    def missing(self) -> list[Point]:
        """Rules that never mattered, in the order of the file."""
        found = [point for key, point in self.points.items() if not self.mattered[key]]
        return sorted(found, key=lambda point: point.key[1:])

    def drop_uncounted(self) -> None:
        """Forgets rows of tables that are never asked while a game is played."""
        rows = {key: point for key, point in self.points.items() if point.kind == "row"}
        asked = {point.label.split()[0] for key, point in rows.items() if self.mattered[key]} - self.uncounted
        for key, point in rows.items():
            if point.label.split()[0] not in asked:
                del self.points[key]

    def add(self, point: Point) -> Key:
        self.points.setdefault(point.key, point)
        return point.key


class Watcher:
    """Counts for one game and its settings."""

    def __init__(self, game: Game, coverage: Coverage, rows: dict[str, list[tuple[range, Point]]]) -> None:
        self.game = game
        self.coverage = coverage
        rules, program = game.rules, game.program
        add = coverage.add
        written = written_places(game)
        self.lines = [add(Point("line", line.name, written(line.span))) for line in program.lines]
        self.tiers = [add(Point("tier", tier.rule or "", written(tier.span))) for tier in rules.trick.wins]
        self.abilities = [
            add(Point("ability", ability.name, ability.span)) if fires(ability.do, ability.next, ability.when) else None
            for ability in rules.abilities
        ]
        self.hooks = [add(Point("hook", hook.name, hook.span)) for hook in rules.hooks]
        self.joins = [
            (question, id, add(Point("ability", ability.name, ability.span)))
            for ability in rules.abilities
            if ability.bends == "joins"
            for question, id in joining(game, ability.id)
        ]
        steps_of: dict[Span, Key] = {}
        owners = {
            **{
                ability.span: key
                for ability, key in zip(rules.abilities, self.abilities, strict=True)
                if key is not None
            },
            **{hook.span: key for hook, key in zip(rules.hooks, self.hooks, strict=True)},
        }
        for step, parent in steps_with_parents(game):
            if step.span is not None and not (isinstance(parent, m.Each) and parent.secretly):
                above = owners.get(parent.span) if isinstance(parent, Ability) else None
                if isinstance(parent, m.Step) and parent.span is not None:
                    above = steps_of.get(parent.span)
                steps_of[step.span] = add(Point("step", "", step.span, above))
        self.steps = [steps_of.get(span) or add(Point("step", "", span)) for span in program.steps]
        self.rows: list[dict[int, Key]] = []
        for name, table in rules.names.tables.items():
            low, width = shape(table)
            found: dict[int, Key] = {}
            if name in program.emitter.asked_early:
                coverage.uncounted.add(name)
            for span_of_keys, point in rows.get(name, ()):
                key = add(point)
                for value in span_of_keys:
                    for column in range(width):
                        found[(value - low) * width + column] = key
            self.rows.append(found)
        self.entries: dict[int, list[tuple[str, Key]]] = {}
        for step in rule_steps(rules):
            if isinstance(step, m.Choose) and step.menu:
                for number, site in enumerate(program.sites):
                    if site.kind == "menu" and site.span == step.span:
                        self.entries[number] = [
                            (
                                entry.name.replace("_", " "),
                                add(Point("entry", entry.name.replace("_", " "), entry.span or step.span)),
                            )
                            for entry in step.menu
                        ]

    def at_work(self, state: State) -> list[Key]:
        """What was at work since the state moved last."""
        found: list[Key] = []
        for entry in state._trace:
            code = entry[0]
            if code == EV_STEP:
                found.append(self.steps[entry[1]])
            elif code == EV_TIER and entry[1] < len(self.tiers):
                found.append(self.tiers[entry[1]])
            elif code == EV_HOOK:
                found.append(self.hooks[entry[1]])
            elif code == EV_ROW and entry[2] in self.rows[entry[1]]:
                found.append(self.rows[entry[1]][entry[2]])
        for entry in state._pending:
            fired = self.abilities[entry[1]] if entry[0] == EV_ABILITY else None
            if fired is not None:
                found.append(fired)
        return found

    def asked(self, state: State, node: Node) -> list[Key]:
        """The rows that an expression looks up, as far as it can be worked out."""
        own = Reckoning(self.game, state._raw)
        with contextlib.suppress(Unclear):
            own.ask(node)
        tables = self.game.rules.names.tables
        found: list[Key] = []
        for name, keys in own.looked_up:
            low, width = shape(tables[name])
            place = (keys[0] - low) * width + (keys[1] if len(keys) > 1 else 0)
            rows = self.rows[list(tables).index(name)]
            if place in rows:
                found.append(rows[place])
        return found

    def offered(self, state: State, *, count: bool = True) -> list[Key]:
        """What narrows the decision that a state has come to, and the entries of its menu."""
        coverage = self.coverage
        site = state._word("site")
        legal = state.legal_actions
        if count:
            coverage.decisions += 1
            choices = coverage.choices.setdefault(self.site_point(site), [0, 0])
            choices[0] += 1
            choices[1] += len(legal) > 1
        found = list(self.narrowed(state, site, count))
        if site in self.entries:
            texts = [self.game.text(action) for action in legal]
            for name, key in self.entries[site]:
                if any(text == name or text.startswith(f"{name} ") for text in texts):
                    found.append(key)
        return found

    def site_point(self, number: int) -> Point:
        """How a decision is called in what is said about it."""
        site = self.game.program.sites[number]
        return Point("decision", site.ask or site.kind, site.span)

    def narrowed(self, state: State, site: int, count: bool) -> Iterator[Key]:
        """The lines that left out something, or brought something back."""
        mask = kept = -1
        if self.game.program.sites[site].kind == "play":
            mask = kept = self.candidates(state)
        final = 0
        again: list[Key] = []
        first = self.game.at["m0"]
        for word in range(self.game.program.sites[site].words):
            final |= state._raw[first + word] << (BITS * word)
        for entry in state._trace:
            if entry[0] != EV_LINE:
                continue
            key = self.lines[entry[1]]
            self.coverage.asked[key] += count
            after = sum(word << (BITS * place) for place, word in enumerate(entry[2:]))
            if self.game.program.lines[entry[1]].kind == "always":
                again.append(key)
                continue
            if mask & ~after:
                yield key
            mask = after
        if final & ~mask & kept & ((1 << len(self.game.rules.plays)) - 1):
            yield from again

    def candidates(self, state: State) -> int:
        """The play codes of the hand of whose turn it is."""
        rules = self.game.rules
        held = {card.index for card in state.zone("hand", state._word("turn"))}
        count = len(rules.cards)
        replaced = {play.card for play in rules.plays[count:] if not play.down}
        return sum(
            1 << code
            for code, play in enumerate(rules.plays)
            if play.card in held and (code >= count or play.card not in replaced)
        )

    def joined(self, state: State) -> list[Key]:
        """Cards that count for another tier, while they lie in a trick that is decided."""
        if not self.joins:
            return []
        program, found = self.game.program, []
        codes = state._array("TRICK")[: state._word("tn")]
        for question, id, key in self.joins:
            ask = program.query(question, (id,))
            found += [key for code in codes if ask(state._raw, code)]
        return found


def shape(table: TableDecl) -> tuple[int, int]:
    """The lowest first key of a table, and how many second keys it has."""
    first = table.keys[0]
    return first.lo if first.kind == "int" else 0, table.keys[1].hi + 1 if len(table.keys) > 1 else 1


def joining(game: Game, id: str) -> Iterator[tuple[Node, str]]:
    """What a tier asks of cards that join it by an ability (`id` its card), and the name of the card in the tier."""
    for tier in game.rules.trick.wins:
        for node in walk(tier.test):
            if isinstance(node, Logic) and isinstance(node.right, Let) and node.right.id == id:
                yield node.right, tier.id


def written_places(game: Game) -> Callable[[Span | None], Span | None]:
    """The place of a rule if the author wrote it; none for what holds by default, wherever messages about it point."""
    trick = game.rules.trick.span

    def written(span: Span | None) -> Span | None:
        if span is None or span == trick:
            return None
        lines = game.rules.source_lines.get(span.file, ())
        line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        return None if line.startswith(("tricktaker:", "trick:")) and span.column == 1 else span

    return written


def fires(do: object, following: object, when: str) -> bool:
    """Whether an ability does something at an event, which the log says."""
    return bool(do) or following is not None


Above: TypeAlias = m.Step | Ability | None


def steps_with_parents(game: Game) -> Iterator[tuple[m.Step, Above]]:
    """Every step with the one, or the ability or hook, it stands in."""
    rules = game.rules

    def inside(steps: m.Steps, parent: Above) -> Iterator[tuple[m.Step, Above]]:
        for step in steps:
            yield step, parent
            for name in step.__dataclass_fields__:
                value = getattr(step, name)
                if isinstance(value, tuple):
                    for item in value:
                        if isinstance(item, m.Step):
                            yield from inside((item,), step)
                        elif isinstance(item, m.Entry):
                            yield from inside(item.then, step)

    for steps in (rules.setup, rules.round, rules.trick.stuck):
        yield from inside(steps, None)
    for ability in (*rules.abilities, *rules.hooks):
        yield from inside(ability.do, ability)
