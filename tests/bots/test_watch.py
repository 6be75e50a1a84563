"""Bots that fail, cheat or hang: what is said, what is put in their place, what is counted."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import ClassVar

import pytest
from click.testing import CliRunner

import tricktaker
from tests.cli.shell import ROOT
from tricktaker.bots import Bot, BotFault, Limits, UnknownBot, Watch, ask, catalogue, create, names, plugins
from tricktaker.bots.greed import Greedy
from tricktaker.bots.options import Option
from tricktaker.cli import main
from tricktaker.game import Game, View


class Stubborn(Bot):
    """Always the same card, legal or not."""

    name = "stubborn"

    def choose(self, view: View) -> int:
        return view.game.action("play 11 of moons")


class Failing(Bot):
    """Fails at its fifth move."""

    name = "failing"

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        super().__init__(game, seat, seed)
        self.moves = 0

    def choose(self, view: View) -> int:
        self.moves += 1
        if self.moves == 5:
            raise RuntimeError("out of ideas")
        return view.legal_actions[0]


class Sleeping(Bot):
    name = "sleeping"

    def choose(self, view: View) -> int:
        time.sleep(60)
        return view.legal_actions[0]


class Looping(Bot):
    name = "looping"
    ended = False

    def choose(self, view: View) -> int:
        try:
            while True:
                with suppress(Exception):
                    sum(range(100))
        finally:
            Looping.ended = True


class Digging(Bot):
    """Looks for the whole situation in all that it is given."""

    name = "digging"
    found: tuple[object, ...] = ()

    def choose(self, view: View) -> int:
        seen: set[int] = set()
        left: list[object] = [self, view]
        while left:
            each = left.pop()
            if id(each) in seen or isinstance(each, (str, int, float, bytes, type)):
                continue
            seen.add(id(each))
            if isinstance(each, tricktaker.State):
                Digging.found = (*Digging.found, each)
            if isinstance(each, dict):
                left += [*each.keys(), *each.values()]
            elif isinstance(each, (list, tuple, set, frozenset)):
                left += each
            elif type(each).__module__.startswith(("tricktaker", "tests")):
                left += [getattr(each, name) for name in getattr(type(each), "__slots__", ()) if hasattr(each, name)]
                left += vars(each).values() if hasattr(each, "__dict__") else []
        return view.legal_actions[0]


class Unready(Bot):
    name = "unready"

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        raise SystemExit(0)

    def choose(self, view: View) -> int:
        return view.legal_actions[0]


class Unwilling(Bot):
    name = "unwilling"


class Sightless(Bot):
    name = "sightless"
    open_cards = True

    def choose(self, view: View) -> int:
        return view.legal_actions[0]


class Choosy(Bot):
    name = "choosy"
    options: ClassVar = {"place": Option("which of the legal actions", 0, 100, whole=True)}

    def __init__(self, game: Game, seat: int, seed: int, *, place: int = 0) -> None:
        super().__init__(game, seat, seed)
        self.place = place

    def choose(self, view: View) -> int:
        return view.legal_actions[min(self.place, len(view.legal_actions) - 1)]


class Chatty(Bot):
    name = "chatty"

    def choose(self, view: View) -> int:
        print("let me see")
        return view.legal_actions[0]


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if another package declared these bots."""
    bots = (Stubborn, Failing, Sleeping, Looping, Digging, Unready, Choosy, Chatty)
    points = {bot.name: EntryPoint(bot.name, f"{__name__}:{bot.__name__}", plugins.GROUP) for bot in bots}
    for bot in (Unwilling, Sightless):
        points[bot.name] = EntryPoint(bot.name, f"{__name__}:{bot.__name__}", plugins.GROUP)
    points["broken"] = EntryPoint("broken", "no_such_module_at_all:Bot", plugins.GROUP)
    points["nothing"] = EntryPoint("nothing", "os:getcwd", plugins.GROUP)
    monkeypatch.setattr(plugins, "_declared", lambda: points)
    by_name = {bot.name: bot for bot in bots}
    load = plugins.load.__wrapped__
    monkeypatch.setattr(plugins, "load", lambda name: by_name[name] if name in by_name else load(name))


def simulated(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["simulate", "fox", "--seed", "3", *arguments], catch_exceptions=False)
    return result.exit_code, " ".join((result.stdout + result.stderr).split())


def test_bots_of_other_packages_are_there_by_name() -> None:
    assert names()[: len(catalogue.BOTS)] == tuple(bot.name for bot in catalogue.BOTS)
    assert {"stubborn", "choosy"} < set(names())
    bot = create("choosy:place=2", tricktaker.load("fox"), 0, 1)
    assert isinstance(bot, Choosy) and bot.place == 2
    with pytest.raises(UnknownBot, match="choosy has no option `plaice`: did you mean `place`"):
        create("choosy:plaice=2", tricktaker.load("fox"), 0, 1)


def test_a_bot_that_cannot_be_loaded_says_why() -> None:
    with pytest.raises(UnknownBot, match=r"`broken` .* can't be loaded: ModuleNotFoundError"):
        create("broken", tricktaker.load("fox"), 0, 1)
    with pytest.raises(UnknownBot, match=r"`nothing` .* is no `tricktaker.bots.Bot`"):
        create("nothing", tricktaker.load("fox"), 0, 1)


def test_a_bot_that_could_never_play_is_refused() -> None:
    with pytest.raises(UnknownBot, match=r"`unwilling` .* has no `choose`"):
        create("unwilling", tricktaker.load("fox"), 0, 1)
    with pytest.raises(UnknownBot, match=r"`sightless` .* is shown all cards and has no `see`"):
        create("sightless", tricktaker.load("fox"), 0, 1)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_cannot_begin_is_a_failure_like_others(jobs: str) -> None:
    code, text = simulated("-n", "6", "--players", "random,unready", "--jobs", jobs)
    assert code == 1
    assert text.count("bot `unready` in seat 1, seed 3, game 0, move 0: can't begin: SystemExit: 0") == 1


def test_a_game_with_a_bot_that_cannot_begin_does_not(tmp_path: Path) -> None:
    record = str(tmp_path / "g.jsonl")
    result = CliRunner().invoke(main, ["run", "fox", "--seed", "3", "--players", "random,unready", "--record", record])
    assert result.exit_code == 1
    assert "can't begin: SystemExit: 0" in result.stderr and "fault:" not in result.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_error_is_told_with_its_line_and_with_all_the_way_to_it_when_asked(jobs: str) -> None:
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    raised = 1 + next(n for n, line in enumerate(lines) if "raise RuntimeError(" in line)
    wish = ("-n", "4", "--players", "random,failing", "--jobs", jobs)
    code, text = simulated(*wish)
    assert code == 1
    assert f"RuntimeError: out of ideas ({__file__}:{raised})" in text and "Traceback" not in text
    code, text = simulated(*wish, "--traceback")
    assert code == 1
    assert f'File "{__file__}", line {raised}, in choose raise RuntimeError("out of ideas")' in text
    assert text.count("Traceback") == 1 and "Error: bot `failing` in seat 1" in text


def test_both_commands_tell_of_a_failing_bot_alike(tmp_path: Path) -> None:
    told = []
    for wish in (["simulate", "fox", "-n", "1"], ["run", "fox"]):
        arguments = [*wish, "--seed", "3", "--players", "failing,failing", "--traceback"]
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert result.exit_code == 1
        assert result.stderr.count("Traceback") == 1
        told.append(result.stderr[result.stderr.index("Error: bot `failing` in seat ") :])
    assert told[1].startswith(told[0].rstrip())


def test_a_bot_that_cannot_be_loaded_shows_where_when_asked() -> None:
    code, text = simulated("-n", "1", "--players", "broken,random", "--traceback")
    assert code == 2 and text.count("Traceback") == 1
    assert "ModuleNotFoundError: No module named 'no_such_module_at_all' Error: " in text


def test_what_is_no_fault_of_a_bots_author_names_no_line_of_ours() -> None:
    game = tricktaker.load("fox")
    bot = Stubborn(game, 0, 1)
    with pytest.raises(BotFault) as fault:
        ask(bot, game.deal(1).view(None), seed=1, number=0, move=1)
    assert fault.value.trace == "" and ".py" not in str(fault.value)


@pytest.mark.parametrize("more", [("--jobs", "1"), ("--jobs", "2"), ("--ladder",)], ids=" ".join)
def test_what_bots_print_is_not_in_the_result(more: tuple[str, ...]) -> None:
    """From outside: workers write to the streams of their process."""
    program = (
        "from tests.bots.test_watch import *\nplugins._declared = lambda: {'chatty': None}\n"
        "plugins.load = lambda name: Chatty\nmain()"
    )
    wish = ("simulate", "fox", "-n", "4", "--seed", "3", "--players", "chatty,random", "--format", "json", *more)
    done = subprocess.run([sys.executable, "-c", program, *wish], capture_output=True, text=True, check=True, cwd=ROOT)
    assert json.loads(done.stdout)
    assert "let me see" in done.stderr


def test_workers_that_begin_anew_print_beside_the_result_too() -> None:
    program = (
        "from concurrent.futures import ProcessPoolExecutor\nfrom multiprocessing import get_context\n"
        "from tricktaker.simulate.running import _quiet\n"
        "pool = ProcessPoolExecutor(1, mp_context=get_context('spawn'), initializer=_quiet)\n"
        "pool.submit(print, 'let me see', flush=True).result()\npool.shutdown()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "" and "let me see" in done.stderr


def declare(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    """As if packages declared these bots and nothing else."""
    monkeypatch.undo()
    monkeypatch.setattr(plugins, "entry_points", lambda group: points)
    for kept in (plugins._declared, plugins._all_declared, plugins.load):
        monkeypatch.setattr(plugins, kept.__name__, kept.__wrapped__)


@pytest.mark.filterwarnings("default")
def test_a_bot_with_the_name_of_one_that_comes_along_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    declare(monkeypatch, EntryPoint("Greedy", f"{__name__}:Chatty", plugins.GROUP))
    with pytest.warns(UserWarning, match=r"`greedy` is the one that comes with .*bots.test_watch:Chatty can't be"):
        assert catalogue.check("greedy") is not Chatty
    assert names().count("greedy") == 1
    for wish in (["simulate", "fox", "-n", "1"], ["run", "fox"]):
        result = CliRunner().invoke(main, [*wish, "--seed", "3", "--players", "greedy,random"])
        assert result.exit_code == 0
        assert result.stderr.count("Warning: the bot `greedy` is the one that comes with tricktaker;") == 1
        assert ".py" not in result.stderr
    result = CliRunner().invoke(main, ["run", "fox", "--seed", "3", "--players", "random,random"])
    assert "Warning" not in result.stderr


def test_a_name_that_two_packages_give_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    declare(
        monkeypatch,
        EntryPoint("chatty", f"{__name__}:Chatty", plugins.GROUP),
        EntryPoint("Chatty", f"{__name__}:Choosy", plugins.GROUP),
        EntryPoint("alone", f"{__name__}:Choosy", plugins.GROUP),
        EntryPoint("Alone", f"{__name__}:Choosy", plugins.GROUP),
    )
    assert catalogue.check("alone") is Choosy
    with pytest.raises(UnknownBot, match=r"several packages have a bot `chatty`: .*:Chatty, .*:Choosy; rename"):
        catalogue.check("chatty")


def test_an_illegal_answer_stops_with_bot_seed_and_move() -> None:
    code, text = simulated("-n", "5", "--players", "stubborn,random")
    assert code == 1, text
    assert "bot `stubborn` in seat 0, seed 3, game 0, move" in text
    assert "chose `play 11 of moons`, which is not legal" in text


def test_an_illegal_answer_can_be_replaced_and_is_counted() -> None:
    code, text = simulated("-n", "5", "--players", "stubborn,random", "--on-fault", "replace")
    assert code == 0
    assert "5 games" in text
    assert "Answers by chance in place of bots that failed: stubborn " in text
    assert "which is not legal" in text


def test_a_ladder_counts_replaced_answers_too() -> None:
    arguments = ("--ladder", "-n", "2", "--players", "stubborn,random", "--on-fault", "replace")
    code, text = simulated(*arguments)
    assert code == 0
    assert "Answers by chance in place of bots that failed: stubborn " in text and "which is not legal" in text
    code, text = simulated(*arguments, "--format", "json")
    assert code == 0 and '"replaced": { "stubborn":' in text


def test_what_greedy_learns_at_first_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    learned: list[bool] = []
    asked: list[bool] = []
    choose = Greedy.choose
    monkeypatch.setattr(Greedy, "warm_up", lambda bot: learned.append(not asked))
    monkeypatch.setattr(Greedy, "choose", lambda bot, view: asked.append(True) or choose(bot, view))
    code, text = simulated("-n", "1", "--players", "greedy,random", "--on-fault", "replace", "--move-time", "60")
    assert code == 0 and "Answers by chance" not in text
    assert learned == [True] and len(asked) > 10


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_a_failure_is_said_once(jobs: str) -> None:
    code, text = simulated("-n", "40", "--players", "failing,random", "--jobs", jobs)
    assert code == 1
    assert text.count("RuntimeError: out of ideas") == 1
    assert "seed 3, game 0, move" in text


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_replacements_do_not_depend_on_jobs(jobs: str) -> None:
    one = simulated("-n", "8", "--players", "failing,random", "--on-fault", "replace")
    assert simulated("-n", "8", "--players", "failing,random", "--on-fault", "replace", "--jobs", jobs) == one


def test_a_bot_that_sleeps_is_replaced_and_not_asked_again() -> None:
    start = time.perf_counter()
    code, text = simulated("-n", "1", "--players", "sleeping,random", "--on-fault", "replace", "--move-time", "0.2")
    assert code == 0
    assert "has not answered within 0.2 s" in text
    # One wait for the whole game; a guard at many times what it takes.
    assert time.perf_counter() - start < 30


def test_a_bot_that_loops_is_ended() -> None:
    code, text = simulated("-n", "1", "--players", "looping,random", "--move-time", "0.1")
    assert code == 1
    assert "has not answered within 0.1 s" in text
    for _ in range(200):
        if Looping.ended:
            break
        time.sleep(0.05)
    assert Looping.ended


def test_no_bot_is_given_the_whole_situation() -> None:
    code, _ = simulated("-n", "1", "--players", "digging")
    assert code == 0
    assert Digging.found == ()


def test_a_bot_in_time_answers_as_without_a_limit() -> None:
    game = tricktaker.load("fox")
    state = game.deal(1)
    assert state.current_player is not None
    view = state.view(state.current_player)
    bots = [create("choosy:place=1", game, state.current_player, 1) for _ in range(2)]
    limited, free = Watch(Limits(move_time=20), 1, 0), Watch(Limits(), 1, 0)
    assert limited.ask(bots[0], view, 1) == free.ask(bots[1], view, 1)
    failing = Failing(game, 0, 1)
    with pytest.raises(BotFault, match="RuntimeError"):
        for move in range(6):
            limited.ask(failing, view, move)
