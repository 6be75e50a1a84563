"""Expressions and scoring steps worked out a second time, along the tree of the rules.

It shares nothing with the compiler but the layout of the state: no tables of passing cards, no loops turned into
sums, no facts known beforehand. Slow and plain, so that it can be compared with the compiled game. What it doesn't
understand it leaves alone (`Unclear`).
"""

from __future__ import annotations

from collections.abc import Iterable

from tricktaker.compiler.emission import NONE
from tricktaker.diagnostics import Span
from tricktaker.expr import nodes as n
from tricktaker.expr.types import Type
from tricktaker.game import Game, State
from tricktaker.model import steps as m
from tricktaker.model.steps import Step

Value = int | bool | None
WORDS = {name: name for name in ("dealer", "leader", "winner", "round_no", "trick_no")} | {"winning_card": "winning"}
"""Words of the language, and how the state calls them."""


class Unclear(Exception):
    """Something that isn't worked out here."""


class Ended(Exception):
    """An `end` step: what follows isn't reached."""


class Reckoning:
    """A position whose rules are worked out by hand.

    `assigned`: the place that gave each variable its value; `looked_up`: the rows of tables that were asked.
    """

    def __init__(self, game: Game, raw: list[int]) -> None:
        self.game, self.rules = game, game.rules
        self.raw = list(raw)
        self.state = State(game, self.raw)
        self.locals: dict[str, Value | list[int]] = {}
        self.assigned: dict[str, Span | None] = {}
        self.looked_up: list[tuple[str, tuple[int, ...]]] = []

    # -- steps

    def run(self, steps: Iterable[Step]) -> None:
        """Raises Unclear at a step that does more than reckon."""
        for step in steps:
            match step:
                case m.Assign():
                    self.assign(step)
                case m.Branch():
                    self.run(step.then if self.ask(step.test) else step.otherwise)
                case m.Each() if not step.secretly:
                    for element in self.elements(step.base):
                        self.locals[step.id] = element
                        if step.until is not None and self.ask(step.until):
                            break
                        self.run(step.do)
                case m.Call():
                    if step.by is not None:
                        self.locals[step.me_id] = self.need(step.by)
                    self.run(step.do)
                case m.Show():
                    pass
                case m.Eliminate(cards_to=None):
                    pass  # out when the round is over: what is reckoned here goes before
                case m.End():
                    raise Ended
                case _:
                    raise Unclear

    def assign(self, step: m.Assign) -> None:
        found: list[tuple[int, int]] = []
        for target, node, adding in step.changes:
            place, value = self.place(target), self.ask(node)
            if adding:
                held = self.raw[place]
                if value is None or held == NONE:
                    raise Unclear
                value = held + value
            found.append((place, self.stored(target.type, value)))
            self.assigned[target.name] = target.span or step.span
        for place, word in found:
            self.raw[place] = word

    def stored(self, kind: Type, value: Value) -> int:
        if value is None:
            return NONE if kind.kind == "int" else -1
        return int(value)

    def place(self, node: n.VarRef) -> int:
        """Where a variable lies in the state."""
        decl = self.rules.names.vars[node.name]
        if not node.index:
            return self.game.at[f"v_{node.name}"]
        place = 0
        for kind, index in zip(decl.per, node.index, strict=True):
            if kind.kind == "int":
                first, size = kind.lo, kind.hi - kind.lo + 1
            elif kind.kind == "card":
                first, size = 0, len(self.rules.cards)
            else:
                first, size = 0, len(self.domain(kind))
            number = self.need(index) - first
            if not 0 <= number < size:
                raise Unclear
            place = place * size + number
        return self.game.program.layout.arrays[f"V_{node.name}"].offset + place

    # -- single values

    def need(self, node: n.Node) -> int:
        """A value that is there."""
        value = self.ask(node)
        if value is None:
            raise Unclear
        return int(value)

    def ask(self, node: n.Node) -> Value:
        """The value of an expression, None for none. Raises Unclear."""
        match node:
            case n.Lit(value=value):
                return bool(value) if node.type.kind == "bool" and value is not None else value
            case n.Local(id=id):
                found = self.locals.get(id)
                if isinstance(found, list) or id not in self.locals:
                    raise Unclear
                return found
            case n.Word(name=name) if name in WORDS:
                word = self.raw[self.game.at[WORDS[name]]]
                return None if word < 0 else word
            case n.Let():
                self.locals[node.id] = self.ask(node.value)
                return self.ask(node.body)
            case n.VarRef():
                word = self.raw[self.place(node)]
                if node.type.kind == "bool":
                    return word != 0
                return None if word == (NONE if node.type.kind == "int" else -1) and node.type.optional else word
            case n.Attr():
                return self.attribute(node)
            case n.TableRef():
                return self.row(node)
            case n.Convert():
                code = self.ask(node.base)
                return None if code is None else node.table[int(code)]
            case n.Arith():
                return self.arithmetic(node.op, self.need(node.left), self.need(node.right))
            case n.Negate(base=base):
                return -self.need(base)
            case n.Abs(base=base):
                return abs(self.need(base))
            case n.Compare():
                return self.compared(node)
            case n.Logic():
                left = bool(self.ask(node.left))
                return left if left == (node.op == "or") else bool(self.ask(node.right))
            case n.Not(base=base):
                return not self.ask(base)
            case n.IfElse():
                return self.ask(node.yes if self.ask(node.test) else node.no)
            case n.Query():
                return self.question(node)
            case n.Pick():
                return self.picked(node)
            case n.Size(base=base):
                return len(self.elements(base))
            case n.Empty(base=base):
                return not self.elements(base)
            case n.In():
                item = self.ask(node.item)
                return item is not None and item in self.elements(node.base)
            case n.Seat():
                return self.seat(node)
            case n.OtherTeam(base=base):
                return 1 - self.need(base)
        raise Unclear

    def attribute(self, node: n.Attr) -> Value:
        base = self.need(node.base)
        match node.name:
            case "suit" | "rank" | "order" | "special":
                found: int | None = getattr(self.rules.plays[base], node.name)
                return found
            case "seat":
                return base
            case "team":
                return next((number for number, team in enumerate(self.rules.teams) if base in team), 0)
            case "tricks_won":
                won = self.state.tricks_won
                return won[base] if node.base.type.kind == "player" else sum(won[s] for s in self.rules.teams[base])
            case "by" if "BY" in self.game.program.layout.arrays:
                return self.state._array("BY")[self.rules.plays[base].card]
        raise Unclear

    def row(self, node: n.TableRef) -> Value:
        table = self.rules.names.tables[node.name]
        keys = tuple(self.need(key) for key in node.keys)
        if any(
            kind.kind == "int" and not kind.lo <= key <= kind.hi for kind, key in zip(table.keys, keys, strict=True)
        ):
            raise Unclear
        self.looked_up.append((node.name, keys))
        value = table.rows.get(keys)
        return bool(value) if node.type.kind == "bool" and value is not None else value

    def arithmetic(self, op: str, left: int, right: int) -> int:
        match op:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "min":
                return min(left, right)
            case "max":
                return max(left, right)
            case "//" if right:
                return left // right
            case "%" if right:
                return left % right
        raise Unclear

    def compared(self, node: n.Compare) -> bool:
        left, right = self.ask(node.left), self.ask(node.right)
        if node.op in ("==", "!="):
            return (left == right) == (node.op == "==")
        if left is None or right is None:
            raise Unclear
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[node.op]

    def question(self, node: n.Query) -> Value:
        if node.op in ("gather", "distinct"):
            raise Unclear
        elements = self.elements(node.base)
        if node.op in ("any", "all", "count"):
            answers = [bool(self.of(node.id, element, node.arg)) for element in elements]
            return {"any": any(answers), "all": all(answers), "count": sum(answers)}[node.op]
        values = [self.of(node.id, element, node.arg) for element in elements]
        if any(value is None for value in values):
            raise Unclear
        numbers = [int(value or 0) for value in values]
        if node.op == "sum":
            return sum(numbers)
        if node.op in ("highest", "lowest"):
            wanted = (max if node.op == "highest" else min)(numbers, default=None)
            return None if wanted is None else elements[numbers.index(wanted)]
        if not numbers:
            if node.default is None and not node.type.optional:
                raise Unclear
            return None if node.default is None else self.ask(node.default)
        return max(numbers) if node.op == "max" else min(numbers)

    def of(self, id: str, element: int, node: n.Node) -> Value:
        """What is asked of one element."""
        self.locals[id] = element
        return self.ask(node)

    def picked(self, node: n.Pick) -> Value:
        elements = self.elements(node.base)
        number = {"top": 1, "first": 1, "last": len(elements)}.get(node.op)
        if number is None:
            number = self.need(node.place) if node.place is not None else 0
        return elements[number - 1] if 1 <= number <= len(elements) else None

    def seat(self, node: n.Seat) -> int:
        base = self.need(node.base)
        if node.op == "other":
            return 1 - base
        if node.op == "partner":
            return next(seat for team in self.rules.teams for seat in team if base in team and seat != base)
        left = 1 if node.steps is None else self.need(node.steps)
        active = self.state.active
        while left > 0 and active:
            base = (base + (1 if node.op == "left" else -1)) % self.rules.players
            left -= base in active
        return base

    # -- sets

    def elements(self, node: n.Node) -> list[int]:
        """The elements of a set in its order. Raises Unclear."""
        match node:
            case n.ZoneRef():
                owner = None if node.owner is None else self.need(node.owner)
                return [card.index for card in self.state.zone(node.name, owner)]
            case n.All(what="active"):
                return list(self.state.active)
            case n.All():
                assert node.type.elem is not None
                return list(self.domain(node.type.elem))
            case n.Trick(which="trick"):
                return self.state._array("TRICK")[: self.state._word("tn")]
            case n.Trick() if "LAST" in self.game.program.layout.arrays:
                return self.state._array("LAST")[: self.state._word("last_tn")]
            case n.Members(team=team):
                return sorted(self.rules.teams[self.need(team)])
            case n.Where():
                return [each for each in self.elements(node.base) if self.of(node.id, each, node.test)]
            case n.Starting():
                first = self.need(node.first)
                return sorted(self.elements(node.base), key=lambda seat: (seat - first) % self.rules.players)
            case n.SetLit(items=items):
                return list(dict.fromkeys(self.need(item) for item in items))
            case n.RangeOf():
                return list(range(self.need(node.low), self.need(node.high) + 1))
            case n.IfElse():
                return self.elements(node.yes if self.ask(node.test) else node.no)
            case n.Let():
                self.locals[node.id] = self.ask(node.value)
                return self.elements(node.body)
            case n.Query(op="gather"):
                found: set[int] = set()
                for element in self.elements(node.base):
                    self.locals[node.id] = element
                    found.update(self.elements(node.arg))
                return sorted(found)
            case n.Query(op="distinct"):
                return sorted({int(self.of(node.id, each, node.arg) or 0) for each in self.elements(node.base)})
        raise Unclear

    def domain(self, kind: Type) -> range:
        match kind.kind:
            case "player":
                return range(self.rules.players)
            case "team":
                return range(len(self.rules.teams))
            case "card":
                return range(len(self.rules.cards))
            case "symbol":
                return range(len(self.rules.names.domains[kind.name].labels))
        raise Unclear
