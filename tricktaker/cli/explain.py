"""`tricktaker explain`: the long form of a diagnostic."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import CompletionItem

from tricktaker.cli.output import put
from tricktaker.cli.program import Command


class SlugType(click.ParamType[str]):
    """The name of a diagnostic, as it stands in the brackets of its message."""

    name = "slug"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from tricktaker.diagnostics import did_you_mean

        text = str(value).strip("[]").removeprefix("error[").removeprefix("warning[")
        if text not in _titles():
            near = did_you_mean(text, _titles())
            hint = f" Did you mean {near!r}?" if near else " `tricktaker explain` lists them all."
            self.fail(f"There is no diagnostic {text!r}.{hint}", param, ctx)
        return text

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(slug, help=title) for slug, title in _titles().items() if slug.startswith(incomplete)]


@click.command("explain", cls=Command)
@click.argument("slug", type=SlugType(), required=False)
def command(slug: str | None) -> None:
    """Explain a diagnostic, with a wrong and a right example.

    \b
      tricktaker explain unknown-key     what is in the brackets of the message
      tricktaker explain                 all there are
    """
    if slug is None:
        for each, title in _titles().items():
            put(each if title == each else f"{each}: {title}")
        return
    put(_text(slug).rstrip("\n"))


def _titles() -> dict[str, str]:
    """Every diagnostic, and every property and finding of `check --deep`, with a title."""
    from tricktaker.checks.properties.catalogue import manual
    from tricktaker.diagnostics import pages

    found = {slug: page.title for slug, page in pages().items()}
    for slug, text in manual().items():
        found.setdefault(slug, text.partition("\n")[0].lstrip("# "))
    return dict(sorted(found.items()))


def _text(slug: str) -> str:
    """The page of a diagnostic; the pages of properties stand in their modules."""
    from tricktaker.checks.properties.catalogue import manual
    from tricktaker.diagnostics import pages

    page = pages().get(slug)
    return manual()[slug] if page is None else page.text
