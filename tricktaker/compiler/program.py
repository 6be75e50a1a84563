"""Checked rules become a compiled program: the text, its functions, and what the game face needs to know."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tricktaker.compiler.emission import MOST_LINES, FaultInfo, TooLarge
from tricktaker.compiler.flow import Flow
from tricktaker.compiler.ir import Body
from tricktaker.compiler.layout import Layout, make_layout
from tricktaker.compiler.machine import machine_text
from tricktaker.compiler.playout import names_in, playout_text
from tricktaker.compiler.sites import Actions, Site
from tricktaker.compiler.text import INDENT, joined, simple_lines
from tricktaker.diagnostics import Span
from tricktaker.expr.nodes import Node, Word, walk
from tricktaker.model import Line, Rules

Advance = Callable[[list[int], list[tuple[int, ...]]], None]
Playout = Callable[[list[int], int], int]
KEPT = frozenset(["over", "outcome", "round_no", "deal_no", "dealer", "leader", "winner", "active"])
"""Words that hold at the end of a playout what they hold at the end of a game."""


@dataclass(slots=True)
class Program:
    """One compiled variant with its options and player count.

    The state is a list of `layout.size` integers; `advance(s, log)` runs it to the next decision and appends what
    happened to `log`, `playout(s, y)` plays a whole game by chance.
    """

    rules: Rules
    layout: Layout
    sites: list[Site]
    actions: Actions
    faults: list[FaultInfo]
    outcomes: list[tuple[str, str]]
    lines: list[Line]
    steps: list[Span]
    """Places of the steps, by the number their events name."""
    site_words: int
    text: str
    name: str
    advance: Advance
    space: dict[str, Any] = field(repr=False)
    body: Body = field(repr=False)
    emitter: Flow = field(repr=False)
    names: int = 0
    """How many names of its own the body has."""
    queries: dict[tuple[Node, tuple[str, ...]], Callable[..., Any]] = field(default_factory=dict, repr=False)

    @property
    def playout(self) -> Playout:
        """The play-to-the-end function, compiled when first asked for."""
        if "playout" not in self.space:
            text = joined(playout_text(self.body, self.layout, self.kept))
            run(text, f"{self.name} playout", self.space)
        found: Playout = self.space["playout"]
        return found

    @property
    def kept(self) -> frozenset[str]:
        """Words that a playout leaves as the end of a game leaves them."""
        end = self.rules.end
        asked = [node for node in (*end.standings, end.winners, end.score, end.returns) if node is not None]
        words = {node.name for root in asked for node in walk(root) if isinstance(node, Word)}
        scalars = {f"v_{variable.decl.name}" for variable in self.rules.variables}
        return KEPT | scalars | {"winning" if word == "winning_card" else word for word in words}

    def query(self, node: Node, params: Sequence[str] = ()) -> Callable[..., Any]:
        """A function of the state (and of the locals `params`) that asks an expression."""
        key = (node, tuple(params))
        found = self.queries.get(key)
        if found is None:
            found = self.queries[key] = self._query(node, tuple(params))
        return found

    def _query(self, node: Node, params: tuple[str, ...]) -> Callable[..., Any]:
        space = self.space
        lines = self.query_text(node, params)
        for name, values in self.emitter.tables.values.items():
            space.setdefault(name, values)
        run(joined(lines), f"{self.name} query {len(self.queries)}", space)
        found: Callable[..., Any] = space["query"]
        return found

    def query_text(self, node: Node, params: Sequence[str], name: str = "query") -> list[str]:
        """The function `query` as text; it may need new tables."""
        emitter = self.emitter
        emitter.facts = set()
        emitter.partial = True
        scalars, arrays = len(self.layout.scalars), len(self.layout.arrays)
        kept, emitter.bindings = emitter.bindings, {param: param for param in params}
        with emitter.block() as body:
            result = ", ".join(emitter.mask(node)) + "," if node.type.kind == "set" else emitter.scalar(node)
        emitter.bindings = kept
        if len(self.layout.scalars) != scalars or len(self.layout.arrays) != arrays:
            raise ValueError("this question needs what no rule keeps")
        lines = simple_lines(body, 1)
        used = names_in([*lines, result])
        return [
            f"def {name}({', '.join(('s', *params))}):",
            *(f"{INDENT}{each} = s[{place}]" for place, each in enumerate(self.layout.scalars) if each in used),
            *lines,
            f"{INDENT}return {result}",
        ]


def run(text: str, name: str, space: dict[str, Any]) -> None:
    """Executes emitted text; tracebacks and debuggers find its lines."""
    filename = f"<tricktaker {name}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    exec(compile(text, filename, "exec"), space)


def compile_rules(rules: Rules, without: Iterable[str] = ()) -> Program:
    """Emits and builds the program, without some of its `LEVERS`. Raises TooLarge if the rules expand too far."""
    layout = make_layout(rules)
    emitter = Flow(rules, layout, without=frozenset(without))
    tables = emitter.tables
    plays = rules.plays
    for attribute in ("suit", "rank", "order", "special"):
        values = [getattr(play, attribute) for play in plays]
        tables.named(attribute.upper(), [-1 if value is None else value for value in values])
    tables.named("CARD", [play.card for play in plays])
    tables.named(
        "TEAM", [next((t for t, team in enumerate(rules.teams) if seat in team), 0) for seat in range(rules.players)]
    )
    body = emitter.game()
    emitter.keep_for_questions()
    site_words = max((site.words for site in emitter.sites), default=1)
    for word in range(site_words):
        layout.scalar(f"m{word}")
    layout.place()
    lines = machine_text(body, layout.scalars, site_words, log=True)
    if len(lines) > MOST_LINES:
        raise TooLarge(emitter.largest())
    constants = [f"{array.name} = {array.offset}" for array in layout.arrays.values()]
    text = joined(
        [
            f'"""{len(rules.cards)} cards, {rules.players} players; rules {rules.fingerprint}."""',
            "blen = int.bit_length",
            "popc = int.bit_count",
            *constants,
            "",
            "",
            *lines,
            "",
            "",
            *tables.text(),
        ]
    )
    space: dict[str, Any] = {"__builtins__": {"range": range, "abs": abs, "int": int, "min": min, "max": max}}
    name = f"{rules.fingerprint} {rules.players} {len(text)}"
    run(text, name, space)
    return Program(
        rules=rules,
        layout=layout,
        sites=emitter.sites,
        actions=emitter.actions,
        faults=emitter.faults,
        outcomes=emitter.outcomes,
        lines=emitter.cascade_lines,
        steps=list(emitter.reached),
        site_words=site_words,
        text=text,
        name=name,
        advance=space["advance"],
        space=space,
        body=body,
        emitter=emitter,
        names=emitter.counter,
    )
