"""Many games in one call: the text of what plays them, the same for both runtimes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tricktaker.compiler.playout import Form, playout_text
from tricktaker.compiler.probes import COUNTED, counting, hashing
from tricktaker.compiler.tables import Tables
from tricktaker.compiler.tally import Tally
from tricktaker.compiler.text import INDENT

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program

SEEDING = """\
        x = key_a ^ (game & 0x7FFFFFFF)
        x = ((x ^ (x >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
        x = ((x ^ (x >> 15)) * 0x735A2D97) & 0xFFFFFFFF
        first = x ^ (x >> 15)
        s[SEED_A] = first >> 1
        x = key_b ^ first ^ (game >> 31)
        x = ((x ^ (x >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
        x = ((x ^ (x >> 15)) * 0x735A2D97) & 0xFFFFFFFF
        s[SEED_B] = (x ^ (x >> 15)) >> 1
        x = key_c ^ first ^ (game >> 31)
        x = ((x ^ (x >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
        x = ((x ^ (x >> 15)) * 0x735A2D97) & 0xFFFFFFFF
        low = x ^ (x >> 15)
        x = key_c ^ (low >> 1)
        x = ((x ^ (x >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
        x = ((x ^ (x >> 15)) * 0x735A2D97) & 0xFFFFFFFF
        y = ((x ^ (x >> 15)) % 1791398083 + 1) << 32 | low
"""

RACE = """\
def race(s, key_a, key_b, key_c, first_game, games):
    \"\"\"Plays games for their own sake; returns a number that depends on every choice in them.\"\"\"
    total = 0
    for game in range(first_game, first_game + games):
{seeding}        total = (total + (playout(s, y) & 0xFFFFFFFF)) & 0xFFFFFFFF
        if s[1]:
            return -1
    return total
"""

HASHES = """\
def hashes(s, key_a, key_b, key_c, first_game, games, found):
    \"\"\"A hash of all that happens in each game.\"\"\"
    for game in range(first_game, first_game + games):
{seeding}        s[1] = 0
        found[game - first_game] = hashed(s, y)
    return games
"""

BATCH = """\
def batch(s, key_a, key_b, key_c, first_game, games, tally, row, rows):
    \"\"\"Plays games, adds them up in `tally` and keeps a line of each in `rows`, if that is long enough.

    Returns how many were played: fewer than asked if the rules could not go on.
    \"\"\"
    for game in range(first_game, first_game + games):
{seeding}        for i in range({width}):
            row[i] = 0
        counted(s, y, tally, row)
        if s[1]:
            return game - first_game
        outcome(s, row)
        add(tally, row)
        place = (game - first_game) * {width}
        if place + {width} <= len(rows):
            for i in range({width}):
                rows[place + i] = row[i]
    return games
"""


def seeded(template: str, program: Program, **values: object) -> list[str]:
    at = {name: place for place, name in enumerate(program.layout.scalars)}
    seeding = SEEDING.replace("SEED_A", str(at["seed_a"])).replace("SEED_B", str(at["seed_b"]))
    return template.format(seeding=seeding, **values).splitlines()


def wanted(program: Program, lever: str) -> bool:
    """Whether a lever isn't left out."""
    return lever not in program.emitter.without


def tables_of(program: Program, native: bool) -> Tables | None:
    """Where tables by the card led go, if they are wanted: in machine code, where a look-up is what takes time."""
    return program.emitter.tables if native and wanted(program, "leading") else None


def race_text(program: Program, native: bool) -> list[str]:
    """`race`: bare games, as fast as they go."""
    form = Form(
        native=native,
        dead=wanted(program, "dead"),
        tables=tables_of(program, native),
        keeping=wanted(program, "keeping"),
        arrays=frozenset(),
    )
    return [*playout_text(program.body, program.layout, frozenset(), form), "", "", *seeded(RACE, program)]


def hashes_text(program: Program, native: bool) -> list[str]:
    """`hashes`: games of which every event is hashed."""
    form = Form(
        name="hashed",
        doc="Plays a game; returns a hash of its events.",
        native=native,
        dead=wanted(program, "dead"),
        tables=tables_of(program, native),
        keeping=wanted(program, "keeping"),
        extra=("h",),
        arrays=frozenset(),
    )
    text = playout_text(hashing(program.body), program.layout, program.kept | {"h"}, form)
    return [*text[:-1], f"{INDENT}return h", "", "", *seeded(HASHES, program)]


def batch_text(program: Program, tally: Tally, native: bool) -> list[str]:
    """`batch`: games with everything counted."""
    ending = outcome_text(program, tally)
    read = {name for name in program.layout.arrays if re.search(rf"\b{name}\b", "\n".join(ending))}
    form = Form(
        name="counted",
        params="s, y, tally, row",
        doc="Plays a whole game by chance and counts what happens.",
        native=native,
        counts=True,
        dead=wanted(program, "dead"),
        tables=tables_of(program, native),
        keeping=wanted(program, "keeping"),
        extra=COUNTED,
        arrays=frozenset(read),
    )
    body = counting(program.body, tally)
    playing = playout_text(body, program.layout, program.kept, form)
    return [*ending, "", "", *add_text(tally), "", "", *playing, "", "", *seeded(BATCH, program, width=tally.width)]


def outcome_text(program: Program, tally: Tally) -> list[str]:
    """`outcome(s, row)`: points of each seat and the mask of winners at the end of a game."""
    rules, end, row = program.rules, program.rules.end, tally.row
    players, teams = rules.players, rules.teams
    lines: list[str] = []
    body: list[str] = []
    if end.score is not None:
        lines += [*program.query_text(end.score, (end.id,), "score"), "", ""]
        for seat in range(players):
            team = next((number for number, team in enumerate(teams) if seat in team), 0)
            subject = {"player": seat, "team": team, "table": 0}[end.score_by]
            body.append(f"row[{row['points'] + seat}] = int(score(s, {subject}))")
    everyone = (1 << players) - 1
    winners = f"row[{row['winners']}]"
    outcome = f"row[{row['outcome']}]"
    if rules.cooperative:
        good = [number + 1 for number, (what, _) in enumerate(program.outcomes) if what == "win"]
        tests = " or ".join(f"{outcome} == {number}" for number in good) or "False"
        body.append(f"{winners} = {everyone} if {tests} else 0")
    elif end.winners is not None:
        lines += [*program.query_text(end.winners, (), "winning_seats"), "", ""]
        body.append(f"{winners} = winning_seats(s)[0]")
    elif end.standings:
        names = [f"place{number}" for number in range(len(end.standings))]
        for name, node in zip(names, end.standings, strict=True):
            lines += [*program.query_text(node, (end.id,), name), "", ""]
        masks = [sum(1 << seat for seat in team) for team in teams] if end.by_team else [1 << p for p in range(players)]
        best = [f"best{number}" for number in range(len(names))]
        here = [f"here{number}" for number in range(len(names))]
        for subject, mask in enumerate(masks):
            body += [f"{value} = int({name}(s, {subject}))" for value, name in zip(here, names, strict=True)]
            better, equal = "False", "True"
            for value, top in reversed(list(zip(here, best, strict=True))):
                better = f"{value} > {top} or ({value} == {top} and ({better}))"
                equal = f"{value} == {top} and {equal}"
            take = [f"{top} = {value}" for value, top in zip(here, best, strict=True)] + [f"won = {mask}"]
            if subject == 0:
                body += take
            else:
                body += [f"if {better}:", *(INDENT + line for line in take)]
                body += [f"elif {equal}:", f"{INDENT}won |= {mask}"]
        body.append(f"{winners} = won")
    title = '"""Who has won, and the points of each seat."""'
    return [*lines, "def outcome(s, row):", INDENT + title, *(INDENT + line for line in body)]


def add_text(tally: Tally) -> list[str]:
    """`add(tally, row)`: what is kept of a finished game goes into the sums."""
    at, row, players = tally.at, tally.row, tally.rules.players
    sides = [sum(1 << seat for seat in team) for team in tally.rules.teams] or [1 << seat for seat in range(players)]
    shared = " and ".join(["winners", *(f"winners != {side}" for side in sides)])
    if tally.rules.cooperative:
        shared = "False"
    lines = [
        "def add(tally, row):",
        f'{INDENT}"""Adds a finished game to the sums."""',
        f"{INDENT}decisions = row[{row['decisions']}]",
        f"{INDENT}rounds = row[{row['rounds']}]",
        f"{INDENT}winners = row[{row['winners']}]",
        f"{INDENT}dealer = row[{row['dealer']}]",
        f"{INDENT}leader = row[{row['leader']}]",
        f"{INDENT}tally[{at['games']}] += 1",
        f"{INDENT}tally[{at['decisions']}] += decisions",
        f"{INDENT}tally[{at['decisions2']}] += decisions * decisions",
        f"{INDENT}tally[{at['forced']}] += row[{row['forced']}]",
        f"{INDENT}tally[{at['rounds']}] += rounds",
        f"{INDENT}tally[{at['rounds2']}] += rounds * rounds",
        f"{INDENT}tally[{at['outcomes']} + row[{row['outcome']}]] += 1",
        f"{INDENT}if {shared}:",
        f"{INDENT * 2}tally[{at['ties']}] += 1",
        f"{INDENT}if winners == 0:",
        f"{INDENT * 2}tally[{at['unwon']}] += 1",
        f"{INDENT}for seat in range({players}):",
        f"{INDENT * 2}points = row[{row['points']} + seat]",
        f"{INDENT * 2}won = winners >> seat & 1",
        f"{INDENT * 2}tally[{at['wins']} + seat] += won",
        f"{INDENT * 2}tally[{at['points']} + seat] += points",
        f"{INDENT * 2}tally[{at['points2']} + seat] += points * points",
        f"{INDENT * 2}place = (seat - dealer) % {players}",
        f"{INDENT * 2}tally[{at['dealer_wins']} + place] += won",
        f"{INDENT * 2}tally[{at['dealer_points']} + place] += points",
        f"{INDENT * 2}tally[{at['dealer_points2']} + place] += points * points",
        f"{INDENT * 2}if leader >= 0:",
        f"{INDENT * 3}place = (seat - leader) % {players}",
        f"{INDENT * 3}tally[{at['leader_games']} + place] += 1",
        f"{INDENT * 3}tally[{at['leader_wins']} + place] += won",
        f"{INDENT * 3}tally[{at['leader_points']} + place] += points",
        f"{INDENT * 3}tally[{at['leader_points2']} + place] += points * points",
    ]
    return lines
