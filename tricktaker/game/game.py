"""One game: the rules of a variant with its options and player count, compiled."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tricktaker.compiler.emission import NONE, TooLarge
from tricktaker.compiler.layout import index_size
from tricktaker.compiler.observing import Observer
from tricktaker.compiler.program import Program, compile_rules
from tricktaker.diagnostics import Report, VariantError
from tricktaker.expr.names import VarDecl
from tricktaker.expr.types import Type
from tricktaker.game.faults import UnknownAction
from tricktaker.loading.load import load_rules
from tricktaker.model import Rules
from tricktaker.model.visibility import is_public, public_zones

if TYPE_CHECKING:
    from tricktaker.game.state import State

Option = int | str | bool


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A physical card. `index` numbers it within the game; `short` is its input form."""

    index: int
    name: str = field(compare=False)
    short: str = field(compare=False)
    suit: str | None = field(compare=False)
    rank: str | None = field(compare=False)
    special: str | None = field(compare=False)
    symbol: str | None = field(compare=False)
    abilities: tuple[str, ...] = field(compare=False)

    def __str__(self) -> str:
        return self.name


class Game:
    """The rules of one variant with its options, ready to be played.

    Make one with `tricktaker.load`. It has no state of its own: `deal` makes games, `position` any situation.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.program: Program = _compiled(rules)
        layout = self.program.layout
        self.at: dict[str, int] = {name: place for place, name in enumerate(layout.scalars)}
        self.pile_zones = frozenset(name for name, zone in layout.zones.items() if zone.pile)
        self.observer = Observer(rules)
        self.deals_anew = all(v.decl.see == "everyone" or v.decl.lasts != "game" for v in rules.variables)
        """Whether nothing hidden lasts from one round to the next."""
        self.zone_numbers = {zone.decl.name: number for number, zone in enumerate(rules.zones)}
        score = rules.end.score
        self.scores_open = score is None or is_public(score, rules, public_zones(rules))
        """Whether the score may be shown while the game goes on: not if it counts what some don't see."""
        self.cards: tuple[Card, ...] = self._cards()
        self._bits: list[dict[int, list[int]]] = []
        for site in self.program.sites:
            found: dict[int, list[int]] = {}
            for bit, action in enumerate(site.options):
                if action is not None:
                    found.setdefault(action, []).append(bit)
            self._bits.append(found)

    # -- what the game is

    @property
    def name(self) -> str:
        """The title."""
        return self.rules.name

    @property
    def id(self) -> str:
        """The stem of its file."""
        return self.rules.id

    @property
    def about(self) -> str:
        return self.rules.about

    @property
    def source(self) -> str:
        """Where the rules come from."""
        return self.rules.source

    @property
    def path(self) -> str:
        return self.rules.path

    @property
    def players(self) -> int:
        """How many seats this game has."""
        return self.rules.players

    @property
    def options(self) -> dict[str, Option]:
        """The chosen value of every option."""
        return {option.name: option.chosen for option in self.rules.options}

    @property
    def fingerprint(self) -> str:
        """A hash of the rules, whatever they are called."""
        return self.rules.fingerprint

    @property
    def cooperative(self) -> bool:
        return self.rules.cooperative

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        return self.rules.teams

    @property
    def suits(self) -> tuple[str, ...]:
        return self.rules.names.domains["suit"].labels

    @property
    def action_count(self) -> int:
        """Actions are the integers below this."""
        return len(self.program.actions.texts)

    def text(self, action: int) -> str:
        """An action as people write it. Raises IndexError for a number that is none."""
        if action < 0:
            raise IndexError(action)
        return self.program.actions.texts[action]

    def action(self, text: str) -> int:
        """The action of a text; case and extra spaces don't matter. Raises UnknownAction with near ones."""
        if not isinstance(text, str):
            raise UnknownAction(repr(text), ())
        numbers = self.program.actions.numbers
        found = numbers.get(text)
        if found is None:
            plain = " ".join(text.split()).lower()
            for known, number in numbers.items():
                if known.lower() == plain:
                    return number
            raise UnknownAction(
                text, tuple([*self._of_card(plain), *difflib.get_close_matches(plain, numbers, n=3)][:3])
            )
        return found

    def _of_card(self, plain: str) -> list[str]:
        """The actions that are about a card given in short form, after a verb or without one."""
        from tricktaker.game.notation import find_card

        ends = tuple(f" {card.name}" for card in find_card(self, plain.rpartition(" ")[2]))
        return [text for text in self.program.actions.texts if text.endswith(ends)] if ends else []

    def bits(self, site: int, action: int) -> list[int]:
        """The bits of a decision point that stand for an action."""
        return self._bits[site].get(action, [])

    def card(self, text: str) -> Card:
        """The card of a name or short form. Raises KeyError with what was asked."""
        from tricktaker.game.notation import find_card

        found = find_card(self, text)
        if not found:
            raise KeyError(text)
        return found[0]

    # -- starting

    def deal(self, seed: int = 0, game: int = 0) -> State:
        """A whole game, stopped at its first decision. The same seed and game number give the same deals.

        Raises TypeError for a seed or number that is no integer, ValueError for a negative game number.
        """
        for number in (seed, game):
            if type(number) is not int:
                raise TypeError(f"a seed and a game number are integers, not {number!r}")
        if game < 0:
            raise ValueError(f"games are numbered from 0, not {game}")
        from tricktaker.game.state import State

        return State.start(self, seed, game)

    def position(self, **given: Any) -> State:
        """Any situation; see `tricktaker.game.position`. Raises PositionError with every reason why it can't be."""
        from tricktaker.game.position import position

        return position(self, **given)

    def replay(self, record: Any, step: int | None = None, *, force: bool = False) -> State:
        """What a record (or the file of one) comes to, or the state after `step` decisions.

        Raises `tricktaker.records.RecordError` at the first thing that isn't so: other rules (unless `force`), an
        illegal decision, a trick that ends otherwise.
        """
        from importlib import import_module

        replayed: State = import_module("tricktaker.records").replay(record, self, step, force=force)
        return replayed

    # -- values

    def value(self, type: Type, raw: int) -> Option | None:
        """A stored value as people see it: seats and numbers as int, the rest by name, none as None."""
        if raw == NONE or (raw < 0 and type.kind != "int"):
            return None
        if type.kind == "bool":
            return bool(raw)
        if type.kind == "card":
            plays = self.rules.plays
            return self.cards[plays[raw].card].name
        if type.kind == "symbol":
            return self.rules.names.domains[type.name].labels[raw]
        return raw

    def stride(self, decl: VarDecl) -> int:
        """How many places one value of the first index spans."""
        size = 1
        for kind in decl.per[1:]:
            size *= index_size(self.rules, kind)
        return size

    def index_text(self, decl: VarDecl, flat: int) -> str:
        """An index of a variable by name."""
        parts: list[str] = []
        for kind in reversed(decl.per):
            flat, part = divmod(flat, index_size(self.rules, kind))
            value = part + kind.lo if kind.kind == "int" else self.value(kind, part)
            parts.append(str(value))
        return ", ".join(reversed(parts))

    def who_sees(self, decl: VarDecl, owner: int | None) -> int:
        """The mask of viewers (bit `players`: spectators) who see a variable."""
        everyone = (1 << (self.players + 1)) - 1
        if decl.see == "everyone":
            return everyone
        if decl.see == "owner" and owner is not None:
            return 1 << owner
        return 0

    def result_text(self, outcome: int) -> str | None:
        """`won: …` or `lost: …` for the outcome word of a co-operative game."""
        if outcome <= 0:
            return "lost" if self.cooperative else None
        what, why = self.program.outcomes[outcome - 1]
        return f"{'won' if what == 'win' else 'lost'}: {why}" if why else ("won" if what == "win" else "lost")

    def _cards(self) -> tuple[Card, ...]:
        rules, domains = self.rules, self.rules.names.domains
        by_card: dict[int, list[str]] = {}
        for ability in rules.abilities:
            assert ability.cards is not None
            values = (
                self.program.emitter.card_values(ability.cards, ability.id)
                if self._printed(ability.cards, ability.id)
                else None
            )
            for card in rules.cards:
                if values is not None and values[card.index]:
                    by_card.setdefault(card.index, []).append(ability.name)
        return tuple(
            Card(
                index=card.index,
                name=card.name,
                short=card.short,
                suit=None if card.suit is None else domains["suit"].labels[card.suit],
                rank=None if card.rank is None else domains["rank"].labels[card.rank],
                special=None if card.special is None else domains["special"].labels[card.special],
                symbol=None if card.suit is None else rules.suit_symbols[card.suit],
                abilities=tuple(by_card.get(card.index, ())),
            )
            for card in rules.cards
        )

    def _printed(self, node: Any, id: str) -> bool:
        return self.program.emitter.is_static(node, {id})

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"<Game {self.id}: {self.players} players{options}>"


def _compiled(rules: Rules) -> Program:
    """The compiled rules. Raises VariantError if they expand to more than the compiler takes."""
    try:
        return compile_rules(rules)
    except TooLarge as limit:
        report = Report({file: list(lines) for file, lines in rules.source_lines.items()})
        report.error(
            "too-large",
            str(limit),
            limit.span,
            help="keep values in variables, call procedures in loops, and let numbers stay in small ranges",
        )
        raise VariantError(report) from limit


def keys(seed: int) -> tuple[int, int, int]:
    """Three 31-bit words from which everything that chance decides derives, but for bots."""
    digest = hashlib.sha256(f"deal {seed}".encode()).digest()
    first, second, third = (int.from_bytes(digest[at : at + 4], "big") >> 1 for at in (0, 4, 8))
    return first, second, third


def mixed(word: int) -> int:
    """A 32-bit word from which every bit of a 32-bit `word` changes about half; no two words give the same."""
    word = ((word ^ (word >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
    word = ((word ^ (word >> 15)) * 0x735A2D97) & 0xFFFFFFFF
    return word ^ (word >> 15)


def seeds(seed: int, game: int) -> tuple[int, int]:
    """Two 31-bit words from which all deals of one game derive.

    Simulation computes the same in machine code, game after game: what is done here is repeated there.
    """
    first, second, _ = keys(seed)
    low = mixed(first ^ (game & 0x7FFFFFFF))
    return low >> 1, mixed(second ^ low ^ (game >> 31)) >> 1


def chance_seed(seed: int, game: int) -> int:
    """Where the generator of random play starts in one game; independent of the deals."""
    first, _, third = keys(seed)
    low = mixed(third ^ mixed(first ^ (game & 0x7FFFFFFF)) ^ (game >> 31))
    return (mixed(third ^ (low >> 1)) % 1791398083 + 1) << 32 | low


def bot_seed(seed: int, game: int, seat: int) -> int:
    """The seed of one seat's bot; independent of the deals and of the other seats."""
    digest = hashlib.sha256(f"bot {seed} {game} {seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def load(variant: str | Path, players: int | None = None, **options: Option) -> Game:
    """A game by the name of a shipped variant or the path of a file, with options by keyword.

    Raises VariantError with everything that is wrong with the file, BadOption for an option, value or player
    count that the game doesn't have, FileNotFoundError if there is no such file or game.
    """
    return Game(load_rules(variant, players, options))


def load_with(variant: str | Path, players: int | None, options: Mapping[str, Option]) -> Game:
    """`load` with the options as a mapping."""
    return Game(load_rules(variant, players, options))
