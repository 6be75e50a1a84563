"""How a card would stand in the trick: whether it is led, would be winning so far, and whether others follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.compiler.playout import names_in
from tricktaker.compiler.text import INDENT, simple_lines
from tricktaker.model.steps import Tricks
from tricktaker.model.walking import rule_steps

if TYPE_CHECKING:
    from tricktaker.compiler.program import Program

LED, LOSES, TAKES, HOLDS = range(4)
"""Led; does not beat what lies there; does so as the last card of the trick; does so with others to come."""
STANDINGS = 4


class Standing:
    """Writes what tells the standing of a card that may be played next, as a multiple of `apart`.

    `lines` leave in `stands` the standing of a card that does not win, in `up` what is added to it for one that does,
    in `top` how strong that has to be, and in `row` where the strengths of all cards begin in the table `strengths`.
    """

    def __init__(self, program: Program, apart: int) -> None:
        self.lines: list[str] = [f"stands = {LED * apart} if tn == 0 else {LOSES * apart}", "up = row = top = 0"]
        self.strengths: str | None = None
        rules, emitter = program.rules, program.emitter
        found = emitter.situation()
        if found is None:
            return
        body, index, rows = found
        width = max(len(site.options) for site in program.sites if site.kind == "play")
        table = [value for row in rows for value in (*row, *[0] * (width - len(row)))]
        self.strengths = emitter.tables.add(table, "STRENGTH")
        later = rules.trick.wins[0].ties == "last"
        narrowed = emitter.eliminates or any(isinstance(step, Tricks) and step.players for step in rule_steps(rules))
        among = "popc(seats)" if narrowed else str(rules.players)
        self.lines += [
            "if tn > 0:",
            *simple_lines(body, 1),
            f"{INDENT}row = ({index}) * {width}",
            f"{INDENT}top = {self.strengths}[row + s[TRICK]]",
            f"{INDENT}for i in range(1, tn):",
            f"{INDENT * 2}top = max(top, {self.strengths}[row + s[TRICK + i]])",
            *([f"{INDENT}top = max(top - 1, 0)"] if later else []),
            f"{INDENT}up = {(TAKES - LOSES) * apart} if tn + 1 >= {among} else {(HOLDS - LOSES) * apart}",
        ]

    def rise(self, card: str) -> str:
        """What a card that would win adds to `stands`, behind the lines; 0 where who wins can't be told."""
        return f"(up if up and {self.strengths}[row + {card}] > top else 0)" if self.strengths else "0"

    def names(self) -> set[str]:
        """What the lines read of the state."""
        return names_in(self.lines)
