"""Who sits where: people at this terminal, and bots that see what their seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tricktaker.diagnostics import did_you_mean

if TYPE_CHECKING:
    from tricktaker.bots import Bot
    from tricktaker.game import Game

PERSON = "you"


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: its name on the screen, who sits there, and the bot, None for a person."""

    name: str
    kind: str
    bot: Bot | None = None


class WrongPlayers(ValueError):
    """The players asked for can't sit down to this game."""


def kinds_of(text: str, bots: Sequence[str]) -> tuple[str, ...]:
    """`you,NAME,NAME:OPTION=VALUE,...` taken apart; raises `WrongPlayers` with a suggestion."""
    from tricktaker.bots import UnknownBot, check

    kinds = tuple(each.strip().casefold() for each in text.split(","))
    for kind in kinds:
        name = kind.partition(":")[0].strip()
        if kind != PERSON and name == PERSON:
            raise WrongPlayers(f"“{PERSON}” takes no options: they are for bots")
        if kind != PERSON and name not in bots:
            known = (PERSON, *bots)
            near = did_you_mean(name, known)
            hint = f"did you mean “{near}”?" if near else f"there are {', '.join(known)}"
            raise WrongPlayers(f"nobody is called “{name}”: {hint}")
        if kind != PERSON:
            try:
                check(kind)
            except UnknownBot as refusal:
                raise WrongPlayers(str(refusal)) from refusal
    return kinds


def who_cheats(kinds: Sequence[str]) -> tuple[int, ...]:
    """Seats of bots that are shown everybody's cards."""
    from tricktaker.bots import check

    return tuple(seat for seat, kind in enumerate(kinds) if kind != PERSON and check(kind).open_cards)


def names_of(kinds: Sequence[str], reader: int | None) -> tuple[str, ...]:
    """Names that tell the seats apart; a person at `reader` is spoken to."""
    names = []
    for seat, kind in enumerate(kinds):
        name = kind.partition(":")[0]
        if kind == PERSON:
            names.append("You" if seat == reader else f"Player {seat + 1}")
        else:
            alike = sum(other.partition(":")[0] == name for other in kinds)
            names.append(name.capitalize() if alike == 1 else f"{name.capitalize()} {seat + 1}")
    return tuple(names)


def seated(kinds: Sequence[str], game: Game, seed: int) -> tuple[Seat, ...]:
    """The seats of a game, people and bots."""
    from tricktaker.bots import create

    people = [seat for seat, kind in enumerate(kinds) if kind == PERSON]
    names = names_of(kinds, people[0] if len(people) == 1 else None)
    return tuple(
        Seat(name, kind, None if kind == PERSON else create(kind, game, seat, seed))
        for seat, (name, kind) in enumerate(zip(names, kinds, strict=True))
    )
