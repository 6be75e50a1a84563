"""Every diagnostic has a page, and the pages are true."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tricktaker.checks import check_variant
from tricktaker.diagnostics import Page, Report, pages, render_text
from tricktaker.loading.load import try_rules

PACKAGE = Path(__file__).parents[2] / "tricktaker"
BASE = Path(__file__).with_name("mygame.yaml")
WITHOUT_EXAMPLE = {"unreadable-file", "bad-character"}
FROM_GAMES = {"broken-invariant", "example-fails", "fault"}
"""Said only by `check`, which plays the examples and random games."""
WITH_CONSEQUENCES = {"needs-quotes", "unclosed-bracket", "yaml-alias"}
"""What can't be read is missed elsewhere."""
DOUBTS = {"unproven"}
"""Said only by `check --strict`."""
_SLUG = re.compile(r"[a-z]+(-[a-z]+)*")
_REPORTING = {"error", "warning", "Fault", "Diagnostic", "problem", "Problem", "find", "refuse", "ExpressionError"}
_NAMED = re.compile(r"^(?:NAME = |PROPERTY = .*\bname=)'([a-z-]+)'", re.MULTILINE)


def strings_of_the_package() -> set[str]:
    found = set()
    for module in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def reported_slugs() -> set[str]:
    """First arguments of calls that report."""
    found = set()
    for module in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
            slug = node.args[0]
            if name in _REPORTING and isinstance(slug, ast.Constant) and isinstance(slug.value, str):
                if _SLUG.fullmatch(slug.value):
                    found.add(slug.value)
    return found


def with_docstrings() -> set[str]:
    """Names of properties and findings of `check`: the docstring of their module is their page."""
    found = set()
    for module in (PACKAGE / "checks" / "properties").glob("*.py"):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        if len((ast.get_docstring(tree) or "").split("\n\n")) > 1:
            found |= set(_NAMED.findall(ast.unparse(tree)))
    return found


def completed(block: str) -> str:
    """An example with the top-level keys it leaves out, unless it builds on another file or has none at all."""
    keys = set(re.findall(r"^([a-z_]+):", block, re.MULTILINE))
    if not keys or "extends" in keys:
        return block
    parts = re.split(r"^(?=[a-z_]+:)", BASE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    missing = [part for part in parts if part.partition(":")[0] not in keys]
    return "".join(missing) + block


def report_on(slug: str, block: str, folder: Path) -> Report:
    """What is said of an example by whatever says this slug."""
    (folder / "mygame.yaml").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    mine = folder / "mine.yaml"
    mine.write_text(completed(block), encoding="utf-8")
    if slug in FROM_GAMES | DOUBTS:
        return check_variant(mine, games=3, strict=slug in DOUBTS).report
    report = Report()
    try_rules(mine, report)
    return report


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.slug)
def test_the_examples_are_true(page: Page, tmp_path: Path) -> None:
    wrong, right = page.blocks("wrong"), page.blocks("right")
    if page.slug in WITHOUT_EXAMPLE:
        assert not wrong and not right
        return
    assert wrong and right
    for block in wrong:
        report = report_on(page.slug, block, tmp_path)
        said = {found.slug for found in report.diagnostics if found.slug != "unused"}
        if page.slug in WITH_CONSEQUENCES:
            assert page.slug in said
        else:
            assert (said or {"unused"}) == {page.slug}, render_text(report)
    for block in right:
        report = report_on(page.slug, block, tmp_path)
        # an example leaves out what would use its declarations
        left = [found for found in report.diagnostics if found.slug != "unused" or page.slug == "unused"]
        assert not left, render_text(report)


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.slug)
def test_a_page_has_a_title_and_a_reason(page: Page) -> None:
    assert page.text.startswith(f"# {page.title}\n\n")
    assert page.title != page.slug
    assert not page.title.endswith(".")
    assert all(len(line) <= 130 for line in page.text.splitlines())


def test_what_is_reported_has_a_page() -> None:
    assert sorted(reported_slugs() - set(pages()) - with_docstrings()) == []


def test_what_has_a_page_is_reported() -> None:
    assert sorted(set(pages()) - strings_of_the_package()) == []
