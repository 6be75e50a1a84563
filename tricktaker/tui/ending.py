"""How a game ended, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktaker.tui import facts
from tricktaker.tui.labels import Labels, capital, counted
from tricktaker.tui.lines import Line, Piece, line
from tricktaker.tui.wording import listed

if TYPE_CHECKING:
    from tricktaker.game import View


def ending(view: View, labels: Labels) -> list[Line]:
    """The result and the final scores."""
    lines = []
    if view.result:
        how, colon, why = view.result.partition(": ")
        told = f"The game is {how}: {why}" if colon and how in ("won", "lost") else f"The game is over: {view.result}"
        lines.append(line(Piece(f"{told}.", "strong")))
    elif view.winners:
        names = [labels.seat(seat, view.seat) for seat in view.winners]
        verb = "win" if len(names) > 1 or view.seat in view.winners else "wins"
        shared = " together" if len(names) > 1 else ""
        told = f"{capital(listed(names, ' and '))} {verb}{shared}"
        lines.append(line(Piece(f"The game is over. {told}.", "strong")))
    else:
        lines.append(line(Piece("The game is over. Nobody wins.", "strong")))
    together = facts.table_score(view)
    if together is not None:
        return [*lines, line(f"Score: {together}.")]
    if facts.team_scores(view):
        return [*lines, *(line(f"{side}.") for side in facts.sides(view, labels))]
    for seat in sorted(range(view.players), key=lambda seat: (seat not in view.winners, seat)):
        points = facts.points_of(view, seat)
        if points is not None:
            lines.append(line(f"{labels.subject(seat, view.seat)}: {counted(points, 'point')}."))
    return lines
