"""Diagnostics for programs: JSON and the annotations of GitHub."""

from __future__ import annotations

import json

from tricktaker.diagnostics import Note, Report, Span, render_github, render_json


def report() -> Report:
    found = Report()
    found.sources["a.yaml"] = ["a: b", "c: d"]
    found.error(
        "bad-value",
        "no `b`, 100%: really",
        Span("a.yaml", 1, 4, 1, 5),
        help="write `x`",
        notes=[Note("see", Span("a.yaml", 2, 1, 2, 2))],
    )
    found.warning("odd", "nowhere", None)
    return found


def test_json() -> None:
    data = json.loads(render_json(report()))
    assert (data["version"], data["errors"], data["warnings"]) == (1, 1, 1)
    odd, bad = data["diagnostics"]
    assert odd["file"] is None and odd["severity"] == "warning"
    assert bad["slug"] == "bad-value"
    assert [bad[key] for key in ("line", "column", "end_line", "end_column")] == [1, 4, 1, 5]
    assert bad["notes"][0]["line"] == 2


def test_github() -> None:
    assert render_github(report()).splitlines() == [
        "::warning title=odd::nowhere",
        "::error file=a.yaml,line=1,col=4,endLine=1,endColumn=4,title=bad-value"
        "::no `b`, 100%25: really%0Anote: see%0Ahelp: write `x`",
    ]


def test_github_properties_are_escaped() -> None:
    found = Report()
    found.error("a", "b", Span("c:,d\n.yaml", 1, 1, 2, 1))
    assert render_github(found) == "::error file=c%3A%2Cd .yaml,line=1,col=1,title=a::b\n"


def test_nothing() -> None:
    assert render_github(Report()) == ""
    assert json.loads(render_json(Report()))["diagnostics"] == []
