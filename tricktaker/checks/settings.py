"""Which choices of options and players are tried.

Every value by itself, everything else as it was asked for; then settings that differ in many values at once, until
every two values have stood together in one of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tricktaker.loading.options import Value
from tricktaker.model import Option, Rules

MOST_VALUES = 12
"""Values of one option that are tried."""
MOST_TOGETHER = 60
"""Settings in which several values differ from the usual ones."""

Setting = Mapping[str, Value]
Pair = frozenset[tuple[str, Value]]

PLAYERS = "players"
"""The name of the axis of player counts; no option can have it, since it is a word of the language."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One thing to choose. `values` begins with the usual one."""

    name: str
    values: tuple[Value, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings to try, the usual one first, and what they leave out."""

    usual: Setting
    single: tuple[Setting, ...]
    together: tuple[Setting, ...]
    axes: tuple[Axis, ...]
    pairs_left_out: int

    @property
    def settings(self) -> tuple[Setting, ...]:
        return (self.usual, *self.single, *self.together)

    @property
    def left_out(self) -> Iterator[str]:
        """What isn't tried, in words."""
        for axis in self.axes:
            if axis.left_out:
                yield f"{axis.left_out} values of option `{axis.name}`"
        if self.pairs_left_out:
            yield f"{self.pairs_left_out} pairs of values"


def make_plan(rules: Rules, fixed: frozenset[str], most_together: int = MOST_TOGETHER) -> Plan:
    """The settings to try for a variant; those named in `fixed` stay as they are in `rules`."""
    axes = tuple(axis for axis in _axes(rules, fixed) if len(axis.values) > 1)
    usual = {axis.name: axis.values[0] for axis in _axes(rules, frozenset())}
    single = tuple({**usual, axis.name: value} for axis in axes for value in axis.values[1:])
    missing = {
        _pair((one.name, a), (two.name, b))
        for one, two in itertools.combinations(axes, 2)
        for a in one.values[1:]
        for b in two.values[1:]
    }
    together: list[Setting] = []
    while missing and len(together) < most_together:
        chosen = _crowded(axes, missing)
        together.append({**usual, **chosen})
        missing -= {_pair(*two) for two in itertools.combinations(chosen.items(), 2)}
    return Plan(usual, single, tuple(together), axes, len(missing))


def _pair(one: tuple[str, Value], two: tuple[str, Value]) -> Pair:
    return frozenset((one, two))


def _axes(rules: Rules, fixed: frozenset[str]) -> Iterator[Axis]:
    counts = [rules.players, *(count for count in rules.player_counts if count != rules.players)]
    yield Axis(PLAYERS, tuple(counts[:1] if PLAYERS in fixed else counts))
    for option in rules.options:
        yield Axis(option.name, (option.chosen,)) if option.name in fixed else _values(option)


def _values(option: Option) -> Axis:
    if option.kind == "int":
        ends: tuple[Value, ...] = (option.chosen, option.values[0], option.default, option.values[-1])
        return Axis(option.name, tuple(dict.fromkeys(ends)))
    others = [value for value in option.values if value != option.chosen]
    kept = others[: MOST_VALUES - 1]
    return Axis(option.name, (option.chosen, *kept), len(others) - len(kept))


def _crowded(axes: Sequence[Axis], missing: set[Pair]) -> dict[str, Value]:
    """A setting in which many of the missing pairs stand together, at least one of them."""
    first = min(missing, key=lambda pair: sorted((name, str(value)) for name, value in pair))
    chosen = dict(sorted(first, key=lambda part: part[0]))
    for axis in axes:
        if axis.name in chosen:
            continue
        best, most = axis.values[0], 0
        for value in axis.values[1:]:
            gain = sum(_pair((axis.name, value), other) in missing for other in chosen.items())
            if gain > most:
                best, most = value, gain
        if most:
            chosen[axis.name] = best
    return chosen


def spoken(setting: Setting, usual: Setting) -> str:
    """What differs from the usual setting, in words; empty if nothing does."""
    return ", ".join(f"{name} {_word(value)}" for name, value in setting.items() if usual.get(name) != value)


def arguments(setting: Setting, rules: Rules) -> str:
    """The part of a command line that chooses the options of a setting; what is so by itself is left away."""
    defaults = {option.name: option.default for option in rules.options}
    changed = {name: value for name, value in setting.items() if name != PLAYERS and defaults.get(name) != value}
    return "".join(f" --set {name}={_word(value)}" for name, value in changed.items())


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
