"""Writing program text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tricktaker.compiler.ir import Body, Comment, Event, Fault, If, Line, While

INDENT = "    "


def simple_lines(body: Body, depth: int, *, log: bool = False, shown: bool = True, comments: bool = True) -> list[str]:
    """Statements without decisions and jumps as lines."""
    pad = INDENT * depth
    lines: list[str] = []
    for stmt in body:
        match stmt:
            case Line(text=text, shown=view):
                if shown or not view:
                    lines.append(pad + text)
            case Comment(text=text):
                if comments:
                    lines.append(f"{pad}# {text}")
            case Event(text=text):
                if log:
                    lines.append(f"{pad}log.append(({text},))")
            case If():
                if stmt.shown and not shown:
                    continue
                then = simple_lines(stmt.then, depth + 1, log=log, shown=shown, comments=comments)
                otherwise = simple_lines(stmt.otherwise, depth + 1, log=log, shown=shown, comments=comments)
                lines += branch(stmt.test, then, otherwise, pad)
            case While(head=head, body=inner):
                lines.append(pad + head)
                found = simple_lines(inner, depth + 1, log=log, shown=shown, comments=comments)
                lines += found if any(not is_comment(line) for line in found) else [*found, pad + INDENT + "pass"]
            case Fault(number=number):
                lines.append(f"{pad}s[1] = {number}")
                lines.append(f"{pad}return")
            case _:
                raise AssertionError(stmt)
    return lines


def is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def branch(test: str, then: list[str], otherwise: list[str], pad: str) -> list[str]:
    """An if statement; empty parts are left out."""
    has_then = any(not is_comment(line) for line in then)
    has_else = any(not is_comment(line) for line in otherwise)
    test = unwrapped(test)
    if not has_then and not has_else:
        return []
    if not has_then:
        return [f"{pad}if not ({test}):", *otherwise]
    if not has_else:
        return [f"{pad}if {test}:", *then]
    return [f"{pad}if {test}:", *then, f"{pad}else:", *otherwise]


def unwrapped(text: str) -> str:
    """Without parentheses round the whole."""
    while text.startswith("(") and text.endswith(")"):
        depth = 0
        for place, char in enumerate(text):
            depth += (char == "(") - (char == ")")
            if depth == 0 and place < len(text) - 1:
                return text
        text = text[1:-1]
    return text


def function_text(name: str, params: Sequence[str], body: Body, result: str) -> str:
    """A whole function that computes one value; a fault raises LookupError there."""
    lines = [f"def {name}({', '.join(params)}):"]
    for line in simple_lines(body, 1):
        if line.strip().startswith("s[1] = "):
            indent = line[: len(line) - len(line.lstrip())]
            lines.append(f"{indent}return range(0)[1]")
        else:
            lines.append(line)
    lines.append(f"{INDENT}return {result}")
    return "\n".join(lines) + "\n"


def joined(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def without_faults(lines: Sequence[str], answer: str) -> list[str]:
    """Lines of a question that give `answer` where the rules can't tell, and leave the game as it is."""
    found: list[str] = []
    for line in lines:
        if line.strip() == "return":
            if found and found[-1].strip().startswith("s[1] ="):
                found.pop()
            found.append(f"{line} {answer}")
        else:
            found.append(line)
    return found
