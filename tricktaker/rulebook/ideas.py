"""What a rule file has names for, and expressions with everything worked out that is fixed before the game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tricktaker.expr.parser import parse
from tricktaker.expr.syntax import Binary, Call, Choice, Dot, Index, Items, Name, Number, Syntax, Unary
from tricktaker.expr.tokens import ExpressionError

if TYPE_CHECKING:
    from tricktaker.model import Rules

TRUE, FALSE = "true", "false"
_BIGGEST = 1 << 63
_WORD_VALUES = frozenset({TRUE, FALSE, "none"})


@dataclass(slots=True, kw_only=True)
class Ideas:
    """The names of one rule file, with options chosen and players counted."""

    document: Mapping[str, Any]
    rules: Rules
    options: Mapping[str, int | str | bool] = field(default_factory=dict)
    definitions: Mapping[str, Syntax] = field(default_factory=dict)
    """By bare name; those of a subject or with parameters too."""
    foldable: frozenset[str] = frozenset()
    """The definitions without parameters: their names stand alone."""
    meanings: dict[str, Syntax] = field(default_factory=dict)
    """Of definitions that were worked out already. Each is, once: they may build on each other in many ways."""

    def kind(self, name: str) -> str:
        """What a name is: option, definition, variable, zone, table, or nothing."""
        for kind, key in (("option", "options"), ("variable", "vars"), ("zone", "zones"), ("table", "tables")):
            if name in section(self.document, key):
                return kind
        if name in ("hand", "won", *self.rules.deck_zones):
            return "zone"
        return "definition" if name in self.definitions else ""

    def attributes(self, subject: str) -> set[str]:
        """What the file says every card, player, team ... has."""
        found = {name for name, decl in self.rules.names.vars.items() if [each.kind for each in decl.per] == [subject]}
        for heading in section(self.document, "define"):
            if heading.startswith(f"{subject}."):
                found.add(heading.split("(")[0].split(".")[-1].strip())
        return found

    def syntax(self, written: Any) -> Syntax | None:
        """An expression of the file, worked out as far as it can be; None if it is none."""
        if isinstance(written, bool):
            return _truth(written)
        if isinstance(written, int):
            return Number(0, 0, written)
        if isinstance(written, list):
            items = [self.syntax(each) for each in written]
            return Items(0, 0, tuple(each for each in items if each is not None))
        try:
            return self.worked_out(parse(str(written)))
        except ExpressionError:
            return None

    def holds(self, written: Any) -> bool | None:
        """Whether a condition always or never holds in this game; None if that depends on how it goes."""
        return truth(self.syntax(written)) if written is not None else True

    def worked_out(self, tree: Syntax) -> Syntax:
        """The expression with options replaced by what was chosen, and what follows from that."""
        match tree:
            case Name(id=name):
                return self._name(tree, name)
            case Unary(op=op, operand=operand):
                return _unary(op, self.worked_out(operand))
            case Binary(op="==" | "!=" as op, left=Name(id="special"), right=Name(id=wanted)) if self._no_such(wanted):
                return _truth(op == "!=")
            case Binary(op=op, left=left, right=right):
                return _binary(op, self.worked_out(left), self.worked_out(right))
            case Choice(test=test, yes=yes, no=no):
                tested = self.worked_out(test)
                decided = truth(tested)
                if decided is not None:
                    return self.worked_out(yes if decided else no)
                return Choice(0, 0, tested, self.worked_out(yes), self.worked_out(no))
            case Call(name=name, args=args):
                done_args = tuple(self.worked_out(each) for each in args)
                return self._table(name, done_args) or _call(name, done_args)
            case Dot(base=Name(id="players"), name="size", args=None):
                return Number(0, 0, self.rules.players)
            case Dot(base=Name(id="cards"), name="size", args=None):
                return Number(0, 0, len(self.rules.cards))
            case Dot(base=base, args=args):
                done = None if args is None else tuple(self.worked_out(each) for each in args)
                if tree.name == "where" and done is not None and [truth(each) for each in done] == [True]:
                    return self.worked_out(base)
                return replace(tree, base=self.worked_out(base), args=done)
            case Index(base=base, keys=keys):
                return replace(tree, keys=tuple(self.worked_out(each) for each in keys))
            case Items(items=items):
                return replace(tree, items=tuple(self.worked_out(each) for each in items))
        return tree

    def _no_such(self, special: str) -> bool:
        """Whether no card of this game is that special one."""
        domain = self.rules.names.domains.get("special")
        return special != "none" and (domain is None or special not in domain.positions)

    def _name(self, tree: Name, name: str) -> Syntax:
        if name in self.options:
            return constant(self.options[name])
        if name in self.foldable:
            if name not in self.meanings:
                self.meanings[name] = tree  # in `card.imp: special == imp` the last word is the card
                self.meanings[name] = self.worked_out(self.definitions[name])
            meaning = self.meanings[name]
            if value(meaning) is not None:
                return meaning
        return tree

    def _table(self, name: str, args: Sequence[Syntax]) -> Syntax | None:
        """The entry of a table whose keys are numbers that are fixed."""
        table = self.rules.names.tables.get(name)
        keys = tuple(each.value for each in args if isinstance(each, Number))
        if table is None or len(keys) != len(args) or any(kind.kind != "int" for kind in (*table.keys, table.value)):
            return None
        found = table.rows.get(keys)
        return None if found is None else Number(0, 0, found)


def ideas_of(document: Mapping[str, Any], rules: Rules) -> Ideas:
    """The names of a file that was loaded as these rules."""
    found = Ideas(document=document, rules=rules, options={option.name: option.chosen for option in rules.options})
    definitions: dict[str, Syntax] = {}
    foldable = set()
    for heading, written in section(document, "define").items():
        name = heading.split("(")[0].split(".")[-1].strip()
        try:
            definitions[name] = parse(str(written)) if not isinstance(written, bool | int | list) else constant(0)
        except ExpressionError:
            continue
        if isinstance(written, bool | int):
            definitions[name] = constant(written)
        elif isinstance(written, list):
            definitions[name] = Items(0, 0, tuple(parse(str(each)) for each in written))
        if "(" not in heading:
            foldable.add(name)
    found.definitions, found.foldable = definitions, frozenset(foldable)
    return found


def section(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """A map of the file, empty where it isn't there."""
    found = document.get(key)
    return found if isinstance(found, dict) else {}


def constant(fixed: int | str | bool) -> Syntax:
    """A value as an expression."""
    if isinstance(fixed, bool):
        return _truth(fixed)
    return Number(0, 0, fixed) if isinstance(fixed, int) else Name(0, 0, f"={fixed}")


def truth(tree: Syntax | None) -> bool | None:
    """True or false if the expression is one of them."""
    return {TRUE: True, FALSE: False}.get(tree.id) if isinstance(tree, Name) else None


def value(tree: Syntax) -> int | str | None:
    """A number, or a word that stands for itself; None if the value isn't fixed."""
    match tree:
        case Number(value=number):
            return number
        case Name(id=name) if name.startswith("=") or name in _WORD_VALUES:
            return name.removeprefix("=")
    return None


def nobody(tree: Syntax | None) -> bool:
    """Whether a set is empty in any case: those of which something holds that never does."""
    return isinstance(tree, Dot) and tree.name == "where" and bool(tree.args) and truth((tree.args or ())[0]) is False


def negative(tree: Syntax) -> Syntax:
    """The expression with the other sign."""
    return _unary("-", tree)


def _truth(fixed: bool) -> Name:
    return Name(0, 0, TRUE if fixed else FALSE)


def _unary(op: str, operand: Syntax) -> Syntax:
    decided = truth(operand)
    if op == "not" and decided is not None:
        return _truth(not decided)
    if op == "-" and isinstance(operand, Number):
        return Number(0, 0, -operand.value)
    return Unary(0, 0, op, operand)


def _binary(op: str, left: Syntax, right: Syntax) -> Syntax:
    if op in ("and", "or"):
        for one, other in ((left, right), (right, left)):
            decided = truth(one)
            if decided is not None:
                return other if decided == (op == "and") else _truth(decided)
    elif op in ("==", "!="):
        sides = _compared(left, right)
        if sides is not None:
            return _truth((sides[0] == sides[1]) == (op == "=="))
    elif isinstance(left, Number) and isinstance(right, Number):
        done = _arithmetic(op, left.value, right.value)
        if done is not None and abs(done) < _BIGGEST:
            return constant(done)
    elif op in ("+", "-") and isinstance(right, Number) and right.value == 0:
        return left
    return Binary(0, 0, op, left, right)


def _compared(left: Syntax, right: Syntax) -> tuple[int | str, int | str] | None:
    """Both sides if they are fixed. A word chosen for an option fixes what the bare word beside it means."""
    chosen = [isinstance(side, Name) and side.id.startswith("=") for side in (left, right)]
    if any(chosen) and isinstance(left, Name) and isinstance(right, Name):
        return left.id.removeprefix("="), right.id.removeprefix("=")
    one, other = value(left), value(right)
    return (one, other) if one is not None and other is not None else None


def _arithmetic(op: str, left: int, right: int) -> int | bool | None:
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right if right else None
        case "%":
            return left % right if right else None
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
    return None


def _call(name: str, args: Sequence[Syntax]) -> Syntax:
    numbers = [each.value for each in args if isinstance(each, Number)]
    if len(numbers) == len(args):
        if name == "min" and numbers:
            return Number(0, 0, min(numbers))
        if name == "max" and numbers:
            return Number(0, 0, max(numbers))
        if name == "abs" and len(numbers) == 1:
            return Number(0, 0, abs(numbers[0]))
    return Call(0, 0, name, tuple(args))
