"""Steps that move cards: deal, move, shuffle, swap, show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tricktaker.compiler.ir import If, Line
from tricktaker.compiler.layout import BITS, zone_name
from tricktaker.compiler.moments import EV_DEAL, EV_MOVE, EV_SHOW, EV_SHUFFLE, EV_SWAP
from tricktaker.expr.nodes import IfElse, Let, Local, Node, Pick, VarRef, Where, ZoneRef
from tricktaker.model import steps as m

if TYPE_CHECKING:
    from tricktaker.compiler.statements import Statements

COMMON = 15
"""Owner number of a zone that belongs to nobody, in events."""


class Movement:
    """Part of the emitter: cards change places."""

    def at_place(self: Statements, node: Node, act: Callable[[ZoneRef], None]) -> None:  # type: ignore[misc]
        """Calls `act` for the zone that a place expression names, in branches where it depends."""
        if isinstance(node, IfElse):
            test = self.scalar(node.test)

            def branch(holds: bool, part: Node) -> Callable[[], None]:
                def inside() -> None:
                    self.knows(node.test, holds)
                    self.at_place(part, act)

                return inside

            self.when(test, branch(True, node.yes), branch(False, node.no))
            return
        assert isinstance(node, ZoneRef)
        act(node)

    def owner_of(self: Statements, ref: ZoneRef) -> str:  # type: ignore[misc]
        return "0" if ref.owner is None else self.let(self.need(ref.owner), "owner")

    def where_code(self: Statements, ref: ZoneRef, owner: str) -> str:  # type: ignore[misc]
        """A place as one number, for events: zone * 16 + owner."""
        index = [zone.decl.name for zone in self.rules.zones].index(ref.name)
        if ref.owner is None:
            return str(index * 16 + COMMON)
        return f"{index * 16} + {owner}"

    def put_card(self: Statements, ref: ZoneRef, owner: str, card: str, bottom: bool) -> None:  # type: ignore[misc]
        place = self.layout.zones[ref.name]
        name = zone_name(ref.name)
        if not place.pile:
            self.set_bit(name, owner, card)
            return
        start, count = self.pile_at(ref, owner)
        if bottom:
            i = self.temp("i")
            self.loop(
                f"for {i} in range({count}, 0, -1):",
                lambda: self.line(f"s[{start} + {i}] = s[{start} + {i} - 1]"),
            )
            self.line(f"s[{start}] = {card}")
        else:
            self.line(f"s[{start} + {count}] = {card}")
        self.line(f"{count} += 1")

    def set_bit(self: Statements, name: str, owner: str, card: str) -> None:  # type: ignore[misc]
        if self.layout.words == 1:
            self.line(f"s[{name} + {owner}] |= 1 << {card}")
            return
        self.out.append(
            If(
                f"{card} < {BITS}",
                [Line(f"s[{name} + {owner}] |= 1 << {card}")],
                [Line(f"s[{name}1 + {owner}] |= 1 << ({card} - {BITS})")],
            )
        )

    def clear_bit(self: Statements, name: str, owner: str, card: str) -> None:  # type: ignore[misc]
        if self.layout.words == 1:
            self.line(f"s[{name} + {owner}] &= ~(1 << {card})")
            return
        self.out.append(
            If(
                f"{card} < {BITS}",
                [Line(f"s[{name} + {owner}] &= ~(1 << {card})")],
                [Line(f"s[{name}1 + {owner}] &= ~(1 << ({card} - {BITS}))")],
            )
        )

    def pile_at(self: Statements, ref: ZoneRef, owner: str) -> tuple[str, str]:  # type: ignore[misc]
        name = zone_name(ref.name)
        if ref.owner is None:
            return name, f"n_{ref.name}"
        capacity = self.layout.zones[ref.name].capacity
        return f"{name} + {owner} * {capacity}", f"s[N_{name} + {owner}]"

    def take_card(self: Statements, ref: ZoneRef, owner: str, card: str) -> None:  # type: ignore[misc]
        """Removes a card that is there."""
        place = self.layout.zones[ref.name]
        if not place.pile:
            self.clear_bit(zone_name(ref.name), owner, card)
            return
        start, count = self.pile_at(ref, owner)
        i, j = self.temp("i"), self.temp("j")
        self.line(f"{j} = 0")

        def body() -> None:
            self.line(f"s[{start} + {j}] = s[{start} + {i}]")
            self.out.append(If(f"s[{start} + {i}] != {card}", [Line(f"{j} += 1")]))

        self.loop(f"for {i} in range({count}):", body)
        self.line(f"{count} = {j}")

    def every_place(self: Statements) -> Iterator[tuple[int, ZoneRef, int]]:  # type: ignore[misc]
        """All places: (code, zone, owner)."""
        for number, zone in enumerate(self.rules.zones):
            for owner in range(self.layout.zones[zone.decl.name].owners):
                ref = self.zone_ref(zone.decl.name, owner if zone.decl.per_player else None)
                yield number * 16 + (owner if zone.decl.per_player else COMMON), ref, owner

    def locate(self: Statements, card: str) -> tuple[str, str]:  # type: ignore[misc]
        """Where a card is: (place code, how far from the bottom of a pile)."""
        place, index = self.temp("place"), self.temp("at")
        self.line(f"{place} = -1")
        self.line(f"{index} = 0")
        for code, ref, owner in self.every_place():
            found = [Line(f"{place} = {code}")]
            if self.layout.zones[ref.name].pile:
                start, count = self.pile_at(ref, str(owner))
                i = self.temp("i")
                hit = If(f"s[{start} + {i}] == {card}", [*found, Line(f"{index} = {i}")])
                self.loop(f"for {i} in range({count}):", lambda hit=hit: self.out.append(hit))  # type: ignore[misc]
            else:
                words = [f"s[{zone_name(ref.name)}{word or ''} + {owner}]" for word in range(self.layout.words)]
                self.out.append(If(f"({self.word_of(words, card)} >> ({card} % 63)) & 1", [*found]))
        return place, index

    def take_anywhere(self: Statements, card: str) -> str:  # type: ignore[misc]
        """Removes a card from wherever it is; the result is the place code."""
        place, _ = self.locate(card)
        for code, ref, owner in self.every_place():

            def take(ref: ZoneRef = ref, owner: int = owner) -> None:
                self.take_card(ref, str(owner), card)

            self.when(f"{place} == {code}", take)
        return place

    def put_in_place_of(self: Statements, place: str, index: str, card: str, other: str) -> None:  # type: ignore[misc]
        """`other` where `card` has been located."""
        for code, ref, owner in self.every_place():

            def put(ref: ZoneRef = ref, owner: int = owner) -> None:
                if self.layout.zones[ref.name].pile:
                    start, _ = self.pile_at(ref, str(owner))
                    self.line(f"s[{start} + {index}] = {other}")
                else:
                    self.clear_bit(zone_name(ref.name), str(owner), card)
                    self.set_bit(zone_name(ref.name), str(owner), other)

            self.when(f"{place} == {code}", put)

    @staticmethod
    def zone_ref(name: str, owner: int | None) -> ZoneRef:
        from tricktaker.expr.nodes import Lit
        from tricktaker.expr.types import CARD, PLAYER, set_of

        seat = None if owner is None else Lit(type=PLAYER, value=owner)
        return ZoneRef(type=set_of(CARD), name=name, owner=seat)

    def origin(self: Statements, node: Node) -> Node | None:  # type: ignore[misc]
        """The place that all cards of an expression lie in, if that can be told."""
        if isinstance(node, ZoneRef):
            return node
        if isinstance(node, Where | Pick):
            return self.origin(node.base)
        if isinstance(node, Let):
            return None
        if isinstance(node, Local):
            return self.origins.get(node.id)
        if isinstance(node, IfElse):
            yes, no = self.origin(node.yes), self.origin(node.no)
            return yes if yes is not None and yes == no else None
        return None

    # -- steps

    def do_shuffle(self: Statements, step: m.Shuffle) -> None:  # type: ignore[misc]
        def act(ref: ZoneRef) -> None:
            owner = self.owner_of(ref)
            start, count = self.pile_at(ref, owner)
            if ref.name in self.fresh_decks:
                self.fresh_decks.discard(ref.name)
                self.shuffle_new(ref)
                return
            i, j, t = self.temp("i"), self.temp("j"), self.temp("c")

            def body() -> None:
                self.line("x = (x & 0xFFFFFFFF) * 1791398085 + (x >> 32)")
                self.line(f"{j} = ((x & 0xFFFFFFFF) * ({i} + 1)) >> 32")
                self.line(f"{t} = s[{start} + {i}]")
                self.line(f"s[{start} + {i}] = s[{start} + {j}]")
                self.line(f"s[{start} + {j}] = {t}")

            self.loop(f"for {i} in range({count} - 1, 0, -1):", body)
            self.event(EV_SHUFFLE, self.where_code(ref, owner), f"*s[{start} : {start} + {count}]")

        self.at_place(step.zone, act)

    def shuffle_new(self: Statements, ref: ZoneRef) -> None:  # type: ignore[misc]
        """A whole new deck in random order, laid out and shuffled in one pass.

        One number of the generator places two cards: what a product leaves below its top 32 bits is a number again.
        """
        cards = [card.index for card in self.rules.cards if card.deck == ref.name]
        start = zone_name(ref.name)
        i, j, k = self.temp("i"), self.temp("j"), self.temp("k")
        card = f"{i} + {cards[0]}" if cards[0] else i
        last = len(cards) - 1

        def single(place: str, count: str) -> None:
            self.line("x = (x & 0xFFFFFFFF) * 1791398085 + (x >> 32)")
            self.line(f"{j} = (x & 0xFFFFFFFF) * {count}")
            self.line(f"{k} = {j} >> 32")
            self.line(f"s[{start} + {place}] = s[{start} + {k}]")

        def pair() -> None:
            single(i, f"({i} + 1)")
            self.line(f"s[{start} + {k}] = {card}")
            self.line(f"{k} = (({j} & 0xFFFFFFFF) * ({i} + 2)) >> 32")
            self.line(f"s[{start} + {i} + 1] = s[{start} + {k}]")
            self.line(f"s[{start} + {k}] = {card} + 1")

        self.loop(f"for {i} in range(0, {last}, 2):", pair)
        if len(cards) % 2:
            single(str(last), str(len(cards)))
            self.line(f"s[{start} + {k}] = {cards[-1]}")
        self.event(EV_SHUFFLE, self.where_code(ref, "0"), f"*s[{start} : {start} + {len(cards)}]")

    def do_deal(self: Statements, step: m.Deal) -> None:  # type: ignore[misc]
        """One at a time is the same as every so-many-th card of the pile to each."""
        deck, count = f"n_{step.deck}", self.temp("cards")
        start = zone_name(step.deck)
        players = self.rules.players
        active = str(players) if not self.eliminates else self.let("popc(active)", "n")
        if step.count is None:
            self.line(f"{count} = -1")
        else:
            self.line(f"{count} = {self.need(step.count)}")
            if step.count.type.lo < 0:
                self.check(f"{count} < 0", "a deal of less than no cards", step.span)
            self.check(f"{count} * {active} > {deck}", "the deck is too short for this deal", step.span)
        seat, rank, i, c = self.temp("seat"), self.temp("k"), self.temp("i"), self.temp("c")
        first = self.temp("top")
        self.line(f"{first} = {deck} - 1")
        self.line(f"{seat} = dealer")
        last = f"{first} - {count} * {active}" if step.count is not None else "-1"
        last = self.let(last)
        to = self.zone_ref(step.to, 0)

        def one_seat() -> None:
            self.line(f"{seat} = {seat} + 1 if {seat} < {players - 1} else 0")
            if self.eliminates:
                self.loop(
                    f"while not (active >> {seat}) & 1:",
                    lambda: self.line(f"{seat} = {seat} + 1 if {seat} < {players - 1} else 0"),
                )
            place = self.layout.zones[step.to]
            if place.pile:

                def piled() -> None:
                    self.put_card(to, seat, f"s[{start} + {i}]", False)
                    source = self.where_code(self.zone_ref(step.deck, None), "0")
                    self.event(EV_MOVE, f"s[{start} + {i}]", source, self.where_code(to, seat), 0, 1)

                self.loop(f"for {i} in range({first} - {rank}, {last}, -{active}):", piled)
                return
            words = [self.temp("h") for _ in range(self.layout.words)]
            for word in words:
                self.line(f"{word} = 0")

            def card() -> None:
                if len(words) == 1:
                    self.line(f"{words[0]} |= 1 << s[{start} + {i}]")
                else:
                    self.line(f"{c} = s[{start} + {i}]")
                    self.add_bit(words, c)

            self.loop(f"for {i} in range({first} - {rank}, {last}, -{active}):", card)
            name = zone_name(step.to)
            for number, word in enumerate(words):
                self.line(f"s[{name}{number or ''} + {seat}] |= {word}")
            index = [zone.decl.name for zone in self.rules.zones].index(step.to)
            self.event(EV_DEAL, seat, index, *words)

        self.loop(f"for {rank} in range({active}):", one_seat)
        self.line(f"{deck} = {last} + 1")

    def do_move(self: Statements, step: m.Move) -> None:  # type: ignore[misc]
        if step.cards is None:
            assert step.source is not None
            self.at_place(step.source, lambda ref: self.move_from(step, ref))
            return
        cards = step.cards
        origin = self.origin(cards)
        if cards.type.kind == "card":
            text = self.scalar(cards)
            card = self.let(text if not cards.type.optional else self.need(cards), "card")
            self.move_one(step, card, origin)
            return
        from tricktaker.expr.nodes import Lit, SetLit

        if isinstance(cards, SetLit) and not all(isinstance(item, Lit) for item in cards.items):
            for item in cards.items:
                self.move_one(step, self.let(self.need(item), "card"), None)
            return
        if isinstance(cards, ZoneRef) and self.layout.zones[cards.name].pile:
            self.move_from(step, cards)
            return
        words = [self.let(word, "m") for word in self.mask(cards)]
        self.iterate_mask(words, lambda card: self.move_one(step, card, origin))

    def move_one(self: Statements, step: m.Move, card: str, origin: Node | None) -> None:  # type: ignore[misc]
        place = self.temp("from")
        if origin is None:
            self.line(f"{place} = {self.take_anywhere(card)}")
        else:

            def take(ref: ZoneRef) -> None:
                owner = self.owner_of(ref)
                self.take_card(ref, owner, card)
                self.line(f"{place} = {self.where_code(ref, owner)}", shown=True)

            self.at_place(origin, take)

        def put(ref: ZoneRef) -> None:
            owner = self.owner_of(ref)
            self.put_card(ref, owner, card, step.bottom)
            by_place = isinstance(step.cards, Pick) and isinstance(step.cards.base, ZoneRef)
            self.event(EV_MOVE, card, place, self.where_code(ref, owner), int(step.bottom), int(by_place))

        self.at_place(step.to, put)

    def move_from(self: Statements, step: m.Move, ref: ZoneRef) -> None:  # type: ignore[misc]
        """`count` cards from the top of a pile, or all of a zone."""
        owner = self.owner_of(ref)
        code = self.where_code(ref, owner)
        if not self.layout.zones[ref.name].pile:
            words = [self.let(word, "m") for word in self.mask(ref)]

            def each(card: str) -> None:
                def put(to: ZoneRef) -> None:
                    target = self.owner_of(to)
                    self.put_card(to, target, card, step.bottom)
                    self.event(EV_MOVE, card, code, self.where_code(to, target), int(step.bottom), 0)

                self.at_place(step.to, put)

            for word in range(self.layout.words):
                self.line(f"s[{zone_name(ref.name)}{word or ''} + {owner}] = 0")
            self.iterate_mask(words, each)
            return
        start, size = self.pile_at(ref, owner)
        count = self.temp("cards")
        if step.count is None:
            self.line(f"{count} = {size}")
        else:
            self.line(f"{count} = {self.need(step.count)}")
            if step.count.type.lo < 0:
                self.check(f"{count} < 0", "a move of less than no cards", step.span)
            if step.up_to:
                self.out.append(If(f"{count} > {size}", [Line(f"{count} = {size}")]))
            else:
                self.check(f"{count} > {size}", f"`{ref.name}` holds too few cards", step.span)
        i = self.temp("i")

        def put_all(to: ZoneRef) -> None:
            target = self.owner_of(to)
            card = self.temp("c")
            onto_top = self.layout.zones[to.name].pile and not step.bottom
            # Lowest first onto a top, highest first under a bottom: the block keeps its order.
            head = (
                f"for {i} in range({size} - {count}, {size}):"
                if onto_top
                else f"for {i} in range({size} - 1, {size} - {count} - 1, -1):"
            )
            if isinstance(to.owner, type(ref.owner)) and to.name == ref.name and to.owner == ref.owner:
                return

            def one() -> None:
                self.line(f"{card} = s[{start} + {i}]")
                self.put_card(to, target, card, step.bottom)
                self.event(EV_MOVE, card, code, self.where_code(to, target), int(step.bottom), 1)

            self.loop(head, one)
            self.line(f"{size} -= {count}")

        self.at_place(step.to, put_all)

    def do_swap(self: Statements, step: m.Swap) -> None:  # type: ignore[misc]
        one, two = self.let(self.need(step.first), "card"), self.let(self.need(step.second), "card")
        first, second = self.origin(step.first), self.origin(step.second)
        if not isinstance(first, ZoneRef) or not isinstance(second, ZoneRef) or first.name == second.name:
            # Both are found before either moves: afterwards each stands where the other is looked for.
            places = [self.locate(one), self.locate(two)]
            self.put_in_place_of(*places[0], one, two)
            self.put_in_place_of(*places[1], two, one)
            self.event(EV_SWAP, one, places[0][0], two, places[1][0])
            return
        codes: list[str] = []
        for card, other, origin in ((one, two, first), (two, one, second)):
            owner = self.owner_of(origin)
            codes.append(self.where_code(origin, owner))
            if self.layout.zones[origin.name].pile:
                start, count = self.pile_at(origin, owner)
                i = self.temp("i")
                found = If(f"s[{start} + {i}] == {card}", [Line(f"s[{start} + {i}] = {other}"), Line("break")])
                self.loop(f"for {i} in range({count}):", lambda found=found: self.out.append(found))  # type: ignore[misc]
            else:
                self.clear_bit(zone_name(origin.name), owner, card)
                self.set_bit(zone_name(origin.name), owner, other)
        self.event(EV_SWAP, one, codes[0], two, codes[1])

    def do_show(self: Statements, step: m.Show) -> None:  # type: ignore[misc]
        to = str((1 << self.rules.players) - 1)
        if step.to is not None:
            to = self.let(f"1 << {self.need(step.to)}" if step.to.type.kind == "player" else self.mask(step.to)[0])
        what = step.what
        if what.type.kind == "card":
            card = self.let(self.need(what), "card")
            self.event(EV_SHOW, card, to)
        elif isinstance(what, VarRef) and not (what.type.elem is not None and what.type.elem.kind == "card"):
            names = [variable.decl.name for variable in self.rules.variables]
            index = self.let(self.flat_index(what))
            place = f"s[V_{what.name} + {index}]" if what.index else f"v_{what.name}"
            value = self.let(place)
            self.event(EV_SHOW, -1 - names.index(what.name), to, index, value)
        else:
            self.iterate(what, lambda card: self.event(EV_SHOW, card, to))
