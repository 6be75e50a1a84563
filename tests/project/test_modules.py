"""What the package's modules must look like: small, named by what is in them, ignorant of single games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.project.fences import ROOT

PACKAGE = ROOT / "tricktaker"
MODULES = sorted(PACKAGE.rglob("*.py"))
MOST_LINES = 450
VAGUE = {"utils", "util", "helpers", "helper", "manager", "managers", "misc", "common", "stuff"}

# Words of titles and abilities that the package may use all the same, each for a reason of its own.
ALLOWED = {
    "game": "what all of this is about",
    "board": "a game may have one",
    "hearts": "a suit of the standard deck",
    "spades": "a suit of the standard deck",
    "contract": "a word of this family of games, not of one title",
    "black": "a colour",
    "white": "a colour",
    "five": "a number",
    "six": "a number",
    "nine": "a number",
    "ninety": "a number",
    "hundred": "a number",
    "fourteen": "a number",
    "german": "a language of the world",
    "king": "a rank of the standard deck",
    "standard": "the `standard` deck",
    "with": "English",
    "from": "English",
    "that": "English",
    "house": "a house rule belongs to no game",
}


def _module_name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("module", MODULES, ids=_module_name)
def test_a_module_can_be_read_in_one_sitting(module: Path) -> None:
    assert len(module.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("module", MODULES, ids=_module_name)
def test_a_module_says_what_it_is_for(module: Path) -> None:
    assert re.match(r'\s*(?:#.*\n)*r?"""', module.read_text(encoding="utf-8")), "no docstring"


def test_no_module_has_a_vague_name() -> None:
    assert not [module for module in MODULES if {module.stem, module.parent.name} & VAGUE]


def _words_of_games() -> dict[str, str]:
    """Each word of four letters or more in a title or an ability's name, and the file it comes from."""
    words: dict[str, str] = {}
    for variant in sorted((ROOT / "variants").glob("*.yaml")):
        # BaseLoader: everything is text, so nothing in the file can be misread
        document = yaml.load(variant.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        abilities = document.get("abilities")
        titles = [document.get("name") or "", *(abilities if isinstance(abilities, dict) else ())]
        for title in titles:
            for word in re.findall(r"[^\W\d_]{3,}", title.lower()):
                if word not in ALLOWED and word not in {"the", "and", "oh"}:
                    words.setdefault(word, variant.name)
    return words


def test_the_package_names_no_game_and_no_ability() -> None:
    words = _words_of_games()
    if not words:
        pytest.skip("no variants yet")
    pattern = re.compile(rf"(?<![a-z])({'|'.join(map(re.escape, words))})(?![a-z])", re.IGNORECASE)
    found = []
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix not in {".py", ".md", ".json", ".yaml", ".txt"} or "_shipped" in path.parts:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for word in pattern.findall(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: `{word}` is a word of {words[word.lower()]}")
    assert not found, "\n".join(found)
