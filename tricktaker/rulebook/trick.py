"""The trick in words: what may be led and followed, who wins it, where it goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tricktaker.rulebook.ideas import Ideas, section
from tricktaker.rulebook.page import Item
from tricktaker.rulebook.phrases import Phrases, capital, spoken

_FOLLOW = {
    "suit": "Follow suit if you can.",
    "trump": "Play a trump if you can.",
    "beat": "Beat the best card of the trick if you can.",
    "overtrump": "Beat the trumps of the trick with a higher one if you can.",
    "suit or trump": "Follow suit or play a trump if you can.",
}


class TrickTold:
    """The trick of one rule file, or of one mode of it, with the usual rules where it says nothing."""

    def __init__(self, phrases: Phrases, body: Mapping[str, Any] | None = None) -> None:
        self.phrases = phrases
        self.ideas: Ideas = phrases.ideas
        self.body = section(self.ideas.document, "trick") if body is None else body

    def rules(self, key: str) -> tuple[Item, ...]:
        """A cascade, `lead` or `follow`, as orders to the player."""
        usual: list[Any] = ["suit"] if key == "follow" else []
        items = self._lines(self.body.get(key, usual))
        if key == "lead":
            return items or (Item("Whoever leads may play any card."),)
        if not items:
            return (Item("Everybody may play any card."),)
        return (*items, Item("Whoever can't do that may play any card.")) if self._only_musts(key, usual) else items

    def _only_musts(self, key: str, usual: list[Any]) -> bool:
        lines = self.body.get(key, usual)
        lines = lines if isinstance(lines, list) else [lines]
        return all(isinstance(line, str) or "must" in line for line in lines)

    def _lines(self, lines: Any) -> tuple[Item, ...]:
        told: list[Item] = []
        for line in lines if isinstance(lines, list) else [lines]:
            if isinstance(line, str):
                told.append(Item(_FOLLOW.get(line, capital(spoken(line)) + ".")))
            elif isinstance(line, dict) and "then" in line:
                told += self._block(line)
            elif isinstance(line, dict):
                told += self._line(line)
        return tuple(told)

    def _block(self, line: Mapping[str, Any]) -> list[Item]:
        decided = self.ideas.holds(line.get("if"))
        below = self._lines(line["then"]) if decided is not False else ()
        if not below:
            return []
        return list(below) if decided else [Item(f"If {self._when(line['if'])}:", below)]

    def _line(self, line: Mapping[str, Any]) -> list[Item]:
        decided = self.ideas.holds(line.get("if"))
        if decided is False:
            return []
        kind = next((key for key in ("must", "only", "always") if key in line), None)
        if kind is None:
            return []
        test = line[kind]
        fixed = self.ideas.holds(test)
        which = "any card" if fixed else self.phrases.candidate(test, self._candidate())
        orders = {
            "must": f"Play {which}, if you can.",
            "only": f"Play only {which}.",
            "always": f"You may always play {which}.",
        }
        name = f"{capital(spoken(str(line['rule'])))}. " if "rule" in line else ""
        when = f"If {self._when(line['if'])}: " if decided is None else ""
        order = orders[kind]
        return [Item(f"{name}{when}{order[0].lower() + order[1:] if when else order}")]

    def _candidate(self) -> dict[str, str]:
        """How the attributes of a card to be played are told."""
        names = {"suit", "rank", "order", "special"} | self.ideas.attributes("card")
        return {"hand": "your hand", "me": "you", "it": "it", **{name: f"its {spoken(name)}" for name in names}}

    def _when(self, test: Any) -> str:
        return self.phrases.condition(test, {"me": "you", "hand": "your hand"})

    def winner(self) -> tuple[Item, ...]:
        """Who takes the trick, the first that applies."""
        tiers = self.body.get("wins")
        if tiers is None:
            tiers = ["trump", "led"] if self._has_trump() else ["led"]
        told = []
        for tier in tiers if isinstance(tiers, list) else [tiers]:
            text = self._tier(tier)
            if text is not None:
                told.append(Item(text))
        return tuple(told)

    def _has_trump(self) -> bool:
        return self.ideas.kind("trump") in ("definition", "variable", "option")

    def _tier(self, tier: Any) -> str | None:
        if tier == "trump":
            return "The highest trump wins the trick, if there is one in it."
        if tier == "led":
            return "The highest card of the led suit wins the trick."
        if not isinstance(tier, dict) or self.ideas.holds(tier.get("if")) is False:
            return None
        which = ""
        if "cards" in tier and self.ideas.holds(tier["cards"]) is None:
            which = f" of which {self.phrases.condition(tier['cards'])}"
        best = "A card"
        for word in ("highest", "lowest"):
            if word in tier:
                by = self.phrases.thing(tier[word])
                best = f"The card with the {word} {by.removeprefix('the ')}"
        nth = f" (number {tier['nth']} of them)" if tier.get("nth", 1) != 1 else ""
        ties = {"last": " Of equal cards the last one played counts.", "cancel": " Equal cards cancel each other."}
        when = f"If {self.phrases.condition(tier['if'])}: " if self.ideas.holds(tier.get("if")) is None else ""
        told = f"{best}{which}{nth} wins the trick.{ties.get(str(tier.get('ties')), '')}"
        return f"{when}{told[0].lower() + told[1:] if when else told}"

    def afterwards(self) -> list[str]:
        """What happens to the cards and who leads next, where the file says something of its own."""
        told = []
        led = self.body.get("led")
        if led is not None:
            told.append(f"The led suit is {self.phrases.thing(led)}.")
        collect = str(self.body.get("collect", "winner.won"))
        if collect == "winner.won":
            told.append("The winner takes the cards.")
        else:
            told.append(f"The cards go to {self.phrases.thing(collect)}.")
        following = str(self.body.get("next", "winner"))
        told.append(f"{capital(self.phrases.thing(following)) if following != 'winner' else 'The winner'} leads next.")
        if "nobody_takes" in self.body and self.ideas.holds(self.body["nobody_takes"]) is not False:
            where = self.phrases.thing(self.body.get("goes_to", "won"))
            told.append(
                f"If {self.phrases.condition(self.body['nobody_takes'])}, nobody wins the trick: it goes to {where}."
            )
        if "may_pass" in self.body:
            told.append(f"A player may stay out of a trick if {self._when(self.body['may_pass'])}.")
        if "played_by" in self.body:
            told.append(f"The cards of a player are played by {self.phrases.thing(self.body['played_by'])}.")
        return told
