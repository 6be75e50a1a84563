"""Results as a page and as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tricktaker.simulate.intervals import Interval

if TYPE_CHECKING:
    from tricktaker.simulate.results import Results, Standing


def percent(found: Interval) -> str:
    return f"{100 * found.value:.2f} % ({100 * found.low:.2f} to {100 * found.high:.2f})"


def number(found: Interval | None, digits: int = 3) -> str:
    if found is None:
        return ""
    return f"{found.value:.{digits}f} ({found.low:.{digits}f} to {found.high:.{digits}f})"


def columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table in plain text; a column without any value is left out."""
    kept = [place for place in range(len(head)) if place == 0 or any(row[place] for row in rows)]
    table = [[row[place] for place in kept] for row in [head, *rows]]
    widths = [max(len(row[place]) for row in table) for place in range(len(kept))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def heading(results: Results) -> str:
    game = results.game
    options = "".join(
        f", {name} {str(value).lower() if isinstance(value, bool) else value}" for name, value in game.options.items()
    )
    return f"{game.name}, {game.players} players{options}: {results.games:,} games, seed {results.seed}"


def told_replaced(replaced: Mapping[str, int], first: object) -> str:
    """How often chance answered in place of which bots."""
    counts = ", ".join(f"{name} {times:,}" for name, times in sorted(replaced.items()))
    return f"Answers by chance in place of bots that failed: {counts}. The first: {first}."


def page(results: Results) -> str:
    """What is printed. Intervals hold the truth 95 times of 100."""
    lines = [heading(results)]
    if results.interrupted:
        lines.append("Stopped before the end: these are the games so far.")
    if results.replaced:
        lines.append(told_replaced(results.replaced, results.first_fault))
    if results.games == 0:
        return "\n".join(lines) + "\n"
    seats = results.seats
    who = [f"{each.name} {player}" for each, player in zip(seats, results.players, strict=True)]
    if results.paired:
        who = [each.name for each in seats]
    lines += ["", *_standings("", seats, who)]
    if len(results.bots) > 1:
        lines += ["", *_standings("player", results.bots, [each.name for each in results.bots])]
    if results.differences:
        head = ["paired difference", "games won", "points a game"]
        rows = [
            [name, f"{100 * won.value:+.2f} % ({100 * won.low:+.2f} to {100 * won.high:+.2f})", number(points)]
            for name, won, points in results.differences
        ]
        lines += ["", *columns(head, rows)]
    lines += ["", f"rounds a game     {number(results.rounds)}", f"decisions a game  {number(results.decisions, 2)}"]
    lines += [f"forced decisions  {percent(results.forced)}"]
    if not results.game.cooperative:
        lines += [f"shared victories  {percent(results.ties)}"]
    for whom, found in (("dealer", results.by_dealer), ("leader", results.by_leader)):
        lines += ["", *_standings(f"first {whom}", found, [each.name for each in found])]
    head = ["trick", "decisions", "legal actions"]
    lines += ["", *columns(head, [[str(t), f"{asked:,}", f"{mean:.3f}"] for t, asked, mean in results.legal])]
    shown = [(name, hits) for name, hits in results.abilities if _does_something(results, name)]
    if shown:
        rows = [[name, f"{hits:,}", f"{hits / max(1, results.count('rounds')):.4f}"] for name, hits in shown]
        lines += ["", *columns(["ability", "times", "a round"], rows)]
    if results.game.program.outcomes:
        rows = [[text, f"{hits:,}", f"{100 * hits / results.games:.2f} %"] for text, hits in results.outcomes if hits]
        lines += ["", *columns(["end", "games", "share"], rows)]
    if results.rows:
        rows = [[f"{table} {row}", f"{hits:,}"] for table, row, hits in results.rows]
        lines += ["", *columns(["table row", "times"], rows)]
    return "\n".join(lines) + "\n"


def _does_something(results: Results, name: str) -> bool:
    return any(a.name == name and (a.do or a.next is not None) for a in results.game.rules.abilities)


def _standings(title: str, found: Sequence[Standing], names: Sequence[str]) -> list[str]:
    rows = []
    for name, each in zip(names, found, strict=True):
        exact = each.tricks is not None and each.tricks.low == each.tricks.high
        tricks = f"{each.tricks.value:.3f}" if exact and each.tricks is not None else number(each.tricks)
        rows.append([name, percent(each.wins), number(each.points), tricks])
    return columns([title, "games won", "points a game", "tricks a round"], rows)


def data(results: Results) -> dict[str, Any]:
    """Everything as plain data; the same whatever played it."""

    def standing(each: Standing) -> dict[str, Any]:
        found: dict[str, Any] = {"name": each.name, "won": each.wins.to_json()}
        if each.points is not None:
            found["points"] = each.points.to_json()
        if each.tricks is not None:
            found["tricks"] = each.tricks.to_json()
        return found

    game = results.game
    return {
        "version": 1,
        "variant": game.id,
        "fingerprint": game.fingerprint,
        "options": game.options,
        "seats": game.players,
        "players": list(results.players),
        "seed": results.seed,
        "games": results.games,
        "paired": results.paired,
        "interrupted": results.interrupted,
        "replaced": dict(sorted(results.replaced.items())),
        "by_seat": [standing(each) for each in results.seats],
        "by_player": [standing(each) for each in results.bots],
        "by_dealer": [standing(each) for each in results.by_dealer],
        "by_leader": [standing(each) for each in results.by_leader],
        "differences": [
            {"name": name, "won": won.to_json(), "points": points.to_json()}
            for name, won, points in results.differences
        ],
        "rounds": results.rounds.to_json(),
        "decisions": results.decisions.to_json(),
        "forced": results.forced.to_json(),
        "ties": results.ties.to_json(),
        "legal": [{"trick": trick, "decisions": asked, "mean": mean} for trick, asked, mean in results.legal],
        "abilities": dict(results.abilities),
        "outcomes": dict(results.outcomes),
        "rows": [{"table": table, "row": row, "count": hits} for table, row, hits in results.rows],
    }
