"""`tricktaker completion`: the script that a shell needs to complete commands, games and diagnostics."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from tricktaker.cli.output import put
from tricktaker.cli.program import Command, main

VARIABLE = "_TRICKTAKER_COMPLETE"


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that completes commands, games and options in your shell.

    \b
      tricktaker completion bash >> ~/.bashrc
      tricktaker completion zsh >> ~/.zshrc
      tricktaker completion fish > ~/.config/fish/completions/tricktaker.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    try:
        put(kind(main, {}, "tricktaker", VARIABLE).source())
    except RuntimeError as refusal:  # click's: this bash is too old
        raise click.UsageError(str(refusal)) from refusal
