"""One idea: a bot of your own. It sees what its seat may see, and answers with a legal action."""

from __future__ import annotations

import tricktaker
from tricktaker import View
from tricktaker.bots import Bot, play


class Hoarder(Bot):
    """Plays its lowest card; anything else it is asked, it answers with the first thing it may say."""

    name = "hoarder"

    def choose(self, view: View) -> int:
        legal = {self.game.text(action): action for action in view.legal_actions}
        for card in sorted(view.hand, key=lambda card: int(card.rank or 0)):
            if f"play {card.name}" in legal:
                return legal[f"play {card.name}"]
        return view.legal_actions[0]


game = tricktaker.load("fox", target=16)
games = 20
won = 0
for number in range(games):
    end = play(game, [Hoarder(game, seat=0, seed=number), "random"], seed=1, number=number)
    won += 0 in end.winners
print(f"the hoarder won {won} of {games} games against chance")
