"""What can be said about a rule file beyond its text: examples, invariants, random games."""

from __future__ import annotations
