"""Why an answer is refused: the rule, the cards that make it apply, what is legal instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.tui.labels import Labels, spoken
from tricktaker.tui.lines import Line, Piece, line
from tricktaker.tui.options import Offer, Option
from tricktaker.tui.wording import choices_text, listed, option_piece

if TYPE_CHECKING:
    from tricktaker.game import Refusal, View


def refusal_lines(refusal: Refusal, option: Option, view: View, labels: Labels, offer: Offer) -> list[Line]:
    """The refusal in words. What it names is known to the viewer: a rule reads only what its actor may know."""
    what = option_piece(option, view.seat, labels)
    lines = [line("You can't ", what, ": ", Piece(spoken(refusal.rule), "warn"), ".")]
    if refusal.says:
        lines.append(line(refusal.says))
    if refusal.because:
        held = {card.name for card in view.hand}
        names = [card.name for card in refusal.because]
        told = listed(names, " and ")
        lines.append(line(f"You still hold {told}." if held.issuperset(names) else f"Because of {told}."))
    told = choices_text(offer, view.seat, labels)
    verb = "play" if offer.decision.kind == "play" else "choose"
    return [*lines, line(f"You may {verb}: {told}." if told else "You may only decline.")]
