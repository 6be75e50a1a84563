"""What can be said about a rule file: its text, its examples, its invariants in random games, its options.

`check_variant` does all of it; `examples` runs the positions of a file, `games` watches random games, `settings`
chooses which options are tried, `doubts` lists what could neither be proven nor refuted.
"""

from __future__ import annotations

from tricktaker.checks.findings import CheckReport
from tricktaker.checks.variant import check_variant

__all__ = ["CheckReport", "check_variant"]
