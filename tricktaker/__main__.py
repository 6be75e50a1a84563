"""`python -m tricktaker` is the command `tricktaker`."""

from __future__ import annotations

from tricktaker.cli import main

if __name__ == "__main__":
    main(prog_name="tricktaker")
