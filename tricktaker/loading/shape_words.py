"""Says in words what the schema found, keyword by keyword."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tricktaker.diagnostics import Note, Report, Span, did_you_mean
from tricktaker.loading.nodes import Entry, Mapping, Node, Scalar, Sequence
from tricktaker.loading.schema_guide import Path, SchemaGuide, is_removal, leading_keys

_SHOWN = 60
"""Characters of the author's text that a message quotes at most."""

_NOUNS = {"shuffle": "a step", "must": "a line", "type": "a variable", "values": "an option", "standard": "a deck"}

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


@dataclass(frozen=True, slots=True)
class Finding:
    """One error of the validator."""

    keyword: str
    expected: Any
    instance: Any
    schema: Any
    path: Path
    schema_path: Path


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place in the document: a node, the key it stands under, and the maps around it."""

    node: Node
    entry: Entry | None
    parents: tuple[tuple[str | int, Node], ...]

    @property
    def name(self) -> str | None:
        """The nearest key above."""
        if self.entry is not None:
            return self.entry.name
        return next((str(step) for step, _ in reversed(self.parents) if isinstance(step, str)), None)

    @property
    def place(self) -> Span:
        """Where something missing in the node is reported: at its key, or where it begins."""
        if self.entry is not None:
            return self.entry.key.span
        if isinstance(self.node, Mapping) and self.node.entries:
            return self.node.entries[0].key.span
        return self.node.span


class Translator:
    """Turns findings about one document into diagnostics, each mistake once."""

    def __init__(self, guide: SchemaGuide, doc: Mapping, report: Report) -> None:
        self.guide = guide
        self.doc = doc
        self.report = report

    def report_all(self, findings: Iterable[Finding]) -> None:
        missing: dict[Path, list[str]] = defaultdict(list)
        names: dict[Path, list[Finding]] = defaultdict(list)
        lacking: list[Finding] = []
        for found in findings:
            if found.keyword == "required":
                # the validator names one key a finding, but not in a form to rely on
                wanted = [key for key in found.expected if key not in found.instance]
                missing[found.path] += [key for key in wanted if key not in missing[found.path]]
            elif "propertyNames" in found.schema_path and found.keyword == "enum":
                names[found.path].append(found)
            elif found.keyword == "None" and found.schema_path[-1:] == ("then",):
                lacking.append(found)
            elif found.keyword == "dependencies":
                self.dependency(found, missing)
            else:
                self.one(found)
        for path, group in names.items():
            self.misplaced(path, group)
        for found in lacking:
            self.no_leading_key(found)
        for path, keys in missing.items():
            self.missing(path, keys)

    def one(self, found: Finding) -> None:
        spot = self.spot(found.path)
        if "propertyNames" in found.schema_path:
            self.bad_name(spot, found)
            return
        match found.keyword:
            case "additionalProperties":
                self.unknown_keys(spot, found)
            case "type":
                self.wrong_type(spot, _as_set(found.expected), found.schema)
            case "enum" | "const":
                self.not_one_of(spot, found)
            case "None":
                self.excluded(spot, found)
            case _:
                self.out_of_bounds(spot, found)

    # -- places

    def spot(self, path: Path) -> _Spot:
        node: Node = self.doc
        entry: Entry | None = None
        parents: list[tuple[str | int, Node]] = []
        for step in path:
            parents.append((step, node))
            if isinstance(node, Sequence) and isinstance(step, int):
                node, entry = node.items[step], None
            elif isinstance(node, Mapping):
                entry = node.entry(str(step))
                assert entry is not None
                node = entry.value
        return _Spot(node, entry, tuple(parents))

    # -- keys

    def unknown_keys(self, spot: _Spot, found: Finding) -> None:
        known = found.schema.get("properties", {})
        assert isinstance(spot.node, Mapping)
        for entry in spot.node:
            if entry.name not in known:
                self.unknown_key(spot, entry, list(known))

    def unknown_key(self, spot: _Spot, entry: Entry, known: list[str]) -> None:
        name = _shown(entry.name)
        assert isinstance(spot.node, Mapping)
        free = [key for key in known if key not in spot.node]
        near = did_you_mean(entry.name, free) or did_you_mean(entry.name, known)
        where = f" in `{_shown(spot.name)}`" if spot.name is not None else ""
        self.report.error("unknown-key", f"unknown key `{name}`{where}", entry.key.span,
                          help=self.help_for_key(spot, entry, near, free))  # fmt: skip
        self.report.mark_broken(entry.key.span.to(entry.value.span))

    def help_for_key(self, spot: _Spot, entry: Entry, near: str | None, free: list[str]) -> str | None:
        step = self.guide.definition("step")
        beside = [key for key in step["properties"] if key not in leading_keys(step)]
        if spot.name in step["properties"] and entry.name in beside and spot.parents:
            return f"`{entry.name}` stands beside `{spot.name}`, not inside its braces"
        assert isinstance(spot.node, Mapping)
        for other in spot.node:
            inner = self.guide.resolve(step["properties"].get(other.name, {}))
            if entry.name in inner.get("properties", {}) and isinstance(other.value, Mapping):
                return f"put `{entry.name}` inside the braces of `{other.name}`"
        if near is not None:
            return f"did you mean `{near}`?"
        if isinstance(entry.value, Scalar) and entry.value.value is None and " " in entry.name:
            return "a comma splits texts inside `{}`: quote the text or use block style"
        return f"known here: {_listed(free)}" if free and len(free) <= 12 else None

    def bad_name(self, spot: _Spot, found: Finding) -> None:
        assert isinstance(spot.node, Mapping)
        entry = spot.node.entry(str(found.instance))
        if entry is None:
            return
        text = _shown(entry.name)
        if found.keyword in ("minLength", "maxLength"):
            message = f"the name `{text}` is too long" if found.keyword == "maxLength" else "a name is empty"
            help = f"at most {found.expected} characters" if found.keyword == "maxLength" else None
        elif found.keyword == "not":
            self.report.error("misplaced-key", f"`{text}` doesn't go with `decks`", entry.key.span,
                              help=f"move it under `decks` as `{text}`")  # fmt: skip
            return
        else:
            message = f"`{text}` can't be a name here"
            help = "names are letters, digits and `_`, not beginning with a digit"
            if spot.name == "define":
                help += "; with `card.` before or `(suit s)` behind where it has one"
        self.report.error("bad-name", message, entry.key.span, help=help)
        self.report.mark_broken(entry.key.span)

    def missing(self, path: Path, keys: list[str]) -> None:
        spot = self.spot(path)
        subject = f"`{_shown(spot.name)}`" if spot.entry is not None and spot.name is not None else None
        if subject is None and path:
            subject = f"this entry of `{_shown(spot.name or '')}`"
        if subject is None:
            verb = "is" if len(keys) == 1 else "are"
            message = f"{_listed(keys)} {verb} missing at the top level"
        else:
            message = f"{subject} needs {_listed(keys)}"
        known = list(self.guide.at(path).get("properties", {}))
        assert isinstance(spot.node, Mapping)
        for key in keys:
            for entry in spot.node:
                if entry.name not in known and did_you_mean(entry.name, known) == key:
                    return  # a mistyped key: reported as unknown already
        self.report.error("missing-key", message, spot.place)

    def nothing_to_remove(self, entry: Entry) -> None:
        """`none` where no extended file wrote anything."""
        name = _shown(entry.name)
        self.report.error("nothing-to-remove", f"`none` removes `{name}`, and there is no `{name}` to be removed",
                          entry.value.span, help=f"remove the line, or say what `{name}` is")  # fmt: skip
        self.report.mark_broken(entry.key.span.to(entry.value.span))

    def dependency(self, found: Finding, missing: dict[Path, list[str]]) -> None:
        for key, needs in found.expected.items():
            if key in found.instance and isinstance(needs, list):
                wanted = [need for need in needs if need not in found.instance]
                missing[found.path] += [need for need in wanted if need not in missing[found.path]]

    def excluded(self, spot: _Spot, found: Finding) -> None:
        """A key that can't stand beside another."""
        other = next((str(key) for key in found.schema_path if key in ("highest",)), "that")
        if spot.entry is not None:
            self.report.error("misplaced-key", f"`{spot.name}` doesn't go with `{other}`", spot.entry.key.span)

    # -- leading keys

    def condition(self, found: Finding) -> tuple[str | None, list[str]]:
        """The key whose presence led to a finding, and all keys that can lead there."""
        branches = [at for at, step in enumerate(found.schema_path) if step in ("then", "else")]
        if not branches:
            return None, []
        at = branches[-1]
        test = self.guide.behind(found.schema_path[:at]).get("if", {})
        key = test["required"][0] if "required" in test else None
        listed = found.schema_path[at - 2 : at - 1] == ("allOf",)
        return key, leading_keys(self.guide.behind(found.schema_path[: at - 2])) if listed else []

    def misplaced(self, path: Path, group: list[Finding]) -> None:
        spot = self.spot(path)
        assert isinstance(spot.node, Mapping)
        leading: list[str] = []
        present: set[str | None] = set()
        for found in group:
            key, leading = self.condition(found)
            present.add(key)
        leaders = [entry for entry in spot.node if entry.name in leading and entry.name in present]
        if len(leaders) > 1:
            noun = _noun(leading)
            second = leaders[1]
            self.report.error(
                "ambiguous-step",
                f"{noun} has one leading key, this has {_listed([entry.name for entry in leaders])}",
                second.key.span,
                help=_help_for_two(leaders[0].name, second.name, noun),
                notes=[Note(f"`{leaders[0].name}` stands here", leaders[0].key.span)],
            )
            return
        known = set(self.guide.at(path).get("properties", {}))
        for found in group:
            key, leading = self.condition(found)
            entry = spot.node.entry(str(found.instance))
            if entry is None or entry.name not in known:
                continue
            takers = self.takers(found, entry.name)
            self.report.error("misplaced-key", f"`{entry.name}` doesn't go with `{key}`", entry.key.span,
                              help=f"it goes with {_listed(takers)}" if takers else None)  # fmt: skip
            self.report.mark_broken(entry.key.span.to(entry.value.span))

    def takers(self, found: Finding, key: str) -> list[str]:
        at = max(index for index, step in enumerate(found.schema_path) if step in ("then", "else"))
        if found.schema_path[at - 2 : at - 1] != ("allOf",):
            return []
        branches = self.guide.behind(found.schema_path[: at - 2])["allOf"]
        return [
            branch["if"]["required"][0]
            for branch in branches
            if "required" in branch["if"] and key in branch["then"].get("propertyNames", {}).get("enum", ())
        ]

    def no_leading_key(self, found: Finding) -> None:
        spot = self.spot(found.path)
        part = self.guide.at(found.path)
        leading = leading_keys(part)
        noun = _noun(leading)
        if not leading:
            return
        assert isinstance(spot.node, Mapping)
        known = list(part.get("properties", {}))
        if any(entry.name not in known and did_you_mean(entry.name, known) in leading for entry in spot.node):
            return
        of = f"`{_shown(spot.name)}`" if spot.entry is not None and spot.name else noun
        keys = spot.node.keys()
        only = f", this has only {_listed(keys)}" if keys else ""
        what = "a leading key" if noun in ("a step", "a line") else "one of its kinds"
        self.report.error("ambiguous-step", f"{of} needs {what}{only}", spot.place,
                          help=f"one of {_listed(leading, 'or')}")  # fmt: skip

    def check_menu_entry(self, node: Mapping) -> None:
        """A menu entry has one key of its own, its name; everything else stands beside it."""
        beside = list(self.guide.definition("menu_entry")["properties"])
        names = [entry for entry in node if entry.name not in beside]
        if len(names) > 1:
            odd = [entry for entry in names if did_you_mean(entry.name, beside)]
            picks = [entry for entry in names[1:] if entry.name in ("from", "as", "set", "otherwise", "who", "do")]
            for entry in odd or picks or names[1:2]:
                near = did_you_mean(entry.name, beside)
                if near is not None and entry in odd:
                    message, help = f"unknown key `{_shown(entry.name)}` in a menu entry", f"did you mean `{near}`?"
                elif entry.name in ("from", "as", "set"):
                    message = f"`{entry.name}` beside the name of a menu entry"
                    help = f"put `{entry.name}` inside the braces of `{_shown(names[0].name)}`"
                else:
                    message = f"a menu entry has one name, this has {_listed([name.name for name in names[:3]])}"
                    help = "start each entry with `- `"
                slug = "unknown-key" if near is not None and entry in odd else "ambiguous-step"
                self.report.error(slug, message, entry.key.span, help=help)
                self.report.mark_broken(entry.key.span.to(entry.value.span))
        elif not names and node.entries:
            self.report.error("ambiguous-step", f"a menu entry needs a name, this has only {_listed(node.keys())}",
                              node.entries[0].key.span, help="the name is the first key: `- pass:`")  # fmt: skip

    # -- values

    def wrong_type(self, spot: _Spot, expected: frozenset[str], schema: Any = None) -> None:
        node = spot.node
        if isinstance(schema, dict) and is_removal(schema):
            expected -= {"string"}
        wanted = _TYPES.get(expected, " or ".join(sorted(expected)))
        name = f"`{_shown(spot.name)}`" if spot.name is not None else "the file"
        who = name if spot.entry is not None or spot.name is None else f"an entry of {name}"
        if isinstance(node, Scalar) and node.value is None and node.text == "":
            place = spot.entry.key.span if spot.entry is not None else node.span
            self.report.error("wrong-type", f"{who} has no value", place, help=f"it needs {wanted}")
            return
        if isinstance(node, Scalar):
            kind = "nothing" if node.value is None else f"`{_shown(node.text)}`"
            if "string" in expected and isinstance(node.value, int):
                kind = f"the value `{node.text}`" if isinstance(node.value, bool) else f"the number `{node.text}`"
        else:
            kind = "a list" if isinstance(node, Sequence) else "a map of keys"
        self.report.error("wrong-type", f"{who} needs {wanted}, this is {kind}", node.span,
                          help=self.help_for_type(spot, expected))  # fmt: skip
        self.report.mark_broken(node.span)

    def help_for_type(self, spot: _Spot, expected: frozenset[str]) -> str | None:
        node = spot.node
        if isinstance(node, Scalar):
            if expected == {"boolean"} and node.text.lower() in _YES_NO:
                return "write `true` or `false`"
            if node.value is None:
                return f"`{_shown(node.text)}` means nothing in YAML; for a text, quote it"
            if "string" in expected and not isinstance(node.value, str):
                return f'quote it: `"{_shown(node.text)}"`'
            if expected == {"array"}:
                return f"write a list: `[{_shown(node.text)}]`"
        if isinstance(node, Mapping):
            if "array" in expected and "object" not in expected:
                return "start each entry of the list with `- `"
            if expected >= {"string", "integer"}:
                return "if it is an expression with braces or `: ` in it, quote it"
        if isinstance(node, Sequence) and "object" in expected:
            return "write `key: value` lines without `- `"
        return None

    def not_one_of(self, spot: _Spot, found: Finding) -> None:
        choices = [_word(value) for value in (found.expected if found.keyword == "enum" else [found.expected])]
        if choices == ["none"]:
            kinds = self.guide.behind(found.schema_path[:-2]).get("type", [])
            self.wrong_type(spot, _as_set(kinds) - {"string"})
            return
        if spot.name == "tricktaker" and len(spot.parents) == 1:
            self.report.error("bad-value", f"version {choices[0]} of the rule language is the only one known here",
                              spot.node.span, help="write `tricktaker: 1`")  # fmt: skip
            return
        text = spot.node.text if isinstance(spot.node, Scalar) else "this"
        name = _shown(spot.name or "")
        near = did_you_mean(text, choices)
        if near is None and len(choices) > 1:
            help = f"one of {_listed(choices, 'or')}"
        else:
            help = f"did you mean `{near}`?" if near is not None else f"write `{choices[0]}`"
        self.report.error("bad-value", f"`{_shown(text)}` is not a value of `{name}`", spot.node.span, help=help)
        self.report.mark_broken(spot.node.span)

    def out_of_bounds(self, spot: _Spot, found: Finding) -> None:
        name = f"`{_shown(spot.name)}`" if spot.name is not None else "this"
        text = _shown(spot.node.text) if isinstance(spot.node, Scalar) else ""
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
                    message, place = f"`{_shown(item.text)}` stands in {name} a second time", item.span
                    break
                seen.append(item.text if isinstance(item, Scalar) else "")
        if found.keyword in ("minLength", "minProperties") and spot.entry is not None:
            place = spot.entry.key.span
        self.report.error("bad-value", message, place, help=help)
        self.report.mark_broken(spot.node.span)


def _noun(leading: list[str]) -> str:
    return next((noun for key, noun in _NOUNS.items() if key in leading), "an entry")


def _help_for_two(first: str, second: str, noun: str) -> str:
    if noun == "a step":
        if "if" in (first, second):
            other = second if first == "if" else first
            return f"put `{other}` below `then:`, as a step of its own"
        return "make two steps: start each with `- `"
    return "keep one of them"


def _pattern_help(name: str | None) -> str | None:
    if name in ("players", "count"):
        return "a number such as `4`, or a range such as `2..8`"
    if name == "extends":
        return "the name of a game, without folder and `.yaml`"
    if name == "finding":
        return "lower-case words with `-` between them, as `check` prints them"
    return "letters, digits and `_`, not beginning with a digit"


def _as_set(types: Any) -> frozenset[str]:
    return frozenset([types] if isinstance(types, str) else types)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _listed(words: Iterable[str], joint: str = "and") -> str:
    quoted = [f"`{_shown(word)}`" for word in words]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {joint} {quoted[-1]}"
