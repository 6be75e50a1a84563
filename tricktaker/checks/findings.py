"""What a check has to say."""

from __future__ import annotations

from dataclasses import dataclass

from tricktaker.diagnostics import Report


@dataclass(frozen=True, slots=True)
class CheckReport:
    """`report`: what is wrong or in doubt, each at its place; `summary`: what was tried and what wasn't, by lines.

    `interrupted`: whether somebody stopped it before its end.
    """

    report: Report
    summary: tuple[str, ...] = ()
    interrupted: bool = False
