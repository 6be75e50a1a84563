"""What is given of a position, read and judged: names, cards, seats and values, and every reason why it can't be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any

from tricktaker.compiler.emission import NONE
from tricktaker.compiler.layout import index_size
from tricktaker.expr.names import VarDecl
from tricktaker.expr.types import PLAYER, Type
from tricktaker.game.faults import PositionError
from tricktaker.game.notation import find_card

if TYPE_CHECKING:
    from tricktaker.game.game import Game

Place = tuple[str, int | None]
"""A zone, and whose it is."""


@dataclass(frozen=True, slots=True)
class Given:
    """What is given of a position, as a state holds it. A zone that isn't here wasn't given."""

    zones: Mapping[Place, tuple[int, ...]]
    """Cards, the first on top of a pile."""
    trick: tuple[int, ...]
    """Plays, the leader's first."""
    values: tuple[tuple[VarDecl, int, int], ...]
    """Variable, place among its values, value."""
    by: Mapping[int, int]
    """Who played a card."""
    tricks: tuple[int, ...]
    """Tricks won, by seat."""
    leader: int
    dealer: int | None
    round_no: int
    trick_no: int


class Reader:
    """Reads what is given; what can't be goes to `problems`, a sentence each, and reading goes on."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.problems: list[str] = []
        self._taken: set[int] = set()

    def read(
        self,
        *,
        hands: object = None,
        zones: object = None,
        trick: object = None,
        vars: object = None,
        cards: object = None,
        tricks: object = None,
        leader: object = 0,
        dealer: object = None,
        round_no: object = 1,
        trick_no: object = 2,
    ) -> Given:
        """A position as `Game.position` takes it. Raises PositionError with every reason why it can't be."""
        names = self.game.rules.names
        most = max(2, min(names.card_count, names.trick_limit))  # what isn't said is the second trick
        given = Given(
            zones=self._zones(hands, zones),
            trick=self._trick(trick),
            values=tuple(self.values(vars, cards)),
            by=self._players_of(cards),
            tricks=self._tricks(tricks),
            leader=self._value("`leader`: ", PLAYER, leader) or 0,
            dealer=None if dealer is None else self._value("`dealer`: ", PLAYER, dealer),
            round_no=self._number("`round`", round_no, 1, names.round_limit),
            trick_no=self._number("`trick_no`", trick_no, 1, most),
        )
        self.judge()
        return given

    def judge(self) -> None:
        """Raises PositionError if there was anything that can't be."""
        if self.problems:
            raise PositionError(tuple(dict.fromkeys(self.problems)))

    # -- cards

    def _zones(self, hands: object, zones: object) -> dict[Place, tuple[int, ...]]:
        found: dict[Place, tuple[int, ...]] = {}
        every = self._named("zones", zones)
        if hands is not None:
            if "hand" in every:
                self.problems.append("the hands are given twice")
            every["hand"] = hands
        for name, listed in every.items():
            decl = self.game.rules.names.zones.get(name)
            if decl is None:
                self.problems.append(f"there is no zone `{name}`")
            elif not decl.per_player:
                found[name, None] = self._cards(f"the cards of `{name}`", listed)
            elif not isinstance(listed, Mapping) and _items(listed or ()) is None:
                self.problems.append(f"the cards of `{name}` are lists, a list for each seat")
            else:
                by_seat = listed if isinstance(listed, Mapping) else dict(enumerate(listed or ()))
                for seat, cards in by_seat.items():
                    owner = self._value("", PLAYER, seat)
                    if (name, owner) in found:
                        self.problems.append(f"the cards of `{name}` of seat {owner} are given twice")
                    laid = self._cards(f"the cards of `{name}` of seat {seat}", cards)
                    if owner is not None:
                        found[name, owner] = laid
        return found

    def _cards(self, what: str, given: object) -> tuple[int, ...]:
        texts = _items(() if given is None else given)
        if texts is None:
            self.problems.append(f"{what} are a list")
        return tuple(card for text in texts or () if (card := self._card(text)) is not None)

    def _card(self, text: object) -> int | None:
        """The number of a card that isn't placed yet."""
        found = self._copies(text)
        for card in found:
            if card not in self._taken:
                self._taken.add(card)
                return card
        if found:
            self.problems.append(f"`{text}` is in two places")
        return None

    def _copies(self, text: object) -> list[int]:
        """The numbers of all cards of a name."""
        found = [card.index for card in find_card(self.game, str(text))]
        if not found:
            self.problems.append(f"there is no card `{text}`")
        return found

    def _trick(self, given: object) -> tuple[int, ...]:
        texts = _items(() if given is None else given)
        if texts is None:
            self.problems.append("`trick` is a list of cards")
        elif len(texts) > self.game.players:
            self.problems.append(f"a trick of {len(texts)} cards for {self.game.players} players")
        return tuple(code for text in texts or () if (code := self._play(text)) is not None)

    def _play(self, text: object) -> int | None:
        """The play code of a card in a trick; a way follows behind ` as ` or ` face down`."""
        words = str(text)
        base, separator, way = words.partition(" as ")
        wanted = f"as {way}" if separator else None
        if words.endswith(" face down"):
            base, wanted = words[: -len(" face down")], "face down"
        card = self._card(base)
        if card is None or wanted is None:
            return card
        for code, play in enumerate(self.game.rules.plays):
            if play.card == card and play.way == wanted:
                return code
        self.problems.append(f"`{base}` can't be played `{wanted}`")
        return None

    # -- seats and numbers

    def _one_of(self, what: str, value: object, count: int) -> int | None:
        """A seat or a team by its number, with or without its noun."""
        text = str(value).removeprefix(f"{what} ").removeprefix("P" if what == "seat" else "")
        if isinstance(value, bool) or not text.isdecimal() or int(text) >= count:
            self.problems.append(f"there is no {what} {text}" if _is_number(text) else f"`{value}` is no {what}")
            return None
        return int(text)

    def _number(self, key: str, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, Integral) or not low <= int(value) <= high:
            self.problems.append(f"{key} is a whole number from {low} to {high}, not `{value}`")
            return low
        return int(value)

    def _tricks(self, given: object) -> tuple[int, ...]:
        players, most = self.game.players, self.game.rules.names.trick_limit
        won = [0] * players if given is None else _items(given)
        if won is None or len(won) != players:
            self.problems.append(f"`tricks` is a list of {players} numbers, tricks won by each seat")
        found = tuple(self._number("each of `tricks`", each, 0, most) for each in won or ())
        if sum(found) > most:
            self.problems.append(f"`tricks` come to {sum(found)}, a round has at most {most}")
        return found

    # -- variables

    def values(self, vars: object, cards: object) -> list[tuple[VarDecl, int, int]]:
        """The values of variables: all that are given, and those kept for cards."""
        found: list[tuple[VarDecl, int, int]] = []
        known = self.game.rules.names.vars
        for name, value in self._named("vars", vars).items():
            if name not in known:
                self.problems.append(f"there is no variable `{name}`")
            else:
                found += self._of_variable(known[name], known[name].per, value, 0)
        for name, value in self._named("cards", cards).items():
            decl = known.get(name)
            if name == "by":
                continue
            if decl is None:
                self.problems.append(f"there is no variable `{name}`")
            elif not decl.per or decl.per[0].kind != "card":
                self.problems.append(f"`{name}` isn't kept for cards")
            elif not isinstance(value, Mapping):
                self.problems.append(f"`{name}` is a mapping of cards")
            else:
                found += self._of_variable(decl, decl.per, value, 0)
        return found

    def _of_variable(
        self, decl: VarDecl, per: Sequence[Type], given: object, place: int
    ) -> list[tuple[VarDecl, int, int]]:
        """The values from one place on: a value, or by the first index that is left a mapping or a list."""
        if not per:
            value = self._value(f"`{decl.name}`: ", decl.type, given)
            return [] if value is None else [(decl, place, value)]
        size = index_size(self.game.rules, per[0])
        inside: list[tuple[int | None, object]]
        if isinstance(given, Mapping):
            inside = [(self._index(decl, per[0], key), item) for key, item in given.items()]
        elif (items := _items(given)) is None:
            noun = {"int": "number", "symbol": per[0].name}.get(per[0].kind, per[0].kind)
            self.problems.append(f"`{decl.name}` is kept for each {noun}: a list of {size} or a mapping, not `{given}`")
            return []
        else:
            if len(items) != size:
                self.problems.append(f"`{decl.name}` has {size} values, not {len(items)}")
            inside = list(enumerate(items[:size]))
        return [
            value
            for index, item in inside
            if index is not None
            for value in self._of_variable(decl, per[1:], item, place * size + index)
        ]

    def _index(self, decl: VarDecl, kind: Type, key: object) -> int | None:
        value = self._value(f"`{decl.name}`: ", kind, key)
        return value if value is None or kind.kind != "int" else value - kind.lo

    def _value(self, where: str, type: Type, value: object) -> int | None:
        """A value in stored form; None if it isn't of the type."""
        value = "none" if value is None else value
        if type.optional and value == "none":
            return NONE if type.kind == "int" else -1
        if type.kind == "bool":
            if str(value).lower() not in ("true", "false"):
                self.problems.append(f"{where}`{value}` is neither true nor false")
            return int(str(value).lower() == "true")
        if type.kind == "symbol":
            code = self.game.rules.names.domains[type.name].positions.get(str(value))
            if code is None:
                self.problems.append(f"{where}`{value}` is no {type.name.replace('_', ' ')}")
            return code
        before = len(self.problems)
        if type.kind == "card":
            number = next(iter(self._copies(value)), None)
        elif type.kind == "player":
            number = self._one_of("seat", value, self.game.players)
        elif type.kind == "team":
            number = self._one_of("team", value, len(self.game.teams))
        else:
            number = int(str(value)) if _is_number(str(value)) else None
            if number is None or not type.lo <= number <= type.hi:
                self.problems.append(f"`{value}` is no number from {type.lo} to {type.hi}")
        self.problems[before:] = [where + problem for problem in self.problems[before:]]
        return number

    def _players_of(self, cards: object) -> dict[int, int]:
        """Who played which cards, under the name `by`."""
        given = cards.get("by") if isinstance(cards, Mapping) else None
        if given is None:
            return {}
        if not isinstance(given, Mapping):
            self.problems.append("`by` is a mapping of cards: who played each")
            return {}
        found: dict[int, int] = {}
        for text, seat in given.items():
            player = self._value("`by`: ", PLAYER.maybe, seat)
            before = len(self.problems)
            copies = self._copies(text)
            self.problems[before:] = [f"`by`: {problem}" for problem in self.problems[before:]]
            if player is not None:
                found.update(dict.fromkeys(copies, player))
        return found

    def _named(self, key: str, given: object) -> dict[str, Any]:
        if given is None:
            return {}
        if not isinstance(given, Mapping):
            self.problems.append(f"`{key}` is a mapping of names")
            return {}
        return {str(name): item for name, item in given.items()}


def _items(value: object) -> list[Any] | None:
    """What a list holds; None for anything else."""
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else None


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()
