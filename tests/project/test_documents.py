"""The documentation is true: every block of it is run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.project.fences import PAGES, ROOT, command_of, fences_of
from tests.project.pages import PageRun, with_sections, with_steps


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_the_page_holds(page: Path, tmp_path: Path) -> None:
    failures = PageRun(page, tmp_path).failures()
    assert not failures, "\n\n".join(failures)


@pytest.mark.parametrize("purpose", ["run", "test"])
def test_readme_gives_one_command_to_copy(purpose: str) -> None:
    command = command_of(purpose)
    assert command.startswith("python3 -m venv "), "a fresh machine has nothing but python3"
    assert "sudo" not in command
    assert "--break-system-packages" not in command


def test_readme_gets_to_a_played_game_within_twenty_lines() -> None:
    run = next(fence for fence in fences_of(ROOT / "README.md") if "run" in fence.words)
    assert run.line <= 20


def test_ci_takes_the_commands_from_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for purpose in ("run", "test"):
        assert f"readme_command {purpose}" in script
        assert command_of(purpose) not in script, "written twice: one of them will be forgotten"


def test_a_fragment_replaces_the_sections_it_names_and_adds_the_others() -> None:
    grown = with_sections("# head\nname: a\nround:\n  - x: 1\nend: {}\n", "round:\n  - y: 2\ntrick: {}\n")
    assert grown == "# head\nname: a\nround:\n  - y: 2\nend: {}\ntrick: {}\n"


def test_a_fragment_joins_maps_of_names() -> None:
    grown = with_sections("vars:\n  a: {int: 1}\n  b: {int: 2}\n", "vars:\n  b: {int: 3}\n  c: {int: 4}\n")
    assert grown == "vars:\n  a: {int: 1}\n  b: {int: 3}\n  c: {int: 4}\n"


def test_steps_go_before_the_tricks() -> None:
    assert with_steps("round:\n  - tricks: {}\n", "- a: 1\n") == "round:\n  - a: 1\n  - tricks: {}\n"


def test_the_language_reference_has_every_key() -> None:
    reference = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    schema = json.loads((ROOT / "schemas" / "variant.schema.json").read_text(encoding="utf-8"))
    missing = [key for key in sorted(_keys_of(schema)) if not re.search(rf"(?<!\w){re.escape(key)}(?!\w)", reference)]
    assert not missing


def _keys_of(schema: object) -> set[str]:
    """Every key that a schema names, at any depth."""
    match schema:
        case dict():
            named = schema.get("properties")
            own = set(named) if isinstance(named, dict) else set()
            return own.union(*(_keys_of(part) for part in schema.values()))
        case list():
            return set().union(*(_keys_of(part) for part in schema))
    return set()


def test_every_link_between_pages_leads_somewhere() -> None:
    broken = []
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.name} -> {target}")
    assert not broken
