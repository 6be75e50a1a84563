"""What a situation is worth to each seat, as the rules rank it: text for search, for both runtimes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.compiler.text import INDENT

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program

LIMIT = 1 << 31
"""Larger numbers than this count as this."""
MOST = 1 << 20
"""No worth is larger."""


def parts(program: Program) -> int:
    """How many numbers make up a worth: each way of ranking, and last the outcome."""
    end = program.rules.end
    return (int(end.score is not None) if program.rules.cooperative else len(end.standings)) + 1


def sides(program: Program) -> list[int]:
    """The side of each seat: its team, or itself; all are one where they play together."""
    rules = program.rules
    if rules.cooperative:
        return [0] * rules.players
    return [next((t for t, team in enumerate(rules.teams) if s in team), s) for s in range(rules.players)]


def rankings_text(program: Program) -> tuple[list[str], list[list[str]]]:
    """Functions that ask how seats are ranked, and for each way of ranking the text of each seat's number."""
    rules, end = program.rules, program.rules.end
    lines: list[str] = []
    asked: list[list[str]] = []
    if rules.cooperative:
        if end.score is not None:
            lines += [*program.query_text(end.score, (end.id,), "ranked0"), "", ""]
            asked.append(["int(ranked0(s, 0))"] * rules.players)
        return lines, asked
    for number, node in enumerate(end.standings):
        lines += [*program.query_text(node, (end.id,), f"ranked{number}"), "", ""]
        subjects = sides(program) if end.by_team else range(rules.players)
        asked.append([f"int(ranked{number}(s, {subject}))" for subject in subjects])
    return lines, asked


def outcome_lines(program: Program, ranked: list[list[str]]) -> tuple[list[str], list[str]]:
    """Functions that are asked at the end of a game, and the lines that set `gain0`, `gain1`, ... to what it brings.

    As `tricktaker.game.outcome.returns`, in units of the last weight. `ranked` has names of all numbers.
    """
    rules, end = program.rules, program.rules.end
    players, last = rules.players, f"weights[{len(ranked)}]"
    if rules.cooperative:
        good = [number + 1 for number, (what, _) in enumerate(program.outcomes) if what == "win"]
        place = program.layout.scalars.index("outcome")
        test = " or ".join(f"s[{place}] == {number}" for number in good) or "False"
        return [], [f"gain0 = {last} if {test} else -{last}", *(f"gain{p} = gain0" for p in range(1, players))]
    if end.returns is not None:
        text = [*program.query_text(end.returns, (end.id,), "returned"), "", ""]
        return text, [f"gain{p} = {clipped(f'int(returned(s, {p}))')} * {last}" for p in range(players)]
    lines: list[str] = []
    text = []
    if end.winners is not None:
        text = [*program.query_text(end.winners, (), "winning_seats"), "", ""]
        lines.append("won = winning_seats(s)[0]")
    else:
        lines.append("won = 0")
        for seat in range(players):
            # Nobody is ranked higher: full ties share.
            beaten = []
            for other in range(players):
                better = "False"
                for names in reversed(ranked):
                    better = f"{names[other]} > {names[seat]} or ({names[other]} == {names[seat]} and ({better}))"
                if other != seat:
                    beaten.append(f"({better})")
            lines += [f"if not ({' or '.join(beaten) or 'False'}):", f"{INDENT}won |= {1 << seat}"]
    lines.append("count = popc(won)")
    for seat in range(players):
        lines += [
            f"gain{seat} = 0",
            f"if 0 < count < {players}:",
            f"{INDENT}gain{seat} = {last} // count if won >> {seat} & 1 else -({last} // ({players} - count))",
        ]
    return text, lines


def clipped(text: str) -> str:
    return f"min(max({text}, {-LIMIT}), {LIMIT})"


def worth_text(program: Program, into: int) -> list[str]:
    """The function `worth(s, weights, tree)`: each seat's worth goes to `tree[into + seat]`.

    It is the seat's own, beside the mean of those on other sides; what all share where they play together.
    """
    players = program.rules.players
    text, asked = rankings_text(program)
    names = [[f"r{number}_{seat}" for seat in range(players)] for number in range(len(asked))]
    body: list[str] = []
    for row, texts in zip(names, asked, strict=True):
        known: dict[str, str] = {}
        for name, each in zip(row, texts, strict=True):
            body.append(f"{name} = {known.setdefault(each, clipped(each) if each not in known else known[each])}")
            known[each] = name
    more, ending = outcome_lines(program, names)
    over = program.layout.scalars.index("over")
    for seat in range(players):
        body.append(f"gain{seat} = 0")
    body += [f"if s[{over}]:", *(INDENT + line for line in ending)]
    for seat in range(players):
        total = " + ".join([f"gain{seat}", *(f"{row[seat]} * weights[{n}]" for n, row in enumerate(names))])
        body.append(f"w{seat} = {total}")
    of = sides(program)
    for seat in range(players):
        others = [f"w{other}" for other in range(players) if of[other] != of[seat]]
        beside = f" - ({' + '.join(others)}) // {len(others)}" if others else ""
        body.append(f"tree[{into + seat}] = min(max(w{seat}{beside}, {-MOST}), {MOST})")
    head = ["def worth(s, weights, tree):", f'{INDENT}"""What the end of a simulation is worth to each seat."""']
    return [*text, *more, *head, *(INDENT + line for line in body)]
