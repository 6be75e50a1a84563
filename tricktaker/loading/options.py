"""Options and the player count, with the values chosen for this game."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from contextlib import suppress

from tricktaker.diagnostics import Report, did_you_mean
from tricktaker.expr.names import Domain, Names
from tricktaker.expr.nodes import Lit
from tricktaker.expr.types import BOOL, integer, symbol
from tricktaker.loading.context import as_items, as_map, as_text, int_range
from tricktaker.loading.nodes import Entry, Mapping, Scalar, Sequence
from tricktaker.model import Option

Value = int | str | bool

LONGEST_SHOWN = 80


class BadOption(ValueError):
    """An option or player count that a game doesn't have; the message says what it may be."""


def read_options(doc: Mapping, chosen: Dict[str, Value], names: Names, report: Report) -> tuple[Option, ...]:
    """Declares the options in `names`. Raises BadOption if `chosen` asks for what isn't there."""
    found: list[Option] = []
    section = as_map(doc.get("options"))
    for name in chosen:
        if name not in section:
            near = did_you_mean(name, section.keys())
            known = ", ".join(section.keys()) or "none"
            hint = f"; did you mean `{near}`?" if near else ""
            raise BadOption(f"there is no option `{name}` (options: {known}){hint}")
    for entry in section:
        option = _option(entry, chosen, report)
        if option is None:
            continue
        found.append(option)
        literal = _literal(option, names, entry)
        names.options[option.name] = literal
    return tuple(found)


def _option(entry: Entry, chosen: Dict[str, Value], report: Report) -> Option | None:
    body = as_map(entry.value)
    values: tuple[Value, ...]
    default: Value | None = None
    if "values" in body:
        kind = "values"
        listed = body.get("values")
        values = tuple(
            item.value if isinstance(item.value, int) and not isinstance(item.value, bool) else item.text
            for item in as_items(listed)
            if isinstance(item, Scalar)
        )
        if not values or not isinstance(listed, Sequence):
            return None
        numbers = sum(isinstance(value, int) for value in values)
        if numbers not in (0, len(values)):
            report.error("mixed-values", f"option `{entry.name}` mixes numbers and words", listed.span)
            return None
    elif "int" in body:
        kind = "int"
        span = int_range(as_text(body.get("int")) or "")
        if span is None:
            return None
        if span[0] > span[1] or span[1] - span[0] > 1_000_000:
            node = body.get("int")
            report.error("empty-range", f"`{span[0]}..{span[1]}` holds no values", None if node is None else node.span)
            return None
        values = tuple(range(span[0], span[1] + 1)) if span[1] - span[0] <= 10_000 else span
    elif "bool" in body:
        kind = "bool"
        values = (False, True)
        flag = body.get("bool")
        default = isinstance(flag, Scalar) and flag.value is True
    else:
        return None
    written = body.get("default")
    if isinstance(written, Scalar):
        default = written.value if isinstance(written.value, int) else written.text
    if default is None:
        default = values[0]
    if not _allowed(kind, values, default):
        report.error(
            "bad-default",
            f"`{default}` is no value of option `{entry.name}`",
            None if written is None else written.span,
            help=f"one of {_range_text(kind, values)}",
        )
        return None
    return Option(
        name=entry.name,
        kind=kind,
        values=values,
        default=default,
        chosen=_chosen(entry.name, kind, values, default, chosen),
        help=as_text(body.get("help")) or "",
    )


def _allowed(kind: str, values: tuple[Value, ...], value: Value) -> bool:
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "int":
        return isinstance(value, int) and not isinstance(value, bool) and int(values[0]) <= value <= int(values[-1])
    return type(value) in (int, str) and value in values


def _range_text(kind: str, values: tuple[Value, ...]) -> str:
    if kind == "int":
        return f"{values[0]}..{values[-1]}"
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)


def _chosen(name: str, kind: str, values: tuple[Value, ...], default: Value, chosen: Dict[str, Value]) -> Value:
    if name not in chosen:
        return default
    value: Value = chosen[name]
    if isinstance(value, str):
        text = value.strip()
        if kind == "bool" and text.lower() in ("true", "false"):
            value = text.lower() == "true"
        else:
            value = text
            with suppress(ValueError):
                value = int(text)
    if not _allowed(kind, values, value):
        raise BadOption(f"`{_shown(chosen[name])}` is no value of option `{name}`: {_range_text(kind, values)}")
    return value


def _shown(value: object) -> str:
    """A value that somebody chose, as a message repeats it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > LONGEST_SHOWN:
        return "a very large number"
    text = str(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def _literal(option: Option, names: Names, entry: Entry) -> Lit:
    span = entry.key.span
    if isinstance(option.chosen, bool):
        return Lit(type=BOOL, value=int(option.chosen), span=span)
    if isinstance(option.chosen, int):
        return Lit(type=integer(option.chosen, option.chosen), value=option.chosen, span=span)
    domain = Domain.of(option.name, tuple(str(value) for value in option.values))
    names.domains.setdefault(option.name, domain)
    return Lit(type=symbol(option.name), value=domain.positions[option.chosen], span=span)


def read_players(
    doc: Mapping, wanted: int | None, report: Report
) -> tuple[int, tuple[int, ...], bool, tuple[tuple[int, ...], ...]]:
    """(players, all counts, co-operative, teams). Raises BadOption if `wanted` isn't allowed."""
    node = doc.get("players")
    body = as_map(node)
    text = as_text(node) if isinstance(node, Scalar) else as_text(body.get("count"))
    span = int_range(text or "") or (2, 2)
    if not 1 <= span[0] <= span[1] <= 12:
        report.error(
            "bad-players",
            f"`{text}` is no number of players",
            None if node is None else node.span,
            help="between 1 and 12, such as `4` or `2..6`",
        )
        span = (2, 2)
    counts = tuple(range(span[0], span[1] + 1))
    default = int_range(as_text(body.get("default")) or "")
    players = default[0] if default is not None else counts[0]
    if players not in counts:
        default_node = body.get("default")
        report.error(
            "bad-default",
            f"`{players}` is not in {span[0]}..{span[1]}",
            None if default_node is None else default_node.span,
        )
        players = counts[0]
    if wanted is not None:
        if type(wanted) is not int or wanted not in counts:
            allowed = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
            raise BadOption(f"this game is for {allowed} players, not {_shown(wanted)}")
        players = wanted
    cooperative = isinstance(flag := body.get("cooperative"), Scalar) and flag.value is True
    return players, counts, cooperative, _teams(body, players, report)


def _teams(body: Mapping, players: int, report: Report) -> tuple[tuple[int, ...], ...]:
    teams: list[tuple[int, ...]] = []
    seen: set[int] = set()
    node = body.get("teams")
    for team in as_items(node):
        seats: list[int] = []
        for seat in as_items(team):
            if not isinstance(seat, Scalar) or not isinstance(seat.value, int):
                continue
            if not 0 <= seat.value < players:
                report.error(
                    "no-such-seat", f"there is no seat {seat.value}", seat.span, help=f"seats are 0..{players - 1}"
                )
            elif seat.value in seen:
                report.error("seat-twice", f"seat {seat.value} is in two teams", seat.span)
            else:
                seen.add(seat.value)
                seats.append(seat.value)
        teams.append(tuple(seats))
    if teams and len(seen) < players and not report.has_errors:
        missing = ", ".join(str(seat) for seat in range(players) if seat not in seen)
        report.error("seat-without-team", f"seat {missing} is in no team", None if node is None else node.span)
    return tuple(teams)
