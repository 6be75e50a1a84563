"""From a file's name to checked rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tricktaker.diagnostics import Report
from tricktaker.loading import nodes
from tricktaker.loading.options import Value
from tricktaker.loading.variant import read_rules
from tricktaker.model import Rules


def load_rules(variant: str | Path, players: int | None = None, options: Mapping[str, Value] | None = None) -> Rules:
    """The rules of a file or shipped game.

    Raises VariantError with everything that is wrong, BadOption for options the game doesn't have, and
    FileNotFoundError.
    """
    report = Report()
    rules = try_rules(variant, report, players, options)
    report.raise_if_errors()
    assert rules is not None
    return rules


def try_rules(
    variant: str | Path, report: Report, players: int | None = None, options: Mapping[str, Value] | None = None
) -> Rules | None:
    """As `load_rules`, with mistakes collected in `report`."""
    doc = read_document(variant, report)
    if doc is None:
        return None
    return read_rules(doc, str(variant), report, players=players, options=options)


def read_document(variant: str | Path, report: Report) -> nodes.Mapping | None:
    """The merged and shape-checked document; shape errors leave it usable for the semantic pass."""
    from tricktaker.loading.extends import load_document
    from tricktaker.loading.shape import check_shape

    doc = load_document(variant, report)
    if doc is not None:
        check_shape(doc, report)
    return doc
