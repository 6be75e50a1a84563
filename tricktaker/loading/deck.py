"""The deck: suits, ranks, cards, their short forms."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tricktaker.diagnostics import Severity, Span
from tricktaker.diagnostics.display import printable
from tricktaker.expr.names import Domain, Scope
from tricktaker.expr.nodes import Lit
from tricktaker.expr.types import BOOL, CARD, integer
from tricktaker.loading.context import Context, as_items, as_map, as_text, int_range
from tricktaker.loading.nodes import Mapping, Node, Scalar
from tricktaker.model import CardInfo

MOST_CARDS = 126
STANDARD_SUITS = ("clubs", "diamonds", "hearts", "spades")
STANDARD_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
STANDARD_SYMBOLS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


@dataclass(slots=True)
class Block:
    """One printed group of cards."""

    deck: str
    suits: tuple[str, ...]
    ranks: tuple[tuple[str, int], ...]
    """(label, position)."""
    special: str | None
    body: Mapping
    span: Span


@dataclass(frozen=True, slots=True)
class Deck:
    cards: tuple[CardInfo, ...]
    zones: tuple[str, ...]
    shorts: tuple[str, ...]
    symbols: tuple[str | None, ...]


def read_blocks(ctx: Context) -> list[Block]:
    """The printed groups of all decks, and the domains suit, rank and special."""
    blocks: list[Block] = []
    decks = ctx.doc.get("decks")
    if isinstance(decks, Mapping):
        for entry in decks:
            blocks += _blocks(ctx, entry.name, as_map(entry.value))
    else:
        blocks += _blocks(ctx, "deck", as_map(ctx.doc.get("deck")))
    suits: list[str] = []
    ranks: list[str] = []
    specials: list[str] = []
    for block in blocks:
        suits += [suit for suit in block.suits if suit not in suits]
        ranks += [label for label, _ in block.ranks if label not in ranks]
        if block.special is not None and block.special not in specials:
            specials.append(block.special)
    _check_names(ctx, blocks)
    if ranks and all(rank.isdigit() for rank in ranks):
        ranks.sort(key=int)
    domains = ctx.names.domains
    domains["suit"] = Domain.of("suit", tuple(suits))
    domains["rank"] = Domain.of("rank", tuple(ranks))
    if specials:
        domains["special"] = Domain.of("special", tuple(specials))
        ctx.names.suitless = True
    return blocks


def _check_names(ctx: Context, blocks: list[Block]) -> None:
    """Names of cards stand in records, and are typed: one line, no characters that nobody sees."""
    for block in blocks:
        specials = () if block.special is None else (block.special,)
        for name in (*block.suits, *(label for label, _ in block.ranks), *specials):
            if not is_one_line(name):
                ctx.report.error(
                    "bad-name",
                    f"`{name}` can't be part of a card's name",
                    block.span,
                    help="one line, without spaces at its ends, spaces in a row and invisible characters",
                )


def is_one_line(text: str) -> bool:
    """Whether a text is shown as it is and found again when it is typed."""
    return printable(text) == text == " ".join(text.split()) != ""


def _blocks(ctx: Context, deck: str, body: Mapping) -> list[Block]:
    listed = body.get("blocks")
    if listed is not None:
        return [block for item in as_items(listed) for block in _block(ctx, deck, as_map(item))]
    return _block(ctx, deck, body)


def _block(ctx: Context, deck: str, body: Mapping) -> list[Block]:
    special = as_text(body.get("special"))
    if special is not None:
        return [Block(deck, (), (), special, body, body.span)]
    if "standard" in body:
        node = body.get("standard")
        count = int_range(as_text(node) or "")
        size = count[0] if count else 0
        if size not in (24, 32, 36, 40, 52):
            ctx.report.error(
                "bad-value",
                f"no standard deck of {as_text(node)} cards",
                node.span if node else None,
                help="24, 32, 36, 40 or 52",
            )
            size = 52
        labels = [r for r in STANDARD_RANKS if r not in ("8", "9", "10")] if size == 40 else list(STANDARD_RANKS)
        labels = labels[-(size // 4) :]
        ranks = tuple((label, place) for place, label in enumerate(labels))
        return [Block(deck, STANDARD_SUITS, ranks, None, body, body.span)]
    suits = tuple(text for item in as_items(body.get("suits")) if (text := as_text(item)) is not None)
    ranks = tuple(_ranks(ctx, body.get("ranks")))
    return [Block(deck, suits, ranks, None, body, body.span)] if suits or ranks else []


def _ranks(ctx: Context, node: Node | None) -> list[tuple[str, int]]:
    labels: list[tuple[str, int]] = []

    def add(label: str, place: int | None = None) -> None:
        if any(label == known for known, _ in labels):
            ctx.report.error("rank-twice", f"rank `{label}` stands twice", node.span if node else None)
            return
        labels.append((label, labels[-1][1] + 1 if place is None and labels else place or 0))

    def spread(text: str, span: Span) -> None:
        bounds = int_range(text)
        if bounds is None:
            add(text)
        elif bounds[1] - bounds[0] >= MOST_CARDS or bounds[1] < bounds[0]:
            ctx.report.error("bad-value", f"`{text}` is no range of ranks", span, help="such as `1..13`, low to high")
        else:
            for number in range(bounds[0], bounds[1] + 1):
                add(str(number))

    if isinstance(node, Scalar):
        spread(node.text, node.span)
    for item in as_items(node):
        if isinstance(item, Scalar):
            spread(item.text, item.span)
        elif isinstance(item, Mapping):
            for entry in item:
                place = int_range(as_text(entry.value) or "")
                add(entry.name, place[0] if place else None)
    return labels


def read_deck(ctx: Context, blocks: list[Block]) -> Deck:
    """The cards, after copies, `if` and `leave_out` are known."""
    names = ctx.names
    suit_domain, rank_domain = names.domains["suit"], names.domains["rank"]
    shorts, symbols = _shorts(ctx, blocks)
    scope = Scope()
    cards: list[CardInfo] = []
    decks: list[str] = []
    orders: dict[tuple[str, str], dict[str, int]] = {}
    for block in blocks:
        if block.deck not in decks:
            decks.append(block.deck)
        for suit in block.suits:
            known = orders.setdefault((block.deck, suit), {})
            shift = max(known.values(), default=-1) + 1
            for label, place in block.ranks:
                known.setdefault(label, place + shift)
    for block in blocks:
        if "if" in block.body and ctx.constant(block.body.get("if"), scope, BOOL) == 0:
            continue
        copies = 1
        if "copies" in block.body:
            copies = ctx.constant(block.body.get("copies"), scope, integer()) or 0
        if not 0 <= copies <= MOST_CARDS:
            node = block.body.get("copies")
            ctx.report.error("out-of-range", f"{copies} copies of a card", node.span if node else None)
            copies = 1
        for _ in range(copies):
            if block.special is not None:
                cards.append(
                    CardInfo(
                        index=len(cards),
                        name=block.special.replace("_", " "),
                        short=block.special,
                        deck=block.deck,
                        suit=None,
                        rank=None,
                        special=names.domains["special"].positions[block.special],
                        order=0,
                    )
                )
            for suit in block.suits:
                for label, _ in block.ranks:
                    cards.append(
                        CardInfo(
                            index=len(cards),
                            name=f"{label} of {suit.replace('_', ' ')}",
                            short=f"{label}{shorts[suit_domain.positions[suit]]}",
                            deck=block.deck,
                            suit=suit_domain.positions[suit],
                            rank=rank_domain.positions[label],
                            special=None,
                            order=orders[block.deck, suit][label],
                        )
                    )
            if len(cards) > MOST_CARDS * 4:
                break
    if names.suitless:
        for block in blocks:
            if block.special is not None and not _speaks_of(ctx, block.special):
                ctx.report.error(
                    "special-without-rule",
                    f"no rule says when `{block.special}` may be played or what it wins",
                    block.span,
                    help=f"a card without suit and rank needs a line such as `always: special == {block.special}`",
                )
    kept = _left_out(ctx, blocks, _numbered(cards))
    if len(decks) > 1:
        first = decks[0]
        kept = [
            c
            if c.deck == first
            else replace(c, name=f"{c.deck} {c.name}".replace("_", " "), short=f"{c.deck}/{c.short}")
            for c in kept
        ]
    if not kept or len(kept) > MOST_CARDS:
        node = ctx.doc.get("deck") or ctx.doc.get("decks")
        if kept or not _is_wrong_already(ctx, node):
            ctx.report.error(
                "bad-deck",
                f"a deck of {len(kept)} cards",
                node.span if node else ctx.doc.span,
                help=f"1 to {MOST_CARDS} cards in all decks together",
            )
        kept = kept[:MOST_CARDS]
    kept = _numbered(kept)
    _check_told_apart(ctx, kept)
    names.card_count = len(kept)
    names.suitless = any(card.suit is None for card in kept)
    _remember(ctx, kept)
    return Deck(tuple(kept), tuple(decks or ["deck"]), shorts, symbols)


def _is_wrong_already(ctx: Context, node: Node | None) -> bool:
    """Whether something in the deck was reported: that there are no cards may well come of it."""
    errors = [found.span for found in ctx.report.diagnostics if found.severity is Severity.ERROR]
    if node is None:
        return bool(errors)
    start, end = (node.span.line, node.span.column), (node.span.end_line, node.span.end_column)
    return any(
        span is not None and span.file == node.span.file and start <= (span.line, span.column) < end for span in errors
    )


def _check_told_apart(ctx: Context, cards: list[CardInfo]) -> None:
    """Two cards that are no copies of each other have two names and two short forms."""
    node = ctx.doc.get("deck") or ctx.doc.get("decks")
    known: dict[str, CardInfo] = {}
    for card in cards:
        for said in dict.fromkeys((card.name.casefold(), card.short.casefold())):
            other = known.setdefault(said, card)
            if (other.deck, other.suit, other.rank, other.special) != (card.deck, card.suit, card.rank, card.special):
                what = (
                    f"two cards are called `{card.name}`"
                    if card.name.casefold() == other.name.casefold()
                    else f"`{other.name}` and `{card.name}` are both `{card.short}` for short"
                )
                ctx.report.error(
                    "ambiguous-short",
                    what,
                    node.span if node else ctx.doc.span,
                    help="give suits and ranks other names, or a suit another short form with `short`",
                )
                return


def _speaks_of(ctx: Context, special: str) -> bool:
    """Whether the trick or an ability asks about special cards at all."""

    def texts(node: Node | None) -> bool:
        if isinstance(node, Scalar):
            return special in node.text or "special" in node.text
        if isinstance(node, Mapping):
            return any(texts(entry.value) for entry in node)
        return any(texts(item) for item in as_items(node))

    return any(texts(ctx.doc.get(key)) for key in ("trick", "abilities", "define", "hooks", "modes"))


def _numbered(cards: list[CardInfo]) -> list[CardInfo]:
    """Cards in suit-major, rank-minor order, so that within a suit a higher number is a higher card."""
    order = sorted(cards, key=lambda c: (c.suit is None, c.suit or 0, c.order, c.special or 0))
    decks = list(dict.fromkeys(card.deck for card in cards))
    order.sort(key=lambda c: decks.index(c.deck))
    return [replace(card, index=number) for number, card in enumerate(order)]


def _remember(ctx: Context, cards: list[CardInfo]) -> None:
    ctx.names.card_attributes = {
        "suit": tuple(card.suit for card in cards),
        "rank": tuple(card.rank for card in cards),
        "special": tuple(card.special for card in cards),
        "order": tuple(card.order for card in cards),
    }


def _left_out(ctx: Context, blocks: list[Block], cards: list[CardInfo]) -> list[CardInfo]:
    tests: dict[str, Node] = {}
    decks = ctx.doc.get("decks")
    bodies = (
        {e.name: as_map(e.value) for e in decks}
        if isinstance(decks, Mapping)
        else {"deck": as_map(ctx.doc.get("deck"))}
    )
    for deck, body in bodies.items():
        node = body.get("leave_out")
        if node is not None:
            tests[deck] = node
    if not tests:
        return cards
    _remember(ctx, cards)
    ctx.names.card_count = len(cards)
    kept: list[CardInfo] = []
    for card in cards:
        node = tests.get(card.deck)
        if node is not None:
            scope = Scope().inside(CARD, Lit(type=CARD, value=card.index))
            if ctx.constant(node, scope, BOOL) == 1:
                continue
        kept.append(card)
    return kept


def _shorts(ctx: Context, blocks: list[Block]) -> tuple[tuple[str, ...], tuple[str | None, ...]]:
    """Short input forms and symbols of the suits."""
    suits = ctx.names.domains["suit"].labels
    given: dict[str, str] = {}
    symbols: dict[str, str] = {}
    bodies = [block.body for block in blocks]
    decks = ctx.doc.get("decks")
    bodies += [as_map(e.value) for e in decks] if isinstance(decks, Mapping) else [as_map(ctx.doc.get("deck"))]
    for body in bodies:
        for key, into in (("short", given), ("symbols", symbols)):
            for entry in as_map(body.get(key)):
                if entry.name not in suits:
                    ctx.report.error("unknown-name", f"there is no suit `{entry.name}`", entry.key.span)
                text = as_text(entry.value)
                if not text:
                    continue
                if not is_one_line(text) or (into is given and " " in text):
                    ctx.report.error(
                        "bad-value", f"`{text}` can't stand for a suit", entry.value.span, help="a letter or two"
                    )
                into[entry.name] = text
    shorts = tuple(given.get(suit, suit[:1].lower()) for suit in suits)
    for number, (suit, short) in enumerate(zip(suits, shorts, strict=True)):
        for other, known in zip(suits[:number], shorts[:number], strict=True):
            if short == known:
                span = next((block.span for block in blocks if suit in block.suits), None)
                ctx.report.error(
                    "ambiguous-short",
                    f"suits `{other}` and `{suit}` both shorten to `{short}`",
                    span,
                    help=f"give one a short form: `short: {{{suit}: {suit[:2].lower()}}}`",
                )
    found = tuple(symbols.get(suit) or STANDARD_SYMBOLS.get(suit) for suit in suits)
    return shorts, found
