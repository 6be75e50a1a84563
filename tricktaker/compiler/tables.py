"""Constant tables of a module: one name a content, filled by running the expressions they stand for."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

WIDTH = 100


@dataclass(slots=True)
class Tables:
    by_values: dict[tuple[int, ...], str] = field(default_factory=dict)
    values: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def named(self, name: str, values: Sequence[int]) -> str:
        """A table under a name of its own."""
        self.values[name] = tuple(values)
        return name

    def add(self, values: Sequence[int], hint: str = "T") -> str:
        """A table with these values; the same values share one."""
        key = tuple(values)
        name = self.by_values.get(key)
        if name is None:
            name = f"{hint}{len(self.by_values)}"
            self.by_values[key] = name
            self.values[name] = key
        return name

    def text(self) -> list[str]:
        """The module lines that define all tables."""
        lines: list[str] = []
        for name, values in self.values.items():
            items = ", ".join(map(str, values)) if values else "0"
            if len(items) < WIDTH:
                lines.append(f"{name} = ({items},)")
                continue
            lines.append(f"{name} = (")
            lines += textwrap.wrap(items + ",", WIDTH, initial_indent="    ", subsequent_indent="    ")
            lines.append(")")
        return lines
