"""Finds the part of the JSON Schema that speaks about a place of a document."""

from __future__ import annotations

from typing import Any, TypeAlias

Path: TypeAlias = tuple[str | int, ...]

Part: TypeAlias = dict[str, Any]


class SchemaGuide:
    """A JSON Schema that can be asked by place."""

    def __init__(self, schema: Part) -> None:
        self.root = schema

    def definition(self, name: str) -> Part:
        part: Part = self.root["definitions"][name]
        return part

    def resolve(self, part: Any) -> Any:
        """The part behind a `$ref`."""
        while isinstance(part, dict) and "$ref" in part:
            part = self.definition(part["$ref"].rpartition("/")[2])
        return part

    def child(self, part: Part, step: str | int) -> Part:
        """What is said about an entry of a map or a list; nothing if anything goes."""
        if isinstance(step, int):
            found = part.get("items")
        else:
            found = part.get("properties", {}).get(step) or part.get("additionalProperties")
        found = self.resolve(found)
        return found if isinstance(found, dict) else {}

    def at(self, path: Path) -> Part:
        """What is said about the place of a document."""
        part = self.root
        for step in path:
            part = self.child(part, step)
        return part

    def behind(self, path: Path) -> Any:
        """The part at a path inside the schema itself; the path leaves `$ref` out, as the validator does."""
        part: Any = self.root
        for step in path:
            part = self.resolve(part[step])
        return part


def leading_keys(part: Part) -> list[str]:
    """The keys that decide what an object is, of which it has one."""
    rules = part.get("dependencies", {})
    keys = [key for key, rule in rules.items() if isinstance(rule, dict) and "propertyNames" in rule]
    return keys if len(keys) > 1 else []


def is_removal(part: Part) -> bool:
    """Whether the word `none` stands there only to remove something."""
    return bool(part.get("then") == {"enum": ["none"]})
