"""What a solver says beside values: what it can't know, what it was stopped at, and what it is given."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.solver.dds import Board, Boards, random_board
from tests.solver.minimax import late_positions
from tests.solver.test_minimax import compare
from tricktaker.compiler.engines import engines_here
from tricktaker.compiler.solving import CONTROL, Search
from tricktaker.diagnostics import VariantError
from tricktaker.game import PositionError, load
from tricktaker.solver import BadMeasure, Solver, Unsolvable, deal_from_pbn, read_position
from tricktaker.solver.prover import AT, EVERYTHING, Prover, between

CHANCE = """\
tricktaker: 1
name: Shuffled again
players: 2
deck: {standard: 32}
zones:
  stock: {see: nobody}
vars:
  score: {per: player, int: 0..20, lasts: game}
round:
  - shuffle: deck
  - deal: {to: hand, count: 4}
  - move: {from: deck, to: stock}
  - tricks: {count: 2}
  - shuffle: stock
  - tricks: {count: 2}
  - each: player
    do:
      - add: {score: tricks_won}
rounds: {count: 1}
"""


def test_chance_is_refused_by_its_step(tmp_path: Path) -> None:
    path = tmp_path / "again.yaml"
    path.write_text(CHANCE, encoding="utf-8")
    game = load(str(path))
    state = game.deal(seed=1)
    for engine in engines_here():
        with pytest.raises(Unsolvable, match=r"again\.yaml:14:\d+: chance decides .*: cards are shuffled"):
            Solver(game, engine=engine).solve(state)
    while state.trick_no < 3:
        state.apply(state.legal_actions[0])
    assert Solver(game, engine="python").solve(state).complete


def test_what_is_not_proven_is_not_said() -> None:
    game = load("fox")
    found = Solver(game, engine="python").solve(game.deal(seed=2), seconds=0.01)
    assert not found.complete
    assert found.value is None and found.best is None and not found.line


def test_an_interrupt_leaves_what_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("fox")
    solver = Solver(game, engine="python")
    calls = 0
    real = Prover.bound

    def interrupted(self: Prover, vector: list[int], goal: int) -> int:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return real(self, vector, goal)

    monkeypatch.setattr(Prover, "bound", interrupted)
    state = next(late_positions(game, 3, 3))
    found = solver.solve(state)
    assert not found.complete
    assert (found.ranges[0].low is None) != (found.ranges[0].high is None)


@pytest.mark.skipif(len(engines_here()) == 1, reason="machine code can't be made here")
def test_both_engines_look_at_the_same_positions() -> None:
    boards = [Boards(engine) for engine in engines_here()]
    for number in range(4):
        board = random_board(4, number, 6)
        assert boards[0].tricks(board, True) == boards[1].tricks(board, True)
        assert boards[0].solver.nodes == boards[1].solver.nodes


def test_what_cannot_be_asked_of_an_order_stops_nothing() -> None:
    """Which suit is trumps can't be asked without the card that says so: then choices are in no order, no more."""
    game = load("fox")
    measure = Solver(game, engine="python").measure
    search = Search(game.program, measure.worth, measure.side_of, True)
    assert search.tricks.weighed() and not search.tricks.steady()
    ask = search.function(False).__globals__["situation"]
    vector = list(game.deal(seed=1)._raw)
    assert ask(vector) >= 0
    vector[game.at["n_decree"]] = 0
    before = list(vector)
    assert ask(vector) == -1
    assert vector == before


def test_leads_that_leave_few_answers_come_first() -> None:
    """Also where who wins a trick hangs on more than the strength of its cards."""
    game = load("fox")
    measure = Solver(game, engine="python").measure
    search = Search(game.program, measure.worth, measure.side_of, True)
    ask = search.function(False).__globals__
    hands = "{0: [2k, 8k, 6b, 4m, 9m, 11m], 1: [4k, 6k, 10k, 4b, 8b, 1m]}"
    state = read_position(game, f"{{hand: {hands}, leader: 0, zones: {{decree: [10b], stock: [5k]}}}}")
    vector, frame = list(state._raw), [0] * search.frame
    count = ask["moves"](vector, frame, 0)
    before = list(vector)
    ask["order"](vector, frame, [0] * search.history, 0, count, 0, -1)
    leads = [game.cards[bit].suit for bit in frame[:count]]
    assert leads == ["moons", "moons", "moons", "bells", "keys", "keys"]
    assert vector == before


@pytest.mark.parametrize(("parting", "cards"), [(True, 7), (False, 5)])
def test_little_memory_changes_no_value(parting: bool, cards: int) -> None:
    boards = Boards("python")
    measured = boards.solver.measure
    search = Search(boards.game.program, measured.worth, measured.side_of, True, parting=parting)
    assert search.parted is parting
    roomy, cramped = (Prover(boards.game, search, False, memory) for memory in (1 << 24, 1))
    if not parting:
        # Room for four positions.
        cramped._slots, cramped._control[AT["SLOTS"]] = 1, 0
    for number in range(8):
        state = boards.state(random_board(cards, number, 12))
        value = boards.solver.solve(state, line=False).values[0]
        for prover in (roomy, cramped):
            assert between(prover, state._raw, [-EVERYTHING, EVERYTHING], 0) == value
    assert cramped.nodes > 1.2 * roomy.nodes, "it has forgotten much, and found it again"


@pytest.mark.parametrize(("engine", "cards", "count"), [("python", 4, 12), ("numba", 6, 500)])
def test_proofs_for_many_positions_are_proofs(engine: str, cards: int, count: int) -> None:
    """The same values without partition search, which is what could prove too much."""
    if engine not in engines_here():
        pytest.skip("machine code can't be made here")
    boards = Boards(engine)
    game, measured = boards.game, boards.solver.measure
    search = Search(game.program, measured.worth, measured.side_of, True, parting=False)
    plain = Prover(game, search, engine == "numba", 1 << 24)
    assert Search(game.program, measured.worth, measured.side_of, True).parted
    for number in range(count):
        state = boards.state(random_board(cards, number, 21))
        found = boards.solver.solve(state, every=True, line=False)
        sign = -1 if measured.side_of[state.current_player] else 1
        for answer in found.answers:
            twin = state.copy()
            twin.apply(answer.action)
            assert between(plain, list(twin._raw), [-EVERYTHING, EVERYTHING], 0) == sign * (answer.value or 0)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_neither_side_is_sure_of_more_than_it_gets(cards: int) -> None:
    """High cards that are counted without a search, beside a search that knows nothing of them."""
    boards = Boards("python")
    game, measured = boards.game, boards.solver.measure
    native = len(engines_here()) > 1
    plain = Prover(game, Search(game.program, measured.worth, measured.side_of, True, parting=False), native, 1 << 22)
    functions = Search(game.program, measured.worth, measured.side_of, True).function(False).__globals__
    exact = 0
    for number in range(150 if native else 10):
        vector = list(boards.state(random_board(cards, number, 33))._raw)
        value = between(plain, vector, [-EVERYTHING, EVERYTHING], 0)
        tricks = (cards + (-value if measured.side_of[boards.solver.seat(vector)] else value)) // 2
        control = [0] * len(CONTROL)
        functions["key"](vector, control)
        least, lost = functions["cash"](vector, control), functions["later"](vector, control)
        assert least <= tricks <= cards - lost
        exact += least == tricks or tricks == cards - lost
    assert exact > 0


def test_what_is_sure_is_sure_only_if_it_is_played(tmp_path: Path) -> None:
    """Eleven tricks of thirteen cards: high cards that are never played win nothing."""
    text = (Path(__file__).parent / "whist.yaml").read_text(encoding="utf-8")
    path = tmp_path / "short.yaml"
    path.write_text(text.replace("tricks: {count: 13}", "tricks: {count: 11}"), encoding="utf-8")
    game = load(str(path))
    solver = Solver(game, by="tricks", engine="python")
    assert sum(compare(game, solver, state, 4000) for state in islice(late_positions(game, 5, 2), 30)) > 15


def test_cards_that_sleep_change_no_value() -> None:
    """Fox: of the draw pile only what can still be drawn counts, and the decree's rank only while it can be taken."""
    game = load("fox")
    measured = Solver(game, engine="python").measure
    plain, sleeping = (
        Prover(game, Search(game.program, measured.worth, measured.side_of, True, dormant=dormant), False, 1 << 22)
        for dormant in (False, True)
    )
    assert sorted(sleeping.search.keys.sleepers) == ["decree", "stock"] and not plain.search.keys.sleepers
    for state in islice(late_positions(game, 33, 5), 40):
        found = [between(prover, list(state._raw), [-EVERYTHING, EVERYTHING], 0) for prover in (plain, sleeping)]
        assert found[0] == found[1]
    assert sleeping.nodes < plain.nodes


def test_a_row_of_neighbours_that_a_proof_would_tear() -> None:
    """East's answers are tried by one card of a row, and what is proven by it needs the whole row."""
    boards = Boards("python")
    board = Board("N:KJ.6.KJ.AJ2 QT5.J2.A8.3 8.53.6.K854 A97642..Q7.", "diamonds", 0)
    state = boards.state(board)
    state.apply(boards.game.action("play K of diamonds"))
    assert boards.solver.solve(state, line=False).values[0] == 2 * 2 - 8


def same_to_a_search(first: str, second: str) -> bool:
    """Whether two positions of Fox are one to the solver."""
    game = load("fox")
    measured = Solver(game, engine="python").measure
    search = Search(game.program, measured.worth, measured.side_of, True)
    key = search.function(False).__globals__["key"]
    found = []
    for text in (first, second):
        control = [0] * len(CONTROL)
        key(list(read_position(game, text)._raw), control)
        found.append(tuple(control[AT[name]] for name in ("KEY_A", "KEY_B")))
    return found[0] == found[1]


@pytest.mark.parametrize(
    ("mine", "theirs", "first", "second", "same"),
    [
        ("2k, 4k", "8b, 9m", "decree: [6b]", "decree: [10b]", True),
        ("2k, 4k", "8b, 9m", "decree: [6b]", "decree: [10m]", False),
        ("2k, 4k", "8b, 3m", "decree: [6b]", "decree: [10b]", False),
        ("2k, 4k", "8b, 3m", "decree: [2b]", "decree: [6b]", True),
        ("3k, 4k", "8b, 8m", "decree: [6b]", "decree: [10b]", False),
        ("2k, 4k", "8m, 3m", "decree: [5b], stock: [4m, 6m]", "decree: [5b], stock: [10m, 6m]", False),
        ("2k, 4k", "8m, 6k", "decree: [5b], stock: [4m, 6m]", "decree: [5b], stock: [10m, 6m]", True),
        ("2k, 5k", "8m, 6k", "decree: [6b], stock: [4m, 6m, 10m]", "decree: [6b], stock: [4m, 10m, 6m]", True),
        ("2k, 5k", "8m, 6k", "decree: [6b], stock: [4m, 6m, 10m]", "decree: [6b], stock: [10m, 6m, 4m]", False),
        ("2k, 5k", "8m, 5m", "decree: [6b], stock: [4m, 6m, 10m]", "decree: [6b], stock: [4m, 10m, 6m]", False),
        ("2k, 5k", "8m, 5m", "decree: [6b], stock: [4m, 6m, 10m, 2m]", "decree: [6b], stock: [4m, 6m, 2m, 10m]", True),
        ("2k, 5k", "8m, 6k", "decree: [6b], stock: [5m, 6m, 10m]", "decree: [6b], stock: [5m, 10m, 6m]", False),
        ("2k, 5k", "8m, 6k", "decree: [6b], stock: [5m, 3k, 10m]", "decree: [6b], stock: [5m, 4k, 10m]", False),
        ("2k, 5k", "8b, 8m", "decree: [6b], stock: [3m, 2m]", "decree: [10b], stock: [3m, 2m]", False),
        ("2k, 5k", "8b, 8m", "decree: [6b], stock: [2m, 3m]", "decree: [10b], stock: [2m, 3m]", True),
    ],
)
def test_what_sleeps_in_a_position(mine: str, theirs: str, first: str, second: str, same: bool) -> None:
    """The decree's rank counts if a 3 can be played, of the draw pile so many cards from the top as 5s can be."""
    text = f"{{hand: {{0: [{mine}], 1: [{theirs}]}}, leader: 0, zones: {{ZONES}}}}"
    one, two = (text.replace("ZONES", zones) for zones in (first, second))
    assert same_to_a_search(one, two) is same


ASLEEP = """\
tricktaker: 1
name: Asleep
players: 2
deck: {{suits: [reds, blues], ranks: 1..8}}
zones:
  stock: {{see: nobody}}
  turned: {{see: everyone}}
vars:
  score: {{per: player, int: 0..20, lasts: game}}
define: {{trump: turned.top.suit}}
round:
  - shuffle: deck
  - deal: {{to: hand, count: 5}}
  - move: {{from: deck, count: 1, to: turned}}
  - move: {{from: deck, to: stock}}
  - tricks: {{count: 5}}
  - each: player
    do:
      - add: {{score: {score}}}
abilities:
  Draw:
    cards: rank == 2
    when: {when}
    do:
      - move: {{from: stock, count: 1, to: hand}}
      - choose: {{from: hand, as: given, verb: bury}}
        then:
          - move: {{cards: given, to: stock, at: {place}}}
rounds: {{count: 1}}
"""


@pytest.mark.parametrize(
    ("score", "when", "place", "sleepers"),
    [
        ("tricks_won", "played", "bottom", {"stock": 1, "turned": None}),
        ("tricks_won", "won", "bottom", {"stock": None, "turned": None}),
        ("tricks_won", "played", "top", {"stock": None, "turned": None}),
        ("tricks_won + stock.top.rank", "played", "bottom", {"stock": None, "turned": None}),
        ("tricks_won + stock.sum(rank)", "played", "bottom", {"turned": None}),
        ("tricks_won + turned.sum(rank)", "played", "bottom", {"stock": 1}),
    ],
)
def test_piles_sleep_where_no_rule_can_ask_for_them(
    tmp_path: Path, score: str, when: str, place: str, sleepers: dict[str, int | None]
) -> None:
    path = tmp_path / "asleep.yaml"
    path.write_text(ASLEEP.format(score=score, when=when, place=place), encoding="utf-8")
    game = load(str(path))
    solver = Solver(game, engine="python")
    search = Search(game.program, solver.measure.worth, solver.measure.side_of, True)
    assert {name: sleeper.draws for name, sleeper in search.keys.sleepers.items()} == sleepers
    compared = sum(compare(game, solver, state, 4000) for state in islice(late_positions(game, 5, 3), 30))
    assert compared > 10


def test_cards_of_a_kind_beside_each_other_are_one_choice() -> None:
    """Ace and king of one hand are tried once, king and jack twice while the queen is held elsewhere."""
    game = load(str(Path(__file__).parent / "whist.yaml"))
    solver = Solver(game, by="tricks", engine="python")
    together = deal_from_pbn(game, "N:AKQ... 432... 765... T98...")
    assert solver.solve(together).values[0] == 3
    alone = solver.nodes
    apart = deal_from_pbn(game, "N:AQT... K32... J65... 987...")
    assert solver.solve(apart).value is not None
    assert alone < solver.nodes


def test_positions_from_text() -> None:
    game = load("fox")
    text = '{"hand": {"0": ["2k", "4k"], "1": ["3k", "8m"]}, "leader": 1, "zones": {"decree": ["6b"]}}'
    state = read_position(game, text)
    assert (state.current_player, state.trick_no) == (1, 12)
    for text, reason in (
        ("[1]", "mapping"),
        ("", "mapping"),
        ("{ledaer: 1}", "did you mean `leader`"),
        ("{hand: {0: [2k], 1: [2k]}}", "two places"),
        ("{hand: {x: [2k]}}", "no seat"),
        ("{hand: {0: 2k}}", "a list"),
        ("{leader: yes please}", "`leader`: `yes please` is no seat"),
        ("{tricks: [1]}", "list of 2 numbers"),
        ("{vars: 3}", "mapping of names"),
        ("{vars: {nothing: 3}}", "no variable"),
    ):
        with pytest.raises((PositionError, VariantError), match=reason):
            read_position(game, text)


@pytest.mark.parametrize(
    ("values", "trick", "order", "value"),
    [
        ("alone: false", "", "0123", 1),
        ("alone: false", "Ah", "123", 1),
        ("sits_out: [false, false, true, false]", "", "013", -1),
        ("sits_out: [false, true, false, false]", "Ah", "23", 1),
        ("sits_out: [true, false, false, false]", "", "123", 1),
    ],
)
def test_those_who_sit_out_are_those_of_the_position(values: str, trick: str, order: str, value: int) -> None:
    """Not those of the game that was run to reach it."""
    hands = "1: [Jd], 2: [Jh], 3: [9c]" + ("" if trick else ", 0: [Ah]")
    text = f"{{hand: {{{hands}}}, trick: [{trick}], leader: 0, vars: {{trump: hearts, maker: 0, {values}}}}}"
    game = load("euchre")
    found = Solver(game, by="tricks", engine="python").solve(read_position(game, text))
    assert "".join(str(step.seat) for step in found.line) == order
    assert found.value == (value if int(order[0]) % 2 == 0 else -value)


def test_deals_in_pbn() -> None:
    game = load(str(Path(__file__).parent / "whist.yaml"))
    state = deal_from_pbn(game, "E:AT.-.2. KQ..3. J9..4. 87..5.", {"strain": "hearts"}, 2)
    assert [str(card) for card in state.zone("hand", 1)] == ["2 of diamonds", "10 of spades", "A of spades"]
    assert state.current_player == 2 and state.variable("strain") == "hearts"
    for text in (
        "AT.. ..",
        "N:AT... KQ... J9...",
        "N:AT.. KQ... J9... 87...",
        "N:AA... KQ... J9... 87...",
        "N:A... KQ... J9... 87...",
    ):
        with pytest.raises(PositionError):
            deal_from_pbn(game, text)
    with pytest.raises(PositionError, match="no four hands"):
        deal_from_pbn(load("fox"), "N:A... K... Q... J...")


@pytest.mark.parametrize(
    ("name", "by"),
    [("fox", "score"), ("cucumber", "deals"), ("five-hundred", "what decides first in `end: standings`")],
)
def test_what_counts_goes_by_its_name(name: str, by: str) -> None:
    assert Solver(load(name), engine="python").measure.name == by


def test_what_counts_can_be_said() -> None:
    game = load("sueca")
    state = next(late_positions(game, 5, 2))
    found = Solver(game, by="won.sum(points(rank))", engine="python").solve(state)
    assert found.complete and sum(found.points) == 120
    for by in ("won.sum(", "won", "nothing"):
        with pytest.raises(BadMeasure):
            Solver(game, by=by, engine="python")
    with pytest.raises(BadMeasure, match="together"):
        Solver(load("duet"), by="tricks")
