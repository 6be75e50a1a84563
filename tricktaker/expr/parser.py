"""Reads one expression by precedence climbing; keeps every span so that mistakes are shown at their column."""

from __future__ import annotations

from tricktaker.expr.syntax import Binary, Call, Choice, Dot, Index, Items, Name, Number, Syntax, Unary
from tricktaker.expr.tokens import ExpressionError, Token, tokens

MAX_LENGTH = 500
MAX_DEPTH = 40

_COMPARE = frozenset({"==", "!=", "<", "<=", ">", ">="})
_SUM = frozenset({"+", "-"})
_TERM = frozenset({"*", "//", "%"})


def parse(text: str) -> Syntax:
    """The syntax tree of `text`.

    Raises ExpressionError with the place of the first mistake; also for texts above 500 characters or
    nesting above 40 levels.
    """
    if len(text) > MAX_LENGTH:
        raise ExpressionError(
            f"expression of {len(text)} characters", 0, 1, f"at most {MAX_LENGTH}; give parts a name with `define`"
        )
    if not text.strip():
        raise ExpressionError("empty expression", 0, 1)
    parser = _Parser(tokens(text))
    tree = parser.expression()
    parser.finish()
    return tree


class _Parser:
    def __init__(self, found: list[Token]) -> None:
        self.tokens = found
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def accept(self, text: str) -> bool:
        if self.token.text == text and self.token.kind in ("sign", "word"):
            self.at += 1
            return True
        return False

    def expect(self, text: str, after: str) -> Token:
        if self.token.text == text and self.token.kind in ("sign", "word"):
            return self.take()
        raise self.unexpected(f"expected `{text}` {after}")

    def unexpected(self, message: str, help: str | None = None) -> ExpressionError:
        token = self.token
        if token.kind == "end":
            return ExpressionError(f"{message}, but the expression ends here", token.start, token.end + 1, help)
        return ExpressionError(f"{message}, found `{token.text}`", token.start, token.end, help)

    def finish(self) -> None:
        token = self.token
        if token.kind == "end":
            return
        if token.text in _COMPARE or token.text == "in":
            raise ExpressionError(
                "comparisons can't be chained", token.start, token.end, "join two comparisons with `and`"
            )
        raise ExpressionError(f"unexpected `{token.text}`", token.start, token.end)

    def expression(self) -> Syntax:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(
                "expression nested too deeply", self.token.start, self.token.end, "name parts of it with `define`"
            )
        try:
            if self.token.kind == "word" and self.token.text == "if":
                return self.choice()
            return self.disjunction()
        finally:
            self.depth -= 1

    def choice(self) -> Syntax:
        start = self.take().start
        test = self.expression()
        self.expect("then", "after the condition")
        yes = self.expression()
        self.expect("else", "after the `then` part")
        no = self.expression()
        return Choice(start, no.end, test, yes, no)

    def disjunction(self) -> Syntax:
        left = self.conjunction()
        while self.accept("or"):
            right = self.conjunction()
            left = Binary(left.start, right.end, "or", left, right)
        return left

    def conjunction(self) -> Syntax:
        left = self.negation()
        while self.accept("and"):
            right = self.negation()
            left = Binary(left.start, right.end, "and", left, right)
        return left

    def negation(self) -> Syntax:
        starts: list[int] = []
        while self.token.kind == "word" and self.token.text == "not":
            starts.append(self.take().start)
        tree = self.comparison()
        for start in reversed(starts):
            tree = Unary(start, tree.end, "not", tree)
        return tree

    def comparison(self) -> Syntax:
        left = self.range()
        op = self.token.text
        if (self.token.kind == "sign" and op in _COMPARE) or (self.token.kind == "word" and op == "in"):
            self.take()
        elif self.token.kind == "word" and op == "not" and self.tokens[self.at + 1].text == "in":
            self.take()
            self.take()
            op = "not in"
        else:
            return left
        right = self.range()
        return Binary(left.start, right.end, op, left, right)

    def range(self) -> Syntax:
        left = self.sum()
        if self.accept(".."):
            right = self.sum()
            return Binary(left.start, right.end, "..", left, right)
        return left

    def sum(self) -> Syntax:
        left = self.term()
        while self.token.kind == "sign" and self.token.text in _SUM:
            op = self.take().text
            right = self.term()
            left = Binary(left.start, right.end, op, left, right)
        return left

    def term(self) -> Syntax:
        left = self.unary()
        while self.token.kind == "sign" and self.token.text in _TERM:
            op = self.take().text
            right = self.unary()
            left = Binary(left.start, right.end, op, left, right)
        return left

    def unary(self) -> Syntax:
        starts: list[int] = []
        while self.token.kind == "sign" and self.token.text == "-":
            starts.append(self.take().start)
        tree = self.postfix()
        for start in reversed(starts):
            if isinstance(tree, Number):
                tree = Number(start, tree.end, -tree.value)
            else:
                tree = Unary(start, tree.end, "-", tree)
        return tree

    def postfix(self) -> Syntax:
        tree = self.primary()
        while True:
            if self.accept("."):
                name = self.token
                if name.kind != "name":
                    raise self.unexpected("expected a name after `.`")
                self.take()
                if self.accept("("):
                    args = self.items(")")
                    tree = Dot(tree.start, self.tokens[self.at - 1].end, tree, name.text, args, name.start)
                else:
                    tree = Dot(tree.start, name.end, tree, name.text, None, name.start)
            elif self.accept("["):
                keys = self.items("]")
                if not keys:
                    raise ExpressionError("empty index", self.tokens[self.at - 2].start, self.tokens[self.at - 1].end)
                tree = Index(tree.start, self.tokens[self.at - 1].end, tree, keys)
            else:
                return tree

    def items(self, close: str) -> tuple[Syntax, ...]:
        found: list[Syntax] = []
        if self.accept(close):
            return ()
        while True:
            found.append(self.expression())
            if self.accept(close):
                return tuple(found)
            if not self.accept(","):
                raise self.unexpected(f"expected `,` or `{close}`")

    def primary(self) -> Syntax:
        token = self.token
        if token.kind == "number":
            self.take()
            return Number(token.start, token.end, int(token.text))
        if token.kind == "name":
            self.take()
            if self.accept("("):
                args = self.items(")")
                return Call(token.start, self.tokens[self.at - 1].end, token.text, args)
            return Name(token.start, token.end, token.text)
        if token.kind == "word" and token.text in ("none", "true", "false"):
            self.take()
            return Name(token.start, token.end, token.text)
        if token.kind == "word" and token.text == "if":
            raise ExpressionError(
                "`if` inside an expression needs parentheses", token.start, token.end, "write `(if … then … else …)`"
            )
        if self.accept("("):
            tree = self.expression()
            self.expect(")", "to close the parenthesis")
            return tree
        if self.accept("["):
            items = self.items("]")
            return Items(token.start, self.tokens[self.at - 1].end, items)
        raise self.unexpected("expected a value")
