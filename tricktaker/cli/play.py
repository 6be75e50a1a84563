"""`tricktaker run`: one game in this terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from tricktaker.cli.colour import colour_on
from tricktaker.cli.edge import INTERRUPTED, CouldNotRun, Findings, circumstances
from tricktaker.cli.opening import check_same_rules, fresh_seed, open_game, open_recorded
from tricktaker.cli.output import note, sentence
from tricktaker.cli.parameters import Setting, VariantType, seed_option, set_option
from tricktaker.cli.program import Command

if TYPE_CHECKING:
    from tricktaker.game import Game, State
    from tricktaker.records import Recorder
    from tricktaker.tui.keeping import Keeper
    from tricktaker.tui.lines import Line
    from tricktaker.tui.screen import Screen


class PlayersType(click.ParamType[str]):
    """Who sits where, seat 0 first."""

    name = "players"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from tricktaker.bots import names
        from tricktaker.tui.seats import PERSON

        before, comma, last = incomplete.rpartition(",")
        return [CompletionItem(f"{before}{comma}{each}") for each in (PERSON, *names()) if each.startswith(last)]


@click.command("run", cls=Command)
@click.argument("variant", type=VariantType(), required=False)
@click.option(
    "--players",
    type=PlayersType(),
    metavar="WHO,WHO...",
    help="Who sits where, seat 0 first: you, or the name of a bot; one bot is for all seats. Several times you share "
    "the screen; without you the bots play and the game is told. [default: you against bots]",
)
@seed_option("Deal the same cards again: the same number gives the same deals.")
@set_option
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the game in this file. [default: a new file in your own folder of games]",
)
@click.option(
    "--resume",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a game that was left, exactly where it was left.",
)
@click.option("--plain", is_flag=True, help="Whole sentences and nothing else, for screen readers.")
@click.option(
    "--suits",
    type=click.Choice(["symbols", "letters"]),
    default="symbols",
    show_default=True,
    help="How suits are shown, where the terminal has their symbols.",
)
@click.option("--yes-when-forced", is_flag=True, help="Don't ask when there is only one choice; say that it was made.")
def command(
    variant: str | None,
    players: str | None,
    seed: int | None,
    settings: dict[str, Setting],
    record: Path | None,
    resume: Path | None,
    plain: bool,
    suits: str,
    yes_when_forced: bool,
) -> int:
    """Play a game in the terminal, at once: you against bots.

    \b
      tricktaker run variants/mygame.yaml --seed 7
      tricktaker run mygame --players you,you          two people, one screen
      tricktaker run mygame --players greedy,random    bots only, told
      tricktaker run --resume FILE                     go on with a game

    Cards are typed as they are shown (9m), by name (9 of moons), or by their number (#4). At every question `?` says
    what can be answered, `rules` shows the rules, `undo` takes back, `quit` leaves. Each decision is saved as it is
    made, so that Ctrl-C and closed windows lose nothing.
    """
    if resume is not None:
        for given, name in ((players, "--players"), (settings, "--set"), (record, "--record")):
            if given:
                raise click.UsageError(f"{name} can't be changed in a game that is resumed.")
        if seed is not None:
            raise click.UsageError("--seed can't be changed in a game that is resumed.")
        sitting = _taken_up(resume, variant)
    elif variant is None:
        raise click.UsageError("Which game? Give the path of a rule file or a name from `tricktaker list`.")
    else:
        sitting = _begun(variant, players, seed, settings, record)
    return sitting.play(plain=plain, symbols=suits == "symbols", decide_when_forced=yes_when_forced)


class Sitting:
    """A game with everything it takes to play it here."""

    def __init__(
        self,
        game: Game,
        state: State,
        kinds: Sequence[str],
        seed: int,
        recorder: Recorder | None,
        *,
        seed_known: bool,
        taken_up: bool = False,
    ) -> None:
        self.game = game
        self.state = state
        self.kinds = tuple(kinds)
        self.seed = seed
        self.recorder = recorder
        self.seed_known = seed_known
        self.taken_up = taken_up

    def play(self, *, plain: bool, symbols: bool, decide_when_forced: bool) -> int:
        """Play until the game is over or is left; the exit code."""
        from tricktaker.bots import BotFault
        from tricktaker.game.faults import GameFault
        from tricktaker.tui.keeping import Unkept
        from tricktaker.tui.labels import Labels
        from tricktaker.tui.screen import EndOfInput, Screen
        from tricktaker.tui.seats import seated, who_cheats
        from tricktaker.tui.table import Left, Table

        screen = Screen(plain=plain, colour=colour_on(sys.stdout))
        try:
            seats = seated(self.kinds, self.game, self.seed)
        except BotFault as fault:
            raise Findings(sentence(fault)) from fault
        labels = Labels(self.game, [seat.name for seat in seats], screen, symbols=symbols)
        keeper: Keeper = self.recorder if self.recorder is not None else Unkept()
        table = Table(
            state=self.state,
            seats=seats,
            seed=self.seed,
            screen=screen,
            labels=labels,
            keeper=keeper,
            rules=_rules_of(self.game, screen),
            decide_when_forced=decide_when_forced,
        )
        self._say_where()
        for seat in who_cheats(self.kinds):
            note(f"{labels.names[seat]} sees everybody's cards: it cheats, to measure other players by.")
        known = f" Seed {self.seed}." if self.seed_known else ""
        screen.say(f"{self.game.name}.{known}" + (" The game goes on." if self.taken_up else ""))
        try:
            table.play(taken_up=self.taken_up)
        except BotFault as fault:
            raise Findings(f"{fault}. {self._how_to_go_on()}") from fault
        except GameFault:
            note(self._how_to_go_on())
            raise
        except (EndOfInput, Left):
            note(self._how_to_go_on())
            return 0
        except BrokenPipeError:
            raise
        except OSError:
            note(self._how_to_go_on())
            raise
        except KeyboardInterrupt:
            with suppress(OSError):
                screen.gap()
            note(self._how_to_go_on())
            return INTERRUPTED
        finally:
            if self.recorder is not None:
                self.recorder.close()
        if not self.seed_known:
            note(f"The seed was {self.seed}: --seed {self.seed} deals the same cards again.")
        if self.recorder is not None:
            note(f"To see it again: tricktaker replay {self.recorder.path}")
        return 0

    def _say_where(self) -> None:
        if self.recorder is not None:
            note(f"This game is kept in {self.recorder.path}")

    def _how_to_go_on(self) -> str:
        if self.recorder is None:
            return "The game was not kept."
        return f"The game is saved. To go on: tricktaker run --resume {self.recorder.path}"


def _begun(
    variant: str, players: str | None, seed: int | None, settings: dict[str, Setting], record: Path | None
) -> Sitting:
    from tricktaker.bots import names
    from tricktaker.tui.seats import PERSON, WrongPlayers, kinds_of

    kinds: tuple[str, ...] | None = None
    try:
        kinds = kinds_of(players, names()) if players is not None else None
    except WrongPlayers as refusal:
        raise click.BadParameter(sentence(refusal), param_hint="--players") from refusal
    for_all = kinds is not None and len(kinds) == 1 and kinds != (PERSON,)
    game = open_game(variant, None if kinds is None or for_all else len(kinds), settings)
    if kinds is None:
        kinds = (PERSON, *[names()[0]] * (game.players - 1))
    elif for_all:
        kinds *= game.players
    chosen = fresh_seed() if seed is None else seed
    circumstances().seed = chosen
    state = game.deal(chosen)
    recorder = _recorder(game, state, kinds, chosen, record)
    # Whoever knows the seed can deal the cards and look: it is said at the end, unless nobody is there to play.
    return Sitting(game, state, kinds, chosen, recorder, seed_known=seed is not None or PERSON not in kinds)


def _recorder(game: Game, state: State, kinds: Sequence[str], seed: int, record: Path | None) -> Recorder | None:
    """The record of a new game; None where bots play alone unasked, and where nothing can be kept."""
    from tricktaker.records import Recorder
    from tricktaker.tui.keeping import new_path
    from tricktaker.tui.seats import PERSON

    if record is None and PERSON not in kinds:
        return None
    try:
        return Recorder(record if record is not None else new_path(game.id), game, state, kinds, seed)
    except (OSError, RuntimeError) as refusal:  # RuntimeError: no home folder
        if record is not None and isinstance(refusal, FileExistsError):
            raise CouldNotRun(
                f"{record} is there already. Give another name, or go on with a game left there: --resume {record}"
            ) from refusal
        if record is not None:
            raise CouldNotRun(
                f"The game can't be kept in {record}: {getattr(refusal, 'strerror', None) or refusal}."
            ) from refusal
        note(f"This game is not kept: {refusal}")
        return None


def _taken_up(path: Path, variant: str | None) -> Sitting:
    from tricktaker.records import Recorder, load_record
    from tricktaker.tui.seats import PERSON

    record = load_record(path)
    game = open_recorded(record, variant, f"tricktaker run --resume {path}")
    check_same_rules(record, game, path)
    state = game.replay(record)
    if state.is_over:
        raise CouldNotRun(f"The game in {path} is over. To see it again: tricktaker replay {path}")
    recorder = Recorder.resume(path, record, game, state)
    known = PERSON not in record.players
    return Sitting(game, state, record.players, record.seed, recorder, seed_known=known, taken_up=True)


def _rules_of(game: Game, screen: Screen) -> Callable[[], Sequence[Line]]:
    def lines() -> Sequence[Line]:
        from tricktaker.rulebook import as_text, rulebook
        from tricktaker.tui.lines import line

        page = rulebook(game.rules)
        if screen.plain:
            # One thing a line, for the terminal to break, and no lines drawn below the headings.
            told = [each for each in as_text(page, 10_000).splitlines() if each.strip("=- ")]
        else:
            told = as_text(page, screen.width).splitlines()
        return [line(each, hang=len(each) - len(each.lstrip())) for each in told]

    return lines
