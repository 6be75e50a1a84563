"""Variants that build on others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tricktaker.diagnostics import Report
from tricktaker.loading.extends import load_document
from tricktaker.loading.nodes import Entry, Mapping, Scalar
from tricktaker.loading.reader import plain

BASE = """\
tricktaker: 1
name: Base
vars:
  score: {per: player, int: 0..9, lasts: game}
  extra: {int: 0..5}
define:
  trump: moons
  pair(player p, suit s): p.hand.count(suit == s) == 2
trick:
  lead:
    - {rule: first, must: a}
    - {rule: second, must: b}
  follow: [suit, trump]
round:
  - shuffle: deck
  - each: player
    do:
      - {rule: inner, add: {score: 1}}
  - {rule: last, end: round}
examples:
  - {about: one}
"""


def merged(child: str, folder: Path, base: str = BASE) -> tuple[Any, Report]:
    (folder / "base.yaml").write_text(base, encoding="utf-8")
    (folder / "child.yaml").write_text("tricktaker: 1\nextends: base\n" + child, encoding="utf-8")
    report = Report()
    doc = load_document(folder / "child.yaml", report)
    return None if doc is None else plain(doc), report


def fine(child: str, folder: Path) -> Any:
    data, report = merged(child, folder)
    assert not report.diagnostics
    return data


def test_maps_merge_at_every_depth(tmp_path: Path) -> None:
    data = fine("name: Child\nvars: {score: {int: 0..99}, more: {bool: false}}\n", tmp_path)
    assert data["name"] == "Child"
    assert data["vars"]["score"] == {"per": "player", "int": "0..99", "lasts": "game"}
    assert list(data["vars"]) == ["score", "extra", "more"]
    assert "extends" not in data


def test_none_removes(tmp_path: Path) -> None:
    data = fine("vars: {extra: none}\ndefine: none\ntrick: {follow: none}\n", tmp_path)
    assert list(data["vars"]) == ["score"]
    assert "define" not in data
    assert list(data["trick"]) == ["lead"]


def test_a_quoted_none_is_a_text(tmp_path: Path) -> None:
    assert fine('name: "none"\n', tmp_path)["name"] == "none"


def test_definitions_merge_by_name(tmp_path: Path) -> None:
    data = fine("define: {trump: bells, 'pair(player q, suit t)': 'true'}\n", tmp_path)
    assert data["define"] == {"trump": "bells", "pair(player q, suit t)": "true"}


def test_an_entry_with_a_known_rule_replaces(tmp_path: Path) -> None:
    data = fine("trick: {lead: [{rule: second, only: c}]}\n", tmp_path)
    assert data["trick"]["lead"] == [{"rule": "first", "must": "a"}, {"rule": "second", "only": "c"}]


def test_an_entry_deep_inside_replaces(tmp_path: Path) -> None:
    data = fine("round:\n  - {rule: inner, add: {score: 2}}\n", tmp_path)
    assert data["round"][1]["do"] == [{"rule": "inner", "add": {"score": 2}}]
    assert len(data["round"]) == 3


def test_before_and_after_place(tmp_path: Path) -> None:
    data = fine(
        "trick:\n  lead:\n"
        "    - {before: second, must: x}\n"
        "    - {after: second, must: y}\n"
        "    - {after: second, must: z}\n",
        tmp_path,
    )
    assert [line["must"] for line in data["trick"]["lead"]] == ["a", "x", "b", "y", "z"]


def test_a_known_rule_with_a_place_moves(tmp_path: Path) -> None:
    data = fine("trick: {lead: [{rule: second, before: first, must: b}]}\n", tmp_path)
    assert [line["rule"] for line in data["trick"]["lead"]] == ["second", "first"]


def test_other_lists_stand_for_the_whole(tmp_path: Path) -> None:
    data = fine("trick: {follow: [suit], lead: [{rule: second, must: b}, {must: c}]}\nexamples: []\n", tmp_path)
    assert data["trick"]["follow"] == ["suit"]
    assert len(data["trick"]["lead"]) == 2
    assert data["examples"] == []


def test_values_know_who_wrote_them(tmp_path: Path) -> None:
    merged("vars: {score: {int: 0..99}}\n", tmp_path)
    doc = load_document(tmp_path / "child.yaml", Report())
    assert doc is not None
    score = doc.get("vars")
    assert isinstance(score, Mapping)
    entry = score.get("score")
    assert isinstance(entry, Mapping)
    per, span = entry.entry("per"), entry.entry("int")
    assert isinstance(per, Entry) and isinstance(span, Entry)
    assert (per.origin, Path(per.value.span.file).name) == (str(tmp_path / "base.yaml"), "base.yaml")
    assert (span.origin, Path(span.value.span.file).name) == (None, "child.yaml")
    assert isinstance(span.value, Scalar)
    assert span.value.span.line == 3


@pytest.mark.parametrize(
    ("child", "slug"),
    [
        ("trick: {lead: [{before: thrid, must: x}]}\n", "unknown-rule"),
        ("trick: {lead: [{after: 'third', must: x}]}\n", "unknown-rule"),
    ],
)
def test_places_that_are_not_there(child: str, slug: str, tmp_path: Path) -> None:
    _, report = merged(child, tmp_path)
    assert [found.slug for found in report.diagnostics] == [slug]


def test_a_rule_that_is_there_twice(tmp_path: Path) -> None:
    _, report = merged(
        "trick: {lead: [{rule: first, must: x}]}\n", tmp_path, BASE.replace("rule: second", "rule: first")
    )
    assert [found.slug for found in report.diagnostics] == ["ambiguous-rule"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("../base", "bad-value"),
        ("/etc/passwd", "bad-value"),
        ("base.yaml", "bad-value"),
        ("[base]", "bad-value"),
        ("..", "bad-value"),
        ("child", "extends-cycle"),
        ("bsae", "unknown-variant"),
    ],
)
def test_names_that_lead_nowhere(name: str, slug: str, tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    (tmp_path / "child.yaml").write_text(f"tricktaker: 1\nextends: {name}\n", encoding="utf-8")
    report = Report()
    assert load_document(tmp_path / "child.yaml", report) is None
    assert [found.slug for found in report.diagnostics] == [slug]
    assert report.diagnostics[0].span is not None
    assert report.diagnostics[0].span.line == 2


def test_a_circle(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.yaml").write_text(f"tricktaker: 1\nextends: {other}\n", encoding="utf-8")
    report = Report()
    assert load_document(tmp_path / "a.yaml", report) is None
    assert [found.slug for found in report.diagnostics] == ["extends-cycle"]
    assert "`a` → `b` → `c` → `a`" in report.diagnostics[0].message


def test_a_very_long_chain(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"v{number}.yaml").write_text(f"tricktaker: 1\nextends: v{number + 1}\n", encoding="utf-8")
    report = Report()
    assert load_document(tmp_path / "v0.yaml", report) is None
    assert [found.slug for found in report.diagnostics] == ["extends-cycle"]


def test_a_chain_of_three(tmp_path: Path) -> None:
    merged("name: Child\nvars: {extra: none}\n", tmp_path)
    (tmp_path / "grandchild.yaml").write_text("tricktaker: 1\nextends: child\nvars: {score: {int: 1..2}}\n", "utf-8")
    report = Report()
    doc = load_document(tmp_path / "grandchild.yaml", report)
    assert doc is not None and not report.diagnostics
    data = plain(doc)
    assert data["name"] == "Child"
    assert data["vars"] == {"score": {"per": "player", "int": "1..2", "lasts": "game"}}


def test_a_file_may_be_named_like_the_shipped_one_it_extends(tmp_path: Path) -> None:
    from tricktaker.loading.places import shipped_variants

    name = next(iter(shipped_variants()))
    mine = tmp_path / f"{name}.yaml"
    mine.write_text(f"tricktaker: 1\nextends: {name}\nname: Mine\n", encoding="utf-8")
    report = Report()
    doc = load_document(mine, report)
    assert doc is not None and not report.diagnostics
    assert plain(doc)["name"] == "Mine"
    assert "round" in doc


def test_shipped_variants_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tricktaker.loading.places import find_variant, shipped_variants

    monkeypatch.chdir(tmp_path)
    for name, path in shipped_variants().items():
        assert find_variant(name) == path
        assert load_document(name, Report()) is not None
    report = Report()
    assert load_document("no-such-game", report) is None
    assert [found.slug for found in report.diagnostics] == ["unknown-variant"]
    with pytest.raises(FileNotFoundError):
        find_variant("../variants/fox")


def test_folders_to_search(tmp_path: Path) -> None:
    merged("", tmp_path)
    report = Report()
    assert load_document("child", report, search=[tmp_path]) is not None
    assert not report.diagnostics
