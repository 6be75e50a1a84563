"""What a situation is worth to each seat, as the rules rank it: text for search, for both runtimes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.compiler.aims import aims
from tricktaker.compiler.text import INDENT, without_faults

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tricktaker.compiler.program import Program
    from tricktaker.expr.nodes import Node

LIMIT = 1 << 31
"""Larger numbers than this count as this."""
MOST = 1 << 20
"""No worth is larger."""


def question(program: Program, node: Node, params: Sequence[str], name: str) -> list[str]:
    """A function that asks an expression; 0 where the rules can't tell."""
    answer = "0," if node.type.kind == "set" else "0"
    return [*without_faults(program.query_text(node, params, name), answer), "", ""]


def sides(program: Program) -> list[int]:
    """The side of each seat: its team, or itself; all are one where they play together."""
    rules = program.rules
    if rules.cooperative:
        return [0] * rules.players
    return [next((t for t, team in enumerate(rules.teams) if s in team), s) for s in range(rules.players)]


def ranks_text(program: Program) -> tuple[list[str], int]:
    """The function `ranks(s, row, at)` with all it calls, and in how many ways it ranks the seats.

    The number of a seat in way `k` goes to `row[at + k * players + seat]`; higher is better. Together, what is missing
    to a won game comes before the score.
    """
    rules, end = program.rules, program.rules.end
    players = range(rules.players)
    lines: list[str] = []
    asked: list[list[str]] = []
    if rules.cooperative:
        missing = []
        for number, pairs in enumerate(aims(rules)):
            terms = []
            for pair, sides_of in enumerate(pairs):
                for side, node in enumerate(sides_of):
                    lines += question(program, node, (), f"aim{number}_{pair}_{side}")
                small, large = (clipped(f"int(aim{number}_{pair}_{side}(s))") for side in (0, 1))
                terms.append(f"max(0, {small} - {large})")
            missing.append(" + ".join(terms))
        if missing:
            least = missing[0] if len(missing) == 1 else f"min({', '.join(missing)})"
            asked.append([f"-({least})"] * rules.players)
        if end.score is not None:
            lines += question(program, end.score, (end.id,), "scored")
            asked.append(["int(scored(s, 0))"] * rules.players)
    for number, node in enumerate(() if rules.cooperative else end.standings):
        lines += question(program, node, (end.id,), f"ranked{number}")
        subjects = sides(program) if end.by_team else players
        asked.append([f"int(ranked{number}(s, {subject}))" for subject in subjects])
    body = []
    for number, texts in enumerate(asked):
        for seat in players:
            first = texts.index(texts[seat])
            value = clipped(texts[seat]) if first == seat else f"row[at + {number * rules.players + first}]"
            body.append(f"row[at + {number * rules.players + seat}] = {value}")
    head = ["def ranks(s, row, at):", f'{INDENT}"""How the rules rank the seats as things are."""']
    return [*lines, *head, *(INDENT + line for line in body or ["return"])], len(asked)


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
        text = question(program, end.returns, (end.id,), "returned")
        return text, [f"gain{p} = {clipped(f'int(returned(s, {p}))')} * {last}" for p in range(players)]
    lines: list[str] = []
    text = []
    if end.winners is not None:
        text = question(program, end.winners, (), "winning_seats")
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

    It is the seat's own, beside the mean of those on other sides; what all share where they play together. Behind it
    comes what `ranks` says.
    """
    players = program.rules.players
    text, ways = ranks_text(program)
    names = [[f"r{number}_{seat}" for seat in range(players)] for number in range(ways)]
    start = into + players
    body = [f"ranks(s, tree, {start})"]
    for number, row in enumerate(names):
        body += [f"{name} = tree[{start + number * players + seat}]" for seat, name in enumerate(row)]
    more, ending = outcome_lines(program, names)
    over = program.layout.scalars.index("over")
    body += [f"gain{seat} = 0" for seat in range(players)]
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
    return [*text, "", "", *more, *head, *(INDENT + line for line in body)]
