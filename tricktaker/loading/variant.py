"""A file becomes checked rules, or every reason why not."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from pathlib import Path

from tricktaker.diagnostics import Report, Span
from tricktaker.expr.names import Names, Scope
from tricktaker.expr.nodes import Local
from tricktaker.expr.parser import parse
from tricktaker.expr.tokens import ExpressionError
from tricktaker.expr.types import CARD
from tricktaker.loading.attrs import read_attrs
from tricktaker.loading.context import Context, as_map, as_text
from tricktaker.loading.deck import read_blocks, read_deck
from tricktaker.loading.declarations import (
    check_definitions,
    declare_variables,
    declare_zones,
    read_definitions,
    read_enums,
    read_variables,
    read_zones,
)
from tricktaker.loading.ending import read_accepts, read_bound, read_ending, read_examples, read_invariants, read_rounds
from tricktaker.loading.fingerprint import fingerprint
from tricktaker.loading.modes import read_modes
from tricktaker.loading.nodes import Mapping, Scalar
from tricktaker.loading.options import Value, read_options, read_players
from tricktaker.loading.plays import read_plays
from tricktaker.loading.sense import check_sense
from tricktaker.loading.steps import read_steps
from tricktaker.loading.tables import read_tables
from tricktaker.loading.tricks import read_abilities, read_hooks, read_limit, read_trick
from tricktaker.model import Rules

KEPT_TEXTS = ("define",)


def read_rules(
    doc: Mapping, path: str, report: Report, *, players: int | None = None, options: Dict[str, Value] | None = None
) -> Rules | None:
    """The rules that a document describes; None if something is wrong (then it is in `report`).

    Raises BadOption if `players` or `options` ask for what the document doesn't have.
    """
    count, counts, cooperative, teams = read_players(doc, players, report)
    names = Names(count, cooperative, teams)
    ctx = Context(doc, report, names)
    taken: dict[str, Span] = {}
    chosen = read_options(doc, options or {}, names, report)
    for option in as_map(doc.get("options")):
        taken[option.name] = option.key.span
    blocks = read_blocks(ctx)
    names.deck_broken = not any(block.suits or block.special for block in blocks)
    read_enums(ctx, taken)
    deck = read_deck(ctx, blocks)
    for option in as_map(doc.get("options")):
        ctx.name_is_free(option, "option", {})
    declare_zones(ctx, deck.zones, taken)
    read_tables(ctx, taken)
    read_attrs(ctx, blocks, taken)
    read_definitions(ctx, taken)
    note_broken(ctx)
    at_most = read_bound(ctx)
    read_limit(ctx)
    entries = declare_variables(ctx, taken)
    note_broken(ctx, variables=True)
    _led(ctx)
    plays, _ = read_plays(ctx, deck.cards)
    zones = read_zones(ctx, deck.zones)
    check_definitions(ctx)
    variables = read_variables(ctx, entries)
    setup = read_steps(ctx, doc.get("setup"), Scope())
    round_steps = read_steps(ctx, doc.get("round"), Scope())
    _unused_procs(ctx)
    modes = read_modes(ctx)
    abilities, bent = read_abilities(ctx, modes)
    hooks = read_hooks(ctx, modes)
    trick = read_trick(ctx, bent, modes)
    rounds = read_rounds(ctx, at_most)
    end = read_ending(ctx)
    group = names.definitions.get(("card", "group"))
    group_node = None
    if group is not None:
        group_node = ctx.checker.check_definition(group, Scope().inside(CARD, Local(type=CARD, id="group_card")))
    rules = Rules(
        id=Path(path).stem,
        path=path,
        name=as_text(doc.get("name")) or Path(path).stem,
        about=as_text(doc.get("about")) or "",
        source=as_text(doc.get("source")) or "",
        fingerprint=fingerprint(doc),
        players=count,
        player_counts=counts,
        cooperative=cooperative,
        teams=teams,
        options=chosen,
        names=names,
        cards=deck.cards,
        plays=plays,
        deck_zones=deck.zones,
        suit_shorts=deck.shorts,
        suit_symbols=deck.symbols,
        zones=zones,
        variables=variables,
        tables=tuple(names.tables.values()),
        setup=setup,
        round=round_steps,
        trick=trick,
        abilities=abilities,
        hooks=hooks,
        rounds=rounds,
        end=end,
        group=group_node,
        group_id="group_card",
        invariants=read_invariants(ctx),
        examples=read_examples(ctx),
        accepts=read_accepts(ctx),
        texts=_texts(doc),
        source_lines={file: tuple(lines) for file, lines in report.sources.items()},
    )
    check_sense(ctx, rules)
    return None if report.has_errors else rules


def note_broken(ctx: Context, variables: bool = False) -> None:
    """Remembers which names are written in the file and yet not declared: something is wrong with them."""
    names = ctx.names
    declared = {
        "options": set(names.options),
        "enums": set(names.domains),
        "zones": set(names.zones),
        "tables": set(names.tables),
        "define": {name for _, name in names.definitions},
    }
    if variables:
        declared = {"vars": set(names.vars)}
    for section, known in declared.items():
        for entry in ctx.section(section):
            name = entry.name.split("(")[0].split(".")[-1].strip()
            if name not in known:
                names.broken.add(name)


def _led(ctx: Context) -> None:
    node = ctx.section("trick").get("led")
    if isinstance(node, Scalar):
        try:
            ctx.checker.led_is = (parse(node.text), node)
        except ExpressionError as error:
            ctx.report.error("bad-expression", error.message, node.at(error.start, error.end), help=error.help)


def _unused_procs(ctx: Context) -> None:
    """Procedures that nothing calls are read too, so that their mistakes show."""
    for entry in ctx.section("procs"):
        if entry.name not in ctx.checker.used:
            ctx.steps_in_progress.append(entry.name)
            _, me = ctx.me()
            read_steps(ctx, entry.value, Scope(me=me))
            ctx.steps_in_progress.pop()


def _texts(doc: Mapping) -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in as_map(doc.get("define")):
        found[entry.name] = as_text(entry.value) or ""
    for key in ("lead", "follow", "wins"):
        node = as_map(doc.get("trick")).get(key)
        if node is not None:
            found[f"trick.{key}"] = ""
    return found
