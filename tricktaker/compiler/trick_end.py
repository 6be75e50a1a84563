"""The end of a trick: winner, what its cards do, the next leader, where the cards go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.compiler.ir import Body, Break, If, Line, Loop, Stop, While
from tricktaker.compiler.layout import zone_name
from tricktaker.compiler.moments import EV_COLLECT, EV_TRICK_VOID, EV_TRICK_WON, STOP_TRICK_END, STOP_WON
from tricktaker.expr.nodes import Node, Word, ZoneRef
from tricktaker.expr.types import CARD, PLAYER
from tricktaker.model import Ability

if TYPE_CHECKING:
    from tricktaker.compiler.statements import Statements


class TrickEnd:
    """Part of the emitter: a complete trick."""

    def over_trick(self: Statements, abilities: list[Ability], events: dict[str, str]) -> None:  # type: ignore[misc]
        """Abilities of the cards of the trick, in the order played, then file order.

        `events` maps an event to the condition (on the place `at`) under which it applies to that card.
        """
        hooks = [hook for hook in self.rules.hooks if hook.when in events]
        if not abilities and not hooks:
            return
        at, card, seat = self.layout.scalar("at"), self.layout.scalar("at_card"), self.layout.scalar("at_seat")
        masks = [self.ability_mask(ability) for ability in abilities]

        def walk() -> None:
            label = self.label()
            self.line(f"{at} = 0")
            with self.block() as inner:
                self.out.append(If(f"{at} >= tn", [Break(label)]))
                self.line(f"{card} = s[TRICK + {at}]")
                self.line(f"{seat} = s[SEAT + {at}]")
                self.line(f"{at} += 1")
                self.forget()
                self.facts.add(Word(type=PLAYER.maybe, name="winner"))
                self.facts.add(Word(type=CARD.maybe, name="winning_card"))
                for ability in abilities:
                    me = "winner" if ability.when == "taken" else seat
                    condition = events[ability.when]

                    def apply(ability: Ability = ability, me: str = me) -> None:
                        self.ability(ability, card, me)

                    if condition:
                        self.when(condition, apply)
                    else:
                        apply()
            self.out.append(Loop(label, inner))

        if abilities:
            if all(mask is not None for mask in masks) and self.layout.words == 1:
                total = 0
                for mask in masks:
                    assert mask is not None
                    total |= mask[0]
                has = self.member_table([total])
                found = self.temp("some")
                i = self.temp("i")
                if self.trick_size == 2:
                    self.line(f"{found} = {has}[s[TRICK]] | {has}[s[TRICK + 1]]")
                else:
                    self.line(f"{found} = 0")
                    self.loop(f"for {i} in range(tn):", lambda: self.line(f"{found} |= {has}[s[TRICK + {i}]]"))
                self.when(found, walk)
            else:
                walk()
        for hook in hooks:
            label = self.label()
            self.line(f"{at} = 0")
            with self.block() as inner:
                self.out.append(If(f"{at} >= tn", [Break(label)]))
                self.line(f"{card} = s[TRICK + {at}]")
                self.line(f"{seat} = s[SEAT + {at}]")
                self.line(f"{at} += 1")
                self.forget()
                condition = events[hook.when]
                me = "winner" if hook.when == "taken" else seat

                def run(hook: Ability = hook, me: str = me) -> None:
                    self.hook(hook, me, card)

                if condition:
                    self.when(condition, run)
                else:
                    run()
            self.out.append(Loop(label, inner))

    def resolve(self: Statements) -> None:  # type: ignore[misc]
        rules = self.rules
        trick = rules.trick
        self.partial = False
        decided: Body
        with self.block() as decided:
            self.trick_begun()
            self.complete = True
            place = self.winner_index()
            self.line(
                f"winner = s[SEAT + {place}]" if self.reads_seats or self.trick_size == 0 else self.seat_at(place)
            )
            self.line(f"winning = s[TRICK + {place}]")
        self.complete = False
        self.out.extend(decided) if self.trick_size else self.out.append(
            If("tn", decided, [Line("winner = leader"), Line("winning = -1")])
        )
        winner = Word(type=PLAYER.maybe, name="winner")
        self.facts.add(winner)
        self.facts.add(Word(type=CARD.maybe, name="winning_card"))

        def taken() -> None:
            self.line("s[TRICKS_WON + winner] += 1")
            self.event(EV_TRICK_WON, "winner", "winning")
            self.over_trick(
                self.timed(("won", "lost", "taken")),
                {
                    "won": f"{self.layout.scalar('at_seat')} == winner",
                    "lost": f"{self.layout.scalar('at_seat')} != winner",
                    "taken": "",
                },
            )
            self.facts.add(winner)
            self.facts.add(Word(type=CARD.maybe, name="winning_card"))
            self.hooks_at("trick_won", "winner")
            self.out.append(Stop(STOP_WON))
            self.next_leader()
            self.collect(trick.collect, trick.collect_id)

        def void() -> None:
            self.event(EV_TRICK_VOID, "winner", "winning")
            self.out.append(Stop(STOP_WON))
            self.next_leader()
            if trick.goes_to is not None:
                self.collect(trick.goes_to, trick.collect_id)

        if trick.nobody_takes is None:
            taken()
        else:
            self.when(self.scalar(trick.nobody_takes), void, taken)
        if self.reads_last:
            self.layout.array("LAST", rules.players)
            last = self.layout.scalar("last_tn")
            i = self.temp("i")
            self.line(f"{last} = tn")
            self.loop(f"for {i} in range(tn):", lambda: self.line(f"s[LAST + {i}] = s[TRICK + {i}]"))
        self.line("tn = 0")
        self.facts.add(winner)
        self.facts.add(Word(type=CARD.maybe, name="winning_card"))
        self.hooks_at("trick_end", "winner")
        self.facts.add(winner)
        self.abilities_anywhere("trick_end")
        self.out.append(Stop(STOP_TRICK_END))

    def seat_at(self: Statements, place: str) -> str:  # type: ignore[misc]
        players = self.rules.players
        if players == 2:
            return f"winner = leader ^ {place}"
        wrap = self.tables.add([seat % players for seat in range(2 * players)], "WRAP")
        return f"winner = {wrap}[leader + {place}]"

    def next_leader(self: Statements) -> None:  # type: ignore[misc]
        trick = self.rules.trick
        bends = any(ability.next is not None for ability in (*self.rules.abilities, *self.rules.hooks))

        def usual() -> None:
            if trick.next is None:
                self.line("leader = winner")
            else:
                self.line(f"leader = {self.need(trick.next)}")

        if bends:
            self.when("next_leader >= 0", lambda: self.line("leader = next_leader"), usual)
        else:
            usual()

    def collect(self: Statements, place: Node, id: str) -> None:  # type: ignore[misc]
        """Cards of the trick go where each belongs."""
        i, card = self.temp("i"), self.temp("card")
        several = len(self.rules.plays) > len(self.rules.cards)
        unread = self.unread_zone(place)

        def each() -> None:
            self.line(f"{card} = s[TRICK + {i}]")
            self.bindings[id] = card
            base = self.let(f"CARD[{card}]", "base") if several else card

            def put_it(ref: ZoneRef) -> None:
                owner = self.owner_of(ref)
                self.put_card(ref, owner, base, True)
                self.event(EV_COLLECT, card, self.where_code(ref, owner))

            self.at_place(place, put_it)

        if self.all_at_once(place, id, i, several, unread):
            return
        with self.block() as inner:
            self.loop(f"for {i} in range(tn):", each)
        self.out.append(If("tn", inner, shown=unread))

    def all_at_once(self: Statements, place: Node, id: str, i: str, several: bool, unread: bool) -> bool:  # type: ignore[misc]
        """A trick of fixed size goes to one set of cards in one step; whether it does."""
        if not isinstance(place, ZoneRef) or self.layout.zones[place.name].pile or self.layout.words > 1 or several:
            return False
        if not self.trick_size or "collecting" in self.without or self._mentions(place, {id}):
            return False
        cards = [f"1 << s[TRICK{f' + {number}' if number else ''}]" for number in range(self.trick_size)]
        with self.block() as inner:
            owner = self.owner_of(place)
            self.line(f"s[{zone_name(place.name)} + {owner}] |= {' | '.join(cards)}", shown=unread)
            with self.block() as told:
                self.event(EV_COLLECT, f"s[TRICK + {i}]", self.where_code(place, owner))
            self.out.append(If("tn", [While(f"for {i} in range(tn):", told)], shown=True))
        self.out.extend(inner)
        return True

    def unread_zone(self: Statements, place: Node) -> bool:  # type: ignore[misc]
        """Whether no rule ever asks about the zone."""
        if not isinstance(place, ZoneRef) or self.layout.zones[place.name].pile:
            return False
        return not any(
            isinstance(node, ZoneRef) and node.name == place.name and node is not place for node in self.all_nodes
        )
