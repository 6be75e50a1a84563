"""The schema is the manual on hover: every key says what it is and shows an example, and the examples are valid."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tricktaker.diagnostics import Report, render_text
from tricktaker.loading.extends import load_document
from tricktaker.loading.reader import plain, read_file
from tricktaker.loading.shape import check_shape, variant_schema

ROOT = Path(__file__).parents[2]
VARIANTS = sorted(
    [*ROOT.glob("variants/*.yaml"), *ROOT.glob("tests/variants/*.yaml"), *ROOT.glob("examples/**/*.yaml")]
)
SCHEMA = variant_schema()


def parts(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """All schemas inside the schema, with their paths."""
    if isinstance(schema, dict):
        yield path, schema
        for key, part in schema.items():
            if path.endswith("/properties") or key not in ("examples", "enum"):
                yield from parts(part, f"{path}/{key}")
    elif isinstance(schema, list):
        for number, part in enumerate(schema):
            yield from parts(part, f"{path}/{number}")


def properties() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, part in parts(SCHEMA):
        if part.get("type") or path == "":
            for name, described in part.get("properties", {}).items():
                yield f"{path}/{name}", described


PROPERTIES = list(properties())


def test_it_is_a_schema_editors_can_read() -> None:
    Draft7Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "http://json-schema.org/draft-07/schema#"
    used = {key for path, part in parts(SCHEMA) for key in part if not path.endswith("/properties")}
    assert not used & {"oneOf", "anyOf", "$defs", "unevaluatedProperties"}


@pytest.mark.parametrize(("path", "part"), PROPERTIES, ids=[path for path, _ in PROPERTIES])
def test_each_key_is_described_and_shown(path: str, part: dict[str, Any]) -> None:
    assert part["description"].endswith((".", "?"))
    assert len(part["description"]) < 250
    assert part["examples"]
    schema = {**part, "definitions": SCHEMA["definitions"]}
    if "$ref" in schema:
        schema = {"$ref": schema["$ref"], "definitions": SCHEMA["definitions"]}
    for example in part["examples"]:
        errors = [error.message for error in Draft7Validator(schema).iter_errors(example)]
        assert not errors, example


def test_each_definition_is_described_and_used() -> None:
    used = {part["$ref"].rpartition("/")[2] for _, part in parts(SCHEMA) if isinstance(part.get("$ref"), str)}
    assert set(SCHEMA["definitions"]) == used
    for name, part in SCHEMA["definitions"].items():
        assert part["description"].endswith("."), name


def test_objects_are_closed() -> None:
    for path, part in parts(SCHEMA):
        if "properties" in part and ("type" in part or path == ""):
            assert "additionalProperties" in part, path


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.name)
def test_every_variant_is_valid(path: Path) -> None:
    report = Report()
    doc = load_document(path, report, search=[path.parent])
    assert doc is not None
    check_shape(doc, report)
    assert not report.diagnostics, render_text(report)


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.name)
def test_every_variant_is_valid_in_an_editor(path: Path) -> None:
    """An editor sees the file alone, without the one it extends."""
    node = read_file(path, Report())
    assert node is not None
    assert [error.message for error in Draft7Validator(SCHEMA).iter_errors(plain(node))] == []
