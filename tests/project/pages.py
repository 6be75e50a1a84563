"""Runs a page of the documentation from top to bottom, as a reader would who types in every block."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.project.fences import ROOT, Fence, fences_of

BASES = Path(__file__).parent / "bases"
_SECTION = re.compile(r"^(?P<key>[a-z_]+):", re.MULTILINE)
_ENTRY = re.compile(r"^  (?P<key>[^\s#-][^:\n]*):", re.MULTILINE)
_MAPS = {"options", "zones", "vars", "tables", "define", "procs", "enums", "abilities", "hooks"}


class PageRun:
    """One reading of one page: its folder with the files it wrote, and the Python names it has defined."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "__main__"}
        for shipped in ("variants", "schemas", "examples"):
            (folder / shipped).symlink_to(ROOT / shipped)
        for base in BASES.glob("*.yaml"):
            (folder / base.name).write_text(base.read_text(encoding="utf-8"), encoding="utf-8")

    def failures(self) -> list[str]:
        """Run every block in order; what went wrong, each with its place, none if the page is true."""
        found = []
        for fence in fences_of(self.page):
            run = self._runner_of(fence)
            if run is None:
                found.append(f"{fence.place}: no test knows what to do with a block of `{fence.language}`")
                continue
            try:
                run(fence)
            except Exception as fault:  # a page's fault is a finding, whatever its kind
                found.append(f"{fence.place}: {type(fault).__name__}: {fault}")
        return found

    def _runner_of(self, fence: Fence) -> Callable[[Fence], None] | None:
        match fence.language:
            case "python":
                return self._run_python
            case "console":
                return self._run_console
            case "yaml" if "refused" in fence.settings:
                return self._refuse_fragment
            case "yaml" if "into" in fence.settings:
                return self._grow_file
            case "yaml" if "variant" in fence.words:
                return self._load_variant
            case "yaml" if fence.words & {"fragment", "steps"}:
                return self._load_fragment
            case "sh" if fence.words & {"run", "test"}:
                return lambda _: None  # .ci/run runs them in an empty clone
            case "text":
                return lambda _: None
        return None

    def _run_python(self, fence: Fence) -> None:
        with contextlib.chdir(self.folder):
            if ">>>" not in fence.text:
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile("\n" * fence.line + fence.text, str(fence.page), "exec"), self.names)
                return
            session = doctest.DocTestParser().get_doctest(
                fence.text, self.names, fence.place, str(fence.page), fence.line
            )
            told = io.StringIO()
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            if runner.run(session, out=told.write, clear_globs=False).failed:
                raise AssertionError(told.getvalue())
            self.names.update(session.globs)

    def _run_console(self, fence: Fence) -> None:
        for command, expected in _console_steps(fence.text):
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=self.folder,
                env=_environment(self.folder),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=120,
                check=False,
            )
            if not _as_pattern(expected).fullmatch(_trimmed(done.stdout) + "\n"):
                raise AssertionError(f"`{command}` printed\n{done.stdout}\ninstead of\n{expected}")

    def _load_variant(self, fence: Fence) -> None:
        path = self.folder / fence.settings.get("file", f"block{fence.line}.yaml")
        path.write_text(fence.text, encoding="utf-8")
        play_through(path)

    def _load_fragment(self, fence: Fence) -> None:
        play_through(self._fragment_file(fence))

    def _grow_file(self, fence: Fence) -> None:
        path = self.folder / fence.settings["into"]
        path.write_text(with_sections(path.read_text(encoding="utf-8"), fence.text), encoding="utf-8")
        play_through(path)

    def _refuse_fragment(self, fence: Fence) -> None:
        import tricktaker
        from tricktaker.diagnostics import VariantError

        try:
            tricktaker.load(self._fragment_file(fence))
        except VariantError as refusal:
            slugs = {finding.slug for finding in refusal.report.diagnostics}
            if slugs != {fence.settings["refused"]}:
                raise AssertionError(f"refused with {sorted(slugs)}") from refusal
            return
        raise AssertionError(f"this should be refused with {fence.settings['refused']}, but it loads")

    def _fragment_file(self, fence: Fence) -> Path:
        """The base game with the fragment put into it."""
        if "from" in fence.settings:
            base = (self.folder / fence.settings["from"]).read_text(encoding="utf-8")
        else:
            base = (BASES / f"{fence.settings.get('base', 'plain')}.yaml").read_text(encoding="utf-8")
        path = self.folder / fence.settings.get("file", f"fragment{fence.line}.yaml")
        grown = with_steps(base, fence.text) if "steps" in fence.words else with_sections(base, fence.text)
        path.write_text(grown, encoding="utf-8")
        return path


def with_sections(text: str, fragment: str) -> str:
    """A rule file with the fragment's top-level sections put in.

    A new section is added at the end, one that is there is replaced; in a section that maps names to things
    (variables, zones, abilities, …) the things of the fragment join those that are there.
    """
    sections = dict(_pieces(text, _SECTION))
    if fragment.startswith("decks:"):
        del sections["deck"]
    for key, body in _pieces(fragment, _SECTION):
        old = sections.get(key)
        if old is not None and key in _MAPS and _is_block(old) and _is_block(body):
            body = "".join({**dict(_pieces(old, _ENTRY)), **dict(_pieces(body, _ENTRY))}.values())
        sections[key] = body.rstrip("\n") + "\n"
    return "".join(sections.values())


def with_steps(text: str, steps: str) -> str:
    """A rule file with these steps in its round, just before the tricks are played."""
    indented = "".join(f"  {line}\n" if line.strip() else "\n" for line in steps.splitlines())
    before, mark, after = text.partition("  - tricks:")
    if not mark:
        raise ValueError("the base game has no tricks step")
    return before + indented + mark + after


def _is_block(section: str) -> bool:
    return not section.splitlines()[0].split("#")[0].split(":", 1)[1].strip()


def _pieces(text: str, start: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """The text cut at each line that begins a piece; what stands before the first has no name."""
    starts = [(found["key"], found.start()) for found in start.finditer(text)]
    if not starts:
        raise ValueError("no key in this block")
    if starts[0][1] > 0:
        yield "", text[: starts[0][1]]
    for (key, begin), end in zip(starts, [begin for _, begin in starts[1:]] + [len(text)], strict=True):
        yield key, text[begin:end]


def play_through(path: Path) -> None:
    """Load the file and check it: a construct that loads must also run, and examples must hold."""
    from tricktaker.checks import check_variant
    from tricktaker.diagnostics import render_text

    report = check_variant(path, games=2).report
    if report.has_errors:
        raise AssertionError(render_text(report))


def _console_steps(text: str) -> Iterator[tuple[str, str]]:
    command, shown = None, []
    for line in text.splitlines():
        if line.startswith("$ "):
            if command is not None:
                yield command, "\n".join(shown)
            command, shown = line[2:], []
        elif command is None:
            raise ValueError("a console block begins with `$ command`")
        else:
            shown.append(line)
    if command is not None:
        yield command, "\n".join(shown)


def _trimmed(printed: str) -> str:
    return "\n".join(line.rstrip() for line in printed.strip("\n").splitlines())


def _as_pattern(expected: str) -> re.Pattern[str]:
    """`...` alone on a line stands for any lines, inside a line for any text; nothing shown means anything goes."""
    if not expected.strip():
        return re.compile(r".*", re.DOTALL)
    pieces = []
    for line in _trimmed(expected).splitlines():
        if line.strip() == "...":
            pieces.append(r"(?:.*\n)*?")
        else:
            pieces.append(r"[^\n]*".join(re.escape(part) for part in line.split("...")) + r"\n")
    return re.compile("".join(pieces))


def _environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "XDG_CACHE_HOME": str(folder / ".cache"),
        "XDG_STATE_HOME": str(folder / ".state"),
        "XDG_DATA_HOME": str(folder / ".data"),
        "NO_COLOR": "1",
        "TERM": "dumb",
        "COLUMNS": "100",
        "PYTHONIOENCODING": "utf-8",
    }
