"""The shape of a variant: the JSON Schema pass, with every finding said in one sentence at its place."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from tricktaker.diagnostics import Report
from tricktaker.loading.nodes import Mapping, Node, Scalar, Sequence, plain
from tricktaker.loading.places import schemas_dir
from tricktaker.loading.schema_guide import Part, SchemaGuide, is_removal
from tricktaker.loading.shape_findings import Finding
from tricktaker.loading.shape_words import Translator

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

MAX_FINDINGS = 300
"""A file with more mistakes than this is not listed to its end."""


def check_shape(doc: Mapping, report: Report) -> None:
    """Report everything in a document, read and merged, that the schema doesn't allow."""
    guide = SchemaGuide(variant_schema())
    translator = Translator(guide, doc, report)
    _check_by_hand(doc, guide.root, guide, translator)
    errors = islice(_validator().iter_errors(plain(doc)), MAX_FINDINGS)
    translator.report_all(
        Finding(
            keyword=str(error.validator),
            expected=error.validator_value,
            instance=error.instance,
            schema=error.schema,
            path=tuple(error.absolute_path),
            schema_path=tuple(error.absolute_schema_path),
        )
        for error in errors
    )


@cache
def variant_schema() -> dict[str, Any]:
    """The JSON Schema of variant files."""
    text = (schemas_dir() / "variant.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@cache
def _validator() -> Validator:
    from jsonschema import Draft7Validator

    return Draft7Validator(variant_schema())


def _check_by_hand(node: Node, part: Part, guide: SchemaGuide, translator: Translator) -> None:
    """What the schema can't say: a menu entry has one name, and `none` removes something that is there."""
    if isinstance(node, Sequence):
        for item in node:
            _check_by_hand(item, guide.child(part, 0), guide, translator)
    elif isinstance(node, Mapping):
        if part is guide.definition("menu_entry"):
            translator.keys.check_menu_entry(node)
        for entry in node:
            inner = guide.child(part, entry.name)
            value = entry.value
            if isinstance(value, Scalar) and value.value == "none" and not value.quoted and is_removal(inner):
                translator.keys.nothing_to_remove(entry)
            _check_by_hand(value, inner, guide, translator)
