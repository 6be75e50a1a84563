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
    """`you,NAME,...` taken apart; raises `WrongPlayers` with a suggestion."""
    kinds = tuple(each.strip().casefold() for each in text.split(","))
    for kind in kinds:
        if kind != PERSON and kind not in bots:
            known = (PERSON, *bots)
            near = did_you_mean(kind, known)
            hint = f"did you mean “{near}”?" if near else f"there are {', '.join(known)}"
            raise WrongPlayers(f"nobody is called “{kind}”: {hint}")
    return kinds


def names_of(kinds: Sequence[str], reader: int | None) -> tuple[str, ...]:
    """Names that tell the seats apart; a person at `reader` is spoken to."""
    names = []
    for seat, kind in enumerate(kinds):
        if kind == PERSON:
            names.append("You" if seat == reader else f"Player {seat + 1}")
        else:
            names.append(kind.capitalize() if kinds.count(kind) == 1 else f"{kind.capitalize()} {seat + 1}")
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
