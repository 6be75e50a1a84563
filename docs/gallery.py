"""Writes docs/gallery.md from the rule files: `python docs/gallery.py`, after a game has been added or changed.

What stands on the page is in the files, except for the length of a game, which is found out by playing it. A test
compares page and files and tells when to run this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

import tricktaker
from tricktaker.loading.places import shipped_variants

PAGE = Path(__file__).parent / "gallery.md"
GAMES = 20
SEED = 1
SECONDS_A_CHOICE = 6
SECONDS_FORCED = 2
SECONDS_A_DEAL = 40

_NO_RULES = ("examples", "invariants", "accepts")
_NO_LINES = ("tricktaker:", "name:", "about:", "source:", "extends:")

_HEAD = """\
# Gallery

<!-- Written by `python docs/gallery.py`; do not edit. -->

The games that come with the program, from their own files. `tricktaker run NAME` plays one, `tricktaker rules NAME`
prints its rules, and its file is a place to look how something is said. [The cookbook](cookbook.md) has the same things
one at a time.

**Minutes** are an estimate, not a measurement at a table: {games} games are played by random players, with the usual
options and number of players; each of their decisions counts {choice} seconds, {forced} if there was nothing to choose,
and each deal {deal}. Where the end depends on how well one plays or bids, people may need much longer, or less.
**Lines** are those of the rules: without blank lines and comments, the lines of title and source, examples and
invariants. Where a game is built on another one, it is listed below that.
"""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What the page says about one file."""

    name: str
    title: str
    about: str
    players: str
    deck: str
    lines: int
    extends: str | None
    minutes: int

    @property
    def link(self) -> str:
        return f"[`{self.name}`](../variants/{self.name}.yaml)"


def entries(known: Mapping[str, int] | None = None) -> list[Entry]:
    """All shipped games by title. `known` has the minutes of games that need not be played for that."""
    found = []
    for name, path in shipped_variants().items():
        text = path.read_text(encoding="utf-8")
        document = yaml.load(text, yaml.BaseLoader)
        game = tricktaker.load(path)
        counts = game.rules.player_counts
        found.append(
            Entry(
                name=name,
                title=game.name,
                about=document.get("about", ""),
                players=str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}",
                deck=_deck(game),
                lines=_lines(text),
                extends=document.get("extends"),
                minutes=known[name] if known is not None and name in known else _minutes(game),
            )
        )
    return sorted(found, key=lambda entry: entry.title)


def _deck(game: tricktaker.Game) -> str:
    """`52 cards: 4 suits of 13`; of several decks each: `40 cards: 4 suits of 9, 4 rocket and 36 cards: …`."""
    decks: dict[str, list[str]] = {}
    for card, ruled in zip(game.cards, game.rules.cards, strict=True):
        decks.setdefault(ruled.deck, []).append(card.suit or "")
    return " and ".join(_suits(cards) for cards in decks.values())


def _suits(cards: list[str]) -> str:
    """Suits that have equally many cards are counted together."""
    sizes = {suit: cards.count(suit) for suit in dict.fromkeys(cards) if suit}
    alike = list(sizes.values())
    parts = []
    for size in sorted(set(alike), key=lambda size: -alike.count(size)):
        suits = [suit for suit in sizes if sizes[suit] == size]
        parts.append(f"{len(suits)} suits of {size}" if len(suits) > 1 else f"{size} {suits[0]}")
    if "" in cards:
        parts.append(f"{cards.count('')} without suit")
    return f"{len(cards)} cards: {', '.join(parts)}"


def _lines(text: str) -> int:
    count, section = 0, ""
    for line in text.splitlines():
        if line[:1].isalpha():
            section = line.partition(":")[0]
        told = line.strip() and not line.lstrip().startswith("#") and not line.startswith(_NO_LINES)
        if told and section not in _NO_RULES:
            count += 1
    return count


def _minutes(game: tricktaker.Game) -> int:
    played = tricktaker.simulate(game, games=GAMES, seed=SEED, engine="python")
    forced = played.decisions.value * played.forced.value
    seconds = (played.decisions.value - forced) * SECONDS_A_CHOICE + forced * SECONDS_FORCED
    minutes = (seconds + played.rounds.value * SECONDS_A_DEAL) / 60
    step = 5 if minutes < 40 else 10 if minutes < 120 else 30
    return max(step, step * round(minutes / step))


def page(found: list[Entry]) -> str:
    """The page with these entries on it."""
    return "\n".join(_page(found))


def _page(found: list[Entry]) -> Iterator[str]:
    names = {entry.name for entry in found}
    bases = [entry for entry in found if entry.extends not in names]
    yield _HEAD.format(games=GAMES, choice=SECONDS_A_CHOICE, forced=SECONDS_FORCED, deal=SECONDS_A_DEAL)
    yield f"{len(found)} games, {len(found) - len(bases)} of them built on another:\n"
    yield "| game | players | minutes | lines |"
    yield "|---|---|---|---|"
    for entry in bases:
        yield f"| [{entry.title}](#{_anchor(entry.title)}) | {entry.players} | {entry.minutes} | {entry.lines} |"
    for entry in bases:
        yield f"\n## {entry.title}\n"
        yield f"{entry.about}\n"
        facts = f"{entry.players} players · {entry.deck} · about {entry.minutes} minutes · {entry.lines} lines"
        yield f"{entry.link} · {facts}"
        below = list(_below(entry, found))
        if below:
            yield ""
            yield from below
    yield ""


def _below(base: Entry, found: list[Entry], depth: int = 0) -> Iterator[str]:
    for entry in found:
        if entry.extends == base.name:
            facts = f"{entry.players} players, about {entry.minutes} minutes, {entry.lines} lines"
            if entry.deck != base.deck:
                facts = f"{entry.deck}, {facts}"
            yield f"{'  ' * depth}* **{entry.title}** ({entry.link}; {facts}). {entry.about}"
            yield from _below(entry, found, depth + 1)


def _anchor(title: str) -> str:
    """What a heading is called in links: small letters, no punctuation, hyphens for blanks."""
    kept = "".join(letter for letter in title.lower() if letter.isalnum() or letter in " -_")
    return kept.replace(" ", "-")


def written_minutes(text: str, found: Mapping[str, Any]) -> dict[str, int]:
    """The minutes that a page gives for each of these games, of those it has."""
    minutes = {}
    for line in text.splitlines():
        name = line.partition("[`")[2].partition("`]")[0]
        number = line.partition("about ")[2].partition(" minutes")[0]
        if name in found and number.isdecimal():
            minutes[name] = int(number)
    return minutes


if __name__ == "__main__":
    PAGE.write_text(page(entries()), encoding="utf-8")
