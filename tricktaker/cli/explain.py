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
        from tricktaker.diagnostics import did_you_mean, pages

        text = str(value).strip("[]").removeprefix("error[").removeprefix("warning[")
        if text not in pages():
            near = did_you_mean(text, pages())
            hint = f" Did you mean {near!r}?" if near else " `tricktaker explain` lists them all."
            self.fail(f"There is no diagnostic {text!r}.{hint}", param, ctx)
        return text

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from tricktaker.diagnostics import pages

        return [CompletionItem(slug, help=page.title) for slug, page in pages().items() if slug.startswith(incomplete)]


@click.command("explain", cls=Command)
@click.argument("slug", type=SlugType(), required=False)
def command(slug: str | None) -> None:
    """Explain a diagnostic, with a wrong and a right example.

    \b
      tricktaker explain unknown-key     what is in the brackets of the message
      tricktaker explain                 all there are
    """
    from tricktaker.diagnostics import pages

    if slug is None:
        for each, page in pages().items():
            put(each if page.title == each else f"{each}: {page.title}")
        return
    put(pages()[slug].text.rstrip("\n"))
