"""Sorts what the validator found, so that each mistake is said once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tricktaker.diagnostics import Report
from tricktaker.loading.nodes import Mapping
from tricktaker.loading.schema_guide import Path, SchemaGuide
from tricktaker.loading.shape_findings import Finding, find_spot
from tricktaker.loading.shape_keys import Keys
from tricktaker.loading.shape_values import Values, as_set


class Translator:
    """Turns findings about one document into diagnostics."""

    def __init__(self, guide: SchemaGuide, doc: Mapping, report: Report) -> None:
        self.doc = doc
        self.report = report
        self.keys = Keys(guide, report)
        self.values = Values(guide, report)

    def report_all(self, findings: Iterable[Finding]) -> None:
        missing: dict[Path, list[Finding]] = defaultdict(list)
        names: dict[Path, list[Finding]] = defaultdict(list)
        others: list[Finding] = []
        for found in findings:
            if found.keyword in ("required", "dependencies"):
                missing[found.path].append(found)
            elif "propertyNames" in found.schema_path and found.keyword == "enum":
                names[found.path].append(found)
            else:
                others.append(found)
        ambiguous = {path for path, group in names.items() if self.keys.misplaced(find_spot(self.doc, path), group)}
        for path, group in missing.items():
            if path not in ambiguous:
                self.keys.missing(find_spot(self.doc, path), group)
        for found in others:
            self.one(found)
        for span in self.keys.incomplete:
            self.report.mark_broken(span)

    def one(self, found: Finding) -> None:
        spot = find_spot(self.doc, found.path)
        if "propertyNames" in found.schema_path:
            self.keys.bad_name(spot, found)
            return
        match found.keyword:
            case "additionalProperties":
                self.keys.unknown_keys(spot, found)
            case "type":
                self.values.wrong_type(spot, as_set(found.expected), found.schema)
            case "enum":
                self.values.not_one_of(spot, found)
            case "not" if found.schema_path[-2:] == ("then", "not"):
                self.keys.no_leading_key(spot, found)
            case "not":
                self.keys.excluded(spot, found)
            case _:
                self.values.out_of_bounds(spot, found)
