"""The events of PyYAML's parsers.

The one in C is ten times as fast, but accepts a little more and words its errors differently. So it reads first;
what it stumbles over, or might accept too gladly, is read again by the one in Python, which decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import yaml
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner


def events(text: str) -> Iterable[Any]:
    """All events of a text; raises `yaml.MarkedYAMLError` where it can't be read."""
    found = fast_events(text)
    return sure_events(text) if found is None else found


def fast_events(text: str) -> list[Any] | None:
    """The events as the parser in C gives them; None if it isn't installed or shouldn't be trusted with this text."""
    if "\t" in text or not yaml.__with_libyaml__:
        return None
    try:
        found = list(yaml.parse(text, yaml.CSafeLoader))
    except yaml.YAMLError:
        return None
    flow = 0
    for event in found:
        if isinstance(event, yaml.CollectionStartEvent):
            flow += bool(event.flow_style) or flow > 0
        elif isinstance(event, yaml.CollectionEndEvent):
            flow -= flow > 0
        elif flow and isinstance(event, yaml.ScalarEvent) and not event.style and "?" in event.value:
            return None
    return found


class _Parser(Reader, Scanner, Parser):
    """PyYAML's parser without its constructors and resolvers."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)


def sure_events(text: str) -> Iterator[Any]:
    """The events as the parser in Python gives them, one by one."""
    parser = _Parser(text)
    while parser.check_event():
        yield parser.get_event()  # type: ignore[no-untyped-call]
