"""Steps of a rule file as instructions to people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tricktaker.expr.syntax import Binary, Index, Name, Number, Syntax, Unary
from tricktaker.rulebook.ideas import FALSE, TRUE, negative, nobody, section, value
from tricktaker.rulebook.page import Item
from tricktaker.rulebook.phrases import THEIR, Phrases, bare, capital, spoken

Words = Mapping[str, str]

_PLAYER = {"me": "that player", "hand": "their hand", "it": "that player"}
_ENDS = {
    "tricks": "No more tricks are played.",
    "round": "The round is over.",
    "redeal": "The same dealer deals again.",
}


class Instructions:
    """Tells the steps of one rule file. Steps that can't happen in this game are left out."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.ideas = phrases.ideas

    def items(self, steps: Any, words: Words | None = None) -> tuple[Item, ...]:
        """A list of steps."""
        told: list[Item] = []
        for step in steps if isinstance(steps, list) else [steps]:
            if isinstance(step, dict):
                told += self._step(step, words or {})
        return tuple(told)

    def _step(self, step: Mapping[str, Any], words: Words) -> list[Item]:
        thing = self.phrases.thing
        rule = f"{capital(spoken(str(step['rule'])))}: " if "rule" in step else ""

        def one(text: str, below: Sequence[Item] = ()) -> list[Item]:
            return [Item(f"{rule}{text}" if rule else capital(text), tuple(below))]

        if rule and self._is_bookkeeping(step):
            return [Item(f"{capital(spoken(str(step['rule'])))}.")]
        match step:
            case {"if": test}:
                return self._branch(step, test, words, rule)
            case {"shuffle": zone}:
                return one(f"shuffle {thing(zone, words)}.")
            case {"deal": deal}:
                return one(self._deal(deal, words))
            case {"move": move}:
                return one(self._move(move, words))
            case {"swap": [first, second]}:
                return one(f"exchange {thing(first, words)} for {thing(second, words)}.")
            case {"show": shown}:
                return one(self._show(shown, words))
            case {"random": {"from": base, "as": name}}:
                return one(f"draw one of {thing(base, words)} by chance: the {spoken(str(name))}.")
            case {"set": changes}:
                return self._changes(changes, words, rule, added=False)
            case {"add": changes}:
                return self._changes(changes, words, rule, added=True)
            case {"tricks": tricks}:
                return one(self._tricks(tricks, words))
            case {"each": each, "do": do}:
                return self._each(each, do, step, words, rule)
            case {"repeat": _, "do": do}:
                until = f" until {self.phrases.condition(step['until'], words)}" if "until" in step else ""
                return one(f"repeat this{until}:", self.items(do, words))
            case {"choose": choose}:
                return self._choose(choose, step, words, rule)
            case {"call": name}:
                by = {**words, "me": thing(step["by"], words)} if "by" in step else words
                inside = self.items(section(self.ideas.document, "procs").get(name, []), by)
                return list(inside) if len(inside) == 1 else one(f"{spoken(str(name))}:", inside)
            case {"end": end}:
                return one(self._end(end))
            case {"eliminate": player}:
                return one(f"{thing(player, words)} is out of the game.")
        return []

    def _is_bookkeeping(self, step: Mapping[str, Any]) -> bool:
        """Whether a step is arithmetic that no table would read out: its name says more."""
        leaves = list(self._leaves(step))
        return all("set" in leaf or "add" in leaf for leaf in leaves) and any(_is_arithmetic(leaf) for leaf in leaves)

    def _leaves(self, step: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """The step, or what is done inside it without a question or a condition that is still open."""
        inside: Any = None
        match step:
            case {"if": test}:
                decided = self.ideas.holds(test)
                inside = None if decided is None else step.get("then" if decided else "else")
            case {"each": _, "do": do}:
                inside = do
            case {"call": name}:
                inside = section(self.ideas.document, "procs").get(name)
        if not isinstance(inside, list):
            yield step
            return
        for each in inside:
            yield from self._leaves(each)

    def _branch(self, step: Mapping[str, Any], test: Any, words: Words, rule: str) -> list[Item]:
        decided = self.ideas.holds(test)
        if decided is not None:
            return list(self.items(step.get("then" if decided else "else", []), words))
        then = self.items(step.get("then", []), words)
        otherwise = self.items(step.get("else", []), words)
        told = []
        if then:
            told.append(Item(f"{rule}If {self.phrases.condition(test, words)}:", then))
        if otherwise:
            heading = "Otherwise:" if then else f"{rule}Unless {self.phrases.condition(test, words)}:"
            told.append(Item(heading, otherwise))
        return told

    def _deal(self, deal: Mapping[str, Any], words: Words) -> str:
        to = "" if deal.get("to") == "hand" else f" to {self.phrases.thing(deal.get('to'), words)}"
        if "count" not in deal:
            return f"deal all cards{to}, one at a time."
        return f"deal {self._cards(deal['count'], words)}{to} to each player."

    def _move(self, move: Mapping[str, Any], words: Words) -> str:
        thing = self.phrases.thing
        at = " under" if move.get("at") == "bottom" else " into"
        target = thing(move.get("to"), words)
        if "cards" in move:
            return f"put {thing(move['cards'], words)}{at} {target}."
        source = thing(move.get("from"), words)
        if "count" not in move:
            return f"put all that is left of {source}{at} {target}."
        how = "up to " if move.get("up_to") else ""
        at = at.replace("into", "to")
        return f"move {how}{self._cards(move['count'], words)} from {source}{at} {target}."

    def _cards(self, count: Any, words: Words) -> str:
        number = self.phrases.thing(count, words)
        return f"{number} card" if number == "1" else f"{number} cards"

    def _show(self, shown: Any, words: Words) -> str:
        if isinstance(shown, dict):
            what, to = shown.get("cards"), shown.get("to", "players")
            whom = "everybody" if to == "players" else self.phrases.thing(to, words)
            return f"show {self.phrases.thing(what, words)} to {whom}."
        return f"show {self.phrases.thing(shown, words)} to everybody."

    def _changes(self, changes: Mapping[str, Any], words: Words, rule: str, *, added: bool) -> list[Item]:
        told = []
        for target, amount in changes.items():
            name, tree, aim = self.phrases.thing(target, words), self.ideas.syntax(amount), self.ideas.syntax(target)
            change = tree if added else None
            if isinstance(tree, Binary) and tree.op in ("+", "-") and _same(tree.left, aim):
                change = tree.right if tree.op == "+" else negative(tree.right)
            text = self._becomes(name, amount, tree, words)
            if isinstance(change, Number) and change.value < 0:
                text = f"{name} goes down by {-change.value}."
            elif isinstance(change, Unary) and change.op == "-":
                text = f"{name} goes down by {self.phrases.phrase(change.operand, words)}."
            elif change is not None:
                text = f"{name} goes up by {self.phrases.phrase(change, words)}."
            told.append(Item(f"{rule}{text}" if rule else capital(text)))
        return told

    def _becomes(self, name: str, amount: Any, tree: Syntax | None, words: Words) -> str:
        fixed = None if tree is None else value(tree)
        if fixed in (TRUE, FALSE):
            if name.startswith(THEIR):
                return f"that player {'now' if fixed == TRUE else 'no longer'} counts as {bare(name)}."
            return f"{'from now on' if fixed == TRUE else 'no longer'}: {bare(name)}."
        if fixed == "none":
            return f"there is no {bare(name)} any more."
        told = self.phrases.thing(amount, words)
        return f"remember {told} ({bare(name)})." if told.startswith("whether ") else f"{name} becomes {told}."

    def _tricks(self, tricks: Any, words: Words) -> str:
        body = tricks if isinstance(tricks, dict) else {}
        count = f"{self.phrases.thing(body['count'], words)} tricks" if "count" in body else "tricks"
        told = f"play {count}"
        if "until" in body:
            told += f", until {self.phrases.condition(body['until'], words)}"
        told += "."
        if "leader" in body:
            told += f" First to lead is {self.phrases.thing(body['leader'], words)}."
        else:
            told += " The player left of the dealer leads first."
        if "players" in body:
            told += f" Only {self.phrases.thing(body['players'], words)} take part."
        return told

    def _each(self, each: Any, do: Any, step: Mapping[str, Any], words: Words, rule: str) -> list[Item]:
        inside = {**words, **self._theirs(), **_PLAYER}
        secret = " in secret, all at once" if step.get("secretly") else ""
        if isinstance(each, dict) and "over" in each:
            domain = self.ideas.syntax(each["over"])
            name = str(each.get("as", "it"))
            if domain is None:
                return []
            heading = f"for each {spoken(name)} from {self.phrases.phrase(domain, words)}"
            inside = dict(words)
        elif isinstance(each, dict):
            if nobody(self.ideas.syntax(each.get("players"))):
                return []
            again = " again and again" if "laps" in each else ""
            heading = f"each of {self.phrases.thing(each.get('players'), words)}, in this order{again}{secret}"
        else:
            heading = f"each player in turn, beginning left of the dealer{secret}"
        if "until" in step:
            heading += f", until {self.phrases.condition(step['until'], words)}"
        below = self.items(do, inside)
        return [Item(f"{rule}{heading}:" if rule else f"{capital(heading)}:", below)] if below else []

    def _theirs(self) -> dict[str, str]:
        """What belongs to the player who is spoken of."""
        names = {"tricks_won"} | self.ideas.attributes("player")
        return {name: f"{THEIR}{spoken(name)}" for name in names}

    def _choose(self, choose: Mapping[str, Any], step: Mapping[str, Any], words: Words, rule: str) -> list[Item]:
        who = self.phrases.thing(choose.get("who", "me"), words)
        inside = {**words, "me": "that player"}
        if "as" in choose:
            inside = {**inside, str(choose["as"]): f"the chosen {self._noun(choose)}"}
        ask = f" (“{step['ask']}”)" if "ask" in step else ""
        below: list[Item] = []
        if "menu" in choose:
            may = "may choose" if choose.get("optional") else "chooses"
            heading = f"{who} {may}{ask}:"
            below += self._menu(choose["menu"], inside)
        else:
            count = f"{self.phrases.thing(choose['count'], words)} of" if "count" in choose else "one of"
            may = "may choose" if choose.get("optional") else "chooses"
            what = self.phrases.thing(choose.get("from"), words)
            kept = f" as {spoken(str(choose['set']))}" if "set" in choose else ""
            heading = f"{who} {may} {count} {what}{kept}{ask}."
        then = self.items(step.get("then", []), inside)
        otherwise = self.items(step.get("otherwise", []), inside)
        if then:
            below.append(Item("If so:" if choose.get("optional") else "Then:", then))
        if otherwise:
            below.append(Item("If not:", otherwise))
        return [Item(rule + heading if rule else capital(heading), tuple(below))]

    def _menu(self, menu: Any, words: Words) -> list[Item]:
        told = []
        for entry in menu if isinstance(menu, list) else []:
            name, body = next(((key, each) for key, each in entry.items() if key not in ("if", "then")), ("", None))
            if self.ideas.holds(entry.get("if")) is False:
                continue
            text = spoken(str(name))
            inside = dict(words)
            if isinstance(body, dict) and "from" in body:
                text += f" (one of {self.phrases.thing(body['from'], words)})"
                if "as" in body:
                    inside[str(body["as"])] = f"the chosen {self._noun(body)}"
            if "if" in entry and self.ideas.holds(entry["if"]) is None:
                text += f", if {self.phrases.condition(entry['if'], words)}"
            then = self.items(entry.get("then", []), inside)
            told.append(Item(text + (":" if then else ""), then))
        return told

    def _noun(self, choose: Mapping[str, Any]) -> str:
        """What is chosen, as far as the words of the choice tell it."""
        base = str(choose.get("from", ""))
        tree = self.ideas.syntax(base)
        several = "s" if str(choose.get("count", 1)) != "1" else ""
        for word, noun in (("hand", "card"), ("trick", "card"), ("players", "player"), ("suits", "suit")):
            if base.split(".")[0].split("(")[0] == word:
                return noun + several
        if tree is not None and self.phrases.is_cards(tree):
            return "card" + several
        name = spoken(str(choose.get("as", "one")))
        if len(name) > 1:
            return name
        words = base.replace("(", " ").replace(".", " ").split()
        return ("number" if ".." in base else spoken(words[0]) if words else "value") + several

    def _end(self, end: Any) -> str:
        if isinstance(end, dict):
            for key, verb in (("win", "won"), ("lose", "lost")):
                if key in end:
                    return f"the game is {verb}: {end[key]}."
        return _ENDS.get(str(end), "The game is over.")


def _same(one: Syntax, other: Syntax | None) -> bool:
    """Whether two expressions name the same variable at the same index."""
    if isinstance(one, Name) and isinstance(other, Name):
        return one.id == other.id
    if isinstance(one, Index) and isinstance(other, Index) and len(one.keys) == len(other.keys):
        same = all(_same(mine, theirs) for mine, theirs in zip(one.keys, other.keys, strict=True))
        return same and _same(one.base, other.base)
    if isinstance(one, Number) and isinstance(other, Number):
        return one.value == other.value
    if isinstance(one, Binary) and isinstance(other, Binary):
        return one.op == other.op and _same(one.left, other.left) and _same(one.right, other.right)
    return False


def _is_arithmetic(step: Mapping[str, Any]) -> bool:
    changes = {**step.get("set", {}), **step.get("add", {})}
    told = " ".join(f"{target} {amount}" for target, amount in changes.items())
    return len(changes) > 2 or any(sign in told for sign in ("[", "min(", "max("))
