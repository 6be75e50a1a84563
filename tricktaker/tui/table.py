"""One game at one terminal: deals with people, bots, what is shown to whom, and taking back.

Only the loop here holds the State. All that is shown is made from the View of the seat that looks at the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from tricktaker.bots import ask, shown
from tricktaker.tui.advice import hint_lines, why_lines
from tricktaker.tui.answers import Chosen, NotUnderstood, Refused, Unclear, in_full, understood
from tricktaker.tui.board import board, hand_and_choices
from tricktaker.tui.ending import ending
from tricktaker.tui.facts import hand_in_order
from tricktaker.tui.help import expected, help_about, help_lines
from tricktaker.tui.keeping import Keeper
from tricktaker.tui.labels import Labels
from tricktaker.tui.lines import Line, Piece
from tricktaker.tui.narration import Narrator
from tricktaker.tui.options import Offer, Option, Phrasebook, normal, offer_of
from tricktaker.tui.past import Past
from tricktaker.tui.picks import Counts
from tricktaker.tui.refusal import refusal_lines
from tricktaker.tui.screen import Screen
from tricktaker.tui.seats import Seat
from tricktaker.tui.spoken import hand_sentences, sentences
from tricktaker.tui.wording import listed, option_piece, question

if TYPE_CHECKING:
    from tricktaker.bots import Bot
    from tricktaker.game import State, View


QUIT = ("quit", "exit", "q")


class Left(Exception):
    """Somebody asked to leave; the game is kept."""


class Table:
    """A game in progress at this terminal."""

    def __init__(
        self,
        *,
        state: State,
        seats: Sequence[Seat],
        seed: int,
        screen: Screen,
        labels: Labels,
        keeper: Keeper,
        rules: Callable[[], Sequence[Line]],
        decide_when_forced: bool = False,
    ) -> None:
        self.state = state
        self.seats = tuple(seats)
        self.seed = seed
        self.screen = screen
        self.labels = labels
        self.keeper = keeper
        self.phrases = Phrasebook(state.game)
        self.past = Past()
        self._counts = Counts(state.game)
        self._rules = rules
        self._decide_when_forced = decide_when_forced
        people = [seat for seat, each in enumerate(seats) if each.bot is None]
        self.shared = len(people) > 1
        self.watcher: int | None = people[0] if len(people) == 1 else None
        self._narrators: dict[int | None, Narrator] = {}
        self._shown: tuple[int | None, int, int, int] | None = None
        self._moves = len(state.decisions)
        self._told = -1
        self._hand_of: int | None = None
        """The round in which the hand has been shown."""

    def play(self, *, taken_up: bool = False) -> None:
        """Play to the end.

        Raises `Left`, `EndOfInput` or `KeyboardInterrupt` when people leave before it, `BotFault` when a bot fails.
        """
        self.past.taken_up = taken_up
        if taken_up:
            for seat in (*range(len(self.seats)), None):
                self._narrator(seat).forget(self.state.view(seat))
        while not self.state.is_over:
            decision = self.state.decision
            assert decision is not None
            bot = self.seats[decision.seat].bot
            if bot is None:
                if self.shared:
                    self._turn_screen_to(decision.seat)
                if self.watcher == decision.seat:
                    self._ask(decision.seat)
            else:
                if not self.shared:
                    self._show_before_it_thinks()
                self._let_bot_choose(decision.seat, bot)
                if not self.shared:
                    self._tell()
        self.keeper.finished(self.state)
        self._tell()
        self.screen.gap()
        self.screen.show(*ending(self.state.view(self.watcher), self.labels))

    # -- who looks at the screen

    def _narrator(self, seat: int | None) -> Narrator:
        if seat not in self._narrators:
            self._narrators[seat] = Narrator(self.labels, self.phrases, seat)
        return self._narrators[seat]

    def _tell(self) -> None:
        """What the seat at the screen has seen since it was told last."""
        self._told = self._moves
        self.screen.show(*self._narrator(self.watcher).news(self.state.view(self.watcher)))

    def _show_before_it_thinks(self) -> None:
        """What is known already, for a bot may think long: what has happened, and once a round the own hand."""
        if self._told != self._moves:
            self._tell()
        if self.watcher is None or self._hand_of == self.state.round_no:
            return
        view = self.state.view(self.watcher)
        if view.hand:
            self._hand_of = view.round_no
            self.screen.gap()
            self.screen.show(*(hand_sentences if self.screen.plain else hand_and_choices)(view, self.labels, None))

    def _turn_screen_to(self, seat: int) -> None:
        """Hide what one person saw before the next one looks; the one before may still take back."""
        if self.watcher == seat:
            return
        before = self.watcher
        self.screen.clear()
        name = self.labels.names[seat]
        self.screen.say(Piece(f"Pass the device to {name}.", "strong"))
        while True:
            word = _command(self.screen.ask(f"{name}: press Enter when only you can see the screen."))
            if word in QUIT:
                raise Left
            if word == "undo" and before is not None:
                if self._take_back(before):
                    self.watcher = None
                    return
                continue
            if not word:
                break
            self.screen.say("Press Enter, or type undo or quit.")
        self.screen.clear()
        self.watcher = seat
        self._shown = None

    # -- decisions

    def _let_bot_choose(self, seat: int, bot: Bot) -> None:
        view = shown(bot, self.state)
        chance = getattr(bot, "random", None)
        if isinstance(chance, Random):
            # What it draws hangs on the place in the game alone: a game that is taken up or back goes on the same.
            chance.seed(f"{self.seed} {seat} {self._moves}")
        self._decide(seat, ask(bot, view, seed=self.seed, number=0, move=self._moves + 1))

    def _ask(self, seat: int) -> None:
        """Put the decision to a person until it is made, or until something else is to be decided."""
        self._tell()
        view = self.state.view(seat)
        offer = offer_of(view, self.phrases, hand_in_order(view, self.labels.game.suits), numbers=not self.screen.plain)
        if self._decide_when_forced and len(offer.options) == 1:
            self.screen.say("Only one choice: ", option_piece(offer.options[0], view.seat, self.labels), ".")
            self._decide(seat, offer.options[0].action, by_itself=True)
            return
        self._show_table(view, offer)
        asked_in = self.state
        picks = self._counts.picks(self.past, self.state, seat)
        if picks.chosen:
            told = [self._option_text(action, view) for action in picks.chosen]
            self.screen.say(f"Chosen: {listed(told, ' and ')}.")
        while True:
            typed = self.screen.ask(question(view, self.labels, offer, picks.count_text))
            if self._obeyed(typed, view, offer, seat):
                if self.state is not asked_in:
                    return
                continue
            if self._answered(typed, view, offer, seat):
                return

    def _answered(self, typed: str, view: View, offer: Offer, seat: int) -> bool:
        """Whether the answer was an action, which then is done; otherwise what is wrong with it has been said."""
        answer = understood(typed, offer, self.phrases, self.labels.names, view.hand)
        match answer:
            case Chosen(action):
                self._decide(seat, action)
                return True
            case Unclear(options):
                told = [self._with_place(option, view, offer) for option in options]
                self.screen.say(f"That could be {listed(told)}. Say which.")
            case Refused(option) if option.action in self._counts.picks(self.past, self.state, seat).chosen:
                name = self._option_text(option.action, view)
                self.screen.say(f"You can't choose {name}: you have chosen it already.")
            case Refused(option):
                self.screen.show(*refusal_lines(self.state.refusal(option.action), option, view, self.labels, offer))
                if _command(typed) in QUIT:
                    self.screen.say("To leave, type quit.")
            case NotUnderstood():
                self.screen.say(expected(view, self.labels, offer) + " (? for help)")
        return False

    def _option_text(self, action: int, view: View) -> str:
        """What an action chooses, by name."""
        option = self.phrases.option(action)
        if option.card is not None:
            return self.labels.full(option.card).text
        return option_piece(option, view.seat, self.labels).text

    def _with_place(self, option: Option, view: View, offer: Offer) -> str:
        """An option and what may be typed to mean no other."""
        told = option_piece(option, view.seat, self.labels).text
        place = "" if option.way else offer.place_of(option)
        return f"{told} ({place})" if place else told

    def _obeyed(self, typed: str, view: View, offer: Offer, seat: int) -> bool:
        """Whether what was typed is a command, which then is done. An option of the same name comes first."""
        word = _command(typed)
        if not typed.strip().startswith("/"):
            ranks = {normal(card.rank) for card in view.hand if card.rank is not None}
            if (offer.cards and word in ranks) or in_full(word, offer, self.labels.names):
                return False
        if word in ("?", "help"):
            self.screen.show(*help_lines(view, self.labels, offer))
        elif word.startswith(("?", "help ")):
            self.screen.show(*help_about(word.removeprefix("help").lstrip("? "), self.labels))
        elif word == "rules":
            self.screen.show(*self._rules())
        elif word in ("table", "board", "hand", "look"):
            self._shown = None
            self._show_table(view, offer)
        elif word == "hint":
            self.screen.show(*hint_lines(view, self.labels, self.phrases))
        elif word == "why":
            self.screen.show(*why_lines(view, self.labels))
        elif word == "undo":
            self._take_back(seat)
        elif word in QUIT:
            raise Left
        else:
            return False
        return True

    def _decide(self, seat: int, action: int, *, by_itself: bool = False) -> None:
        if self.seats[seat].bot is None:
            self.past.remember(self.state, seat, by_itself=by_itself)
        else:
            self.past.end()
        self.state.apply(action)
        self._moves += 1
        self.keeper.decided(self.state, seat, action)

    def _take_back(self, seat: int) -> bool:
        result = self.past.back(seat, self.state)
        if isinstance(result, str):
            self.screen.say(f"That can't be taken back: {result}.")
            return False
        self.state, count = result
        self._moves -= count
        self.keeper.taken_back(self.state, count)
        for each, narrator in self._narrators.items():
            narrator.rewind(self.state.view(each))
        self._shown = None
        self.screen.say("Taken back.")
        return True

    def _show_table(self, view: View, offer: Offer) -> None:
        """The whole table when it has changed, else only the hand and what is on offer."""
        now = (view.seat, view.round_no, view.trick_no, len(view.trick))
        whole = now != self._shown
        self._shown = now
        self._hand_of = view.round_no
        if self.screen.plain:
            show = sentences if whole else hand_sentences
        else:
            show = board if whole else hand_and_choices
            self.screen.gap()
        self.screen.show(*show(view, self.labels, offer))


def _command(typed: str) -> str:
    return normal(typed).removeprefix("/")
