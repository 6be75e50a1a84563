"""Scalar expressions as text; what must be computed before goes into the statements."""

from __future__ import annotations

from tricktaker.compiler.emission import NONE, Emission
from tricktaker.compiler.ir import If
from tricktaker.compiler.layout import index_size
from tricktaker.compiler.moments import EV_ROW, EV_SCORED
from tricktaker.compiler.predicates import Predicates
from tricktaker.compiler.questions import Questions
from tricktaker.compiler.sets import Sets
from tricktaker.compiler.winners import Winners
from tricktaker.expr.nodes import (
    Abs,
    Arith,
    Attr,
    Compare,
    Convert,
    Empty,
    IfElse,
    In,
    Let,
    Lit,
    Local,
    Logic,
    Negate,
    Node,
    Not,
    OtherTeam,
    Pick,
    Query,
    RangeOf,
    Seat,
    SetLit,
    Size,
    TableRef,
    Trick,
    VarRef,
    Where,
    Wins,
    Word,
    ZoneRef,
)


class Expressions(Predicates, Sets, Questions, Winners, Emission):
    """Turns typed trees into Python text."""

    def scalar(self, node: Node) -> str:
        """The value of a node that is no set, possibly none; a condition is True or False."""
        match node:
            case Lit(value=value):
                if value is None:
                    return self.none_of(node)
                if node.type.kind == "bool":
                    return "True" if value else "False"
                return str(value) if value >= 0 else f"({value})"
            case Local(id=id):
                return self.bindings.get(id, id)
            case Let():
                return self.let_node(node)
            case Word():
                return self.word(node)
            case VarRef():
                text = self.place_of(node)
                return f"({text} != 0)" if node.type.kind == "bool" else text
            case Attr():
                return self.attr(node)
            case TableRef():
                return self.table(node)
            case Convert():
                return self.convert(node)
            case Arith():
                return self.arith(node)
            case Negate(base=base):
                return f"(-{self.need(base)})"
            case Abs(base=base):
                return f"abs({self.need(base)})"
            case Compare():
                return self.compare(node)
            case Logic():
                return self.logic(node)
            case Not(base=base):
                return f"(not {self.scalar(base)})"
            case IfElse():
                return self.if_else(node)
            case Query():
                return self.query(node)
            case Pick():
                return self.pick(node)
            case Size(base=base):
                return self.size(base)
            case Empty(base=base):
                return f"({self.size_or_mask(base)} == 0)"
            case In():
                return self.membership(node)
            case Seat():
                return self.seat(node)
            case OtherTeam(base=base):
                return f"(1 - {self.need(base)})"
            case Wins():
                return self.wins(node)
        raise AssertionError(node)

    def need(self, node: Node) -> str:
        """The value of a node, which must not be none: stops the game if it is."""
        text = self.scalar(node)
        if not node.type.optional or node in self.facts:
            return text
        name = self.let(text)
        limit = str(NONE + 1) if node.type.kind == "int" else "0"
        self.check(f"{name} < {limit}", f"{describe(node)} is none here", node.span)
        if isinstance(node, Local):
            self.facts.add(node)
        return name

    def let_node(self, node: Let) -> str:
        value = self.let(self.scalar(node.value), "a")
        self.bindings[node.id] = value
        if self.certain(node.value):
            for type in (node.value.type, node.value.type.plain):
                self.facts.add(Local(type=type, id=node.id))
        return self.scalar(node.body)

    def word(self, node: Word) -> str:
        name = node.name
        if name == "led":
            return self.led_text()
        if name == "winning_card":
            return self.winning_card() if self.partial else "winning"
        return {"round_no": "round_no", "trick_no": "trick_no"}.get(name, name)

    def led_text(self) -> str:
        """The group of the first card; kept in a word if printed attributes decide it."""
        group = self.rules.group
        if group is None or self.is_static(group, {self.rules.group_id}):
            return "led"
        name = self.temp("led")
        self.line(f"{name} = -1")

        def inside() -> None:
            self.bindings[self.rules.group_id] = "s[TRICK]"
            self.line(f"{name} = {self.scalar(group)}")

        self.when("tn > 0", inside)
        return name

    def place_of(self, node: VarRef) -> str:
        """Where a variable lies: a scalar's name or `s[…]`."""
        if not node.index:
            return f"v_{node.name}"
        return f"s[V_{node.name} + {self.flat_index(node)}]"

    def flat_index(self, node: VarRef) -> str:
        """All indices of a variable as one number."""
        decl = self.rules.names.vars[node.name]
        text, stride = "0", 1
        for want, index in reversed(list(zip(decl.per, node.index, strict=True))):
            value = self.need(index)
            if want.kind == "card" and len(self.rules.plays) > len(self.rules.cards):
                value = f"CARD[{value}]"
            if want.kind == "int":
                if index.type.lo < want.lo or index.type.hi > want.hi:
                    value = self.let(value)
                    self.check(
                        f"{value} < {want.lo} or {value} > {want.hi}",
                        f"`{node.name}` has places {want.lo}..{want.hi} only",
                        node.span,
                    )
                if want.lo:
                    value = f"({value} - {want.lo})" if want.lo > 0 else f"({value} + {-want.lo})"
            part = value if stride == 1 else f"{value} * {stride}"
            text = part if text == "0" else f"{part} + {text}"
            stride *= index_size(self.rules, want)
        return text

    def attr(self, node: Attr) -> str:
        if node.name in ("suit", "rank", "order", "special"):
            base = self.need(node.base)
            return f"{node.name.upper()}[{base}]"
        if node.name == "by":
            base = self.need(node.base)
            self.layout.array("BY", len(self.rules.cards))
            card = f"CARD[{base}]" if len(self.rules.plays) > len(self.rules.cards) else base
            return f"s[BY + {card}]"
        if node.name == "seat":
            return self.need(node.base)
        if node.name == "team":
            return f"TEAM[{self.need(node.base)}]"
        assert node.name == "tricks_won"
        if node.base.type.kind == "player":
            return f"s[TRICKS_WON + {self.need(node.base)}]"
        base = self.let(self.need(node.base))
        sizes = {len(team) for team in self.rules.teams}
        if len(sizes) == 1 and max(sizes) <= 4:
            width = max(sizes)
            members = self.tables.add([seat for team in self.rules.teams for seat in team], "MEMBERS")
            parts = [f"s[TRICKS_WON + {members}[{base} * {width} + {i}]]" for i in range(width)]
            return f"({' + '.join(parts)})"
        total = self.temp("sum")
        self.line(f"{total} = 0")
        team = self.tables.add([sum(1 << seat for seat in team) for team in self.rules.teams], "TEAMS")
        self.loop(
            f"for p in range({self.rules.players}):",
            lambda: self.line(f"{total} += s[TRICKS_WON + p] * (({team}[{base}] >> p) & 1)"),
        )
        return total

    def table(self, node: TableRef) -> str:
        table = self.rules.names.tables[node.name]
        missing = NONE if table.value.kind == "int" else -1
        first = table.keys[0]
        low = first.lo if first.kind == "int" else 0
        rows = index_size(self.rules, first)
        width = table.keys[1].hi + 1 if len(table.keys) > 1 else 1
        values: list[int] = []
        for row in range(rows):
            for column in range(width):
                place = (row + low, column) if len(table.keys) > 1 else (row + low,)
                value = table.rows.get(place)
                values.append(missing if value is None else value)
        name = self.tables.add(values, f"{node.name}_")
        texts: list[str] = []
        for key, want in zip(node.keys, table.keys, strict=True):
            text = self.need(key)
            if want.kind == "int" and (key.type.lo < want.lo or key.type.hi > want.hi):
                text = self.let(text)
                self.check(
                    f"{text} < {want.lo} or {text} > {want.hi}",
                    f"table `{node.name}` has no row for this key (keys {want.lo}..{want.hi})",
                    node.span,
                )
            texts.append(text)
        index = texts[0]
        if low:
            index = f"{index} - {low}" if low > 0 else f"{index} + {-low}"
        if len(texts) > 1:
            index = f"({index}) * {width} + {texts[1]}"
        if self.static:
            self.asked_early.add(node.name)
        else:
            number = list(self.rules.names.tables).index(node.name)
            self.event(EV_ROW, number, index)
            if node in self.uncounted:
                self.uncounted.discard(node)
                self.scored.add(node.name)
                self.event(EV_SCORED, number, index)
        result = f"{name}[{index}]"
        return f"({result} != 0)" if node.type.kind == "bool" else result

    def convert(self, node: Convert) -> str:
        missing = NONE if node.type.kind == "int" else -1
        values = [missing, *(missing if value is None else value for value in node.table)]
        if node.base.type.optional:
            return f"{self.tables.add(values)}[{self.scalar(node.base)} + 1]"
        return f"{self.tables.add(values[1:])}[{self.scalar(node.base)}]"

    def arith(self, node: Arith) -> str:
        left, right = self.need(node.left), self.need(node.right)
        if node.op in ("min", "max"):
            a, b = self.let(left), self.let(right)
            sign = "<" if node.op == "min" else ">"
            return f"({a} if {a} {sign} {b} else {b})"
        if node.op in ("//", "%"):
            if node.right.type.lo <= 0 <= node.right.type.hi:
                right = self.let(right)
                self.check(f"{right} == 0", "division by zero", node.span)
            return f"({left} {node.op} {right})"
        if abs(node.left.type.lo) > 1 << 40 or abs(node.left.type.hi) > 1 << 40:
            left = self.let(left)
            self.check(f"abs({left}) > {1 << 40}", "a number grew too large", node.span)
        if node.op == "*" and (abs(node.type.lo) >= 1 << 50 or abs(node.type.hi) >= 1 << 50):
            left, right = self.let(left), self.let(right)
            self.check(f"abs({left}) > {1 << 24} or abs({right}) > {1 << 24}", "a number grew too large", node.span)
        return f"({left} {node.op} {right})"

    def compare(self, node: Compare) -> str:
        if node.op in ("==", "!="):
            for one, two in ((node.left, node.right), (node.right, node.left)):
                if isinstance(one, Lit) and one.value is None and two in self.facts:
                    return "False" if node.op == "==" else "True"
                if isinstance(one, Lit) and one.value is None and node.left.type.kind != "int":
                    return f"({self.scalar(two)} {'<' if node.op == '==' else '>='} 0)"
            left, right = self.scalar(node.left), self.scalar(node.right)
        else:
            left, right = self.need(node.left), self.need(node.right)
        return f"({left} {node.op} {right})"

    def logic(self, node: Logic) -> str:
        left = self.scalar(node.left)
        if left == ("True" if node.op == "and" else "False"):
            return self.scalar(node.right)
        with self.block() as inner:
            self.knows(node.left, node.op == "and")
            right = self.scalar(node.right)
        if not inner:
            return f"({left} {node.op} {right})"
        name = self.temp("ok")
        self.line(f"{name} = {left}")
        from tricktaker.compiler.ir import Line

        inner.append(Line(f"{name} = {right}"))
        self.out.append(If(name if node.op == "and" else f"not {name}", inner))
        return name

    def if_else(self, node: IfElse) -> str:
        from tricktaker.compiler.ir import Line

        test = self.scalar(node.test)
        with self.block() as first:
            self.knows(node.test, True)
            yes = self.scalar(node.yes)
        with self.block() as second:
            self.knows(node.test, False)
            no = self.scalar(node.no)
        if not first and not second:
            return f"({yes} if {test} else {no})"
        name = self.temp("v")
        first.append(Line(f"{name} = {yes}"))
        second.append(Line(f"{name} = {no}"))
        self.out.append(If(test, first, second))
        return name

    def seat(self, node: Seat) -> str:
        base = self.need(node.base)
        if node.op == "other":
            return f"(1 - {base})"
        if node.op == "partner":
            partner = [0] * self.rules.players
            for team in self.rules.teams:
                for seat, other in zip(team, reversed(team), strict=True):
                    partner[seat] = other
            return f"{self.tables.add(partner, 'PARTNER')}[{base}]"
        count = self.rules.players
        step = 1 if node.op == "left" else count - 1
        if node.steps is None and not self.eliminates:
            return f"{self.tables.add([(seat + step) % count for seat in range(count)], 'NEXT')}[{base}]"
        steps = "1" if node.steps is None else self.need(node.steps)
        if not self.eliminates:
            return f"(({base} {'+' if node.op == 'left' else '-'} {steps}) % {count})"
        name, left = self.temp("seat"), self.temp("n")
        self.line(f"{name} = {base}")
        self.line(f"{left} = {steps}")
        table = self.tables.add([(seat + step) % count for seat in range(count)], "NEXT")

        def body() -> None:
            self.line(f"{name} = {table}[{name}]")
            self.line(f"{left} -= (active >> {name}) & 1")

        self.loop(f"while {left} > 0 and active:", body)
        return name

    def membership(self, node: In) -> str:
        base = node.base
        if node.item.type.kind == "int":
            item = self.let(self.need(node.item))
            if isinstance(base, RangeOf):
                return f"({self.need(base.low)} <= {item} <= {self.need(base.high)})"
            if isinstance(base, SetLit):
                tests = [f"{item} == {self.need(each)}" for each in base.items]
                return f"({' or '.join(tests)})" if tests else "False"
            return self.any_element(base, lambda element: f"{element} == {item}")
        if isinstance(base, Where | Trick) and node.item.type.kind == "card":
            item = self.let(self.scalar(node.item))
            return self.any_element(base, lambda element: f"{element} == {item}")
        words = self.mask(base)
        item = self.let(self.scalar(node.item))
        if len(words) == 1:
            test = f"({words[0]} >> {item}) & 1"
        else:
            picked = self.let(self.word_of(words, item))
            test = f"({picked} >> ({item} % 63)) & 1"
        if node.item.type.optional and node.item not in self.facts:
            safe = self.temp("ok")
            self.line(f"{safe} = False")
            with self.block() as inner:
                self.line(f"{safe} = ({test}) != 0")
            self.out.append(If(f"{item} >= 0", inner))
            return safe
        return f"({test} != 0)"

    def word_of(self, words: list[str], index: str) -> str:
        """The word of a set that holds the bit `index`."""
        text = words[-1]
        for number in range(len(words) - 2, -1, -1):
            text = f"({words[number]} if {index} < {63 * (number + 1)} else {text})"
        return text

    @property
    def eliminates(self) -> bool:
        """Whether players can be out before the game is."""
        from tricktaker.model.steps import Eliminate
        from tricktaker.model.walking import rule_steps

        return any(isinstance(step, Eliminate) for step in rule_steps(self.rules))


def describe(node: Node) -> str:
    """A node in words, for faults."""
    match node:
        case VarRef(name=name):
            return f"`{name}`"
        case Word(name=name):
            return f"`{name}`"
        case Pick(op="at", base=ZoneRef(name=name)):
            return f"`{name}.at` of a place where no card lies"
        case Pick(op="at"):
            return "`.at` of a place that isn't there"
        case Pick(op=op, base=ZoneRef(name=name)):
            return f"`{name}.{op}` of an empty zone"
        case Pick(op=op):
            return f"`.{op}` of nothing"
        case Query(op=op):
            return f"`.{op}(…)` of nothing"
        case Attr(name=name):
            return f"`{name}`"
        case TableRef(name=name):
            return f"`{name}(…)`"
    return "a value"
