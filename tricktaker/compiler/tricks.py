"""The trick loop: turn, play, abilities, winner, collection, next leader. The order of events is fixed here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.compiler.ir import Break, Decide, If, Line, Loop, Stop
from tricktaker.compiler.layout import BITS, words_for, zone_name
from tricktaker.compiler.moments import (
    EV_ABILITY,
    EV_HOOK,
    EV_LEAD,
    EV_PASS,
    EV_PLAY,
    EV_STUCK,
    STOP_COMPLETE,
    STOP_PLAYED,
    STOP_TRICKS,
    STOP_TURN,
)
from tricktaker.compiler.sites import Site, put
from tricktaker.expr.nodes import Attr, Local, Node, Pick, Trick, Word, ZoneRef, walk
from tricktaker.expr.types import CARD, PLAYER, set_of, symbol
from tricktaker.model import Ability
from tricktaker.model import steps as m
from tricktaker.model.walking import rule_nodes

if TYPE_CHECKING:
    from tricktaker.compiler.statements import Statements


class TrickPlay:
    """Part of the emitter: the step `tricks`."""

    def do_tricks(self: Statements, step: m.Tricks) -> None:  # type: ignore[misc]
        end, again = self.label(), self.label()
        self.tricks_labels.append(end)
        self.tricks_span = step.asked
        played = self.layout.scalar(f"played_{again}")
        most = self.layout.scalar(f"most_{again}")
        count = len(self.rules.cards) * 2 if step.count is None else None
        self.line(f"{most} = {count if step.count is None else self.need(step.count)}")
        self.line(f"{played} = 0")
        if step.leader is None:
            self.line("leader = dealer")
            self.advance_seat("leader", "active" if self.eliminates else None)
        else:
            self.line(f"leader = {self.need(step.leader)}")
        self.out.append(Stop(STOP_TRICKS))
        with self.block() as inner:
            if step.until is not None:
                self.out.append(If(self.scalar(step.until), [Break(end)]))
            self.out.append(If(f"{played} >= {most}", [Break(end)]))
            self.line(f"{played} += 1")
            self.forget()
            self.one_trick(step)
        self.out.append(Loop(end, inner))
        self.tricks_labels.pop()
        self.line("tn = 0")

    def advance_seat(self: Statements, name: str, among: str | None) -> None:  # type: ignore[misc]
        """The next seat clockwise, of those in the mask `among`."""
        players = self.rules.players
        text = f"1 - {name}" if players == 2 else f"{name} + 1 if {name} < {players - 1} else 0"
        self.line(f"{name} = {text}")
        if among is not None:
            self.loop(f"while {among} and not ({among} >> {name}) & 1:", lambda: self.line(f"{name} = {text}"))

    def hooks_at(self: Statements, event: str, me: str | None) -> None:  # type: ignore[misc]
        """Hooks of an event, in file order."""
        for hook in self.rules.hooks:
            if hook.when == event:
                self.hook(hook, me)

    def hook(self: Statements, hook: Ability, me: str | None, card: str | None = None) -> None:  # type: ignore[misc]
        self.comment(hook.span)
        if me is not None:
            self.line(f"{self.layout.scalar(hook.me_id)} = {me}")
        if card is not None:
            self.line(f"{self.layout.scalar(hook.card_id)} = {card}")

        def body() -> None:
            if hook.condition is not None:
                self.knows(hook.condition, True)
            self.event(EV_HOOK, self.rules.hooks.index(hook))
            self.steps(hook.do)
            if hook.next is not None:
                with self.block() as inner:
                    self.line(f"next_leader = {self.scalar(hook.next)}")
                self.out.append(If("next_leader < 0", inner))

        if hook.condition is None:
            body()
        else:
            self.when(self.scalar(hook.condition), body)
        self.forget()

    def timed(self: Statements, events: tuple[str, ...]) -> list[Ability]:  # type: ignore[misc]
        """Abilities that do something at these events."""
        return [a for a in self.rules.abilities if a.when in events and (a.do or a.next is not None)]

    def one_trick(self: Statements, step: m.Tricks) -> None:  # type: ignore[misc]
        rules = self.rules
        self.line("trick_no += 1")
        for variable in rules.variables:
            if variable.decl.lasts == "trick":
                self.reset(variable)
        self.line("tn = 0")
        self.line("led = -1")
        self.line("next_leader = -1")
        self.partial = True
        self.line("turn = leader")
        self.abilities_anywhere("trick_start")
        self.hooks_at("trick_start", "leader")
        among: str | None = None
        if step.players is not None:
            among = "seats"
            mask = self.mask(step.players)[0]
            self.line(f"seats = {mask} & active" if self.eliminates else f"seats = {mask}")
            self.check("seats == 0", "nobody plays in this trick", step.span)
            self.when("not (seats >> leader) & 1", lambda: self.advance_seat("leader", "seats"))
        elif self.eliminates:
            among = "seats"
            self.line("seats = active")
            self.check("seats == 0", "nobody plays in this trick", step.span)
            self.when("not (seats >> leader) & 1", lambda: self.advance_seat("leader", "seats"))
        self.line("turn = leader")
        self.event(EV_LEAD, "leader")
        fixed = among is None and rules.trick.may_pass is None and not rules.trick.stuck
        self.trick_size = rules.players if fixed else 0
        label = self.label()
        with self.block() as inner:
            self.forget()
            self.one_play()
            self.advance_seat("turn", among)
            self.out.append(If("turn == leader", [Break(label)]))
        self.out.append(Loop(label, inner))
        self.forget()
        self.out.append(Stop(STOP_COMPLETE))
        self.hooks_at("trick_complete", None)
        self.resolve()

    # -- one play

    def one_play(self: Statements) -> None:  # type: ignore[misc]
        rules = self.rules
        trick = rules.trick
        self.out.append(Stop(STOP_TURN))
        self.hooks_at("turn", "turn")
        me_id = trick.me_id
        self.bindings[me_id] = "turn"
        for cascade in (trick.lead, trick.follow):
            self.bindings[cascade.me_id] = "turn"
        words = self.candidates()
        site = self.play_site()
        legal = [self.temp("m") for _ in words]
        for name, word in zip(legal, words, strict=True):
            self.line(f"{name} = {word}")
        only = [line for line in (*trick.lead.lines, *trick.follow.lines) if line.kind == "only"]
        never_empty = not only and trick.may_pass is None and not trick.stuck
        if never_empty:
            # What a hand holds is asked before the cascade, which leaves something of it: no branch behind it then.
            self.no_card(legal)
        self.narrow(legal)
        legal = self.one_of_each(legal)
        options = list(legal)
        passing: int | None = None
        if trick.may_pass is not None:
            passing = len(rules.plays)
            while len(options) < words_for(passing + 1):
                options.append("0")
            test = self.scalar(trick.may_pass)
            holder = self.let(options[passing // BITS], "m")
            options[passing // BITS] = self.temp("offer")
            self.line(f"{options[passing // BITS]} = {holder} | {1 << (passing % BITS)} if {test} else {holder}")
        actor = "turn"
        if trick.played_by is not None:
            actor = self.temp("actor")
            self.line(f"{actor} = {self.need(trick.played_by)}")
        decide = Decide(site.number, actor, [f"({word})" for word in options])

        def stuck() -> None:
            self.event(EV_STUCK, "turn")
            self.steps(trick.stuck)

        def play() -> None:
            self.out.append(decide)
            if passing is None:
                self.played()
            else:
                self.when(f"choice == {passing}", lambda: self.event(EV_PASS, "turn"), self.played)

        if not trick.stuck:
            if only:
                empty = " | ".join(options)
                self.check(f"({empty}) == 0", "no card may be played and there is no `stuck`", only[0].span)
            elif not never_empty:
                self.no_card(options)
            play()
            return
        self.when(" | ".join(options), play, stuck)

    def no_card(self: Statements, words: list[str]) -> None:  # type: ignore[misc]
        """Stops the game if nothing can be played."""
        empty = f"not {words[0]}" if len(words) == 1 else f"({' | '.join(words)}) == 0"
        self.check(empty, "a player has no card to play", self.tricks_span)

    def candidates(self: Statements) -> list[str]:  # type: ignore[misc]
        """Words of what the seat could play: its hand, each card in its ways."""
        hand = [f"s[{zone_name('hand')}{word or ''} + turn]" for word in range(self.layout.words)]
        plays, cards = self.rules.plays, self.rules.cards
        if len(plays) == len(cards):
            return hand
        names = [self.temp("m") for _ in hand]
        for name, word in zip(names, hand, strict=True):
            self.line(f"{name} = {word}")
        source = [self.let(word, "hand") for word in hand]
        replaced = {play.card for play in plays[len(cards) :] if not play.down}
        for code in range(len(cards), len(plays)):
            card = plays[code].card
            self.out.append(
                If(
                    f"{source[card // BITS]} & {1 << (card % BITS)}",
                    [Line(f"{names[code // BITS]} |= {1 << (code % BITS)}")],
                )
            )
        for number, name in enumerate(names):
            mask = sum(1 << (card % BITS) for card in replaced if card // BITS == number)
            if mask:
                self.line(f"{name} &= ~{mask}")
        return names

    def play_site(self: Statements) -> Site:  # type: ignore[misc]
        span = self.rules.trick.span
        for site in self.sites:
            if site.kind == "play":
                return site
        site = Site(len(self.sites), "play", None, None, False, False, span)
        for code, play in enumerate(self.rules.plays):
            text = f"play {self.rules.cards[play.card].name}"
            if play.way is not None:
                text += f" {play.way}"
            put(site.options, code, self.actions.add(text, play.card))
        if self.rules.trick.may_pass is not None:
            put(site.options, len(self.rules.plays), self.actions.add("pass"))
        site.words = words_for(len(site.options))
        self.sites.append(site)
        return site

    def narrow(self: Statements, legal: list[str]) -> None:  # type: ignore[misc]
        """Applies the cascade of the leader or of the followers to the names in `legal`."""
        trick = self.rules.trick

        def lead() -> None:
            self.proving = True
            self.cascade(trick.lead, legal, legal)
            self.proving = False

        def follow() -> None:
            self.trick_begun()
            self.proving = True
            self.cascade(trick.follow, legal, legal)
            self.proving = False

        if not trick.lead.lines:
            self.when("tn", follow)
        else:
            self.when("tn == 0", lead, follow if trick.follow.lines else None)

    def trick_begun(self: Statements) -> None:  # type: ignore[misc]
        """What is known while the trick holds a card."""
        cards = Trick(type=set_of(CARD, ordered=True), which="trick")
        for op in ("first", "top", "last"):
            self.facts.add(Pick(type=CARD.maybe, op=op, base=cards, place=None))
        if not self.rules.names.suitless and self.rules.group is None:
            self.facts.add(Word(type=symbol("suit").maybe, name="led"))

    def played(self: Statements) -> None:  # type: ignore[misc]
        """A card goes from the hand to the trick and does what it does."""
        rules = self.rules
        several = len(rules.plays) > len(rules.cards)
        card = "CARD[choice]" if several else "choice"
        card = self.let(card, "card") if several else card
        hand = self.zone_ref("hand", 0)
        if self.layout.words == 1 and not self.layout.zones["hand"].pile:
            self.line(f"s[{zone_name('hand')} + turn] ^= 1 << {card}")
        else:
            self.take_card(hand, "turn", card)
        self.line("s[TRICK + tn] = choice")
        self.line("s[SEAT + tn] = turn", shown=not self.reads_seats)
        if self.reads_by:
            self.layout.array("BY", len(rules.cards))
            self.line(f"s[BY + {card}] = turn")
        group = self.group_of("choice")
        if group != "-1":
            self.out.append(If("tn == 0", [Line(f"led = {group}")]))
        self.line("tn += 1")
        self.event(EV_PLAY, "turn", "choice")
        self.forget()
        abilities = self.timed(("played",))
        if abilities:
            holder = self.layout.scalar("played_card")
            self.line(f"{holder} = choice")
            masks = [self.ability_mask(ability) for ability in abilities]
            if all(mask is not None for mask in masks):
                total = [0] * self.layout.words
                for mask in masks:
                    for word, bits in enumerate(mask or ()):
                        total[word] |= bits
                test = self.in_words(holder, total)
                self.when(test, lambda: self.each_ability(abilities, holder, "turn"))
            else:
                self.each_ability(abilities, holder, "turn")
        for hook in self.rules.hooks:
            if hook.when == "played":
                holder = self.layout.scalar("played_card")
                self.line(f"{holder} = choice" if not abilities else f"{holder} = s[TRICK + tn - 1]")
                self.hook(hook, "turn", holder)
        self.out.append(Stop(STOP_PLAYED))

    # -- abilities

    def ability_mask(self: Statements, ability: Ability) -> list[int] | None:  # type: ignore[misc]
        """The play codes that have an ability, if printed attributes decide it."""
        assert ability.cards is not None
        if not self.is_static(ability.cards, {ability.id}):
            return None
        values = self.card_values(ability.cards, ability.id)
        return None if values is None else self.words_of(values)

    def in_words(self: Statements, card: str, words: list[int]) -> str:  # type: ignore[misc]
        return f"{self.member_table(words)}[{card}]"

    def member_table(self: Statements, words: list[int]) -> str:  # type: ignore[misc]
        """A table with 1 for each play code of a mask."""
        codes = range(len(self.rules.plays))
        return self.tables.add([words[code // BITS] >> code % BITS & 1 for code in codes], "HAS")

    def has_ability(self: Statements, ability: Ability, card: str) -> str:  # type: ignore[misc]
        mask = self.ability_mask(ability)
        if mask is not None:
            return self.in_words(card, mask)
        assert ability.cards is not None
        self.bindings[ability.id] = card
        return self.scalar(ability.cards)

    def ability(self: Statements, ability: Ability, card: str, me: str) -> None:  # type: ignore[misc]
        """What a card does, if it has the ability and its condition holds."""

        def inside() -> None:
            self.comment(ability.span)
            self.line(f"{self.layout.scalar(ability.card_id)} = {card}")
            self.line(f"{self.layout.scalar(ability.me_id)} = {me}")

            def act() -> None:
                if ability.condition is not None:
                    self.knows(ability.condition, True)
                self.event(EV_ABILITY, self.rules.abilities.index(ability), ability.me_id, card)
                self.steps(ability.do)
                if ability.next is not None:
                    with self.block() as inner:
                        self.line(f"next_leader = {self.scalar(ability.next)}")
                    self.out.append(If("next_leader < 0", inner))

            if ability.condition is None:
                act()
            else:
                self.when(self.scalar(ability.condition), act)

        self.when(self.has_ability(ability, card), inside)
        self.forget()

    def each_ability(self: Statements, abilities: list[Ability], card: str, me: str) -> None:  # type: ignore[misc]
        for ability in abilities:
            self.ability(ability, card, me)

    def abilities_anywhere(self: Statements, event: str) -> None:  # type: ignore[misc]
        """Abilities of cards held in hands at `trick_start`, or lying in the trick at its end."""
        for ability in self.timed((event,)):
            seat = self.layout.scalar(f"seat_{ability.card_id}")
            card = self.layout.scalar(f"held_{ability.card_id}")
            label = self.label()
            left = [self.layout.scalar(f"left_{ability.card_id}_{word}") for word in range(self.layout.words)]

            def one_seat(
                ability: Ability = ability, seat: str = seat, card: str = card, left: list[str] = left
            ) -> None:
                hand = self.mask(self.zone_ref_of(seat))
                for holder, word in zip(left, hand, strict=True):
                    self.line(f"{holder} = {word}")
                again = self.label()
                with self.block() as inner:
                    self.out.append(If(" and ".join(f"{holder} == 0" for holder in left), [Break(again)]))
                    self.lowest(left, card)
                    self.ability(ability, card, seat)
                self.out.append(Loop(again, inner))

            from tricktaker.loading.steps import each_player

            self.each_seat(each_player(), seat, label, one_seat)

    @staticmethod
    def zone_ref_of(seat: str) -> ZoneRef:
        from tricktaker.expr.types import set_of

        return ZoneRef(type=set_of(CARD), name="hand", owner=Local(type=PLAYER, id=seat))

    # -- what rules read

    @property
    def reads_by(self: Statements) -> bool:  # type: ignore[misc]
        return any(isinstance(node, Attr) and node.name == "by" for node in self.asked_nodes)

    @property
    def reads_last(self: Statements) -> bool:  # type: ignore[misc]
        return any(isinstance(node, Trick) and node.which == "last_trick" for node in self.asked_nodes)

    @property
    def reads_seats(self: Statements) -> bool:  # type: ignore[misc]
        """Whether the seats of a trick must be kept (else they follow from the leader)."""
        return bool(
            self.trick_size == 0
            or self.timed(("won", "lost", "taken"))
            or any(hook.when in ("won", "lost", "taken") for hook in self.rules.hooks)
        )

    def keep_for_questions(self: Statements) -> None:  # type: ignore[misc]
        """Places for what invariants ask, also where no step of the game comes to fill them."""
        if self.reads_by:
            self.layout.array("BY", len(self.rules.cards))
        if self.reads_last:
            self.layout.array("LAST", self.rules.players)
            self.layout.scalar("last_tn")

    @property
    def asked_nodes(self: Statements) -> list[Node]:  # type: ignore[misc]
        """What rules read, and what invariants ask."""
        return [*self.all_nodes, *(node for invariant in self.rules.invariants for node in walk(invariant.that))]

    @property
    def all_nodes(self: Statements) -> list[Node]:  # type: ignore[misc]
        if not self.node_list:
            self.node_list.extend(rule_nodes(self.rules))
        return self.node_list
