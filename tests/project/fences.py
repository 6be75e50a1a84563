"""The fenced blocks of README.md and docs/, found with their place.

A fence's first word is its language, as Markdown has it. Words after it say what a test does with the block:

    ```yaml variant                a whole rule file: it must load
    ```yaml variant file=a.yaml    the same, and it lies in the page's folder under that name from then on
    ```yaml fragment               top-level keys: merged into a small base game, which must load
    ```yaml steps                  steps: put into the base game's round, before its tricks
    ```yaml fragment base=teams    another base (tests/project/bases/)
    ```yaml fragment into=a.yaml   merged into a file the page wrote before, which is rewritten
    ```yaml refused=unknown-key    a fragment that must give this error; `from=a.yaml` puts it into a file of the page,
                                   `file=b.yaml` says under which name it lies there then
    ```python                      run; the blocks of a page share their names
    ```console                     `$ command` lines are run, what they print is compared (`...` stands for anything)
    ```sh run, ```sh test          the two commands of README.md; .ci/run runs them
    ```text                        a picture or an excerpt of no language: nothing to run

Any other fence fails the test that counts them: nothing in the documentation is there for show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))

_OPEN = re.compile(r"^(?P<indent> *)(?P<fence>`{3,})(?P<info>[^`]*)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """One fenced block: where it stands, what its info string says, its text."""

    page: Path
    line: int
    language: str
    words: frozenset[str]
    settings: dict[str, str]
    text: str

    @property
    def place(self) -> str:
        """`docs/guide.md:31`, for messages and test names."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def fences_of(page: Path) -> Iterator[Fence]:
    """Every fenced block of a page, in order. An unclosed fence is an error."""
    lines = page.read_text(encoding="utf-8").splitlines()
    number = 0
    while number < len(lines):
        opening = _OPEN.match(lines[number])
        if opening is None:
            number += 1
            continue
        start, indent, closing = number, len(opening["indent"]), opening["indent"] + opening["fence"]
        body: list[str] = []
        number += 1
        while number < len(lines) and lines[number].rstrip() != closing:
            body.append(lines[number][indent:])
            number += 1
        if number == len(lines):
            raise ValueError(f"{page}:{start + 1}: this fence is never closed")
        number += 1
        language, *rest = opening["info"].split() or [""]
        yield Fence(
            page=page,
            line=start + 1,
            language=language,
            words=frozenset(word for word in rest if "=" not in word),
            settings=dict(word.split("=", 1) for word in rest if "=" in word),
            text="\n".join(body) + "\n",
        )


def command_of(purpose: str) -> str:
    """The one command that README.md gives for a purpose: `run` or `test`."""
    found = [fence for fence in fences_of(ROOT / "README.md") if fence.language == "sh" and purpose in fence.words]
    if len(found) != 1:
        raise ValueError(f"README.md must have exactly one ```sh {purpose} block, it has {len(found)}")
    command = found[0].text.strip()
    if "\n" in command:
        raise ValueError(f"README.md's {purpose} command must be one line, to be copied in one go")
    return command
