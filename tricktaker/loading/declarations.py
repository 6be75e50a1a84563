"""Enums, zones, variables and definitions."""

from __future__ import annotations

import re
from dataclasses import replace

from tricktaker.diagnostics import Note, Span, did_you_mean
from tricktaker.expr import fold
from tricktaker.expr.names import ATTRIBUTES, WORDS, Definition, Domain, Scope, VarDecl, ZoneDecl
from tricktaker.expr.nodes import Lit, Local, Node
from tricktaker.expr.parser import parse
from tricktaker.expr.tokens import ExpressionError
from tricktaker.expr.types import BOOL, CARD, PLAYER, TEAM, Type, integer, symbol
from tricktaker.loading import nodes as located
from tricktaker.loading.context import Context, as_flag, as_items, as_map, as_text, int_range
from tricktaker.loading.nodes import Entry, Mapping, Scalar, Sequence
from tricktaker.model import Variable, Zone

MOST_INDICES = 2048


def read_enums(ctx: Context, taken: dict[str, Span]) -> None:
    for entry in ctx.section("enums"):
        if not ctx.name_is_free(entry, "enum", taken):
            continue
        labels: list[str] = []
        for item in as_items(entry.value):
            text = as_text(item)
            if text is None:
                continue
            if text in labels:
                ctx.report.error("value-twice", f"`{text}` stands twice in `{entry.name}`", item.span)
            elif not text.isidentifier():
                ctx.report.error(
                    "bad-name", f"`{text}` can't be a value", item.span, help="use letters, digits and `_`"
                )
            else:
                labels.append(text)
        # without labels something is wrong that is reported already
        ctx.names.domains[entry.name] = Domain.of(entry.name, tuple(labels or ["nothing"]))


def declare_zones(ctx: Context, decks: tuple[str, ...], taken: dict[str, Span]) -> None:
    """Zone names, before expressions are read."""
    zones = ctx.names.zones
    zones["hand"] = ZoneDecl("hand", True, "owner")
    zones["won"] = ZoneDecl("won", True, "nobody")
    for deck in decks:
        zones[deck] = ZoneDecl(deck, False, "nobody")
    for entry in ctx.section("zones"):
        if entry.name not in zones and not ctx.name_is_free(entry, "zone", taken):
            continue
        body = as_map(entry.value)
        known = zones.get(entry.name)
        per_player = as_text(body.get("per")) == "player" if "per" in body else known is not None and known.per_player
        see = as_text(body.get("see")) or (known.see if known else "owner" if per_player else "nobody")
        if see in ("owner", "others") and not per_player:
            node = body.get("see")
            ctx.report.error(
                "no-owner", f"zone `{entry.name}` has no owner", node.span if node else None, help="add `per: player`"
            )
            see = "nobody"
        zones[entry.name] = ZoneDecl(entry.name, per_player, see, entry.key.span)


def read_zones(ctx: Context, decks: tuple[str, ...]) -> tuple[Zone, ...]:
    found: list[Zone] = []
    section = ctx.section("zones")
    for name, decl in ctx.names.zones.items():
        body = as_map(section.get(name))
        card, viewer, owner = ctx.fresh("card"), ctx.fresh("viewer"), ctx.fresh("owner")
        test = None
        if "face_up_if" in body:
            scope = Scope(
                elements=((CARD, Local(type=CARD, id=card)),),
                locals={"viewer": Local(type=PLAYER, id=viewer), "owner": Local(type=PLAYER, id=owner)},
            )
            test = ctx.expression(body.get("face_up_if"), scope, BOOL)
        found.append(
            Zone(decl=decl, decks=name in decks, face_up_if=test, card_id=card, viewer_id=viewer, owner_id=owner)
        )
    return tuple(found)


def index_type(ctx: Context, text: str, span: Span) -> Type | None:
    """The type of a variable's index: `player`, `card`, an enum, `0..10`."""
    kinds = {"player": PLAYER, "team": TEAM, "card": CARD, "suit": symbol("suit"), "rank": symbol("rank")}
    if text in kinds:
        if text == "team" and not ctx.names.teams:
            ctx.report.error("no-teams", "there are no teams", span, help="declare them in `players`")
            return None
        return kinds[text]
    if text in ctx.names.domains:
        return symbol(text)
    bounds = int_range(text)
    if bounds is not None and bounds[0] <= bounds[1]:
        return integer(*bounds)
    near = did_you_mean(text, [*kinds, *ctx.names.domains])
    ctx.report.error(
        "unknown-type",
        f"`{text}` is nothing a variable can be kept for",
        span,
        help=f"did you mean `{near}`?" if near else None,
    )
    return None


def size_of(ctx: Context, type: Type) -> int:
    """How many values an index type has."""
    names = ctx.names
    if type.kind == "int":
        return type.hi - type.lo + 1
    if type.kind == "player":
        return names.players
    if type.kind == "team":
        return len(names.teams)
    if type.kind == "card":
        return names.card_count
    return len(names.domains[type.name].labels)


def declare_variables(ctx: Context, taken: dict[str, Span]) -> list[Entry]:
    """Variables by name and type; returns the entries whose defaults are still to be read."""
    good: list[Entry] = []
    total = 0
    for entry in ctx.section("vars"):
        body = as_map(entry.value)
        if not isinstance(entry.value, Mapping) or not ctx.name_is_free(entry, "variable", taken):
            continue
        if any(entry.name in names for names in ATTRIBUTES.values()) or entry.name in ctx.names.zones:
            ctx.report.error(
                "name-clash", f"`{entry.name}` is already a word of the language or a zone", entry.key.span
            )
            continue
        per: list[Type] = []
        node = body.get("per")
        for item in as_items(node) or ((node,) if isinstance(node, Scalar) else ()):
            kind = index_type(ctx, as_text(item) or "", item.span)
            if kind is not None:
                per.append(kind)
        type = _value_type(ctx, body)
        if type is None:
            continue
        size = 1
        for kind in per:
            size *= max(1, size_of(ctx, kind))
        total += size
        if size > MOST_INDICES or total > 4 * MOST_INDICES:
            ctx.report.error(
                "too-large",
                f"variable `{entry.name}` has {size} places",
                entry.key.span,
                help=f"at most {MOST_INDICES}",
            )
            continue
        lasts = as_text(body.get("lasts")) or "round"
        see = as_text(body.get("see")) or "everyone"
        ctx.names.vars[entry.name] = VarDecl(entry.name, tuple(per), type, lasts, see, entry.key.span)
        good.append(entry)
    return good


def _value_type(ctx: Context, body: Mapping) -> Type | None:
    optional = as_flag(body.get("optional"))
    if "int" in body:
        node = body.get("int")
        if isinstance(node, Scalar):
            bounds = int_range(node.text)
            low: int | None
            high: int | None
            if bounds is not None:
                low, high = bounds
            else:
                left, dots, right = node.text.partition("..")
                if not dots:
                    ctx.report.error("bad-value", f"`{node.text}` is no range", node.span, help="such as `0..13`")
                    return None
                low = _bound(ctx, node, 0, left)
                high = _bound(ctx, node, len(left) + 2, right)
            if low is None or high is None:
                return None
            if low > high:
                ctx.report.error("empty-range", f"`{node.text}` holds no values", node.span)
                return None
            if max(abs(low), abs(high)) > 2**40:
                ctx.report.error("out-of-range", "numbers go up to 2 to the 40th", node.span)
                return None
            return replace(integer(low, high), optional=optional)
        return None
    if "bool" in body:
        return BOOL
    node = body.get("type")
    text = as_text(node)
    if node is None or text is None:
        ctx.report.error("missing-key", "a variable needs `int`, `bool` or `type`", body.span)
        return None
    kinds = {"card": CARD, "player": PLAYER, "team": TEAM}
    type = kinds.get(text) or (symbol(text) if text in ctx.names.domains else None)
    if type is None:
        near = did_you_mean(text, [*kinds, *ctx.names.domains])
        ctx.report.error(
            "unknown-type", f"there is no type `{text}`", node.span, help=f"did you mean `{near}`?" if near else None
        )
        return None
    return replace(type, optional=optional)


def _bound(ctx: Context, node: Scalar, start: int, text: str) -> int | None:
    part = replace(node, text=text.strip(), value=text.strip(), span=node.at(start, start + len(text)))
    return ctx.constant(part, Scope(), integer())


def read_variables(ctx: Context, entries: list[Entry]) -> tuple[Variable, ...]:
    found: list[Variable] = []
    for entry in entries:
        decl = ctx.names.vars.get(entry.name)
        if decl is None:
            continue
        body = as_map(entry.value)
        id = ctx.fresh("index")
        elements = ((decl.per[0], Local(type=decl.per[0], id=id)),) if len(decl.per) == 1 else ()
        scope = Scope(elements=elements)
        written = body.get("default") or (body.get("bool") if "bool" in body else None)
        default: Node | None
        if isinstance(written, Scalar) and written.value is None:
            written = None
        if written is not None:
            default = ctx.expression(written, scope, decl.type)
        elif decl.type.optional:
            default = Lit(type=decl.type, value=None)
        elif decl.type.kind == "int":
            value = 0 if decl.type.lo <= 0 <= decl.type.hi else decl.type.lo
            default = fold.literal(value, integer())
        else:
            default = Lit(type=decl.type, value=0)
        init: tuple[Node, ...] | None = None
        listed = body.get("init")
        if isinstance(listed, Sequence):
            values = [ctx.expression(item, Scope(), decl.type) for item in listed.items]
            want = 1
            for kind in decl.per:
                want *= size_of(ctx, kind)
            if len(values) != want:
                ctx.report.error(
                    "wrong-count", f"`{entry.name}` has {want} places, `init` lists {len(values)}", listed.span
                )
            elif all(value is not None for value in values):
                init = tuple(value for value in values if value is not None)
        _in_range(ctx, decl, default, written or entry.key)
        for start, item in zip(init or (), as_items(listed), strict=False):
            _in_range(ctx, decl, start, item)
        if default is not None:
            found.append(Variable(decl=decl, default=default, init=init, id=id))
    return tuple(found)


def _in_range(ctx: Context, decl: VarDecl, start: Node | None, written: located.Node) -> None:
    """Reports a start value that the variable can't hold."""
    if not isinstance(start, Lit):
        return
    if start.value is None:
        if not decl.type.optional:
            ctx.report.error("wrong-type", f"`{decl.name}` can't be none", written.span, help="add `optional: true`")
    elif decl.type.kind == "int" and not decl.type.lo <= start.value <= decl.type.hi:
        ctx.report.error("out-of-range", f"{start.value} is not in {decl.type.lo}..{decl.type.hi}", written.span)


_HEAD = re.compile(r"(?:(?P<subject>\w+)\.)?(?P<name>\w+)\s*(?:\((?P<params>[^()]*)\))?")


def read_definitions(ctx: Context, taken: dict[str, Span]) -> None:
    """Definitions as syntax; they get their meaning where they are used (and once by `check_definitions`)."""
    for entry in ctx.section("define"):
        match = _HEAD.fullmatch(entry.name.strip())
        if match is None:
            ctx.report.error(
                "bad-name",
                f"`{entry.name}` is no head of a definition",
                entry.key.span,
                help="`name`, `card.name` or `name(card c)`",
            )
            continue
        subject, name = match.group("subject"), match.group("name")
        if not _head_ok(ctx, entry, subject, name, taken):
            continue
        params: list[tuple[str, str]] = []
        for part in (match.group("params") or "").split(","):
            words = part.split()
            if not words:
                continue
            if len(words) != 2 or not _is_type(ctx, words[0]):
                ctx.report.error(
                    "unknown-type",
                    f"`{part.strip()}` is no parameter",
                    entry.key.span,
                    help="a type and a name: `player p`, `suit s`",
                )
                break
            params.append((words[0], words[1]))
        else:
            parts = []
            cells = as_items(entry.value) or (entry.value,)
            for cell in cells:
                if not isinstance(cell, Scalar):
                    continue
                if not cell.expression_safe:
                    ctx.report.error("bad-expression", "an expression stands on one line, without escapes", cell.span)
                    continue
                try:
                    parts.append((parse(cell.text), cell))
                except ExpressionError as error:
                    ctx.report.error("bad-expression", error.message, cell.at(error.start, error.end), help=error.help)
            if len(parts) == len(cells):
                ctx.names.definitions[subject or "", name] = Definition(
                    name, subject, tuple(params), tuple(parts), isinstance(entry.value, Sequence), entry.key.span
                )


def _is_type(ctx: Context, name: str) -> bool:
    return name in ("card", "player", "team", "int") or name in ctx.names.domains


def _head_ok(ctx: Context, entry: Entry, subject: str | None, name: str, taken: dict[str, Span]) -> bool:
    if subject is None:
        key = replace(entry.key, text=name, value=name)
        return ctx.name_is_free(replace(entry, key=key), "definition", taken)
    if not _is_type(ctx, subject) or subject == "int":
        near = did_you_mean(subject, ["card", "player", "team", *ctx.names.domains])
        ctx.report.error(
            "unknown-type",
            f"there is no type `{subject}`",
            entry.key.span,
            help=f"did you mean `{near}`?" if near else None,
        )
        return False
    if name in taken:
        ctx.report.error(
            "name-clash",
            f"`{name}` is also declared without `{subject}.`",
            entry.key.span,
            notes=[Note("here", taken[name])],
        )
        return False
    builtin = ATTRIBUTES.get(subject, ())
    if name in builtin and not (subject == "card" and name in ("group", "power")):
        ctx.report.error("name-clash", f"a {subject} already has `{name}`", entry.key.span)
        return False
    return True


def check_definitions(ctx: Context) -> None:
    """Types every definition once by itself, so that unused ones are checked too."""
    names = ctx.names
    for definition in names.definitions.values():
        for _, name in definition.params:
            if name in WORDS or any(name in known for known in (names.vars, names.zones, names.options, names.tables)):
                ctx.report.error(
                    "name-clash", f"`{name}` already means something, so it can't be a parameter", definition.span
                )
        locals: dict[str, Node] = {
            name: Local(type=ctx.checker.named_type(kind), id=ctx.fresh(name)) for kind, name in definition.params
        }
        scope = Scope(locals=locals)
        if definition.subject is not None:
            kind = ctx.checker.named_type(definition.subject)
            scope = scope.inside(kind, Local(type=kind, id=ctx.fresh("it")))
        ctx.checker.check_definition(definition, scope)
