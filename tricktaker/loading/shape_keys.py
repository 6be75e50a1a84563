"""Says what is wrong with keys: unknown, missing, or together with others they don't go with."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import islice

from tricktaker.diagnostics import Note, Report, Span, did_you_mean
from tricktaker.loading.nodes import Entry, Mapping, Scalar
from tricktaker.loading.schema_guide import SchemaGuide, leading_keys
from tricktaker.loading.shape_findings import Finding, Spot, listed, shown

MAX_STRANGERS = 50
"""How many unknown keys of one map are reported."""

_NOUNS = {"shuffle": "a step", "must": "a line", "type": "a variable", "values": "an option", "standard": "a deck"}


class Keys:
    """Reports on the keys of one document."""

    def __init__(self, guide: SchemaGuide, report: Report) -> None:
        self.guide = guide
        self.report = report
        self.incomplete: list[Span] = []
        """Maps in which something is missing: what is said about them later is a consequence."""

    def unknown_keys(self, spot: Spot, found: Finding) -> None:
        known = found.schema.get("properties", {})
        assert isinstance(spot.node, Mapping)
        for entry in _strangers(spot.node, known):
            self.unknown_key(spot, entry, list(known))

    def unknown_key(self, spot: Spot, entry: Entry, known: list[str]) -> None:
        name = shown(entry.name)
        near = did_you_mean(entry.name, known)
        where = f" in `{shown(spot.name)}`" if spot.name is not None else ""
        self.report.error(
            "unknown-key",
            f"unknown key `{name}`{where}",
            entry.key.span,
            help=self.help_for_key(spot, entry, near, known),
        )
        self.report.mark_broken(entry.key.span.to(entry.value.span))

    def help_for_key(self, spot: Spot, entry: Entry, near: str | None, known: list[str]) -> str | None:
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
        return f"known here: {listed(known)}" if len(known) <= 12 else None

    def bad_name(self, spot: Spot, found: Finding) -> None:
        assert isinstance(spot.node, Mapping)
        entry = spot.node.entry(str(found.instance))
        if entry is None:
            return
        text = shown(entry.name)
        if found.keyword in ("minLength", "maxLength"):
            message = f"the name `{text}` is too long" if found.keyword == "maxLength" else "a name is empty"
            help = f"at most {found.expected} characters" if found.keyword == "maxLength" else None
        elif found.keyword == "not":
            self.report.error(
                "misplaced-key",
                f"`{text}` doesn't go with `decks`",
                entry.key.span,
                help=f"move it under `decks` as `{text}`",
            )
            return
        else:
            message = f"`{text}` can't be a name here"
            help = "names are letters, digits and `_`, not beginning with a digit"
            if spot.name == "define":
                help += "; with `card.` before or `(suit s)` behind where it has one"
        self.report.error("bad-name", message, entry.key.span, help=help)
        self.report.mark_broken(entry.key.span)

    def missing(self, spot: Spot, group: list[Finding]) -> None:
        node = spot.node
        assert isinstance(node, Mapping)
        known = list(self.guide.at(spot.path).get("properties", {}))
        typos = {did_you_mean(entry.name, known) for entry in _strangers(node, known)} - {None}
        outside = spot.parents[-1][1] if spot.parents else None
        if isinstance(outside, Mapping) and spot.entry is not None:
            # a key beside the braces instead of inside: reported there
            typos |= {entry.name for entry in outside if entry is not spot.entry}
        wanted: list[str] = []
        instead: str | None = None
        for found in group:
            for key in _wanted(found):
                if key not in node and key not in wanted and key not in typos:
                    wanted.append(key)
                    instead = self.alternative(found) if spot.parents else None
        if not wanted or instead in typos:
            return
        keys = listed(wanted) if instead is None else f"`{instead}` or {listed(wanted)}"
        if not spot.parents:
            message = f"{keys} {'is' if len(wanted) == 1 else 'are'} missing at the top level"
        elif spot.entry is not None:
            message = f"`{shown(spot.entry.name)}` needs {keys}"
        else:
            message = f"this entry of `{shown(spot.name or '')}` needs {keys}"
        self.report.error("missing-key", message, spot.place)
        if spot.parents:
            self.incomplete.append(node.span)

    def alternative(self, found: Finding) -> str | None:
        """The key that could stand instead of what is missing."""
        if found.schema_path[-2:-1] != ("else",):
            return None
        test = self.guide.behind(found.schema_path[:-2]).get("if", {})
        return test["required"][0] if "required" in test else None

    def nothing_to_remove(self, entry: Entry) -> None:
        """`none` where no extended file wrote anything."""
        name = shown(entry.name)
        self.report.error(
            "nothing-to-remove",
            f"`none` removes `{name}`, and there is no `{name}` to be removed",
            entry.value.span,
            help=f"remove the line, or say what `{name}` is",
        )
        self.report.mark_broken(entry.key.span.to(entry.value.span))

    def excluded(self, spot: Spot, found: Finding) -> None:
        """A key that can't stand beside another."""
        if spot.entry is not None:
            self.report.error(
                "misplaced-key", f"`{spot.name}` doesn't go with `{self.condition(found)}`", spot.entry.key.span
            )

    def condition(self, found: Finding) -> str | None:
        """The key whose presence led to a finding."""
        path = found.schema_path
        if "dependencies" in path:
            return str(path[path.index("dependencies") + 1])
        branch = next(at for at in reversed(range(len(path))) if path[at] in ("then", "else"))
        test = self.guide.behind(path[:branch]).get("if", {})
        return str(test["required"][0]) if "required" in test else None

    def misplaced(self, spot: Spot, group: list[Finding]) -> bool:
        """Keys that don't go together; whether it is two leading ones."""
        node = spot.node
        assert isinstance(node, Mapping)
        conditions = [self.condition(found) for found in group]
        part = self.guide.at(spot.path)
        leading = leading_keys(part)
        leaders = [entry for entry in node if entry.name in leading and entry.name in conditions]
        if len(leaders) > 1:
            noun = _noun(leading)
            first, second = leaders[:2]
            if noun in ("a step", "a line"):
                both = listed([entry.name for entry in leaders])
                slug, message = "ambiguous-step", f"{noun} has one leading key, this has {both}"
            else:
                slug, message = "misplaced-key", f"{noun} has `{first.name}` or `{second.name}`, not both"
                self.incomplete.append(node.span)
            self.report.error(
                slug,
                message,
                second.key.span,
                help=_help_for_two(first.name, second.name, noun),
                notes=[Note(f"`{first.name}` stands here", first.key.span)],
            )
            return True
        known = part.get("properties", {})
        for found, key in zip(group, conditions, strict=True):
            entry = node.entry(str(found.instance))
            if entry is None or entry.name not in known:
                continue
            takers = [
                leader for leader in leading if entry.name in part["dependencies"][leader]["propertyNames"]["enum"]
            ]
            self.report.error(
                "misplaced-key",
                f"`{entry.name}` doesn't go with `{key}`",
                entry.key.span,
                help=f"it goes with {listed(takers)}" if takers else None,
            )
            self.report.mark_broken(entry.key.span.to(entry.value.span))
        return False

    def no_leading_key(self, spot: Spot, found: Finding) -> None:
        part = self.guide.at(found.path)
        leading = leading_keys(part)
        node = spot.node
        if not leading or not isinstance(node, Mapping):
            return
        known = list(part.get("properties", {}))
        if any(did_you_mean(entry.name, known) in leading for entry in _strangers(node, known)):
            return
        only = f", only {listed(node.keys())}" if node.entries else ""
        if (noun := _noun(leading)) in ("a step", "a line"):
            message = f"this {noun[2:]} has no leading key{only}"
            self.report.error("ambiguous-step", message, spot.place, help=f"one of {listed(leading, 'or')}")
        else:
            message = f"`{shown(spot.name or '')}` needs one of {listed(leading, 'or')}"
            self.report.error("missing-key", message, spot.place)
        self.incomplete.append(node.span)

    def check_menu_entry(self, node: Mapping) -> None:
        """A menu entry has one key of its own, its name; everything else stands beside it."""
        beside = list(self.guide.definition("menu_entry")["properties"])
        names = [entry for entry in node if entry.name not in beside]
        if len(names) > 1:
            picks = [entry for entry in names[1:] if entry.name in ("from", "as", "set")]
            odd = [entry for entry in names if did_you_mean(entry.name, beside)]
            for entry in picks or odd or names[1:2]:
                near = did_you_mean(entry.name, beside) if not picks else None
                if near is not None:
                    message, help = f"unknown key `{shown(entry.name)}` in a menu entry", f"did you mean `{near}`?"
                elif picks:
                    message = f"`{entry.name}` beside the name of a menu entry"
                    help = f"put `{entry.name}` inside the braces of `{shown(names[0].name)}`"
                else:
                    message = f"a menu entry has one name, this has {listed([name.name for name in names[:3]])}"
                    help = "start each entry with `- `"
                slug = "unknown-key" if near is not None else "ambiguous-step"
                self.report.error(slug, message, entry.key.span, help=help)
                self.report.mark_broken(entry.key.span.to(entry.value.span))
        elif not names and node.entries:
            self.report.error(
                "ambiguous-step",
                f"a menu entry needs a name, this has only {listed(node.keys())}",
                node.entries[0].key.span,
                help="the name is the first key: `- pass:`",
            )


def _strangers(node: Mapping, known: Container[str]) -> Iterator[Entry]:
    """Entries with a key that means nothing there; not all of very many."""
    return islice((entry for entry in node if entry.name not in known), MAX_STRANGERS)


def _noun(leading: list[str]) -> str:
    return next((noun for key, noun in _NOUNS.items() if key in leading), "an entry")


def _help_for_two(first: str, second: str, noun: str) -> str:
    if noun == "a step":
        if "if" in (first, second):
            other = second if first == "if" else first
            return f"put `{other}` below `then:`, as a step of its own"
        return "make two steps: start each with `- `"
    return "keep one of them"


def _wanted(found: Finding) -> list[str]:
    """The keys a finding says are needed."""
    if found.keyword == "required":
        return list(found.expected)
    return [need for key, needs in found.expected.items() if key in found.instance for need in needs]
