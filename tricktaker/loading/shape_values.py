"""Says what is wrong with values: their type, their range, or that they are none of those allowed."""

from __future__ import annotations

from typing import Any

from tricktaker.diagnostics import Report, did_you_mean
from tricktaker.loading.nodes import Mapping, Scalar, Sequence
from tricktaker.loading.schema_guide import SchemaGuide, is_removal
from tricktaker.loading.shape_findings import Finding, Spot, listed, shown

_TYPES = {
    frozenset({"string", "integer", "boolean"}): "an expression",
    frozenset({"string", "integer", "boolean", "array"}): "an expression or a list",
    frozenset({"string", "integer"}): "a text or a number",
    frozenset({"string", "array"}): "a word or a list",
    frozenset({"string", "object"}): "a word or a map of keys",
    frozenset({"string", "integer", "object"}): "a number, a range or a map of keys",
    frozenset({"object", "null"}): "a map of keys or nothing",
    frozenset({"object"}): "a map of keys",
    frozenset({"array"}): "a list",
    frozenset({"array", "object"}): "a list or a map of keys",
    frozenset({"string"}): "a text",
    frozenset({"integer"}): "a whole number",
    frozenset({"boolean"}): "true or false",
}

_YES_NO = frozenset({"yes", "no", "on", "off", "y", "n"})


class Values:
    """Reports on the values of one document."""

    def __init__(self, guide: SchemaGuide, report: Report) -> None:
        self.guide = guide
        self.report = report

    def wrong_type(self, spot: Spot, expected: frozenset[str], schema: Any = None) -> None:
        node = spot.node
        if self.report.is_broken(node.span):
            return
        if isinstance(schema, dict) and is_removal(schema):
            expected -= {"string"}
        wanted = _TYPES.get(expected, " or ".join(sorted(expected)))
        if schema == self.guide.definition("word"):
            wanted = "a word or a number"
        name = f"`{shown(spot.path_name)}`" if spot.name is not None else "the file"
        who = name if spot.entry is not None or spot.name is None else f"an entry of {name}"
        if isinstance(node, Scalar) and node.value is None and node.text == "":
            place = spot.entry.key.span if spot.entry is not None else node.span
            self.report.error("wrong-type", f"{who} has no value", place, help=f"it needs {wanted}")
            return
        if isinstance(node, Scalar):
            kind = "nothing" if node.value is None else f"`{shown(node.text)}`"
            if "string" in expected and isinstance(node.value, int):
                kind = f"the value `{node.text}`" if isinstance(node.value, bool) else f"the number `{node.text}`"
        else:
            kind = "a list" if isinstance(node, Sequence) else "a map of keys"
        self.report.error(
            "wrong-type", f"{who} needs {wanted}, this is {kind}", node.span, help=self.help_for_type(spot, expected)
        )
        self.report.mark_broken(node.span)

    def help_for_type(self, spot: Spot, expected: frozenset[str]) -> str | None:
        node = spot.node
        if isinstance(node, Scalar):
            if expected == {"boolean"} and node.text.lower() in _YES_NO:
                return "write `true` or `false`"
            if node.value is None:
                return f"`{shown(node.text)}` means nothing in YAML; for a text, quote it"
            if expected == {"string"} and not isinstance(node.value, str):
                return f'quote it: `"{shown(node.text)}"`'
            if expected == {"array"}:
                of_maps = self.guide.child(self.guide.at(spot.path), 0).get("type") == "object"
                return "write `- key: value` lines below it" if of_maps else f"write a list: `[{shown(node.text)}]`"
            if "object" in expected:
                return self.help_for_word(spot, node)
        if isinstance(node, Mapping):
            if "array" in expected and "string" not in expected and "object" not in expected:
                return "start each entry of the list with `- `"
            if expected >= {"string", "integer"}:
                return "if it is an expression with braces or `: ` in it, quote it"
        if isinstance(node, Sequence) and "object" in expected:
            return "write `key: value` lines without `- `"
        return None

    def help_for_word(self, spot: Spot, node: Scalar) -> str | None:
        """A bare word where a map is needed."""
        part = self.guide.at(spot.path)
        if part is self.guide.definition("menu_entry") and " " not in node.text:
            return f"write `- {shown(node.text)}:`"
        if node.text in part.get("properties", {}):
            return f"write `{'- ' if spot.entry is None else ''}{node.text}: …`"
        if "count" in part.get("properties", {}) and "to" not in part["properties"]:
            return f"write `{{count: {shown(node.text)}}}`"
        around = self.guide.at(spot.path[:-1]).get("properties", {}) if spot.path else {}
        for example in around.get(spot.name, {}).get("examples", []):
            if isinstance(example, dict) and not any(isinstance(value, dict | list) for value in example.values()):
                pairs = ", ".join(f"{key}: {_word(value)}" for key, value in example.items())
                return f"such as `{{{pairs}}}`"
        return None

    def not_one_of(self, spot: Spot, found: Finding) -> None:
        choices = [_word(value) for value in found.expected]
        if choices == ["none"]:
            kinds = self.guide.behind(found.schema_path[:-2]).get("type", [])
            self.wrong_type(spot, as_set(kinds) - {"string"})
            return
        if spot.name == "tricktaker" and len(spot.parents) == 1:
            self.report.error(
                "bad-value",
                f"version {choices[0]} of the rule language is the only one known here",
                spot.node.span,
                help="write `tricktaker: 1`",
            )
            return
        text = spot.node.text if isinstance(spot.node, Scalar) else "this"
        name = shown(spot.path_name)
        near = did_you_mean(text, choices)
        if near is None and len(choices) > 1:
            help = f"one of {listed(choices, 'or')}"
        else:
            help = f"did you mean `{near}`?" if near is not None else f"write `{choices[0]}`"
        self.report.error("bad-value", f"`{shown(text)}` is not a value of `{name}`", spot.node.span, help=help)
        self.report.mark_broken(spot.node.span)

    def out_of_bounds(self, spot: Spot, found: Finding) -> None:
        name = f"`{shown(spot.path_name)}`" if spot.name is not None else "this"
        text = shown(spot.node.text) if isinstance(spot.node, Scalar) else ""
        limit = found.expected
        message, help = {
            "minimum": (f"{name} is at least {limit}, this is {text}", None),
            "maximum": (f"{name} is at most {limit}, this is {text}", None),
            "minLength": (f"{name} has no text", "write something, or remove the key"),
            "maxLength": (f"the text is too long: {len(str(found.instance))} characters", f"at most {limit}"),
            "minItems": (f"{name} needs {'a value' if limit == 1 else f'{limit} values'} in its list", None),
            "maxItems": (f"{name} has more than {limit} values in its list", None),
            "minProperties": (f"{name} is empty", "write something in it, or remove it"),
            "maxProperties": (f"{name} has more than {limit} key{'s' if limit != 1 else ''}", None),
            "uniqueItems": (f"{name} holds a value twice", None),
            "pattern": (f"`{text}` is not a value of {name}", _pattern_help(spot.name)),
        }.get(found.keyword, (f"{name} is not right here", None))
        place = spot.node.span
        if found.keyword == "uniqueItems" and isinstance(spot.node, Sequence):
            seen: list[str] = []
            for item in spot.node:
                if isinstance(item, Scalar) and item.text in seen:
                    message, place = f"`{shown(item.text)}` stands in {name} a second time", item.span
                    break
                seen.append(item.text if isinstance(item, Scalar) else "")
        if found.keyword in ("minLength", "minProperties") and spot.entry is not None:
            place = spot.entry.key.span
        self.report.error("bad-value", message, place, help=help)
        self.report.mark_broken(spot.node.span)


def _pattern_help(name: str | None) -> str | None:
    if name in ("players", "count"):
        return "a number such as `4`, or a range such as `2..8`"
    if name == "extends":
        return "the name of a game, without folder and `.yaml`"
    if name == "finding":
        return "lower-case words with `-` between them, as `check` prints them"
    return "letters, digits and `_`, not beginning with a digit"


def as_set(types: Any) -> frozenset[str]:
    return frozenset([types] if isinstance(types, str) else types)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
