"""The whole game: setup, rounds, dealers, end."""

from __future__ import annotations

from tricktaker.compiler.ir import Block, Body, Break, Decide, If, Loop, Stop
from tricktaker.compiler.layout import index_size, zone_name
from tricktaker.compiler.moments import (
    EV_GAME_END,
    EV_REDEAL,
    EV_ROUND,
    EV_ROUND_END,
    STOP_GAME,
    STOP_ROUND,
    STOP_START,
)
from tricktaker.compiler.sites import Site, put
from tricktaker.compiler.statements import Statements
from tricktaker.expr.nodes import Lit, ZoneRef
from tricktaker.model import Variable
from tricktaker.model import steps as m
from tricktaker.model.visibility import public_zones
from tricktaker.model.walking import rule_steps

MOST_REDEALS = 1000


class Flow(Statements):
    """Emits a whole game."""

    def game(self) -> Body:
        """The program from the first line to the end of the game."""
        rules = self.rules
        self.open_zones = public_zones(rules)
        self.game_label = self.label()
        self.round_label = self.label()
        rounds = self.label()
        with self.block() as whole:
            for variable in rules.variables:
                self.reset(variable)
            self.line(f"active = {(1 << rules.players) - 1}")
            self.line("dealer = -1")
            self.line("leader = -1")
            self.line("winner = -1")
            self.line("winning = -1")
            self.line("led = -1")
            self.reseed()
            self.first_dealer()
            self.steps(rules.setup)
            with self.block() as one_round:
                self.one_round(rounds)
            self.out.append(Loop(rounds, one_round))
        with self.block() as program:
            self.out.append(Block(self.game_label, [*whole, Break(self.game_label)]))
            self.line("over = 1")
            self.event(EV_GAME_END, "outcome")
            self.out.append(Stop(STOP_GAME))
        return program

    def reseed(self) -> None:
        """The chance of a deal depends on the game's seeds and the number of the deal alone."""
        self.line("x = seed_a ^ (deal_no * 0x3C6EF372 & 0xFFFFFFFF)")
        for shift, factor in ((16, 0x21F0AAAD), (15, 0x735A2D97)):
            self.line(f"x = ((x ^ (x >> {shift})) * {factor}) & 0xFFFFFFFF")
        low = self.let("(x ^ (x >> 15)) & 0xFFFFFFFF", "low")
        self.line(f"x = seed_b ^ ({low} >> 1) ^ deal_no")
        for shift, factor in ((16, 0x21F0AAAD), (15, 0x735A2D97)):
            self.line(f"x = ((x ^ (x >> {shift})) * {factor}) & 0xFFFFFFFF")
        self.line(f"x = ((x ^ (x >> 15)) % 1791398083 + 1) << 32 | {low}")

    def first_dealer(self) -> None:
        first = self.rules.rounds.dealing.first
        if first == "random":
            self.line("x = (x & 0xFFFFFFFF) * 1791398085 + (x >> 32)")
            self.line(f"dealer = ((x & 0xFFFFFFFF) * {self.rules.players}) >> 32")
        elif first == "choose":
            me = self.layout.scalar("opener")
            self.line(f"{me} = 0")
            site = Site(len(self.sites), "choose", "Who deals first?", None, False, False, None)
            for seat in range(self.rules.players):
                put(site.options, seat, self.actions.add(f"deal seat {seat}"))
            self.sites.append(site)
            self.line("dealer = 0")
            self.out.append(Decide(site.number, me, [str((1 << self.rules.players) - 1)]))
            self.line("dealer = choice")
        else:
            self.line(f"dealer = {first}")

    def one_round(self, label: int) -> None:
        rules = self.rules
        redeal = self.layout.scalar("redeal")
        self.line("round_no += 1")
        again = self.label()
        with self.block() as deals:
            self.line("deal_no += 1")
            again_step = next(
                (one for one in rule_steps(rules) if isinstance(one, m.End) and one.what == "redeal"), None
            )
            self.check(
                f"deal_no > {rules.rounds.at_most + MOST_REDEALS}",
                "the cards were dealt again too often",
                again_step.span if again_step is not None else None,
            )
            self.reseed()
            self.start_round()
            self.line(f"{redeal} = 0")
            self.out.append(Stop(STOP_START))
            with self.block() as body:
                self.steps(rules.round)
                self.out.append(Break(self.round_label))
            self.out.append(Block(self.round_label, body))
            with self.block() as done:
                self.out.append(Break(again))
            self.out.append(If(f"not {redeal}", done))
            self.event(EV_REDEAL)
        self.out.append(Loop(again, deals))
        self.forget()
        for ability in self.rules.abilities:
            if ability.when == "round_end" and ability.do:
                self.abilities_anywhere("round_end")
                break
        self.hooks_at("round_end", None)
        if self.eliminates:
            self.line("active &= ~leaving")
            self.line("leaving = 0")
        self.event(EV_ROUND_END, "round_no")
        self.out.append(Stop(STOP_ROUND))
        tests: list[str] = []
        if rules.rounds.until is not None:
            tests.append(self.scalar(rules.rounds.until))
        if self.eliminates:
            tests.append("active == 0")
        tests.append(f"round_no >= {rules.rounds.at_most}")
        self.out.append(If(" or ".join(f"({test})" for test in tests), [Break(label)]))
        self.next_dealer()

    def next_dealer(self) -> None:
        then = self.rules.rounds.dealing.then
        if then is None:
            self.advance_seat("dealer", "active" if self.eliminates else None)
            return
        self.line(f"dealer = {self.need(then)}")
        if self.eliminates:
            self.when("not (active >> dealer) & 1", lambda: self.advance_seat("dealer", "active"))

    def start_round(self) -> None:
        """Every card returns to its deck; what lasts a round starts anew."""
        rules = self.rules
        decks: dict[str, list[int]] = {name: [] for name in rules.deck_zones}
        self.fresh_decks = set()
        for step in rules.round:
            if not isinstance(step, m.Shuffle) or not isinstance(step.zone, ZoneRef):
                break
            if step.zone.name in decks:
                self.fresh_decks.add(step.zone.name)
        for card in rules.cards:
            decks[card.deck].append(card.index)
        for name, cards in decks.items():
            start = zone_name(name)
            if cards and name not in self.fresh_decks:
                i = self.temp("i")
                first = cards[0]
                shift = f"{i} + {first}" if first else i
                laid = f"s[{start} + {i}] = {shift}"
                self.loop(f"for {i} in range({len(cards)}):", lambda laid=laid: self.line(laid))  # type: ignore[misc]
            self.line(f"n_{name} = {len(cards)}")
        for zone in rules.zones:
            name = zone.decl.name
            if name in decks:
                continue
            place = self.layout.zones[name]
            if place.pile:
                if zone.decl.per_player:
                    for owner in range(place.owners):
                        self.line(f"s[N_{zone_name(name)} + {owner}] = 0")
                else:
                    self.line(f"n_{name} = 0")
                continue
            for word in range(place.words):
                for owner in range(place.owners):
                    self.line(f"s[{zone_name(name)}{word or ''} + {owner}] = 0")
        for seat in range(rules.players):
            self.line(f"s[TRICKS_WON + {seat}] = 0")
        for text in ("trick_no = 0", "tn = 0", "led = -1", "winner = -1", "winning = -1"):
            self.line(text)
        if self.reads_by:
            self.layout.array("BY", len(rules.cards))
            i = self.temp("i")
            self.loop(f"for {i} in range({len(rules.cards)}):", lambda: self.line(f"s[BY + {i}] = -1"))
        if self.reads_last:
            self.line(f"{self.layout.scalar('last_tn')} = 0")
        for variable in rules.variables:
            if variable.decl.lasts != "game":
                self.reset(variable)
        self.event(EV_ROUND, "round_no", "dealer")

    def reset(self, variable: Variable) -> None:
        """A variable takes its start value."""
        decl = variable.decl
        if not decl.per:
            self.line(f"v_{decl.name} = {self.stored(variable.default, decl.type.optional)}")
            return
        size = 1
        for kind in decl.per:
            size *= index_size(self.rules, kind)
        if variable.init is not None:
            for place, value in enumerate(variable.init):
                self.line(f"s[V_{decl.name} + {place}] = {self.stored(value, decl.type.optional)}")
            return
        if isinstance(variable.default, Lit):
            text = self.stored(variable.default, decl.type.optional)
            if size <= 4:
                for place in range(size):
                    self.line(f"s[V_{decl.name} + {place}] = {text}")
                return
            i = self.temp("i")
            self.loop(f"for {i} in range({size}):", lambda: self.line(f"s[V_{decl.name} + {i}] = {text}"))
            return
        kind = decl.per[0]
        i = self.temp("i")
        low = kind.lo if kind.kind == "int" else 0

        def body() -> None:
            self.bindings[variable.id] = f"({i} + {low})" if low else i
            self.line(f"s[V_{decl.name} + {i}] = {self.stored(variable.default, decl.type.optional)}")

        self.loop(f"for {i} in range({size}):", body)
