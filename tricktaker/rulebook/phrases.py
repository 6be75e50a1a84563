"""Expressions of the rule language in English: things as phrases, conditions as clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tricktaker.expr.syntax import Binary, Call, Choice, Dot, Index, Items, Name, Number, Syntax, Unary
from tricktaker.rulebook.ideas import FALSE, TRUE, Ideas, value

WORDS = {
    "me": "the player",
    "it": "it",
    "card": "the card",
    "players": "the players",
    "active": "the players still in",
    "teams": "the teams",
    "dealer": "the dealer",
    "leader": "the leader",
    "turn": "the player whose turn it is",
    "trick": "the trick",
    "last_trick": "the last trick",
    "led": "the led suit",
    "winner": "the winner of the trick",
    "winning_card": "the winning card",
    "round_no": "the number of the round",
    "trick_no": "the number of the trick",
    "suits": "the suits",
    "ranks": "the ranks",
    "cards": "all cards",
    "hand": "the hand",
    "won": "the cards won",
    "tricks_won": "the tricks won",
    "suit": "the suit",
    "rank": "the rank",
    "order": "the place of the rank",
    "seat": "the seat",
    "team": "the team",
    "none": "none",
    "by": "whoever played the card",
    TRUE: "true",
    FALSE: "false",
}
_COMPARISONS = {
    "==": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
    "in": "is one of",
    "not in": "is not one of",
}
_SIGNS = {"+": "+", "-": "-", "*": "×", "//": "/", "%": "modulo"}
_STRENGTH = {"or": 1, "and": 2, "..": 4, "+": 5, "-": 5, "*": 6, "//": 6, "%": 6}
_YES_NO = frozenset({"any", "all", "has", "empty"})
_QUESTIONS = frozenset({"where", "count", "sum", "max", "min", "highest", "lowest", "distinct", "gather"})
_AUXILIARIES = frozenset({"may", "can", "must", "has", "is", "was"})
ITS = "its "
"""How an attribute of the thing that is spoken of begins: inside a question about other things it is theirs."""
THEIR = "their "
"""The same of a player: in a question about cards it is still that player's."""


class Phrases:
    """Puts the expressions of one rule file into words."""

    def __init__(self, ideas: Ideas) -> None:
        self.ideas = ideas

    # -- for callers with what is written in the file

    def thing(self, written: object, words: Mapping[str, str] | None = None) -> str:
        """What an expression stands for; `words` say what some names are called here."""
        tree = self.ideas.syntax(written)
        return str(written) if tree is None else self.phrase(tree, words or {})

    def condition(self, written: object, words: Mapping[str, str] | None = None) -> str:
        """When an expression is true."""
        tree = self.ideas.syntax(written)
        return str(written) if tree is None else self.clause(tree, words or {})

    def candidate(self, written: object, words: Mapping[str, str]) -> str:
        """The cards for which a condition holds, where `words` tell a card's attributes."""
        tree = self.ideas.syntax(written)
        if isinstance(tree, Name) and tree.id not in (TRUE, FALSE):
            return f"a card that is {spoken(tree.id)}"
        if isinstance(tree, Binary) and tree.op == "==" and isinstance(tree.left, Name) and tree.left.id == "special":
            return f"the {self.phrase(tree.right, words)}"
        told = self.condition(written, words)
        if told.startswith("it is the "):
            return told.removeprefix("it is ")
        if told.startswith("it would "):
            return f"a card that {told.removeprefix('it ')}"
        if told.startswith(ITS):
            for joint in (" and ", " or "):
                told = told.replace(f"{joint}{ITS}", f"{joint}whose ").replace(
                    f"{joint}it would ", f"{joint}that would "
                )
            return f"a card whose {told.removeprefix(ITS)}"
        return f"a card such that {told}"

    # -- things

    def phrase(self, tree: Syntax, words: Mapping[str, str]) -> str:
        """An expression as a noun phrase."""
        match tree:
            case Number(value=number):
                return str(number)
            case Name(id=name):
                return self._name(name, words)
            case Items(items=items):
                return listed([self.phrase(each, words) for each in items], " and ")
            case Unary(op="-", operand=operand):
                return f"minus {self.phrase(operand, words)}"
            case Choice(test=test, yes=yes, no=no):
                told = self.phrase(yes, words)
                told = f"({told})" if isinstance(yes, Choice) else told
                return f"{told} if {self.clause(test, words)}, otherwise {self.phrase(no, words)}"
            case Binary(op="..", left=left, right=right):
                return f"{self.phrase(left, words)} to {self.phrase(right, words)}"
            case Binary(op=op, left=left, right=right) if op in _SIGNS:
                return f"{self._operand(left, op, words)} {_SIGNS[op]} {self._operand(right, op, words, right=True)}"
            case Call(name=name, args=args):
                return self._called(name, args, words)
            case Index(base=base, keys=keys):
                return f"{self.phrase(base, words)} at {listed([self.phrase(each, words) for each in keys], ' and ')}"
            case Dot():
                return self._dotted(tree, words)
        return f"whether {self.clause(tree, words)}"

    def _name(self, name: str, words: Mapping[str, str]) -> str:
        if name in words:
            return words[name]
        if name.startswith("="):
            return spoken(name[1:])
        if name in WORDS:
            return WORDS[name]
        said = spoken(name)
        if said.startswith("to "):
            said = f"“{said}”"
        return f"the {said}" if self.ideas.kind(name) else said

    def _operand(self, tree: Syntax, op: str, words: Mapping[str, str], right: bool = False) -> str:
        said = self.phrase(tree, words)
        if isinstance(tree, Choice):
            return f"({said})"
        if isinstance(tree, Binary):
            mine, other = _STRENGTH[op], _STRENGTH.get(tree.op, 3)
            if other < mine or (right and other == mine):
                return f"({said})"
        return said

    def _called(self, name: str, args: Sequence[Syntax], words: Mapping[str, str]) -> str:
        if name == "abs" and isinstance(args[0], Binary) and args[0].op == "-":
            pair = [self.phrase(each, words) for each in (args[0].left, args[0].right)]
            return f"the difference between {listed(pair, ' and ')}"
        told = [self.phrase(each, words) for each in args]
        match name, told:
            case "left", [one]:
                return f"the player left of {one}"
            case "left", [one, steps]:
                return f"the player {steps} seats left of {one}"
            case "right", [one, *_]:
                return f"the player right of {one}"
            case "partner", [one]:
                return f"the partner of {one}"
            case "other", [one]:
                return f"the opponent of {one}"
            case "min", _:
                return f"the smaller of {listed(told, ' and ')}"
            case "max", _:
                return f"the larger of {listed(told, ' and ')}"
            case "abs", [one]:
                return f"{one} without its sign"
            case "wins", [one]:
                return f"whether {one} would be winning"
        if self.ideas.kind(name) == "table":
            return f"the {spoken(name)} for {listed(told, ' and ')}"
        return f"the {spoken(name)} of {listed(told, ' and ')}" if told else f"the {spoken(name)}"

    def _dotted(self, tree: Dot, words: Mapping[str, str]) -> str:
        base, name, args = tree.base, tree.name, tree.args or ()
        of = self.phrase(base, words)
        words = _outside(words, cards=self.is_cards(base)) if name in _QUESTIONS else words
        if name in _YES_NO:
            return f"whether {self.clause(tree, words)}"
        match name:
            case "top" | "first" | "last":
                return f"the {name} card of {of}" if self.is_cards(base) else f"the {name} of {of}"
            case "at":
                return f"number {self.phrase(args[0], words)} of {of}"
            case "size":
                return f"the number of cards in {of}" if self.is_cards(base) else f"the number of {bare(of)}"
            case "where":
                return self._those(of, args[0], words)
            case "count":
                return f"the number of {self._members(base, of)} {self._which(args[0], words)}"
            case "sum":
                return f"the sum of {self.phrase(args[0], words)} over {of}"
            case "max" | "min":
                best = "highest" if name == "max" else "lowest"
                spare = f" ({self.phrase(args[1], words)} if there is none)" if len(args) > 1 else ""
                return f"the {best} {bare(self.phrase(args[0], words))} in {of}{spare}"
            case "highest" | "lowest":
                return f"the {self._member(base)} of {of} with the {name} {bare(self.phrase(args[0], words))}"
            case "distinct" if isinstance(args[0], Name) and args[0].id == "by":
                return f"whoever played one of {of}"
            case "distinct":
                return f"the different {bare(self.phrase(args[0], words))} in {of}"
            case "gather":
                return f"{bare(self.phrase(args[0], words))} of all {bare(of)}"
            case "starting":
                return f"{of}, starting with {self.phrase(args[0], words)}"
            case "seat":
                return f"the seat of {of}"
            case "by":
                return f"whoever played {of}"
        attribute = bare(self._name(name, {}))
        if args:
            attribute += f" in {listed([self.phrase(each, words) for each in args], ' and ')}"
        return f"the {attribute} of {of}"

    def _those(self, of: str, test: Syntax, words: Mapping[str, str]) -> str:
        return f"{of} {self._which(test, words)}"

    def _which(self, test: Syntax, words: Mapping[str, str]) -> str:
        """What singles out some of several things."""
        positive = test.operand if isinstance(test, Unary) and test.op == "not" else test
        if isinstance(positive, Name) and positive.id not in (TRUE, FALSE):
            not_ = "" if positive is test else "not "
            verb, _, rest = spoken(positive.id).partition(" ")
            if verb in _AUXILIARIES and rest:
                return f"that {verb} {not_}{rest}"
            return f"that are {not_}{spoken(positive.id)}"
        clause = self.clause(test, words)
        start, _, rest = clause.partition("it is ")
        return f"that are {rest}" if not start and rest and " it " not in rest else f"of which {clause}"

    def is_cards(self, base: Syntax) -> bool:
        """Whether an expression is a set of cards, as far as its words tell."""
        name = base.name if isinstance(base, Dot) else base.id if isinstance(base, Name) else ""
        if isinstance(base, Dot) and name in ("where", "starting"):
            return self.is_cards(base.base)
        return self.ideas.kind(name) == "zone" or name in ("trick", "last_trick", "cards")

    def _members(self, base: Syntax, of: str) -> str:
        return f"cards in {of}" if self.is_cards(base) else bare(of)

    def _member(self, base: Syntax) -> str:
        return "card" if self.is_cards(base) else "one"

    # -- conditions

    def clause(self, tree: Syntax, words: Mapping[str, str]) -> str:
        """An expression as a clause that is true or not."""
        match tree:
            case Name(id=name) if name == TRUE:
                return "true"
            case Name(id=name) if name == FALSE:
                return "false"
            case Name(id=name) if not name.startswith("="):
                return self._adjective(name, words)
            case Binary(op="and") if (one := _one_card(tree)) is not None:
                suit, rank = (self.phrase(each, words) for each in one)
                return f"it is the {rank} of {suit}"
            case Binary(op="and" | "or" as op, left=left, right=right):
                told = [self.clause(each, words) for each in _flat(op, tree)]
                mixed = {each.op for each in (left, right) if isinstance(each, Binary)} & {"and", "or"} - {op}
                if mixed:
                    return f", {op} ".join(told)
                return f" {op} ".join(told)
            case Unary(op="not", operand=operand):
                return self._denied(operand, words)
            case Binary(op=op, left=left, right=right) if op in _COMPARISONS:
                return self._compared(op, left, right, words)
            case Dot(base=base, name=name, args=args) if name in _YES_NO:
                return self._asked(base, name, args or (), words)
            case Call(name="wins", args=args):
                return f"{self.phrase(args[0], words)} would be winning"
            case Choice(test=test, yes=yes, no=no):
                told_no = f"otherwise if {self.clause(no, words)}"
                return f"{self.clause(yes, words)}, given that {self.clause(test, words)}, {told_no}"
        return f"{self.phrase(tree, words)} is so"

    def _adjective(self, name: str, words: Mapping[str, str], not_: str = "") -> str:
        """A name that is true or not: `bust`, `may return`."""
        verb, _, rest = spoken(name).partition(" ")
        if verb in _AUXILIARIES and rest:
            return f"{words.get('me', 'it')} {verb} {not_}{rest}"
        return not_ + spoken(name)

    def _compared(self, op: str, left: Syntax, right: Syntax, words: Mapping[str, str]) -> str:
        if value(right) == "none" and op in ("==", "!="):
            there = "there is no" if op == "==" else "there is a"
            return f"{there} {bare(self.phrase(left, words))}"
        if op in ("in", "not in") and isinstance(right, Binary) and right.op == "..":
            low, high = self.phrase(right.left, words), self.phrase(right.right, words)
            verb = "is" if op == "in" else "is not"
            return f"{self.phrase(left, words)} {verb} from {low} to {high}"
        return f"{self.phrase(left, words)} {_COMPARISONS[op]} {self.phrase(right, words)}"

    def _asked(self, base: Syntax, name: str, args: Sequence[Syntax], words: Mapping[str, str]) -> str:
        of = self.phrase(base, words)
        words = _outside(words, cards=self.is_cards(base))
        match name:
            case "empty":
                return f"{of} is empty" if self.is_cards(base) else f"there are no {bare(of)}"
            case "has":
                return f"{of} contains {self.phrase(args[0], words)}"
            case "any":
                return f"{self._some(base, of)} {self._that(args[0], words)}"
            case _:
                return f"every one of {of} {self._that(args[0], words)}"

    def _some(self, base: Syntax, of: str) -> str:
        return f"a card of {of}" if self.is_cards(base) else f"one of {of}"

    def _that(self, test: Syntax, words: Mapping[str, str]) -> str:
        if _one_card(test) is not None:
            return self.clause(test, words).removeprefix("it ")
        if isinstance(test, Name) and spoken(test.id).partition(" ")[0] not in _AUXILIARIES:
            return f"is {spoken(test.id)}"
        return f"has {self._has(test, words)}" if _plain(test) else f"is such that {self.clause(test, words)}"

    def _has(self, test: Syntax, words: Mapping[str, str]) -> str:
        """A comparison told of its subject: `rank is 9` as `the rank 9`."""
        assert isinstance(test, Binary)
        left, right = bare(self.phrase(test.left, words)), self.phrase(test.right, words)
        return f"{left} {right}" if test.op == "==" else f"{left} that {_COMPARISONS[test.op]} {right}"

    def _denied(self, operand: Syntax, words: Mapping[str, str]) -> str:
        if isinstance(operand, Dot) and operand.name == "empty":
            of = self.phrase(operand.base, words)
            return f"{of} is not empty" if self.is_cards(operand.base) else f"there are {bare(of)}"
        if isinstance(operand, Dot) and operand.name == "any":
            args = operand.args or ()
            none = f"no card of {self.phrase(operand.base, words)}"
            if not self.is_cards(operand.base):
                none = f"none of {self.phrase(operand.base, words)}"
            return f"{none} {self._that(args[0], words)}"
        if isinstance(operand, Name):
            return self._adjective(operand.id, words, "not ")
        if isinstance(operand, Dot) and operand.name not in _YES_NO:
            return f"{self.phrase(operand, words)} is not so"
        return f"it is not so that {self.clause(operand, words)}"


def spoken(name: str) -> str:
    """A name of the file as words."""
    return name.replace("_", " ")


def listed(things: Sequence[str], last: str) -> str:
    """`a, b and c`."""
    return ", ".join(things[:-1]) + (last if len(things) > 1 else "") + (things[-1] if things else "")


def capital(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def bare(phrase: str) -> str:
    """A noun phrase without its article or owner."""
    return phrase.removeprefix("the ").removeprefix(ITS).removeprefix(THEIR)


def _outside(words: Mapping[str, str], *, cards: bool) -> dict[str, str]:
    """What names are called inside a question about other things, cards or not."""
    mine = (ITS,) if cards else (ITS, THEIR)
    return {name: said for name, said in words.items() if not said.startswith(mine) and name != "it"}


def _plain(test: Syntax) -> bool:
    """A comparison of one attribute with something, which can be told as `has`."""
    return isinstance(test, Binary) and test.op in ("==", "<", "<=", ">", ">=") and isinstance(test.left, Name)


def _one_card(test: Syntax) -> tuple[Syntax, Syntax] | None:
    """Suit and rank where both are given by `and`."""
    if not isinstance(test, Binary) or test.op != "and":
        return None
    given: dict[str, Syntax] = {}
    for part in (test.left, test.right):
        if isinstance(part, Binary) and part.op == "==" and isinstance(part.left, Name):
            given[part.left.id] = part.right
    return (given["suit"], given["rank"]) if given.keys() == {"suit", "rank"} else None


def _flat(op: str, tree: Syntax) -> list[Syntax]:
    if isinstance(tree, Binary) and tree.op == op:
        return [*_flat(op, tree.left), *_flat(op, tree.right)]
    return [tree]
