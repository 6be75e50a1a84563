"""The rulebook page of a game, section by section, from its declarations and texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tricktaker.expr.syntax import Binary, Call, Name, Unary
from tricktaker.rulebook.ideas import Ideas, ideas_of, section, value
from tricktaker.rulebook.page import Block, Item, Listing, Page, Section, Table
from tricktaker.rulebook.phrases import Phrases, capital, listed, spoken
from tricktaker.rulebook.procedure import Instructions
from tricktaker.rulebook.trick import TrickTold

if TYPE_CHECKING:
    from tricktaker.model import Rules


def rulebook(rules: Rules) -> Page:
    """All rules of a game with its options and number of players, for people. Reads the rule file again."""
    from tricktaker.diagnostics import Report
    from tricktaker.loading.extends import load_document
    from tricktaker.loading.nodes import plain

    node = load_document(rules.path, Report())
    document: dict[str, Any] = plain(node) if node is not None else {}
    author = _Author(ideas_of(document, rules))
    found = [
        Section("Components", author.components()),
        Section("Course of a round", author.course()),
        Section("A trick", author.trick()),
        Section("Rules that hold at times", author.modes()),
        Section("Cards with a rule of their own", author.abilities("abilities")),
        Section("Other rules", author.abilities("hooks")),
        Section("Scoring tables", author.tables()),
        Section("End of the game", author.ending()),
        Section("Words", author.words()),
        Section("Options", author.options()),
        Section("Source", (rules.source,) if rules.source else ()),
    ]
    return Page(title=rules.name, about=rules.about, sections=tuple(each for each in found if each.blocks))


class _Author:
    """Writes the sections of one rule file."""

    def __init__(self, ideas: Ideas) -> None:
        self.ideas = ideas
        self.rules = ideas.rules
        self.document = ideas.document
        self.phrases = Phrases(ideas)
        self.instructions = Instructions(self.phrases)

    def components(self) -> tuple[Block, ...]:
        """Players, cards and places."""
        rules = self.rules
        blocks: list[Block] = [self._players()]
        for deck in rules.deck_zones:
            blocks.append(self._deck(deck))
        places = []
        for zone in rules.zones:
            if zone.decks or zone.decl.name in ("hand", "won"):
                continue
            each = " of each player" if zone.decl.per_player else ""
            seen = {
                "everyone": "face up",
                "owner": "seen by its owner only",
                "others": "seen by everybody but its owner",
                "nobody": "face down",
            }[zone.decl.see]
            places.append(Item(f"{capital(spoken(zone.decl.name))}{each}: {seen}."))
        if places:
            blocks += ["Places for cards besides the hands and the tricks won:", Listing(tuple(places))]
        return tuple(blocks)

    def _players(self) -> str:
        rules = self.rules
        counts = rules.player_counts
        many = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        told = f"{many} players" + (f"; what follows is for {rules.players}." if len(counts) > 1 else ".")
        if rules.teams:
            sides = listed([listed([str(seat + 1) for seat in team], " and ") for team in rules.teams], " against ")
            told += f" Partners sit across: players {sides}."
        if rules.cooperative:
            told += " All win or lose together."
        return told

    def _deck(self, deck: str) -> str:
        cards = [card for card in self.rules.cards if card.deck == deck]
        suits, ranks = (self.rules.names.domains.get(name) for name in ("suit", "rank"))
        told = f"{capital(spoken(deck))}: {len(cards)} cards"
        groups: dict[tuple[int, ...], list[str]] = {}
        by_suit: dict[int, list[int]] = {}
        for card in cards:
            if card.suit is not None and card.rank is not None:
                by_suit.setdefault(card.suit, []).append(card.rank)
        for suit, found in by_suit.items():
            groups.setdefault(tuple(found), []).append(suits.labels[suit] if suits else str(suit))
        parts = []
        for held, names in groups.items():
            labels = [ranks.labels[rank] if ranks else str(rank) for rank in dict.fromkeys(held)]
            copies = len(held) // max(1, len(labels))
            times = f", {copies} of each" if copies > 1 else ""
            parts.append(f"{listed([spoken(name) for name in names], ' and ')}, each with {_ranks(labels)}{times}")
        specials: dict[str, int] = {}
        for card in cards:
            if card.special is not None:
                specials[card.name] = specials.get(card.name, 0) + 1
        parts += [f"{count} × {spoken(name)}" if count > 1 else spoken(name) for name, count in specials.items()]
        return f"{told}. " + "; ".join(capital(part) for part in parts) + ". Ranks are listed from low to high."

    def course(self) -> tuple[Block, ...]:
        """What happens, in order."""
        blocks: list[Block] = []
        setup = self.instructions.items(self.document.get("setup", []))
        if setup:
            blocks += ["Once, before the first round:", Listing(setup)]
        blocks.append(Listing(self.instructions.items(self.document.get("round", [])), numbered=True))
        return tuple(blocks)

    def trick(self) -> tuple[Block, ...]:
        """What may be played, who wins."""
        told = TrickTold(self.phrases)
        return (
            "Leading:",
            Listing(told.rules("lead")),
            "Following:",
            Listing(told.rules("follow")),
            "Winning, the first that applies:",
            Listing(told.winner(), numbered=True),
            " ".join(told.afterwards()),
        )

    def abilities(self, key: str) -> tuple[Block, ...]:
        """What single cards do, and rules that belong to no card, in the author's words where there are any."""
        told = self._abilities(section(self.document, key))
        return (Listing(told),) if told else ()

    def _abilities(self, bodies: Mapping[str, Any]) -> tuple[Item, ...]:
        told = []
        for name, body in bodies.items():
            if not isinstance(body, dict) or self.ideas.holds(body.get("if")) is False:
                continue
            cards = f" ({self._which(body['cards'])})" if "cards" in body else ""
            if body.get("text"):
                told.append(Item(f"{spoken(name)}{cards}: {body['text']}"))
            elif "do" in body:
                when = f", {_WHEN[body['when']]}" if body.get("when") in _WHEN else ""
                told.append(Item(f"{spoken(name)}{cards}{when}:", self.instructions.items(body["do"], _DOER)))
        return tuple(told)

    def modes(self) -> tuple[Block, ...]:
        """What is otherwise as long as a mode holds."""
        told = []
        for name, body in section(self.document, "modes").items():
            decided = self.ideas.holds(body.get("if")) if isinstance(body, dict) else False
            if decided is False:
                continue
            trick = TrickTold(self.phrases, section(body, "trick"))
            below = [
                Item(f"{heading}:", trick.rules(key))
                for key, heading in (("lead", "Leading"), ("follow", "Following"))
                if key in trick.body
            ]
            if "wins" in trick.body:
                below.append(Item("Winning, the first that applies:", trick.winner()))
            below += self._abilities(section(body, "abilities")) + self._abilities(section(body, "hooks"))
            when = "" if decided else f", if {self.phrases.condition(body['if'])}"
            told.append(Item(f"{capital(spoken(name))}{when}: {body.get('text', '')}".rstrip(), tuple(below)))
        return (Listing(tuple(told)),) if told else ()

    def _which(self, written: Any) -> str:
        """The cards that have an ability."""
        match self.ideas.syntax(written):
            case Binary(op="==", left=Name(id="rank"), right=right):
                return f"each {self.phrases.phrase(right, {})}"
            case Binary(op="==", left=Name(id="special"), right=right):
                return self.phrases.phrase(right, {})
            case None:
                return str(written)
            case tree:
                return f"each card of which {self.phrases.clause(tree, {})}"

    def tables(self) -> tuple[Block, ...]:
        """The printed tables."""
        blocks: list[Block] = []
        for name, rows in section(self.document, "tables").items():
            if not isinstance(rows, dict):
                continue
            lists = [row for row in rows.values() if isinstance(row, list)]
            if lists:
                head = ("", *[str(column) for column in range(max(map(len, lists)))])
                body = [(_key(key), *[_cell(row, at) for at in range(len(head) - 1)]) for key, row in rows.items()]
            else:
                head = ("for", capital(spoken(name)))
                body = [(_key(key), _said(row)) for key, row in rows.items()]
            blocks.append(f"{capital(spoken(name))}:")
            blocks.append(Table(head, tuple(body)))
        return tuple(blocks)

    def ending(self) -> tuple[Block, ...]:
        """How long the game lasts and who wins it."""
        rounds, end = section(self.document, "rounds"), section(self.document, "end")
        told = []
        if "count" in rounds:
            count = self.phrases.thing(rounds["count"])
            told.append(f"The game lasts {count} round{'' if count == '1' else 's'}.")
        if "until" in rounds:
            told.append(f"The game ends after a round when {self.phrases.condition(rounds['until'])}.")
        told.append(self._dealer(rounds))
        if "winners" in end:
            told.append(f"Winners are {self.phrases.thing(end['winners'])}.")
        elif not self.rules.cooperative:
            told.append(self._standings(end.get("standings", ["score"])))
        if "score" in end:
            told.append(f"The score shown is: {self.phrases.thing(end['score'])}.")
        return (" ".join(told),)

    def _dealer(self, rounds: Mapping[str, Any]) -> str:
        dealing = rounds.get("dealer") if isinstance(rounds.get("dealer"), dict) else {}
        assert isinstance(dealing, dict)
        first = dealing.get("first", "random")
        who = "drawn by lot" if first == "random" else "agreed on" if first == "choose" else f"player {int(first) + 1}"
        then = dealing.get("then", "left")
        tree = self.ideas.syntax(then)
        if isinstance(tree, Call) and tree.name == "left":
            then = "left"
        after = {
            "left": "passes to the left",
            "winner": "goes to the winner of the last trick",
            "loser": "goes to the loser",
        }.get(str(then), f"goes to {self.phrases.phrase(tree, {})}" if tree is not None else "passes to the left")
        return f"The first dealer is {who}; then the deal {after}."

    def _standings(self, standings: Any) -> str:
        told = []
        for each in standings if isinstance(standings, list) else [standings]:
            tree = self.ideas.syntax(each)
            if tree is None or value(tree) is not None:
                continue
            fewer = isinstance(tree, Unary) and tree.op == "-"
            if isinstance(tree, Unary) and fewer:
                tree = tree.operand
            told.append(f"the {'lowest' if fewer else 'highest'} {self.phrases.phrase(tree, {}).removeprefix('the ')}")
        if not told:
            return "All share the win."
        ties = "".join(f"; if that is equal, {each}" for each in told[1:])
        return f"{capital(told[0])} wins{ties}. Whoever is equal in everything shares the place."

    def words(self) -> tuple[Block, ...]:
        """The names that the rules above use."""
        told = []
        for heading, written in section(self.document, "define").items():
            name = heading.split("(")[0].split(".")[-1].strip()
            subject = heading.split(".")[0] if "." in heading.split("(")[0] else ""
            tree = self.ideas.syntax(written)
            if tree is None or value(tree) is not None:
                continue
            of = f" of a {subject}" if subject else ""
            told.append(Item(f"{capital(spoken(name))}{of}: {self._meaning(tree, subject)}."))
        return (Listing(tuple(told)),) if told else ()

    def _meaning(self, tree: Any, subject: str) -> str:
        words = {}
        if subject:
            words = {"it": f"the {subject}", "me": f"the {subject}"}
            words |= {name: f"its {spoken(name)}" for name in self.ideas.attributes(subject)}
        if subject == "card":
            words |= {"suit": "its suit", "rank": "its rank", "order": "the place of its rank"}
        told = self.phrases.phrase(tree, words)
        return f"if {told.removeprefix('whether ')}" if told.startswith("whether ") else told

    def options(self) -> tuple[Block, ...]:
        """What can be agreed on, and what was."""
        told = []
        for option in self.rules.options:
            if option.kind == "bool":
                may = "yes or no"
            elif option.kind == "int":
                may = f"{option.values[0]} to {option.values[-1]}" if option.values else "a number"
            else:
                may = listed([_said(each) for each in option.values], " or ")
            usual = "" if option.chosen == option.default else f" (usually {_said(option.default)})"
            now = f"here {_said(option.chosen)}{usual}"
            told.append(Item(f"{capital(spoken(option.name))}: {may}; {now}. {option.help}".rstrip()))
        return (Listing(tuple(told)),) if told else ()


_DOER = {"me": "that player", "card": "the card", "hand": "their hand"}
_WHEN = {
    "turn": "before a player's turn",
    "played": "when it is played",
    "won": "when it wins",
    "lost": "when it loses",
    "taken": "when it is taken",
    "trick_start": "before each trick",
    "trick_complete": "when a trick is complete",
    "trick_won": "after each trick",
    "trick_end": "at the end of each trick",
    "round_end": "at the end of the round",
}


def _said(chosen: int | str | bool) -> str:
    if isinstance(chosen, bool):
        return "yes" if chosen else "no"
    return spoken(str(chosen))


def _key(key: str) -> str:
    return spoken(key.replace("..", " to "))


def _cell(row: Any, at: int) -> str:
    if isinstance(row, list):
        return _said(row[at]) if at < len(row) else ""
    return _said(row) if at == 0 else ""


def _ranks(labels: Sequence[str]) -> str:
    """Ranks in words, numbers that follow each other as a range."""
    told: list[str] = []
    run: list[str] = []
    for label in [*labels, ""]:
        if run and label.isdecimal() and run[-1].isdecimal() and int(label) == int(run[-1]) + 1:
            run.append(label)
            continue
        if run:
            told.append(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run))
        run = [label]
    return ", ".join(told)
