"""`tricktaker solve`: what a position is worth with all cards open."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tricktaker.cli.edge import CouldNotRun, Findings
from tricktaker.cli.opening import check_same_rules, open_game, open_recorded
from tricktaker.cli.output import note, put
from tricktaker.cli.parameters import Setting, SpanType, VariantType, format_option, seed_option, set_option, setting
from tricktaker.cli.program import Command

if TYPE_CHECKING:
    from tricktaker.game import Game, State
    from tricktaker.solver import Solution
    from tricktaker.solver.solution import Range, Value

QUICK = 0.5
"""Seconds for which it is tried without machine code, which may take ten times as long to make."""
LEFT_BEFORE_DONE = 3
"""The exit code of a search that was left before it was done."""


@click.command("solve", cls=Command)
@click.argument("variant", type=VariantType(), required=False)
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="With this number of players.")
@set_option
@click.option(
    "--position",
    metavar="TEXT|FILE",
    help="A position, with the keys of an example in a rule file; or the YAML or JSON file that holds it.",
)
@click.option(
    "--record",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A recorded game; VARIANT may be left out.",
)
@click.option("--step", type=click.IntRange(min=0), metavar="N", help="After N decisions of the record.")
@click.option("--pbn", metavar="DEAL", help='A deal of a 52-card deck to four, such as "N:AKQ.J.. …"; north is seat 0.')
@click.option("--leader", metavar="SEAT", help="Who leads, with --pbn: 0 to 3, or N E S W. [default: 0]")
@click.option(
    "--var",
    "variables",
    multiple=True,
    metavar="NAME=VALUE",
    help="A variable of the game, with --pbn: strain=hearts. May be given several times.",
)
@seed_option("The deal of this seed. [default: 0]")
@click.option(
    "--game", "number", type=click.IntRange(min=0), default=0, metavar="N", help="And of this game. [default: 0]"
)
@click.option(
    "--do",
    "answers",
    multiple=True,
    metavar="ACTION",
    help="First do this, typed as in `run`: 9k, play 9 of keys, pass. May be given several times.",
)
@click.option(
    "--by",
    metavar="WHAT",
    help="What counts: tricks, or an expression asked of each player. [default: what the rules rank]",
)
@click.option("--all", "every", is_flag=True, help="The value of every legal action, not only of the best.")
@click.option(
    "--time",
    "seconds",
    type=SpanType(),
    metavar="SECONDS",
    help="Stop after this time and say what is proven.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=1, max=1 << 30),
    default=256,
    show_default=True,
    metavar="MB",
    help="For positions that are remembered.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "python", "numba"]),
    default="auto",
    show_default=True,
    help="Both find the same; numba is quicker.",
)
@format_option("text", "json")
def command(
    variant: str | None,
    players: int | None,
    settings: dict[str, Setting],
    position: str | None,
    record: Path | None,
    step: int | None,
    pbn: str | None,
    leader: str | None,
    variables: tuple[str, ...],
    seed: int | None,
    number: int,
    answers: tuple[str, ...],
    by: str | None,
    every: bool,
    seconds: float | None,
    memory: int,
    engine: str,
    form: str,
) -> int:
    """Say what a position is worth with all cards open and perfect play.

    \b
      tricktaker solve variants/mygame.yaml --position '{hand: {0: [Ah, 2h], 1: [Kh, 3h]}, leader: 0}'
      tricktaker solve --record game.jsonl --step 40 --all
      tricktaker solve mygame --pbn "N:AKQ2.. ..." --by tricks
      tricktaker solve mygame --seed 7 --do "bid 2" --do pass

    The value is how far a side ends ahead of the others, by what the rules rank at the end (or --by something else).
    Two sides are solved exactly. With more, each plays for itself, and ties are broken for the first legal action: the
    range says what other ties can lead to. Where chance decides before the end, the step is named. Left before the end
    (--time, Ctrl-C), it says what is proven and exits with 3.
    """
    from tricktaker.diagnostics.display import printable
    from tricktaker.game import GameFault, IllegalAction, PositionError, UnknownAction
    from tricktaker.solver import BadMeasure, Unsolvable

    sources = {"--position": position, "--record": record, "--pbn": pbn, "--seed": seed}
    given = [name for name, value in sources.items() if value is not None]
    if len(given) > 1:
        raise click.UsageError(f"{given[0]} and {given[1]} are two positions. Give one of them.")
    if step is not None and record is None:
        raise click.UsageError("--step is a place in a record: --record FILE --step N.")
    if (leader is not None or variables) and pbn is None:
        raise click.UsageError("--leader and --var go with --pbn; a --position has keys for them.")
    try:
        if record is not None:
            game, state = _recorded(record, variant, step)
        else:
            if variant is None:
                raise click.UsageError("Name a VARIANT, or a game that was played: --record FILE.")
            game = open_game(variant, players, settings)
            state = _begun(game, position, pbn, leader, variables, seed, number)
        for answer in answers:
            state.apply(action_of(game, state, answer))
        if sys.stderr.isatty() and not state.is_over:
            note("Searching … (Ctrl-C ends it with what is proven)")
        solution = _solved(game, state, by, engine, memory, every, seconds)
    except PositionError as fault:
        reasons = "\n".join(f"  {printable(reason)}" for reason in fault.reasons)
        raise CouldNotRun(f"This position can't be:\n{reasons}") from fault
    except GameFault as fault:
        if position is None and pbn is None:
            raise
        raise CouldNotRun(f"From this position the rules can't go on:\n  {printable(str(fault))}") from fault
    except (UnknownAction, IllegalAction) as fault:
        raise CouldNotRun(f"--do: {printable(str(fault))}") from fault
    except BadMeasure as fault:
        raise CouldNotRun(f"--by: {printable(str(fault))}. Try --by tricks, or leave it out.") from fault
    except Unsolvable as fault:
        raise Findings(f"{printable(str(fault))}. Begin behind it: with --do, or a --position.") from fault
    put(json.dumps(_data(game, solution), indent=2, ensure_ascii=False) if form == "json" else _text(solution))
    return 0 if solution.complete else LEFT_BEFORE_DONE


def action_of(game: Game, state: State, answer: str) -> int:
    """What an answer means here: as the game writes it, or in any other way that `run` takes, seats as numbers."""
    from tricktaker.game import UnknownAction
    from tricktaker.tui.answers import Chosen, Refused, Unclear, understood
    from tricktaker.tui.options import Offer, Phrasebook

    try:
        return game.action(answer)
    except UnknownAction:
        if state.decision is None:
            raise
        phrases = Phrasebook(game)
        offer = Offer(decision=state.decision, options=tuple(map(phrases.option, state.decision.options)))
        seats = tuple(map(str, range(game.players)))
        match understood(answer, offer, phrases, seats, state.view(state.decision.seat).hand):
            case Chosen(action):
                return action
            case Refused(option):
                return option.action
            case Unclear(options):
                told = " or ".join(f"`{option.text}`" for option in options)
                raise CouldNotRun(f"--do: `{answer}` could be {told}.") from None
        raise


def _solved(
    game: Game, state: State, by: str | None, engine: str, memory: int, every: bool, seconds: float | None
) -> Solution:
    """What the position is worth. Small ones are done before machine code is made, and making it takes no time away."""
    from tricktaker.compiler.engines import engines_here
    from tricktaker.solver import Solver

    fast = engines_here()[-1]
    if engine != "auto" or fast == "python":
        return Solver(game, by=by, engine=fast if engine == "auto" else engine, memory=memory).solve(
            state, every=every, seconds=seconds
        )
    first = QUICK if seconds is None else min(QUICK, seconds)
    found = Solver(game, by=by, engine="python", memory=memory).solve(state, every=every, seconds=first)
    if found.complete or found.seconds < first:
        return found
    solver = Solver(game, by=by, engine=fast, memory=memory)
    solver.solve(state, line=False, seconds=sys.float_info.min)
    return solver.solve(state, every=every, seconds=seconds)


# -- where it begins


def _recorded(path: Path, variant: str | None, step: int | None) -> tuple[Game, State]:
    from tricktaker.records import load_record, replay

    read = load_record(path)
    game = open_recorded(read, variant, f"tricktaker solve --record {path}")
    if not read.finished:
        raise CouldNotRun("This game is not over, and solving it would lay everybody's cards open. Play it to its end.")
    check_same_rules(read, game, path)
    return game, replay(read, game, step)


def _begun(
    game: Game,
    position: str | None,
    pbn: str | None,
    leader: str | None,
    variables: tuple[str, ...],
    seed: int | None,
    number: int,
) -> State:
    from tricktaker.solver import cards_to_play, deal_from_pbn, read_position

    if position is not None:
        file = Path(position)
        if "{" not in position and (file.suffix in (".yaml", ".yml", ".json") or file.is_file()):
            state = read_position(game, file.read_text(encoding="utf-8-sig"), position)
        else:
            state = read_position(game, position, "--position")
        held = cards_to_play(state)
        if len(set(held.values())) > 1:
            count = ", seat ".join(f"{seat}: {cards}" for seat, cards in held.items())
            note(f"The hands are not equally long, the trick under way counted in (seat {count}).")
        return state
    if pbn is not None:
        values: dict[str, Any] = {}
        for each in variables:
            name, equals, text = each.partition("=")
            if not equals:
                raise click.BadParameter(f"{each!r} is not of the form NAME=VALUE.", param_hint="--var")
            values[name.strip()] = setting(text.strip())
        return deal_from_pbn(game, pbn, values, _seat(leader or "0"))
    return game.deal(seed or 0, number)


def _seat(text: str) -> int:
    if text.upper() in ("N", "E", "S", "W"):
        return "NESW".index(text.upper())
    if text in ("0", "1", "2", "3"):
        return int(text)
    raise click.BadParameter(f"{text!r} is no seat: 0 to 3, or N E S W.", param_hint="--leader")


# -- what is said


def _text(found: Solution) -> str:
    lines: list[str] = []
    if found.seat is None:
        lines.append("Nobody decides any more.")
    for side, value, limits in zip(found.sides, found.values, found.ranges, strict=True):
        lines.append(f"{_side(side)}: {_shown(value, limits)}")
    lines.append(_what(found))
    if found.answers:
        lines += ["", f"seat {found.seat} decides:"]
        width = max(len(answer.text) for answer in found.answers)
        lines += [f"  {each.text:{width}}  {_shown(each.value, each.range)}" for each in found.answers]
    if found.line:
        lines += ["", "best play:"]
        lines += [f"  seat {step.seat}: {step.text}" for step in found.line]
    if found.points and len(found.sides) > 1:
        ends = ", ".join(f"{_side(side)} {points}" for side, points in zip(found.sides, found.points, strict=True))
        lines.append(f"  then: {ends}")
    if found.result is not None:
        lines.append(f"  then: {found.result}")
    if not found.complete:
        lines += ["", "Not finished: what is not said above is not proven."]
    lines += ["", f"{found.nodes:,} positions in {found.seconds:.2f} s"]
    return "\n".join(lines)


def _side(seats: tuple[int, ...]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + " and ".join(map(str, seats))


def _shown(value: Value | None, limits: Range) -> str:
    """A value, and what it lies between if that isn't the same; what is proven of one that isn't known."""
    from tricktaker.solver import Together

    low, high = limits.low, limits.high
    if value is not None:
        return _number(value) if low == high else f"{_number(value)} (from {_number(low)} to {_number(high)})"
    if low is None and high is None:
        return "not known yet"
    if isinstance(low, Together) or isinstance(high, Together):
        ends = (("at worst", low), ("at best", high))
        return "; ".join(f"{how} {_number(end)}" for how, end in ends if end is not None)
    if high is None:
        return f"at least {_number(low)}"
    return f"at most {_number(high)}" if low is None else f"from {_number(low)} to {_number(high)}"


def _number(value: Value | None) -> str:
    from tricktaker.solver import Together

    if value is None:
        return "?"
    if isinstance(value, Together):
        what = {1: "the game is won", 0: "the game goes on", -1: "the game is lost"}[value.end]
        return f"{what}, score {value.score}"
    if value == 0:
        return "0"
    return f"{float(value):+.2f}" if isinstance(value, Fraction) else f"{value:+d}"


def _what(found: Solution) -> str:
    if len(found.sides) == 1:
        return "(for winning first, then for the score)"
    beside = "the other side" if len(found.sides) == 2 else "the mean of the others"
    return f"(ahead of {beside} by {found.by}, at the end of the round)"


def _data(game: Game, found: Solution) -> dict[str, Any]:
    from tricktaker.solver import Together

    def plain(value: Value | None) -> float | int | dict[str, bool | int | None] | None:
        if isinstance(value, Together):
            return {"won": value.won, "score": value.score}
        return float(value) if isinstance(value, Fraction) else value

    return {
        "version": 1,
        "variant": game.id,
        "fingerprint": game.fingerprint,
        "by": found.by,
        "complete": found.complete,
        "seat": found.seat,
        "sides": [
            {"seats": list(side), "value": plain(value), "low": plain(limits.low), "high": plain(limits.high)}
            for side, value, limits in zip(found.sides, found.values, found.ranges, strict=True)
        ],
        "actions": [
            {
                "action": each.text,
                "value": plain(each.value),
                "low": plain(each.range.low),
                "high": plain(each.range.high),
            }
            for each in found.answers
        ],
        "line": [{"seat": each.seat, "action": each.text} for each in found.line],
        "points": list(found.points),
        "result": found.result,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }
