"""Bots by name with options: `search`, `search:time=1`, `search:simulations=1000:worlds=64`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tricktaker.bots.whence import traced
from tricktaker.diagnostics import did_you_mean


class UnknownBot(ValueError):
    """No such bot, or it can't be asked for so; says what is near."""

    @property
    def trace(self) -> str:
        """The traceback of what a bot's package raised; empty if it raised nothing."""
        return traced(self.__cause__)


@dataclass(frozen=True, slots=True)
class Option:
    """A number between `lowest` and `highest`, whole if `whole`; or one of `words`."""

    about: str
    lowest: float = 0
    highest: float = 0
    whole: bool = False
    words: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        """The values there are, for people."""
        if self.words:
            return " or ".join(self.words)
        kind = "a whole number" if self.whole else "a number"
        return f"{kind} from {self.lowest:g} to {self.highest:,.0f}"

    def value(self, text: str) -> Any:
        """The value of a text; None if it isn't one."""
        if self.words:
            return text if text in self.words else None
        try:
            number = int(text) if self.whole else float(text)
        except ValueError:
            return None
        return number if math.isfinite(number) and self.lowest <= number <= self.highest else None


def taken_apart(text: str, known: Mapping[str, Mapping[str, Option]]) -> tuple[str, dict[str, Any]]:
    """The name and the options of `NAME:OPTION=VALUE:...`. Raises UnknownBot."""
    name, *settings = (part.strip() for part in text.split(":"))
    name = name.casefold()
    if name not in known:
        raise UnknownBot(f"there is no bot `{name}`: {_near(name, known)}")
    options = known[name]
    found: dict[str, Any] = {}
    for setting in settings:
        option, equals, value = (part.strip() for part in setting.partition("="))
        option = option.casefold()
        if not option:
            raise UnknownBot(f"{name} has no option's name behind its colon: {', '.join(options) or 'it has none'}")
        if option not in options:
            hint = _near(option, options) if options else "it has none"
            raise UnknownBot(f"{name} has no option `{option}`: {hint}")
        if not equals:
            raise UnknownBot(f"{option} of {name} has no value; write {name}:{option}=VALUE")
        if option in found:
            raise UnknownBot(f"{option} of {name} is given twice")
        found[option] = options[option].value(value)
        if found[option] is None:
            raise UnknownBot(f"{option} of {name} is {options[option].what}, not `{value}`")
    return name, found


def _near(word: str, known: Iterable[str]) -> str:
    near = did_you_mean(word, known)
    return f"did you mean `{near}`?" if near else f"there are {', '.join(known)}"
